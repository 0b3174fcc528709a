// The robots: what each of them does, and where; and the searches that have ended.

import { bdi, byId, el, setText } from "./dom.js";
import { frame } from "./house.js";
import { lasted, now as nowOf, plural } from "./words.js";

const quiet = 30; // seconds without a step, then it is said how many

// gone is for how many seconds a robot whose search has ended stays on the map of others.
const gone = 600;

// doesNow says what a running robot does, and whether somebody is needed.
export function doesNow(is, idle) {
  const { text, sign } = nowOf(is.does, idle);
  const waits = is.does.findLast((d) => idle >= (d.after ?? 0))?.lasts; // it says for how long
  return { text: idle > quiet && !waits ? `${text}, nothing new for ${lasted(idle)}` : text, alarm: sign === "alarm" };
}

const where = (is) => (is?.place?.label ? [" in the ", bdi(is.place.label)] : "");

function line(row, is, now) {
  if (row.status === "open") {
    const does = is ? doesNow(is, (now - Date.parse(is.at)) / 1000) : { text: "runs" };
    return { mark: does.alarm ? "▲" : "●", look: does.alarm ? "alarm" : "run", does: [does.text, where(is)], steps: is?.seq };
  }
  const told = row.metrics?.success;
  const word = told ? "found" : told === false ? "not found" : "ended";
  return { mark: told ? "★" : "■", look: told ? "run" : "rest", does: is?.place?.label ? [word, ", last", where(is)] : word, steps: row.metrics?.steps };
}

// clock is when a search began, with the day when that is another one.
function clock(began, now) {
  const at = new Date(began);
  return at.toDateString() === new Date(now).toDateString() ? at.toLocaleTimeString() : at.toLocaleString();
}

// drawRobots lists them, the running ones first. pick is called with the id of one that is
// clicked.
export function drawRobots(s, now, pick) {
  const list = byId("episodes");
  const running = s.rows.filter((r) => r.status === "open");
  const rows = [...running, ...s.rows.filter((r) => r.status !== "open")];
  const lines = rows.map((row) => line(row, s.robots[row.episode], now));
  const key = JSON.stringify([new Date(now).toDateString(), rows, lines.map((l) => [l.does, l.steps]), s.shown]);
  setText(byId("running"), running.length ? `${plural(running.length, "robot")} at work` : "No robot is at work.");
  if (list.dataset.of === key) return;
  list.dataset.of = key;
  const held = document.activeElement?.dataset?.episode;
  list.replaceChildren(...rows.map((row, i) => {
    const { mark, look, does, steps } = lines[i];
    return el("li", {}, el("button", {
      type: "button", "data-episode": row.episode, "aria-current": row.episode === s.shown ? "true" : undefined, onclick: () => pick(row.episode),
    }, el("span", { class: look }, `${mark} `), el("strong", {}, bdi(s.robots[row.episode]?.goal ?? row.goal)), row.scene_id ? [" in ", bdi(row.scene_id)] : "", " · ",
    el("span", { class: look === "alarm" ? "alarm" : "soft" }, does), el("span", { class: "soft" }, steps === undefined ? "" : ` · ${plural(steps, "step")}`, ` · ${clock(row.began, now)}`)));
  }));
  if (held) list.querySelector(`[data-episode="${CSS.escape(held)}"]`)?.focus();
}

// company are the other robots in the same house that know where they are in it, those
// that run and those that ended a moment ago, in the frame of the episode on show.
export function company(s, now) {
  const here = s.robots[s.shown]?.house;
  if (!here?.aligned) return [];
  const { into } = frame(s.robots[s.shown]);
  return Object.values(s.robots).filter((r) => r.episode !== s.shown && r.house?.aligned && r.house.house === here.house &&
    (r.status === "open" || (now - Date.parse(r.at)) / 1000 < gone))
    .map((r) => ({ pose: into(r.house.pose), goal: r.goal, gone: r.status !== "open" }));
}
