// The map: the frame of an episode, where x is ahead of the start and y to the left, as
// the sheet shows it: ahead is up.

import { sign, svg } from "./dom.js";
import { old } from "./house.js";
import { lasted, the } from "./words.js";

const margin = 0.7; // metres around what is drawn
const least = 5; // metres that are shown at least
const most = 90; // pixels of a metre, at most
const shortRay = 44; // pixels of the ray of a way that was not taken, at least
const badge = 21; // pixels that keep two ranks apart

const rad = (deg) => (deg * Math.PI) / 180;

// reach is the point so many metres from another one in an absolute direction.
export const reach = (from, metres, heading) => ({
  x: from.x + metres * Math.cos(rad(heading)),
  y: from.y + metres * Math.sin(rad(heading)),
});

// headingOf is the absolute direction of an angle of a plan, which counts from view 0.
export const headingOf = (plan, angle) => plan.discovered_context.heading - plan.decision.angle + angle;

const alike = 15; // degrees, as for navd: ways that begin no farther apart are told as one

// chosen is which of its ways a plan goes, -1 when it goes another one.
export const chosen = (plan) => (plan.ways ?? []).findIndex((way) => {
  const apart = Math.abs(way.angle - plan.decision.angle) % 360;
  return Math.min(apart, 360 - apart) <= alike;
});

// wayOf is the planned way, corner by corner.
export function wayOf(plan) {
  const from = plan.discovered_context.from;
  const points = [from];
  const hops = plan.decision.path ?? [{ angle: plan.decision.angle, range_m: plan.decision.range_m ?? 2 }];
  for (const hop of hops) points.push(reach(points.at(-1), hop.range_m, headingOf(plan, hop.angle)));
  return points;
}

// RobotMap draws into an element of SVG.
export class RobotMap {
  // pick is called with the name of a thing that is clicked.
  constructor(sheet, pick) {
    this.sheet = sheet;
    this.pick = pick;
    this.ground = svg("g");
    this.marks = svg("g");
    this.kept = svg("g");
    this.robot = svg("g", { id: "robot" }, svg("circle", { r: 14, class: "halo" }), sign("robot"));
    this.labels = svg("g", { class: "labels" });
    sheet.append(this.ground, this.marks, this.kept, this.robot, this.labels);
    this.turned = 0; // degrees, without a jump at 180
  }

  // draw draws a view: {graph, path, pose, plan, found, things, company, goal, now}.
  draw(view) {
    const { clientWidth: width, clientHeight: height } = this.sheet;
    if (!width || !height) return;
    this.sheet.setAttribute("viewBox", `0 0 ${width} ${height}`);
    this.frame(view, width, height);
    this.ground.replaceChildren(...this.floor(view.graph), ...this.trail(view));
    this.marks.replaceChildren(...this.company(view), ...this.plan(view.plan), ...this.sites(view), ...this.goal(view));
    this.things(view);
    this.place(view.pose);
    this.labels.replaceChildren(...this.names(view, width));
  }

  // frame fits what is drawn into the sheet.
  frame(view, width, height) {
    const xs = [0], ys = [0];
    const take = (p) => { xs.push(p.x); ys.push(p.y); };
    view.path.forEach(take);
    view.graph?.anchors.forEach((a) => take(a.pose));
    if (view.plan) wayOf(view.plan).forEach(take);
    [...view.things.filter((t) => t.kept), ...view.company.map((r) => r.pose)].forEach(take);
    for (const run of view.graph?.seen?.floor ?? []) {
      const c = view.graph.seen.cell_m;
      take({ x: run.x * c, y: run.y * c });
      take({ x: (run.x + run.n) * c, y: (run.y + 1) * c });
    }
    const [x0, x1, y0, y1] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)];
    this.k = Math.min(width / Math.max(y1 - y0 + 2 * margin, least), height / Math.max(x1 - x0 + 2 * margin, least), most);
    this.mid = { x: (x0 + x1) / 2, y: (y0 + y1) / 2 };
    this.centre = [width / 2, height / 2];
    const frame = [this.k, this.mid.x, this.mid.y, width, height].join(" ");
    this.robot.classList.toggle("jumps", frame !== this.framed); // the sheet moved, not the robot
    this.framed = frame;
  }

  // at is where a point lies on the sheet.
  at(p) {
    return [this.centre[0] - (p.y - this.mid.y) * this.k, this.centre[1] - (p.x - this.mid.x) * this.k];
  }

  put(points) {
    return points.map((p) => this.at(p).map((v) => v.toFixed(1)).join(" ")).join("L");
  }

  moved(p, e) {
    const [x, y] = this.at(p);
    e.setAttribute("transform", `translate(${x.toFixed(1)} ${y.toFixed(1)})`);
    return e;
  }

  floor(graph) {
    const seen = graph?.seen;
    if (!seen) return [];
    const cells = (runs) => runs.map((r) => {
      const [x, y] = this.at({ x: (r.x + r.n) * seen.cell_m, y: (r.y + 1) * seen.cell_m });
      const side = seen.cell_m * this.k;
      return `M${x.toFixed(1)} ${y.toFixed(1)}h${side.toFixed(1)}v${(r.n * side).toFixed(1)}h${(-side).toFixed(1)}z`;
    }).join("");
    const edges = seen.edges.map((e) => {
      const mark = sign("edge");
      const [x, y] = this.at(e);
      mark.setAttribute("transform", `translate(${x.toFixed(1)} ${y.toFixed(1)}) rotate(${-(e.heading_deg ?? 0)})`);
      return mark;
    });
    return [svg("path", { d: cells(seen.floor), class: "floor" }), svg("path", { d: cells(seen.walls), class: "walls" }), ...edges];
  }

  trail(view) {
    const start = this.moved({ x: 0, y: 0 }, sign("start"));
    if (view.path.length < 2) return [start];
    return [svg("path", { d: "M" + this.put(view.path), class: "trail" }), start];
  }

  // sites are where the robot looked around, with the number of the plan.
  sites(view) {
    const until = view.plan?.n ?? 0;
    return (view.graph?.sites ?? []).filter((s) => Number(s.id) <= until && !s.no_scan).map((s) =>
      this.moved(s.pose, svg("g", {}, svg("rect", { x: -8, y: -8, width: 16, height: 16, class: "site" }),
        svg("text", { y: 4, class: "number" }, s.id))));
  }

  // plan is where it goes, and the other ways with their rank.
  plan(plan) {
    if (!plan) return [];
    const from = plan.discovered_context.from;
    const drawn = [];
    const [rays, ends] = [[], []];
    const taken = chosen(plan);
    (plan.ways ?? []).forEach((way, i) => {
      if (i === taken) return;
      const end = this.clear(from, headingOf(plan, way.angle), ends);
      rays.push(svg("path", { d: "M" + this.put([from, end]), class: "way" }));
      drawn.push(this.moved(end, svg("g", {}, svg("circle", { r: 9, class: "rank" }), svg("text", { y: 4, class: "number" }, String(i + 1)))));
    });
    const way = wayOf(plan);
    const [before, end] = way.slice(-2);
    const tip = this.moved(end, svg("path", { d: "M-7 5 0-9 7 5Z", class: "tip" }));
    const heading = (Math.atan2(end.y - before.y, end.x - before.x) * 180) / Math.PI;
    tip.setAttribute("transform", tip.getAttribute("transform") + ` rotate(${-heading})`);
    return [...rays, svg("path", { d: "M" + this.put(way), class: "planned" }), tip, ...drawn];
  }

  // clear is a point in a direction, as near as leaves the points before free to be read.
  clear(from, heading, before) {
    let end;
    let far = shortRay;
    do {
      end = reach(from, far / this.k, heading);
      far += badge / 3;
    } while (before.some((p) => Math.hypot(p.x - end.x, p.y - end.y) * this.k < badge));
    before.push(end);
    return end;
  }

  // goal is where the robot found it, else in which direction a plan says that it is in sight.
  goal(view) {
    if (view.found) return [this.moved(reach(view.pose, 18 / this.k, view.pose.yaw), sign("goal"))];
    if (!view.plan?.decision.goal_flag) return [];
    return [this.moved(wayOf(view.plan).at(-1), sign("goal"))];
  }

  // things draws what was seen, now or in earlier searches of the house: old ones pale, doubtful ones hollow. It leaves
  // those that are drawn, so that one can be clicked, while nothing of them changes.
  things(view) {
    const shown = view.things.map((t) => {
      const age = (view.now - t.last) / 1000;
      const doubtful = t.chance < 0.5;
      return {
        label: t.label, sought: same(t.label, view.goal), look: `seenthing${age > old ? " old" : ""}${doubtful ? " doubtful" : ""}`, at: t,
        says: `${t.label}, seen ${lasted(age)} ago${doubtful ? ", perhaps no more" : ""}`,
      };
    });
    const key = JSON.stringify([this.framed, shown.map((t) => [t.label, t.look, t.sought, ...this.at(t.at).map(Math.round)])]);
    if (key === this.kept.dataset.of) return;
    this.kept.dataset.of = key;
    this.kept.replaceChildren(...shown.map((t) => this.moved(t.at, svg("g", {
      class: t.look, role: "button", tabindex: 0, "aria-label": t.says, onclick: () => this.pick(t.label),
      onkeydown: (e) => {
        if (e.key !== "Enter" && e.key !== " ") return;
        e.preventDefault();
        this.pick(t.label);
      },
    }, svg("title", {}, t.says), svg("circle", { r: 12, class: "reachable" }), sign(t.sought ? "goal" : "thing")))));
  }

  // company are the other robots in the house, those that are gone hollow.
  company(view) {
    return view.company.map((r) => {
      const mark = svg("g", { class: r.gone ? "gone" : "" }, svg("title", {}, `another robot, which ${r.gone ? "looked" : "looks"} for ${the(r.goal)}${r.goal}`), sign("other"));
      this.moved(r.pose, mark);
      mark.setAttribute("transform", mark.getAttribute("transform") + ` rotate(${-r.pose.yaw})`);
      return mark;
    });
  }

  // place moves the robot, by the style sheet's transition.
  place(pose) {
    const [x, y] = this.at(pose);
    const turn = (((-pose.yaw - this.turned) % 360) + 540) % 360 - 180;
    this.turned += turn;
    this.robot.style.transform = `translate(${x.toFixed(1)}px, ${y.toFixed(1)}px) rotate(${this.turned.toFixed(1)}deg)`;
  }

  // names are those of the places, the largest first, of other robots' goals and of things,
  // each where it covers no other, nor the robot.
  names(view, width) {
    const wanted = [
      ...this.places(view.graph),
      ...view.company.map((r) => ({ name: r.goal, at: r.pose, look: "thingname" })),
      ...view.things.toSorted((a, b) => same(b.label, view.goal) - same(a.label, view.goal)).map((t) => ({ name: t.label, at: t, look: "thingname" })),
    ];
    const [x, y] = this.at(view.pose);
    const taken = [{ x, y, half: 14 }]; // the robot
    const drawn = [];
    for (const { name, at, look } of wanted) {
      const label = short(name);
      const half = label.length * 4 + 6;
      let [x, y] = this.at(at);
      x = Math.min(Math.max(x, half), width - half);
      y = Math.max(y - (look === "name" ? 16 : 9), 12);
      if (taken.some((t) => Math.abs(t.x - x) < t.half + half && Math.abs(t.y - y) < 18)) continue;
      taken.push({ x, y, half });
      drawn.push(svg("text", { x: x.toFixed(1), y: y.toFixed(1), class: look }, label));
    }
    return drawn;
  }

  // places are the names of a graph's places, each in the middle of its anchors.
  places(graph) {
    const groups = new Map();
    for (const p of graph?.places ?? []) {
      const poses = p.anchors.map((id) => graph.anchors[id - 1]?.pose).filter(Boolean);
      if (poses.length) groups.set(p.key, [...(groups.get(p.key) ?? []), ...poses.map((pose) => ({ pose, name: p.label || p.type }))]);
    }
    return [...groups.values()].filter((all) => all.at(-1).name !== "unknown").sort((a, b) => b.length - a.length).map((members) => {
      const mean = (of) => members.reduce((sum, m) => sum + m.pose[of], 0) / members.length;
      return { name: members.at(-1).name, at: { x: mean("x"), y: mean("y") }, look: "name" };
    });
  }
}

// same tells whether two names of things are spelled much the same.
const same = (a, b) => a.toLowerCase().replace(/[^\p{L}\p{N}]/gu, "") === b?.toLowerCase().replace(/[^\p{L}\p{N}]/gu, "");

const short = (name) => (name.length > 24 ? name.slice(0, 23) + "…" : name);
