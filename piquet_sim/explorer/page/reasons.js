// Why one throw loses against another, part by part from zero, and how the deal may end after both.
// In what the server tells of both, the first is one's own, the second the best.

import { capital, cardsInText, drawBars, drawLine, drawRect, drawText, fill, find, listTicks, make, row, signed, svg, table, tell } from "./build.js";

const HEIGHT = 172, BASE = 148, TOP = 34;

function partBar(value, [low, high]) {
  const at = (x) => (100 * (x - low)) / (high - low || 1);
  return drawBars([value < 0 ? "loss-bar" : "gain-bar", at(value), at(0)], ["zero", at(0) + 0.4, at(0) - 0.4]);
}

/** The sentences that say why. */
export function listReasons({ reasons, gap }) {
  const said = reasons.map(({ name, said, gains, fact }, place) => {
    const turns = gains === (gap < 0) && place > 0;
    const title = turns ? `But ${name}` : capital(name);
    return make("li", make("b", { class: gains ? "gains" : "costs" }, `${title}, ${said}.`), ` ${fact}`);
  });
  return said.length ? said : [make("li", "No part is beyond its error.")];
}

/** `name` says whose loss it is: "yours", or the cards of the second. */
export function drawWhy(reply, isYours) {
  const [one] = reply.discards;
  const who = isYours ? ["yours"] : ["the second, ", cardsInText(one.cards), ","];
  const does = reply.gap > 0 ? `gains ${reply.less}` : `loses ${reply.less}`;
  tell(find("why-title"), ...(reply.sure ? ["Why ", ...who, ` ${does}`]
    : ["What sets ", ...who, ` apart: ${reply.said} ± ${reply.se_said}`]));
  fill(find("reasons"), ...listReasons(reply));
  const values = reply.parts.map((part) => part.value);
  const scale = [Math.min(0, ...values), Math.max(0, ...values)];
  const kind = (value) => (value < 0 ? "costs" : "gains");
  const rows = reply.parts.map((part) => row([part.name, make("td", partBar(part.value, scale)),
    make("td", { class: `number ${kind(part.value)}`,
      title: `± ${part.se_said}; own ${part.own}, the other's ${part.other}` }, part.said)]));
  const sums = [row(["all together", "", make("td.number", reply.points_said)])];
  if (reply.in_partie) sums.push(row(["settlement", "", make("td.number", reply.said)]));
  const drawn = table("Points more or less than the best, part by part", ["part", "bar", "points"], rows);
  drawn.querySelector("caption").className = "unseen";
  drawn.append(make("tfoot", ...sums));
  fill(find("parts"), drawn);
}

export function drawEnds(reply, isYours) {
  const { ends } = reply;
  const [one, two] = reply.discards;
  const name = isYours ? "yours" : "the second";
  fill(find("ends-key"), make("i.of-best"), "best ", make("i.of-yours"), name);
  drawChart(ends, name);
  const [mine, best] = ends.behind;
  const [[low, high], [bestLow, bestHigh]] = ends.middle;
  tell(find("ends-foot"), `You come out behind in ${best} deals of 100, with ${name} in ${mine}. ` +
    `The middle half: ${bestLow} to ${bestHigh}; ${name} ${low} to ${high}.`);
  const rows = ends.bins.map((bin) => row([bin.said, `${bin.percents[1]}%`, `${bin.percents[0]}%`]));
  rows.push(row(["mean", ends.means_said[1], ends.means_said[0]]));
  fill(find("ends-table"), table("Points, less the other's; share of deals (the outer rows hold " +
    "what lies beyond them)", ["points", cardsInText(two.cards), cardsInText(one.cards)], rows));
}

function drawChart({ bins, width, means, means_said: said, bumps }, name) {
  const place = find("ends-chart");
  const wide = Math.max(place.clientWidth, 260);
  const low = bins[0].low, high = bins.at(-1).low + width;
  const at = (points) => 4 + ((wide - 8) * (points - low)) / (high - low);
  const most = Math.max(0.05, ...bins.flatMap((bin) => bin.shares));
  const up = (share) => BASE - ((BASE - TOP) * share) / most;
  const drawn = listTicks(0, most, 4).slice(1).flatMap((share) => [
    drawLine("grid-line", 4, up(share), wide - 4, up(share)),
    share > 0.09 ? drawText("", wide - 4, up(share) - 3, `${Math.round(100 * share)} in 100`, "end") : null]);
  const broad = at(width) - at(0) - 2;
  drawn.push(...bins.map(({ low: from, shares: [, share] }) =>
    drawRect("best-bar", at(from) + 1, up(share), broad, BASE - up(share))));
  const steps = bins.map((bin) =>
    `V${up(bin.shares[0]).toFixed(1)}H${at(bin.low + width).toFixed(1)}`).join("");
  drawn.push(svg("path", { class: "yours-line", d: `M${at(low)} ${BASE}${steps}V${BASE}` }));
  drawn.push(drawLine("zero", 4, BASE, wide - 4, BASE), drawLine("at-zero", at(0), 18, at(0), BASE));
  for (const tick of listTicks(low, high, wide < 420 ? 3 : 7)) {
    drawn.push(drawText("", Math.max(14, Math.min(wide - 16, at(tick))), 164, signed(tick), "middle"));
  }
  const [mine, best] = means;
  const side = mine <= best ? ["end", "start", -5, 5] : ["start", "end", 5, -5];
  for (const [kind, called, place] of [["yours", name, 0], ["best", "best", 1]]) {
    const x = at(means[place]);
    drawn.push(drawLine(`${kind}-mean`, x, 22, x, BASE),
      drawText(`${kind}-text`, x + side[place + 2], 14, `${called} ${said[place]}`, side[place]));
  }
  for (const bump of bumps) {
    const around = bins.filter((bin) => Math.abs(bin.low + width / 2 - bump.at) < 2.2 * width);
    const y = up(Math.max(0, ...around.flatMap((bin) => bin.shares))) - 7;
    const words = wide < 420 ? bump.name.replace(/^(you are|your) /, "") : bump.name;
    const half = words.length * 3.2;
    const x = Math.max(4 + half, Math.min(wide - 4 - half, at(bump.at)));
    drawn.push(drawText("", x, Math.max(y, 28), words, "middle"));
  }
  const label = "How the deal may end after the best throw and after the other; " +
    "the numbers are folded below";
  fill(place, svg("svg", { viewBox: `0 0 ${wide} ${HEIGHT}`, role: "img", "aria-label": label },
    ...drawn));
}

/** Nothing is known yet; the room stays. */
export function clearReasons() {
  tell(find("why-title"), "Why");
  for (const id of ["parts", "ends-chart", "ends-key"]) fill(find(id));
  fill(find("reasons"), make("li.hint", "Shown once the verdict is settled."));
  tell(find("ends-foot"), "");
}
