// The hand of the day: first a throw, then what it is worth; and the ways to everything else.

import { ask, CLOSED, queryOf, send, today } from "./ask.js";
import { button, capital, cardButton, fill, find, hasModifier, make, cardsInText, rove, tell } from "./build.js";
import { drawDots, layHand } from "./flash.js";

const NO_HAND = Object.fromEntries("seat took versus draw number play step score deal rules strategy theme throws at".split(" ").map((key) => [key, ""]));
const MARKS = { best: "✓", close: "✓", lost: "!" };

export class Today {
  constructor(choices, change) {
    this.change = change;
    this.picked = [];
    this.enter = rove(find("day"), ".big12 button");
    find("day").addEventListener("keydown", (event) => this.#press(event));
    find("tiles").addEventListener("submit", (event) => {
      event.preventDefault();
      this.#layOut(event.target.elements.text.value);
    });
  }

  leave() {
    this.isSeen = false;
  }

  async show(state) {
    this.isSeen = true;
    const day = state.day || today();
    if (this.pending) this.#keep();
    if (this.day === day && this.told && !this.isStale) return;
    this.isStale = false;
    try {
      const [told, partie] = await Promise.all([ask("today", queryOf({ day })), ask("partie", "")]);
      if (this.day !== day) this.picked = [];
      Object.assign(this, { day, told, partie });
      dispatchEvent(new CustomEvent("due", { detail: told }));
      if (this.isSeen) this.#draw();
    } catch (error) {
      if (!this.told) tell(find("aside"), error.message);
      find("aside").hidden = Boolean(this.told);
      this.isStale = true;
    }
  }

  #toggle(card) {
    const [, most] = this.told.exchange;
    if (this.picked.includes(card)) this.picked = this.picked.filter((one) => one !== card);
    else if (this.picked.length < most) this.picked.push(card);
    else {
      this.said = "Five at most; put one back.";
      find("day").querySelector(`[data-card="${card}"]`).classList.add("shake");
      tell(this.line, this.said);
      return;
    }
    this.#draw();
  }

  #press(event) {
    if (!event.target.closest(".card") || hasModifier(event)) return;
    if (event.key === "Enter") this.#throw();
    else if (event.key === "Backspace") {
      this.picked = [];
      this.#draw();
    } else return;
    event.preventDefault();
  }

  #throw() {
    if (!this.picked.length) return;
    const discard = this.told.cards.filter((card) => this.picked.includes(card)).join(" ");
    this.pending = { day: this.day, discard };
    this.#keep();
    this.#open(discard);
  }

  #showMe() {
    this.pending = { day: this.day };
    this.#keep();
    this.#open("");
  }

  /** The throw is kept; where the server is gone, when it is there again. */
  async #keep() {
    try {
      const told = await send("throw-today", this.pending);
      this.pending = null;
      this.isStale = true;
      if (Object.keys(told.errors).length) dispatchEvent(new Event("kept"));
    } catch (error) {
      if (error.message !== CLOSED) this.pending = null;
    }
  }

  #open(discard) {
    this.change({ ...NO_HAND, view: "discard", hand: this.told.hand, discard }, true);
  }

  #layOut(text) {
    this.change({ ...NO_HAND, view: "discard", hand: "", discard: "" }, true);
    find("hand-text").value = text;
    find("hand-text").dispatchEvent(new Event("input"));
    find("hand-text").focus();
  }

  async #share() {
    const { day, number, week } = this.told;
    const { mark, said } = week.at(-1);
    const result = mark === "missed" ? "not thrown" : mark === "lost" ? `lost ${said} points` : mark === "best" ? "the best throw" : "0 lost, too close to call";
    const text = `Piquet, hand no. ${number} of ${day}: ${result}. ${location.origin}/?view=today&day=${day}`;
    try {
      await navigator.clipboard.writeText(text);
      tell(this.line, "Copied: ", text);
    } catch {
      tell(this.line, text);
    }
  }

  #draw() {
    const { told } = this;
    const [, most] = told.exchange;
    const isThrown = told.thrown !== null;
    const out = isThrown ? told.thrown.split(" ") : this.picked;
    const date = new Date(`${told.day}T12:00`).toLocaleDateString("en-GB", { weekday: "long", day: "numeric", month: "long" });
    const cards = layHand(told.cards, (card, first) => cardButton(card, { mark: `${first} ${out.includes(card) ? "lift yours" : ""}`,
      pressed: out.includes(card), disabled: isThrown, tabindex: -1, onclick: () => this.#toggle(card) }));
    const said = !isThrown ? ["You are elder: throw one to five cards and draw as many. The page plays thousands of deals with your throw and says what it loses, and why."]
      : [...(told.thrown ? ["You threw ", cardsInText(out), ". "] : ["You saw the answer. "]), "The next hand comes tomorrow."];
    this.line = make("p.sub", { role: "status" }, ...said);
    fill(find("day"),
      make("p.eyebrow", "Today’s hand", make("span", `${date} · no. ${told.number} · the same for everyone`)),
      make("h2.ask", "What would you throw?"), this.line,
      make("div.big12", { role: "group", "aria-label": "Today’s hand" }, ...cards),
      make("div.tray", ...(isThrown
        ? [button("verdict", "See what it is worth", () => this.#open(told.thrown), "go"), button("share", "Copy a line to share", () => this.#share()), button("another", "Another hand", () =>
          // The same for everyone, too: the day and one more digit number a series.
          this.change({ ...NO_HAND, view: "errors", series: this.day.replaceAll("-", "") + 1 }, true))]
        : [drawDots(this.picked.length, most), button("throw", "Throw", () => this.#throw(), "go", { disabled: !this.picked.length }),
          button("show", "Show me instead", () => this.#showMe())])),
      told.week.length ? make("div.weekrow", make("p", "Your last seven days", make("small", " points lost on the day’s hand")),
        make("ol.week", ...told.week.map(({ letter, name, mark, said, day }) => make("li", { class: mark },
          make("span", { "aria-hidden": "true" }, letter), make("b", { "aria-hidden": "true" }, MARKS[mark] ?? ""),
          make("span.unseen", `${name}: `), make("small", day === told.day && mark === "none" ? "today" : said))))) : null);
    this.enter();
    this.#drawTiles();
  }

  #drawTiles() {
    const { told, partie } = this;
    const go = (view) => () => this.change({ view }, true);
    const isNone = partie.what === "none" || (partie.is_last && partie.what === "end");
    const tile = (title, small, ...children) => make("section.panel", make("h2", title, make("small", small)), ...children);
    fill(find("tiles"),
      tile("Play a partie", "six deals, cards hidden", ...(isNone ? [make("p.hint", "Against expert, or any other player."), button("partie", "Start a partie", go("partie"), "main")]
        : [make("p.score", make("b", `${partie.totals[0]}`), " to ", make("b", `${partie.totals[1]}`), make("small", " points")),
          make("p.hint", `Deal ${partie.deal} of ${partie.deals} against ${partie.opponent}. You are ${partie.seat}.`), button("partie", "Go on playing", go("partie"), "main")])),
      tile("A hand of your own", "as you were dealt it", make("form", { autocomplete: "off" }, make("label.unseen", { for: "own-text" }, "The hand as text"),
        make("input", { id: "own-text", name: "text", type: "text", maxlength: 120, placeholder: "AKJ AQJ8 98 J87", spellcheck: "false" }),
        make("p.hint", "Spades, hearts, diamonds, clubs; “-” for none. Or leave it empty, and tap the cards."), make("button.button", "Lay it out")),
      button("paste", "Review a whole deal", () => this.change({ view: "review", record: "" }, true))),
      tile("My errors", "points lost per decision, last 50", make("p.score", make("b", told.rating ?? "–"), make("small", told.rating ? ` ± ${told.rating_se} points` : ` ${told.decisions} of 50 decisions`)),
        make("p.hint", told.due ? `${capital(`${told.due}`)} of your mistakes ${told.due === 1 ? "is" : "are"} due again today.` : "No errors are due today."), button("errors", "Try them", go("errors"))));
  }
}
