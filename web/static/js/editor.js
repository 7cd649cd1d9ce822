// The sheet for one tile: what else it may be, every face, its part, deleting; and for choosing any face.

import { cut } from "./boxes.js";
import { $, h } from "./dom.js";
import { EVERY, NATURAL, FLOWERS, mark, picture, stillTile } from "./faces.js";
import { t, tileName } from "./i18n.js";
import { add, confirm, melds, move, remove, setFace, state, tileOf, unsure } from "./store.js";

const dialog = () => $("editor");
let round = null; // { done, count } while unsure tiles are looked at one after the other

/** Opens the sheet of a tile. */
export function editTile(id) {
  round = null;
  show(id);
}

/** Goes through the unsure tiles, the most likely misread first. */
export function checkUnsure() {
  const doubts = unsure();
  if (!doubts.length) return;
  round = { done: 1, count: doubts.length };
  show(doubts[0].id);
}

/** Asks for a face: calls back with it, or with null for none where `none` names that choice. */
export function chooseFace(title, faces, current, none, chosen) {
  round = null;
  $("editor-progress").textContent = "";
  const choose = (face) => {
    dialog().close();
    chosen(face);
  };
  open(title, [none && h("button", { type: "button", class: "button", onclick: () => choose(null) }, none), grid(faces, current, choose)]);
}

/** Adds a tile to a part of the hand. */
export function addTile(role, group) {
  const faces = role === "flower" ? FLOWERS : role === "meld" ? [...NATURAL, "back"] : NATURAL;
  chooseFace(t("edit.addtitle"), faces, null, null, (face) => {
    const id = add(face, role, group);
    document.querySelector(`.tile[data-id="${id}"]`)?.focus();
  });
}

function show(id) {
  const tile = tileOf(id);
  $("editor-progress").textContent = round ? t("edit.progress", round) : "";
  const done = (change) => {
    change();
    next(id);
  };
  open(t("edit.title"), [
    compare(tile),
    tile.changed_by_rules && h("p", { class: "quiet" }, t("edit.byrules")),
    !tile.sure && h("button", { type: "button", class: "button primary wide", id: "right", onclick: () => done(() => confirm(id)) }, `${t("edit.right")}: ${tileName(tile.face)}`),
    likely(tile, (face) => done(() => setFace(id, face))),
    h("h3", {}, t("edit.all")),
    grid(EVERY, tile.face, (face) => done(() => setFace(id, face))),
    h("h3", {}, t("edit.move")),
    moves(tile, (role, group) => done(() => move(id, role, group))),
    h("button", { type: "button", class: "button danger", id: "delete", onclick: () => done(() => drop(tile)) }, t("edit.delete")),
  ]);
}

function drop(tile) {
  remove(tile.id);
  $("announce").textContent = t("tiles.removed", { tile: tileName(tile.face) });
}

/** After a change: the next unsure tile of the round, or back to the tile on the page. */
function next(id) {
  const doubts = round ? unsure() : [];
  if (doubts.length) {
    round.done += 1;
    show(doubts[0].id);
    return;
  }
  dialog().close();
  (document.querySelector(`.tile[data-id="${id}"]`) ?? $("hand")).focus();
}

function open(title, parts) {
  $("editor-title").textContent = title;
  $("editor-body").replaceChildren(...parts.filter(Boolean));
  if (!dialog().open) dialog().showModal();
  dialog().scrollTop = 0;
  (dialog().querySelector("#right, .likely button, .picker button") ?? dialog()).focus();
}

function compare(tile) {
  const canvas = h("canvas", { width: 168, height: 224, role: "img", "aria-label": t("edit.photo") });
  return h("div", { class: "compare" }, cut(tile, canvas) && canvas, stillTile(tile.face, tile.sure ? "" : "unsure"));
}

function likely(tile, choose) {
  const others = tile.alternatives.filter(([face]) => face !== tile.face && EVERY.includes(face));
  if (!others.length) return null;
  const buttons = others.map(([face, probability]) =>
    h("button", { type: "button", "aria-label": `${tileName(face)}, ${percent(probability)}`, onclick: () => choose(face) }, h("span", { class: "tile", "data-mark": mark(face) || null }, picture(face)), h("span", { class: "quiet" }, percent(probability))),
  );
  return h("div", {}, h("h3", {}, t("edit.likely")), h("div", { class: "likely" }, buttons));
}

const percent = (probability) => (probability < 0.01 ? "<1%" : `${Math.round(probability * 100)}%`);

function grid(faces, current, choose) {
  return h(
    "div",
    { class: "picker", onkeydown: walk },
    faces.map((face) => h("button", { type: "button", class: "tile", "data-face": face, "data-mark": mark(face) || null, "aria-label": tileName(face), title: tileName(face), "aria-current": face === current ? "true" : null, onclick: () => choose(face) }, picture(face))),
  );
}

/** Arrow keys walk over the grid of faces. */
function walk(event) {
  const step = { ArrowRight: 1, ArrowLeft: -1, ArrowDown: 9, ArrowUp: -9 }[event.key];
  if (!step) return;
  const tiles = [...event.currentTarget.querySelectorAll("button")];
  const place = tiles.indexOf(document.activeElement) + step;
  if (tiles[place]) {
    event.preventDefault();
    tiles[place].focus();
  }
}

function moves(tile, go) {
  const groups = melds().map((tiles, place) => ["meld", tiles[0].group, t("zone.meldn", { number: place + 1 })]);
  const targets = [["win", null, t("zone.win")], ["hand", null, t("zone.hand")], ...groups, ["meld", null, t("tiles.newmeld")]];
  if (state.options.rules === "huopin") targets.push(["flower", null, t("zone.flower")]);
  targets.push(["other", null, t("zone.other")]);
  const here = ([role, group]) => role === tile.role && (role !== "meld" || group === tile.group);
  return h("div", { class: "moves" }, targets.filter((target) => !here(target)).map(([role, group, name]) => h("button", { type: "button", class: "small", "data-move": role, onclick: () => go(role, group) }, name)));
}
