// A card in mid-deal, laid out by hand: what the seat held, what was said and what has fallen; and what each
// card makes that may be played now.

import { Line, ask } from "./ask.js";
import { find, tell } from "./build.js";
import { showCard } from "./review.js";
import { withDefault, writeQuery } from "./state.js";

const FIELDS = "seat hand discard draw took point sequence set play".split(" ");

export class Position {
  constructor(choices, change) {
    this.line = new Line("position-error");
    find("position").addEventListener("submit", (event) => {
      event.preventDefault();
      change(Object.fromEntries(new FormData(event.target)), true);
    });
  }

  show(state) {
    const query = writeQuery(state, [...FIELDS, "rules"]);
    // What is typed while an answer is on its way stays.
    if (!this.line.isOf(query)) for (const name of FIELDS) find("position").elements[name].value = withDefault(state, name);
    if (!state.draw) return; // not yet laid out
    this.line.ask(query, async (signal) => {
      showCard("position", await ask("position", query, signal));
      tell(find("position-error"), "");
    });
  }
}
