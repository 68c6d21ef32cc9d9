// Ten hands to throw from, named by a number, the same for everybody; or ten of one's own errors.

import { ask, Line, listen } from "./ask.js";
import { WORDS, button, capital, cardButton, cardFace, cardsInText, fill, find, link, make, nameCard, plural, row, rove, small, tell } from "./build.js";
import { drawDots, Flash, layHand, named } from "./flash.js";
import { addErrors, chooseErrors, dropError, forget, makeError, noteSeen, openText, recall, saveAll } from "./kept.js";
import { writeQuery } from "./state.js";

const OF_SERIES = ["seat", "theme", "series"];
const HANDS = 10;
const SKIPPED = "0", END = "end", OWN = "errors";
const ANY = 1e6;
const HABITS_SHOWN = 5;
// How a mark is said; its sign stands in words beside it, too.
const MARKS = { best: "best", close: "too close to call", under3: "under 3", under8: "under 8", more: "8 or more" };
const isGood = ({ mark }) => mark === "best" || mark === "close";

/** The number of today's series: its date, as in 20270131. */
function numberDay() {
  const now = new Date();
  return `${now.getFullYear() * 10000 + (now.getMonth() + 1) * 100 + now.getDate()}`;
}

export class Ten {
  constructor(choices, change) {
    const place = find("ten");
    Object.assign(this, { place, choices, change, series: null, seriesLine: new Line(), verdictLine: new Line() });
    this.enter = rove(place, ".mini button");
    this.flash = new Flash(place, (verdict) => this.#answered(verdict), () => this.#openNext());
    place.addEventListener("keydown", (event) => {
      if (!this.series || !event.target.closest(".card")) return;
      if (event.key === "Enter") this.#throw();
      else if (event.key === "Backspace") this.#draw(this.picked = []);
      else return;
      event.preventDefault();
    });
    addEventListener("kept", () => this.isSeen && this.#drawSide());
  }

  leave() {
    this.isSeen = false;
    this.flash.close();
    this.run = null;
    this.seriesLine.end();
    this.verdictLine.end();
    this.series = null;
  }

  show(state) {
    this.state = state;
    if (!this.isSeen) {
      this.isSeen = true;
      this.#drawSide();
    }
    const refuse = (message) => tell(find("ten-error"), message);
    refuse("");
    if (!state.series || state.series === OWN) {
      this.seriesLine.end();
      this.series = null;
      if (state.series !== OWN) this.#drawStart();
      else if (!this.run) this.#startErrors();
      return;
    }
    this.flash.close();
    this.run = null;
    const query = writeQuery(state, OF_SERIES);
    if (!this.seriesLine.isOf(query)) Object.assign(this, { series: null, verdicts: new Map(), sum: null, picked: [] });
    this.seriesLine.ask(query, async (signal) => {
      this.series = await ask("series", query, signal);
      this.#judge(refuse);
    }, refuse);
    if (this.series) this.#judge(refuse);
  }

  #begin(series, theme = "") {
    this.run = null;
    this.change({ series, theme, throws: "", at: "" }, true);
  }

  #drawStart() {
    this.flash.close();
    this.run = null;
    fill(this.place, make("p.eyebrow", "Ten hands"), make("h2.ask", "What would you throw?"),
      make("p.sub", "Ten hands, one throw each; then what your throws lose, and what expert and club lose on the same hands. Today’s are the same for everyone."),
      make("div.line", button("today", "Today’s ten hands", () => this.#begin(numberDay()), "go"), ...this.#offerErrors()));
  }

  #offerErrors() {
    return recall().errors.length ? [button("own", "Ten of my errors", () => this.#begin(OWN))] : [];
  }

  // ---- One's own errors

  #startErrors() {
    this.run = { left: chooseErrors(), lost: 0, best: 0, seen: 0 };
    this.run.all = this.run.left.length;
    this.#openNext();
  }

  async #openNext() {
    const { run } = this;
    const [next, ...left] = run.left;
    if (!next) {
      this.flash.close();
      fill(this.place, make("p.eyebrow", "My errors"), make("h2.ask", run.all ? `${run.lost.toFixed(1)} points lost` : "No errors yet"),
        make("p.sub", run.all ? `${run.best} best of ${run.seen}.` : "What loses beyond doubt in Play, Review or Ten hands comes here by itself."),
        make("div.line", ...(run.all ? this.#offerErrors() : []), button("today", "Today’s ten hands", () => this.#begin(numberDay()), "go")));
      return;
    }
    Object.assign(run, { left, seen: run.seen + 1 });
    try {
      await this.flash.open(next, { eyebrow: `Error ${run.seen} of ${run.all}`, after: left.length ? "Next" : "To the result" });
    } catch (error) {
      tell(find("ten-error"), error.message);
    }
  }

  #answered({ is_right: isRight, lost }) {
    this.run.best += isRight ? 1 : 0;
    this.run.lost += lost;
    noteSeen(this.flash.error.key);
  }

  // ---- Beside it

  #drawSide() {
    const { errors } = recall();
    fill(find("series"), make("h2", "Other hands"), make("div.line", ...Object.entries(this.choices.themes).map(([theme, { title, meaning }]) =>
      link(theme, title, () => this.#begin(`${Math.floor(Math.random() * ANY)}`, theme), { title: meaning }))));
    const rows = errors.map(({ key, kind, done, said, bests, source, day }, place) => row([
      make("span", { title: `${source}, ${day}` }, capital(kind)), named(done), make("td.number", make("b", said)), named(bests[0] ?? ""),
      button(`out ${place}`, "✕", () => dropError(key), "tiny-button", { "aria-label": `Take out: ${kind}, ${said} points` })]));
    const file = make("input", { type: "file", id: "kept-file", accept: ".json", class: "unseen" });
    file.addEventListener("change", async () => {
      try {
        openText(await file.files[0].text());
      } catch {
        tell(find("ten-error"), `${file.files[0].name} is no file that this page saved.`);
      }
    });
    fill(find("mistakes"), make("h2", "My errors", small("worse beyond doubt; points lost. Kept in this browser only")),
      rows.length ? make("details", make("summary", plural(rows.length, "error")), make("div.scroll", { tabindex: 0, role: "region", "aria-label": "My errors" },
        make("table.errs", make("thead", make("tr", ...["what", "you", "lost", "better", ""].map((one) => make(one ? "th" : "td", one)))), make("tbody", ...rows)))) : make("p.hint", "None yet."),
      make("div.line", button("save", "Save", saveAll), make("label.button", { for: "kept-file" }, "Open"), file, button("forget", "Forget", forget, "", { title: "Everything that this browser keeps: the partie, the settings, the errors" })));
  }

  // ---- A series

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
      else {
        this.verdicts.set(told.place, told);
        this.#keepSlip(told);
      }
      this.#draw();
    }, signal), refuse);
    this.#draw();
  }

  #keep(word, at) {
    const throws = [...this.#throws, word];
    this.change({ throws: throws.join("-"), at: throws.length === HANDS && !at ? END : at }, true);
  }

  #keepSlip(verdict) {
    if (isGood(verdict)) return;
    const { hands, seat, series } = this.series;
    const found = { kind: "exchange", done: verdict.discard, bests: [verdict.best.discard], lost: verdict.lost, said: verdict.said };
    addErrors([makeError({ hand: hands[verdict.place].hand, seat }, found, `ten hands, series ${series}`)]);
  }

  #throw() {
    const { hands, exchange } = this.series;
    const { cards } = hands[this.#at];
    if (!this.#isOpen || this.picked.length < exchange[0]) return;
    const thrown = cards.filter((card) => this.picked.includes(card));
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
    if (mark === "close") return [make("b", "As good as any. "), cardsInText(verdict.cards), " or ", ...bestIs, `: too close to call, ${said} apart.`];
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
      make("div.line", button("another", "Another ten", () => this.#begin(`${Math.floor(Math.random() * ANY)}`, this.state.theme), "go"),
        slips.length ? button("slips", "Go through my slips", () => this.#look(slips[0])) : null, button("copy-result", "Copy result and link", () => this.#copy()),
        ...this.#offerErrors()));
  }

  async #copy() {
    const { sum, series } = this;
    const address = `${location.origin}${location.pathname}?view=ten&${writeQuery(this.state, OF_SERIES)}`;
    const text = `Piquet ten, series ${series.series}: ${sum.lost} points lost, ${sum.best} best of ${sum.judged}\n${address}`;
    try {
      await navigator.clipboard.writeText(text);
      tell(find("copied"), "Copied");
    } catch {
      tell(find("ten-error"), address);
    }
  }
}
