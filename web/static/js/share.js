// Sharing the result as a picture or as text: through the device where it can, else saved or copied.

import { $ } from "./dom.js";
import { t } from "./i18n.js";
import { state } from "./store.js";
import { birdText, fanName, headline, placed, reasonName, resultText, seatName, seatRows, signed } from "./words.js";

const WIDTH = 1080;
const EDGE = 48;
const TILE = 66;
const FONT = 'system-ui, "PingFang SC", "Noto Sans CJK SC", sans-serif';

const note = (key) => ($("share-note").textContent = t(key));

export async function shareText() {
  const text = resultText();
  if (navigator.share) {
    const shared = await tryShare({ text });
    if (shared !== "failed") return;
  }
  note((await copied(text)) ? "share.copied" : "share.failed");
}

export async function sharePicture() {
  const blob = await drawPicture();
  const file = new File([blob], "huopin.png", { type: "image/png" });
  if (navigator.canShare?.({ files: [file] })) {
    const shared = await tryShare({ files: [file], title: headline(state.result) });
    if (shared !== "failed") return;
  }
  const link = document.createElement("a");
  link.href = URL.createObjectURL(blob);
  link.download = file.name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
  note("share.saved");
}

async function tryShare(what) {
  try {
    await navigator.share(what);
    return "shared";
  } catch (error) {
    return error.name === "AbortError" ? "cancelled" : "failed";
  }
}

/** Copies text; the older way where the page is not served over HTTPS. */
async function copied(text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    const area = document.createElement("textarea");
    area.value = text;
    area.className = "visually-hidden";
    $("share").append(area);
    area.select();
    const done = document.execCommand("copy");
    area.remove();
    return done;
  }
}

/** A picture of the photo with its boxes, the hand as read, the fans and the settlement. */
export async function drawPicture() {
  const { result, photo } = state;
  const lines = linesOf(result);
  const image = photo ? $("picture") : null;
  const imageHeight = image ? Math.min(760, Math.round(((WIDTH - 2 * EDGE) * photo.height) / photo.width)) : 0;
  const rows = await tileRows(result);
  const height = EDGE * 2 + 110 + (imageHeight ? imageHeight + 32 : 0) + rows.length * (TILE * 4 / 3 + 26) + lines.length * 46 + 60;
  const canvas = document.createElement("canvas");
  canvas.width = WIDTH;
  canvas.height = Math.ceil(height);
  const pen = canvas.getContext("2d");
  pen.fillStyle = "#f4f1ea";
  pen.fillRect(0, 0, canvas.width, canvas.height);
  pen.fillStyle = "#0f6b4f";
  pen.font = `750 76px ${FONT}`;
  pen.textBaseline = "top";
  pen.fillText(headline(result), EDGE, EDGE);
  let y = EDGE + 110;
  if (image) y = drawPhoto(pen, image, y, imageHeight) + 32;
  for (const row of rows) {
    drawRow(pen, row, y);
    y += (TILE * 4) / 3 + 26;
  }
  for (const [points, text, colour] of lines) {
    pen.fillStyle = colour ?? "#1d211e";
    pen.font = `700 32px ${FONT}`;
    pen.textAlign = "right";
    pen.fillText(points, EDGE + 110, y);
    pen.textAlign = "left";
    pen.font = `400 32px ${FONT}`;
    pen.fillText(text, EDGE + 134, y, WIDTH - 2 * EDGE - 134);
    y += 46;
  }
  pen.fillStyle = "#5b625c";
  pen.font = `400 26px ${FONT}`;
  pen.fillText(t("share.by"), EDGE, canvas.height - EDGE - 16);
  return new Promise((done) => canvas.toBlob(done, "image/png"));
}

function linesOf(result) {
  const lines = (result.detail ?? []).map((line) => [String(line.value * line.count), fanName(line) + (line.count > 1 ? ` ×${line.count}` : "")]);
  for (const reason of result.reasons ?? []) lines.push(["", reasonName(reason)]);
  if (result.settlement) {
    lines.push(["", ""]);
    for (const { seat, points, why } of seatRows(result.settlement)) {
      lines.push([signed(points), `${seatName(seat)}  ${why}`, points > 0 ? "#0f6b4f" : points < 0 ? "#a9201a" : undefined]);
    }
    if (result.settlement.bird) lines.push(["", birdText(result.settlement)]);
  }
  return lines;
}

function drawPhoto(pen, image, y, height) {
  const { photo } = state;
  const width = Math.min(WIDTH - 2 * EDGE, (height * photo.width) / photo.height);
  const x = (WIDTH - width) / 2;
  const scale = width / photo.width;
  pen.drawImage(image, x, y, width, height);
  pen.lineWidth = 3;
  for (const tile of state.tiles.filter((one) => one.quad && one.role !== "other")) {
    pen.strokeStyle = { win: "#ff6b5e", meld: "#7db7ff", flower: "#ff9fd0" }[tile.role] ?? "#6fe0a8";
    pen.beginPath();
    tile.quad.forEach(([px, py], corner) => pen[corner ? "lineTo" : "moveTo"](x + px * scale, y + py * scale));
    pen.closePath();
    pen.stroke();
  }
  return y + height;
}

/** The groups of the reading in rows that fit, each tile with its picture. */
async function tileRows(result) {
  const rows = [[]];
  let x = 0;
  for (const group of result.reading?.groups ?? []) {
    const width = group.tiles.length * (TILE + 4) + 18;
    if (x + width > WIDTH - 2 * EDGE && x) {
      rows.push([]);
      x = 0;
    }
    for (const place of group.tiles.keys()) {
      const { face, wild } = placed(group, place);
      rows.at(-1).push({ x: x + place * (TILE + 4), wild, image: await loaded(face ?? "back") });
    }
    x += width;
  }
  return rows.filter((row) => row.length);
}

async function loaded(face) {
  const image = new Image();
  image.src = `/tiles/${face}.png`;
  await image.decode();
  return image;
}

function drawRow(pen, row, y) {
  for (const { x, wild, image } of row) {
    pen.fillStyle = wild ? "#8a6100" : "#1f7a4d";
    pen.beginPath();
    pen.roundRect(EDGE + x, y + 7, TILE, (TILE * 4) / 3, 9);
    pen.fill();
    pen.save();
    pen.beginPath();
    pen.roundRect(EDGE + x, y, TILE, (TILE * 4) / 3, 9);
    pen.clip();
    pen.drawImage(image, EDGE + x, y, TILE, (TILE * 4) / 3);
    pen.restore();
    if (wild) {
      pen.strokeStyle = "#8a6100";
      pen.lineWidth = 4;
      pen.beginPath();
      pen.roundRect(EDGE + x, y, TILE, (TILE * 4) / 3, 9);
      pen.stroke();
    }
  }
}
