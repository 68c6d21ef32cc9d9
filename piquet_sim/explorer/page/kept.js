// What this browser remembers, and nothing else does: the partie at the table, the last settings, and
// errors, each a decision with its loss. It is one key, which a file holds, too.

const KEY = "piquet", VERSION = 1, MOST_ERRORS = 200, RUN = 10;
const nothing = () => ({ version: VERSION, partie: "", settings: {}, errors: [] });
const isError = (one) => one && typeof one.ask === "object" && typeof one.key === "string" && Number.isFinite(one.lost)
  && Array.isArray(one.bests) && ["kind", "done", "said", "source", "day"].every((name) => typeof one[name] === "string");
const tellChange = (detail) => dispatchEvent(new CustomEvent("kept", { detail }));
let memory = null; // where the browser keeps nothing

function readText(text) {
  const read = JSON.parse(text);
  if (read?.version !== VERSION || typeof read.partie !== "string" || !Array.isArray(read.errors)) throw new Error("no such file");
  return { ...nothing(), ...read, errors: read.errors.filter(isError).slice(0, MOST_ERRORS) };
}

/** What is kept; what cannot be read is set aside under another name, and never written over. */
export function recall() {
  if (memory) return memory;
  let text = null;
  try {
    text = localStorage.getItem(KEY);
  } catch {
    memory = nothing();
  }
  if (!text) return memory ?? nothing();
  try {
    return readText(text);
  } catch {
    const aside = `${KEY}, unreadable, ${new Date().toISOString()}`;
    localStorage.setItem(aside, text);
    localStorage.removeItem(KEY);
    tellChange({ aside });
    return nothing();
  }
}

/** Keep some parts in the place of those that are kept. */
export function keep(parts) {
  const kept = { ...recall(), ...parts };
  try {
    localStorage.setItem(KEY, JSON.stringify(kept));
  } catch {
    memory = kept;
  }
  tellChange({});
}

export function forget() {
  memory = memory && nothing();
  if (!memory) localStorage.removeItem(KEY);
  tellChange({});
}

/** Keep errors; those that are known stay as they are, and beyond two hundred the cheapest go. */
export function addErrors(errors) {
  const { errors: known } = recall();
  const fresh = errors.filter((one) => !known.some(({ key }) => key === one.key));
  if (fresh.length) keep({ errors: [...known, ...fresh].sort((one, two) => two.lost - one.lost).slice(0, MOST_ERRORS) });
}

export const hasError = (key) => recall().errors.some((one) => one.key === key);
export const dropError = (key) => keep({ errors: recall().errors.filter((one) => one.key !== key) });
export const noteSeen = (key) => keep({ errors: recall().errors.map((one) => (one.key === key ? { ...one, seen: Date.now() } : one)) });

/** An error as it is kept; `ask` is the question that asks it again. */
export function makeError(ask, { kind, done, bests, lost, said }, source) {
  return { key: JSON.stringify(ask), ask, kind, done, bests, lost, said, source, day: new Date().toISOString().slice(0, 10), seen: 0 };
}

/** Ten errors: by their places among the costliest and among those that were not seen for longest. */
export function chooseErrors() {
  const { errors } = recall();
  const unseen = [...errors].sort((one, two) => one.seen - two.seen);
  const placeOf = (one) => errors.indexOf(one) + unseen.indexOf(one);
  return [...errors].sort((one, two) => placeOf(one) - placeOf(two)).slice(0, RUN);
}

export function saveFile(name, text) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([text], { type: "text/plain" }));
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 1000);
}

export const saveAll = () => saveFile("piquet.json", JSON.stringify(recall(), null, 1));

/** Take what a saved file holds: its partie in the place of this one, its errors beside these. */
export function openText(text) {
  const read = readText(text);
  if (read.partie) keep({ partie: read.partie });
  addErrors(read.errors);
}

addEventListener("storage", ({ key }) => {
  if (key === KEY || key === null) tellChange({ isElsewhere: true });
});
