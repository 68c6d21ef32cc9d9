// The page as a whole: whatever is changed goes into the address, and what is shown follows from it.

import { Discards } from "./discards.js";
import { Layout } from "./layout.js";
import { Line, ask } from "./ask.js";
import { Play } from "./play.js";
import { find, tell } from "./build.js";
import { KEYS, keepState, listOf, readState, writeQuery } from "./state.js";

const handLine = new Line();
let state = {};

function change(parts, asNewStep) {
  state = { ...state, ...parts };
  keepState(state, asNewStep);
  show();
}

/** The way to the words of the game, and back to the same state. */
function linkWords() {
  for (const link of document.querySelectorAll("a[href^='/glossary']")) {
    const address = new URL(link.href);
    address.search = writeQuery(state);
    link.setAttribute("href", address.pathname + address.search + address.hash);
  }
}

function show() {
  linkWords();
  layout.showState(state);
  const query = writeQuery(state, ["hand", "seat", "took", "rules"]);
  handLine.ask(query, async (signal) => {
    hand = await ask("hand", query, signal);
    handAsked = query;
    layout.showHand(hand);
    showRest();
  }, (message) => {
    hand = null;
    layout.refuse(message);
    discards.hide();
    play.hide("Twelve cards are needed first.");
  });
  // The same cards as before: nothing to wait for.
  if (hand && query === handAsked) {
    layout.showHand(hand);
    showRest();
  }
}

function showRest() {
  if (hand.needed) {
    discards.hide();
    play.hide("Twelve cards are needed first.");
    return;
  }
  discards.show(state, hand);
  const thrown = listOf(state.discard).length;
  if (thrown >= hand.exchange[0] && thrown <= hand.exchange[1]) play.show(state, hand);
  else play.hide("Choose the cards to throw out first.");
}

function readAddress() {
  state = readState();
  const strange = Object.keys(state).filter((key) => !KEYS.includes(key));
  for (const key of strange) delete state[key];
  show();
}

let hand = null;
let handAsked = null; // of which question `hand` is the answer
const choices = await ask("choices", "").catch((error) => {
  tell(find("hand-error"), error.message);
  throw error;
});
find("version").textContent = `piquet-sim ${choices.version}`;
const layout = new Layout(choices, change);
const discards = new Discards(choices, change);
const play = new Play(change);
addEventListener("popstate", readAddress);
readAddress();
