// The tile pictures below the photo, part by part.

import { $, h } from "./dom.js";
import { caishenAfter, mark, picture } from "./faces.js";
import { t, tileName } from "./i18n.js";
import { canUndo, handSize, melds, state, unsure, wanted, wholeHand, withRole } from "./store.js";

export function caishenFace() {
  const { caishen, indicator, rules } = state.options;
  return caishen && indicator && rules === "huopin" ? caishenAfter(caishen) : caishen;
}

export function drawTiles(onTap, onAdd) {
  const focused = document.activeElement?.dataset?.id;
  const doubts = unsure();
  const count = $("count");
  count.textContent = t("tiles.count", { count: handSize(), wanted: wanted() });
  count.classList.toggle("wrong", !wholeHand());
  $("verdict").textContent = verdict();
  $("check").hidden = !doubts.length;
  $("check").textContent = t("tiles.check", { count: doubts.length });
  $("undo").hidden = !canUndo();
  const parts = [
    zone("hand", withRole("hand")),
    meldZone(),
    h("div", { class: "side" }, zone("win", withRole("win")), (state.options.rules === "huopin" || withRole("flower").length > 0) && zone("flower", withRole("flower"))),
    withRole("other").length > 0 && h("details", { class: "others" }, h("summary", {}, `${t("zone.other")} (${withRole("other").length})`), zone("other", withRole("other"))),
  ];
  $("zones").replaceChildren(...parts.filter(Boolean));
  if (focused) document.querySelector(`.tile[data-id="${focused}"]`)?.focus();

  function zone(role, tiles) {
    return h("div", { class: "zone" }, h("h3", {}, t(`zone.${role}`)), row(role, null, tiles, t(`zone.${role}`), role !== "other"));
  }

  function meldZone() {
    const rows = melds().map((tiles, place) =>
      row("meld", tiles[0].group, tiles, t("zone.meldn", { number: place + 1 }), tiles.length < 4),
    );
    return h(
      "div",
      { class: "zone" },
      h("h3", {}, t("zone.meld")),
      h("div", { class: "melds" }, rows, row("meld", null, [], t("tiles.newmeld"), true)),
    );
  }

  function row(role, group, tiles, name, mayAdd) {
    const full = role === "win" && tiles.length;
    return h(
      "div",
      { class: "tiles", role: "group", "aria-label": name, "data-role": role, "data-group": group ?? "" },
      tiles.map((tile) => button(tile, name)),
      mayAdd && !full && h("button", { type: "button", class: "add", "aria-label": t("tiles.addto", { zone: name }), title: t("tiles.addto", { zone: name }), onclick: () => onAdd(role, group) }, "+"),
    );
  }

  function button(tile, name) {
    const wild = tile.face === caishenFace() && ["hand", "win"].includes(tile.role);
    const doubtful = !tile.sure && tile.role !== "other";
    const lit = state.lit?.ids.has(tile.id);
    const kind = ["tile", doubtful && "unsure", wild && "caishen", lit && "lit"].filter(Boolean).join(" ");
    const words = { tile: tileName(tile.face), zone: name, percent: Math.round(tile.confidence * 100) };
    const label = [t(doubtful ? "tile.labelunsure" : "tile.label", words), wild && t("tile.caishen"), lit && t("tile.highlighted", { fan: state.lit.name })];
    return h(
      "button",
      { type: "button", class: kind, "data-id": tile.id, "data-mark": mark(tile.face) || null, "aria-label": label.filter(Boolean).join(", "), onclick: () => onTap(tile.id) },
      picture(tile.face),
    );
  }
}

/** What is still odd about the reading; nothing once it was corrected. */
function verdict() {
  const code = state.verdict?.code;
  if (!code || ["ok", "unsure"].includes(code)) return "";
  const mended = code === "no-tiles" ? state.tiles.length > 0 : wholeHand() && !state.tiles.some((tile) => tile.face === "back" && tile.role !== "meld");
  return mended ? "" : t(`verdict.${code}`);
}
