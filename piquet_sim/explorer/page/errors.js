// My errors: those that are due as flashcards, how many points a decision loses, and what is kept.

import { ask, queryOf, send, today } from "./ask.js";
import { button, capital, cardsInText, drawBars, fill, find, link, make, plural, row, small, svg, tell } from "./build.js";
import { Flash } from "./flash.js";
import { Ten } from "./ten.js";

const isCards = (text) => /^([AKQJT9876][SHDC] ?)+$/.test(text ?? "");
const named = (text) => (isCards(text) ? cardsInText(text.split(" ")) : text);
const dayOf = (day) => new Date(`${day}T12:00`).toLocaleDateString("en-GB", { day: "numeric", month: "short" });
const WIDTH = 560, HEIGHT = 250, LEFT = 34, RIGHT = 460, TOP = 14, FOOT = 214;

export class Errors {
  constructor(choices, change) {
    Object.assign(this, { change, choices, all: false, kind: "" });
    this.flash = new Flash(find("flash"), (told) => this.#answered(told), () => this.#openNext());
    this.ten = new Ten(find("flash"), change);
    addEventListener("kept", () => { this.told = null; });
  }

  leave() {
    this.isSeen = false;
    this.ten.end();
  }

  async show(state) {
    const wasTen = this.isTen;
    this.isTen = Boolean(state.series);
    if (this.isTen) {
      this.flash.told = null;
      this.ten.show(state, (message) => {
        tell(find("errors-error"), message);
        fill(find("flash"), button("leave-ten", "My errors", () => this.change({ series: "", throws: "", at: "" }, true)));
      });
    } else if (wasTen) {
      this.ten.end();
      this.told = null;
    }
    if (this.isSeen && this.told) return;
    this.isSeen = true;
    await this.#take(() => ask("errors", queryOf({ day: today() })));
  }

  async #take(run) {
    try {
      const told = await run();
      this.told = told;
      tell(find("errors-error"), "");
      dispatchEvent(new CustomEvent("due", { detail: told }));
      this.#draw();
      if (this.isTen) return told;
      if (!this.flash.told || (!this.flash.verdict && !told.errors.some((one) => one.error === this.flash.error))) this.#openNext();
      return told;
    } catch (error) {
      tell(find("errors-error"), error.message);
      return null;
    }
  }

  // ---- Flashcards

  get #due() {
    return this.told.errors.filter((one) => (one.is_due || this.all) && (!this.kind || one.kind === this.kind));
  }

  #openNext() {
    const due = this.#due;
    this.seen = this.all ? (this.seen ?? []) : [];
    const next = due.find((one) => !this.seen.includes(one.error));
    if (!next) {
      this.all = false;
      this.#drawNone();
      return;
    }
    if (this.all) this.seen.push(next.error);
    this.flash.open(next.error, { eyebrow: this.all ? "Flashcard" : `Flashcard, ${due.length} due` });
  }

  #drawNone() {
    const { errors, first_due: first } = this.told;
    this.flash.told = null;
    fill(find("flash"), make("h2.ask", errors.length ? "None due today" : "No errors yet"),
      make("p.sub", errors.length ? `The next is due on ${dayOf(first)}.` : "Play a deal; errors come here."),
      make("div.line", errors.length ? button("anyway", "Practise anyway", () => {
        this.all = true;
        this.seen = [];
        this.#openNext();
      }, "go") : button("play", "Play a deal", () => this.change({ view: "partie" }, true), "go"), button("ten", "Ten hands to throw from", () => this.#startTen("any"))));
  }

  #startTen(theme, series = `${Math.floor(Math.random() * 1e6)}`) {
    this.change({ series, theme, throws: "", at: "" }, true);
  }

  async #answered() {
    await this.#take(() => ask("errors", queryOf({ day: today() }))).then(() => {}, () => {});
  }

  // ---- What is kept

  #draw() {
    this.#drawRating();
    this.#drawKept();
    this.#drawSide();
  }

  #drawRating() {
    const { rating, rating_se: error, decisions, rated, curve, rivals } = this.told;
    const head = make("h2", "Points lost per decision", small(`over the last ${rated}`), rating ? make("span.key", make("b", rating), ` ± ${error} points`) : null);
    if (!rating) {
      fill(find("rating"), head, make("p.score", make("b", `${decisions}`), ` of ${rated} decisions`),
        make("p.hint", "Forced moves, deals with a hint and flashcards do not count."));
      return;
    }
    fill(find("rating"), head, drawCurve(curve, rivals, decisions, rating));
  }

  #drawKept() {
    const { errors } = this.told;
    const shown = errors.filter((one) => !this.kind || one.kind === this.kind);
    const rows = shown.map(({ error, kind, place, done, lost, se, best, box, due, is_due: isDue, source, day }) => row([
      make("span", { title: `${source}, ${day}` }, Number(place) ? `Trick ${Math.ceil(place / 2)}` : capital(kind)), named(done),
      make("td.number", make("b", lost), small(` ± ${se}`)), isDue ? make("span.hid", "hidden") : named(best),
      make("span.boxes", { role: "img", "aria-label": `box ${box} of 5` }, ...Array.from({ length: 5 }, (_, one) => make("i", { class: one < box ? "f" : null }))),
      isDue ? make("b.due", "today") : dayOf(due),
      button(`out ${error}`, "✕", () => this.#take(() => send("drop", { error })), "tiny-button", { "aria-label": `Take out: ${kind}, ${lost} points` })]));
    const select = make("select", { "aria-label": "Kinds" }, make("option", { value: "" }, "all kinds"), ...this.told.kinds.kinds.map(({ kind }) => make("option", { selected: kind === this.kind }, kind)));
    select.addEventListener("change", () => {
      this.kind = select.value;
      this.#drawKept();
    });
    fill(find("kept"), make("h2", "Mistakes kept", small("worse beyond doubt only; points lost"), make("span.key", select)),
      make("div.scroll", { tabindex: 0, role: "region", "aria-label": "The mistakes, one a row" }, rows.length ? make("table.errs", make("thead", make("tr",
        ...["when", "your decision", "lost", "better", "known", "due"].map((one) => make("th", { scope: "col" }, one)), make("td"))), make("tbody", ...rows)) : make("p.hint", "Nothing is kept.")),
      this.#drawFiles());
  }

  #drawFiles() {
    const file = make("input", { type: "file", id: "history-file", accept: ".txt", class: "unseen" });
    file.addEventListener("change", async () => {
      const told = await this.#take(async () => send("import", {}, await file.files[0].text()));
      if (told) tell(find("spoken"), `${told.new} new errors`);
    });
    return make("div.line", make("a", { href: "/api/file/errors", download: "" }, "Save to a file"), make("label.button", { for: "history-file" }, "Read a file"), file,
      button("forget", "Delete all", () => this.#take(() => send("forget"))));
  }

  #drawSide() {
    const { kinds: { deals, kinds }, history } = this.told;
    const most = Math.max(0.1, ...kinds.map((one) => one.value));
    const bars = kinds.map(({ kind, value, said }) => row([kind, make("td", drawBars(["own", (100 * value) / most])), make("td.number", said)]));
    fill(find("lost"), make("section.panel", make("h2", "Where you lose", small(`points a deal, last ${plural(deals, "deal")}`)), make("table.funnel", make("tbody", ...bars))),
      make("section.panel", make("h2", "Ten hands", small("what would you throw?")), make("div.line", ...Object.entries(this.choices.themes).map(([theme, { title, meaning }]) =>
        link(theme, title, () => this.#startTen(theme), { title: meaning }))),),
      make("section.panel", make("h2", "History", small("kept on this machine only")), history.length ? make("table.hist", make("tbody", ...history.map(({ day, source, lost }) => row([dayOf(day), source, make("td.number", lost === "0.0" ? "nothing given away" : `gave away ${lost} points`)])))) : make("p.hint", "Nothing yet.")));
  }
}

/** The rating as it went, with its 95 % interval, beside what club and expert lose. */
function drawCurve(curve, rivals, decisions, rating) {
  const others = Object.entries(rivals).filter(([, one]) => one);
  const most = Math.max(0.2, ...curve.map((one) => one.mean + 2 * one.se), ...others.map(([, one]) => one.mean));
  const first = curve[0].decisions;
  const x = (at) => (decisions === first ? RIGHT : LEFT + ((RIGHT - LEFT) * (at - first)) / (decisions - first));
  const y = (value) => FOOT - ((FOOT - TOP) * Math.max(0, value)) / most;
  const path = (points) => points.map(([at, value], place) => `${place ? "L" : "M"}${x(at).toFixed(1)} ${y(value).toFixed(1)}`).join("");
  const text = (kind, at, height, words, anchor = "start") => svg("text", { class: kind, x: at, y: height, "text-anchor": anchor }, words);
  const step = [0.1, 0.2, 0.5, 1, 2, 5, 10].find((one) => most / one <= 4) ?? 20;
  const ticks = Array.from({ length: Math.floor(most / step) + 1 }, (_, place) => place * step);
  const drawn = ticks.flatMap((tick) => [svg("line", { class: "grid-line", x1: LEFT, x2: RIGHT, y1: y(tick), y2: y(tick) }), text("", LEFT - 6, y(tick) + 4, `${Number(tick.toFixed(1))}`, "end")]);
  const up = curve.map((one) => [one.decisions, one.mean + 1.96 * one.se]), down = curve.map((one) => [one.decisions, one.mean - 1.96 * one.se]);
  let below = -99;
  const labels = [["you", { mean: curve.at(-1).mean, said: rating }], ...others].sort(([, one], [, two]) => two.mean - one.mean).map(([name, { mean, said }]) => {
    below = Math.max(y(mean) + 4, below + 15);
    return text(name === "you" ? "now" : "", RIGHT + 8, below, `${name} ${said}`);
  });
  return svg("svg", { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, class: "rate", role: "img", "aria-label": `Points lost per decision: ${rating} over the last 50 of ${decisions}; ` + others.map(([name, { said }]) => `${name} ${said}`).join(", ") },
    ...drawn, svg("path", { class: "band", d: `${path([...up, ...down.reverse()])}Z` }), ...others.map(([, { mean }]) => svg("line", { class: "ref", x1: LEFT, x2: RIGHT, y1: y(mean), y2: y(mean) })),
    svg("path", { class: "ln", d: path(curve.map((one) => [one.decisions, one.mean])) }), svg("circle", { class: "pt", cx: x(curve.at(-1).decisions), cy: y(curve.at(-1).mean), r: 5 }), ...labels,
    text("", LEFT, FOOT + 20, `${first}`, "middle"), text("", RIGHT, FOOT + 20, `${decisions} decisions`, "end"));
}
