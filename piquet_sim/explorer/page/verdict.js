// Where the cards are the answer is: the best lifted and ringed, one's own throw tagged, and the
// verdict in two lines that keep their place.

import { WORDS, capital, cardFace, cardsInText, fill, find, layHand, make, nameCard, rove, tell } from "./build.js";
import { HAND_CARDS } from "./state.js";

const tag = () => make("span.tag", "yours");
const bold = (text) => make("b", text);
const plain = (control, text, onclick) => make("button.plain", { type: "button", "data-control": control, onclick }, text);
const loss = (said) => said.replace("−", "");

function worthOf({ said }) {
  const [value, ...error] = said.split(" ");
  return make("span.worth", "worth ", bold(value), ` ${error.join(" ")}`);
}

export class Verdict {
  /** `press(card)` is called when a card of the hand is pressed. */
  constructor(press) {
    this.press = press;
    this.enterHand = rove(find("hand"));
  }

  /** The cards on the table: `best` is lifted, `yours` tagged. */
  drawCards(cards, { best = [], yours = [], isSure = false } = {}) {
    const isWhole = cards.length === HAND_CARDS;
    if (this.key !== cards.join()) this.#layCards(cards);
    this.key = cards.join();
    for (const button of find("hand").querySelectorAll("button")) {
      const { card } = button.dataset;
      const isBest = best.includes(card), isMine = yours.includes(card);
      button.classList.toggle("lift", isBest);
      button.classList.toggle("ring", isSure && isBest);
      if (isWhole) button.setAttribute("aria-pressed", String(isMine));
      const said = !isWhole ? ", take it back" : isBest ? ", the best throw it" : "";
      button.setAttribute("aria-label", nameCard(card) + said);
      button.querySelector(".note")?.remove();
      if (isMine) button.append(make("span.note", { "aria-hidden": "true" }, "yours"));
    }
  }

  #layCards(cards) {
    const slots = Array.from({ length: HAND_CARDS - cards.length }, () =>
      make("span.slot", { "aria-hidden": "true" }));
    const draw = (card, mark) => cardFace(card, { tabindex: -1, mark, onclick: () => this.press(card) });
    fill(find("hand"), ...layHand(cards, draw), ...slots);
    this.enterHand();
    find("hand").setAttribute("aria-label", cards.length === HAND_CARDS
      ? "Your cards; press those that you would throw" : "Your cards");
  }

  /** A hand that is not whole. */
  tellWanting(count, dealOne) {
    this.#settle("", "");
    if (count) {
      tell(find("best-line"), `${capital(WORDS[count])} of twelve; ${WORDS[HAND_CARDS - count]} more`);
      tell(find("yours-line"), make("span", "Press a card to take it back, or ", make("kbd", "Backspace"),
        " for the last."));
      return;
    }
    tell(find("best-line"), "Lay out the twelve cards you were dealt");
    const keys = [..."sakjh"].map((key) => [make("kbd", key), " "]).flat();
    tell(find("yours-line"), make("span", "Tap them, type ", ...keys, "…, or paste a line above; or "),
      plain("deal", "deal me a hand", dealOne));
  }

  /** Before anything has been played: the order of the exact count, so labelled. */
  tellCount(first, slow, useExpert) {
    this.#settle("", "");
    tell(find("best-line"), ...(first ? ["Count says ", cardsInText(first.cards),
      make("span.or", "exact, before play")] : ["…"]));
    tell(find("yours-line"), ...(slow ? [make("span", bold(slow.name), ` answers in about ${slow.seconds} s.`),
      plain("expert", "Use expert now", useExpert)] : ["Playing…"]));
  }

  /** A question that the server does not value. */
  tellNothing(reason) {
    this.#settle("", "");
    tell(find("best-line"), "No verdict");
    tell(find("yours-line"), make("span.error", { role: "alert" }, reason));
  }

  /** While it fills in. */
  tellSoFar(reply, leader, yours) {
    const next = reply.discards.find((one) => one !== leader);
    this.#settle("", "Playing…", `${reply.deals.toLocaleString("en")} deals`);
    tell(find("best-line"), "So far ", cardsInText(leader.cards), worthOf(leader));
    const lead = leader === reply.discards[0] && next
      ? `Leads by ${loss(next.loses)} ± ${next.loses_se}` : "Close";
    tell(find("yours-line"), ...(yours ? this.#yours(yours) : [lead]));
  }

  /** When all is played. Of two that are too close to call, `shown` is on the table; `turn` shows the other. */
  tellSettled(reply, shown, near, yours, turn) {
    const [first] = reply.discards;
    const deals = `${reply.deals.toLocaleString("en")} deals, ${reply.elapsed_said} s`;
    const title = reply.sure ? "✓ Settled" : capital(first.verdict);
    this.#settle("is-settled", near ? capital(near.verdict) : title, deals);
    tell(find("best-line"), "Throw ", cardsInText(shown.cards), worthOf(shown), near && plain("other", "Show the other", turn));
    const other = near
      ? `Another throw is ${near.verdict}: ${loss(near.loses)} ± ${near.loses_se} apart.`
      : `${capital(first.verdict)}. Press the cards that you would throw, to see what they lose.`;
    tell(find("yours-line"), ...(yours ? this.#yours(yours) : [other]));
    const names = (one) => one.cards.map(nameCard).join(", ");
    tell(find("news"), `Throw ${names(first)}${near ? `; or ${names(near)}` : ""}: worth ${first.said}. `,
      yours ? make("span", ...this.#yours(yours)).textContent : "");
  }

  /** What is said of one's own throw: { cards, isBest, isNear, contrast, row, wrong }. */
  #yours({ cards, isBest, isNear, contrast, row, wrong }) {
    const start = [tag(), cards.length ? cardsInText(cards) : null];
    if (wrong) return [...start, wrong];
    if (isBest) return [...start, "is the best."];
    if (!contrast && !row) return [...start, "is being valued…"];
    const [less, error] = contrast ? [contrast.less, contrast.se_said] : [loss(row.loses), row.loses_se];
    const gap = contrast ? contrast.gap : -row.gap;
    if (isNear || (contrast && !contrast.sure)) {
      const side = gap > 0 ? "ahead" : "behind";
      return [...start, `is ${contrast?.verdict || row?.verdict}: ${less} ± ${error} ${side}.`];
    }
    return [...start, make("span", gap > 0 ? "makes " : "loses ", bold(less),
      ` ± ${error}${gap > 0 ? " more" : ""}${contrast?.mostly ? `, ${contrast.mostly}` : ""}`),
    contrast && make("span.wide-only", `· better in ${contrast.better} deals of 100, as well in ${contrast.equal}`)];
  }

  #settle(kind, title, more = "") {
    find("verdict").className = kind;
    tell(find("settled"), title, more ? make("small", more) : null);
  }
}
