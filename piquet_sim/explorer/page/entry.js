// The first part of the page: the cards that were dealt, the seat, the partie and the rules.

import { cardButton, fill, find, make, nameCard, rove, tell } from "./build.js";
import { SUITS, cardsOfDotted, dottedOfCards, withDefault } from "./state.js";
import { ask } from "./ask.js";

const EXAMPLE = "AKJ.AQJ8.98.J87";
const HAND_CARDS = 12;
const MOST_NUMBER = 2 ** 50;
// Settings that make another question of the hand: what was chosen and played goes with them.
const AFTER_HAND = ["discard", "versus", "draw", "number", "play"];

export class Layout {
  /** `change(parts, asNewStep)` is called with what has been changed. */
  constructor(choices, change) {
    this.choices = choices;
    this.change = change;
    this.cards = [];
    this.pack = [];
    this.enterGrid = rove(find("grid"));
    this.#offerChoices();
    find("text-form").addEventListener("submit", (event) => {
      event.preventDefault();
      this.#set({ hand: find("hand-text").value }, true);
    });
    find("example").addEventListener("click", () => this.#set({ hand: EXAMPLE }, true));
    find("clear").addEventListener("click", () => {
      this.cards = [];
      this.#set({ hand: "" }, true);
    });
    find("random").addEventListener("click", () => this.#deal());
    find("settings").addEventListener("change", () => this.#readSettings());
    find("settings").addEventListener("submit", (event) => event.preventDefault());
    find("settings").addEventListener("focusout", (event) => this.#missTotal(event));
  }

  #offerChoices() {
    const offer = (select, pairs) =>
      fill(select, ...pairs.map(([value, text]) => make("option", { value }, text)));
    const { rules, strategies } = this.choices;
    offer(find("rules"), Object.entries(rules).map(([name, source]) => [name, `${name}: ${source}`]));
    offer(find("strategy"), strategies.map((name) => [name, name]));
    offer(find("settings").elements.deal, [1, 2, 3, 4, 5, 6].map((number) => [number, `${number}`]));
  }

  #set(parts, asNewStep) {
    const cleared = Object.fromEntries(AFTER_HAND.map((key) => [key, ""]));
    this.change({ ...cleared, ...parts }, asNewStep);
  }

  async #deal() {
    const number = Math.floor(Math.random() * MOST_NUMBER);
    const { rules, seat } = this.state;
    const query = new URLSearchParams({ number, rules: rules || "rubicon", seat: seat || "elder" });
    try {
      this.#set({ hand: (await ask("random", query)).hand }, true);
    } catch (error) {
      this.fail(error.message);
    }
  }

  #readSettings() {
    const { elements } = find("settings");
    const totals = this.#totals;
    tell(find("settings-error"), "");
    if (!totals.every((field) => field.validity.valid)) {
      tell(find("settings-error"), "Totals are whole numbers from 0 to 10,000.");
      return;
    }
    const seat = elements.seat.value;
    const score = this.#score;
    this.#set({
      seat, rules: elements.rules.value, strategy: elements.strategy.value,
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
      tell(find("settings-error"), "Both totals are needed; the deal is reckoned by itself.");
    }
  }

  #toggle(card) {
    const held = new Set(this.cards);
    if (!held.delete(card)) {
      if (held.size >= HAND_CARDS) {
        this.fail(`The hand has twelve cards; take one away before the ${nameCard(card)}.`);
        return;
      }
      held.add(card);
    }
    // A whole hand is a step that one comes back to, its making is not.
    const wasWhole = this.cards.length === HAND_CARDS;
    this.cards = [...held]; // the next click may come before the server has read this one
    this.#set({ hand: dottedOfCards(this.cards, this.pack) }, wasWhole || held.size === HAND_CARDS);
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
    this.#drawGrid();
    tell(find("count"), "");
  }

  #acquit() {
    tell(find("hand-error"), "");
    find("hand-text").removeAttribute("aria-invalid");
    tell(find("settings-error"), "");
  }

  /** The settings as the address has them. */
  showState(state) {
    this.state = state;
    const { elements } = find("settings");
    elements.seat.value = withDefault(state, "seat");
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
    find("took-label").hidden = withDefault(state, "seat") !== "younger";
    if (state.score || withDefault(state, "rules") !== "rubicon") find("more").open = true;
  }

  /** The cards as the server has read them. */
  showHand(told) {
    this.cards = told.cards;
    this.pack = told.pack;
    this.#acquit();
    if (document.activeElement !== find("hand-text")) {
      find("hand-text").value = told.cards.length ? told.dotted : "";
    }
    this.#drawGrid();
    const left = told.needed;
    tell(find("count"), left
      ? `${HAND_CARDS - left} of twelve cards; ${left} more.` : "Twelve cards: the hand is whole.");
  }

  #drawGrid() {
    const held = new Set(this.cards);
    const rows = [...SUITS].map((suit) => make("div", { class: "suit-row" },
      ...this.pack.filter((card) => card[1] === suit).map((card) => cardButton(card, {
        pressed: held.has(card), tabindex: -1, onclick: () => this.#toggle(card),
      }))));
    fill(find("grid"), ...rows);
    this.enterGrid();
  }
}
