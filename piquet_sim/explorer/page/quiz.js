// The view in which one is asked what one would throw: ten hands, what was lost, what to learn.

import { capital, cardButton, cardFace, cardsInText, fill, find, make, nameCard, tell } from "./build.js";
import { Line, ask, listen } from "./ask.js";
import { withDefault, writeQuery } from "./state.js";

const OF_SERIES = ["seat", "theme", "series"];
const HANDS = 10;
const SKIPPED = "0";
const END = "end";
const MOST_SERIES = 1e6;
// How a mark is said; its sign stands in words beside it, too.
const MARKS = { best: "best", close: "too close to call", under3: "under 3", under8: "under 8",
  more: "8 or more", skipped: "skipped" };
const HABITS_SHOWN = 5;
const RANKS = "AKQJT9876";

const isGood = (verdict) => verdict.mark === "best" || verdict.mark === "close";
const plural = (number, one, more) => `${number} ${number === 1 ? one : more}`;

const anyNumber = () => `${Math.floor(Math.random() * MOST_SERIES)}`;

/** The day as a number, the same for all who ask on it: 20270131. */
function today() {
  const now = new Date();
  return `${now.getFullYear() * 10_000 + (now.getMonth() + 1) * 100 + now.getDate()}`;
}

export class Quiz {
  constructor(choices, change) {
    this.change = change;
    this.themes = choices.themes;
    this.seriesLine = new Line();
    this.verdictLine = new Line();
    this.#forget();
    fill(find("quiz-theme"), ...Object.entries(choices.themes).map(([value, { title }]) =>
      make("option", { value }, title)));
    find("quiz-form").addEventListener("submit", (event) => {
      event.preventDefault();
      this.#begin(find("quiz-number").value);
    });
    find("quiz-today").addEventListener("click", () => this.#begin(today(), "any", "elder"));
    fill(find("kinds"), ...Object.entries(choices.themes).map(([theme, { title, meaning }]) =>
      make("li", {}, make("button", { type: "button", class: "link", "data-control": theme,
        onclick: () => this.#begin(anyNumber(), theme) }, title), ` ${meaning}`)));
    document.addEventListener("keydown", (event) => this.#press(event));
  }

  leave() {
    this.isSeen = false;
    this.seriesLine.end();
    this.verdictLine.end();
    this.#forget();
  }

  #forget() {
    this.series = null;
    this.verdicts = new Map();
    this.sum = null;
    this.picked = [];
    this.of = null;
  }

  show(state) {
    this.isSeen = true;
    this.state = state;
    const query = writeQuery(state, OF_SERIES);
    if (!state.series) {
      this.leave();
      this.isSeen = true;
      this.#refuse("");
    } else if (!this.seriesLine.isOf(query)) {
      this.#forget();
      this.verdictLine.end();
      this.#face();
      this.seriesLine.ask(query, async (signal) => {
        this.series = await ask("series", query, signal);
        this.#showSeries();
      }, (message) => this.#refuse(message));
    } else if (this.series) this.#showSeries();
  }

  #refuse(message) {
    if (find("quiz-start").hidden) this.#offer();
    this.#face(message);
  }

  /** Show the series, or what to begin with and why there is none. */
  #face(refusal) {
    const isOn = refusal === undefined;
    find("quiz-start").hidden = find("quiz-kinds").hidden = isOn;
    find("quiz-body").hidden = !isOn;
    tell(find("quiz-error"), refusal ?? "");
  }

  // ---- A series

  #offer() {
    find("quiz-theme").value = withDefault(this.state, "theme");
    find("quiz-seat").value = withDefault(this.state, "seat");
    find("quiz-number").value = anyNumber();
  }

  #begin(series, theme = find("quiz-theme").value, seat = find("quiz-seat").value) {
    this.change({ series, theme, seat, took: "", throws: "", at: "", hand: "", discard: "",
      versus: "", draw: "", number: "", play: "", step: "" }, true);
    find("quiz-hand").focus({ preventScroll: true });
  }

  get #throws() {
    return (this.state.throws || "").split("-").filter(Boolean);
  }

  /** The number of the hand that is looked at, from 0; HANDS is the end. */
  get #at() {
    const next = Math.min(this.#throws.length, HANDS);
    if (this.state.at === END) return this.#throws.length < HANDS ? next : HANDS;
    const at = Number(this.state.at) - 1;
    return Number.isInteger(at) && at >= 0 && at <= next ? Math.min(at, HANDS - 1) : next;
  }

  #showSeries() {
    const at = this.#at;
    if (this.of !== at) this.picked = [];
    this.of = at;
    this.#askVerdicts();
    this.#draw();
  }

  #askVerdicts() {
    const query = writeQuery(this.state, [...OF_SERIES, "throws"]);
    if (this.verdictLine.isOf(query)) return;
    this.#face();
    this.sum = null;
    // A throw is judged once, whatever is thrown after it.
    const thrown = this.#throws;
    for (const [place, verdict] of this.verdicts) {
      if (verdict.discard.replaceAll(" ", "") !== thrown[place]) this.verdicts.delete(place);
    }
    this.verdictLine.ask(query, (signal) => listen("quiz", query, (told) => {
      if (told.over) this.sum = told;
      else this.verdicts.set(told.place, told);
      this.#draw();
    }, signal), (message) => this.#refuse(message));
  }

  // ---- A hand

  #toggle(card) {
    const most = this.series.exchange[1];
    if (this.picked.includes(card)) this.picked = this.picked.filter((one) => one !== card);
    else if (this.picked.length < most) this.picked = [...this.picked, card];
    else {
      tell(find("quiz-ask"), `At most ${most} cards; put one back first.`);
      return;
    }
    this.#draw();
  }

  #throw() {
    const { cards } = this.series.hands[this.#at];
    if (!this.#isOpen || this.picked.length < this.series.exchange[0]) return;
    const thrown = cards.filter((card) => this.picked.includes(card)).join("");
    this.#keep(thrown, `${this.#at + 1}`);
  }

  #skip() {
    if (this.#isOpen) this.#keep(SKIPPED, "");
  }

  #keep(word, at) {
    const throws = [...this.#throws, word];
    const isLast = throws.length === HANDS && !at;
    this.change({ throws: throws.join("-"), at: isLast ? END : at }, true);
    if (at) find("quiz-ways").querySelector("[data-control=next]")?.focus();
    else find("quiz-hand").focus();
  }

  /** Whether the hand that is looked at waits for a throw. */
  get #isOpen() {
    return this.#at === this.#throws.length && this.#at < HANDS;
  }

  #next() {
    const thrown = this.#throws.length;
    this.change({ at: thrown >= HANDS ? END : "" }, true);
    find("quiz-hand").focus();
  }

  #press(event) {
    if (!this.isSeen || !this.series || find("quiz-body").hidden) return;
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.target.closest("input, select, summary, a")) return;
    if (event.key === "Enter" && !event.target.closest("button:not(.card)")) {
      event.preventDefault();
      if (this.#isOpen) this.#throw();
      else if (this.#at < HANDS) this.#next();
      return;
    }
    if (this.#isOpen) this.#type(event);
  }

  /** Keys: a suit, then ranks of it; a rank alone where only one suit has it. */
  #type(event) {
    const key = event.key.toUpperCase();
    const { cards } = this.series.hands[this.#at];
    if (event.key === "Backspace") {
      event.preventDefault();
      this.picked = this.picked.slice(0, -1);
      this.#draw();
    } else if ("SHDC".includes(key) && key.length === 1) this.suit = key;
    else if (key.length === 1 && (RANKS.includes(key) || key === "1")) {
      const card = (key === "1" ? "T" : key) + this.suit;
      if (cards.includes(card)) this.#toggle(card);
    }
  }

  // ---- What is shown

  #draw() {
    const { series } = this;
    if (!series) return;
    const at = this.#at;
    const isEnd = at === HANDS;
    this.#drawHead(at, isEnd);
    this.#drawMarks(at);
    find("quiz-cards").hidden = isEnd;
    if (!isEnd) this.#drawHand(series.hands[at], at);
    this.#drawVerdict(at, isEnd);
    this.#drawWays(at, isEnd);
    this.#drawEnd();
    this.#drawPast(at);
  }

  #drawHead(at, isEnd) {
    const { series } = this;
    find("quiz-hand").textContent = isEnd ? "All ten" : `Hand ${at + 1} of ${HANDS}`;
    find("quiz-marks").hidden = find("quiz-lost").hidden = find("quiz-ask").hidden = isEnd;
    fill(find("quiz-lost"), ...(this.sum?.judged ? ["lost so far ", make("b", {}, this.sum.lost)] : []));
    const [least, most] = series.exchange;
    const elder = series.seat === "younger" ? " Elder has taken five." : "";
    const range = `You are ${series.seat}: ${least} to ${most} cards.${elder}`;
    fill(find("quiz-ask"), ...(this.#isOpen
      ? [make("b", {}, "What would you throw?"), ` ${range}`]
      : ["Your cards are lifted; the best throw has the green ring."]));
  }

  #markOf(place) {
    const word = this.#throws[place];
    if (!word) return place === this.#at ? ["?", "now", "this hand"] : ["", "", "to come"];
    if (word === SKIPPED) return ["–", "skipped", "skipped"];
    const verdict = this.verdicts.get(place);
    if (!verdict) return ["…", "", "being played"];
    if (isGood(verdict)) return ["✓", verdict.mark, MARKS[verdict.mark]];
    return [verdict.short, verdict.mark, `lost ${verdict.said}`];
  }

  #mark(place, isButton) {
    const [sign, kind, said] = this.#markOf(place);
    const attributes = { class: `sign ${kind}` };
    if (!isButton) return make("span", { ...attributes, "aria-hidden": "true" }, sign);
    return make("button", { ...attributes, type: "button", "data-control": `mark ${place}`,
      "aria-label": `Hand ${place + 1}: ${said}`, "aria-current": place === this.#at ? "step" : null,
      disabled: place > this.#throws.length,
      onclick: () => this.change({ at: `${place + 1}` }, true) }, sign);
  }

  #drawMarks() {
    fill(find("quiz-marks"), ...Array.from({ length: HANDS }, (_, place) =>
      make("li", {}, this.#mark(place, true))));
  }

  #drawHand({ cards }, at) {
    const word = this.#throws[at] || "";
    const best = this.verdicts.get(at)?.best.cards || [];
    const thrown = this.#isOpen ? this.picked : word.match(/../g) || [];
    find("quiz-cards").classList.toggle("is-open", this.#isOpen);
    const faces = cards.map((card, index) => {
      const isOut = thrown.includes(card);
      const isBest = best.includes(card);
      const first = index && cards[index - 1][1] !== card[1] ? "first" : "";
      const mark = `${first} ${isOut ? "lift yours" : ""} ${isBest ? "ring" : ""}`;
      if (this.#isOpen) return cardButton(card, { pressed: isOut, mark, onclick: () => this.#toggle(card) });
      const said = [isOut ? "yours" : null, isBest ? "best" : null].filter(Boolean);
      return cardFace(card, { mark, note: said.length === 2 ? "both" : said[0] ?? null,
        noteClass: isBest ? "good" : "", label: [nameCard(card), ...said].join(", ") });
    });
    fill(find("quiz-cards"), ...faces);
  }

  #tellVerdict(verdict) {
    const { best } = verdict;
    if (verdict.mark === "best") {
      return [make("b", {}, "Best. "), cardsInText(verdict.cards), ` is worth ${best.said}.`];
    }
    const bestIs = [cardsInText(best.cards), `, worth ${best.said}`];
    if (verdict.mark === "close") {
      return [make("b", {}, "As good as any. "), cardsInText(verdict.cards), " or ", ...bestIs,
        `: too close to call, ${verdict.said} apart.`];
    }
    return [cardsInText(verdict.cards), " loses ", make("b", {}, verdict.said),
      verdict.mostly ? `, ${verdict.mostly}` : "", ". Best is ", ...bestIs, ".",
      ...verdict.reasons.map((one) => make("span", { class: "why" },
        make("b", {}, `${capital(one.name)} ${one.said}. `), one.fact))];
  }

  #drawVerdict(at, isEnd) {
    const word = this.#throws[at];
    const verdict = this.verdicts.get(at);
    const place = find("quiz-verdict");
    if (isEnd || !word) tell(place);
    else if (word === SKIPPED) tell(place, "You skipped this hand.");
    else if (!verdict) tell(place, "Playing your throw against the best…");
    else tell(place, this.#mark(at, false), make("span", {}, ...this.#tellVerdict(verdict)));
  }

  #drawWays(at, isEnd) {
    const button = (name, text, onclick, kind = "", disabled = false) => make("button",
      { type: "button", class: `button ${kind}`, "data-control": name, onclick, disabled }, text);
    const words = ["none", "one", "two", "three", "four", "five", "six", "seven", "eight"];
    const number = this.picked.length;
    if (isEnd) {
      fill(find("quiz-ways"), button("another", "Another ten", () => this.change(
        { series: "", throws: "", at: "" }, true), "go"));
    } else if (this.#isOpen) {
      fill(find("quiz-ways"),
        button("throw", number ? `Throw ${number === 1 ? "this one" : `these ${words[number]}`}`
          : "Pick what you throw", () => this.#throw(), "go", number < this.series.exchange[0]),
        button("skip", "Skip", () => this.#skip()),
        make("p", { class: "hint keys" }, "Keys: ", make("kbd", {}, "h"), " then ",
          make("kbd", {}, "8"), " picks the eight of hearts, ", make("kbd", {}, "Enter"), " throws"));
    } else {
      const verdict = this.verdicts.get(at);
      fill(find("quiz-ways"), button("next", at === HANDS - 1 || this.#throws.length === HANDS
        ? "To the result" : "Next hand", () => this.#next(), "go"),
      verdict && !isGood(verdict) ? button("why", "See why", () => this.#look(at)) : null);
    }
  }

  /** The hand with one's throw in the view where throws are weighed; Back comes back. */
  #look(place) {
    const verdict = this.verdicts.get(place);
    this.change({ view: "discard", hand: this.series.hands[place].hand, seat: this.series.seat,
      discard: verdict?.discard || "", versus: "", draw: "", number: "", play: "", step: "",
      at: `${place + 1}`, score: "", deal: "", rules: "" }, true);
  }

  get #slips() {
    return [...this.verdicts].filter(([, verdict]) => !isGood(verdict)).map(([place]) => place)
      .sort((one, two) => one - two);
  }

  #drawEnd() {
    const { sum, series } = this;
    const isDone = this.#throws.length === HANDS;
    find("quiz-end").hidden = !isDone;
    if (!isDone) return;
    if (!sum) {
      fill(find("quiz-end"), make("h2", { id: "quiz-sum" }, "Playing your throws…"));
      return;
    }
    const slips = this.#slips;
    const next = slips.find((place) => place > Number(this.state.at) - 1) ?? slips[0];
    const button = (name, text, onclick, kind = "") => make("button",
      { type: "button", class: `button ${kind}`, "data-control": name, onclick }, text);
    const theme = series.theme === "any" ? "" : ` · ${series.title.toLowerCase()}`;
    const rivals = Object.entries(sum.rivals).map(([name, lost]) => `${name} loses ${lost}`);
    fill(find("quiz-end"),
      make("h2", { id: "quiz-sum" }, `Piquet ten · series ${series.series}${theme}`),
      make("div", { class: "signs" }, ...Array.from({ length: HANDS }, (_, place) =>
        this.#mark(place, false))),
      make("p", { class: "score" }, make("b", {}, sum.lost), " points lost · ",
        make("b", {}, `${sum.best}`), ` best of ${sum.judged}`),
      rivals.length ? make("p", { class: "hint" }, `On the same hands ${rivals.join(", ")}.`) : null,
      ...this.#learn(sum),
      make("div", { class: "line" }, button("copy-result", "Copy result and link", () => this.#copy(), "main"),
        slips.length ? button("slips", slips.length === 1 ? "Look at my slip" : "Go through my slips",
          () => this.#look(next)) : null),
      make("p", { class: "hint", id: "quiz-copied", role: "status" },
        "The link opens the same ten hands and shows no throws."));
  }

  /** What the throws have in common, in which points were lost. */
  #learn({ habits, judged, best }) {
    if (!habits.length) {
      return [make("p", {}, judged && best === judged ? "Nothing was lost that could be told from the best."
        : "Your slips have nothing in common.")];
    }
    return [make("h3", {}, "What to learn"), make("ul", { class: "habits" },
      ...habits.slice(0, HABITS_SHOWN).map((habit) => make("li", {},
        make("b", {}, `You ${habit.title}:`), ` ${habit.mean} a hand, in ` +
        `${plural(habit.throws, "hand", "hands")}.`))),
    make("p", { class: "hint" }, "A slip of two kinds counts in both.")];
  }

  async #copy() {
    const { sum, series } = this;
    const signs = Array.from({ length: HANDS }, (_, place) => this.#markOf(place)[0]).join(" ");
    const rivals = Object.entries(sum.rivals).map(([name, lost]) => `${name} ${lost}`).join(", ");
    const link = `${location.origin}/?${writeQuery({ ...this.state, view: "quiz" }, ["view", ...OF_SERIES])}`;
    const text = `Piquet ten, series ${series.series}: ${signs}\n${sum.lost} points lost, ` +
      `${sum.best} best of ${sum.judged}${rivals ? ` (${rivals})` : ""}\n${link}`;
    try {
      await navigator.clipboard.writeText(text);
      tell(find("quiz-copied"), "Copied: the result, and a link that shows no throws.");
    } catch {
      tell(find("quiz-copied"), make("code", {}, link));
    }
  }

  #drawPast(at) {
    const past = [...this.verdicts.keys()].sort((one, two) => two - one).filter((place) => place !== at);
    find("quiz-past").hidden = !past.length;
    fill(find("quiz-past"), make("h2", { id: "past-title" }, "Your throws"),
      ...past.map((place) => this.#pastHand(place)),
      make("p", { class: "hint legend" }, ...["best", "under3", "under8", "more"].map((kind) =>
        make("span", {}, make("span", { class: `sign ${kind}`, "aria-hidden": "true" },
          kind === "best" ? "✓" : ""), kind === "best" ? "best or too close to call" : MARKS[kind]))));
  }

  #pastHand(place) {
    const verdict = this.verdicts.get(place);
    const says = isGood(verdict) ? (verdict.mark === "best" ? "Best." : "Too close to call.")
      : `Lost ${verdict.said}.`;
    const rivals = Object.entries(verdict.rivals).map(([name, rival]) =>
      `${name} ${rival.lost ? `loses ${rival.said}` : "loses nothing"}`).join(", ");
    return make("div", { class: "past" },
      this.#mark(place, false),
      make("div", {}, make("p", {}, make("b", {}, `Hand ${place + 1}. `), cardsInText(verdict.cards), ` ${says}`),
        make("p", { class: "hint" }, ...(isGood(verdict) ? []
          : ["Best ", cardsInText(verdict.best.cards), rivals ? `; ${rivals}. ` : ". ",
            make("button", { type: "button", class: "link", "data-control": `why ${place}`,
              "aria-label": `See why: hand ${place + 1}`, onclick: () => this.#look(place) }, "See why")]))));
  }
}
