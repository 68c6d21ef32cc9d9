// The view in which a hand is laid out and its throws are weighed.

import { cardButton, cardsInText, fill, find, make, nameCard, row, table, tell } from "./build.js";
import { Layout } from "./entry.js";
import { Line, ask, listen } from "./ask.js";
import { listOf, pick, writeQuery } from "./state.js";

const OF_HAND = ["hand", "seat", "took", "rules"];
const OF_QUESTION = [...OF_HAND, "score", "deal", "strategy"];
const SHOWN = 10;
const WIDE = matchMedia("(min-width: 40rem)");
const SHORT = { "best beyond doubt": "best", "worse beyond doubt": "worse" };

const sortCards = (cards, hand) => hand.filter((card) => cards.includes(card));
const sameCards = (one, two) => one.length === two.length && one.every((card) => two.includes(card));

/** A value with its error on a scale that all rows share. */
function bar(value, se, [low, high]) {
  const at = (x) => (100 * (x - low)) / (high - low || 1);
  const part = (cls, from, to) => {
    const piece = make("span", { class: cls });
    piece.style.setProperty("--from", `${at(from)}%`);
    piece.style.setProperty("--width", `${Math.max(at(to) - at(from), 0)}%`);
    return piece;
  };
  return make("span", { class: "bar", "aria-hidden": "true" },
    part("error-bar", value - 1.96 * se, value + 1.96 * se), part("dot", value, value));
}

class Throws {
  constructor(choices, change) {
    this.change = change;
    this.choices = choices;
    this.hand = [];
    this.oddsLine = new Line();
    this.adviceLine = new Line();
    this.contrastLine = new Line();
    fill(find("aim"), ...Object.entries(choices.aims).map(([value, text]) =>
      make("option", { value }, text)));
    find("aim").addEventListener("change", (event) =>
      this.change({ aim: event.target.value }, true));
    find("contrast-end").addEventListener("click", () => {
      const { versus } = this.state;
      this.change({ versus: "" }, true);
      const place = `[data-control="compare ${CSS.escape(versus)}"]`;
      (find("discards").querySelector(place) || find("discards")).focus();
    });
  }

  /** Nothing to show: the hand is not whole. */
  hide() {
    for (const line of [this.oddsLine, this.adviceLine, this.contrastLine]) line.end();
    find("discards-body").hidden = true;
    find("discards-empty").hidden = false;
    find("contrast").hidden = true;
  }

  show(state, told) {
    this.state = state;
    this.hand = told.cards;
    this.exchange = told.exchange;
    find("discards-body").hidden = false;
    find("discards-empty").hidden = true;
    const { point, sequence, set } = told.holds;
    find("holds").textContent =
      `As dealt it holds for the point ${point}, for the sequence ${sequence}, for the set ${set}. ${told.blanche}`;
    find("aim").value = state.aim || "value";
    this.#drawHand();
    this.#askOdds();
    this.#askAdvice();
    this.#askContrast();
  }

  get thrown() {
    return listOf(this.state.discard);
  }

  #choose(cards) {
    const discard = sortCards(cards, this.hand).join(" ");
    const versus = discard === this.state.versus ? "" : this.state.versus;
    this.change({ discard, versus, draw: "", number: "", play: "" }, true);
  }

  #drawHand() {
    const thrown = this.thrown;
    const [least, most] = this.exchange;
    fill(find("throw"), ...this.hand.map((card) => cardButton(card, {
      pressed: thrown.includes(card),
      onclick: () => this.#choose(thrown.includes(card)
        ? thrown.filter((other) => other !== card) : [...thrown, card]),
    })));
    const said = [`You may exchange ${least} to ${most} cards.`];
    if (thrown.length > most) said.push(`${thrown.length} are too many.`);
    else if (thrown.length) said.push(`You throw out ${thrown.length}.`);
    tell(find("thrown"), said.join(" "));
  }

  get #isLegal() {
    const [least, most] = this.exchange;
    return this.thrown.length >= least && this.thrown.length <= most;
  }

  #askOdds() {
    const keys = [...OF_HAND, "aim", ...(this.#isLegal ? ["discard"] : []),
      ...(this.state.versus && this.#isLegal ? ["versus"] : [])];
    const query = writeQuery(this.state, keys);
    this.oddsLine.ask(query, async (signal) => {
      const told = await ask("odds", query, signal);
      tell(find("odds-error"), "");
      this.#drawOdds(told);
    }, (message) => {
      tell(find("odds-error"), message);
      fill(find("odds-table"));
      find("odds-foot").textContent = "";
      find("chosen").hidden = true;
    });
  }

  #drawOdds(told) {
    const byChance = told.aim !== "value";
    const heads = ["discard", ...(byChance ? ["chance", "odds"] : []), "counts", "take it"];
    const rows = told.discards.slice(0, SHOWN).map((one) => row([
      cardsInText(one.cards),
      ...(byChance ? [one.chance.percent, one.chance.odds] : []),
      make("td", { title: `exactly ${one.value_exact}` }, one.value_said),
      this.#actions(one.cards),
    ], this.#rowMark(one.cards)));
    fill(find("odds-table"), table(
      `The best of ${told.all.toLocaleString("en")} discards by ${told.aim_name}`, heads, rows));
    fill(find("odds-foot"), `Counts: what the hand counts on average if point, sequences and sets ` +
      `are all good. Exact; ${told.assumed}. `, make("code", {}, told.command));
    // On a small screen the long table waits until it is opened.
    if (told.chosen && find("chosen").hidden) find("chosen").open = WIDE.matches;
    find("chosen").hidden = !told.chosen;
    find("compare-hint").hidden = Boolean(told.chosen);
    if (told.chosen) this.#drawChosen(told);
    this.odds = told;
    this.#drawBothOdds();
  }

  #drawChosen({ chosen, all }) {
    const rows = chosen.events.filter((event) => event.favourable).map((event) => row([
      event.name, event.percent, event.odds,
      `${event.favourable.toLocaleString("en")} of ${event.of.toLocaleString("en")}`,
    ]));
    fill(find("chosen-table"), table(`${chosen.symbols}: counts ${chosen.value_said} on average ` +
      `if all is good, number ${chosen.rank.toLocaleString("en")} of ${all.toLocaleString("en")}`,
    ["after the draw", "chance", "odds", "draws"], rows));
  }

  #rowMark(cards) {
    const is = (text) => sameCards(cards, listOf(text));
    if (is(this.state.discard)) return { class: "is-chosen", "aria-current": "true" };
    return is(this.state.versus) ? { class: "is-versus" } : {};
  }

  #actions(cards) {
    const isChosen = sameCards(cards, this.thrown);
    const isVersus = sameCards(cards, listOf(this.state.versus));
    const sorted = sortCards(cards, this.hand).join(" ");
    const names = sortCards(cards, this.hand).map(nameCard).join(", ");
    // What is done keeps its button, so that the focus stays there.
    const button = (act, isDone, done, name, onclick) => make("button", {
      type: "button", class: "small", "data-control": `${act} ${sorted}`, "aria-label": name,
      "aria-disabled": isDone ? "true" : null, onclick: isDone ? () => {} : onclick,
    }, isDone ? done : act);
    const choose = button("choose", isChosen, "chosen",
      `${isChosen ? "chosen" : "choose"} ${names}`, () => this.#choose(cards));
    if (isChosen || !this.#isLegal) return make("td", { class: "actions" }, choose);
    const compare = button("compare", isVersus, "compared",
      `${isVersus ? "compared" : "compare"} with ${names}`, () => {
        this.change({ versus: sorted }, true);
        find("contrast").scrollIntoView({ block: "nearest" });
      });
    return make("td", { class: "actions" }, choose, " ", compare);
  }

  #askAdvice() {
    const query = writeQuery(this.state, OF_QUESTION);
    if (this.adviceLine.isOf(query)) {
      if (this.advice) this.#drawAdvice();
      return;
    }
    this.advice = null;
    fill(find("advice-table"));
    tell(find("advice-error"), "");
    find("advice-foot").textContent = "";
    const { strategy } = this.state;
    find("advice-status").dataset.over = false;
    tell(find("advice-status"), this.choices.slow.includes(strategy)
      ? `Playing… ${strategy} takes many seconds before the first answer.` : "Playing…");
    this.adviceLine.ask(query, (signal) => listen("advice", query, (told) => {
      this.advice = told;
      this.#drawAdvice();
    }, signal), (message) => {
      tell(find("advice-error"), message);
      tell(find("advice-status"), "");
    });
  }

  #drawAdvice() {
    const told = this.advice;
    const shown = told.discards.slice(0, SHOWN);
    const ends = shown.flatMap((one) => [one.value - 1.96 * one.se, one.value + 1.96 * one.se]);
    const scale = [Math.min(...ends), Math.max(...ends)];
    const alike = (one) => one.same.length ? [" ", make("small",
      { title: one.same.join(" or ") }, "or the same in other suits")] : [];
    const rows = shown.map((one) => row([
      make("span", {}, cardsInText(one.cards), ...alike(one)),
      make("td", { title: `${one.deals.toLocaleString("en")} deals` }, one.said,
        bar(one.value, one.se, scale)),
      one.gap_said, make("td", { title: one.verdict }, SHORT[one.verdict] || one.verdict),
      this.#actions(one.cards),
    ], this.#rowMark(one.cards)));
    fill(find("advice-table"), table(`Value in ${told.unit}, ± standard error; best and worse: ` +
      "beyond doubt",
      ["discard", "value", "behind the best", "verdict", "take it"], rows));
    const deals = told.deals.toLocaleString("en");
    const first = told.discards[0];
    // While it fills in the line says only that it does, so that it is not read out again and again.
    if (told.over) {
      tell(find("advice-status"), cardsInText(first.cards),
        ` makes ${first.said} (${deals} deals): ${first.verdict}.`);
    } else tell(find("advice-status"), "Playing…");
    find("advice-status").dataset.over = told.over;
    const how = told.judged
      ? `Chosen by ${told.raced.toLocaleString("en")} deals, judged by ${deals} others`
      : `${deals} deals so far`;
    fill(find("advice-foot"), `${how}, seed ${told.seed}; ${told.assumed}. ` +
      "The same question in the terminal, where fewer deals judge: ",
    make("code", {}, told.command));
  }

  #askContrast() {
    const isAsked = Boolean(this.state.versus) && this.#isLegal &&
      !sameCards(this.thrown, listOf(this.state.versus));
    find("contrast").hidden = !isAsked;
    if (!isAsked) {
      this.contrastLine.end();
      return;
    }
    const query = writeQuery(pick(this.state, [...OF_QUESTION, "discard", "versus"]));
    this.contrastLine.ask(query, (signal) => {
      tell(find("contrast-error"), "");
      tell(find("contrast-status"), "Playing…");
      fill(find("contrast-table"));
      return listen("contrast", query, (told) => this.#drawContrast(told), signal);
    }, (message) => {
      tell(find("contrast-error"), message);
      tell(find("contrast-status"), "");
    });
  }

  #drawContrast(told) {
    const [one, two] = told.discards;
    const ends = told.parts.flatMap((part) =>
      [part.value - 1.96 * part.se, part.value + 1.96 * part.se, 0]);
    const scale = [Math.min(...ends, told.points), Math.max(...ends, told.points)];
    const rows = told.parts.map((part) => row([part.name,
      make("td", {}, part.said, bar(part.value, part.se, scale))]));
    const sum = make("td", {}, told.points_said, bar(told.points, told.points_se, scale));
    rows.push(row(["all together", sum], { class: "sum" }));
    if (told.in_partie) rows.push(row(["settlement to expect", told.said], { class: "sum" }));
    fill(find("contrast-table"), table(
      `Points that ${one.symbols} makes more than ${two.symbols} (− less)`,
      ["part", "difference"], rows));
    const better = told.gap >= 0 ? one : two, worse = told.gap >= 0 ? two : one;
    if (told.over && !told.sure) {
      tell(find("contrast-status"), cardsInText(one.cards), " and ",
        cardsInText(two.cards), ` are too close to call: ${told.said} (${told.unit}).`);
    } else if (told.over) {
      tell(find("contrast-status"), cardsInText(better.cards),
        ` is worth ${told.said.replace(/^[+-]/, "")} more than `,
        cardsInText(worse.cards), ` (${told.unit}).`);
    }
    find("contrast-status").dataset.over = told.over;
    find("contrast-foot").textContent = `${told.deals.toLocaleString("en")} deals in common, seed ` +
      `${told.seed}; ${told.assumed}. What counts for the other is turned round: more is better.`;
  }

  #drawBothOdds() {
    const { chosen, versus } = this.odds;
    if (!chosen || !versus) return;
    const rows = chosen.events
      .map((event, place) => [event, versus.events[place]])
      .filter(([one, two]) => one.favourable || two.favourable)
      .filter(([one, two]) => one.percent !== two.percent)
      .map(([one, two]) => row([one.name, one.percent, two.percent]));
    rows.unshift(row(["counts if all is good", chosen.value_said, versus.value_said]));
    fill(find("contrast-odds"), table("Exact odds of the draw, where they differ",
      ["after the draw", chosen.symbols, versus.symbols], rows));
  }
}

export class Discard {
  constructor(choices, change) {
    this.change = change;
    this.entry = new Layout(choices, change);
    this.throws = new Throws(choices, change);
    find("to-play").addEventListener("click", () => this.change({ view: "play" }, true));
  }

  leave() {
    for (const line of [this.throws.oddsLine, this.throws.adviceLine, this.throws.contrastLine]) {
      line.end();
    }
  }

  show(state, { hand, error }) {
    this.entry.showState(state);
    if (error !== null) this.entry.refuse(error);
    if (hand) this.entry.showHand(hand);
    if (hand && !hand.needed) this.throws.show(state, hand);
    else if (hand || error !== null) this.throws.hide();
  }
}
