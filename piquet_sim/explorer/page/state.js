// The state of the page is its address: what is read from it here can be sent and bookmarked.

const KEYS = "view hand seat took score deal rules strategy aim discard versus draw number play step shown record decision point sequence set".split(" ");
const LISTS = ["discard", "versus", "draw", "play"];
const DEFAULTS = { view: "discard", seat: "elder", rules: "rubicon", strategy: "expert", aim: "hand.value" };
/** In the place of a deal's number: the deal is that of the record. */
export const RECORDED = "record";
export const OF_HAND = ["hand", "seat", "took", "rules"];
export const SUITS = "SHDC";
export const HAND_CARDS = 12;

export function readState() {
  const query = new URLSearchParams(location.search);
  const state = {};
  for (const key of KEYS) if (query.has(key)) state[key] = query.get(key).trim();
  for (const key of LISTS) if (state[key]) state[key] = listOf(state[key]).join(" ");
  return state;
}

/** The address's query for some parts of a state, those that say nothing left out. */
export function writeQuery(state, keys = KEYS) {
  const query = new URLSearchParams();
  for (const key of KEYS.filter((one) => keys.includes(one))) {
    const value = state[key] ?? "";
    if (value !== "" && value !== DEFAULTS[key]) query.set(key, value);
  }
  return query.toString();
}

/** Keep a state in the address: as a new step of the way, or in the place of the present one. */
export function keepState(state, asNewStep) {
  const query = writeQuery(state);
  const address = location.pathname + (query ? `?${query}` : "");
  if (address === location.pathname + location.search) return;
  history[asNewStep ? "pushState" : "replaceState"](null, "", address);
}

/** What is asked when only these parts of a state matter. */
export function pick(state, keys) {
  return Object.fromEntries(keys.filter((key) => state[key]).map((key) => [key, state[key]]));
}

export const emptyOf = (keys) => Object.fromEntries(keys.map((key) => [key, ""]));

export function withDefault(state, key) {
  return state[key] || DEFAULTS[key] || "";
}

/** Cards of the dotted form, as ["AS", "KS", …]. */
export function cardsOfDotted(text) {
  return (text || "").split(".").flatMap((ranks, suit) =>
    [...ranks].map((rank) => rank + SUITS[suit]));
}

/** Cards as people write a hand: suits one after another, "-" for one that is empty. */
export function groupsOfCards(cards, pack = cards, between = " ", empty = "-") {
  const groups = [...SUITS].map((suit) =>
    pack.filter((card) => cards.includes(card) && card[1] === suit).map((card) => card[0]).join(""));
  return cards.length ? groups.map((group) => group || empty).join(between) : "";
}

export const sortCards = (cards, hand) => hand.filter((card) => cards.includes(card));
export const sameCards = (one, two) =>
  one.length === two.length && one.every((card) => two.includes(card));

/** Cards that stand one after another or in the dotted form, as somebody may have typed them into
 *  the address; what is no card is left for the server to refuse. */
export function listOf(text) {
  const typed = (text || "").toUpperCase().replaceAll("10", "T");
  if (typed.split(".").length === SUITS.length) return cardsOfDotted(typed);
  return typed.split(/[\s,]+/).filter(Boolean);
}
