// Questions to the server: answered at once, or line by line for as long as one listens.

export class Refused extends Error {}

async function readError(response) {
  try {
    return (await response.json()).error || `the server answered ${response.status}`;
  } catch {
    return `the server answered ${response.status}`;
  }
}

async function fetchFrom(path, query, signal) {
  let response;
  try {
    response = await fetch(`/api/${path}?${query}`, { signal });
  } catch (error) {
    if (error.name === "AbortError") throw error;
    throw new Refused("the explorer has been closed; start it again with: piquet explore");
  }
  if (!response.ok) throw new Refused(await readError(response));
  return response;
}

export async function ask(path, query, signal) {
  return (await fetchFrom(path, query, signal)).json();
}

/** Call `take` with every line of a streamed answer. */
export async function listen(path, query, take, signal) {
  const response = await fetchFrom(path, query, signal);
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = "";
  for (;;) {
    const { value, done } = await reader.read();
    if (done) return;
    const lines = (rest + value).split("\n");
    rest = lines.pop();
    for (const line of lines) {
      const told = JSON.parse(line);
      if (told.error) throw new Refused(told.error);
      take(told);
    }
  }
}

/** One question of a kind at a time: the next ends the one before. */
export class Line {
  #ending = null;
  #asked = null;

  /** Ask unless the same is being asked or was answered; `run` is given the signal that ends it. */
  async ask(key, run, fail) {
    if (key === this.#asked) return;
    this.end();
    this.#asked = key;
    const ending = new AbortController();
    this.#ending = ending;
    try {
      await run(ending.signal);
    } catch (error) {
      if (ending.signal.aborted) return;
      if (!(error instanceof Refused)) console.error(error);
      fail(error.message);
    }
  }

  end() {
    this.#ending?.abort();
    this.#ending = null;
    this.#asked = null;
  }
}
