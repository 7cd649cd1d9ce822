// Puts the page together: listens, and draws again what a change touches.

import { drawBoxes, showWhole } from "./boxes.js";
import { $ } from "./dom.js";
import { enableDrag } from "./drag.js";
import { addTile, checkUnsure, editTile } from "./editor.js";
import { preload } from "./faces.js";
import { currentLanguage, has, loadLanguages, preferred, setLanguage, t, translate } from "./i18n.js";
import { drawLedger, openLedger } from "./ledger.js";
import { drawOptions } from "./options.js";
import { cancel, open } from "./photo.js";
import { drawScore, online, rescore } from "./score.js";
import { sharePicture, shareText } from "./share.js";
import { begin, changed, state, subscribe, undo, unsure } from "./store.js";
import { drawTiles } from "./tiles.js";

const remember = (name, value) => {
  try {
    localStorage.setItem(`huopin.${name}`, value);
  } catch {
    // a browser that keeps nothing
  }
};
const recall = (name) => {
  try {
    return localStorage.getItem(`huopin.${name}`);
  } catch {
    return null;
  }
};

function drawStage() {
  document.body.dataset.stage = state.stage === "hand" ? "hand" : state.tiles.length ? "hand" : "start";
  $("busy").hidden = state.stage !== "busy";
}

function drawHand() {
  drawBoxes(editTile);
  drawTiles(editTile, addTile);
}

subscribe((what) => {
  if (what === "stage" || what === "hand") drawStage();
  if (what === "hand" || what === "tiles" || what === "options") {
    drawHand();
    drawScore();
    rescore();
  }
  if (what === "hand" || what === "options") drawOptions();
  if (what === "result" || what === "lit") {
    drawHand();
    drawScore();
    drawLedger();
  }
});

async function take(file) {
  if (!file) return;
  $("error").hidden = true;
  const before = state.tiles.length ? "hand" : "start";
  try {
    await open(file);
    $("hand").focus({ preventScroll: true });
    window.scrollTo({ top: 0 });
  } catch (error) {
    state.stage = before;
    changed("stage");
    if (error.name !== "AbortError") complain(error);
  }
}

function complain(error) {
  const key = `error.${error.code}`;
  $("error").textContent = has(key) ? t(key) : t("error.other", { message: error.message });
  $("error").hidden = false;
  $("error").scrollIntoView({ block: "center" });
}

function listen() {
  for (const input of document.querySelectorAll("input.file")) {
    input.addEventListener("change", () => {
      take(input.files[0]);
      input.value = "";
    });
  }
  $("cancel").addEventListener("click", cancel);
  $("by-hand").addEventListener("click", () => begin(null, null));
  $("new-photo").addEventListener("click", () => $("photo-file").click());
  $("check").addEventListener("click", checkUnsure);
  $("undo").addEventListener("click", undo);
  $("zoom").addEventListener("click", () => {
    const whole = $("zoom").getAttribute("aria-pressed") !== "true";
    $("zoom").setAttribute("aria-pressed", whole);
    showWhole(whole);
    drawBoxes(editTile);
  });
  $("bar-main").addEventListener("click", () => {
    if (unsure().length) checkUnsure();
    else {
      $("score").focus({ preventScroll: true });
      $("score").scrollIntoView({ block: "start" });
    }
  });
  $("open-settings").addEventListener("click", () => $("settings").showModal());
  $("open-share").addEventListener("click", () => {
    $("share-note").textContent = "";
    $("share").showModal();
  });
  $("share-text").addEventListener("click", shareText);
  $("share-picture").addEventListener("click", sharePicture);
  for (const dialog of document.querySelectorAll("dialog")) {
    dialog.querySelector("[data-close]").addEventListener("click", () => dialog.close());
    dialog.addEventListener("click", (event) => event.target === dialog && dialog.close());
  }
  addEventListener("offline", () => online(false));
  addEventListener("online", () => {
    online(true);
    if (state.tiles.length) rescore();
  });
  addEventListener("paste", (event) => {
    const file = [...(event.clipboardData?.files ?? [])].find((one) => one.type.startsWith("image/"));
    if (file) take(file);
  });
  addEventListener("dragover", (event) => {
    if (!event.dataTransfer?.types.includes("Files")) return;
    event.preventDefault();
    document.body.classList.add("dropping");
  });
  addEventListener("dragleave", (event) => !event.relatedTarget && document.body.classList.remove("dropping"));
  addEventListener("drop", (event) => {
    document.body.classList.remove("dropping");
    if (!event.dataTransfer?.files.length) return;
    event.preventDefault();
    take(event.dataTransfer.files[0]);
  });
}

function settings() {
  $("language").value = currentLanguage();
  $("language").addEventListener("change", () => {
    remember("language", $("language").value);
    setLanguage($("language").value);
    state.lit = null;
    if (state.stage === "hand") {
      drawOptions();
      changed("result");
    }
  });
  const theme = recall("theme") ?? "auto";
  $("theme").value = theme;
  const apply = (value) => (value === "auto" ? delete document.documentElement.dataset.theme : (document.documentElement.dataset.theme = value));
  apply(theme);
  $("theme").addEventListener("change", () => {
    remember("theme", $("theme").value);
    apply($("theme").value);
  });
  $("numbers").checked = recall("numbers") === "1";
  const number = () => document.body.classList.toggle("numbers", $("numbers").checked);
  number();
  $("numbers").addEventListener("change", () => {
    remember("numbers", $("numbers").checked ? "1" : "0");
    number();
  });
}

await Promise.all([loadLanguages(), openLedger()]);
setLanguage(recall("language") ?? preferred());
translate(document);
listen();
settings();
enableDrag($("zones"));
drawStage();
preload();
document.body.dataset.ready = "1";
navigator.serviceWorker?.register("/worker.js").catch(() => {}); // only over HTTPS or on this machine
