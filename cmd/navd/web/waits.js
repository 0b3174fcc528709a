// What waits: proposals for a decision, background work for its turn, and what does not
// work as it should.

import { bdi, byId, el } from "./dom.js";
import { post } from "./post.js";
import { lasted } from "./words.js";

const kinds = { final: "to sum up what users said", knowledge: "to make rules and notes of what users said" };

// drawWaits lists them, with buttons where the page may write.
export function drawWaits(s, now) {
  const { proposals = [], jobs = [], reads = {} } = s.waits ?? {};
  const ill = s.daemon?.degraded ?? [];
  byId("waits").hidden = !proposals.length && !jobs.length && !ill.length;
  const write = s.hello?.write;
  const key = JSON.stringify([proposals, jobs, ill, write, Math.floor(now / 60000)]);
  const list = byId("waiting");
  if (list.dataset.of === key) return;
  list.dataset.of = key;
  const since = (t) => lasted((now - Date.parse(t)) / 1000);
  list.replaceChildren(
    ...ill.map((d) => el("li", { class: "alarm" }, `▲ `, bdi(d.what), ": ", bdi(d.reason), `, for ${since(d.since)}`)),
    ...proposals.map((p) => proposal(p, reads[p.proposal], since(p.created), write)),
    ...jobs.map((j) => job(j, since(j.created), write)));
}

function proposal(p, reads, age, write) {
  const item = el("li", { class: "proposal" }, el("strong", {}, `A ${p.kind} to decide on`), el("span", { class: "soft" }, ` · for ${age}, made by `, p.by === "local" ? "navd itself" : bdi(p.by)),
    p.case?.because ? el("p", {}, bdi(p.case.because)) : "",
    ...(p.entries ?? []).map((e) => el("p", { class: "alarm" }, `▲ against ${e.id}: `, bdi(e.title))),
    p.kind === "memory" && p.operation !== "DELETE" ? el("p", { class: "soft" }, reads?.length ? "the robot would " : "navd itself understands nothing in it; models get the text", bdi((reads ?? []).join("; "))) : "",
    el("pre", {}, (p.diff ?? []).map((l) => el(l.startsWith("-") ? "del" : "ins", {}, bdi(l)))));
  if (write) item.append(buttons([["Take it into use", "/knowledge/approve", { proposal: p.proposal, author: "page" }], ["No", "/knowledge/reject", { proposal: p.proposal, author: "page" }]]));
  return item;
}

function job(j, age, write) {
  const item = el("li", {}, el("strong", {}, j.state === "running" ? "At work " : "Waits ", bdi(kinds[j.kind] ?? j.kind)),
    el("span", { class: "soft" }, ` · for ${age}${j.tries ? `, tried ${j.tries} times` : ""}`), j.error ? el("p", { class: "alarm" }, bdi(j.error)) : "");
  if (write && j.state === "waiting" && j.tries) item.append(buttons([["Try again now", "/jobs/retry", { job: j.job }]]));
  return item;
}

// buttons each post something once, and say what came of it.
function buttons(all) {
  const row = el("p", {});
  const answer = el("span", { class: "alarm", role: "status" });
  row.append(...all.flatMap(([name, path, params]) => {
    const key = crypto.randomUUID();
    return [el("button", {
      type: "button",
      onclick: async () => {
        for (const b of row.querySelectorAll("button")) b.disabled = true;
        try {
          await post(path, { ...params, key });
          row.replaceChildren("Done.");
        } catch (err) {
          answer.textContent = ` ▲ ${err.message}`;
          for (const b of row.querySelectorAll("button")) b.disabled = false;
        }
      },
    }, name), " "];
  }), answer);
  return row;
}
