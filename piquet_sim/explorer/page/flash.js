// One decision asked anew: the cards as the seat saw them, an answer, and then whether it was right.

import { ask, queryOf } from "./ask.js";
import { WORDS, button, capital, cardFace, cardsInText, fill, find, layHand, make, nameCard, onKeys, plural, rove, small, tell } from "./build.js";

const isCards = (text) => /^([AKQJT9876][SHDC])( [AKQJT9876][SHDC])*$/.test(text);
export const named = (text) => (isCards(text) ? cardsInText(text.split(" ")) : text);

/** Whether an answer was best, or too close to call. */
export const isGood = ({ mark }) => ["best", "good", "close"].includes(mark);

/** How many of the most are marked. */
export function drawDots(count, most) {
  return make("p.count", make("span.dots", { "aria-hidden": "true" },
    ...Array.from({ length: most }, (_, place) => make("i", { class: place < count ? "f" : null }))), `${count} of ${most}`);
}

/** Tricks one after another, as they fell, the first card of each the one that was led. */
export function listTricks(plays) {
  const tricks = [];
  for (let at = 0; at + 1 < plays.length; at += 2) tricks.push(make("li", small(`${at / 2 + 1} `), cardsInText([plays[at]]), " ", cardsInText([plays[at + 1]])));
  return make("ol.tricks", { "aria-label": "Tricks played, the card led first" }, ...tricks);
}

export class Flash {
  /** `answered(verdict)` is called with the verdict, `ended()` when one goes on. */
  constructor(place, answered, ended) {
    Object.assign(this, { place, answered, ended });
    this.enter = rove(place, ".mini button");
    onKeys(place, (target) => this.#acts(target));
  }

  /** `drawMarks()` draws what stands above the question; `look(thrown)` shows all throws. */
  async open(error, { eyebrow, after, drawMarks = () => null, look = null, verdict = null }) {
    Object.assign(this, { error, eyebrow, after, drawMarks, look, verdict, problem: "" });
    this.reply = await ask("again", queryOf(error.ask));
    this.picked = [];
    this.draw();
    this.place.querySelector(".mini button, [data-control=after], .line button")?.focus({ preventScroll: true });
  }

  #toggle(card) {
    const { most, kind } = this.reply;
    if (kind !== "exchange") {
      this.#answer(card);
      return;
    }
    if (this.picked.includes(card)) this.picked = this.picked.filter((one) => one !== card);
    else if (this.picked.length < most) this.picked.push(card);
    else tell(find("spoken"), `${WORDS[most]} at most; put one back`);
    this.draw();
  }

  /** The ways to call: in full, what was done, what is best, and sunk. */
  get #ways() {
    const { done, bests } = this.error;
    const [held] = done.split(",");
    return [...new Set([`${held}, called in full`, ...bests, done, `${held}, sunk`])];
  }

  /** Of a call the review knows what is best; an error that is not known is as wrong as it was. */
  async #answer(decided) {
    const { bests, ask: question, lost = 0 } = this.error;
    const isBest = bests.includes(decided);
    try {
      const verdict = !decided || this.reply.kind === "calls" ? { bests, said: "", mark: isBest ? "best" : decided ? "more" : "skipped", lost: isBest ? 0 : lost }
        : (await ask("again", queryOf({ ...question, decided }))).verdict;
      this.verdict = { ...verdict, decided };
      this.answered(this.verdict);
    } catch (error) {
      this.problem = error.message;
    }
    this.draw();
    this.place.querySelector("[data-control=after]")?.focus();
  }

  #throw() {
    if (this.picked.length >= this.reply.least) this.#answer(this.reply.cards.filter((card) => this.picked.includes(card)).join(" "));
  }

  #acts(target) {
    if (!this.reply || this.verdict) return null;
    const clear = () => {
      this.picked = [];
      this.draw();
    };
    const isThrow = target.closest(".card") && this.reply.kind === "exchange";
    return { x: () => this.#answer(""), Backspace: clear, ...(isThrow && { Enter: () => this.#throw() }) };
  }

  draw() {
    const { reply, verdict } = this;
    const best = verdict ? verdict.bests.filter(isCards).slice(0, reply.kind === "exchange" ? 1 : 3).join(" ").split(" ") : [];
    const isOpen = !verdict && reply.kind !== "calls";
    const mine = verdict && isCards(verdict.decided) ? verdict.decided.split(" ") : this.picked;
    const faces = layHand(reply.cards, (card, first) => {
      const isDim = reply.legal && !reply.legal.includes(card);
      const isMine = mine.includes(card);
      const mark = `${first} ${isMine ? "lift yours" : ""} ${best.includes(card) ? "ring" : ""} ${isDim ? "dim" : ""}`;
      if (isOpen && !isDim) return cardFace(card, { pressed: reply.kind === "exchange" ? isMine : null, mark, tabindex: -1, onclick: () => this.#toggle(card) });
      return cardFace(card, { mark, label: nameCard(card) + (best.includes(card) ? ", best" : "") + (isMine ? ", yours" : "") });
    });
    const number = this.picked.length;
    const ways = reply.kind === "calls" ? this.#ways.map((way) => button(`way ${way}`, way, () => this.#answer(way)))
      : reply.kind === "exchange" ? [drawDots(number, reply.most), button("throw", number ? `Throw ${WORDS[number]}` : "Throw", () => this.#throw(), "go", { disabled: number < reply.least })] : [];
    fill(this.place,
      make("p.eyebrow", this.eyebrow, make("span", this.error.source)),
      this.drawMarks(),
      make("h2.ask", reply.ask),
      make("p.sub", ...this.#situation()),
      reply.plays?.length > 1 ? listTricks(reply.plays.slice(0, reply.plays.length & ~1)) : null,
      make("div.mini", { role: "group", "aria-label": "Your cards" }, ...faces),
      make("div.verdict", { role: "status" }, ...(this.problem ? [this.problem] : verdict ? this.#tellVerdict() : [])),
      make("div.line", ...(verdict ? [button("after", this.after, () => this.ended(), "go"), reply.kind === "exchange" && this.look ? button("why", "All throws", () => this.look(verdict.decided)) : ""]
        : [...ways, button("unknown", this.error.done ? "I don’t know" : "Skip", () => this.#answer(""))])));
    this.enter();
  }

  #situation() {
    const { seat, took, led, plays, won } = this.reply;
    return [`You are ${seat}${seat === "younger" && took ? `; elder took ${WORDS[took]}` : ""}.`,
      ...(plays ? [` Trick ${(plays.length >> 1) + 1}, ${won[0]} to ${won[1]}.`, ...(led ? [" Led: ", cardsInText([led]), "."] : [])] : []),
      this.error.said ? ` It lost ${this.error.said} points.` : ""];
  }

  #tellVerdict() {
    const { decided, said, bests, mark, mostly, reasons = [] } = this.verdict;
    if (mark === "best") return [make("b", "Best. "), named(decided), "."];
    if (mark === "good") return [make("b", "As good as any: "), `${said} points a deal apart.`];
    if (mark === "close") return [make("b", "Too close to call: "), `${said} points a deal apart.`];
    if (!bests.length) return ["You skipped this hand."];
    const others = bests.length - 1;
    const better = [named(bests[0]), ...(others && this.reply.kind !== "exchange" ? [`, or ${plural(others, "other")} as good`] : [])];
    const lost = !decided ? [] : said ? [named(decided), " loses ", make("b", said), ` points${mostly ? `, ${mostly}` : ""}. `] : [named(decided), " is worse. "];
    return [...lost, "Better: ", ...better, ".", ...reasons.map((one) => make("span.why", make("b", `${capital(one.name)} ${one.said}. `), one.fact))];
  }
}
