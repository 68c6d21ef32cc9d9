// How a hand comes onto the table: typed as text, card by card, by keys, dealt by the server; and
// the settings of the question.

import { CLOSED, Line, ask } from "./ask.js";
import { cardButton, fill, find, hasModifier, make, nameCard, rove, tell } from "./build.js";
import { HAND_CARDS, SUITS, cardsOfDotted, dottedOfCards, groupsOfCards, withDefault } from "./state.js";

const EXAMPLE = "AKJ.AQJ8.98.J87";
const MOST_NUMBER = 2 ** 50;
// What belongs to the hand before and goes with it.
export const AFTER_HAND = { discard: "", versus: "", draw: "", number: "", play: "" };

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
    find("settings").addEventListener("focusout", (event) => this.#missTotal(event));
    find("table").addEventListener("keydown", (event) => this.#press(event));
    for (const menu of document.querySelectorAll("#view-discard .menu")) this.#close(menu);
  }

  #offerChoices() {
    const offer = (select, pairs) =>
      fill(select, ...pairs.map(([value, text]) => make("option", { value }, text)));
    const { rules, strategies, themes } = this.choices;
    offer(find("rules"), Object.entries(rules).map(([name, source]) => [name, `${name}: ${source}`]));
    offer(find("strategy"), strategies.map((name) => [name, name]));
    offer(find("settings").elements.deal, [1, 2, 3, 4, 5, 6].map((number) => [number, `${number}`]));
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

  /** A menu closes by Escape, and when one goes on elsewhere. */
  #close(menu) {
    menu.addEventListener("keydown", (event) => {
      if (event.key !== "Escape" || !menu.open) return;
      menu.open = false;
      menu.firstElementChild.focus();
    });
    document.addEventListener("pointerdown", (event) => {
      if (!menu.contains(event.target)) menu.open = false;
    });
    // A press on what is no control gives the focus to the page around the menu.
    menu.addEventListener("focusout", ({ relatedTarget: next }) => {
      if (next && !menu.contains(next) && !next.contains(menu)) menu.open = false;
    });
  }

  #lay(hand, asNewStep) {
    this.alter({ ...AFTER_HAND, hand }, asNewStep);
  }

  /** A hand of a theme, dealt by the server. */
  async deal(theme) {
    const number = Math.floor(Math.random() * MOST_NUMBER);
    const query = new URLSearchParams({ number, theme, rules: withDefault(this.state, "rules"),
      seat: withDefault(this.state, "seat") });
    try {
      this.#lay((await ask("random", query)).hand, true);
    } catch (error) {
      this.fail(error.message);
    }
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
    const same = cards.length === this.cards.length && cards.every((card) => this.cards.includes(card));
    if (same) return;
    this.cards = cards; // the next change may come before the server has read this one
    this.#lay(hand, wasWhole || cards.length === HAND_CARDS);
  }

  toggle(card) {
    const held = new Set(this.cards);
    if (!held.delete(card)) {
      if (held.size >= HAND_CARDS) return;
      held.add(card);
    }
    this.#acquit();
    this.problem = "";
    this.#place([...held], dottedOfCards([...held], this.pack));
  }

  /** Keys lay out cards, or choose those to throw, only while the cards have the focus. */
  #press(event) {
    if (hasModifier(event)) return;
    const key = event.key.toUpperCase();
    const rank = { 1: "T", 0: "T" }[key] || key;
    if (SUITS.includes(key) && key.length === 1) {
      this.suit = key;
      this.#markSuit();
    } else if ("AKQJT9876".includes(rank) && rank.length === 1) {
      const card = rank + this.suit;
      if (!this.pack.includes(card)) return;
      if (this.cards.length < HAND_CARDS) this.toggle(card);
      else if (this.cards.includes(card)) this.choose(card);
    } else if (event.key === "Backspace") this.undo();
    else if (event.key === "?") find("keys").showModal();
    else return;
    event.preventDefault();
  }

  #markSuit() {
    for (const row of find("pack").children) {
      row.classList.toggle("typed", row.dataset.suit === this.suit);
    }
  }

  #readSettings() {
    const { elements } = find("settings");
    tell(find("settings-error"), "");
    if (!this.#totals.every((field) => field.validity.valid)) {
      tell(find("settings-error"), "Totals are whole numbers from 0 to 10,000.");
      return;
    }
    const seat = elements.seat.value;
    const score = this.#score;
    this.alter({
      ...AFTER_HAND, discard: this.state.discard, seat,
      rules: elements.rules.value, strategy: elements.strategy.value,
      took: seat === "younger" ? elements.took.value : "",
      score, deal: score ? elements.deal.value : "",
    }, true);
  }

  get #totals() {
    const { own, theirs } = find("settings").elements;
    return [own, theirs];
  }

  /** The totals as the address has them, once both are there. */
  get #score() {
    const totals = this.#totals.map((field) => field.valueAsNumber);
    return totals.every(Number.isFinite) ? totals.join("-") : "";
  }

  /** Says that one total is missing when the focus leaves both, not on the way between them. */
  #missTotal({ target, relatedTarget }) {
    const totals = this.#totals;
    if (!totals.includes(target) || totals.includes(relatedTarget)) return;
    if (totals.filter((field) => field.value !== "").length === 1) {
      tell(find("settings-error"), "Both totals are needed; until then the deal stands alone.");
    }
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
    const { packs } = this.choices;
    this.pack = packs[withDefault(this.state, "rules")] || packs.rubicon;
    const text = this.state.hand || "";
    const isDotted = text.split(".").length === SUITS.length;
    const meant = new Set(isDotted ? cardsOfDotted(text.toUpperCase()) : []);
    this.cards = this.pack.filter((card) => meant.has(card));
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
    const seat = withDefault(state, "seat");
    elements.seat.value = seat;
    elements.rules.value = withDefault(state, "rules");
    elements.strategy.value = withDefault(state, "strategy");
    // One total alone is not in the address and waits here for the other.
    if ((state.score || "") !== this.#score) {
      const [own, theirs] = (state.score || "-").split("-");
      elements.own.value = own;
      elements.theirs.value = theirs ?? "";
    }
    elements.deal.value = state.deal || "6";
    const [least, most] = this.choices.elder_takes[withDefault(state, "rules")] || [1, 5];
    const numbers = Array.from({ length: most - least + 1 }, (_, place) => most - place);
    fill(find("took"), ...numbers.map((number) => make("option", { value: number }, `${number}`)));
    find("took").value = state.took || `${most}`;
    find("took-label").hidden = seat !== "younger";
    const own = seat[0].toUpperCase() + seat.slice(1);
    const rules = withDefault(state, "rules");
    tell(find("set-as"), [own, state.score ? `at ${state.score}` : "no score",
      `against ${withDefault(state, "strategy")}`, ...(rules === "rubicon" ? [] : [rules])].join(" · "));
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
    const held = new Set(this.cards);
    fill(find("pack"), ...[...SUITS].map((suit) => make("div.suit-row", { "data-suit": suit },
      ...this.pack.filter((card) => card[1] === suit).map((card) => cardButton(card, {
        pressed: held.has(card), tabindex: -1, label: nameCard(card), onclick: () => this.toggle(card),
      })))));
    this.enterPack();
    this.#markSuit();
  }
}
