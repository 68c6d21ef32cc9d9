// The page as a whole: whatever is changed goes into the address, and what is shown follows from it.
//
// Every view is a class with a method: `show(state, table)` is called while it is the one that is
// seen, at every change and again when the server has read the hand: `table` is { hand, error }, the
// hand as the server reads it (null until it has) or why it cannot.

import { Line, ask } from "./ask.js";
import { fill, find, make, tell } from "./build.js";
import { Discard } from "./discard.js";
import { Partie } from "./partie.js";
import { Play } from "./play.js";
import { Position } from "./position.js";
import { Review } from "./review.js";
import { saveFile } from "./kept.js";
import { OF_HAND, keepState, readState, withDefault, writeQuery } from "./state.js";
import { Ten } from "./ten.js";

// Views that are reached from another one, which is marked in the bar.
const UNDER = { play: "partie", position: "review" };
const LOOKS = ["fill", "stroke", "stroke-width", "stroke-dasharray", "opacity", "font-family", "font-size", "font-weight"];
const handLine = new Line();
let state = {};
let table = { hand: null, error: null };
let read = null; // of which question `table` is the answer
let waiting = null; // for the server to be started again
let shown = null; // the view that is seen

function change(parts, asNewStep) {
  state = { ...state, ...parts };
  keepState(state, asNewStep);
  show();
}

/** The ways to the other views keep what is on the page. */
function linkOthers() {
  for (const link of document.querySelectorAll("a[data-view]")) {
    const query = writeQuery({ ...state, view: link.dataset.view });
    link.setAttribute("href", query ? `?${query}` : ".");
    const view = withDefault(state, "view");
    link.ariaCurrent = link.dataset.view === (UNDER[view] ?? view) ? "page" : null;
  }
}

/** What a view asks ends when another is shown; what it has drawn stays. */
function leave(view) {
  view.isSeen = false;
  for (const part of [view, view.lines].flatMap((parts) => Object.values(parts ?? {}))) if (part instanceof Line) part.leave();
  scrollTo(0, 0);
}

function show() {
  linkOthers();
  const name = withDefault(state, "view") in views ? withDefault(state, "view") : "discard";
  for (const one of Object.keys(views)) find(`view-${one}`).hidden = one !== name;
  if (shown !== name) {
    if (shown) leave(views[shown]);
    shown = name;
  }
  const query = writeQuery(state, OF_HAND);
  const answer = (reply) => {
    table = reply;
    read = query;
    views[shown].show(state, table);
  };
  handLine.ask(query, async (signal) => answer({ hand: await ask("hand", query, signal), error: null }),
    (message) => answer({ hand: null, error: message }));
  // The same cards as before: nothing to wait for.
  views[shown].show(state, query === read ? table : { hand: null, error: null });
}

/** Goes on when the server is there again. */
function waitForServer() {
  clearTimeout(waiting);
  waiting = setTimeout(() => ask("choices", "").then(show, () => {}), 2000);
}

function readAddress() {
  state = readState();
  show();
}

/** The words of the game, beside what is on the page; from a word of the page to its meaning. */
function showWords(event) {
  const opener = event.target.closest("[data-word]");
  if (!opener) return;
  fill(find("word-list"), ...choices.words.flatMap(({ key, name, meaning }) => [make("dt", { id: `word-${key}` }, name), make("dd", meaning)]));
  find("words").showModal();
  find(`word-${opener.dataset.word}`)?.scrollIntoView({ block: "center" });
}

/** A menu closes by Escape, and when one goes on elsewhere; a press beside its controls gives the focus to the page around. */
function closeMenus({ type, key, target }) {
  for (const menu of document.querySelectorAll(".menu[open]")) {
    if (key === "Escape" && menu.contains(target)) menu.firstElementChild.focus();
    else if (key || menu.contains(target) || (type === "focusin" && target.contains(menu))) continue;
    menu.open = false;
  }
}

/** A click on a view changes what is shown; the link itself is for a new tab. */
function follow(event) {
  const link = event.target.closest("a[data-view]");
  if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  if (link.dataset.view !== shown) change({ view: link.dataset.view }, true);
}

async function copyLink() {
  const copied = navigator.clipboard.writeText(location.href);
  tell(find("copied"), await copied.then(() => "Copied", () => "Copy the address"));
  setTimeout(() => tell(find("copied"), "Copy link"), 2000);
}

/** A chart as a picture: how its parts look here is written into a copy, which is drawn and saved. */
async function saveChart({ target: { dataset: { chart } } }) {
  const shown = chart && find(chart).querySelector("svg");
  if (!shown) return;
  const copy = shown.cloneNode(true), parts = shown.querySelectorAll("*");
  copy.querySelectorAll("*").forEach((one, place) => {
    const looks = getComputedStyle(parts[place]);
    for (const name of LOOKS) one.setAttribute(name, looks.getPropertyValue(name));
  });
  const [width, height] = [shown.clientWidth, shown.clientHeight].map((pixels) => 2 * pixels);
  for (const [name, value] of Object.entries({ width, height })) copy.setAttribute(name, value);
  const image = new Image();
  image.src = `data:image/svg+xml,${encodeURIComponent(new XMLSerializer().serializeToString(copy))}`;
  await image.decode();
  const canvas = Object.assign(document.createElement("canvas"), { width, height });
  const pen = canvas.getContext("2d");
  pen.fillStyle = getComputedStyle(shown.closest(".panel")).backgroundColor;
  pen.fillRect(0, 0, width, height);
  pen.drawImage(image, 0, 0);
  canvas.toBlob((picture) => saveFile(`${chart}.png`, picture));
}

const choices = await ask("choices", "").catch((error) => {
  tell(find("hand-error"), error.message);
  throw error;
});
find("version").textContent = `piquet-sim ${choices.version}`;
const views = {
  discard: new Discard(choices, change),
  partie: new Partie(choices, change),
  play: new Play(choices, change),
  position: new Position(choices, change),
  review: new Review(choices, change),
  ten: new Ten(choices, change),
};
for (const kind of ["keydown", "pointerdown", "focusin"]) document.addEventListener(kind, closeMenus);
addEventListener("kept", ({ detail: { aside } }) => {
  if (!aside) return;
  find("aside").hidden = false;
  tell(find("aside"), `What this browser kept cannot be read. It stays, unchanged, as “${aside}”; nothing else was lost.`);
});
document.addEventListener("click", showWords);
document.addEventListener("click", follow);
document.addEventListener("click", saveChart);
find("copy").addEventListener("click", copyLink);
addEventListener("gone", waitForServer);
addEventListener("popstate", readAddress);
readAddress();
