// What the robot's camera showed last, and what was read in it.

import { bdi, byId, el } from "./dom.js";

// drawCamera shows the pictures of the robot on show, while it is now that is looked at;
// scenes are the lines of its log that say what was read in pictures.
export function drawCamera(s) {
  const camera = s.at === undefined ? s.robots[s.shown]?.camera : undefined;
  const figure = byId("camera");
  figure.hidden = !camera;
  if (!camera) return;
  const { seq, pictures } = camera;
  const key = `${s.shown} ${seq} ${pictures}`;
  if (figure.dataset.of !== key) {
    figure.dataset.of = key;
    byId("pictures").replaceChildren(...Array.from({ length: pictures }, (_, i) =>
      el("img", { alt: `picture ${i + 1} of step ${seq}`, src: `/picture?episode=${encodeURIComponent(s.shown)}&seq=${seq}&of=${i}` })));
  }
  const plan = s.plans.findLast((p) => p.at_step === seq);
  const scene = s.scenes.findLast((c) => c.seq === seq)?.sample;
  const read = scene ? [scene] : plan?.labels ?? [];
  const words = [...new Set(read.flatMap((l) => [l.label ?? l.scene_type, ...(l.objects ?? []), ...(l.seen ?? []).map((t) => t.label)]).filter(Boolean))].join(", ");
  if (byId("caption").dataset.of === words + key) return;
  byId("caption").dataset.of = words + key;
  byId("caption").replaceChildren(`What the camera showed at step ${seq}`, ...(words ? [": ", bdi(words)] : []));
}
