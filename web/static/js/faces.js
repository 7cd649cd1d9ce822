// Faces of tiles and their pictures.

import { h } from "./dom.js";
import { tileName } from "./i18n.js";

const SUITED = ["m", "p", "s"].flatMap((suit) => [1, 2, 3, 4, 5, 6, 7, 8, 9].map((rank) => `${rank}${suit}`));
export const NATURAL = [...SUITED, ..."ESWNCFP"];
export const FLOWERS = ["a", "b"].flatMap((kind) => [1, 2, 3, 4].map((rank) => `${kind}${rank}`));
export const EVERY = [...NATURAL, ...FLOWERS, "back"];

export const isFlower = (face) => FLOWERS.includes(face);

/** Figure or letter for people who do not read the characters; flowers carry their figure in print. */
export const mark = (face) => (isFlower(face) || face === "back" ? "" : face[0]);

/** The face after an indicator: 1→2 … 9→1, 东→南→西→北→中→发→白→东. */
export function caishenAfter(indicator) {
  if (indicator.length === 2) return `${(Number(indicator[0]) % 9) + 1}${indicator[1]}`;
  const honours = "ESWNCFP";
  return honours[(honours.indexOf(indicator) + 1) % honours.length];
}

/** The picture of a face inside any element. */
export function picture(face) {
  return [
    h("img", { src: `/tiles/${face}.png`, alt: "", draggable: "false" }),
    mark(face) && h("span", { class: "mark", "aria-hidden": "true" }, mark(face)),
  ];
}

/** A tile that is only looked at; without words where the text beside it says the same. */
export function stillTile(face, kind = "", words = tileName(face)) {
  const said = words ? { role: "img", "aria-label": words } : { "aria-hidden": "true" };
  return h("span", { class: `tile ${kind}`, "data-mark": mark(face) || null, ...said }, picture(face));
}

/** Loads every picture, so that the picker needs no network later. */
export function preload() {
  for (const face of EVERY) new Image().src = `/tiles/${face}.png`;
}
