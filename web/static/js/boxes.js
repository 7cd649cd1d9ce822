// The boxes over the photo.

import { $, svg } from "./dom.js";
import { state } from "./store.js";

export function drawBoxes(onTap) {
  const { photo, tiles, lit } = state;
  $("photo").hidden = !photo;
  if (!photo) return;
  const image = $("picture");
  if (image.getAttribute("src") !== photo.url) image.src = photo.url;
  image.width = photo.width;
  image.height = photo.height;
  const boxes = $("boxes");
  boxes.setAttribute("viewBox", `0 0 ${photo.width} ${photo.height}`);
  boxes.replaceChildren(...tiles.filter((tile) => tile.quad).flatMap((tile) => box(tile, lit, onTap)));
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
