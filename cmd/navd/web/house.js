// The house: what is known of it, and how long ago each part of it was seen.

import { bdi, byId, el, setText } from "./dom.js";
import { lasted, plural } from "./words.js";

// old is after how many seconds what was seen is drawn as old.
export const old = 24 * 3600;

const mostThings = 6; // that a room is listed with

// frame gives the pose of a house's frame in the frame of an episode: by a pose that is
// known in both, nav.where's. Undefined while the robot does not know where it is in it.
export function frame(is) {
  if (!is?.house?.aligned) return undefined;
  const { pose: here, house: { pose: there } } = is;
  const turn = here.yaw - there.yaw;
  const [c, s] = [Math.cos((turn * Math.PI) / 180), Math.sin((turn * Math.PI) / 180)];
  return {
    // into takes a point, or a pose, of the house into the frame of the episode.
    into: (p) => ({
      ...p, yaw: (p.yaw ?? 0) + turn,
      x: here.x + c * (p.x - there.x) - s * (p.y - there.y),
      y: here.y + s * (p.x - there.x) + c * (p.y - there.y),
    }),
  };
}

const same = 2; // metres: a thing that was seen so near to one of the same name is that one

// keptOf is what is kept of the house of the episode on show.
const keptOf = (s) => (s.record?.home && s.house?.name === s.record.home.house ? s.house : undefined);

// thingsOf are the things that this search has seen until a step, and those that are kept
// of the house and that it has not seen itself, in the frame of the episode.
export function thingsOf(s, until) {
  const seen = new Map(); // by label: the last step until then at which a scan showed it, undefined: later ones did
  for (const plan of s.plans) {
    for (const label of (plan.labels ?? []).flatMap((l) => [...(l.objects ?? []), ...(l.seen ?? []).map((t) => t.label)])) {
      seen.set(label, plan.at_step <= until ? plan.at_step : seen.get(label));
    }
  }
  const when = (t) => s.steps.findLast((st) => st.seq <= seen.get(t.label))?.time ?? Date.parse(t.last);
  const own = s.things.filter((t) => !seen.has(t.label) || seen.get(t.label) !== undefined).map((t) => ({ ...t, last: when(t) }));
  const into = frame(s.robots[s.shown])?.into;
  const kept = into ? (keptOf(s)?.things ?? []).map((t) => into({ ...t, last: Date.parse(t.last), kept: true })) : [];
  const again = (k) => own.some((t) => t.label === k.label && Math.hypot(t.x - k.x, t.y - k.y) < same);
  return [...own, ...kept.filter((k) => !again(k))];
}

const ago = (seconds) => (seconds < 2 ? "now" : `${lasted(seconds)} ago`);

// room is a line of the list; things are {label, note}, of which those of one name are told
// once.
function room(name, when, things) {
  const once = new Map();
  for (const t of things) once.set(t.label, { ...t, times: (once.get(t.label)?.times ?? 0) + 1 });
  const shown = [...once.values()].slice(0, mostThings).map((t) => [bdi(t.label), t.times > 1 ? ` ×${t.times}` : "", t.note ?? ""]);
  return el("li", {}, el("strong", {}, bdi(name)), el("span", { class: "soft" }, ` · seen ${when}`),
    once.size ? el("p", { class: "soft" }, shown.flatMap((t, i) => [i ? ", " : "", ...t]), once.size > mostThings ? ` and ${once.size - mostThings} more` : "") : "");
}

// drawHouse lists the rooms of this search, and those that are kept from earlier ones.
export function drawHouse(s, now) {
  const here = new Map(); // by name: when it was last seen, and what is there
  for (const p of s.graph?.places ?? []) {
    const name = p.label || p.type;
    const step = s.steps.findLast((st) => st.seq <= p.last);
    const was = here.get(name) ?? { when: 0, things: new Set() };
    was.when = Math.max(was.when, step?.time ?? Date.parse(s.record.began));
    for (const thing of [...(p.objects ?? []), ...s.things.filter((t) => t.room === p.type).map((t) => t.label)]) was.things.add(thing);
    here.set(name, was);
  }
  const seen = [...here].filter(([name]) => name && name !== "unknown").sort((a, b) => b[1].when - a[1].when)
    .map(([name, r]) => room(name, ago((now - r.when) / 1000), [...r.things].map((label) => ({ label }))));
  const kept = keptOf(s)?.house;
  const since = (t) => (now - Date.parse(t)) / 1000;
  const rooms = [...(kept?.places ?? [])].sort((a, b) => Date.parse(b.last) - Date.parse(a.last)).map((p) =>
    room(kept.names?.find((n) => n.place === p.id)?.name || p.label || p.type, ago(since(p.last)), (s.house.things ?? []).filter((t) => t.place === p.id).map((t) => ({ label: t.label, note: note(t, since(t.last)) }))));
  byId("house").hidden = !seen.length && !rooms.length;
  list(byId("seen"), seen);
  list(byId("keptrooms"), rooms);
  setText(byId("kept"), kept
    ? `Kept from ${plural(kept.episodes, "earlier search")}${s.robots[s.shown]?.house?.aligned ? "" : s.record.status === "open" ? "; the robot does not know yet where in it it is" : ""}`
    : "");
}

// list puts items into a list, when they say something new.
function list(into, items) {
  const text = items.map((i) => i.textContent).join("\n");
  if (into.dataset.of === text) return;
  into.dataset.of = text;
  into.replaceChildren(...items);
}

// note says what is to be known of a thing that was seen long ago, or that looks missed.
const note = (t, age) => (age > old ? ` (${lasted(age)} ago)` : "") + (t.chance < 0.5 ? " (perhaps no more)" : "");
