// Why one throw loses against another, part by part from zero, and how the deal may end after both.
// In what the server tells of both, the first is one's own, the second the best.

import { capital, cardsInText, fill, find, make, row, svg, table, tell } from "./build.js";

const HEIGHT = 172, BASE = 148, TOP = 34;

function partBar(value, [low, high]) {
  const at = (x) => (100 * (x - low)) / (high - low || 1);
  const zero = at(0), end = at(value);
  return svg("svg", { viewBox: "0 0 100 10", preserveAspectRatio: "none", "aria-hidden": "true" },
    svg("rect", { class: value < 0 ? "loss-bar" : "gain-bar", x: Math.min(zero, end), y: 1.8,
      width: Math.abs(end - zero), height: 6.4 }),
    svg("line", { class: "zero", x1: zero, x2: zero, y1: 0, y2: 10 }));
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
  const scale = [Math.min(0, ...reply.parts.map((part) => part.value)),
    Math.max(0, ...reply.parts.map((part) => part.value))];
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
    "what lies beyond them)", ["points", "", ""], rows));
  const heads = find("ends-table").querySelectorAll("thead th");
  heads[1].replaceChildren(cardsInText(two.cards));
  heads[2].replaceChildren(cardsInText(one.cards));
}

function drawChart({ bins, width, means, means_said: said, bumps }, name) {
  const place = find("ends-chart");
  const wide = Math.max(place.clientWidth, 260);
  const low = bins[0].low, high = bins.at(-1).low + width;
  const at = (points) => 4 + ((wide - 8) * (points - low)) / (high - low);
  const most = Math.max(0.05, ...bins.flatMap((bin) => bin.shares));
  const up = (share) => BASE - ((BASE - TOP) * share) / most;
  const text = (words, x, y, anchor, kind = "") =>
    svg("text", { x, y, "text-anchor": anchor, class: kind }, words);
  const line = (kind, x1, y1, x2, y2) => svg("line", { class: kind, x1, y1, x2, y2 });
  const drawn = [];
  const rung = most > 0.2 ? 0.1 : 0.05;
  for (let share = rung; share < most * 0.98; share += rung) {
    drawn.push(line("grid-line", 4, up(share), wide - 4, up(share)));
    if (share > 0.09) drawn.push(text(`${Math.round(100 * share)} in 100`, wide - 4, up(share) - 3, "end"));
  }
  for (const bin of bins) {
    drawn.push(svg("rect", { class: "best-bar", x: at(bin.low) + 1, y: up(bin.shares[1]),
      width: at(width) - at(0) - 2, height: BASE - up(bin.shares[1]) }));
  }
  const steps = bins.map((bin) =>
    `V${up(bin.shares[0]).toFixed(1)}H${at(bin.low + width).toFixed(1)}`).join("");
  drawn.push(svg("path", { class: "yours-line", d: `M${at(low)} ${BASE}${steps}V${BASE}` }));
  drawn.push(line("zero", 4, BASE, wide - 4, BASE), line("at-zero", at(0), 18, at(0), BASE));
  const step = wide < 420 ? 100 : 50;
  for (let tick = Math.ceil(low / step) * step; tick <= high; tick += step) {
    const words = tick > 0 ? `+${tick}` : `${tick}`.replace("-", "−");
    drawn.push(text(words, Math.max(14, Math.min(wide - 16, at(tick))), 164, "middle"));
  }
  const [mine, best] = means;
  const side = mine <= best ? ["end", "start", -5, 5] : ["start", "end", 5, -5];
  drawn.push(line("best-mean", at(best), 22, at(best), BASE));
  drawn.push(line("yours-mean", at(mine), 22, at(mine), BASE));
  drawn.push(text(`${name} ${said[0]}`, at(mine) + side[2], 14, side[0], "yours-text"));
  drawn.push(text(`best ${said[1]}`, at(best) + side[3], 14, side[1], "best-text"));
  for (const bump of bumps) {
    const around = bins.filter((bin) => Math.abs(bin.low + width / 2 - bump.at) < 2.2 * width);
    const y = up(Math.max(0, ...around.flatMap((bin) => bin.shares))) - 7;
    const words = wide < 420 ? bump.name.replace(/^(you are|your) /, "") : bump.name;
    const half = words.length * 3.2;
    const x = Math.max(4 + half, Math.min(wide - 4 - half, at(bump.at)));
    drawn.push(text(words, x, Math.max(y, 28), "middle"));
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
