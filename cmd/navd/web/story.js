// What happened in an episode, a line of its log each.

import { bdi, el } from "./dom.js";
import { chosen } from "./map.js";
import { direction, metres, plural, who } from "./words.js";

// storyLine makes the element of a line of the log; undefined when it tells nothing.
export function storyLine(line) {
  const [told, ...more] = line.said ?? [];
  if (!told) return undefined;
  if (line.kind === "plan") return planLine(line.data, told, more);
  const alarm = told.look === "alarm";
  return el("li", { class: line.kind === "feedback" ? "said" : alarm ? "alarm" : "" }, at(line.seq), alarm ? "▲ " : "", bdi(told.text));
}

const at = (step) => el("span", { class: "when" }, `step ${step}`);

// planLine is a plan, that opens to what it was made of.
function planLine(plan, told, more) {
  const body = el("div", { class: "made" });
  const details = el("details", {},
    el("summary", {}, at(plan.at_step), el("strong", {}, bdi(told.text)), more.map((m) => [el("br"), el("span", { class: "soft" }, bdi(m.text))])),
    body);
  details.ontoggle = () => {
    if (details.open && !body.hasChildNodes()) body.append(...made(plan));
  };
  return el("li", { class: plan.decision.goal_flag ? "goalplan" : "plan" }, details);
}

// made says what a plan was made of: who decided, what was shown, weighed, told and left out.
function made(plan) {
  const rows = [["Decided by", plan.planner === "local" ? "navd itself, without a model" : who(plan)]];
  for (const a of plan.attempts ?? []) rows.push([`Asked ${a.model}`, attempt(a)]);
  if (plan.fallback) rows.push(["Fallback", plan.fallback]);
  rows.push(["Shown", `${plural(plan.shown_views.length, "view")}${plan.images?.length ? `, as ${plural(plan.images.length, "picture")}` : ""}`]);
  for (const l of plan.labels ?? []) rows.push([direction(turn(l.view)), glimpse(l)]);
  rows.push(["Weighed", `${plural(plan.options, "way")}${plan.frontiers ? `, ${plan.frontiers} of them seen from earlier` : ""}`]);
  for (const [i, way] of (plan.ways ?? []).entries()) {
    rows.push([i === chosen(plan) ? "➤ goes" : `${i + 1}.`, `${direction(way.angle)}, ${metres(way.way_m)}, ${Math.round(way.score * 100)} % of the best: ${way.why}`]);
  }
  rows.push(["Memory", `about ${plan.used.context_tokens} tokens of it`]);
  if (plan.used.dropped?.length) rows.push(["Left out", plan.used.dropped.join(", ")]);
  for (const [kind, block] of Object.entries(plan.used.blocks ?? {})) {
    for (const i of block.in ?? []) rows.push([`Told, ${kind}`, `${i.id}: ${i.reason}`]);
    for (const i of block.left_out ?? []) rows.push([`Left out, ${kind}`, `${i.id}: ${i.reason}`]);
  }
  if (plan.rules) rows.push(["Rules", `${plan.rules.fired.join(", ")}${plan.rules.changed ? ": it goes another way for them" : ""}`]);
  if (plan.stale) rows.push(["Stale", "the robot moved while the plan was made"]);
  return [el("dl", {}, rows.map(([name, text]) => [el("dt", {}, bdi(name)), el("dd", {}, bdi(text))]))];
}

function attempt(a) {
  const u = a.usage;
  const took = `${(u.took_ns / 1e9).toFixed(1)} s, ${u.tokens_in} tokens in, ${u.tokens_out} out${u.cost ? `, cost ${u.cost.toFixed(4)}` : ""}`;
  return a.reason ? `${took}; not used: ${a.reason}` : took;
}

// turn is where a view looks, degrees from view 0, positive left; they go round clockwise.
const turn = (view) => (view > 6 ? 360 - 30 * view : -30 * view);

// glimpse says what a view showed, as the controller told.
function glimpse(l) {
  const things = [...(l.objects ?? []), ...(l.seen ?? []).map((t) => t.label)];
  const floor = l.free_m === undefined ? "" : `${metres(l.free_m)} of free floor`;
  return [l.scene_type, [...new Set(things)].join(", "), floor].filter(Boolean).join("; ") || "nothing";
}
