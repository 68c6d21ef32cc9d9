// Questions to the server: answered at once, or line by line for as long as one listens.

import { find, tell } from "./build.js";

export class Refused extends Error {}
/** What may be answered if it is asked again. */
class Unanswered extends Refused {}

export const CLOSED = "The explorer does not answer. What you see stays, and goes on when it answers again. If it " +
  "was closed, start it with piquet explore and open the address that it prints.";

/** What `run` makes, unless the connection breaks. */
async function overConnection(run) {
  try {
    return await run();
  } catch (error) {
    if (error.name === "AbortError") throw error;
    dispatchEvent(new Event("gone"));
    throw new Unanswered(CLOSED);
  }
}

async function fetchFrom(path, query, signal) {
  const response = await overConnection(() => fetch(`api/${path}?${query}`, { signal }));
  if (response.ok) return response;
  const { error = `the server answered ${response.status}` } = await response.json().catch(() => ({}));
  throw new Refused(error);
}

export async function ask(path, query, signal) {
  const response = await fetchFrom(path, query, signal);
  return overConnection(() => response.json());
}

export const queryOf = (parts) => new URLSearchParams(parts).toString();

/** Call `take` with every line of a streamed answer. */
export async function listen(path, query, take, signal) {
  const response = await fetchFrom(path, query, signal);
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = "";
  for (;;) {
    const { value, done } = await overConnection(() => reader.read());
    signal?.throwIfAborted(); // what was on its way when another question was asked
    if (done) return;
    const lines = (rest + value).split("\n");
    rest = lines.pop();
    for (const line of lines) {
      const reply = JSON.parse(line);
      if (reply.error) throw new Refused(reply.error);
      take(reply);
    }
  }
}

/** One question of a kind at a time: the next ends the one before. */
export class Line {
  #ending = null;
  #asked = null;

  /** `place` names where it is said why there is no answer. */
  constructor(place) {
    this.place = place;
  }

  /** Ask unless the same is being asked or was answered; `run` is given the signal that ends it. */
  async ask(key, run, fail = (message) => tell(find(this.place), message)) {
    if (this.isOf(key)) return;
    this.end();
    this.#asked = key;
    const ending = new AbortController();
    this.#ending = ending;
    try {
      await run(ending.signal);
      if (this.#ending === ending) this.#ending = null;
    } catch (error) {
      if (ending.signal.aborted) return;
      if (error instanceof Unanswered) this.#asked = null;
      if (!(error instanceof Refused)) console.error(error);
      fail(error.message);
    }
  }

  /** Whether this is being asked or was answered. */
  isOf(key) {
    return key === this.#asked;
  }

  /** What is being asked ends; what was answered stays for when one comes back. */
  leave() {
    if (this.#ending) this.end();
  }

  end() {
    this.#ending?.abort();
    this.#ending = null;
    this.#asked = null;
  }
}
