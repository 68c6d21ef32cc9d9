// Where the deal would end after each card played, if both played their best from there on.

import { svg } from "./build.js";

const CARDS = 24;
const SLIPS_NAMED = 3;
const LEFT = 36, RIGHT_EDGE = 12, TOP = 14, FOOT_EDGE = 26;

export const signed = (number) => (number > 0 ? `+${number}` : `${number}`.replace("-", "−"));
export const symbolOf = (card) => ({ S: "♠", H: "♥", D: "♦", C: "♣" })[card[1]] + (card[0] === "T" ? "10" : card[0]);

/** How many cards had been played where a click on the picture falls. */
export function stepAt(picture, event) {
  const box = picture.getBoundingClientRect();
  const { width } = picture.viewBox.baseVal;
  const x = ((event.clientX - box.left) / box.width) * width;
  return Math.min(Math.max(Math.round(((x - LEFT) / (width - RIGHT_EDGE - LEFT)) * CARDS), 0), CARDS);
}

/** `nameSlip` says what stands beside a slip, in so many pixels at most. */
export function drawMargins({ margins, played, step }, { width = 420, height = 168, room: wide = 82,
  nameSlip = ({ card, gave }) => `${symbolOf(card)} gives ${gave}` } = {}) {
  const RIGHT = width - RIGHT_EDGE, FOOT = height - FOOT_EDGE;
  const least = Math.min(0, ...margins), most = Math.max(0, ...margins);
  const room = Math.max(4, (most - least) * 0.15);
  const isLevel = least === most; // an even deal from end to end
  const [low, high] = [least < 0 || isLevel ? least - room : 0, most > 0 || isLevel ? most + room : 0];
  const x = (card) => LEFT + ((RIGHT - LEFT) * card) / CARDS;
  const y = (margin) => FOOT - ((FOOT - TOP) * (margin - low)) / (high - low);
  const picture = svg("svg", { viewBox: `0 0 ${width} ${height}`, class: "margins", role: "img",
    "aria-label": sayMargins(margins, played) });
  const line = (cls, x1, y1, x2, y2) => picture.append(svg("line", { class: cls, x1, y1, x2, y2 }));
  const text = (cls, at, height, said) => {
    const label = svg("text", { class: cls, x: at, y: height });
    label.append(said);
    picture.append(label);
    return label;
  };
  for (const tick of ticksOf(low, high)) {
    line(tick ? "grid-line" : "zero", LEFT, y(tick), RIGHT, y(tick));
    text("tick", LEFT - 6, y(tick) + 4, signed(tick));
  }
  for (const trick of [1, 4, 8, 12]) {
    text("under", x(2 * trick - 1), height - 6, trick === 1 ? "trick 1" : `${trick}`);
  }
  margins.slice(1).forEach((margin, index) => {
    const isSlip = margin !== margins[index];
    line(`${isSlip ? "slip" : "course"}${index >= step ? " ahead" : ""}`,
      x(index), y(margins[index]), x(index + 1), y(margin));
  });
  line("still", x(played.length), y(margins.at(-1)), RIGHT, y(margins.at(-1)));
  line("now", x(step), TOP - 8, x(step), FOOT + 6);
  picture.append(svg("circle", { class: "dot", cx: x(step), cy: y(margins[step]), r: 5 }));
  labelSlips(played, margins, x, y, text, wide, nameSlip);
  return picture;
}

function ticksOf(low, high) {
  const steps = [5, 10, 20, 50, 100];
  const by = steps.find((one) => (high - low) / one <= 5) ?? 200;
  const first = Math.ceil(low / by) * by;
  return Array.from({ length: Math.floor((high - first) / by) + 1 }, (_, place) => first + place * by || 0);
}

/** The costliest slips by name, where there is room for them. */
function labelSlips(played, margins, x, y, text, wide, nameSlip) {
  const slips = played.map((one, index) => ({ ...one, index })).filter((one) => one.gave)
    .sort((one, two) => two.gave - one.gave).slice(0, SLIPS_NAMED);
  const taken = [];
  for (const { index, ...slip } of slips) {
    const isLeft = index > CARDS / 2;
    const at = isLeft ? x(index) - 5 : x(index + 1) + 7;
    const middle = (y(margins[index]) + y(margins[index + 1])) / 2 + 4;
    const [from, to] = isLeft ? [at - wide, at] : [at, at + wide];
    if (taken.some((one) => Math.abs(one.middle - middle) < 14 && from < one.to && to > one.from)) continue;
    taken.push({ middle, from, to });
    text(`given ${isLeft ? "to-left" : ""}`, at, middle, nameSlip(slip));
  }
}

function sayMargins(margins, played) {
  const slips = played.filter((one) => one.gave)
    .map((one) => `${one.seat}'s ${one.name} gives ${one.gave}`);
  return `The deal would end ${signed(margins[0])} at the first card, ${signed(margins.at(-1))} ` +
    `after ${played.length} cards. ` + (slips.length ? `${slips.join("; ")}.` : "Nothing was given away.");
}
