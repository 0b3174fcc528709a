// How the page writes figures. What happens is said in words by package story.

export const plural = (n, thing) => `${n} ${thing}${n === 1 ? "" : thing.endsWith("ch") ? "es" : "s"}`;
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

// the is the article before a goal; none when the goal has one.
export const the = (goal) => (/^(a|an|the) /i.test(goal) ? "" : "the ");

// who decided a plan.
export function who(plan) {
  if (plan.planner === "local") return "navd itself";
  if (plan.planner === "fallback") return "nobody: it goes straight on";
  return plan.planner;
}

// now is what stands in a list of what a robot does, each from some seconds after its last
// step on: {text, look}. The list is made in package story.
export function now(does, idle) {
  const { text, look, lasts } = does?.findLast((d) => idle >= (d.after ?? 0)) ?? { text: "", look: "rest" };
  return { text: lasts ? text + lasted(idle) : text, sign: look };
}

// doing says what the robot of the episode on show does, idle seconds after its last step.
export const doing = (s, idle) => now(s.does, idle);
