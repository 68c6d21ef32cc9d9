// Pieces of the page: elements, cards, tables.

import { SUITS } from "./state.js";

const RANKS = { A: "ace", K: "king", Q: "queen", J: "knave", T: "ten", 9: "nine", 8: "eight",
  7: "seven", 6: "six" };
const SUIT_NAMES = { S: "spades", H: "hearts", D: "diamonds", C: "clubs" };

const isThere = (child) => child !== null && child !== undefined;

export const capital = (text) => text[0].toUpperCase() + text.slice(1);

export const WORDS = ["no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten",
  "eleven", "twelve"];
export const plural = (number, one, more = `${one}s`) => `${WORDS[number] ?? number} ${number === 1 ? one : more}`;
export const number = (...children) => make("td.number", ...children);
/** Bars of a width of 100: of each its class, where it ends and, unless that is 0, begins. */
export const drawBars = (...bars) => svg("svg", { viewBox: "0 0 100 10", preserveAspectRatio: "none", "aria-hidden": "true" },
  ...bars.map(([kind, end, start = 0]) => drawRect(kind, Math.min(start, end), 0, Math.abs(end - start), 10)));
export const drawLine = (kind, x1, y1, x2, y2) => svg("line", { class: kind, x1, y1, x2, y2 });
export const drawRect = (kind, x, y, width, height, more = {}) => svg("rect", { class: kind, x, y, width, height, ...more });
export const drawText = (kind, x, y, words, anchor = "start") => svg("text", { class: kind, x, y, "text-anchor": anchor }, words);
/** Round numbers between two, at most so many steps apart. */
export function listTicks(low, high, most) {
  const step = [0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 20, 50, 100].find((one) => (high - low) / one < most) ?? 200;
  const first = Math.ceil(low / step);
  return Array.from({ length: Math.floor(high / step) - first + 1 }, (_, place) => (first + place) * step);
}
export const small = (text) => make("small", text);
export const link = (control, text, onclick, more = {}) => make("button.link", { type: "button", "data-control": control, onclick, ...more }, ...[text].flat());
export const button = (control, text, onclick, kind = "", more = {}) => make("button", { type: "button",
  class: `button ${kind}`, "data-control": control, onclick, ...more }, ...[text].flat());

/** Each key does what `acts` has for it, except where one types. */
export function onKeys(place, acts) {
  place.addEventListener("keydown", (event) => {
    const { key, target } = event;
    if (event.ctrlKey || event.metaKey || event.altKey || target.closest("input, select, textarea")) return;
    const act = acts(target)?.[key];
    if (!act) return;
    event.preventDefault();
    act();
  });
}

export const signed = (number) => (number > 0 ? `+${number}` : `${number}`.replace("-", "−"));
export const symbolOf = (card) => ({ S: "♠", H: "♥", D: "♦", C: "♣" })[card[1]] + (card[0] === "T" ? "10" : card[0]);

export const find = (id) => document.getElementById(id);

/** Put a text in a place; the same again is no news, which a live region would read out. */
export function tell(place, ...children) {
  const line = make("p", ...children);
  if (place.innerHTML !== line.innerHTML) fill(place, ...line.childNodes);
}

function dress(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (name === "onclick") element.addEventListener("click", value);
    else if (value === true) element.setAttribute(name, "");
    else if (value !== false && isThere(value)) element.setAttribute(name, value);
  }
  element.append(...children.filter(isThere));
  return element;
}

/** An element: "p.hint" is a paragraph of that class; attributes may be left out. */
export function make(tag, ...rest) {
  const isPlain = rest[0] !== null && typeof rest[0] === "object" && !(rest[0] instanceof Node);
  const [attributes, ...children] = isPlain ? rest : [{}, ...rest];
  const [name, ...classes] = tag.split(".");
  return dress(document.createElement(name), classes.length ? { class: classes.join(" "), ...attributes } : attributes, children);
}

export const nameCard = (card) => `${RANKS[card[0]]} of ${SUIT_NAMES[card[1]]}`;

export const svg = (tag, attributes = {}, ...children) =>
  dress(document.createElementNS("http://www.w3.org/2000/svg", tag), attributes, children);

/** The sign of a suit: a shape of its own, so that colour says nothing alone. */
export const pip = (suit, more = "") => svg("svg",
  { class: `pip ${suit} ${more}`, "aria-hidden": "true" }, svg("use", { href: `#pip-${suit}` }));

const say = (rank) => (rank === "T" ? "10" : rank);

/** A card, which can be pressed if it is said what that does. `note` is a tag at its foot, `mark` more classes. */
export function cardFace(card, { pressed = null, label = "", note = null, noteClass = "", mark = "", onclick = null, tabindex = null } = {}) {
  const more = onclick ? { type: "button", "data-card": card, "aria-pressed": pressed === null ? null : String(pressed), tabindex, onclick } : { role: "img" };
  return make(onclick ? "button" : "span", { class: `card ${card[1]} ${mark}`, "aria-label": label || nameCard(card), ...more },
    make("span.corner", { "aria-hidden": "true" }, make("b", say(card[0])), pip(card[1])), pip(card[1], "big"),
    note === null ? null : make("span", { class: `note ${noteClass}` }, note));
}

/** A hand, suits apart. */
export const layHand = (cards, draw) => cards.map((card, place) => draw(card, place && cards[place - 1][1] !== card[1] ? "first" : ""));

/** Cards in a line of text, suit by suit, read aloud by their names. */
export function cardsInText(cards) {
  const suits = [...SUITS].filter((suit) => cards.some((card) => card[1] === suit));
  return make("span.cards",
    ...suits.map((suit) => make("span", { class: `suit ${suit}`, "aria-hidden": "true" }, pip(suit),
      ...cards.filter((card) => card[1] === suit).map((card) => make("i", say(card[0]))))),
    make("span.unseen", cards.map(nameCard).join(", ")));
}

/** What can be selected: values, or pairs of a value and its text. */
export const offer = (select, values) => fill(select, ...values.map((one) => [one].flat()).map(([value, text = value]) => make("option", { value }, `${text}`)));

/** A table; "#lost" heads a column of numbers. */
export function table(caption, heads, rows, ...sums) {
  const name = (one) => (one[0] === "#" ? make("th.number", { scope: "col" }, one.slice(1)) : make("th", { scope: "col" }, one));
  const head = heads.map((one) => (one instanceof HTMLTableCellElement ? one : name(one)));
  return make("table", typeof caption === "string" ? make("caption", caption) : caption,
    make("thead", make("tr", ...head)), make("tbody", ...rows), sums.length ? make("tfoot", ...sums) : null);
}

export function row(cells, attributes = {}) {
  const [first, ...others] = cells;
  return make("tr", attributes, make("th", { scope: "row" }, first),
    ...others.map((cell) => cell instanceof HTMLTableCellElement ? cell : make("td", cell)));
}

/** Fill a place; if the focus stood there, it stays on the same control or goes to the first. */
export function fill(place, ...children) {
  const held = place.contains(document.activeElement) ? document.activeElement.dataset : null;
  place.replaceChildren(...children.filter(isThere));
  if (!held) return;
  const name = held.control === undefined ? "card" : "control";
  const same = place.querySelector(`[data-${name}="${CSS.escape(held[name] ?? "")}"]:enabled`);
  (same || place.querySelector("[data-control]:enabled"))?.focus({ preventScroll: true });
}

/** Arrow keys go about in a group of buttons laid out in rows; Tab enters it once. */
export function rove(group, selector = "button") {
  const buttons = () => [...group.querySelectorAll(selector)];
  group.addEventListener("focusin", (event) => {
    for (const button of buttons()) button.tabIndex = button === event.target ? 0 : -1;
  });
  onKeys(group, (target) => {
    const all = buttons(), here = all.indexOf(target), from = target.getBoundingClientRect();
    if (here < 0) return null;
    const go = (place) => all.at(place % all.length).focus();
    const rise = (sign) => {
      const boxes = new Map(all.map((button) => [button, button.getBoundingClientRect()]));
      const far = ({ top, left }) => Math.abs(top - from.top) * 10 + Math.abs(left - from.left);
      const beyond = all.filter((button) => sign * (boxes.get(button).top - from.top) > 4);
      beyond.sort((one, two) => far(boxes.get(one)) - far(boxes.get(two)))[0]?.focus();
    };
    return { ArrowRight: () => go(here + 1), ArrowLeft: () => go(here - 1), Home: () => go(0), End: () => go(-1),
      ArrowUp: () => rise(-1), ArrowDown: () => rise(1) };
  });
  return () => {
    const all = buttons();
    if (all.length && !all.some((button) => button.tabIndex === 0)) all[0].tabIndex = 0;
  };
}
