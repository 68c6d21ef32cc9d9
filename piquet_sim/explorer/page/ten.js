// Ten hands to throw from, named by a number, the same for everybody; or ten of one's own errors.

import { ask, Line, listen } from "./ask.js";
import { button, capital, fill, find, link, make, plural, row, small, tell } from "./build.js";
import { Flash, isGood, named } from "./flash.js";
import { addErrors, chooseErrors, dropError, forget, makeError, noteSeen, openText, recall, saveAll } from "./kept.js";
import { writeQuery } from "./state.js";

const OF_SERIES = ["seat", "theme", "series"];
const OWN = "errors", SKIPPED = "0", ANY = 1e6;
const HABITS_SHOWN = 5;
// How a mark is said; its sign stands in words beside it, too.
const MARKS = { best: "best", good: "as good as any", close: "too close to call", under3: "under 3", under8: "under 8", more: "8 or more", skipped: "not answered" };

/** The number of today's series: its date, as in 20270131. */
function numberDay() {
  const now = new Date();
  return `${now.getFullYear() * 10000 + (now.getMonth() + 1) * 100 + now.getDate()}`;
}

export class Ten {
  constructor(choices, change) {
    Object.assign(this, { place: find("ten"), choices, change, seriesLine: new Line(), sumLine: new Line() });
    this.flash = new Flash(this.place, (verdict) => this.#answered(verdict), () => this.#openNext());
    addEventListener("kept", () => this.isSeen && this.#drawSide());
  }

  /** The hand that is asked stays for when one comes back. */
  leave() {
    this.isSeen = false;
    this.seriesLine.end();
    this.sumLine.end();
  }

  show(state) {
    if (!this.isSeen) this.#drawSide();
    this.isSeen = true;
    this.state = state;
    this.#refuse("");
    const query = writeQuery(state, OF_SERIES);
    if (query === this.run?.query) {
      if (!this.run.left.length && !this.flash.reply) this.#drawEnd();
      return;
    }
    this.run = null;
    if (!state.series) this.#drawStart();
    else if (state.series === OWN) this.#start(query, chooseErrors(), null);
    else {
      this.seriesLine.ask(query, async (signal) => {
        const series = await ask("series", query, signal);
        const source = `series ${series.series} · ${series.title}`;
        this.#start(query, series.hands.map(({ hand }) => ({ ask: { hand, seat: series.seat }, bests: [], source })), series);
      }, (message) => this.#refuse(message));
    }
  }

  #refuse(message) {
    tell(find("ten-error"), message);
  }

  #begin(series, theme = "") {
    this.run = null;
    this.change({ series, theme }, true);
  }

  #offer() {
    return [button("today", "Today’s ten hands", () => this.#begin(numberDay()), "go"),
      ...(recall().errors.length ? [button("own", "Ten of my errors", () => this.#begin(OWN))] : [])];
  }

  #drawStart() {
    this.flash.close();
    fill(this.place, make("p.eyebrow", "Ten hands"), make("h2.ask", "What would you throw?"),
      make("p.sub", "Ten hands, one throw each; then what your throws lose, and what expert and club lose on the same hands. Today’s are the same for everyone."),
      make("div.line", ...this.#offer()));
  }

  // ---- One after another

  #start(query, left, series) {
    this.run = { query, left, series, all: left.length, done: [] };
    this.#openNext();
  }

  async #openNext() {
    const { run } = this;
    const [next, ...left] = run.left;
    if (!next) {
      this.flash.close();
      this.#drawEnd();
      return;
    }
    run.left = left;
    const eyebrow = `${run.series ? "Hand" : "Error"} ${run.all - left.length} of ${run.all}`;
    try {
      await this.flash.open(next, { eyebrow, after: left.length ? "Next" : "To the result", drawMarks: () => this.#drawMarks(), look: (thrown) => this.#look(next, thrown) });
    } catch (error) {
      this.#refuse(error.message);
    }
  }

  #answered(verdict) {
    const { run, flash: { error } } = this;
    run.done.push(verdict);
    if (!run.series) noteSeen(error.key);
    else if (verdict.decided && !isGood(verdict)) {
      addErrors([makeError(error.ask, { kind: "exchange", done: verdict.decided, bests: verdict.bests, lost: verdict.lost, said: verdict.said }, `ten hands, ${error.source}`)]);
    }
  }

  #drawMarks() {
    const { done, all } = this.run;
    return make("ol.signs", { "aria-label": "So far" }, ...Array.from({ length: all }, (_, place) => {
      const verdict = done[place];
      const sign = !verdict ? "" : isGood(verdict) ? "✓" : verdict.decided ? verdict.lost.toFixed(0) : "–";
      return make("li", { class: `sign ${verdict?.mark ?? ""} ${place === done.length ? "now" : ""}` }, sign, make("span.unseen", verdict ? MARKS[verdict.mark] : "to come"));
    }));
  }

  /** The hand with one's throw in the view where throws are weighed; Back comes back. */
  #look({ ask: question }, discard) {
    const none = Object.fromEntries(["took", "versus", "draw", "number", "play", "step", "score", "deal", "rules"].map((key) => [key, ""]));
    this.change({ ...none, ...question, view: "discard", discard }, true);
  }

  // ---- The end

  #drawEnd() {
    const { series, done, query, all } = this.run;
    if (!all) {
      fill(this.place, make("p.eyebrow", "My errors"), make("h2.ask", "No errors yet"), make("p.sub", "What loses beyond doubt in Play, Review or Ten hands comes here by itself."), make("div.line", ...this.#offer()));
      return;
    }
    const lost = done.reduce((sum, one) => sum + one.lost, 0);
    const judged = done.filter((one) => one.decided || !series);
    const draw = ({ lost: said, habits = [], rivals = {} }) => fill(this.place,
      make("p.eyebrow", series ? "All ten" : "My errors", make("span", series ? `series ${series.series} · ${series.title}` : "")), this.#drawMarks(), make("h2.ask", `${said} points lost`),
      make("p.sub", `${judged.filter(isGood).length} best of ${judged.length}. `, ...Object.entries(rivals).map(([name, one]) => `On the same hands ${name} loses ${one}. `)),
      make("ul.habits", ...habits.slice(0, HABITS_SHOWN).map((one) => make("li", make("b", `You ${one.title}:`), ` ${one.mean} points a hand, in ${plural(one.throws, "hand")}.`))),
      make("div.line", ...this.#offer(), series && button("copy-result", "Copy result and link", () => this.#copy(said, judged))));
    draw({ lost: lost.toFixed(1) });
    if (!series) return;
    const throws = done.map(({ decided }) => decided.replaceAll(" ", "") || SKIPPED).join("-");
    this.sumLine.ask(throws, (signal) => listen("quiz", `${query}&throws=${throws}`, (reply) => reply.over && draw(reply), signal), (message) => this.#refuse(message));
  }

  async #copy(lost, judged) {
    const { series, query } = this.run;
    const address = `${location.origin}${location.pathname}?view=ten&${query}`;
    const text = `Piquet ten, series ${series.series}: ${lost} points lost, ${judged.filter(isGood).length} best of ${judged.length}\n${address}`;
    try {
      await navigator.clipboard.writeText(text);
      tell(find("copied"), "Copied");
    } catch {
      this.#refuse(address);
    }
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
        this.#refuse(`${file.files[0].name} is no file that this page saved.`);
      }
    });
    const isOpen = find("mistakes").querySelector("details")?.open;
    fill(find("mistakes"), make("h2", "My errors", small("worse beyond doubt; points lost. Kept in this browser only")),
      rows.length ? make("details", { open: isOpen }, make("summary", plural(rows.length, "error")), make("div.scroll", { tabindex: 0, role: "region", "aria-label": "My errors" },
        make("table.errs", make("thead", make("tr", ...["what", "you", "lost", "better", ""].map((one) => make(one ? "th" : "td", one)))), make("tbody", ...rows)))) : make("p.hint", "None yet."),
      make("div.line", button("save", "Save", saveAll), make("label.button", { for: "kept-file" }, "Open"), file, button("forget", "Forget", forget, "", { title: "Everything that this browser keeps: the partie, the settings, the errors" })));
  }
}
