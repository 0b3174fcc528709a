// What the other scripts build elements with. Text from navd becomes text nodes and
// attributes only, so nothing that a model or a user wrote can become an element.

// plain keeps a text from turning the direction of what stands around it.
export const plain = (text) => text.replace(/[\p{Cc}\p{Bidi_Control}\u2028\u2029]/gu, " ");

export const byId = (id) => document.getElementById(id);

function fill(e, attributes, kids) {
  for (const [name, value] of Object.entries(attributes ?? {})) {
    if (typeof value === "function") e[name] = value;
    else if (value === true) e.setAttribute(name, "");
    else if (value !== undefined && value !== false) e.setAttribute(name, value);
  }
  e.append(...kids.flat(Infinity).filter((k) => k !== undefined && k !== null && k !== "").map((k) => (typeof k === "string" ? plain(k) : k)));
  return e;
}

// el makes an element of HTML, svg one of a drawing.
export const el = (name, attributes, ...kids) => fill(document.createElement(name), attributes, kids);
export const svg = (name, attributes, ...kids) =>
  fill(document.createElementNS("http://www.w3.org/2000/svg", name), attributes, kids);

// bdi is for a text of any direction, Arabic or English, within another.
export const bdi = (text) => el("bdi", {}, String(text));

// setText changes a text when it differs, so that a screen reader says it once.
export function setText(e, text) {
  const shown = plain(text);
  if (e.textContent !== shown) e.textContent = shown;
}

// The signs of the page: a shape for each meaning, beside its colour.
const signs = {
  robot: ["path", { d: "M0-8 6 7 0 4-6 7Z", class: "robot" }],
  goal: ["path", { d: "M0-9 2.6-3 9-2.8 4 1.4 5.7 7.8 0 4.2-5.7 7.8-4 1.4-9-2.8-2.6-3Z", class: "goal" }],
  plan: ["path", { d: "M-9 0H4M0-5 7 0 0 5", class: "planned" }],
  way: ["path", { d: "M-9 0H9", class: "way" }],
  trail: ["path", { d: "M-9 3Q-3-8 0 0T9-3", class: "trail" }],
  site: ["rect", { x: -6, y: -6, width: 12, height: 12, class: "site" }],
  edge: ["path", { d: "M-5 4 0-5 5 4Z", class: "edge" }],
  thing: ["rect", { x: -4, y: -4, width: 8, height: 8, transform: "rotate(45)", class: "thing" }],
  other: ["path", { d: "M0-8 6 7 0 4-6 7Z", class: "other" }],
  start: ["circle", { r: 5, class: "start" }],
  wall: ["rect", { x: -8, y: -3, width: 16, height: 6, class: "walls" }],
};

// sign draws one of them, for the map.
export const sign = (name) => svg(signs[name][0], signs[name][1]);

// legend names those that are in use.
export const legendItem = (name, words) =>
  el("li", {}, svg("svg", { viewBox: "-10 -10 20 20", "aria-hidden": "true" }, sign(name)), " ", words);
