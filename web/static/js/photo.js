// From a file to a reading: shown, shrunk when huge, sent.

import { readPhoto } from "./api.js";
import { $ } from "./dom.js";
import { t } from "./i18n.js";
import { begin, changed, state } from "./store.js";

/** The reader looks at 1,600 px; more than this only takes longer to send. */
const LONG_SIDE = 3200;
const SMALL_BYTES = 1_500_000;
const QUALITY = 0.9;

let running = null;
let shownUrl = null;

/** Reads a file and begins a hand with it; throws what went wrong. */
export async function open(file) {
  cancel();
  const controller = (running = new AbortController());
  state.stage = "busy";
  changed("stage");
  try {
    say("photo.shrinking");
    const seen = await look(file);
    controller.signal.throwIfAborted();
    say("photo.reading");
    const blob = seen?.blob ?? file;
    const reading = await readPhoto(blob, file.name || "photo", state.options, !seen, controller.signal, () => say("photo.busy"));
    show(reading, seen ? URL.createObjectURL(blob) : reading.preview);
  } finally {
    if (running === controller) running = null;
  }
}

export function cancel() {
  running?.abort();
  running = null;
}

const say = (key) => ($("busy-text").textContent = t(key));

function show(reading, url) {
  if (shownUrl) URL.revokeObjectURL(shownUrl);
  shownUrl = url.startsWith("blob:") ? url : null;
  begin(reading, { url, width: reading.size[0], height: reading.size[1], sha256: reading.sha256 });
}

/** What the browser can show of a file: itself, or smaller when it is huge; null for formats it does not know. */
async function look(file) {
  let bitmap;
  try {
    bitmap = await createImageBitmap(file, { imageOrientation: "from-image" });
  } catch {
    return null; // HEIC in most browsers: the server reads it and sends a preview
  }
  const scale = LONG_SIDE / Math.max(bitmap.width, bitmap.height);
  if (scale >= 1 || file.size < SMALL_BYTES) {
    bitmap.close();
    return { blob: file };
  }
  const canvas = document.createElement("canvas");
  canvas.width = Math.round(bitmap.width * scale);
  canvas.height = Math.round(bitmap.height * scale);
  canvas.getContext("2d").drawImage(bitmap, 0, 0, canvas.width, canvas.height);
  bitmap.close();
  const blob = await new Promise((done) => canvas.toBlob(done, "image/jpeg", QUALITY));
  return { blob: blob ?? file };
}
