// Questions to the server: answered at once, or line by line for as long as one listens.

export class Refused extends Error {}
/** What may be answered if it is asked again. */
class Unanswered extends Refused {}

// All places are taken, which does not last.
const BUSY = 503;
const TRIES = 20;
export const CLOSED = "The explorer does not answer. What you see stays, and goes on when it answers again. If it " +
  "was closed, start it with piquet explore and open the address that it prints.";

const wait = (seconds) => new Promise((done) => setTimeout(done, 1000 * seconds));

async function readError(response) {
  try {
    return (await response.json()).error || `the server answered ${response.status}`;
  } catch {
    return `the server answered ${response.status}`;
  }
}

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
  for (let tried = 1; ; tried++) {
    const response = await overConnection(() => fetch(`api/${path}?${query}`, { signal }));
    if (response.ok) return response;
    const reason = await readError(response);
    if (response.status !== BUSY) throw new Refused(reason);
    if (tried === TRIES) throw new Unanswered(reason);
    await wait(1);
    signal?.throwIfAborted();
  }
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

  /** Ask unless the same is being asked or was answered; `run` is given the signal that ends it. */
  async ask(key, run, fail) {
    if (this.isOf(key)) return;
    this.end();
    this.#asked = key;
    const ending = new AbortController();
    this.#ending = ending;
    try {
      await run(ending.signal);
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

  end() {
    this.#ending?.abort();
    this.#ending = null;
    this.#asked = null;
  }
}
