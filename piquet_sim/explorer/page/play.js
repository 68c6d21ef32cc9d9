// The view of a deal: both seats, the trick, what every card leads to, and where the deal would end.

import { button, capital, cardButton, cardFace, cardsInText, fill, find, hasModifier, make, nameCard, row, signed, svg, tell } from "./build.js";
import { Line, ask } from "./ask.js";
import { RECORDED, listOf, writeQuery } from "./state.js";

const OF_RECORD = ["record", "seat", "rules", "number", "play", "step"];
const OF_DEAL = ["hand", "seat", "took", "rules", "score", "deal", "strategy", "discard", "draw",
  "number", "play", "step"];
const MOST_NUMBER = 2 ** 50;

const otherOf = (seat) => (seat === "elder" ? "younger" : "elder");
const countOf = (number, thing) => `${number} ${thing}${number === 1 ? "" : "s"}`;

const icon = (d) => svg("svg", { viewBox: "0 0 24 24", "aria-hidden": "true" }, svg("path", { d }));

export class Play {
  constructor(choices, change) {
    this.change = change;
    this.line = new Line();
    find("deal-any").addEventListener("click", () => this.#dealAny());
    document.addEventListener("keydown", (event) => this.#press(event));
  }

  leave() {
    this.line.end();
    this.isSeen = false;
  }

  show(state, { hand, error }) {
    this.isSeen = true;
    this.state = state;
    tell(find("play-error"), error ?? "");
    if (error === null && !hand) return; // it is being read
    const thrown = listOf(state.discard).length;
    const isReady = hand && !hand.needed && thrown >= hand.exchange[0] && thrown <= hand.exchange[1];
    const isRecord = state.number === RECORDED;
    const isDrawn = Boolean(isRecord || (isReady && state.number));
    if (isReady && !isDrawn) {
      this.#draw(listOf(state.draw), false); // one comes here to play; Back goes to where one came from
      return;
    }
    if (!isDrawn) {
      this.line.end();
      return this.#refuse(error ?? "");
    }
    find("play-start").hidden = true;
    const query = writeQuery(state, isRecord ? OF_RECORD : OF_DEAL);
    if (!this.line.isOf(query)) this.refusal = "";
    else if (this.refusal) this.#refuse(this.refusal);
    else if (this.reply) this.#drawBoard(this.reply); // what is shown has changed
    this.line.ask(query, async (signal) => {
      this.reply = null;
      this.reply = await ask("deal", query, signal);
      this.#drawBoard(this.reply);
    }, (message) => this.#refuse(this.refusal = message));
  }

  #refuse(message) {
    tell(find("play-error"), message);
    find("play-start").hidden = false;
    find("board").hidden = true;
  }

  // ---- Before the deal

  #draw(cards, asNewStep = true) {
    const number = Math.floor(Math.random() * MOST_NUMBER);
    this.isEntering = true;
    this.change({ draw: cards.join(" "), number: `${number}`, play: "", step: "" }, asNewStep);
  }

  async #dealAny() {
    const number = `${Math.floor(Math.random() * MOST_NUMBER)}`;
    const { rules, seat } = this.state;
    try {
      const query = writeQuery({ number, rules, seat }, ["number", "rules", "seat"]);
      const { hand, discard } = await ask("random", query);
      this.isEntering = true;
      this.change({ hand, discard, versus: "", took: "", draw: "", number, play: "", step: "" }, true);
    } catch (error) {
      tell(find("play-error"), error.message);
    }
  }

  // ---- Steps

  #play(cards, asNewStep = true) {
    this.change({ play: cards.join(" "), step: "" }, asNewStep);
  }

  #goTo(step) {
    const { played } = this.reply;
    this.change({ step: step >= played.length ? "" : `${step}` }, false);
  }

  get #before() {
    return listOf(this.state.play).slice(0, this.reply.step);
  }

  /** The next card: along what was played, after it the best. */
  #forward(asNewStep = true) {
    const { step, played, best } = this.reply;
    if (step < played.length) this.#goTo(step + 1);
    else if (best.length) this.#play([...this.#before, best[0]], asNewStep);
  }

  #toEnd() {
    const { step, played, best } = this.reply;
    if (step < played.length) this.#goTo(played.length);
    else this.#play([...this.#before, ...best]);
  }

  get #hasMore() {
    return this.reply.step < this.reply.played.length || this.reply.best.length > 0;
  }

  #press(event) {
    if (!this.isSeen || !this.reply || find("board").hidden) return;
    if (hasModifier(event)) return;
    if (event.target.closest("input, select, textarea, .scroll")) return;
    const { step } = this.reply;
    const act = {
      ArrowRight: () => this.#forward(), ArrowLeft: () => step && this.#goTo(step - 1),
      Home: () => this.#goTo(0), End: () => this.#toEnd(),
    }[event.key];
    if (!act) return;
    event.preventDefault();
    act();
  }

  // ---- What is shown of it

  get #hasValues() {
    return this.reply.margins[0] !== null;
  }

  #drawBoard(reply) {
    const [own, other] = [reply.seat, otherOf(reply.seat)];
    find("board").hidden = false;
    // The focus of a card that was played goes on to the way on.
    const stood = ["own-hand", "other-hand"].some((id) => find(id).contains(document.activeElement));
    this.#drawSeat(find("other-seat"), reply, other);
    this.#drawSeat(find("own-seat"), reply, own);
    this.#drawHand(find("other-hand"), reply, other);
    this.#drawHand(find("own-hand"), reply, own);
    this.#drawTrick(reply, own);
    this.#drawWays();
    if (this.isEntering || (stood && document.activeElement === document.body)) {
      const ways = find("ways");
      (ways.querySelector("[data-control=best]:enabled") ?? ways.querySelector(":enabled"))
        ?.focus({ preventScroll: true });
    }
    this.isEntering = false;
    this.#drawCourse(reply, own, other);
    this.#drawCalls(reply);
  }

  #drawSeat(place, reply, seat) {
    fill(place, make("p", make("b", capital(seat) + (seat === reply.seat ? " (you)" : "")), ` counted ` +
      `${reply.points[seat]} · ${countOf(reply.tricks[seat], "trick")}`));
  }

  #drawHand(place, reply, seat) {
    const isOther = seat !== reply.seat;
    const cards = reply.hands[seat];
    place.style.setProperty("--cards", Math.max(cards.length, isOther ? 6 : 5));
    place.classList.toggle("is-many", cards.length > 6);
    const moves = new Map(reply.turn === seat ? reply.moves.map((move) => [move.card, move]) : []);
    const names = cards.map(({ card }, index) => {
      const isFirst = index > 0 && cards[index - 1].card[1] !== card[1] ? "first" : "";
      const move = moves.get(card);
      if (!move) return cardFace(card, { mark: `${isFirst} ${moves.size ? "dim" : ""}` });
      return this.#moveButton(move, isFirst);
    });
    fill(place, ...names);
  }

  #moveButton(move, isFirst) {
    const isKnown = this.#hasValues;
    const spoken = !isKnown ? "" : `, ends ${signed(move.ends)}, ` +
      (move.cost ? `costs ${move.cost}` : "best");
    const face = cardButton(move.card, {
      label: nameCard(move.card) + spoken,
      note: isKnown ? (move.cost ? `−${move.cost}` : "best") : null,
      noteClass: move.cost ? "cost" : "good", mark: `${isFirst} ${isKnown && !move.cost ? "ring" : ""}`,
      onclick: () => this.#play([...this.#before, move.card]),
    });
    if (isKnown) face.append(make("span.ends", signed(move.ends)));
    return face;
  }

  #drawTrick(reply, own) {
    const last = reply.course.at(-1);
    const nameOf = (seat) => (seat === own ? "You" : capital(seat));
    const says = (seat, act) => [nameOf(seat), make("span.more", ` ${act}`)];
    const s = (seat) => (seat === own ? "" : "s");
    const place = (name, card) => make("div.played", make("span", ...name),
      card ? cardFace(card.card) : make("span.slot"));
    const between = !reply.led && last;
    // After a trick its cards stay until the next is led.
    const pair = reply.led
      ? [place(says(otherOf(reply.turn), "led"), reply.led),
        place(says(reply.turn, `answer${s(reply.turn)}`), null)]
      : between
        ? [place(says(last.leader, "led"), last.led),
          place(says(otherOf(last.leader), "answered"), last.reply)]
        : [place(says(reply.turn, `lead${s(reply.turn)}`), null)];
    fill(find("trick-cards"), ...pair);
    find("trick-cards").classList.toggle("is-done", Boolean(between));
    tell(find("trick"), ...this.#titleOf(reply, own));
    tell(find("turn"), ...this.#tellEnd(reply, own, last));
    tell(find("turn-more"), this.#tellMore(reply));
    find("turn-more").classList.toggle("wide-only", this.#hasValues);
  }

  #titleOf(reply, own) {
    if (reply.over) return ["The deal is over"];
    const whose = reply.turn === own ? "" : `${reply.turn} to `;
    const title = `Trick ${reply.course.length + 1}: ${whose}${reply.led ? "answer " : "lead"}`;
    return reply.led ? [title, cardsInText([reply.led.card])] : [title];
  }

  #tellEnd(reply, own, last) {
    const won = last && !reply.led && !reply.over
      ? [`${last.winner === own ? "You take" : `${capital(last.winner)} takes`} trick ` +
        `${reply.course.length}. `] : [];
    const { ends } = reply;
    if (reply.over) {
      return [`Elder scores ${ends.elder}, younger ${ends.younger}. You end `,
        make("b", signed(ends[own] - ends[otherOf(own)])), "."];
    }
    if (!this.#hasValues) return won;
    const [mine, theirs] = own === "elder" ? [ends.elder, ends.younger] : [ends.younger, ends.elder];
    return [...won, "If both play their best, you end ",
      make("b", signed(reply.margins[reply.step])), `, ${mine} to ${theirs}.`];
  }

  #tellMore(reply) {
    if (reply.over) return "";
    return this.#hasValues ? "On each card: how the deal ends with it, and what it costs." : "Under these rules the best card is not known.";
  }

  #drawWays() {
    const { reply } = this;
    if (!reply) return;
    const isAtEnd = reply.step === reply.played.length;
    const isRecord = this.state.number === RECORDED; // what comes in was written down
    const another = () => this.#draw(listOf(this.state.draw));
    fill(find("ways"),
      button("start", icon("M5 4h3v16H5zM20 4v16L9 12z"), () => this.#goTo(0), "", { disabled: !reply.step, "aria-label": "To the start" }),
      button("back", "Back", () => this.#goTo(reply.step - 1), "", { disabled: !reply.step }),
      button("best", "Best card", () => this.#play([...this.#before, reply.best[0]]), "go", { disabled: !reply.best.length }),
      button("finish", icon("M16 4h3v16h-3zM4 4v16l11-8z"), () => this.#toEnd(), "", { disabled: !this.#hasMore,
        "aria-label": isAtEnd ? "Best play to the end" : "To the last card played" }),
      isRecord ? null : button("another", "Another deal", another, "last"));
    fill(find("deals"), reply.record ? button("review", "Review this deal", () => this.change({ view: "review", record: reply.record, decision: "" }, true), "main") : null);
  }

  // ---- Beside the table

  #drawCourse(reply, own, other) {
    find("tricks-count").textContent = `${reply.tricks[own]} to ${reply.tricks[other]}`;
    const rows = reply.course.map((trick, index) => this.#trickRow(reply, trick, index));
    if (reply.led) {
      const card = cardsInText([reply.led.card]);
      const place = reply.course.length;
      const cells = reply.turn === "elder" ? ["", card] : [card, ""];
      rows.push(this.#rowOf(reply, place, cells.map((cell) => make("td", cell)), 1));
    }
    const heads = ["trick", "elder", "younger", ...(this.#hasValues ? ["gave", "ends"] : [])];
    fill(find("course"), rows.length ? make("table",
      make("caption.unseen", "The tricks played, who won" +
        (this.#hasValues ? ", and what cards gave away" : "")),
      make("thead", make("tr", ...heads.map((text) => make("th", { scope: "col",
        class: text === "gave" || text === "ends" ? "number" : null }, text)))),
      make("tbody", ...rows)) : make("p.hint", "None yet."));
  }

  #trickRow(reply, trick, index) {
    const cells = ["elder", "younger"].map((seat) => {
      const card = trick.leader === seat ? trick.led : trick.reply;
      const wins = trick.winner === seat;
      return make("td", { class: wins ? "wins" : null }, cardsInText([card.card]),
        trick.leader === seat ? make("span.unseen", " led") : null,
        wins ? make("span.won", " ✓", make("span.unseen", " wins")) : null);
    });
    return this.#rowOf(reply, index, cells, 2);
  }

  #rowOf(reply, index, cells, cards) {
    const after = 2 * index + cards;
    const go = make("button", { type: "button", class: "go-to", "data-control": `trick ${index}`,
      "aria-label": `Trick ${index + 1}: look at the table before it`,
      onclick: () => {
        this.#goTo(2 * index);
      } }, `${index + 1}`);
    const more = [];
    if (this.#hasValues) {
      const given = reply.played.slice(2 * index, after).filter((one) => one.gave);
      const said = given.flatMap((one, place) =>
        [place ? " " : null, cardsInText([one.card]), ` ${one.gave}`]);
      more.push(make("td.number.gave", ...said),
        make("td.number", signed(reply.margins[after])));
    }
    return row([go, ...cells, ...more]);
  }

  #drawCalls(reply) {
    const exchange = (seat) => {
      const { discarded, drawn } = reply.exchange[seat];
      return make("li", make("span.hint", `${capital(seat)} threw `),
        cardsInText(discarded.cards), make("span.hint", " and took "),
        cardsInText(drawn.cards));
    };
    fill(find("calls"), ...reply.calls.map((line) => make("li", line)),
      exchange("elder"), exchange("younger"));
    fill(find("story"), reply.story ? make("details",
      make("summary", "The whole deal in words"), make("pre", reply.story.join("\n"))) : null);
  }
}
