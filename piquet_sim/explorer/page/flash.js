// One decision asked anew: the cards as the seat saw them, an answer, and then whether it was right.

import { ask, queryOf, send } from "./ask.js";
import { WORDS, button, cardButton, cardFace, cardsInText, fill, find, hasModifier, make, nameCard, plural, rove, tell } from "./build.js";

const isCards = (text) => /^([AKQJT9876][SHDC])( [AKQJT9876][SHDC])*$/.test(text);
const named = (text) => (isCards(text) ? cardsInText(text.split(" ")) : text);

/** Buttons of a hand, suits apart. */
export function layHand(cards, faceOf) {
  return cards.map((card, place) => faceOf(card, place && cards[place - 1][1] !== card[1] ? "first" : ""));
}

/** How many of the most are marked. */
export function drawDots(count, most) {
  return make("p.count", make("span.dots", { "aria-hidden": "true" },
    ...Array.from({ length: most }, (_, place) => make("i", { class: place < count ? "f" : null }))), `${count} of ${most}`);
}

export class Flash {
  /** `answered(told)` is called with what the server said, `ended()` when one goes on. */
  constructor(place, answered, ended) {
    Object.assign(this, { place, answered, ended });
    this.enter = rove(place, ".mini button");
    place.addEventListener("keydown", (event) => this.#press(event));
  }

  /** `isAsked` is false while only the question is shown, with two ways on. */
  async open(error, { eyebrow, title = null, isAsked = true, after = "Next" }) {
    Object.assign(this, { error, eyebrow, title, isAsked, after });
    this.told = await ask("error", queryOf({ error }));
    this.verdict = null;
    this.picked = [];
    this.draw();
  }

  #toggle(card) {
    const { most, kind } = this.told;
    if (kind !== "exchange") {
      this.#answer(card);
      return;
    }
    if (this.picked.includes(card)) this.picked = this.picked.filter((one) => one !== card);
    else if (this.picked.length < most) this.picked.push(card);
    else tell(find("spoken"), `${WORDS[most]} at most; put one back`);
    this.draw();
  }

  async #answer(decided) {
    try {
      this.verdict = { decided, ...await send("answer", { error: this.error, decided }) };
    } catch (error) {
      tell(find("errors-error"), error.message);
      return;
    }
    this.draw();
    this.place.querySelector("[data-control=after]")?.focus();
    this.answered(this.verdict);
  }

  #throw() {
    if (this.picked.length >= this.told.least) this.#answer(this.told.cards.filter((card) => this.picked.includes(card)).join(" "));
  }

  #press(event) {
    if (!this.told || this.verdict || !this.isAsked || hasModifier(event)) return;
    if (event.key === "x") this.#answer("");
    else if (event.key === "Enter" && event.target.closest(".card") && this.told.kind === "exchange") this.#throw();
    else if (event.key === "Backspace") {
      this.picked = [];
      this.draw();
    } else return;
    event.preventDefault();
  }

  draw() {
    const { told, verdict, isAsked } = this;
    const done = isCards(told.done) ? told.done.split(" ") : [];
    const best = verdict ? verdict.best.filter(isCards).slice(0, told.kind === "exchange" ? 1 : 3).join(" ").split(" ") : [];
    const isOpen = isAsked && !verdict && told.kind !== "calls";
    const mine = verdict && isCards(verdict.decided) ? verdict.decided.split(" ") : this.picked;
    const faces = layHand(told.cards, (card, first) => {
      const isDim = told.legal && !told.legal.includes(card);
      const isMine = mine.includes(card);
      const note = !isAsked && done.includes(card) ? (told.kind === "exchange" ? "out" : "played") : null;
      const mark = `${first} ${isMine ? "lift yours" : ""} ${best.includes(card) ? "ring" : ""} ${isDim ? "dim" : ""}`;
      if (isOpen && !isDim) return cardButton(card, { pressed: told.kind === "exchange" ? isMine : null, mark, tabindex: -1, onclick: () => this.#toggle(card) });
      return cardFace(card, { mark, note, label: nameCard(card) + (best.includes(card) ? ", best" : "") + (isMine ? ", yours" : "") });
    });
    const number = this.picked.length;
    fill(this.place,
      make("p.eyebrow", this.eyebrow, make("span", `${told.kind} · ${told.source}`)),
      make("h2.ask", this.title ?? told.ask),
      make("p.sub", ...this.#situation()),
      make("div.mini", { role: "group", "aria-label": "Your cards" }, ...faces),
      verdict ? make("div.verdict", { role: "status" }, ...this.#tellVerdict()) : null,
      make("div.line", ...(verdict ? [button("after", this.after, () => this.ended(), "go")]
        : !isAsked ? [button("find", "Find it", () => {
          this.isAsked = true;
          this.draw();
          this.enter();
          this.place.querySelector(".mini button")?.focus();
        }), button("show", "Show it", () => this.#answer("")), make("span.hint", "the answer stays hidden")]
          : [...(told.kind === "exchange" ? [drawDots(number, told.most), button("throw", number ? `Throw ${WORDS[number]}` : "Throw",
            () => this.#throw(), "go", { disabled: number < told.least })] : []),
          ...(told.ways ?? []).map((way) => button(`way ${way}`, way, () => this.#answer(way))),
          button("unknown", "I don’t know", () => this.#answer(""))])));
    this.enter();
  }

  #situation() {
    const { seat, took, led, trick, won, plays, lost } = this.told;
    const gone = plays?.length > 1 ? [" Played: ", cardsInText(plays.slice(0, plays.length & ~1)), "."] : [];
    return [`You are ${seat}${seat === "younger" && took ? `; elder took ${WORDS[took]}` : ""}.`,
      ...(trick ? [` Trick ${trick}, ${won[0]} to ${won[1]}.`, ...(led ? [" Led: ", cardsInText([led]), "."] : []), ...gone] : []),
      ` It lost ${lost} points.`];
  }

  #tellVerdict() {
    const { verdict } = this;
    const { decided, said, best, is_right: isRight, due_on: due } = verdict;
    const better = [named(best[0]), ...(best.length > 1 && this.told.kind !== "exchange" ? [`, or ${plural(best.length - 1, "other")} as good`] : [])];
    const when = due ? ` Asked again on ${due}.` : "";
    if (isRight && !said) return [make("b", "Best. "), named(decided), ".", when];
    if (isRight) return [make("b", "As good as any. "), `0, too close to call: ${said} points a deal apart.`, when];
    return [...(decided ? [named(decided), said ? [" loses ", make("b", said), " points. "] : " is worse. "] : []).flat(), "Better: ", ...better, ".", when];
  }
}
