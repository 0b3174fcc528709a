// What the page says in words.

export const plural = (n, thing) => `${n} ${thing}${n === 1 ? "" : "s"}`;
export const metres = (m) => `${m.toFixed(1)} m`;

// lasted is a time in the unit that fits it.
export function lasted(seconds) {
  const s = Math.max(0, Math.round(seconds));
  if (s < 60) return `${s} s`;
  if (s < 3600) return `${Math.floor(s / 60)} min ${s % 60} s`;
  if (s < 48 * 3600) return `${Math.floor(s / 3600)} h ${Math.floor((s % 3600) / 60)} min`;
  return `${Math.floor(s / 86400)} days`;
}

// direction says an angle of a plan, which is positive to the left.
export function direction(angle) {
  const a = Math.round(angle);
  if (Math.abs(a) === 180) return "behind";
  if (a === 0) return "straight ahead";
  return `${Math.abs(a)}° to the ${a > 0 ? "left" : "right"}`;
}

// goes says where a plan goes.
export function goes(plan) {
  const d = plan.decision;
  const far = (d.path ?? []).reduce((sum, hop) => sum + hop.range_m, 0) || d.range_m;
  return direction(d.angle) + (far ? `, ${metres(far)}` : "") + (d.goal_flag ? ", to the goal" : "");
}

// who decided a plan.
export function who(plan) {
  if (plan.planner === "local") return "navd itself";
  if (plan.planner === "fallback") return "nobody: it goes straight on";
  return plan.planner;
}

const actions = { turn_left: "turns left", turn_right: "turns right", move_forward: "walks", stop: "stops", look_up: "looks up", look_down: "looks down" };
const phases = { scan: "looks around", turn: "turns to where it goes", level: "brings the camera back to level" };

// acts says what a step does: {phase, action}.
export const acts = (step) => phases[step.phase] ?? actions[step.action] ?? step.action.replaceAll("_", " ");

// alarmSteps is for how many steps an alarm is what the robot does.
const alarmSteps = 8;

// doing says what the robot does, with the sign of how urgent that is. Idle is how many
// seconds ago it took its last step.
export function doing(s, idle) {
  if (!s.record) return { text: "No search yet", sign: "rest" };
  const goal = s.record.goal;
  const last = s.steps.at(-1);
  if (s.record.status === "ended") {
    const told = s.record.end?.success;
    const took = last ? ` after ${plural(last.seq, "step")}` : "";
    if (told === true) return { text: `Found the ${goal}${took}`, sign: "done" };
    return { text: told === false ? `Did not find the ${goal}${took}` : `Ended${took}`, sign: "rest" };
  }
  const alarm = s.events.findLast((e) => e.type === "stuck" || e.type === "ababa");
  if (alarm && last && last.seq - alarm.seq < alarmSteps) {
    return alarm.type === "stuck"
      ? { text: "STUCK: no progress in its last steps", sign: "alarm" }
      : { text: "Goes back and forth between two places", sign: "alarm" };
  }
  if (!last) return { text: `Begins to look for the ${goal}`, sign: "run" };
  const plan = s.plans.at(-1);
  if (last.due && !(plan && plan.at_step >= last.seq) && idle > 0.7) {
    return { text: idle > 2 ? `Waits for a plan, for ${lasted(idle)}` : "Thinks where to go", sign: "run" };
  }
  const act = acts(last);
  const where = act === "walks" && plan ? `, ${goes(plan)}` : "";
  return { text: act[0].toUpperCase() + act.slice(1) + where, sign: "run" };
}

// happened says an event of an episode in words; undefined when it is not worth a line.
export function happened(e) {
  switch (e.type) {
    case "place_entered": return e.label ? { text: `Enters the ${e.label}` } : undefined;
    case "stuck": return { text: "STUCK: no progress in its last steps", alarm: true };
    case "ababa": return { text: "Goes back and forth between two places", alarm: true };
    case "fallback": return { text: `No planner gave an answer: ${e.reason ?? ""}`, alarm: true };
    case "scene_failed": return { text: `A picture could not be read: ${e.reason ?? ""}`, alarm: true };
    case "aligned": return { text: `Knows where it is in the house: ${e.reason ?? ""}` };
    case "alignment_undone": return { text: `Was wrong about where it is in the house: ${e.reason ?? ""}`, alarm: true };
    case "house_changed": return { text: `What is kept of the house changed: ${e.label ?? ""}` };
    default: return undefined;
  }
}

const sure = { 1: "sure", 0.6: "usual", 0.3: "perhaps" };

// claim says what a claim has the planner do.
export function claim(c) {
  const [kind, ...rest] = c.subject.split(":");
  const name = rest.join(":");
  const about = kind === "view" ? `view ${name}` : kind === "place" ? `any ${name}` : `the ${name}`;
  const weight = ` (${sure[c.weight] ?? `weight ${c.weight}`})`;
  switch (c.relation) {
    case "in": return `looks for ${about} in any ${c.object} first${weight}`;
    case "not_in": return `looks for ${about} elsewhere than in any ${c.object}${weight}`;
    case "prefer": return `goes to ${about} first${weight}`;
    case "avoid": return `keeps away from ${about}${weight}`;
    case "is_called": return `knows ${about.replace(/^any /, "the ")} also as “${c.object}”${weight}`;
    default: return `${about} ${c.relation} ${c.object}${weight}`;
  }
}
