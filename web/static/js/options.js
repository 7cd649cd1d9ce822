// What a photo cannot tell: the form, drawn from the options and kept on the device.

import { $, h } from "./dom.js";
import { chooseFace } from "./editor.js";
import { EVERY, NATURAL, stillTile } from "./faces.js";
import { t, tileName } from "./i18n.js";
import { setOption, state } from "./store.js";
import { caishenFace } from "./tiles.js";

const SEATS = ["E", "S", "W", "N"];
const HUOPIN_FLAGS = ["last_tile", "kong", "last_of_kind"];
const HUOPIN_RULES = ["max_copies", "wufan_ignores_wucaishen"];
const WENZHOU_FLAGS = ["kong", "heavenly", "earthly", "quanqiu"];

let moreOpen = false;

/** Draws the form; what was focused stays so. */
export function drawOptions() {
  const form = $("options");
  const active = document.activeElement;
  const focused = form.contains(active) ? active.id : null;
  const { options } = state;
  const wenzhou = options.rules === "wenzhou";
  form.replaceChildren(
    segments("rules", [["huopin", t("options.huopin")], ["wenzhou", t("options.wenzhou")]]),
    h("div", { class: "grid" }, h("div", { class: "field" }, caishen(wenzhou)), ...how(wenzhou)),
    h("details", { id: "more", open: moreOpen, ontoggle: (event) => (moreOpen = event.target.open) }, h("summary", {}, t("options.more")), h("div", { class: "grid" }, ...(wenzhou ? wenzhouMore() : huopinMore()))),
  );
  if (focused) $(focused)?.focus();
}

function how(wenzhou) {
  const { self_draw, seat, players } = state.options;
  const seats = seatsOf(wenzhou, players);
  const asksDiscarder = !self_draw && !(wenzhou && players === 2);
  return [
    segments("self_draw", [[false, t("options.discard")], [true, t("options.self_draw")]], "options.how"),
    segments("seat", seats),
    asksDiscarder && segments("discarder", seats.map((entry) => [...entry.slice(0, 2), entry[0] === seat])),
    !wenzhou && segments("round", seatsOf(false)),
    !wenzhou && segments("room", ["no-fan", "official", "popular"].map((room) => [room, t(`options.room.${room}`)])),
    wenzhou && segments("players", [2, 3, 4].map((count) => [count, String(count)])),
  ].filter(Boolean);
}

function huopinMore() {
  return [
    segments("dealer", seatsOf(false)),
    h("div", { class: "field" }, faceChooser("bird", EVERY.filter((face) => face !== "back"), t("options.nobird"))),
    h("div", {}, HUOPIN_FLAGS.map(check)),
    h("div", {}, HUOPIN_RULES.map(check)),
    number("coefficient", 0, 1_000_000),
    number("take", 0, 1_000_000),
  ];
}

function wenzhouMore() {
  const { players, dealer, seat } = state.options;
  const seats = seatsOf(true, players);
  return [
    segments("dealer", seats),
    segments("start", [[2, "2"], [3, "3"]]),
    segments("run", [0, 1, 2, 3].map((run) => [run, run === 3 ? "3+" : String(run)])),
    h("div", {}, check("bought"), seats.filter(([other]) => other !== dealer).map(([other, name]) => toggleTopped(other, name))),
    h("div", {}, WENZHOU_FLAGS.map(check)),
    h("fieldset", {}, h("legend", {}, t("options.held")), h("div", { class: "fields" }, seats.filter(([other]) => other !== seat).map(([other, name]) => heldBy(other, name)))),
  ];
}

const seatsOf = (wenzhou, players = 4) => SEATS.slice(0, wenzhou ? players : 4).map((seat) => [seat, t(`seat.${seat}`)]);

/** Radio buttons that look like one bar: [value, words, disabled]. */
function segments(name, choices, title = `options.${name}`) {
  const current = state.options[name];
  return h(
    "fieldset",
    {},
    h("legend", {}, t(title)),
    h(
      "div",
      { class: "segments" },
      choices.map(([value, words, disabled]) =>
        h("label", {}, h("input", { type: "radio", name, id: `${name}-${value}`, value: String(value), checked: value === current, disabled, onchange: () => choose(name, value) }), h("span", {}, words)),
      ),
    ),
  );
}

function choose(name, value) {
  const { options } = state;
  if (name === "rules" || name === "players") keepSeats(name === "rules" ? value : options.rules, name === "players" ? value : options.players);
  if (name === "seat" && options.discarder === value) options.discarder = SEATS.find((seat) => seat !== value);
  setOption(name, value);
}

/** Seats that nobody takes any more become East's, or the next one's. */
function keepSeats(rules, players) {
  const { options } = state;
  const seats = SEATS.slice(0, rules === "wenzhou" ? players : 4);
  for (const name of ["seat", "dealer"]) if (!seats.includes(options[name])) options[name] = "E";
  if (!seats.includes(options.discarder) || options.discarder === options.seat) options.discarder = seats.find((seat) => seat !== options.seat);
  options.topped = options.topped.filter((seat) => seats.includes(seat) && seat !== options.dealer);
  options.held = Object.fromEntries(Object.entries(options.held).filter(([seat]) => seats.includes(seat)));
}

function caishen(wenzhou) {
  const { caishen: chosen, indicator } = state.options;
  const face = caishenFace();
  const turned = chosen && indicator && !wenzhou;
  const words = face ? tileName(face) : t("options.nocaishen");
  const note = turned ? `${t("options.indicator")}: ${tileName(chosen)}` : "";
  return [
    h("span", {}, t("options.caishen")),
    h("button", { type: "button", class: "choose", id: "caishen", onclick: () => chooseFace(t(indicator && !wenzhou ? "options.indicator" : "options.caishen"), NATURAL, chosen, wenzhou ? null : t("options.nocaishen"), (value) => setOption("caishen", value)) }, face ? stillTile(face, "", "") : h("span", { class: "blank", "aria-hidden": "true" }), h("span", {}, h("span", { class: "visually-hidden" }, `${t("options.caishen")}: `), words, note && h("br"), note && h("span", { class: "quiet" }, note))),
    !wenzhou && h("label", { class: "check quiet" }, h("input", { type: "checkbox", id: "indicator", checked: indicator, onchange: (event) => setOption("indicator", event.target.checked) }), h("span", {}, t("options.asindicator"))),
  ];
}

function faceChooser(name, faces, none) {
  const face = state.options[name];
  return [
    h("span", {}, t(`options.${name}`)),
    h("button", { type: "button", class: "choose", id: name, onclick: () => chooseFace(t(`options.${name}`), faces, face, none, (value) => setOption(name, value)) }, face ? stillTile(face, "", "") : h("span", { class: "blank", "aria-hidden": "true" }), h("span", {}, h("span", { class: "visually-hidden" }, `${t(`options.${name}`)}: `), face ? tileName(face) : none)),
  ];
}

function check(name) {
  return h("label", { class: "check" }, h("input", { type: "checkbox", id: name, checked: state.options[name], onchange: (event) => setOption(name, event.target.checked) }), h("span", {}, t(`options.${name}`)));
}

function number(name, least, most) {
  return h("label", { class: "field" }, h("span", {}, t(`options.${name}`)), h("input", { type: "number", id: name, min: least, max: most, inputmode: "numeric", value: state.options[name] ?? "", onchange: (event) => setOption(name, within(event.target.value, least, most)) }));
}

function within(text, least, most) {
  return text === "" ? null : Math.min(most, Math.max(least, Math.round(Number(text)) || 0));
}

function toggleTopped(seat, name) {
  const { topped } = state.options;
  const toggle = (event) => setOption("topped", event.target.checked ? [...topped, seat] : topped.filter((other) => other !== seat));
  return h("label", { class: "check" }, h("input", { type: "checkbox", id: `topped-${seat}`, checked: topped.includes(seat), onchange: toggle }), h("span", {}, `${t("options.topped")} ${name}`));
}

function heldBy(seat, name) {
  const { held } = state.options;
  return h("label", { class: "field" }, h("span", {}, name), h("input", { type: "number", id: `held-${seat}`, min: 0, max: 3, inputmode: "numeric", value: held[seat] ?? 0, onchange: (event) => setOption("held", { ...held, [seat]: within(event.target.value, 0, 3) ?? 0 }) }));
}
