// The view of a deal: both seats, the trick, what every card leads to, and where the deal would end.

import { button, capital, cardFace, cardsInText, fill, find, layHand, make, nameCard, number, onKeys, plural, row, signed, svg, table, tell } from "./build.js";
import { Line, ask } from "./ask.js";
import { RECORDED, listOf, writeQuery } from "./state.js";

const OF_DEAL = ["record", "hand", "seat", "took", "rules", "score", "deal", "strategy", "discard", "draw", "number", "play", "step"];
const MOST_NUMBER = 2 ** 50;
const NOT_LAID = "Lay out a hand and choose a throw in Discard.";

const otherOf = (seat) => (seat === "elder" ? "younger" : "elder");
const icon = (d) => svg("svg", { viewBox: "0 0 24 24", "aria-hidden": "true" }, svg("path", { d }));

export class Play {
  constructor(choices, change) {
    this.change = change;
    this.line = new Line();
    onKeys(document, (target) => this.#acts(target));
  }

  show(state, { hand, error }) {
    this.isSeen = true;
    this.state = state;
    tell(find("play-error"), error ?? "");
    if (error === null && !hand) return; // it is being read
    const thrown = listOf(state.discard).length;
    const isReady = hand && !hand.needed && thrown >= hand.exchange[0] && thrown <= hand.exchange[1];
    if (isReady && !state.number) this.#draw(false); // one comes here to play; Back goes to where one came from
    else if (isReady || state.number === RECORDED) this.#ask();
    else {
      this.line.end();
      this.#refuse(error ?? NOT_LAID);
    }
  }

  #ask() {
    const query = writeQuery(this.state, OF_DEAL);
    if (!this.line.isOf(query)) this.refusal = "";
    else if (this.refusal) this.#refuse(this.refusal);
    this.line.ask(query, async (signal) => {
      this.reply = null;
      this.reply = await ask("deal", query, signal);
      this.#drawBoard();
    }, (message) => this.#refuse(this.refusal = message));
  }

  #refuse(message) {
    tell(find("play-error"), message);
    find("board").hidden = true;
  }

  /** The cards that the hand does not settle. */
  #draw(asNewStep = true) {
    this.isEntering = true;
    this.change({ number: `${Math.floor(Math.random() * MOST_NUMBER)}`, play: "", step: "" }, asNewStep);
  }

  // ---- Steps

  #play(cards) {
    this.change({ play: cards.join(" "), step: "" }, true);
  }

  #goTo(step) {
    this.change({ step: step >= this.reply.played.length ? "" : `${step}` }, false);
  }

  get #before() {
    return listOf(this.state.play).slice(0, this.reply.step);
  }

  /** Along what was played, so many cards; after it the best. */
  #forward(most) {
    const { step, played, best } = this.reply;
    if (step < played.length) this.#goTo(step + most);
    else if (best.length) this.#play([...this.#before, ...best.slice(0, most)]);
  }

  #acts(target) {
    if (!this.isSeen || !this.reply || find("board").hidden || target.closest(".scroll")) return null;
    const { step } = this.reply;
    return { ArrowRight: () => this.#forward(1), ArrowLeft: () => step && this.#goTo(step - 1), Home: () => this.#goTo(0), End: () => this.#forward(24) };
  }

  // ---- What is shown of it

  get #hasValues() {
    return this.reply.margins[0] !== null;
  }

  #drawBoard() {
    const { reply } = this;
    find("board").hidden = false;
    // The focus of a card that was played goes on to the way on.
    const stood = ["own-hand", "other-hand"].some((id) => find(id).contains(document.activeElement));
    for (const [place, seat] of [["other", otherOf(reply.seat)], ["own", reply.seat]]) {
      fill(find(`${place}-seat`), make("p", make("b", capital(seat) + (place === "own" ? " (you)" : "")), ` counted ${reply.points[seat]} · ${plural(reply.tricks[seat], "trick")}`));
      this.#drawHand(find(`${place}-hand`), seat, place === "own" ? 5 : 6);
    }
    this.#drawTrick();
    this.#drawWays();
    if (this.isEntering || (stood && document.activeElement === document.body)) {
      const ways = find("ways");
      (ways.querySelector("[data-control=best]:enabled") ?? ways.querySelector(":enabled"))?.focus({ preventScroll: true });
    }
    this.isEntering = false;
    this.#drawCourse();
    this.#drawCalls();
  }

  #drawHand(place, seat, least) {
    const { hands, turn, moves } = this.reply;
    const cards = hands[seat].map(({ card }) => card);
    place.style.setProperty("--cards", Math.max(cards.length, least));
    place.classList.toggle("is-many", cards.length > 6);
    const legal = new Map(turn === seat ? moves.map((move) => [move.card, move]) : []);
    fill(place, ...layHand(cards, (card, first) => (legal.has(card) ? this.#moveButton(legal.get(card), first)
      : cardFace(card, { mark: `${first} ${legal.size ? "dim" : ""}` }))));
  }

  #moveButton({ card, ends, cost }, first) {
    const isKnown = this.#hasValues;
    const face = cardFace(card, {
      label: nameCard(card) + (isKnown ? `, ends ${signed(ends)}, ${cost ? `costs ${cost}` : "best"}` : ""),
      note: isKnown ? (cost ? `−${cost}` : "best") : null,
      noteClass: cost ? "cost" : "good", mark: `${first} ${isKnown && !cost ? "ring" : ""}`,
      onclick: () => this.#play([...this.#before, card]),
    });
    if (isKnown) face.append(make("span.ends", signed(ends)));
    return face;
  }

  /** What was led or, until the next is led, the trick before. */
  #drawTrick() {
    const { course, led, over, turn, seat, ends, margins, step } = this.reply;
    const last = led ? null : course.at(-1);
    fill(find("trick-cards"), ...(led ? [led] : last ? [last.led, last.reply] : []).map(({ card }) => cardFace(card)), last ? null : make("span.slot"));
    find("trick-cards").classList.toggle("is-done", Boolean(last));
    const whose = turn === seat ? "" : `${turn} to `;
    tell(find("trick"), ...(over ? ["The deal is over"] : [`Trick ${course.length + 1}: ${whose}${led ? "answer " : "lead"}`, led && cardsInText([led.card])].filter(Boolean)));
    const [own, other] = ends ? [ends[seat], ends[otherOf(seat)]] : [];
    const won = last && !over ? `${last.winner === seat ? "You take" : `${capital(last.winner)} takes`} trick ${course.length}. ` : "";
    tell(find("turn"), ...(over ? [`Elder scores ${ends.elder}, younger ${ends.younger}. You end `, make("b", signed(own - other)), "."]
      : this.#hasValues ? [won, "If both play their best, you end ", make("b", signed(margins[step])), `, ${own} to ${other}.`] : [won]));
    tell(find("turn-more"), over ? "" : this.#hasValues ? "On each card: how the deal ends with it, and what it costs." : "Under these rules the best card is not known.");
    find("turn-more").classList.toggle("wide-only", this.#hasValues);
  }

  #drawWays() {
    const { reply: { step, played, best, record } } = this;
    const isAtEnd = step === played.length;
    fill(find("ways"),
      button("start", icon("M5 4h3v16H5zM20 4v16L9 12z"), () => this.#goTo(0), "", { disabled: !step, "aria-label": "To the start" }),
      button("back", "Back", () => this.#goTo(step - 1), "", { disabled: !step }),
      button("best", "Best card", () => this.#play([...this.#before, best[0]]), "go", { disabled: !best.length }),
      button("finish", icon("M16 4h3v16h-3zM4 4v16l11-8z"), () => this.#forward(24), "", { disabled: isAtEnd && !best.length,
        "aria-label": isAtEnd ? "Best play to the end" : "To the last card played" }),
      this.state.number === RECORDED ? null : button("another", "Another deal", () => this.#draw(), "last"));
    fill(find("deals"), record ? button("review", "Review this deal", () => this.change({ view: "review", record, decision: "" }, true), "main") : null);
  }

  // ---- Beside the table

  #drawCourse() {
    const { reply } = this;
    const { tricks, seat, course, led, turn } = reply;
    find("tricks-count").textContent = `${tricks[seat]} to ${tricks[otherOf(seat)]}`;
    const all = led ? [...course, { leader: otherOf(turn), led }] : course;
    fill(find("course"), all.length ? table(make("caption.unseen", "The tricks played, who won, and what cards gave away"),
      ["trick", "elder", "younger", ...(this.#hasValues ? ["#gave", "#ends"] : [])], all.map((trick, index) => this.#trickRow(trick, index))) : make("p.hint", "None yet."));
  }

  #trickRow(trick, index) {
    const { played, margins } = this.reply;
    const after = 2 * index + (trick.reply ? 2 : 1);
    const cells = ["elder", "younger"].map((seat) => {
      const isLead = trick.leader === seat, wins = trick.winner === seat;
      const card = isLead ? trick.led : trick.reply;
      return make("td", { class: wins ? "wins" : null }, card && cardsInText([card.card]), isLead ? make("span.unseen", " led") : null,
        wins ? make("span.won", " ✓", make("span.unseen", " wins")) : null);
    });
    const go = make("button.go-to", { type: "button", "data-control": `trick ${index}`, onclick: () => this.#goTo(2 * index),
      "aria-label": `Trick ${index + 1}: look at the table before it` }, `${index + 1}`);
    if (!this.#hasValues) return row([go, ...cells]);
    const given = played.slice(2 * index, after).filter((one) => one.gave);
    const said = given.flatMap((one, place) => [place ? " " : null, cardsInText([one.card]), ` ${one.gave}`]);
    return row([go, ...cells, make("td.number.gave", ...said), number(signed(margins[after]))]);
  }

  #drawCalls() {
    const { calls, exchange, story } = this.reply;
    const exchanged = Object.entries(exchange).map(([seat, { discarded, drawn }]) => make("li", make("span.hint", `${capital(seat)} threw `),
      cardsInText(discarded.cards), make("span.hint", " and took "), cardsInText(drawn.cards)));
    fill(find("calls"), ...calls.map((line) => make("li", line)), ...exchanged);
    fill(find("story"), story ? make("details", make("summary", "The whole deal in words"), make("pre", story.join("\n"))) : null);
  }
}
