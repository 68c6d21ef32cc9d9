// The view of a deal that was played: what it was worth step by step, and what each decision cost. Deals
// that are pasted together, as of a partie, stand in a table above.

import { button, capital, cardFace, cardsInText, drawBars, drawLine, drawRect, drawText, fill, find, layHand, listTicks, make, nameCard, number, onKeys, rove, row, signed, svg, symbolOf, table, tell } from "./build.js";
import { Line, ask, listen, queryOf } from "./ask.js";
import { Flash } from "./flash.js";
import { addErrors, dropError, hasError, makeError } from "./kept.js";
import { listReasons } from "./reasons.js";
import { pick, withDefault } from "./state.js";

const BEST_NAMED = 3;
const OF_THROW = ["hand", "seat", "took", "score", "deal"];
const PARTS = ["exchange", "calls", "play"];
const SEATS = ["elder", "younger"];
const TOP = 20, ROW = 23, LEFT = 126, AMOUNT = 50;
const soft = (text) => make("span.hint", text);
const named = (cards) => (cards.length ? cardsInText(cards) : "nothing");

/** A decision as an error that is kept: an exchange is asked again as a hand, another out of its deal. */
function asError(name, one, record, source) {
  if (one.kind === "exchange" && !one.open) return null;
  const question = one.kind === "exchange" ? pick(one.open, OF_THROW) : { record, decision: name, seat: one.seat };
  const { lost, ...reply } = one;
  return makeError(question, { ...reply, lost: lost.value, said: lost.se_said ? `${lost.plain} ± ${lost.se_said}` : lost.plain }, source);
}

/** The decisions of a seat that are worse beyond doubt, as errors that are kept. */
export function listSlips({ decisions }, record, seat, source) {
  return Object.entries(decisions).filter(([, one]) => one.is_error && one.seat === seat)
    .map(([name, one]) => asError(name, one, record, source)).filter(Boolean);
}

export class Review {
  constructor(choices, change) {
    Object.assign(this, { change, line: new Line(), openLine: new Line("opened-error"), pasteLine: new Line() });
    this.enterLists = ["decisions", "every-decision"].map((id) => rove(find(id)));
    find("paste-form").addEventListener("submit", (event) => {
      event.preventDefault();
      this.#read(find("pasted").value.trim());
    });
    find("review-example").addEventListener("click", () => this.#enter([{ record: choices.example }]));
    find("view-review").addEventListener("dragover", (event) => event.preventDefault());
    find("view-review").addEventListener("drop", (event) => this.#drop(event));
    find("paste-another").addEventListener("click", () => this.#paste(true));
    find("paste-close").addEventListener("click", () => this.#paste(false));
    find("slip-next").addEventListener("click", () => this.#go(this.#slips, 1));
    find("slip-back").addEventListener("click", () => this.#go(this.#slips, -1));
    find("review-seat").addEventListener("change", (event) => this.change({ seat: event.target.value, decision: "" }, false));
    onKeys(document, (target) => this.#acts(target));
    this.flash = new Flash(find("again"), () => {}, () => {
      this.#closeAgain();
      find("opened-ways").querySelector("button")?.focus();
    });
  }

  show(state) {
    this.isSeen = true;
    this.state = state;
    const { record } = state;
    const query = queryOf({ record: record ?? "", seat: withDefault(state, "seat") });
    if (!record) this.line.end();
    if (this.of !== query) {
      this.reply = null;
      this.isPasting = false;
      this.#closeAgain();
    }
    this.of = query;
    find("review-seat").value = withDefault(state, "seat");
    this.#drawPaste();
    if (this.reply) this.#draw();
    else find("review-body").hidden = true;
    if (!record) return;
    this.line.ask(query, (signal) => listen("review", query, (reply) => {
      if (!this.reply) this.isPasting = false;
      this.reply = reply;
      this.#drawPaste();
      this.#draw();
      if (reply.over) this.#note();
    }, signal), (message) => {
      if (!this.reply) this.#paste(true);
      this.#refuse(message);
      tell(find("review-news"), message);
    });
  }

  // ---- Which deal

  #drawPaste() {
    find("review-paste").hidden = !this.isPasting && Boolean(this.state.record);
    find("paste-close").hidden = !this.reply;
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
    const line = Number(/line (\d+)/.exec(message)?.[1]);
    if (line) { // the line that cannot be read is marked
      const { value } = find("pasted"), lines = value.trimStart().split("\n");
      const start = value.length - value.trimStart().length + lines.slice(0, line - 1).join("\n").length + (line > 1 ? 1 : 0);
      find("pasted").setSelectionRange(start, start + (lines[line - 1] ?? "").length);
    }
  }

  #enter(deals) {
    this.isPasting = false;
    this.isEntering = true;
    this.deals = deals.length > 1 ? deals : null;
    this.reviews = new Map(); // the replies by deal
    this.#refuse("");
    this.change({ record: deals[0].record, decision: "" }, true);
  }

  async #drop(event) {
    event.preventDefault();
    const [file] = event.dataTransfer.files;
    const text = (file ? await file.text() : event.dataTransfer.getData("text")).trim();
    find("pasted").value = text;
    this.#paste(true);
    this.#read(text);
  }

  #read(pasted) {
    this.pasteLine.end();
    this.pasteLine.ask(pasted, async (signal) =>
      this.#enter((await ask("record", queryOf({ pasted }), signal)).deals), (message) => {
      find("pasted").focus();
      this.#refuse(message);
    });
  }

  // ---- The reply

  /** The errors of the player's own deal, or of one whose seat was chosen, are kept. */
  #note() {
    const { reply, state } = this;
    if (reply.is_own || state.seat) addErrors(listSlips(reply, state.record, withDefault(state, "seat"), reply.title));
    this.reviews?.set(state.record, reply);
    this.#drawDeals();
    this.#drawOpened(this.#opened);
  }

  /** What a decision of a seat lost on average in a part of the deals that are reviewed to the end. */
  #grade(seat, part) {
    const judged = [...this.reviews.values()].filter(({ over }) => over).flatMap(({ decisions }) => Object.values(decisions));
    const losses = judged.filter((one) => one.seat === seat && one.kind === part && one.lost).map(({ lost }) => lost.value);
    return losses.length ? (losses.reduce((sum, lost) => sum + lost, 0) / losses.length).toFixed(2) : "…";
  }

  /** A partie as a table of its deals: who scored what, and what each seat gave away. */
  #drawDeals() {
    find("review-deals").hidden = !this.deals;
    if (!this.deals) return;
    const rows = this.deals.map(({ record, players, scores }, place) => {
      const review = this.reviews.get(record);
      const lost = [0, 1].flatMap((seat) => PARTS.map((part) => number(review ? review.given[seat][part].said : "…")));
      const open = button(`deal ${place}`, `${place + 1}`, () => this.change({ record, decision: "" }, true), "tiny-button", { "aria-label": `Review deal ${place + 1}` });
      return row([open, players[0], players[1], number(scores[0]), number(scores[1]), ...lost], { class: record === this.state.record ? "open" : null });
    });
    const grades = SEATS.flatMap((seat) => PARTS.map((part) => number(this.#grade(seat, part))));
    const foot = make("tr", make("th", { scope: "row", colspan: 5 }, "lost a decision, doubtful ones too"), ...grades);
    const heads = ["deal", ...SEATS, "#elder’s score", "#younger’s", ...SEATS.flatMap((seat) => PARTS.map((part) => `#${seat}: ${part}`))];
    fill(find("review-deals"), make("h2", "The partie", make("small", "points; what each seat gave away beyond doubt in a deal that was opened")),
      make("div.scroll", { tabindex: 0, role: "region", "aria-label": "The deals" }, table(null, heads, rows, foot)));
  }

  /** Before the exchanges are valued nothing is the worst; without a slip the end is selected. */
  get #opened() {
    const { decisions, worst, order } = this.reply;
    const { decision } = this.state;
    return decision in decisions ? decision : decisions.elder && (this.#slips[0] ?? (this.reply.over ? order.at(-1) : worst[0]));
  }

  /** The decisions of the seat that are worse beyond doubt, in their order, or all that lost. */
  get #slips() {
    const { slips, decisions } = this.reply;
    const own = slips.filter((name) => decisions[name].is_error);
    return own.length ? own : slips;
  }

  #go(names, by) {
    const place = names.indexOf(this.#opened) + by;
    if (names.length) this.#open(names.at(place % names.length));
  }

  #acts(target) {
    if (!this.isSeen || !this.reply || target.closest(".deck, [role=region], #review-list")) return null;
    const slip = (by) => () => this.#go(this.#slips, by), step = (by) => () => this.#go(this.reply.order, by);
    return { n: slip(1), p: slip(-1), ArrowRight: step(1), ArrowLeft: step(-1) };
  }

  #open(decision) {
    this.#closeAgain();
    this.change({ decision }, false);
    if (innerWidth <= 900) find("opened").scrollIntoView({ block: "nearest" });
  }

  #closeAgain() {
    find("review-body").classList.remove("trying");
    find("again").hidden = true;
    find("opened-body").hidden = false;
  }

  #draw() {
    const { over, title, names, given, decisions, counted, to_count: toCount } = this.reply;
    const slips = this.#slips;
    find("review-body").hidden = false;
    tell(find("review-title"), title);
    const place = slips.indexOf(this.#opened);
    tell(find("review-news"), !over ? `Counting: ${counted} of ${toCount} decisions` : slips.length ? `Slip ${place + 1 || "–"} of ${slips.length}` : "No slip");
    find("slip-back").disabled = find("slip-next").disabled = slips.length < 2;
    const seat = withDefault(this.state, "seat") === "younger" ? 1 : 0;
    const gave = (who, { all }, points) => make("p", who, make(all.said === "0" ? "b" : "b.costs", all.said), all.se_said ? make("small", ` ± ${all.se_said}`) : null, points);
    fill(find("review-given"), ...(decisions.elder ? [gave(`${capital(names[seat])} gave away `, given[seat], " points"), gave(`${names[1 - seat].replace(/ \(.*/, "")} `, given[1 - seat], "")] : []));
    this.#drawDeals();
    this.#drawFlow();
    this.#drawLists();
    fill(find("dealt"), ...this.reply.dealt.map(({ hand, thrown, drawn }, one) => make("div",
      make("dt", `${names[one]} was dealt`), make("dd", cardsInText(hand)), make("dt", "threw, took"), make("dd", named(thrown), " → ", named(drawn)))));
    this.#drawOpened(this.#opened);
    if (!this.isEntering) return;
    this.isEntering = false;
    find("review-title").focus();
    scrollTo(0, 0);
  }

  /** What the deal was worth from step to step, downwards; a trick is a row with its cards, that of the winner framed. */
  #drawFlow() {
    const { steps, played, winners } = this.reply;
    fill(find("review-line"));
    if (!steps) return;
    const opened = this.#opened;
    const rows = steps.filter((one) => !one.trick).map((one) => [one]);
    const heading = rows.length;
    for (let trick = 1; trick <= winners.length; trick++) rows.push(steps.filter((one) => one.trick === trick));
    const width = Math.max(find("review-line").clientWidth, 240), height = TOP + ROW * (rows.length + 2);
    const values = steps.flatMap((one) => [one.from, one.to]);
    const low = Math.min(0, ...values), high = Math.max(5, ...values);
    const at = (value) => LEFT + ((width - LEFT - AMOUNT) * (value - low)) / (high - low);
    const down = (place) => TOP + ROW * (place < heading ? place : place + 1);
    const drawn = listTicks(low, high, width / 100).flatMap((tick) => [drawLine(tick ? "grid-line" : "zero", at(tick), TOP, at(tick), height),
      drawText("", at(tick), 14, signed(tick), "middle")]);
    SEATS.forEach((seat, place) => drawn.push(drawText("name", 26 + 48 * place, down(heading) - 7, seat)));
    rows.forEach((parts, place) => {
      const y = down(place), trick = place - heading;
      const names = parts.flatMap((one) => one.decisions);
      const isOpen = names.includes(opened);
      const name = isOpen ? opened : names[0];
      const made = svg("g", { class: isOpen ? "step open" : "step", "data-step": name, onclick: () => name && this.#open(name) },
        isOpen ? drawRect("chosen", 0, y, width, ROW) : null,
        ...(trick < 0 ? [drawText("name", 4, y + 16, parts[0].name)] : [drawText("name", 18, y + 16, `${trick + 1}`, "end")]));
      for (const { card, seat } of trick < 0 ? [] : played.slice(2 * trick, 2 * trick + 2)) {
        const x = 26 + 48 * SEATS.indexOf(seat);
        if (winners[trick] === seat) made.append(drawRect("takes", x - 4, y + 2, 38, ROW - 4, { rx: 4 }));
        made.append(drawText(`tc ${card[1]}`, x, y + 16, symbolOf(card)));
      }
      for (const { kind, from, to } of parts) made.append(drawRect(kind, Math.min(at(from), at(to)) - 1, y + 4, Math.max(2, Math.abs(at(to) - at(from))), ROW - 8));
      const said = parts.filter(({ kind }) => trick < 0 || SEATS.includes(kind));
      const end = Math.max(...parts.flatMap(({ from, to }) => [at(from), at(to)]));
      said.forEach(({ kind, said: amount }, one) => made.append(drawText(SEATS.includes(kind) ? `amount ${kind}` : "amount", end + 4 + 40 * one, y + 16, amount)));
      drawn.push(made);
    });
    const { to: result } = steps.at(-1);
    drawn.push(drawText("name", 4, height - 7, "the deal"), drawText("amount result", at(Math.max(0, result)) + 4, height - 7, signed(Math.round(result))));
    const said = steps.filter((one) => !["0", "…"].includes(one.said)).map((one) => `${one.name} ${one.said}`).join(", ");
    fill(find("review-line"), svg("svg", { viewBox: `0 0 ${width} ${height}`, class: "flow", role: "img", "aria-label": `Points for ${withDefault(this.state, "seat")}: ${said}` }, ...drawn));
  }

  #drawLists() {
    const { decisions, order, worst, over } = this.reply;
    const most = Math.max(1, ...order.map((name) => decisions[name].lost?.value ?? 0));
    const list = (caption, names, where) => table(make("caption.unseen", caption), ["when", "did", make("span.unseen", "points lost"), "#lost"],
      names.map((name) => this.#rowOf(name, decisions[name], most, where)));
    fill(find("decisions"), worst.length ? null : make("p.hint", "They are being counted."), list("The decisions that cost, and the exchange", worst, ""));
    fill(find("every-decision"), list("All decisions, as they were made", order, "all "));
    find("all-decisions").hidden = !over;
    const [elders, youngers] = SEATS.map((seat) => order.filter((name) => decisions[name].seat === seat).length);
    tell(find("all-decisions").firstChild, `All ${order.length} decisions, as they were made: elder’s ${elders}, younger’s ${youngers}`);
    for (const enter of this.enterLists) enter();
  }

  #rowOf(name, one, most, where) {
    const { lost, better: call, seat } = one;
    const isOpen = this.#opened === name;
    const press = make("button.pick", { type: "button", "data-control": where + name, tabindex: -1, "aria-pressed": String(isOpen) }, one.when);
    const number = !lost ? [soft(this.reply.over ? "not valued" : "…")] : one.is_best ? [make("b.gains", "best")]
      : this.reply.over && !one.is_error ? [soft(one.verdict.replace(" to call", ""))] : [lost.plain, lost.se_said ? make("small", ` ± ${lost.se_said}`) : null];
    return row([press, make("td", `${capital(seat)} ${one.does} `, one.cards && named(one.cards),
      !lost || one.is_best ? null : make("span.better", "better: ", one.cards ? named(one.best.slice(0, one.number ? BEST_NAMED : undefined)) : call)),
    make("td.bar-cell", drawBars([seat, one.is_error ? (100 * lost.value) / most : 0])),
    make(one.is_error ? "td.number.loss" : "td.number", ...number)], { class: isOpen ? "open" : null, onclick: () => this.#open(name) });
  }

  // ---- The one that is open

  #drawOpened(name) {
    const one = this.reply.decisions[name];
    find("opened").hidden = !one;
    if (!one) return;
    tell(find("opened-title"), one.title);
    fill(find("opened-said"), ...this.#said(one));
    const error = this.reply.over && one.is_error && asError(name, one, this.state.record, this.reply.title);
    const isKept = error && hasError(error.key);
    fill(find("opened-ways"), error ? button("again", "Try it again", () => this.#again(error), "main") : null,
      one.open && button("open", one.number ? "Study this deal" : "All throws", () => this.change(one.open, true), error ? "" : "main"),
      error ? button("keep", isKept ? "✓ In my errors" : "Keep in my errors", () => {
        if (isKept) dropError(error.key);
        else addErrors([error]);
        this.#drawOpened(name);
      }, "", { "aria-pressed": String(isKept) }) : null);
    const key = JSON.stringify([this.state.record, name, one.best]);
    if (this.openLine.isOf(key)) return;
    tell(find("opened-error"), "");
    fill(find("opened-why"));
    fill(find("opened-cards"));
    find("opened-cards").hidden = !one.cards;
    this.openLine.ask(key, async (signal) => {
      if (one.number) showCard("opened", await ask("card", queryOf({ record: this.state.record, decision: name }), signal), one.cards[0]);
      else if (one.cards) await this.#drawExchange(one, signal);
    });
  }

  async #again(error) {
    find("again").hidden = false;
    find("opened-body").hidden = true;
    find("review-body").classList.add("trying"); // no answer stands anywhere
    await this.flash.open(error, { eyebrow: "Once more", after: "Back to the review" });
  }

  #said({ cards, does, lost, number, is_best: isBest, better, verdict, not_counted: kept }) {
    const costs = (text) => make("b.costs", text);
    const amount = lost && `${lost.se_said && ` ± ${lost.se_said}`} points, ${verdict}`;
    if (!cards) {
      const valued = !lost ? [this.reply.over ? `${capital(verdict)}.` : "Being valued…"] : isBest ? ["The best by what was known."]
        : ["Loses ", costs(lost.plain), `${amount}; better: ${better}.`];
      return [`${capital(does)}. `, ...valued, kept ? ` Calling all would have counted ${kept} points more at once, all cards seen.` : null];
    }
    const asItLay = number ? ` As the cards lay it gave ${this.reply.played[number - 1].gave || "nothing"}.` : null;
    if (isBest) return [named(cards), " is the best by what was known.", asItLay];
    return [named(cards), " loses ", costs(lost.plain), `${amount}.`, asItLay];
  }

  async #drawExchange({ seat, cards, best, why }, signal) {
    drawHand(find("opened-cards"), this.reply.dealt[SEATS.indexOf(seat)].hand, (card) => [
      best.includes(card) ? "lift ring" : "", cards.includes(card) ? "out" : null, "",
      (best.includes(card) ? ", the best throw it" : "") + (cards.includes(card) ? ", thrown" : "")]);
    if (why) await listen("contrast", queryOf(why), (reply) => fill(find("opened-why"), make("ul", ...listReasons(reply))), signal);
  }
}

/** `noteOf` gives for a card: more classes, the note at its foot, its kind, and what is read aloud. */
function drawHand(place, hand, noteOf, led) {
  fill(place, led ? make("p", "On ", cardsInText([led])) : null, make("div.tiny", ...layHand(hand, (card, first) => {
    const [mark, note = null, noteClass = "", said = ""] = noteOf(card);
    return cardFace(card, { mark: `${mark} ${first}`, note, noteClass, label: nameCard(card) + said });
  })));
}

/** What each card makes that may be played now; `done` is the one that was played. */
export function showCard(place, { hand, led, hands, cards, holds }, done = null) {
  const values = new Map(cards.flatMap((one) => [one.card, ...one.same].map((card) => [card, one.loses])));
  drawHand(find(`${place}-cards`), hand, (card) => {
    const loses = values.get(card), isDone = card === done;
    if (!loses) return ["dim"];
    const isBest = loses === "0";
    return [`${isBest ? "ring" : ""} ${isDone ? "lift" : ""}`, isBest ? "✓" : isDone ? `−${loses}` : null,
      isBest ? "good" : "cost", `${isDone ? ", played" : ""}, ${isBest ? "best" : `loses ${loses}`}`];
  }, led);
  const rows = cards.map(({ card, same, mean, loses, best }) => row([cardsInText([card, ...same]), number(mean), number(loses), number(best)],
    { class: [card, ...same].includes(done) ? "open" : null }));
  const who = holds.flatMap((one, at) => [at ? ", " : "", cardsInText([one.card]), ` in ${one.hands} (${one.chance})`]);
  fill(find(`${place}-why`), table(`By what the seat knew, over the ${hands === 1 ? "one hand" : `${hands.toLocaleString("en")} hands`} that the other could hold; points`,
    ["card", "#ends", "#loses", "#best in"], rows), who.length ? make("p.holds", "The other holds ", ...who, ".") : null);
}
