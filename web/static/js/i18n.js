// Words in the user's language: one flat table a language, all loaded at once so that a change needs no network.

export const LANGUAGES = ["en", "zh-Hans", "zh-Hant"];
const tables = {};
let language = "en";

export async function loadLanguages() {
  const answers = await Promise.all(LANGUAGES.map((name) => fetch(`/i18n/${name}.json`)));
  const words = await Promise.all(answers.map((answer) => answer.json()));
  LANGUAGES.forEach((name, place) => (tables[name] = words[place]));
}

/** The language of the browser among those there are. */
export function preferred() {
  for (const tag of navigator.languages ?? []) {
    if (/^zh/i.test(tag)) return /hant|tw|hk|mo/i.test(tag) ? "zh-Hant" : "zh-Hans";
    if (/^en/i.test(tag)) return "en";
  }
  return "en";
}

export function setLanguage(name) {
  language = LANGUAGES.includes(name) ? name : "en";
  document.documentElement.lang = language;
  translate(document);
}

export const currentLanguage = () => language;

/** The words for a key, `{name}` replaced by `values.name`; the key itself where there are none. */
export function t(key, values = {}) {
  const text = tables[language]?.[key] ?? key;
  return text.replace(/\{(\w+)\}/g, (all, name) => values[name] ?? all);
}

export const has = (key) => key in (tables[language] ?? {});

export const tileName = (face) => t(`face.${face}`);

/** Fills in the words of everything that names its key. */
export function translate(root) {
  for (const node of root.querySelectorAll("[data-i18n]")) node.textContent = t(node.dataset.i18n);
  for (const node of root.querySelectorAll("[data-i18n-label]")) {
    node.setAttribute("aria-label", t(node.dataset.i18nLabel));
    node.title = t(node.dataset.i18nLabel);
  }
  for (const node of root.querySelectorAll("[data-i18n-alt]")) node.alt = t(node.dataset.i18nAlt);
}
