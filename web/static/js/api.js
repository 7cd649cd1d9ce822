// The questions to the server.

export class ApiError extends Error {
  constructor(code, message) {
    super(message);
    this.code = code;
  }
}

const BUSY_TRIES = 4;

async function ask(path, init) {
  let answer;
  try {
    answer = await fetch(path, init);
  } catch (error) {
    if (error.name === "AbortError") throw error;
    throw new ApiError("offline", String(error));
  }
  const body = await answer.json().catch(() => ({ error: "other", message: `HTTP ${answer.status}` }));
  if (!answer.ok) throw new ApiError(body.error, body.message);
  return body;
}

/** Reads a photo; asks again a few times while the server is busy. */
export async function readPhoto(blob, name, options, preview, signal, onBusy) {
  for (let attempt = 1; ; attempt++) {
    const form = new FormData();
    form.append("photo", blob, name);
    form.append("rules", options.rules);
    if (options.caishen) form.append(options.indicator && options.rules === "huopin" ? "indicator" : "caishen", options.caishen);
    if (preview) form.append("preview", "1");
    try {
      return await ask("/api/read", { method: "POST", body: form, signal });
    } catch (error) {
      if (!["busy", "too-many"].includes(error.code) || attempt === BUSY_TRIES) throw error;
      onBusy();
      await new Promise((done) => setTimeout(done, 1500 * attempt));
      signal.throwIfAborted();
    }
  }
}

/** Scores tiles under the options of the page. */
export const score = (tiles, options, signal) => post("/api/score", hand(tiles, options), signal);

const hand = (tiles, options) => ({ tiles: tiles.map(plainTile), ...situation(options) });

const post = (path, body, signal) =>
  ask(path, { method: "POST", body: JSON.stringify(body), headers: { "content-type": "application/json" }, signal });

/** The evening's ledger; null where the server keeps none. */
export async function evening() {
  const answer = await fetch("/api/ledger");
  return answer.status === 200 ? answer.json() : null;
}

export const addToLedger = (tiles, options, sha256) =>
  post("/api/ledger", { ...hand(tiles, options), ...(sha256 && { photo_sha256: sha256 }) });

export const undoInLedger = (number) => ask(`/api/ledger/${number}`, { method: "DELETE" });

function plainTile({ id, face, role, group, confidence, alternatives, fixed }) {
  return { id, face, role, group, confidence, alternatives, fixed };
}

function situation(options) {
  const { rules, caishen, self_draw, kong, seat, dealer, discarder } = options;
  const shared = { rules, self_draw, kong, seat, dealer, discarder: self_draw ? null : discarder };
  if (rules === "wenzhou") {
    const { players, start, run, bought, topped, held, heavenly, earthly, quanqiu } = options;
    const others = Object.fromEntries(Object.entries(held).filter(([other]) => other !== seat));
    const own = { players, start, run, bought, topped, held: others, heavenly, earthly, quanqiu };
    return { ...shared, ...own, caishen, settle: true };
  }
  const { round, room, bird, last_tile, last_of_kind, max_copies, wufan_ignores_wucaishen, indicator } = options;
  return {
    ...shared,
    [indicator ? "indicator" : "caishen"]: caishen,
    round,
    room,
    bird,
    last_tile,
    last_of_kind,
    max_copies: max_copies ? 4 : null,
    wufan_ignores_wucaishen,
    coefficient: options.coefficient,
    take: options.coefficient ? (options.take ?? 0) : 0,
  };
}
