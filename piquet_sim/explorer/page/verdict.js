// Where the cards are the answer is: the best lifted and ringed, one's own throw tagged, and the
// verdict in two lines that keep their place.

import { WORDS, capital, cardButton, cardsInText, fill, find, make, nameCard, rove, tell } from "./build.js";
import { HAND_CARDS } from "./state.js";

const tag = () => make("span.tag", "yours");
const bold = (text) => make("b", text);

/** Fill a line; the same again leaves it as it is. */
function say(id, ...children) {
  const line = make("p", ...children);
  if (find(id).innerHTML !== line.innerHTML) find(id).replaceChildren(...line.childNodes);
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
      button.setAttribute("aria-label", nameCard(card) + (isWhole
        ? (isBest ? ", the best throw it" : "")
        : ", take it back"));
      button.querySelector(".note")?.remove();
      if (isMine) button.append(make("span.note", { "aria-hidden": "true" }, "yours"));
    }
  }

  #layCards(cards) {
    const slots = Array.from({ length: HAND_CARDS - cards.length }, () =>
      make("span.slot", { "aria-hidden": "true" }));
    fill(find("hand"), ...cards.map((card, place) => cardButton(card, {
      tabindex: -1, mark: place && cards[place - 1][1] !== card[1] ? "next" : "",
      onclick: () => this.press(card),
    })), ...slots);
    this.enterHand();
    find("hand").setAttribute("aria-label", cards.length === HAND_CARDS
      ? "Your cards; press those that you would throw" : "Your cards");
  }

  /** A hand that is not whole. */
  tellWanting(count, dealOne) {
    this.#settle("", "");
    if (count) {
      say("best-line", `${capital(WORDS[count])} of twelve; ${WORDS[HAND_CARDS - count]} more`);
      say("yours-line", make("span", "Press a card to take it back, or ", make("kbd", "Backspace"),
        " for the last."));
      return;
    }
    say("best-line", "Lay out the twelve cards you were dealt");
    const keys = [..."sakjh"].map((key) => [make("kbd", key), " "]).flat();
    fill(find("yours-line"), make("span", "Tap them, type ", ...keys, "…, or paste a line above; or "),
      make("button", { type: "button", class: "plain", "data-control": "deal", onclick: dealOne },
        "deal me a hand"));
  }

  /** Before anything has been played: the order of the exact count, so labelled. */
  tellCount(first, slow, useExpert) {
    this.#settle("", "");
    say("best-line", ...(first ? ["Count says ", cardsInText(first.cards),
      make("span.or", "exact, before play")] : ["…"]));
    if (!slow) {
      say("yours-line", "Playing…");
      return;
    }
    fill(find("yours-line"), make("span", bold(slow.name), ` answers in about ${slow.seconds} s.`),
      make("button", { type: "button", class: "plain", "data-control": "expert", onclick: useExpert },
        "Use expert now"));
  }

  /** A question that the server does not value. */
  tellNothing(reason) {
    this.#settle("", "");
    say("best-line", "No verdict");
    say("yours-line", make("span.error", { role: "alert" }, reason));
  }

  /** While it fills in. */
  tellSoFar(reply, leader, yours) {
    const next = reply.discards.find((one) => one !== leader);
    this.#settle("", "Playing…", `${reply.deals.toLocaleString("en")} deals`);
    say("best-line", "So far ", cardsInText(leader.cards),
      make("span.worth", "worth ", bold(leader.said.split(" ")[0]),
        ` ${leader.said.split(" ").slice(1).join(" ")}`));
    const lead = leader === reply.discards[0] && next
      ? `Leads by ${next.loses.replace("−", "")} ± ${next.loses_se}` : "Close";
    say("yours-line", ...(yours ? this.#yours(yours) : [lead]));
  }

  /** When all is played. Of two that are too close to call, `shown` is on the table; `turn` shows the other. */
  tellSettled(reply, shown, near, yours, turn) {
    const [first] = reply.discards;
    const deals = `${reply.deals.toLocaleString("en")} deals, ${reply.elapsed_said} s`;
    const worth = make("span.worth", "worth ", bold(shown.said.split(" ")[0]),
      ` ${shown.said.split(" ").slice(1).join(" ")}`);
    const title = reply.sure ? "✓ Settled" : capital(first.verdict);
    this.#settle("is-settled", near ? capital(near.verdict) : title, deals);
    fill(find("best-line"), "Throw ", cardsInText(shown.cards), worth,
      near && make("button", { type: "button", class: "plain", "data-control": "other", onclick: turn }, "Show the other"));
    const plain = near
      ? `Another throw is ${near.verdict}: ${near.loses.replace("−", "")} ± ${near.loses_se} apart.`
      : `${capital(first.verdict)}. Press the cards that you would throw, to see what they lose.`;
    say("yours-line", ...(yours ? this.#yours(yours) : [plain]));
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
    const [less, error] = contrast ? [contrast.less, contrast.se_said]
      : [row.loses.replace("−", ""), row.loses_se];
    const gap = contrast ? contrast.gap : -row.gap;
    if (isNear || (contrast && !contrast.sure)) {
      const side = gap > 0 ? "ahead" : "behind";
      return [...start, `is ${contrast?.verdict || row?.verdict}: ${less} ± ${error} ${side}.`];
    }
    const said = [...start, make("span", gap > 0 ? "makes " : "loses ", bold(less),
      ` ± ${error}${gap > 0 ? " more" : ""}${contrast?.mostly ? `, ${contrast.mostly}` : ""}`)];
    if (contrast) {
      said.push(make("span.wide-only",
        `· better in ${contrast.better} deals of 100, as well in ${contrast.equal}`));
    }
    return said;
  }

  #settle(kind, title, more = "") {
    find("verdict").className = kind;
    say("settled", title, more ? make("small", more) : null);
  }
}
