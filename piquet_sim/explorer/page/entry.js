// How a hand comes onto the table: typed as text, card by card, by keys, dealt by the server; and
// the settings of the question.

import { CLOSED, Line, ask } from "./ask.js";
import { capital, cardFace, fill, find, make, offer, onKeys, rove, tell } from "./build.js";
import { HAND_CARDS, SUITS, cardsOfDotted, emptyOf, groupsOfCards, sameCards, withDefault } from "./state.js";

const EXAMPLE = "AKJ.AQJ8.98.J87";
const MOST_NUMBER = 2 ** 50;
// What belongs to the hand before and goes with it.
export const AFTER_HAND = emptyOf(["discard", "versus", "draw", "number", "play"]);

export class Entry {
  /** `alter(parts, asNewStep)` is called with what has been changed, `undo()` to take it back. */
  constructor(choices, alter, undo) {
    this.choices = choices;
    this.alter = alter;
    this.undo = undo;
    this.cards = [];
    this.pack = [];
    this.suit = "S"; // the suit that keys lay out
    this.textLine = new Line();
    this.enterPack = rove(find("pack"));
    this.#offerChoices();
    find("hand-text").addEventListener("input", () => this.#readText());
    find("hand-text").addEventListener("keydown", (event) => {
      if (event.key === "Enter") find("hand-text").blur();
    });
    find("hand-text").addEventListener("blur", () => this.#writeText());
    find("settings").addEventListener("change", () => this.#readSettings());
    find("settings").addEventListener("submit", (event) => event.preventDefault());
    onKeys(find("table"), () => this.#acts());
  }

  #offerChoices() {
    const { rules, strategies, themes } = this.choices;
    offer(find("rules"), Object.entries(rules).map(([name, source]) => [name, `${name}: ${source}`]));
    offer(find("strategy"), strategies);
    offer(find("settings").elements.deal, [1, 2, 3, 4, 5, 6]);
    const item = (name, title, meaning, act) => make("button", {
      type: "button", "data-theme": name, onclick: () => {
        find("new-hand").open = false;
        find("new-hand").firstElementChild.focus();
        act();
      },
    }, title, make("small", meaning));
    fill(find("themes"),
      ...Object.entries(themes).map(([name, { title, meaning }]) =>
        item(name, title, meaning, () => this.deal(name))),
      item("example", "An example", "the hand with which the explorer's guide begins", () =>
        this.#lay(EXAMPLE, true)),
      item("none", "Clear the table", "to lay out one of your own", () => {
        this.#lay("", true);
        find("table").focus({ preventScroll: true });
      }));
  }

  #lay(hand, asNewStep) {
    this.alter({ ...AFTER_HAND, hand }, asNewStep);
  }

  /** A hand of a theme, dealt by the server. */
  deal(theme) {
    const number = Math.floor(Math.random() * MOST_NUMBER);
    const query = new URLSearchParams({ number, theme, rules: withDefault(this.state, "rules"),
      seat: withDefault(this.state, "seat") });
    ask("random", query).then(({ hand }) => this.#lay(hand, true), ({ message }) => this.fail(message));
  }

  /** What is typed is read by the server at every change; the cards that are sure are laid out. */
  #readText() {
    const text = find("hand-text").value.trim();
    const query = new URLSearchParams({ text, rules: withDefault(this.state, "rules") }).toString();
    this.textLine.ask(query, async (signal) => {
      const reply = await ask("typed", query, signal);
      this.#acquit();
      if (reply.problem) this.fail(`${reply.problem}. The cards that are sure stay on the table.`);
      this.problem = reply.problem;
      this.#place(reply.cards, reply.cards.length ? reply.dotted : "");
    }, (message) => this.fail(this.problem = message)); // what was typed stays
  }

  #writeText() {
    if (this.problem || document.activeElement === find("hand-text")) return;
    find("hand-text").value = groupsOfCards(this.cards);
  }

  /** Cards in the place of those on the table; a whole hand is a step that one comes back to. */
  #place(cards, hand) {
    const wasWhole = this.cards.length === HAND_CARDS;
    if (sameCards(cards, this.cards)) return;
    this.cards = cards; // the next change may come before the server has read this one
    this.#lay(hand, wasWhole || cards.length === HAND_CARDS);
  }

  toggle(card) {
    const left = this.cards.filter((one) => one !== card);
    const cards = left.length < this.cards.length ? left : [...left, card];
    if (cards.length > HAND_CARDS) return;
    this.#acquit();
    this.problem = "";
    this.#place(cards, groupsOfCards(cards, this.pack, ".", ""));
  }

  /** Keys lay out cards, or choose those to throw, only while the cards have the focus. */
  #acts() {
    const acts = { Backspace: () => this.undo(), "?": () => find("keys").showModal() };
    for (const suit of SUITS) acts[suit] = acts[suit.toLowerCase()] = () => this.#markSuit(this.suit = suit);
    for (const card of this.pack.filter((one) => one[1] === this.suit)) {
      const act = () => (this.cards.length < HAND_CARDS ? this.toggle(card) : this.cards.includes(card) && this.choose(card));
      const [rank] = card;
      for (const key of rank === "T" ? "Tt10" : rank + rank.toLowerCase()) acts[key] = act;
    }
    return acts;
  }

  #markSuit() {
    for (const row of find("pack").children) {
      row.classList.toggle("typed", row.dataset.suit === this.suit);
    }
  }

  #readSettings() {
    const { seat, rules, strategy, took, deal, own, theirs } = find("settings").elements;
    const isWrong = !own.validity.valid || !theirs.validity.valid;
    const isAlone = Boolean(own.value) !== Boolean(theirs.value);
    const score = this.#score;
    if (!isWrong) this.alter({
      ...AFTER_HAND, discard: this.state.discard, seat: seat.value, rules: rules.value, strategy: strategy.value,
      took: seat.value === "younger" ? took.value : "", score, deal: score ? deal.value : "",
    }, true);
    tell(find("settings-error"), isWrong ? "Totals are whole numbers from 0 to 10,000."
      : isAlone ? "Both totals are needed; until then the deal stands alone." : "");
  }

  /** The totals as the address has them, once both are there. */
  get #score() {
    const { own, theirs } = find("settings").elements;
    return own.value && theirs.value ? `${own.valueAsNumber}-${theirs.valueAsNumber}` : "";
  }

  fail(message) {
    tell(find("hand-error"), message);
    find("hand-text").setAttribute("aria-invalid", "true");
  }

  /** Why the server could not read the question, said where it was asked; the cards stay there. */
  refuse(message) {
    if (/^(seat|took|rules):/.test(message)) {
      this.#acquit();
      tell(find("settings-error"), message);
    } else this.fail(message);
    const { packs } = this.choices, text = this.state.hand || "";
    this.pack = packs[withDefault(this.state, "rules")] || packs.rubicon;
    const meant = cardsOfDotted(text.toUpperCase());
    this.cards = this.pack.filter((card) => meant.includes(card));
    if (document.activeElement !== find("hand-text")) find("hand-text").value = text;
    this.#drawPack();
  }

  #acquit() {
    tell(find("hand-error"), "");
    find("hand-text").removeAttribute("aria-invalid");
    tell(find("settings-error"), "");
  }

  /** The settings as the address has them. */
  showState(state) {
    this.state = state;
    if (this.problem === CLOSED) this.#readText();
    const { elements } = find("settings");
    const [seat, rules, strategy] = ["seat", "rules", "strategy"].map((name) => elements[name].value = withDefault(state, name));
    // One total alone is not in the address and waits here for the other.
    if ((state.score || "") !== this.#score) [elements.own.value, elements.theirs.value] = (state.score || "-").split("-");
    elements.deal.value = state.deal || "6";
    const [least, most] = this.choices.elder_takes[rules] || [1, 5];
    offer(find("took"), Array.from({ length: most - least + 1 }, (_, place) => most - place));
    find("took").value = state.took || `${most}`;
    find("took-label").hidden = seat !== "younger";
    tell(find("set-as"), [capital(seat), state.score ? `at ${state.score}` : "no score", `against ${strategy}`,
      ...(rules === "rubicon" ? [] : [rules])].join(" · "));
  }

  /** The cards as the server has read them. */
  showHand(reply) {
    this.cards = reply.cards;
    this.pack = reply.pack;
    if (!this.problem) this.#acquit();
    this.#writeText();
    this.#drawPack();
  }

  #drawPack() {
    find("pack").style.setProperty("--ranks", this.pack.length / SUITS.length);
    find("pack").hidden = this.cards.length === HAND_CARDS;
    if (find("pack").hidden) {
      const stood = find("pack").contains(document.activeElement);
      fill(find("pack"));
      if (stood) find("table").focus({ preventScroll: true });
      return;
    }
    const draw = (card) => cardFace(card, { pressed: this.cards.includes(card), tabindex: -1, onclick: () => this.toggle(card) });
    fill(find("pack"), ...[...SUITS].map((suit) => make("div.suit-row", { "data-suit": suit },
      ...this.pack.filter((card) => card[1] === suit).map(draw))));
    this.enterPack();
    this.#markSuit();
  }
}
