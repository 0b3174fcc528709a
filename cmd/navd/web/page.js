// The live page: what it knows, and the one stream that it is told by.

import { drawCamera } from "./camera.js";
import { bdi, byId, el, legendItem, plain, setText } from "./dom.js";
import { goalBox } from "./goal.js";
import { drawHouse, thingsOf } from "./house.js";
import { RobotMap, chosen } from "./map.js";
import { company, drawRobots } from "./robots.js";
import { sayBox } from "./say.js";
import { storyLine } from "./story.js";
import { drawWaits } from "./waits.js";
import { direction, doing, lasted, metres, plural, the, who } from "./words.js";

// quiet is after how many seconds without news the page says so.
const quiet = 5;

const s = {
  hello: undefined, daemon: undefined, // as they were told last
  rows: [], robots: {}, shown: undefined, // the list, where they are, and what is on show
  house: undefined, waits: undefined,
  does: undefined, // what the robot on show does, as [now] takes it
  record: undefined, graph: undefined, things: [],
  steps: [], plans: [], events: [], scenes: [], lines: 0, // of the log
  at: undefined, // number of the step that is looked at, undefined: now
  told: 0, // when the last line was written, by the clock there
  ahead: 0, // what that clock is ahead of ours, milliseconds
  lost: undefined, // why the page is told nothing
};

const say = sayBox(() => s.record);
const seek = goalBox(() => s.record);
const map = new RobotMap(byId("map"), (thing) => { if (s.hello?.write) seek.offer(thing); });
let source;
let pinned = new URLSearchParams(location.hash.slice(1)).get("episode");

// now is the time there, milliseconds.
const now = () => Date.now() + s.ahead;

function begin() {
  Object.assign(s, { graph: undefined, things: [], steps: [], plans: [], events: [], scenes: [], lines: 0, at: undefined });
  byId("lines").replaceChildren();
}

// handlers take the messages of the stream, by kind.
const handlers = {
  hello(m) {
    s.hello = m;
    say.show(m.write);
  },
  daemon(m) { s.daemon = m; },
  robots(m) { s.robots = m.robots; },
  house(m) { s.house = m; },
  waits(m) { s.waits = m; },
  episodes(m) {
    s.rows = m.episodes ?? [];
    const empty = s.rows.length === 0;
    byId("first").hidden = !empty;
    for (const part of ["place", "story", "choice", "follow"]) byId(part).hidden = empty;
    if (!empty) return;
    begin(); // the last one was deleted, or another store is served
    Object.assign(s, { record: undefined, shown: undefined, house: undefined, does: undefined });
  },
  show(m) {
    if (m.new) begin();
    s.record = m.episode;
    s.shown = m.episode.episode;
    s.told = Math.max(m.new ? 0 : s.told, Date.parse(m.episode.ended ?? m.episode.began));
  },
  log(m) {
    if (m.episode === s.shown) m.lines.forEach(take);
  },
  does(m) { s.does = m.does; },
  graph(m) {
    if (m.episode === s.shown) Object.assign(s, { graph: m.graph, things: m.things });
  },
  news() {}, // its id is what counts: a browser that comes back says which it had
};

// take takes a line of the log.
function take(line) {
  if (line.n <= s.lines) return;
  s.lines = line.n;
  s.told = Date.parse(line.time);
  if (line.kind === "step") {
    const { step, answer } = line.data;
    s.steps.push({ seq: line.seq, time: s.told, action: step.action, phase: step.phase, pose: answer.pose, place: answer.place, due: answer.plan_due.due });
  } else if (line.kind === "plan") {
    s.plans.push(line.data);
  } else if (line.kind === "event") {
    s.events.push(line.data);
    if (line.data.type === "goal_changed") for (const p of s.plans) p.past ??= line.seq;
  } else if (line.kind === "scene") {
    s.scenes.push({ seq: line.seq, ...line.data });
  }
  const told = storyLine(line);
  if (told) byId("lines").prepend(told);
}

function connect() {
  source?.close();
  s.record = undefined;
  s.shown = undefined;
  source = new EventSource("/events" + (pinned ? `?episode=${encodeURIComponent(pinned)}` : ""));
  source.onopen = () => { s.lost = undefined; draw(); };
  source.onerror = () => {
    s.lost = "navd web does not answer";
    if (source.readyState === EventSource.CLOSED) refused(source);
    draw();
  };
  for (const [kind, handle] of Object.entries(handlers)) {
    source.addEventListener(kind, (e) => {
      const m = JSON.parse(e.data);
      if (m.now) s.ahead = Date.parse(m.now) - Date.now();
      handle(m);
      draw();
    });
  }
}

// refused finds out why a stream was refused: the page is not let in, or too many are open.
async function refused(was) {
  s.lost = "navd web lets this page in no more: open the address that it printed last";
  const answer = await fetch("/").catch(() => undefined);
  if (was !== source || answer?.status === 403) return;
  s.lost = "navd web has no more room for this page: close another one";
  setTimeout(() => { if (was === source) connect(); }, 5000);
  draw();
}

// A page that nobody looks at gives up its stream: a browser has six connections to a host.
document.addEventListener("visibilitychange", () => {
  if (document.hidden) source?.close();
  else if (source?.readyState === EventSource.CLOSED) connect();
});

// draw draws in the next frame, once for all that came until then.
let asked = false;
function draw() {
  if (asked) return;
  asked = true;
  requestAnimationFrame(() => {
    asked = false;
    drawLink();
    drawNow();
    drawMap();
    drawWays();
    drawCamera(s);
    drawHouse(s, now());
    drawWaits(s, now());
    drawRobots(s, now(), pin);
    byId("follow").setAttribute("aria-pressed", String(!pinned));
    seek.show(s.hello?.write && s.record?.status === "open");
  });
}

function drawLink() {
  const idle = (now() - s.told) / 1000;
  const open = s.record?.status === "open";
  let [text, look] = ["● live", "live"];
  if (s.lost) [text, look] = [`■ ${s.lost}`, "gone"];
  else if (s.daemon && !s.daemon.up) [text, look] = [`■ ${s.daemon.why}; the page waits for it`, "gone"];
  else if (!s.daemon) [text, look] = ["connects", "wait"];
  else if (open && idle > quiet) [text, look] = [`▲ nothing new for ${lasted(idle)}`, "quiet"];
  else if (!open) [text, look] = ["● connected, no search runs here", "wait"];
  setText(byId("link"), text);
  byId("link").className = `pill ${look}`;
  spoken(look);
  const ill = s.daemon?.degraded ?? [];
  byId("ill").hidden = ill.length === 0;
  setText(byId("ill"), ill.map((d) => `▲ ${d.what}: ${d.reason}`).join(" · "));
}

// spoken has a screen reader say what needs somebody, once, and not every step.
function spoken(look) {
  const does = doing(s, 0);
  const words = { gone: "navd is away", quiet: "Nothing new came for a while", wait: "", live: "" }[look];
  setText(byId("spoken"), words || (does.sign === "alarm" || does.sign === "done" ? does.text : ""));
}

// planAt is the plan that holds at a step: none once the goal is another.
function planAt(until) {
  const plan = s.plans.findLast((p) => p.at_step <= until);
  return plan?.past <= until ? undefined : plan;
}

// view is what is looked at: now, or an earlier step.
function view() {
  const until = s.at ?? Infinity;
  const steps = s.at === undefined ? s.steps : s.steps.filter((st) => st.seq <= until);
  const pose = steps.at(-1)?.pose ?? { x: 0, y: 0, yaw: 0 };
  return {
    graph: s.graph, pose, steps,
    path: [{ x: 0, y: 0 }, ...steps.map((st) => st.pose)].filter((p, i, all) => i === 0 || p.x !== all[i - 1].x || p.y !== all[i - 1].y),
    plan: planAt(until),
    found: s.at === undefined && s.record?.end?.success === true,
    goal: s.robots[s.shown]?.goal ?? s.record?.goal, things: thingsOf(s, until), company: s.at === undefined ? company(s, now()) : [], now: now(),
  };
}

function drawNow() {
  const steps = s.steps;
  const does = doing(s, (now() - s.told) / 1000);
  const marks = { run: "", alarm: "▲ ", done: "★ ", rest: "■ " };
  if (s.lost || !s.daemon?.up) { // nobody says what it does now
    does.text = s.record ? `Last seen: ${does.text}` : "Nothing seen yet";
    does.sign = "rest";
  }
  setText(byId("doing"), marks[does.sign] + does.text);
  byId("doing").className = does.sign;
  byId("goal").replaceChildren(...(s.record
    ? ["Looks for ", the(s.robots[s.shown]?.goal ?? s.record.goal), el("strong", {}, bdi(s.robots[s.shown]?.goal ?? s.record.goal)), s.record.scene_id ? [" in ", bdi(s.record.scene_id)] : []].flat()
    : []));
  const plan = planAt(Infinity);
  setText(byId("why"), s.record?.status === "open" && plan ? plan.decision.why : "");
  setText(byId("figures"), s.record ? figures(steps, s.plans) : "");
  document.title = s.record ? plain(`${marks[does.sign]}${does.text} · navd`) : "navd";
}

// figures are what the search for its present goal took so far.
function figures(all, made) {
  const base = s.record.goal_base ?? { steps: 0, plans: 0 }; // of an earlier goal
  const steps = all.filter((st) => st.seq > base.steps);
  const plans = made.slice(base.plans);
  const last = all[all.length - steps.length - 1]; // before them
  let far = 0;
  steps.forEach((st, i) => {
    const before = (steps[i - 1] ?? last)?.pose ?? { x: 0, y: 0 };
    far += Math.hypot(st.pose.x - before.x, st.pose.y - before.y);
  });
  const calls = plans.flatMap((p) => p.attempts ?? []);
  const cost = calls.reduce((sum, c) => sum + c.usage.cost, 0);
  const took = calls.reduce((sum, c) => sum + c.usage.took_ns, 0) / 1e9;
  const parts = [plural(steps.length, "step"), metres(far), plural(plans.length, "plan")];
  if (s.graph) parts.push(plural(new Set(s.graph.places.map((p) => p.key)).size, "place"));
  if (calls.length) parts.push(`${plural(calls.length, "model call")}, ${took.toFixed(1)} s${cost ? `, cost ${cost.toFixed(4)}` : ""}`);
  if (steps.length) parts.push(lasted((s.told - (last?.time ?? Date.parse(s.record.began))) / 1000));
  return parts.join(" · ");
}

function drawMap() {
  const v = view();
  map.draw(v);
  const last = v.steps.at(-1);
  const end = s.steps.at(-1)?.seq ?? 0;
  const scrub = byId("scrub");
  scrub.max = end;
  scrub.value = s.at ?? end;
  setText(byId("step"), `${s.at ?? end} of ${end}`);
  byId("live").disabled = s.at === undefined;
  const where = last?.place?.label ? `in the ${last.place.label}` : "at a place without a name yet";
  setText(byId("maptitle"), `Map: the robot is ${where}, ${metres(v.pose.x)} ahead of its start and ${metres(v.pose.y)} to the left of it` +
    (v.plan ? `; it goes ${direction(v.plan.decision.angle)}` : ""));
}

// drawWays lists the ways of the plan that is on the map, with their rank there.
function drawWays() {
  const plan = view().plan;
  byId("noways").hidden = Boolean(plan);
  const key = plan ? `${s.shown} ${plan.n}` : "";
  if (byId("ways").dataset.of === key) return;
  byId("ways").dataset.of = key;
  const taken = plan ? chosen(plan) : -1;
  const ways = (plan?.ways ?? []).map((way, i) => wayItem(way, i, i === taken));
  if (plan && taken < 0) ways.unshift(ownItem(plan));
  byId("ways").replaceChildren(...ways);
}

function wayItem(way, i, taken) {
  const meter = el("meter", { min: 0, max: 1, value: way.score, title: "beside the best" });
  return el("li", { class: taken ? "chosen" : "" },
    el("span", { class: "badge" }, taken ? "➤" : String(i + 1)),
    el("p", {}, el("strong", {}, direction(way.angle)), `, ${metres(way.way_m)}`, way.more ? el("span", { class: "soft" }, ` and ${way.more} more that way`) : "", taken ? el("em", {}, " · goes here") : ""),
    el("p", { class: "score" }, meter, ` ${Math.round(way.score * 100)} %`),
    el("p", { class: "soft reason" }, bdi(way.why)));
}

// ownItem is the way of a plan that is none of those that were ranked: to where the goal
// is in sight, or was seen before, or another one that a model chose.
function ownItem(plan) {
  const { angle, path, range_m: range } = plan.decision;
  const far = (path ?? []).reduce((sum, hop) => sum + hop.range_m, 0) || range;
  return el("li", { class: "chosen" }, el("span", { class: "badge" }, "➤"),
    el("p", {}, el("strong", {}, direction(angle)), far ? `, ${metres(far)}` : "", el("em", {}, " · goes here")),
    el("p", { class: "soft reason" }, plan.planner === "local" ? "" : `${who(plan)}: `, bdi(plan.decision.why)));
}

// pin shows one episode until another is chosen; without an id the newest that runs.
function pin(episode) {
  pinned = episode;
  history.replaceState(null, "", episode ? `#episode=${encodeURIComponent(episode)}` : location.pathname);
  connect();
}

byId("follow").onclick = () => pin(undefined);
byId("scrub").oninput = () => {
  const at = Number(byId("scrub").value);
  s.at = at >= (s.steps.at(-1)?.seq ?? 0) ? undefined : at;
  draw();
};
byId("live").onclick = () => {
  s.at = undefined;
  draw();
};
byId("legend").append(
  legendItem("robot", "robot"), legendItem("plan", "where it goes"), legendItem("way", "other ways"),
  legendItem("site", "looked around"), legendItem("edge", "nobody looked behind"), legendItem("trail", "walked"),
  legendItem("wall", "wall"), legendItem("start", "start"), legendItem("thing", "thing, hollow: doubtful"), legendItem("other", "another robot"), legendItem("goal", "what it looks for"));
new ResizeObserver(draw).observe(byId("map"));
setInterval(draw, 1000);
connect();
