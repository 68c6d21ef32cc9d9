// A partie, or one deal, against a strategy: what the player sees of the table, their decisions, the
// end of a deal. The browser keeps it; the server is sent all of it with each question.

import { ask, Line, listen, queryOf } from "./ask.js";
import { WORDS, button, capital, cardFace, cardsInText, drawBars, fill, find, layHand, link, make, nameCard, number, offer, onKeys, plural, row, rove, small, table, tell } from "./build.js";
import { drawDots } from "./flash.js";
import { addErrors, keep, recall, saveAll, saveFile } from "./kept.js";
import { listSlips } from "./review.js";
import { pick } from "./state.js";

const PACE = 400; // milliseconds until the other has played
const SUITS = { S: "spades", H: "hearts", D: "diamonds", C: "clubs" };
const RUBICON = 100, SCALE = 140; // points of the partie
const panel = (title, note, ...children) => make("section.panel", make("h2", title, small(note)), ...children);
const share = (points) => (100 * Math.min(points, SCALE)) / SCALE;
const SETTINGS = ["opponent", "rules", "length"];
const LENGTHS = { partie: "a partie", deal: "one deal" };
const TITLES = { discard: "Your exchange", carte_blanche: "Carte blanche", point: "Point", sequence: "Sequence", set: "Trio or quatorze",
  left_cards: "The cards you left" };

export class Partie {
  constructor(choices, change) {
    Object.assign(this, { change, choices, picked: [], line: new Line() });
    this.enter = rove(find("cloth"), ".hand button");
    addEventListener("kept", ({ detail }) => detail.isElsewhere && this.#follow());
    onKeys(document, (target) => this.#acts(target));
  }

  async show() {
    if (this.isSeen && !this.isGone) return;
    this.isSeen = true;
    if (recall().partie) this.#ask("table");
    else this.#begin();
  }

  /** The cards are dealt at once, as they were asked for last. */
  #begin() {
    this.reply = null;
    this.#tryTo(() => ask("begin", queryOf(pick(recall().settings, SETTINGS))));
  }

  #ask(name, parts = {}) {
    const { partie } = recall();
    if (this.reply && partie && partie !== this.reply.partie) this.#follow();
    else this.#tryTo(() => ask(name, queryOf({ partie: this.reply?.partie ?? partie, ...parts })));
  }

  /** Another page of this browser has gone on: here, too, it goes on from what is kept. */
  #follow() {
    const { partie } = recall();
    if (!this.reply || !partie || partie === this.reply.partie) return;
    this.reply = null;
    if (!this.isSeen) return;
    this.#tryTo(() => ask("table", queryOf({ partie })))
      .then(() => tell(find("partie-error"), "Another page of this browser has played on; this is the table now."));
  }

  /** What the server tells is shown; where it is gone, the table stays. */
  #tryTo(run) {
    this.last = (this.last ?? Promise.resolve()).then(() => this.#run(run)); // one after another
    return this.last;
  }

  async #run(run) {
    find("cloth").setAttribute("aria-busy", "true");
    try {
      const reply = await run();
      this.isGone = false;
      tell(find("partie-error"), "");
      if (reply.partie !== recall().partie) keep({ partie: reply.partie });
      this.#take(reply);
    } catch (error) {
      this.isGone = true;
      tell(find("partie-error"), error.message);
      if (!this.reply) this.#drawNothing();
    } finally {
      find("cloth").setAttribute("aria-busy", "false");
    }
  }

  #take(reply) {
    const before = this.reply;
    const isSame = before && before.deal === reply.deal;
    this.hint = reply.hint ?? (isSame && before.move === reply.move ? this.hint : null);
    this.reply = reply;
    this.picked = isSame && before.what === reply.what ? this.picked : [];
    clearTimeout(this.timer);
    const all = reply.plays?.length ?? 0, seen = before?.what === "play" ? this.fallen : 1;
    this.fallen = isSame && reply.what === "play" ? Math.min(seen, all) : all;
    this.#draw();
    this.#goOn();
  }

  /** The cards that have fallen since, one after another. */
  #goOn() {
    if (this.fallen >= (this.reply.plays?.length ?? 0) || !this.isSeen) return;
    this.timer = setTimeout(() => {
      this.fallen += 1;
      this.#draw();
      this.#goOn();
    }, this.reply.plays[this.fallen].own ? 0 : PACE);
  }

  get #isWaiting() {
    return this.reply.what === "play" && this.fallen < this.reply.plays.length;
  }

  #decide(decided) {
    if (this.#isWaiting) return;
    this.#ask("decide", { decided });
  }

  #acts(target) {
    if (!this.isSeen || !this.reply || target.closest(".deck")) return null;
    const { what, thrown } = this.reply;
    const clear = () => {
      this.picked = [];
      this.#draw();
    };
    const acts = what === "end" ? { r: () => this.#review(), ...(!target.closest("button, a, summary") && { Enter: () => this.#next() }) }
      : { t: () => this.#showTricks(), ...(thrown.length && { u: () => this.#ask("back") }) };
    const isCard = target.closest(".card") || target === document.body;
    return { "?": () => find("table-keys").showModal(), ...acts, ...(what === "discard" && { Backspace: clear, ...(isCard && { Enter: () => this.#throw() }) }) };
  }

  // ---- The table

  #draw() {
    const { what, move } = this.reply;
    find("cloth").classList.toggle("over", what === "end");
    find("cloth").dataset.move = `${what} ${move} ${this.#isWaiting ? "waiting" : ""}`;
    const { activeElement: at } = document;
    const isHere = at === document.body || find("cloth").contains(at);
    if (what === "end") this.#drawEnd();
    else this.#drawTable();
    this.#drawSide();
    if (isHere) this.#focus(at.dataset);
  }

  /** The focus stays where it was, unless something else is asked or that is gone: then it is on the first answer. */
  #focus(was) {
    const { dataset: now, ariaDisabled } = document.activeElement;
    const isSame = this.asked === this.reply.what && now.card === was.card && now.control === was.control;
    this.asked = this.reply.what;
    if (isSame && (now.card || now.control) && (!ariaDisabled || this.#isWaiting)) return;
    const answers = [".hand button:not([aria-disabled])", ".hand button", ".go:enabled"].map((one) => find("cloth").querySelector(one));
    answers.find(Boolean)?.focus({ preventScroll: true });
  }

  /** What may be chosen for a new game; it is kept for the next. */
  #choose() {
    const { strategies, rules } = this.choices;
    const { settings } = recall();
    const players = ["expert", ...strategies.filter((name) => name !== "expert")];
    const selects = [players, Object.keys(rules), Object.entries(LENGTHS)].map((values, place) => {
      const select = make("select", { name: SETTINGS[place] });
      offer(select, values);
      if (settings[select.name]) select.value = settings[select.name];
      return select;
    });
    return [...selects.map((one, place) => make("label", ["Against ", "Rules ", "Play "][place], one)), button("begin", "Deal", () => {
      keep({ settings: Object.fromEntries(selects.map(({ name, value }) => [name, value])) });
      this.#begin();
    }, "go")];
  }

  /** The table that was kept cannot be gone on with, or nothing could be dealt. */
  #drawNothing() {
    fill(find("cloth"), make("h2.ask", "Play"), make("div.line", ...this.#choose()));
    fill(find("sheet"));
  }

  #drawTable() {
    const { reply } = this;
    const other = reply.seat === "elder" ? "younger" : "elder";
    const [own, theirs] = reply.points ?? [0, 0];
    const [won, lost] = this.#won();
    const plays = (reply.plays ?? []).slice(0, this.fallen);
    const bubble = reply.said.filter((one) => one.who === "other" && one.points !== null).at(-1);
    const left = 12 - plays.filter((one) => !one.own).length;
    const seat = (name, place, points, tricks, ...more) => make("div.seat", make("b", name), make("span", place),
      make("span.pts", `${points}`, make("span.unseen", " points")), make("span.took", plural(tricks, "trick")), ...more);
    const fits = reply.fits.at(-1);
    const beside = reply.what === "play" ? this.#drawTrick(plays) : this.#drawQuestion();
    fill(find("cloth"), seat(reply.opponent, other, theirs, lost, fits ? make("span.fit", `${fits.hands.toLocaleString("en")} hands still fit`) : null,
      bubble ? make("span.bubble", `“${bubble.text.replace(/\.$/, "")}”`) : null),
    make("div.backs", { role: "img", "aria-label": `${reply.opponent} holds ${plural(left, "card")}, hidden` }, ...Array.from({ length: left }, () => make("span.card.back"))),
    make("div.trick", ...beside, this.#drawStrip(plays.length >> 1)),
    make("div.hand", { role: "group", "aria-label": "Your cards" }, ...this.#drawHand(plays)),
    seat("You", reply.seat, own, won, reply.thrown.length ? make("span.threw", "threw ", cardsInText(reply.thrown)) : null,
      reply.thrown.length ? button("back", "Take back", () => this.#ask("back")) : null,
      ...(reply.plays?.length > 1 ? [button("tricks", "Tricks", () => this.#showTricks())] : []), this.#drawMenu()));
    find("cloth").querySelector(".hand").style.setProperty("--cards", 12);
    this.enter();
    const now = find("cloth").querySelector("h2").parentElement.innerText;
    if (!this.#isWaiting) tell(find("spoken"), now);
  }

  /** Tricks won by both, of those that are seen to be over. */
  #won() {
    const done = (this.reply.tricks ?? []).slice(0, this.fallen >> 1);
    const won = done.filter(Boolean).length;
    return [won, done.length - won];
  }

  #drawMenu() {
    return make("details.menu", make("summary.button", { "aria-label": "New game" }, make("span.wide", "New game"), make("span.small", { "aria-hidden": "true" }, "⋯")),
      make("div.drop.line", ...this.#choose(), button("save", "Save", saveAll, "", { title: "The partie and your errors, as a file; Ten hands opens it" })));
  }

  #drawHand(plays) {
    const { reply } = this;
    const gone = this.#isWaiting ? reply.plays.slice(this.fallen).filter((one) => one.own).map((one) => one.card) : [];
    const all = this.choices.packs[reply.rules].filter((card) => reply.hand.includes(card) || gone.includes(card));
    const values = new Map((this.hint?.cards ?? []).map((one) => [one.card, one]));
    return layHand(all, (card, first) => {
      const isNew = reply.what !== "play" && reply.drawn.includes(card);
      if (reply.what === "discard") {
        const isOut = this.picked.includes(card);
        return cardFace(card, { pressed: isOut, mark: `${first} ${isOut ? "lift yours" : ""}`, tabindex: -1, onclick: () => this.#toggle(card) });
      }
      if (reply.what !== "play") return cardFace(card, { mark: `${first} ${isNew ? "ring" : ""}`, label: nameCard(card) + (isNew ? ", drawn" : "") });
      const isLegal = !this.#isWaiting && reply.legal.includes(card);
      const value = values.get(card);
      const face = cardFace(card, { mark: `${first} ${isLegal ? "" : "dim"}`, tabindex: -1, note: value ? (value.loses === "0.0" ? "best" : `−${value.loses}`) : null,
        noteClass: value?.loses === "0.0" ? "good" : "cost", label: nameCard(card) + (isLegal ? "" : ", may not be played now") + (value ? `, loses ${value.loses} points` : ""),
        onclick: () => (isLegal ? this.#decide(card) : this.#isWaiting ? null : tell(find("say"), `Follow ${SUITS[reply.led[0][1]]}.`)) });
      if (!isLegal) face.setAttribute("aria-disabled", "true");
      return face;
    });
  }

  #toggle(card) {
    if (this.picked.includes(card)) this.picked = this.picked.filter((one) => one !== card);
    else if (this.picked.length < this.reply.most) this.picked = [...this.picked, card];
    else {
      tell(find("say"), `${capital(WORDS[this.reply.most])} at most; put one back.`);
      return;
    }
    this.#draw();
  }

  #throw() {
    const { hand, least } = this.reply;
    if (this.picked.length >= least) this.#decide(hand.filter((card) => this.picked.includes(card)).join(" "));
  }

  #drawQuestion() {
    const { reply } = this;
    const { what, ways } = reply;
    const ask = make("div.turn", make("h2", TITLES[what]));
    const heard = reply.said.filter((one) => one.who === "other").at(-1);
    const said = make("p", { id: "say", role: "status" });
    if (what === "discard") {
      const took = reply.opponent_took > 0 ? `${reply.opponent} took ${WORDS[reply.opponent_took]}. ` : "";
      tell(said, `${took}${capital(WORDS[reply.least])} to ${WORDS[reply.most]} cards go, and you draw as many.`);
      const count = this.picked.length;
      ask.append(said, make("div.line", drawDots(count, reply.most),
        button("throw", count ? `Throw ${WORDS[count]}` : "Throw", () => this.#throw(), "go", { disabled: count < reply.least })));
      return [this.#drawTalon(), ask];
    }
    tell(said, (heard && reply.seat === "younger" ? `${reply.opponent}: “${heard.text}” ` : "") + (reply.drawn.length && !heard ? "You drew the ringed cards." : "What do you say?"));
    const way = ({ answer, text }, kind) => button(`way ${answer}`, text, () => this.#decide(answer), kind);
    const [full, ...others] = ways;
    const sink = others.pop();
    ask.append(said, make("div.line", way({ ...full, text: ["point", "sequence", "set"].includes(what) ? `Call ${full.text.toLowerCase().replace("point of ", "")}` : full.text }, "go"), way(sink, ""),
      others.length ? make("details.menu", make("summary.button", "Call less"), make("div.drop.line", ...others.map((one) => way(one, "")))) : ""));
    return [this.#drawTalon(), ask];
  }

  /** The cards that nobody was dealt lie where the tricks will be. */
  #drawTalon() {
    const { hand, talon } = this.reply;
    const left = talon ?? this.choices.packs[this.reply.rules].length - 2 * hand.length;
    return make("div.talon", { role: "img", "aria-label": `The talon: ${left} cards` }, ...Array.from({ length: left }, () => make("span.card.back")), small("talon"));
  }

  /** The twelve tricks and who won them. */
  #drawStrip(done) {
    const { tricks = [], what } = this.reply;
    return make("ol.won", { "aria-label": "Tricks" }, ...Array.from({ length: 12 }, (_, place) => make("li", { class: place < done ? (tricks[place] ? "y" : "n") : what === "play" && place === done ? "now" : null },
      `${place + 1}`, place < done ? make("span.unseen", tricks[place] ? " yours" : " lost") : null)));
  }

  #drawTrick(plays) {
    const { reply } = this;
    const done = plays.length >> 1;
    const isLed = plays.length & 1;
    const lead = isLed ? plays.at(-1) : null;
    const between = !isLed && this.#isWaiting;
    const last = plays.slice(2 * done - 2, 2 * done);
    const face = ({ card }) => cardFace(card);
    const spot = (name, kind, play) => (play ? cardFace(play.card, { mark: "big-card" }) : make("span", { class: `spot ${kind}` }, name));
    const isOwnLead = isLed ? lead.own : between ? reply.plays[this.fallen].own : true;
    const spots = isLed ? [spot("", "", lead), spot(lead.own ? reply.opponent : "answer", lead.own ? "" : "lead")]
      : [spot(isOwnLead ? "lead" : reply.opponent, isOwnLead ? "lead" : ""), spot(isOwnLead ? reply.opponent : "you", "")];
    const [won] = this.#won();
    const mine = done === 1 ? `You have ${won ? "won" : "lost"} the first trick.` : done ? `You have won ${won ? WORDS[won] : "none"} of ${plural(done, "trick")}.` : "";
    const says = this.#isWaiting ? `${reply.opponent} is to play.` : isLed ? "Your answer." : "Your lead.";
    return [make("div.gone", ...(done ? [small(`Trick ${done}`), make("div", ...last.map(face)), small(reply.tricks[done - 1] ? "yours" : `${reply.opponent}’s`)] : [])),
      make("div.spots", ...spots),
      make("div.turn", make("h2", `Trick ${Math.min(done + 1, 12)}`), make("p", { id: "say", role: "status" }, `${says} ${mine}`),
        this.hint?.cards ? null : this.#hintLink("cards", "What is each card worth?", ""))];
  }

  #hintLink(what, text, note) {
    return link(what, [text, small(note)], () => this.#ask("hint", { hint: what }), { disabled: this.#isWaiting });
  }

  #showTricks() {
    const { reply } = this;
    const plays = (reply.plays ?? []).slice(0, this.fallen & ~1);
    const cards = plays.map(({ card }) => cardsInText([card]));
    const rows = (reply.tricks ?? []).slice(0, plays.length / 2).map((isOwn, place) => row([`${place + 1}`, cards[2 * place], cards[2 * place + 1], isOwn ? "yours" : `${reply.opponent}’s`]));
    fill(find("so-far"), table(make("caption.unseen", "The card led first"), ["trick", "led", "answered", "won"], rows));
    find("so-far").parentElement.showModal();
  }

  // ---- Beside it

  #drawSide() {
    const { reply } = this;
    fill(find("sheet"), this.#drawSheet(), reply.what === "end" ? drawLedger(this.review?.ledger) : this.#drawTalk(), reply.what === "play" ? this.#drawFits() : null);
  }

  #drawSheet() {
    const { reply } = this;
    const { sheet, elders, deals, totals, opponent, deal, settled, stands } = reply;
    let sums = [0, 0];
    const rows = Array.from({ length: deals }, (_, place) => {
      const score = sheet[place];
      if (score) sums = [sums[0] + score[0], sums[1] + score[1]];
      const isNow = place + 1 === deal;
      const now = isNow && !score && reply.points ? [...reply.points, "so far"] : ["", "", ""];
      return row([`${place + 1}`, elders[place] ? "you" : opponent, ...(score ? [`${score[0]}`, `${score[1]}`, `${sums[0]}–${sums[1]}`] : now.map(String))], { class: isNow ? "now" : null });
    });
    const hasRace = reply.rules === "rubicon" && deals > 1;
    const race = (name, points, kind) => make("div", make("span", name), drawBars(["under", 100], [kind, share(points)], ["mark-line", share(RUBICON) + 0.4, share(RUBICON)]), make("b", `${points}`));
    const live = reply.what !== "end" && reply.points ? reply.points : [0, 0];
    return panel(deals > 1 ? "The partie" : "The deal", `${deals > 1 ? `deal ${deal} of ${deals}, ` : ""}points${reply.rules === "rubicon" ? "" : `, rules of ${reply.rules}`}`,
      make("table.sheet", make("thead", make("tr", ...["deal", "elder", "you", opponent, "together"].map((one) => make("th", { scope: "col" }, one)))), make("tbody", ...rows)),
      hasRace ? make("div.race", race("you", totals[0] + live[0], "y"), race(opponent, totals[1] + live[1], "o")) : null, stands ? make("p", { class: settled ? "" : "hint" }, stands) : null);
  }

  #drawTalk() {
    const lines = this.reply.said.map(({ who, text, points }) => make("li", { class: who === "you" ? "you" : null }, make("span", make("span.unseen", `${who === "you" ? "You" : this.reply.opponent}: `), text),
      points === null ? null : make("b", points ? `+${points}` : "0")));
    return panel("What was said", "points counted", make("ol.talk", ...lines), lines.length ? null : make("p.hint", "Nothing yet."));
  }

  #drawFits() {
    const { fits } = this.reply;
    if (!fits.length) return null;
    const most = Math.log(fits[0].hands + 1);
    const rows = fits.map(({ when, hands }) => row([when, make("td", drawBars(["bar", (100 * Math.log(hands + 1)) / most])), make("td.number", hands.toLocaleString("en"))]));
    const holds = this.hint?.holds;
    return panel("Hands that still fit", "by cards seen and calls", make("table.funnel", make("tbody", ...rows)),
      holds ? make("p.hint", "The other holds ", ...holds.flatMap(({ card, chance }, place) => [place ? ", " : "", cardsInText([card]), ` ${chance}`]), ".")
        : this.#hintLink("hands", "Which?", " a hint"));
  }

  // ---- The end of a deal

  #next() {
    if (!this.reply.is_last) this.#ask("next");
  }

  #review() {
    if (this.reply.record) this.change({ view: "review", record: this.reply.record, seat: this.reply.seat, decision: "" }, true);
  }

  #drawEnd() {
    const { reply } = this;
    const [own, theirs] = reply.score;
    const result = own > theirs ? "You win the deal" : own < theirs ? "You lose the deal" : "The deal is even,";
    const next = reply.seat === "elder" ? "younger" : "elder";
    const save = () => saveFile("piquet-deals.txt", reply.texts.join("\n"));
    fill(find("cloth"), make("p.eyebrow", reply.deals > 1 ? `Deal ${reply.deal} of ${reply.deals}` : "One deal", make("span", `you were ${reply.seat} · all twelve tricks played · ${WORDS[reply.won[0]]} yours`)),
      make("h2.result", `${result} ${own} to ${theirs}`), make("p.gave", { id: "gave", role: "status" }), make("ol.where", { id: "where" }),
      make("p.held", `${reply.opponent} was left with `, cardsInText(reply.held), " threw ", cardsInText(reply.their_thrown)),
      make("div.line", ...(reply.is_last ? [] : [button("next", `Deal ${reply.deal + 1}: you are ${next} ▸`, () => this.#next(), "go")]),
        reply.record ? button("review", "Review this deal", () => this.#review(), reply.is_last ? "go" : "") : null, button("save", "Save the deals", save)),
      ...(reply.is_last ? [make("div.line", ...this.#choose())] : []));
    this.review = null;
    this.line.end();
    if (!reply.record) tell(find("gave"), "Under these rules perfect play is not known: the deal cannot be reviewed.");
    else {
      this.line.ask(reply.record, (signal) => listen("review", queryOf({ record: reply.record, seat: reply.seat }), (review) => {
        if (this.reply === reply) this.#drawGiven(review);
        if (review.over) addErrors(listSlips(review, reply.record, reply.seat, `deal ${reply.deal} against ${reply.opponent}`));
      }, signal), (message) => this.reply === reply && tell(find("gave"), message));
      tell(find("gave"), "Your decisions are being counted…");
    }
  }

  #drawGiven(review) {
    this.review = review;
    const { over, counted, to_count: toCount } = review;
    const given = review.given[this.reply.seat === "elder" ? 0 : 1];
    const { all } = given;
    const isNothing = all.said === "0";
    fill(find("gave"), ...(!over ? [`Counting: ${counted} of ${toCount} decisions of both. `, ...(isNothing ? [] : ["So far you gave away ", make("b", all.said), " points"])]
      : isNothing ? [make("b.none", "Nothing given away"), " beyond doubt"] : ["You gave away ", make("b", all.said), " points ", all.se_said ? make("span", `± ${all.se_said}`) : ""]));
    fill(find("where"), ...["exchange", "calls", "play"].map((part) => make("li", { class: ["0", "…"].includes(given[part].said) ? null : "hit" }, make("b", given[part].said), make("span", `in the ${part}`),
      small(`points · ${plural(given[part].decisions, "decision")}`))));
    if (over) this.#drawSide();
  }
}

/** Luck and decisions as a sum, each row a bar from zero. */
function drawLedger(ledger) {
  if (!ledger) return null;
  const reach = Math.max(1, ...ledger.map((one) => Math.abs(one.value)));
  const at = (value) => 50 + (48 * value) / reach;
  const rows = ledger.map(({ kind, name, value, said }) => row([capital(name), make("td", drawBars([kind, at(value), 50], ["zero-line", 50.3, 49.7])), make("td.number", said)], { class: kind }));
  return panel("Luck and decisions", "points for you", make("table.ledger", make("tbody", ...rows)),
    make("p.hint", "Grey is luck; the dashed edge is the seat’s. Decisions are judged by what each player knew; those beyond doubt count."));
}
