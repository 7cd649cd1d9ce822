// The boxes over the photo.

import { $, svg } from "./dom.js";
import { state } from "./store.js";

/** Room left around the hand, as a share of its longer side. */
const MARGIN = 0.06;
const WIDEST = 3.2;
const TALLEST = 0.8;

let whole = false;

/** Shows the whole photo, or the hand close up. */
export function showWhole(wanted) {
  whole = wanted;
}

export function drawBoxes(onTap) {
  const { photo, tiles, lit } = state;
  $("photo").hidden = !photo;
  if (!photo) return;
  const image = $("picture");
  if (image.getAttribute("src") !== photo.url) image.src = photo.url;
  frame(photo, whole ? null : handOf(tiles));
  const boxes = $("boxes");
  boxes.setAttribute("viewBox", `0 0 ${photo.width} ${photo.height}`);
  boxes.replaceChildren(...tiles.filter((tile) => tile.quad).flatMap((tile) => box(tile, lit, onTap)));
}

/** The part of the photo with the hand: [left, top, right, bottom], or null where no tile has a place. */
function handOf(tiles) {
  const placed = tiles.filter((tile) => tile.quad);
  const hand = placed.filter((tile) => tile.role !== "other");
  const corners = (hand.length ? hand : placed).flatMap((tile) => tile.quad);
  if (!corners.length) return null;
  const [xs, ys] = [0, 1].map((axis) => corners.map((corner) => corner[axis]));
  return [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)];
}

/** Lays the photo behind a frame of the shape of a part of it; everything in shares, so that it fits any screen. */
function frame({ width, height }, part) {
  let [left, top, right, bottom] = part ?? [0, 0, width, height];
  if (part) {
    const margin = MARGIN * Math.max(right - left, bottom - top);
    const wide = Math.max(right - left + 2 * margin, (bottom - top + 2 * margin) * TALLEST);
    const tall = Math.max(bottom - top + 2 * margin, wide / WIDEST);
    [left, right] = within((left + right) / 2, Math.min(wide, width), width);
    [top, bottom] = within((top + bottom) / 2, Math.min(tall, height), height);
  }
  const style = $("frame").style;
  style.setProperty("--ratio", (right - left) / (bottom - top));
  style.setProperty("--wide", `${(100 * width) / (right - left)}%`);
  style.setProperty("--left", `${(-100 * left) / (right - left)}%`);
  style.setProperty("--top", `${(-100 * top) / (bottom - top)}%`);
}

/** A stretch of a length around a middle, moved to lie within 0 and the most. */
function within(middle, length, most) {
  const start = Math.min(Math.max(0, middle - length / 2), most - length);
  return [start, start + length];
}

function box(tile, lit, onTap) {
  const unsure = !tile.sure && tile.role !== "other";
  const kind = [tile.role, unsure && "unsure", lit?.ids.has(tile.id) && "lit"].filter(Boolean).join(" ");
  const points = tile.quad.map((corner) => corner.join(",")).join(" ");
  const shape = svg("polygon", { points, class: kind, "data-id": tile.id, onclick: () => onTap(tile.id) });
  if (!unsure) return [shape];
  const [x, y] = [0, 1].map((axis) => tile.quad.reduce((sum, corner) => sum + corner[axis], 0) / 4);
  const height = Math.hypot(tile.quad[3][0] - tile.quad[0][0], tile.quad[3][1] - tile.quad[0][1]);
  return [shape, svg("text", { x, y, "font-size": height * 0.6 }, "?")];
}

/** Cuts a tile out of the photo onto a canvas, upright as it is printed. */
export function cut(tile, canvas) {
  const image = $("picture");
  if (!tile.quad || !state.photo || !image.complete || !image.naturalWidth) return false;
  const scale = image.naturalWidth / state.photo.width;
  const [topLeft, topRight, , bottomLeft] = tile.quad.map(([x, y]) => [x * scale, y * scale]);
  const across = [topRight[0] - topLeft[0], topRight[1] - topLeft[1]];
  const down = [bottomLeft[0] - topLeft[0], bottomLeft[1] - topLeft[1]];
  const { width, height } = canvas;
  const pen = canvas.getContext("2d");
  pen.clearRect(0, 0, width, height);
  // The inverse of the map from the canvas to the photo: canvas (w, 0) ↔ across, (0, h) ↔ down.
  const [a, b, c, d] = [across[0] / width, across[1] / width, down[0] / height, down[1] / height];
  const size = a * d - b * c;
  if (!size) return false;
  pen.setTransform(d / size, -b / size, -c / size, a / size, 0, 0);
  pen.translate(-topLeft[0], -topLeft[1]);
  pen.drawImage(image, 0, 0);
  pen.setTransform(1, 0, 0, 1, 0, 0);
  return true;
}
