// One ranked list: what each throw loses against the best, in common deals; and, folded, all throws
// by the exact count.

import { cardsInText, drawBars, fill, find, listTicks, make, row, table } from "./build.js";
import { sameCards } from "./state.js";

const SHOWN = 7;
const SHOWN_NARROW = 5; // on a telephone

/** A throw as a button; its row makes it one's own. */
const pick = (cards) =>
  make("button.pick", { type: "button", "data-control": `throw ${cards.join(" ")}` }, cardsInText(cards));

function bar(gap, se, most, ticks) {
  const at = (x) => Math.max(0, Math.min(100, (100 * x) / most));
  const drawn = drawBars(...ticks.slice(1).map((tick) => ["grid-line", at(tick) + 0.4, at(tick)]), ["zero", 0.8],
    ["fall", at(gap)], ["whisker", at(gap + 1.96 * se), at(gap - 1.96 * se)]);
  drawn.setAttribute("class", "bar-line");
  return drawn;
}

const HEADS = [["n", "#"], ["", "throw"], ["axis", ""], ["number", "loses"], ["number makes", "makes"],
  ["number count", "count"]];

/** The rows that are shown: the first seven, and one's own where it stands among all. */
export function chooseRows(discards, mine) {
  const rows = discards.slice(0, SHOWN).map((one, place) => ({ ...one, rank: place + 1 }));
  if (!mine) return rows;
  const place = discards.findIndex((one) =>
    [one.cards, ...one.same].some((cards) => sameCards(cards, mine.cards)));
  if (place >= 0 && place < SHOWN) {
    rows[place] = { ...rows[place], isMine: true };
    return rows;
  }
  if (place >= 0) return [...rows, { ...discards[place], rank: place + 1, isMine: true }];
  if (!mine.loses) return [...rows, { ...mine, isMine: true }];
  const after = rows.findIndex((one) => one.gap > mine.gap);
  rows.splice(after < 0 ? rows.length : Math.max(after, 1), 0, { ...mine, isMine: true });
  return rows;
}

export function drawRanking(rows, verdict, choose) {
  const known = rows.filter((one) => one.loses);
  const most = Math.max(0.5, ...known.map((one) => one.gap + 1.96 * one.gap_se));
  const ticks = known.length ? listTicks(0, most, 3) : [];
  const heads = HEADS.map(([kind, text]) => make("th", { scope: "col", class: kind }, text));
  heads[0].replaceChildren(make("span.unseen", "rank"));
  heads[2].append(make("span.unseen", "points lost"));
  for (const tick of ticks) {
    const label = make("span.tick", { "aria-hidden": "true" }, `${Number(tick.toFixed(1))}`);
    label.style.setProperty("--at", tick / most);
    heads[2].append(label);
  }
  const draw = (one) => {
    const isBest = one.rank === 1 && Boolean(one.loses);
    const said = isBest ? make("span.is-best", verdict.split(", ")[0],
      make("span.wide-only", verdict.replace(/^[^,]*/, ""))) : null;
    const shown = one.loses ? [bar(one.gap, one.gap_se, most, ticks), said] : [];
    const kinds = [isBest && "best", one.isMine && "mine",
      one.rank > SHOWN_NARROW && !one.isMine && "wide-row"];
    return make("tr", { class: kinds.filter(Boolean).join(" "),
      onclick: () => choose(one.cards) },
    make("td.n", one.rank ? `${one.rank}` : "·"),
    make("th", { scope: "row" }, pick(one.cards),
      one.isMine ? make("span.tag", "yours") : null),
    make("td.bar-cell", ...shown),
    make("td.number.loss", one.loses ?? "…", one.loses_se ? make("small", ` ± ${one.loses_se}`) : null),
    make("td.number.makes", one.said ?? ""), make("td.number.count", one.count ?? ""));
  };
  const caption = make("caption.unseen", "What each throw loses against the best, in common deals");
  fill(find("ranked"), table(caption, heads, rows.map(draw)));
}

/** All throws by the exact count, or by an expression. */
export function drawAll(reply, mine, choose) {
  const heads = ["throw", ...reply.heads, "counts"];
  const rows = reply.discards.map((one) => row([
    pick(one.cards),
    ...one.rates,
    make("td", { title: `exactly ${one.value_exact}` }, one.value_said),
  ], { onclick: () => choose(one.cards), ...(sameCards(one.cards, mine) && { class: "mine", "aria-current": "true" }) }));
  fill(find("all-table"), table(`${reply.discards.length.toLocaleString("en")} of ` +
    `${reply.all.toLocaleString("en")} throws by ${reply.aim_name}; exact: ${reply.assumed}`, heads, rows));
}

/** The exact odds of one's own throw beside those of the best. */
export function drawBothOdds({ chosen, versus }) {
  const rows = chosen.events
    .map((event, place) => [event, versus?.events[place]])
    .filter(([one, two]) => one.favourable || two?.favourable)
    .map(([one, two]) => row([one.name, ...[one, two].filter(Boolean).map((event) => make("td", {
      title: `${event.favourable.toLocaleString("en")} of ${event.of.toLocaleString("en")} draws`,
    }, event.percent))]));
  const both = [chosen, versus].filter(Boolean);
  rows.unshift(row(["counts if all is good", ...both.map((one) => one.value_said)]));
  const heads = ["after the draw", ...both.map(({ cards }) => cardsInText(cards))];
  fill(find("both-table"), table("Chances after the draw, exact", heads, rows));
}
