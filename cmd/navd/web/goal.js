// The box for another goal. A thing on the map that is clicked is put into it.

import { byId } from "./dom.js";
import { post } from "./post.js";
import { the } from "./words.js";

// goalBox runs the box; shown gives the record of the episode that gets the goal.
export function goalBox(shown) {
  const thing = byId("thing");
  const answer = byId("goalanswer");
  byId("goalform").onsubmit = async (e) => {
    e.preventDefault();
    const goal = thing.value.trim();
    if (!goal || !shown()) return;
    byId("seek").disabled = true;
    try {
      await post("/goal", { episode: shown().episode, goal, key: crypto.randomUUID() });
      thing.value = "";
      answer.textContent = `It looks for ${the(goal)}${goal} with its next plan.`;
    } catch (err) {
      answer.textContent = `▲ ${err.message}`;
    }
    byId("seek").disabled = false;
  };
  return {
    show(on) { byId("goalform").hidden = !on; },
    offer(label) {
      thing.value = label;
      thing.focus();
    },
  };
}
