// Results in words: fans, classes, payments; the same for the page and for sharing.

import { currentLanguage, has, t, tileName } from "./i18n.js";
import { handSize, state, wanted } from "./store.js";

export const fanName = (line) => t(`fan.${line.id}`);

/** The Chinese name beside an English one; the English one beside none. */
export const otherName = (line) => (currentLanguage() === "en" ? line.fan : "");

export const seatName = (seat) => t(`seat.${seat}`);

export const signed = (points) => (points > 0 ? `+${points}` : points < 0 ? `−${-points}` : "0");

export const reasonName = (reason) => (currentLanguage() === "en" ? `${reason.zh} ${reason.en}` : t(`reason.${reason.zh}`));

/** What a tile of a group stands for, and whether it is another physically; Wenzhou says it in its own way. */
export function placed(group, place) {
  if (!group.as) return { face: group.tiles[place], wild: group.caishen[place] };
  const [tile, face] = [group.tiles[place], group.as[place]];
  return { face, wild: tile !== face };
}

/** The result in a few words, as the bar shows it. */
export function headline(result) {
  if (!result) return t("score.waiting");
  if (result.class) return t(`class.${result.class}`);
  if ((result.total ?? null) === null) return t("score.none");
  return t("score.total", { total: result.total });
}

export function problemTexts(result) {
  const codes = [...new Set(result.problem_codes)];
  const values = { count: handSize(), wanted: wanted() };
  return codes.map((code) => (has(`problem.${code}`) ? t(`problem.${code}`, values) : result.problems[result.problem_codes.indexOf(code)]));
}

/** Fan without flowers. */
export function counted(result) {
  const flowers = result.detail.filter((line) => line.id === "flower").reduce((sum, line) => sum + line.value * line.count, 0);
  return result.total - flowers;
}

/** The seats of a settlement: what each gains or loses, and why. */
export function seatRows(settlement) {
  return Object.entries(settlement.balances).map(([seat, points]) => ({
    seat,
    points,
    coins: settlement.coins?.[seat],
    why: whyOf(settlement, seat),
  }));
}

function whyOf(settlement, seat) {
  const words = [];
  if (seat === settlement.winner) words.push(t("pay.winner"));
  if (seat === settlement.discarder) words.push(t("pay.discarder"));
  const paid = settlement.payments.filter((payment) => payment.payer === seat);
  for (const payment of paid) words.push(amount(settlement, payment));
  if (!paid.length && seat !== settlement.winner) words.push(t("pay.nothing"));
  return words.join(currentLanguage() === "en" ? ", " : "，");
}

function amount(settlement, payment) {
  const doublings = payment.doubled_for.map((name) => ` ×2 ${has(`pay.${name}`) ? t(`pay.${name}`) : name}`).join("");
  const caishen = payment.why.startsWith("财神钱");
  const parts = settlement.room === "official" && payment.base > 8 ? `8 + ${payment.base - 8}` : String(payment.base);
  return `${caishen ? `${t("pay.caishen")} → ${seatName(payment.receiver)} ` : ""}${parts}${doublings}`;
}

export function birdText(settlement) {
  if (!settlement.bird) return "";
  const bird = tileName(settlement.bird);
  return settlement.bird_seat ? t("pay.birdseat", { bird, seat: seatName(settlement.bird_seat) }) : t("pay.birdnobody", { bird });
}

/** The whole result as text to send. */
export function resultText() {
  const { result } = state;
  const lines = [result.hand, headline(result)];
  for (const line of result.detail ?? []) lines.push(`${String(line.value * line.count).padStart(3)}  ${fanName(line)}${line.count > 1 ? ` ×${line.count}` : ""}`);
  for (const reason of result.reasons ?? []) lines.push(reasonName(reason));
  if (result.settlement) {
    lines.push("", t("pay.title"));
    for (const row of seatRows(result.settlement)) lines.push(`${seatName(row.seat)} ${signed(row.points)}  ${row.why}`);
    if (result.settlement.bird) lines.push(birdText(result.settlement));
  }
  return lines.join("\n");
}
