// The score: asked for after every change, and drawn with what is behind it.

import { score } from "./api.js";
import { $, h } from "./dom.js";
import { stillTile } from "./faces.js";
import { t, tileName } from "./i18n.js";
import { hasLedger, showLedger } from "./ledger.js";
import { changed, setFace, state, tileOf, unsure } from "./store.js";
import { birdText, counted, fanName, headline, otherName, placed, problemTexts, reasonName, seatName, seatRows, signed } from "./words.js";

const SETTLE_MS = 25;
const RETRY_MS = 3000;

let asked = null;
let timer = null;

/** Asks the server for the score of the hand as it is now. */
export function rescore() {
  clearTimeout(timer);
  asked?.abort();
  if (!state.tiles.length) {
    state.result = null;
    changed("result");
    return;
  }
  timer = setTimeout(ask, SETTLE_MS);
}

async function ask() {
  const controller = (asked = new AbortController());
  const begun = performance.now();
  try {
    state.result = await score(state.tiles, state.options, controller.signal);
    $("score").dataset.milliseconds = Math.round(performance.now() - begun);
    online(true);
    changed("result");
  } catch (error) {
    if (error.name === "AbortError") return;
    state.result = null;
    state.lit = null;
    changed("result");
    if (error.code === "offline" || error.code === "busy") {
      online(error.code !== "offline");
      timer = setTimeout(ask, RETRY_MS);
    } else {
      $("result").replaceChildren(h("p", { class: "notice bad" }, t("error.other", { message: error.message })));
    }
  }
}

export function online(connected) {
  $("offline").hidden = connected;
}

export function drawScore() {
  const { result } = state;
  $("open-share").disabled = !result || !won(result);
  drawBar();
  if (!result) {
    $("result").replaceChildren(h("p", { class: "quiet" }, state.tiles.length ? t("score.waiting") : t("tiles.hint")));
    return;
  }
  const parts = result.problems ? problems(result) : won(result) ? win(result) : noWin(result);
  $("result").replaceChildren(h("div", { class: "result" }, parts));
  $("announce").textContent = result.problems ? problemTexts(result).join(" ") : headline(result);
}

function drawBar() {
  const doubts = unsure().length;
  const bar = $("bar-main");
  bar.textContent = doubts ? t("tiles.check", { count: doubts }) : headline(state.result);
  bar.className = `main ${doubts ? "amber" : state.result && won(state.result) ? "" : "plain"}`;
}

const won = (result) => result.class || (result.total ?? null) !== null;

function problems(result) {
  return [h("p", {}, t("score.problems")), h("ul", { class: "problems" }, problemTexts(result).map((text) => h("li", {}, text)))];
}

function noWin(result) {
  const likely = result.misreadings?.[0];
  return [
    h("p", { class: "total word" }, h("b", {}, t("score.none"))),
    h("p", {}, result.distance ? t("score.distance", { count: result.distance }) : t("score.fifth")),
    likely && suggestion(likely),
  ];
}

/** The single misreading that would explain why the hand does not win, to be mended with one tap. */
function suggestion({ id, read, face }) {
  const names = { read: tileName(read), face: tileName(face) };
  const mend = h("button", { type: "button", class: "button amber", onclick: () => setFace(id, face) }, t("score.change", names));
  return h("div", { class: "hint" }, h("p", {}, t("score.misread", names)), h("div", { class: "row" }, stillTile(read), "→", stillTile(face), h("span", { class: "grow" }), mend));
}

function win(result) {
  return [
    result.class
      ? h("p", { class: "total word" }, h("b", {}, t(`class.${result.class}`)))
      : h("p", { class: "total", id: "total" }, h("b", {}, String(result.total)), h("span", {}, t("score.fan"))),
    result.refused && h("p", { class: "notice bad" }, t("score.refused", { counted: counted(result) })),
    result.reading && [h("h3", {}, t("score.reading")), groups(result.reading)],
    result.detail && [h("h3", {}, t("score.fans")), fans(result)],
    result.reasons && [h("h3", {}, t("score.why")), h("ul", { class: "problems" }, result.reasons.map((reason) => h("li", {}, reasonName(reason))))],
    result.ties?.length > 0 && ties(result.ties),
    result.settlement && settlement(result.settlement),
    hasLedger() && !result.refused && result.class !== "refused" && h("button", { type: "button", class: "button wide", id: "open-ledger", onclick: showLedger }, t("ledger.add")),
  ];
}

/** The groups as read: each caishen as the face it stands for, marked. */
function groups(reading) {
  return h(
    "div",
    { class: "groups" },
    reading.groups.map((group) =>
      h(
        "div",
        { class: `group ${group.declared ? "declared" : ""}` },
        group.tiles.map((_, place) => {
          const { face, wild } = placed(group, place);
          const shown = face ?? tileOf(group.ids[place])?.face ?? "back";
          const lit = state.lit?.ids.has(group.ids[place]);
          const kind = ["plain", wild && "caishen", group.win === place && "won", lit && "lit"].filter(Boolean).join(" ");
          return stillTile(shown, kind, wild ? t("tile.standsfor", { tile: tileName(shown) }) : undefined);
        }),
      ),
    ),
  );
}

function fans(result) {
  return [
    h(
      "ul",
      { class: "fans" },
      result.detail.map((line) => {
        const pressed = state.lit?.fan === line.id;
        const times = line.count > 1 ? ` ×${line.count}` : "";
        return h("li", {}, h("button", { type: "button", class: "fan", "data-fan": line.id, "aria-pressed": String(pressed), onclick: () => light(result, line) }, h("span", { class: "points" }, String(line.value * line.count)), h("span", { class: "name" }, h("span", {}, fanName(line) + times), h("span", { class: "other", lang: "zh" }, otherName(line)))));
      }),
    ),
    h("p", { class: "quiet" }, t("score.faninfo")),
  ];
}

/** Shows the tiles of a fan; one of how the hand was won shows the winning tile. Again, shows none. */
function light(result, line) {
  if (state.lit?.fan === line.id) state.lit = null;
  else {
    const places = line.groups.flat();
    const ids = new Set(places.flatMap((place) => result.reading.groups[place].ids));
    if (line.id === "flower") for (const tile of state.tiles) if (tile.role === "flower") ids.add(tile.id);
    if (!ids.size) for (const tile of state.tiles) if (tile.role === "win") ids.add(tile.id);
    state.lit = { fan: line.id, name: fanName(line), ids };
  }
  changed("lit");
  document.querySelector(`.fan[data-fan="${line.id}"]`)?.focus();
}

function ties(others) {
  return h("details", {}, h("summary", {}, t("score.ties", { count: others.length })), others.map((tie) => [groups(tie.reading), h("p", { class: "quiet" }, tie.detail.map((line) => `${fanName(line)} ${line.value * line.count}`).join(" · "))]));
}

function settlement(settled) {
  return [
    h("h3", {}, t("pay.title")),
    h(
      "table",
      { class: "pay" },
      h(
        "tbody",
        {},
        seatRows(settled).map(({ seat, points, coins, why }) =>
          h("tr", { "data-seat": seat }, h("th", { scope: "row", class: "seat" }, seatName(seat), seat === settled.dealer && h("span", { class: "why" }, ` ${t("pay.dealer")}`)), h("td", { class: `points ${points > 0 ? "gain" : points < 0 ? "loss" : ""}` }, signed(points)), h("td", { class: "why" }, why, coins !== undefined && h("div", {}, t("pay.coins", { coins: signed(coins) })))),
        ),
      ),
    ),
    settled.bird && h("p", { class: "quiet" }, birdText(settled)),
  ];
}
