// The view of a deal that was played: what each decision cost, and one of them beside it.

import { capital, cardFace, cardsInText, fill, find, make, nameCard, rove, row, svg, tell } from "./build.js";
import { Line, ask, listen } from "./ask.js";
import { drawMargins, stepAt, symbolOf } from "./margins.js";
import { listReasons } from "./reasons.js";

const BEST_NAMED = 3;
const soft = (text) => make("span", { class: "hint" }, text);
const named = (cards) => (cards.length ? cardsInText(cards) : "nothing");
const queryOf = (parts) => new URLSearchParams(parts).toString();

export class Review {
  constructor(choices, change) {
    this.change = change;
    this.line = new Line();
    this.openLine = new Line();
    this.pasteLine = new Line();
    this.enterLists = ["decisions", "every-decision"].map((id) => rove(find(id)));
    find("paste-form").addEventListener("submit", (event) => {
      event.preventDefault();
      this.#read(find("pasted").value.trim());
    });
    find("review-example").addEventListener("click", () => this.#enter(choices.example));
    find("paste-another").addEventListener("click", () => this.#paste(true));
    find("paste-close").addEventListener("click", () => this.#paste(false));
    find("review-line").addEventListener("click", (event) => this.#jump(event));
  }

  leave() {
    for (const line of [this.line, this.openLine, this.pasteLine]) line.end();
    this.isPasting = false;
  }

  show(state) {
    this.state = state;
    const { record } = state;
    if (!record) this.line.end();
    if (this.of !== record) this.told = null;
    this.of = record;
    this.#drawPaste();
    if (this.told) this.#draw();
    else find("review-body").hidden = true;
    if (!record) return;
    this.line.ask(record, (signal) => listen("review", queryOf({ record }), (told) => {
      if (!this.told) this.isPasting = false;
      this.told = told;
      this.#drawPaste();
      this.#draw();
    }, signal), (message) => {
      if (!this.told) this.#paste(true);
      this.#refuse(message);
      tell(find("review-news"), message);
    });
  }

  // ---- Which deal

  #drawPaste() {
    find("review-paste").hidden = !this.isPasting && Boolean(this.state.record);
    find("paste-close").hidden = !this.told;
  }

  #paste(isPasting) {
    this.isPasting = isPasting;
    this.#refuse("");
    this.#drawPaste();
    find(isPasting ? "pasted" : "paste-another").focus();
  }

  #refuse(message) {
    tell(find("review-error"), message);
    find("pasted").setAttribute("aria-invalid", String(Boolean(message)));
  }

  #enter(record) {
    this.isPasting = false;
    this.isEntering = true;
    this.#refuse("");
    this.change({ record, decision: "" }, true);
  }

  #read(pasted) {
    this.pasteLine.end();
    this.pasteLine.ask(pasted, async (signal) =>
      this.#enter((await ask("record", queryOf({ pasted }), signal)).record), (message) => {
      this.#refuse(message);
      find("pasted").focus();
    });
  }

  // ---- What was found

  /** Before the exchanges are valued nothing is the worst. */
  get #opened() {
    const { decisions, worst } = this.told;
    const { decision } = this.state;
    return decision in decisions ? decision : decisions.elder && worst[0];
  }

  #open(decision) {
    this.change({ decision }, false);
    if (innerWidth <= 900) find("opened").scrollIntoView({ block: "nearest" });
  }

  #draw() {
    const { over, title, names, seats, decisions, worse } = this.told;
    find("review-body").hidden = false;
    tell(find("review-title"), title);
    tell(find("review-news"), over ? `Reviewed: ${worse || "no"} slip${worse === 1 ? "" : "s"}`
      : decisions.elder ? "So far…" : "Being valued…");
    const sum = (name, loss) => make("dd", {}, `${name} `, make("b", { class: loss?.value > 0 ? "costs" : null },
      loss?.said ?? "…"), loss?.se_said ? ` ± ${loss.se_said}` : null);
    fill(find("review-seats"), ...seats.map(({ exchange, calls, play, all }, seat) => make("div", {},
      make("dt", {}, names[seat]), sum("exchange", exchange), sum("calls", calls), sum("play", play),
      sum("in all", all))));
    this.#drawLine();
    this.#drawLists();
    fill(find("dealt"), ...this.told.dealt.map(({ hand, thrown, drawn }, seat) => make("div", {},
      make("dt", {}, `${names[seat]} was dealt`), make("dd", {}, cardsInText(hand)),
      make("dt", {}, "threw, took"), make("dd", {}, named(thrown), " → ", named(drawn)))));
    this.#drawOpened(this.#opened);
    if (!this.isEntering) return;
    this.isEntering = false;
    find("review-title").focus();
    scrollTo(0, 0);
  }

  #drawLine() {
    const place = find("review-line");
    const width = Math.max(place.clientWidth, 260);
    const isNarrow = width < 640;
    fill(place, drawMargins({ ...this.told, step: this.told.decisions[this.#opened]?.number ?? 0 }, {
      width, height: 150, room: isNarrow ? 50 : 110,
      nameSlip: ({ seat, card, gave }) => `${isNarrow ? "" : `${seat} `}${symbolOf(card)} −${gave}`,
    }));
  }

  /** To the decision that is nearest to a card on the line. */
  #jump(event) {
    const step = stepAt(find("review-line").firstChild, event);
    const distance = (name) => Math.abs(name - step);
    const cards = this.told.order.filter(Number).sort((one, two) => distance(one) - distance(two));
    if (cards.length) this.#open(cards[0]);
  }

  #drawLists() {
    const { decisions, order, worst, over } = this.told;
    const most = Math.max(1, ...order.map((name) => decisions[name].lost?.value ?? 0));
    const rowsOf = (names, where) => names.map((name) => this.#rowOf(name, decisions[name], most, where));
    const rows = rowsOf(worst, "");
    fill(find("decisions"), listOf("The decisions that cost, and the exchange", rows));
    fill(find("every-decision"), listOf("All decisions, as they were made", rowsOf(order, "all ")));
    find("all-decisions").hidden = !over;
    tell(find("all-decisions").firstChild, `All ${order.length} decisions, as they were made`);
    for (const enter of this.enterLists) enter();
  }

  #rowOf(name, one, most, where) {
    const { lost, better: call } = one;
    const isOpen = this.#opened === name;
    const button = make("button", { type: "button", class: "pick", "data-control": where + name, tabindex: -1,
      "aria-pressed": String(isOpen) }, one.when, make("span", { class: "unseen" }, `, ${one.seat}`));
    const number = !lost ? [soft(this.told.over ? "not valued" : "…")]
      : [lost.said, lost.se_said ? make("small", {}, ` ± ${lost.se_said}`) : null];
    const better = !lost ? [] : one.is_best ? [soft("the same")] : [one.cards ? this.#best(one) : call];
    return make("tr", { class: isOpen ? "open" : null, onclick: () => this.#open(name) },
      make("th", { scope: "row" }, button), make("td", {}, capital(one.seat)),
      make("td", {}, `${one.does} `, one.cards && named(one.cards)),
      make("td", { class: "bar-cell" }, bar(lost?.value ?? 0, most)),
      make("td", { class: `number ${lost?.value > 0 ? "loss" : ""}` }, ...number),
      make("td", { class: "better" }, ...better));
  }

  /** Of cards as many as fit. */
  #best({ number, best }) {
    return named(number ? best.slice(0, BEST_NAMED) : best);
  }

  // ---- The one that is open

  #drawOpened(name) {
    const one = this.told.decisions[name];
    find("opened").hidden = !one;
    if (!one) return;
    const { slips } = this.told;
    tell(find("opened-title"), one.title);
    fill(find("opened-said"), ...this.#said(one));
    const next = slips[(slips.indexOf(name) + 1) % slips.length];
    const button = (control, text, kind, onclick, disabled = false) => make("button", { type: "button",
      class: `button ${kind}`, "data-control": control, disabled, onclick }, text);
    fill(find("opened-ways"), one.open && button("open", `Open in ${capital(one.open.view)}`, "main",
      () => this.change(one.open, true)),
    button("next", "Next slip ▸", "", () => this.#open(next), !next || next === name));
    const key = JSON.stringify([this.state.record, name, one.best]);
    if (this.openLine.isOf(key)) return;
    tell(find("opened-error"), "");
    fill(find("opened-why"));
    fill(find("opened-cards"));
    find("opened-cards").hidden = !one.cards;
    this.openLine.ask(key, async (signal) => {
      if (one.number) this.#drawCard(one, await ask("card", queryOf({ record: this.state.record, decision: name }), signal));
      else if (one.cards) await this.#drawExchange(one, signal);
    }, (message) => tell(find("opened-error"), message));
  }

  #said({ cards, does, lost, number, is_best: isBest, better, verdict, not_counted: kept }) {
    const costs = (text) => make("b", { class: "costs" }, text);
    if (!cards) {
      const valued = !lost ? [this.told.over ? `${capital(verdict)}.` : "Being valued…"]
        : isBest ? ["The best by what was known."]
          : ["Loses ", costs(lost.plain), `${lost.se_said && ` ± ${lost.se_said}`}, ${verdict}; better: ${better}.`];
      return [`${capital(does)}. `, ...valued, kept ? ` All called would have counted ${kept} points more at once, ` +
        "all cards seen." : null];
    }
    const asItLay = number ? ` As the cards lay it gave ${this.told.played[number - 1].gave || "nothing"}.` : null;
    if (isBest) return [named(cards), " is the best by what was known.", asItLay];
    return [named(cards), " loses ", costs(lost.plain), `${lost.se_said && ` ± ${lost.se_said}`}, ${verdict}.`, asItLay];
  }

  /** `noteOf` gives for a card: more classes, the note at its foot, its kind, and what is read aloud. */
  #drawHand(hand, noteOf, led) {
    fill(find("opened-cards"), led ? make("p", {}, "On ", cardsInText([led])) : null,
      make("div", { class: "tiny" }, ...hand.map((card, place) => {
        const [mark, note = null, noteClass = "", said = ""] = noteOf(card);
        const isFirst = place && hand[place - 1][1] !== card[1] ? "first" : "";
        return cardFace(card, { mark: `${mark} ${isFirst}`, note, noteClass, label: nameCard(card) + said });
      })));
  }

  async #drawExchange({ seat, cards, best, why }, signal) {
    this.#drawHand(this.told.dealt[seat === "elder" ? 0 : 1].hand, (card) => [
      best.includes(card) ? "lift ring" : "", cards.includes(card) ? "out" : null, "",
      (best.includes(card) ? ", the best throw it" : "") + (cards.includes(card) ? ", thrown" : "")]);
    if (!why) return;
    await listen("contrast", queryOf(why), (told) => fill(find("opened-why"), make("ul", {}, ...listReasons(told))), signal);
  }

  #drawCard({ cards: [done] }, { hand, led, hands, cards, holds }) {
    const values = new Map(cards.flatMap((one) => [one.card, ...one.same].map((card) => [card, one.loses])));
    this.#drawHand(hand, (card) => {
      const loses = values.get(card), isDone = card === done;
      if (!loses) return ["dim"];
      const isBest = loses === "0";
      return [`${isBest ? "ring" : ""} ${isDone ? "lift" : ""}`, isBest ? "✓" : isDone ? `−${loses}` : null,
        isBest ? "good" : "cost", `${isDone ? ", played" : ""}, ${isBest ? "best" : `loses ${loses}`}`];
    }, led);
    const number = (text) => make("td", { class: "number" }, text);
    const heads = ["card", "ends", "loses", "best in"].map((text, place) =>
      make("th", { scope: "col", class: place ? "number" : null }, text));
    const rows = cards.map(({ card, same, mean, loses, best }) => row([cardsInText([card, ...same]), number(mean),
      number(loses), number(best)], { class: [card, ...same].includes(done) ? "open" : null }));
    const who = holds.flatMap((one, place) => [place ? ", " : "", cardsInText([one.card]), ` in ${one.hands} (${one.chance})`]);
    fill(find("opened-why"), make("table", {}, make("caption", {}, "By what the seat knew, over the " +
      (hands === 1 ? "one hand" : `${hands.toLocaleString("en")} hands`) + " that the other could hold"),
    make("thead", {}, make("tr", {}, ...heads)), make("tbody", {}, ...rows)),
    who.length ? make("p", { class: "holds" }, "The other holds ", ...who, ".") : null);
  }
}

function listOf(caption, rows) {
  const kinds = { lost: "number", better: "better", bar: "bar-cell" };
  const heads = ["when", "who", "did", "bar", "lost", "better"].map((text) => make("th", { scope: "col",
    class: kinds[text] }, text === "bar" ? make("span", { class: "unseen" }, "points lost") : text));
  return make("table", {}, make("caption", { class: "unseen" }, caption),
    make("thead", {}, make("tr", {}, ...heads)), make("tbody", {}, ...rows));
}

const bar = (lost, most) => svg("svg", { viewBox: "0 0 100 10", preserveAspectRatio: "none", "aria-hidden": "true" },
  svg("rect", { class: "fall", x: 0, y: 2, width: Math.max(0, (100 * lost) / most), height: 6 }),
  svg("line", { class: "zero", x1: 0, x2: 0, y1: 0, y2: 10 }));
