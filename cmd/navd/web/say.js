// The box for feedback. A text is sent only after it was shown how it is understood.

import { bdi, byId, el } from "./dom.js";
import { post } from "./post.js";
import { the } from "./words.js";

const pause = 300; // milliseconds without a key, then the text is looked at

// sayBox runs the box; shown gives the record of the episode that is told.
export function sayBox(shown) {
  const words = byId("words");
  const send = byId("send");
  const understood = byId("understood");
  let seen = {}; // the text and the episode that the preview is of
  let key = "";
  let timer;

  const complain = (err) => understood.replaceChildren(el("p", { class: "alarm" }, "▲ ", bdi(err.message)));

  async function look() {
    const text = words.value.trim();
    if (!text) return understood.replaceChildren();
    try {
      const episode = shown();
      const r = await post("/feedback/parse", { text, episode: episode?.episode });
      if (text !== words.value.trim()) return undefined; // it was typed on
      understood.replaceChildren(el("p", {}, "Understood as", episode ? [", in the search for ", the(episode.goal), bdi(episode.goal)] : ""), el("ul", {}, meaning(r)));
      seen = { text, episode: episode?.episode };
      key = crypto.randomUUID();
      send.disabled = !episode || !r.items?.length;
    } catch (err) {
      complain(err);
    }
    return undefined;
  }

  words.oninput = () => {
    send.disabled = true;
    clearTimeout(timer);
    timer = setTimeout(look, pause);
  };

  byId("sayform").onsubmit = async (e) => {
    e.preventDefault();
    const text = words.value.trim();
    if (send.disabled) return;
    send.disabled = true;
    if (text !== seen.text || shown()?.episode !== seen.episode) { // another search is on show now
      await look();
      return;
    }
    try {
      const r = await post("/feedback/add", { episode: seen.episode, text, author: "page", key });
      byId("told").prepend(told(text, r));
      words.value = "";
      seen = {};
      understood.replaceChildren();
    } catch (err) {
      complain(err);
      send.disabled = false;
    }
  };

  return {
    show(write) { byId("say").hidden = !write; },
  };
}

// meaning is what would be taken from a text.
function meaning(r) {
  const lines = (r.items ?? []).map((i, n) => el("li", {}, `${i.category.replaceAll("_", " ")}: `, bdi(i.text),
    r.holds?.[n] ? el("span", { class: "soft" }, " · ", bdi(r.holds[n])) : ""));
  for (const text of r.means ?? []) lines.push(el("li", { class: "claim" }, bdi(text)));
  for (const note of r.notes ?? []) lines.push(el("li", { class: "alarm" }, bdi(note)));
  if (r.items?.length && !r.claims?.length) lines.push(el("li", { class: "soft" }, "navd itself understands nothing in it; models get the text"));
  if (!lines.length) lines.push(el("li", { class: "soft" }, "nothing"));
  return lines;
}

// told is a feedback that is kept, with what became of it and its undo.
function told(text, r) {
  const state = el("span", { class: "soft" }, ` · ${r.entries.map((e) => e.action).join(", ")}`);
  const undo = el("button", { type: "button" }, "Take it back");
  const key = crypto.randomUUID();
  const item = el("li", {}, "You said: ", bdi(text), state, " ", undo);
  undo.onclick = async () => {
    undo.disabled = true;
    try {
      const { held = [] } = await post("/feedback/undo", { feedback: r.feedback, key });
      state.textContent = ` · taken back${held.map((h) => `; ${h.by.join(", ")} still ${h.by.length === 1 ? "says" : "say"} it`).join("")}`;
      undo.remove();
    } catch (err) {
      state.textContent = ` · ▲ ${err.message}`;
      undo.disabled = false;
    }
  };
  for (const e of r.entries.filter((e) => e.note)) item.append(el("p", { class: "alarm" }, bdi(e.note)));
  return item;
}
