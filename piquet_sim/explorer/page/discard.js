// The view in which a hand is laid out and its throws are weighed: what is asked of the server, and
// which part shows what it tells.

import { CLOSED, Line, ask, listen } from "./ask.js";
import { fill, find, make, tell } from "./build.js";
import { AFTER_HAND, Entry } from "./entry.js";
import { chooseRows, drawAll, drawBothOdds, drawRanking } from "./ranking.js";
import { clearReasons, drawEnds, drawWhy } from "./reasons.js";
import { HAND_CARDS, OF_HAND, emptyOf, listOf, pick, sameCards, sortCards, withDefault, writeQuery } from "./state.js";
import { Verdict } from "./verdict.js";

const OF_QUESTION = [...OF_HAND, "score", "deal", "strategy"];
const OF_STEP = [...OF_QUESTION, "discard"]; // what undo takes back
const MOST_ROWS = 2000;
const NEAR = ["as good", "too close to call"];

export class Discard {
  constructor(choices, change) {
    this.change = change;
    this.choices = choices;
    this.past = [];
    const [count, advice] = [new Line(), new Line()];
    const [contrast, all, both] = ["contrast", "odds", "odds"].map((one) => new Line(`${one}-error`));
    this.lines = { count, advice, contrast, all, both };
    this.#forget();
    const undo = () => this.#undo();
    this.entry = new Entry(choices, (parts, asNewStep) => this.#alter(parts, asNewStep), undo);
    this.entry.choose = (card) => this.#toggle(card);
    this.verdict = new Verdict((card) =>
      this.hand.cards.length === HAND_CARDS ? this.#toggle(card) : this.entry.toggle(card));
    find("undo").addEventListener("click", undo);
    find("to-play").addEventListener("click", () => this.#goOn());
    find("aim").addEventListener("input", () => this.#offerNames());
    find("aim").addEventListener("change", (event) => change({ aim: event.target.value }, true));
    find("more-rows").addEventListener("click", () => this.#askAll(MOST_ROWS));
    for (const id of ["all", "both"]) find(id).addEventListener("toggle", () => this.#askFolds());
    new ResizeObserver(() => this.contrast && drawEnds(this.contrast, this.isOwn)).observe(find("ends"));
  }

  /** The reply to another question. */
  #forget() {
    Object.assign(this, { advice: null, leader: null, contrast: null, isTurned: false, refused: "", rows: 0 });
  }

  #alter(parts, asNewStep) {
    this.past.push(pick(this.state, OF_STEP));
    this.change(parts, asNewStep);
  }

  #undo() {
    const before = this.past.pop();
    if (!before) return;
    this.change({ ...AFTER_HAND, ...emptyOf(OF_STEP), ...before }, true);
  }

  show(state, { hand, error }) {
    this.state = state;
    const [box, aim] = [find("aim"), withDefault(state, "aim")];
    // What is typed while an answer is on its way stays.
    if (box.defaultValue !== aim) box.value = box.defaultValue = aim;
    find("undo").disabled = !this.past.length;
    this.entry.showState(state);
    if (error === CLOSED) tell(find("hand-error"), error);
    else if (error !== null) {
      this.entry.refuse(error);
      this.#drawPart(this.entry.cards);
    }
    if (!hand) return;
    this.entry.showHand(hand);
    if (hand.needed) {
      this.#drawPart(hand.cards);
      const isAway = document.activeElement === document.body;
      if (isAway && !hand.cards.length) find("table").focus({ preventScroll: true });
      return;
    }
    this.hand = hand;
    find("answer").hidden = false;
    find("to-play").disabled = false;
    const { point, sequence, set } = hand.holds;
    find("holds").textContent = `As dealt, the hand’s point is ${point}, its sequence ` +
      `${sequence}, its set ${set}. ${hand.blanche}`;
    tell(find("blanche"), hand.blanche);
    tell(find("unit"), state.score ? "settlement of the partie" : "points a deal");
    this.#ask();
  }

  /** A hand that is not whole. */
  #drawPart(cards) {
    for (const line of Object.values(this.lines)) line.end();
    this.hand = { cards };
    this.question = null;
    this.#forget();
    find("answer").hidden = true;
    find("to-play").disabled = true;
    tell(find("news"), "");
    this.verdict.drawCards(cards);
    this.verdict.tellWanting(Math.min(cards.length, HAND_CARDS - 1), () => this.entry.deal("any"));
  }

  get yours() {
    return sortCards(listOf(this.state.discard), this.hand.cards);
  }

  get isLegal() {
    const [least, most] = this.hand.exchange;
    return this.yours.length >= least && this.yours.length <= most;
  }

  #choose(cards) {
    this.#alter({ ...AFTER_HAND, discard: sortCards(cards, this.hand.cards).join(" ") }, true);
  }

  #toggle(card) {
    const yours = this.yours;
    this.#choose(yours.includes(card) ? yours.filter((other) => other !== card) : [...yours, card]);
  }

  /** To the play, with one's own throw or, where there is none, the best. */
  #goOn() {
    const best = this.leader ?? this.count?.discards[0];
    const discard = this.isLegal ? this.state.discard : best?.cards.join(" ") ?? "";
    this.change({ view: "play", discard }, true);
  }

  /** The row of advice of a throw, or of one that is the same in other suits. */
  #rowOf(cards) {
    return this.advice?.discards.find((one) =>
      sameCards(one.cards, cards) || one.same.some((other) => sameCards(other, cards)));
  }

  #ask() {
    const query = writeQuery(this.state, OF_QUESTION);
    if (query !== this.question) {
      this.question = query;
      this.#forget();
      this.lines.contrast.end();
      clearReasons();
      find("beside").classList.remove("stale");
      find("ranked").replaceChildren();
      tell(find("contrast-error"), "");
    }
    const ofHand = writeQuery(this.state, OF_HAND);
    if (!this.lines.count.isOf(ofHand)) this.count = null;
    this.lines.count.ask(ofHand, async (signal) => {
      this.count = await ask("odds", `${ofHand}&rows=7`, signal);
      tell(find("all-title"), `${this.count.all.toLocaleString("en")} throws by the exact count`);
      this.#draw();
    }, (message) => {
      if (message !== CLOSED) find("all").hidden = find("both").hidden = true;
    });
    find("all").hidden = find("both").hidden = false;
    this.lines.advice.ask(query, (signal) => listen("advice", query, (reply) => {
      this.#take(reply);
      this.#draw();
      this.#askContrast();
    }, signal), (message) => this.#fail(message));
    this.#draw();
    this.#askContrast();
    this.#askFolds();
  }

  /** Why nothing is valued: the rules, or the server is gone, and then all stays. */
  #fail(message) {
    if (message === CLOSED) tell(find("hand-error"), message);
    else {
      this.refused = message;
      this.#draw();
    }
  }

  /** The leader changes only when another leads by two errors, or when all is judged. */
  #take(reply) {
    this.advice = reply;
    const [first] = reply.discards;
    const held = this.leader && this.#rowOf(this.leader.cards);
    const isBehind = held && held.gap > 2 * held.gap_se;
    this.leader = reply.judged || !held || isBehind ? first : held;
  }

  /** The second where the server can not tell it from the best. */
  get near() {
    const [first, second] = this.advice.discards;
    return NEAR.includes(first.verdict) && NEAR.includes(second?.verdict) ? second : null;
  }

  #draw() {
    const { cards } = this.hand;
    const yours = this.yours;
    const { advice, leader } = this;
    if (!advice) {
      this.verdict.drawCards(cards, { yours });
      if (this.refused) {
        find("answer").hidden = true;
        this.verdict.tellNothing(this.refused);
        return;
      }
      const strategy = withDefault(this.state, "strategy");
      const slow = this.choices.slow.includes(strategy)
        ? { name: strategy, seconds: this.choices.patience } : null;
      this.verdict.tellCount(this.count?.discards[0], slow, () => this.#alter({ strategy: "" }, true));
      if (slow && this.count) {
        const mine = this.isLegal ? { cards: yours, same: [] } : null;
        const rows = this.count.discards.map((one) => ({ ...one, same: [] }));
        drawRanking(chooseRows(rows, mine), "", (one) => this.#choose(one));
      }
      return;
    }
    const near = advice.over ? this.near : null;
    const shown = near && this.isTurned ? near : leader; // one throw at a time
    const turn = () => {
      this.isTurned = !this.isTurned;
      this.#draw();
    };
    this.verdict.drawCards(cards, { best: shown.cards, yours, isSure: advice.over });
    if (advice.over) this.verdict.tellSettled(advice, shown, near, this.#tellYours(), turn);
    else this.verdict.tellSoFar(advice, leader, this.#tellYours());
    const mine = this.isLegal ? this.#mine() : null;
    const verdict = advice.discards[0].verdict.replace("best beyond doubt", "best, beyond doubt");
    drawRanking(chooseRows(advice.discards, mine), verdict, (one) => this.#choose(one));
    const deals = advice.deals.toLocaleString("en");
    const how = advice.judged
      ? `Chosen by ${advice.raced.toLocaleString("en")} deals, judged by ${deals} others`
      : `${deals} deals so far`;
    fill(find("how-text"), `${how}, seed ${advice.seed}, in ${advice.unit}; ${advice.assumed}. ` +
      "The same question in the terminal, where fewer deals judge: ", make("code", advice.command));
  }

  /** One's own throw as a row of the list. */
  #mine() {
    const cards = this.yours;
    const known = this.isOwn && this.contrast;
    if (!known) return { cards, same: [] };
    const [one] = known.discards;
    return { cards, same: [], gap: -known.gap, gap_se: known.se, loses: known.said.replace("+", ""),
      loses_se: known.se_said, said: one.said, count: one.count };
  }

  #tellYours() {
    const cards = this.yours;
    if (!cards.length) return null;
    const [least, most] = this.hand.exchange;
    if (cards.length > most) {
      return { cards, wrong: `${cards.length} are too many; you may exchange ${least} to ${most}.` };
    }
    const row = this.#rowOf(cards);
    return {
      cards, row, isBest: row === this.advice.discards[0] && row !== undefined,
      isNear: this.advice.over && NEAR.includes(row?.verdict),
      contrast: this.isOwn ? this.contrast : null,
    };
  }

  /** One's own throw beside the best, in the deals that judged; without one, the second. */
  #askContrast() {
    if (!this.advice?.over) return;
    const [best, second] = this.advice.discards;
    const isOwn = this.isLegal && this.#rowOf(this.yours) !== best;
    const other = isOwn ? this.yours : second?.cards;
    if (!other) return;
    const query = `${this.question}&${new URLSearchParams({ discard: other.join(" "),
      versus: best.cards.join(" "), deals: this.advice.deals, seconds: 20 })}`;
    if (!this.lines.contrast.isOf(query)) {
      this.contrast = null;
      this.isOwn = isOwn;
      find("beside").classList.add("stale");
      this.#draw();
    }
    this.lines.contrast.ask(query, (signal) => listen("contrast", query, (reply) => {
      if (!reply.over) return;
      this.contrast = reply;
      tell(find("contrast-error"), "");
      find("beside").classList.remove("stale");
      drawWhy(reply, isOwn);
      drawEnds(reply, isOwn);
      this.#draw();
    }, signal), (message) => {
      if (message === CLOSED) this.#fail(message);
      else tell(find("contrast-error"), message);
    });
    this.#askFolds();
  }

  #askFolds() {
    if (!this.hand || this.hand.needed) return;
    if (find("all").open) this.#askAll();
    if (find("both").open) this.#askBoth();
  }

  /** What completes the last name of the expression that is being typed. */
  #offerNames() {
    const begun = find("aim").value.replace(/[\w.]*$/, "");
    const offered = { ...(begun ? {} : this.choices.aims), ...this.choices.names };
    fill(find("aims"), ...Object.entries(offered).map(([name, label]) =>
      make("option", { value: begun + name, label })));
  }

  #askAll(rows = this.rows) {
    this.rows = rows;
    const mine = this.yours;
    this.#offerNames();
    const query = writeQuery(this.state, [...OF_HAND, "aim"]) + (this.rows ? `&rows=${this.rows}` : "");
    this.lines.all.ask(`${query} ${mine}`, async (signal) => {
      const reply = await ask("odds", query, signal);
      tell(find("odds-error"), "");
      drawAll(reply, mine, (cards) => this.#choose(cards));
      find("more-rows").hidden = reply.discards.length === reply.all;
    });
  }

  #askBoth() {
    const best = this.leader?.cards;
    if (!best) return;
    const mine = this.isLegal && !sameCards(this.yours, best) ? this.yours : best;
    const versus = mine === best ? "" : best.join(" ");
    const query = writeQuery({ ...pick(this.state, OF_HAND), discard: mine.join(" "), versus }) + "&rows=1";
    this.lines.both.ask(query, async (signal) => drawBothOdds(await ask("odds", query, signal)));
  }
}
