// The view of a deal: what comes in, the calls, and the play card by card with the value of each.

import { cardButton, cardFace, cardsInText, fill, find, make, nameCard, row, rove, table, tell } from "./build.js";
import { Line, ask } from "./ask.js";
import { listOf, writeQuery } from "./state.js";

const OF_DEAL = ["hand", "seat", "took", "rules", "score", "deal", "strategy", "discard", "draw",
  "number", "play"];
const MOST_NUMBER = 2 ** 50;
const SEATS = ["elder", "younger"];

export class Play {
  constructor(choices, change) {
    this.change = change;
    this.line = new Line();
    this.wanted = [];
    this.enterGrid = rove(find("draw-grid"));
    const enter = (cards) => {
      this.isEntering = true;
      this.#draw(cards);
    };
    find("draw-random").addEventListener("click", () => enter([]));
    find("draw-named").addEventListener("click", () => enter(this.wanted));
  }

  #draw(cards) {
    const number = Math.floor(Math.random() * MOST_NUMBER);
    this.change({ draw: cards.join(" "), number: `${number}`, play: "" }, true);
  }

  leave() {
    this.line.end();
  }

  #hide(reason) {
    this.line.end();
    find("play-body").hidden = true;
    find("play-empty").hidden = false;
    find("play-empty").textContent = reason;
  }

  show(state, { hand, error }) {
    if (error !== null || !hand) {
      this.#hide(error ?? "");
      return;
    }
    const thrown = listOf(state.discard).length;
    if (hand.needed || thrown < hand.exchange[0] || thrown > hand.exchange[1]) {
      this.#hide(hand.needed ? "Twelve cards are needed first." : "Choose the cards to throw out first.");
      return;
    }
    this.state = state;
    find("play-body").hidden = false;
    find("play-empty").hidden = true;
    const isDrawn = Boolean(state.number);
    find("draw").hidden = isDrawn;
    find("board").hidden = !isDrawn;
    tell(find("play-error"), "");
    if (!isDrawn) {
      this.line.end();
      this.#offerCards(hand);
      return;
    }
    const query = writeQuery(state, OF_DEAL);
    this.line.ask(query, async (signal) => this.#drawBoard(await ask("deal", query, signal)),
      (message) => {
        tell(find("play-error"), message);
        for (const id of ["calls", "hands", "course"]) fill(find(id));
        for (const id of ["trick", "turn"]) tell(find(id), "");
        fill(find("ways"), ...this.#ways());
      });
  }

  #offerCards({ pack, cards }) {
    const room = listOf(this.state.discard).length;
    const key = `${cards} ${room}`;
    if (this.offered !== key) this.wanted = [];
    this.offered = key;
    const unseen = pack.filter((card) => !cards.includes(card));
    const toggle = (card) => {
      if (this.wanted.includes(card)) this.wanted = this.wanted.filter((one) => one !== card);
      else if (this.wanted.length < room) this.wanted = [...this.wanted, card];
      this.#offerCards({ pack, cards });
    };
    fill(find("draw-grid"), ...[..."SHDC"].map((suit) => make("div", { class: "suit-row" },
      ...unseen.filter((card) => card[1] === suit).map((card) => cardButton(card, {
        pressed: this.wanted.includes(card), tabindex: -1, onclick: () => toggle(card),
      })))));
    this.enterGrid();
    find("draw-named").disabled = !this.wanted.length;
    const open = room - this.wanted.length;
    find("draw-named").textContent = open && this.wanted.length
      ? `Draw these and ${open} at random` : "Draw these";
  }

  #play(cards) {
    this.change({ play: cards.join(" ") }, true);
  }

  #ways() {
    const button = (name, text, act, disabled = false) => make("button", {
      type: "button", "data-control": name, disabled, onclick: act,
    }, text);
    const played = listOf(this.state.play);
    return [
      button("back", "Take back", () => this.#play(played.slice(0, -1)), !played.length),
      button("start", "From the start", () => this.#play([]), !played.length),
      button("another", "Another deal", () => this.#draw(listOf(this.state.draw))),
      button("undraw", "Other cards", () => {
        this.change({ draw: "", number: "", play: "" }, true);
        find("draw-random").focus();
      }),
    ];
  }

  #drawBoard(told) {
    const played = listOf(this.state.play);
    const best = told.best;
    const step = make("button", {
      type: "button", class: "main", "data-control": "best", disabled: !best.length,
      onclick: () => this.#play([...played, best[0]]),
    }, "Play the best card");
    const finish = make("button", {
      type: "button", "data-control": "finish", disabled: !best.length,
      onclick: () => this.#play([...played, ...best]),
    }, "Best play to the end");
    fill(find("calls"), ...told.calls.map((line) => make("li", {}, line)));
    tell(find("trick"), told.over ? "The deal is over" : `Trick ${told.course.length + 1}`);
    tell(find("turn"), this.#tellTurn(told));
    // The focus of a card that was played goes on to the way on.
    const stood = find("hands").contains(document.activeElement);
    fill(find("hands"), ...SEATS.map((seat) => this.#drawHand(told, seat)));
    fill(find("ways"), step, finish, ...this.#ways());
    if (this.isEntering || (stood && !find("hands").contains(document.activeElement))) {
      find("ways").querySelector(":enabled")?.focus({ preventScroll: this.isEntering });
    }
    this.isEntering = false;
    fill(find("course"), this.#drawCourse(told), told.story
      ? make("details", {}, make("summary", {}, "The whole deal in words"),
        make("pre", {}, told.story.join("\n"))) : null);
  }

  #tellTurn(told) {
    const count = `Elder counts ${told.points.elder} (${told.tricks.elder} tricks), younger ` +
      `${told.points.younger} (${told.tricks.younger}).`;
    if (told.over) {
      return `Elder makes ${told.score.elder}, younger ${told.score.younger} ` +
        `(tricks ${told.tricks.elder} to ${told.tricks.younger}).`;
    }
    const led = told.led ? ` to the ${told.led.name}` : "";
    return `${count} It is ${told.turn}'s turn${led ? `, to answer${led}` : " to lead"}.`;
  }

  #drawHand(told, seat) {
    const isTurn = told.turn === seat;
    const own = seat === told.seat ? "you" : "the other";
    const moves = new Map(told.moves.map((move) => [move.card, move]));
    const played = listOf(this.state.play);
    const cards = told.hands[seat].map(({ card }) => {
      const move = isTurn ? moves.get(card) : null;
      if (!move) return cardFace(card);
      const isKnown = move.cost !== undefined;
      const note = isKnown ? (move.cost ? `−${move.cost}` : "best") : null;
      const spoken = isKnown
        ? `, ${move.cost ? `costs ${move.cost}` : "as good as any"}, value ${move.value}` : "";
      return cardButton(card, {
        label: nameCard(card) + spoken, note, noteClass: move.cost ? "cost" : "good",
        onclick: () => this.#play([...played, card]),
      });
    });
    const name = seat[0].toUpperCase() + seat.slice(1);
    const { discarded, drawn } = told.exchange[seat];
    return make("div", { class: `hand ${isTurn ? "turn" : ""}` },
      make("h4", {}, `${name} (${own})`),
      make("p", { class: "hint" }, "threw out ", cardsInText(discarded.cards),
        ", took in ", cardsInText(drawn.cards)),
      make("div", { class: "row" }, ...cards, told.hands[seat].length ? null : "no cards left"));
  }

  #drawCourse(told) {
    if (!told.course.length) return null;
    const face = (card, wins) => make("td", { class: wins ? "wins" : null },
      card.name, wins ? " ✓" : "");
    const rows = told.course.map((trick, place) => row([`${place + 1}`, trick.leader,
      face(trick.led, trick.winner === trick.leader),
      face(trick.reply, trick.winner !== trick.leader)]));
    return make("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": "Tricks" },
      table("Tricks so far; ✓ wins", ["trick", "leader", "led", "answered"], rows));
  }
}
