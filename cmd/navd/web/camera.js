// What the robot's camera showed last, and what was read in it.

import { bdi, byId, el } from "./dom.js";

// drawCamera shows the pictures of the robot on show; scenes are the lines of its log that
// say what was read in pictures.
export function drawCamera(s) {
  const seq = s.robots[s.shown]?.pictured;
  const key = seq === undefined || s.at !== undefined ? "" : `${s.shown} ${seq}`;
  const figure = byId("camera");
  figure.hidden = !key;
  if (figure.dataset.of !== key) {
    figure.dataset.of = key;
    byId("pictures").replaceChildren(...(key ? [picture(s, seq, 0)] : []));
  }
  const plan = s.plans.findLast((p) => p.at_step === seq);
  const scene = s.scenes.findLast((c) => c.seq === seq);
  const read = scene?.sample?.scene_type ? [{ scene_type: scene.sample.scene_type, objects: scene.sample.objects }] : plan?.labels ?? [];
  const words = read.flatMap((l) => [l.scene_type, ...(l.objects ?? []), ...(l.seen ?? []).map((t) => t.label)]).filter(Boolean);
  byId("caption").replaceChildren(`What the camera showed at step ${seq}`, ...(words.length ? [": ", bdi([...new Set(words)].join(", "))] : []));
}

// picture loads a picture, and the next one of the same step behind it, until there is none.
function picture(s, seq, i) {
  const img = el("img", { alt: `picture ${i + 1} of step ${seq}`, src: `/picture?episode=${encodeURIComponent(s.shown)}&seq=${seq}&of=${i}` });
  img.onload = () => { if (img.isConnected && i < 11) img.after(picture(s, seq, i + 1)); };
  img.onerror = () => img.remove();
  return img;
}
