// Adding a hand to the evening's ledger, where the server keeps one.

import { addToLedger, evening, undoInLedger } from "./api.js";
import { $, h } from "./dom.js";
import { has, t } from "./i18n.js";
import { setOption, state } from "./store.js";
import { headline, signed } from "./words.js";

let book = null; // the evening so far, or null where there is none
let added = null; // the number of the entry that was added last

/** Asks whether there is a ledger; its rules and room are those of the page then. */
export async function openLedger() {
  book = await evening().catch(() => null);
  if (!book) return;
  state.options.rules = book.rules;
  state.options.dealer = "E";
  if (book.room) state.options.room = book.room;
  if (book.rules === "wenzhou") state.options.players = book.players.length;
  if (!book.players.some(({ seat }) => seat === state.options.seat)) state.options.seat = "E";
}

export const hasLedger = () => book !== null;

export function showLedger() {
  added = null;
  $("ledger-note").textContent = "";
  draw();
  $("ledger").showModal();
}

function draw() {
  const { options } = state;
  const others = book.players.filter(({ seat }) => seat !== options.seat);
  const done = added !== null;
  $("ledger-body").replaceChildren(
    ...[
      h("p", {}, h("b", {}, headline(state.result)), ` · ${t("ledger.deals", { name: book.dealer })}`),
      !done && choice("seat", t("ledger.winner"), book.players),
      !done && !options.self_draw && choice("discarder", t("ledger.discarder"), others),
      done
        ? h("button", { type: "button", class: "button", id: "ledger-undo", onclick: takeBack }, t("ledger.undo"))
        : h("button", { type: "button", class: "button primary", id: "ledger-add", onclick: add }, t("ledger.add")),
      h("table", { class: "pay" }, h("tbody", {}, book.players.map(({ name, seat, total }) => h("tr", { "data-player": name }, h("th", { scope: "row", class: "seat" }, name, h("span", { class: "why" }, ` ${t(`seat.${seat}`)}`)), h("td", { class: "points" }, signed(total)))))),
    ].filter(Boolean),
  );
}

function choice(option, title, players) {
  return h(
    "fieldset",
    {},
    h("legend", {}, title),
    h("div", { class: "segments" }, players.map(({ name, seat }) => h("label", {}, h("input", { type: "radio", name: `ledger-${option}`, id: `ledger-${option}-${seat}`, checked: state.options[option] === seat, onchange: () => pick(option, seat) }), h("span", {}, name)))),
  );
}

function pick(option, seat) {
  const { options } = state;
  if (option === "seat" && options.discarder === seat) options.discarder = book.players.find((one) => one.seat !== seat).seat;
  setOption(option, seat);
  draw();
  $(`ledger-${option}-${seat}`).focus();
}

/** The result may have been asked for anew: the sheet shows it too. */
export function drawLedger() {
  if (book && $("ledger").open && state.result) draw();
}

async function add() {
  $("ledger-add").disabled = true;
  await change(addToLedger(state.tiles, state.options, state.photo?.sha256), "ledger.added", () => (added = book.last));
}

async function takeBack() {
  await change(undoInLedger(added), "ledger.undone", () => (added = null));
}

async function change(asked, words, then) {
  try {
    book = await asked;
    then();
    $("ledger-note").textContent = t(words);
  } catch (error) {
    const key = `error.${error.code}`;
    $("ledger-note").textContent = has(key) ? t(key) : t("error.other", { message: error.message });
  }
  draw();
}
