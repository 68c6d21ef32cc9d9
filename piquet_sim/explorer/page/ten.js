// Today's ten hands to throw from, the same for everybody; or ten of one's own errors.

import { ask, Line, listen } from "./ask.js";
import { button, capital, fill, find, make, plural, row, small, table, tell } from "./build.js";
import { Flash, isGood, named } from "./flash.js";
import { emptyOf } from "./state.js";
import { addErrors, chooseErrors, dropError, forget, makeError, noteSeen, openText, recall, saveAll } from "./kept.js";

const SKIPPED = "0";
// How a mark is said; its sign stands in words beside it, too.
const MARKS = { best: "best", good: "as good as any", close: "too close to call", under3: "under 3", under8: "under 8", more: "8 or more", skipped: "not answered" };

/** The number of today's hands: the date, as in 20270131. */
function numberDay() {
  const now = new Date();
  return `${now.getFullYear() * 10000 + (now.getMonth() + 1) * 100 + now.getDate()}`;
}

export class Ten {
  constructor(choices, change) {
    Object.assign(this, { place: find("ten"), change, handsLine: new Line("ten-error"), sumLine: new Line("ten-error") });
    this.flash = new Flash(this.place, (verdict) => this.#answered(verdict), () => this.#openNext());
    addEventListener("kept", () => this.isSeen && this.#drawSide());
  }

  show() {
    if (!this.isSeen) this.#drawSide();
    this.isSeen = true;
    tell(find("ten-error"), "");
    if (!this.run) this.#drawStart();
    else if (!this.flash.reply) this.#drawEnd();
  }

  #offer() {
    return [button("today", "Today’s ten hands", () => this.#askToday(), "go"),
      ...(recall().errors.length ? [button("own", "Ten of my errors", () => this.#start(chooseErrors()))] : [])];
  }

  #askToday() {
    const day = numberDay();
    this.handsLine.end();
    this.handsLine.ask(day, async (signal) => {
      const { hands } = await ask("series", `series=${day}`, signal);
      this.#start(hands.map(({ hand }) => ({ ask: { hand }, bests: [], source: `ten hands of ${day}` })), day);
    });
  }

  #drawStart() {
    this.flash.reply = null;
    fill(this.place, make("p.eyebrow", "Ten hands"), make("h2.ask", "What would you throw?"),
      make("p.sub", "Ten hands, one throw each; then what your throws lose, and what expert and club lose on the same hands. Today’s are the same for everyone."),
      make("div.line", ...this.#offer()));
  }

  // ---- One after another

  #start(hands, day = "") {
    this.run = { hands, day, done: hands.map(() => null) };
    this.#openNext();
  }

  /** To the first that is not answered, or to the result. */
  #openNext() {
    const place = this.run.done.indexOf(null);
    if (place >= 0) this.#open(place);
    else this.#drawEnd();
  }

  #open(place) {
    const { hands, day, done } = this.run;
    const left = done.filter((verdict, other) => !verdict && other !== place).length;
    this.run.place = place;
    tell(find("ten-error"), "");
    this.flash.open(hands[place], { eyebrow: `${day ? "Hand" : "Error"} ${place + 1} of ${hands.length}`, after: left ? "Next" : "To the result",
      verdict: done[place], drawMarks: () => this.#drawMarks(), look: (thrown) => this.#look(hands[place], thrown) })
      .catch(({ message }) => tell(find("ten-error"), message));
  }

  #answered(verdict) {
    const { run, flash: { error } } = this;
    run.done[run.place] = verdict;
    if (!run.day) noteSeen(error.key);
    else if (verdict.decided && !isGood(verdict)) {
      addErrors([makeError(error.ask, { kind: "exchange", done: verdict.decided, bests: verdict.bests, lost: verdict.lost, said: verdict.said }, error.source)]);
    }
  }

  /** How each went; every mark leads back to its hand. */
  #drawMarks() {
    const { done, place: now, hands: { length } } = this.run;
    return make("ol.signs", { "aria-label": "So far" }, ...done.map((verdict, place) => {
      const sign = !verdict ? "" : isGood(verdict) ? "✓" : verdict.decided ? verdict.lost.toFixed(0) : "–";
      const name = `${place + 1} of ${length}: ${verdict ? MARKS[verdict.mark] : "to come"}`;
      return make("li", make("button", { type: "button", class: `sign ${verdict?.mark ?? ""} ${place === now ? "now" : ""}`, "aria-label": name, title: name,
        "data-control": `hand ${place}`, onclick: () => this.#open(place) }, sign));
    }));
  }

  /** The hand with one's throw in the view where throws are weighed; Back comes back. */
  #look({ ask: question }, discard) {
    const none = emptyOf(["took", "versus", "draw", "number", "play", "step", "score", "deal", "rules"]);
    this.change({ ...none, ...question, view: "discard", discard }, true);
  }

  // ---- The end

  #drawEnd() {
    const { day, done } = this.run;
    this.flash.reply = null;
    this.run.place = null;
    const lost = done.reduce((sum, one) => sum + one.lost, 0);
    const judged = done.filter((one) => one.decided || !day);
    const draw = ({ lost: said, rivals = {} }) => fill(this.place,
      make("p.eyebrow", day ? "All ten" : "My errors", make("span", day && `ten hands of ${day}`)), this.#drawMarks(), make("h2.ask", `${said} points lost`),
      make("p.sub", `${judged.filter(isGood).length} best of ${judged.length}. `, ...Object.entries(rivals).map(([name, one]) => `On the same hands ${name} loses ${one}. `)),
      make("div.line", ...this.#offer()));
    draw({ lost: lost.toFixed(1) });
    if (!day) return;
    const throws = done.map(({ decided }) => decided.replaceAll(" ", "") || SKIPPED).join("-");
    this.sumLine.end();
    this.sumLine.ask(throws, (signal) => listen("quiz", `series=${day}&throws=${throws}`, draw, signal));
  }

  // ---- Beside it

  #drawSide() {
    const { errors } = recall();
    const rows = errors.map(({ key, kind, done, said, bests, source, day }, place) => row([
      make("span", { title: `${source}, ${day}` }, capital(kind)), named(done), make("td.number", make("b", said)), named(bests[0] ?? ""),
      button(`out ${place}`, "✕", () => dropError(key), "tiny-button", { "aria-label": `Take out: ${kind}, ${said} points` })]));
    const file = make("input", { type: "file", id: "kept-file", accept: ".json", class: "unseen" });
    const refuse = () => tell(find("ten-error"), `${file.files[0].name} is no file that this page saved.`);
    file.addEventListener("change", () => file.files[0].text().then(openText).catch(refuse));
    const isOpen = find("mistakes").querySelector("details")?.open;
    fill(find("mistakes"), make("h2", "My errors", small("worse beyond doubt; points lost. Kept in this browser only")),
      rows.length ? make("details", { open: isOpen }, make("summary", plural(rows.length, "error")), make("div.scroll", { tabindex: 0, role: "region", "aria-label": "My errors" },
        table(null, ["what", "you", "#lost", "better", make("span.unseen", "take out")], rows))) : make("p.hint", "None yet."),
      make("div.line", button("save", "Save", saveAll), make("label.button", { for: "kept-file" }, "Open"), file, button("forget", "Forget", forget, "", { title: "Everything that this browser keeps: the partie, the settings, the errors" })));
  }
}
