// Ten hands to throw from, named by a number: the same for everybody to whom the link is sent.

import { ask, Line, listen, queryOf, send } from "./ask.js";
import { WORDS, button, capital, cardButton, cardFace, cardsInText, fill, find, make, nameCard, rove, tell } from "./build.js";
import { drawDots, layHand } from "./flash.js";
import { writeQuery } from "./state.js";

const OF_SERIES = ["seat", "theme", "series"];
const HANDS = 10;
const SKIPPED = "0", END = "end";
const HABITS_SHOWN = 5;
// How a mark is said; its sign stands in words beside it, too.
const MARKS = { best: "best", close: "too close to call", under3: "under 3", under8: "under 8", more: "8 or more" };
const isGood = ({ mark }) => mark === "best" || mark === "close";

export class Ten {
  constructor(place, change) {
    Object.assign(this, { place, change, series: null, seriesLine: new Line(), verdictLine: new Line() });
    this.enter = rove(place, ".mini button");
    place.addEventListener("keydown", (event) => {
      if (!this.series || !event.target.closest(".card")) return;
      if (event.key === "Enter") this.#throw();
      else if (event.key === "Backspace") this.#draw(this.picked = []);
      else return;
      event.preventDefault();
    });
  }

  end() {
    this.seriesLine.end();
    this.verdictLine.end();
    this.series = null;
  }

  show(state, refuse) {
    this.state = state;
    const query = writeQuery(state, OF_SERIES);
    if (!this.seriesLine.isOf(query)) Object.assign(this, { series: null, verdicts: new Map(), sum: null, picked: [] });
    this.seriesLine.ask(query, async (signal) => {
      this.series = await ask("series", query, signal);
      this.#judge(refuse);
    }, refuse);
    if (this.series) this.#judge(refuse);
  }

  get #throws() {
    return (this.state.throws || "").split("-").filter(Boolean);
  }

  /** The number of the hand that is looked at, from 0; HANDS is the end. */
  get #at() {
    const next = Math.min(this.#throws.length, HANDS);
    if (this.state.at === END) return next;
    const at = Number(this.state.at) - 1;
    return Number.isInteger(at) && at >= 0 && at <= next ? Math.min(at, HANDS - 1) : next;
  }

  get #isOpen() {
    return this.#at === this.#throws.length && this.#at < HANDS;
  }

  #judge(refuse) {
    if (this.of !== this.#at) this.picked = [];
    this.of = this.#at;
    const query = writeQuery(this.state, [...OF_SERIES, "throws"]);
    if (!this.verdictLine.isOf(query)) {
      this.sum = null;
      for (const [place, { discard }] of this.verdicts) if (discard.replaceAll(" ", "") !== this.#throws[place]) this.verdicts.delete(place);
    }
    this.verdictLine.ask(query, (signal) => listen("quiz", query, (told) => {
      if (told.over) this.sum = told;
      else this.verdicts.set(told.place, told);
      this.#draw();
    }, signal), refuse);
    this.#draw();
  }

  #keep(word, at) {
    const throws = [...this.#throws, word];
    this.change({ throws: throws.join("-"), at: throws.length === HANDS && !at ? END : at }, true);
  }

  #throw() {
    const { hands, exchange, seat } = this.series;
    const { cards, hand } = hands[this.#at];
    if (!this.#isOpen || this.picked.length < exchange[0]) return;
    const thrown = cards.filter((card) => this.picked.includes(card));
    send("keep-throw", { hand, seat, discard: thrown.join(" ") }).then(() => dispatchEvent(new Event("kept")), () => {});
    this.#keep(thrown.join(""), `${this.#at + 1}`);
    this.place.querySelector("[data-control=next]")?.focus();
  }

  #toggle(card) {
    const [, most] = this.series.exchange;
    if (this.picked.includes(card)) this.picked = this.picked.filter((one) => one !== card);
    else if (this.picked.length < most) this.picked.push(card);
    else tell(find("spoken"), `At most ${most} cards; put one back first.`);
    this.#draw();
  }

  // ---- What is shown

  #draw() {
    if (!this.series) return;
    const at = this.#at;
    if (at === HANDS) this.#drawEnd();
    else this.#drawHand(at);
    this.enter();
  }

  #mark(place) {
    const word = this.#throws[place], verdict = this.verdicts.get(place);
    const [sign, kind, said] = !word ? ["", "", "to come"] : word === SKIPPED ? ["–", "skipped", "skipped"] : !verdict ? ["…", "", "being played"]
      : isGood(verdict) ? ["✓", verdict.mark, MARKS[verdict.mark]] : [verdict.short, verdict.mark, `lost ${verdict.said}`];
    return make("button", { class: `sign ${kind}`, type: "button", "data-control": `mark ${place}`, "aria-label": `Hand ${place + 1}: ${said}`,
      "aria-current": place === this.#at ? "step" : null, disabled: place > this.#throws.length, onclick: () => this.change({ at: `${place + 1}` }, true) }, sign);
  }

  get #marks() {
    return make("div.signs", ...Array.from({ length: HANDS }, (_, place) => this.#mark(place)));
  }

  #drawHand(at) {
    const { hands, exchange: [least, most], seat } = this.series;
    const word = this.#throws[at], verdict = this.verdicts.get(at);
    const best = verdict?.best.cards ?? [];
    const thrown = this.#isOpen ? this.picked : word.match(/../g) ?? [];
    const faces = layHand(hands[at].cards, (card, first) => {
      const isOut = thrown.includes(card), isBest = best.includes(card);
      const mark = `${first} ${isOut ? "lift yours" : ""} ${isBest ? "ring" : ""}`;
      return this.#isOpen ? cardButton(card, { pressed: isOut, mark, tabindex: -1, onclick: () => this.#toggle(card) })
        : cardFace(card, { mark, label: nameCard(card) + (isOut ? ", yours" : "") + (isBest ? ", best" : "") });
    });
    const number = this.picked.length;
    const ways = this.#isOpen ? [drawDots(number, most), button("throw", number ? `Throw ${WORDS[number]}` : "Throw", () => this.#throw(), "go", { disabled: number < least }),
      button("skip", "Skip", () => this.#keep(SKIPPED, ""))]
      : [button("next", this.#throws.length === HANDS ? "To the result" : "Next hand", () => this.change({ at: this.#throws.length >= HANDS ? END : "" }, true), "go"),
        verdict && !isGood(verdict) ? button("why", "All throws", () => this.#look(at)) : null];
    fill(this.place, make("p.eyebrow", `Hand ${at + 1} of ${HANDS}`, make("span", `series ${this.series.series} · ${this.series.title}`)), this.#marks,
      make("h2.ask", "What would you throw?"),
      make("p.sub", `You are ${seat}: ${least} to ${most} cards.${seat === "younger" ? " Elder has taken five." : ""}`),
      make("div.mini", { role: "group", "aria-label": "The hand" }, ...faces),
      make("div.verdict", { role: "status" }, ...(!word ? [] : word === SKIPPED ? ["You skipped this hand."] : verdict ? this.#tell(verdict) : ["Playing your throw against the best…"])),
      make("div.line", ...ways.filter(Boolean)));
  }

  #tell(verdict) {
    const { best, mark, said, mostly, reasons } = verdict;
    if (mark === "best") return [make("b", "Best. "), cardsInText(verdict.cards), ` is worth ${best.said} points.`];
    const bestIs = [cardsInText(best.cards), `, worth ${best.said}`];
    if (mark === "close") return [make("b", "As good as any. "), cardsInText(verdict.cards), " or ", ...bestIs, `: 0, too close to call, ${said} apart.`];
    return [cardsInText(verdict.cards), " loses ", make("b", said), " points", mostly ? `, ${mostly}` : "", ". Best is ", ...bestIs, ".",
      ...reasons.map((one) => make("span.why", make("b", `${capital(one.name)} ${one.said}. `), one.fact))];
  }

  /** The hand with one's throw in the view where throws are weighed; Back comes back. */
  #look(place) {
    this.change({ view: "discard", hand: this.series.hands[place].hand, seat: this.series.seat, discard: this.verdicts.get(place)?.discard || "",
      versus: "", draw: "", number: "", play: "", step: "", at: `${place + 1}`, score: "", deal: "", rules: "" }, true);
  }

  #drawEnd() {
    const { sum, series } = this;
    if (!sum) {
      fill(this.place, make("h2.ask", "All ten"), make("p.sub", "Playing your throws…"));
      return;
    }
    const slips = [...this.verdicts].filter(([, one]) => !isGood(one)).map(([place]) => place).sort((one, two) => one - two);
    const rivals = Object.entries(sum.rivals).map(([name, lost]) => `${name} loses ${lost}`);
    const habits = sum.habits.slice(0, HABITS_SHOWN).map((one) => make("li", make("b", `You ${one.title}:`), ` ${one.mean} points a hand, in ${one.throws} hand${one.throws === 1 ? "" : "s"}.`));
    fill(this.place, make("p.eyebrow", "All ten", make("span", `series ${series.series} · ${series.title}`)), this.#marks,
      make("h2.ask", `${sum.lost} points lost`), make("p.sub", `${sum.best} best of ${sum.judged}. ${rivals.length ? `On the same hands ${rivals.join(", ")}.` : ""}`),
      habits.length ? make("ul.habits", ...habits) : null,
      make("div.line", button("another", "Another ten", () => this.change({ series: `${Math.floor(Math.random() * 1e6)}`, throws: "", at: "" }, true), "go"),
        slips.length ? button("slips", "Go through my slips", () => this.#look(slips[0])) : null, button("copy-result", "Copy result and link", () => this.#copy()),
        button("leave-ten", "My errors", () => this.change({ series: "", throws: "", at: "" }, true))));
  }

  async #copy() {
    const { sum, series } = this;
    const link = `${location.origin}/?${queryOf({ view: "errors" })}&${writeQuery(this.state, OF_SERIES)}`;
    const text = `Piquet ten, series ${series.series}: ${sum.lost} points lost, ${sum.best} best of ${sum.judged}\n${link}`;
    try {
      await navigator.clipboard.writeText(text);
      tell(find("copied"), "Copied");
    } catch {
      tell(find("errors-error"), link);
    }
  }
}
