// What the page knows: the photo, the tiles as read and corrected, the options. Everything else is drawn from it.

const OPTIONS_KEY = "huopin.options";

export const DEFAULTS = {
  rules: "huopin",
  caishen: null,
  indicator: false,
  self_draw: false,
  discarder: "S",
  seat: "E",
  round: "E",
  dealer: "E",
  room: "official",
  bird: null,
  last_tile: false,
  kong: false,
  last_of_kind: false,
  max_copies: false,
  wufan_ignores_wucaishen: false,
  coefficient: null,
  take: null,
  players: 2,
  start: 2,
  run: 0,
  bought: false,
  topped: [],
  held: {},
  heavenly: false,
  earthly: false,
  quanqiu: false,
};
/** What belongs to one hand and not to the evening: forgotten with the next photo. */
const OF_ONE_HAND = ["bird", "last_tile", "kong", "last_of_kind", "heavenly", "earthly", "quanqiu", "held"];

export const state = {
  stage: "start", // start, busy or hand
  photo: null, // { url, width, height } of what is shown, or null
  verdict: null, // { code, text }
  tiles: [],
  options: { ...DEFAULTS, ...remembered() },
  result: null, // the last answer of the server
  lit: null, // { fan, ids } of the fan that is shown
};

const listeners = [];
const past = [];

export const subscribe = (listener) => listeners.push(listener);

export function changed(what) {
  for (const listener of listeners) listener(what);
}

function remembered() {
  try {
    return JSON.parse(localStorage.getItem(OPTIONS_KEY)) ?? {};
  } catch {
    return {}; // nothing kept, or a browser that keeps nothing
  }
}

export function setOption(name, value) {
  state.options[name] = value;
  try {
    localStorage.setItem(OPTIONS_KEY, JSON.stringify(state.options));
  } catch {
    // a browser that keeps nothing: the option holds until the page is closed
  }
  changed("options");
}

/** Begins a hand: from a reading of the server, or empty. */
export function begin(reading, photo) {
  state.photo = photo;
  state.verdict = reading ? { code: reading.verdict_code, text: reading.verdict } : null;
  state.tiles = reading ? reading.tiles.map((tile) => ({ ...tile })) : [];
  if (reading && !state.tiles.some((tile) => tile.role === "win")) {
    const last = state.tiles.findLast((tile) => tile.role === "hand");
    if (last && wholeHand()) last.role = "win";
  }
  for (const name of OF_ONE_HAND) state.options[name] = structuredClone(DEFAULTS[name]);
  state.result = state.lit = null;
  past.length = 0;
  state.stage = "hand";
  changed("hand");
}

export const wanted = () => (state.options.rules === "wenzhou" ? 17 : 14);

const inHand = (tile) => ["hand", "meld", "win"].includes(tile.role);

/** Tiles of the hand, a kong counting as three. */
export function handSize() {
  const kongs = melds().filter((meld) => meld.length === 4).length;
  return state.tiles.filter(inHand).length - kongs;
}

export const wholeHand = () => handSize() === wanted();

export const withRole = (role) => state.tiles.filter((tile) => tile.role === role);

export function melds() {
  const groups = new Map();
  for (const tile of withRole("meld")) groups.set(tile.group, [...(groups.get(tile.group) ?? []), tile]);
  return [...groups.values()];
}

/** Tiles to look at, the most likely misread first. */
export function unsure() {
  return state.tiles
    .filter((tile) => !tile.sure && tile.role !== "other")
    .sort((one, other) => one.confidence - other.confidence);
}

export const tileOf = (id) => state.tiles.find((tile) => tile.id === id);

export const canUndo = () => past.length > 0;

export function undo() {
  if (past.length) {
    state.tiles = past.pop();
    changed("tiles");
  }
}

function edit(change) {
  past.push(state.tiles.map((tile) => ({ ...tile })));
  state.lit = null;
  change();
  changed("tiles");
}

export function setFace(id, face) {
  edit(() => {
    const tile = tileOf(id);
    Object.assign(tile, { face, sure: true, confidence: 1, fixed: true, changed_by_rules: false });
  });
}

/** The user has looked: it is what it was read as. */
export const confirm = (id) => setFace(id, tileOf(id).face);

export function remove(id) {
  edit(() => (state.tiles = state.tiles.filter((tile) => tile.id !== id)));
}

export function add(face, role, group) {
  const id = Math.max(0, ...state.tiles.map((tile) => tile.id)) + 1;
  edit(() => {
    const tile = { id, face, quad: null, confidence: 1, sure: true, alternatives: [], role: "hand", group: 0 };
    state.tiles.push({ ...tile, changed_by_rules: false, fixed: true });
    place(id, role, group);
  });
  return id;
}

/** Moves a tile to a part of the hand; for a meld `group` is one that is there, or null for a new one. */
export function move(id, role, group = null, before = null) {
  edit(() => {
    place(id, role, group);
    if (before !== null && before !== id) {
      const tile = tileOf(id);
      const others = state.tiles.filter((other) => other.id !== id);
      others.splice(others.findIndex((other) => other.id === before), 0, tile);
      state.tiles = others;
    }
  });
}

function place(id, role, group) {
  const tile = tileOf(id);
  if (role === "win") for (const other of withRole("win")) other.role = "hand";
  tile.role = role;
  tile.group = role === "meld" ? (group ?? freeGroup()) : 0;
  // At the end of its part, where a hand would put it.
  state.tiles = [...state.tiles.filter((other) => other.id !== id), tile];
}

const freeGroup = () => Math.max(0, ...state.tiles.map((tile) => tile.group)) + 1;
