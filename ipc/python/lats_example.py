"""A tree search over an environment of your own, by asking and telling.

A program that answers questions from three pages of text. navd grows the tree and
counts the budgets; this program says what could be done next, does it, and judges
how promising that was. Run it beside a daemon:

    navd client python > navd_client.py
    python3 lats_example.py

Standard library only. In your own program `propose` and `judge` would ask a model.
"""

import re
import sys

from navd_client import Navd

QUESTION = "In which room is the red mug, and what colour is the floor there?"
ANSWER = "kitchen, green"
PAGES = {
    "red mug": "The red mug stands on the counter. It was carried to the kitchen.",
    "kitchen": "The kitchen has a sink and a stove. The floor of the kitchen is green.",
    "bedroom": "The bedroom has a bed and a lamp. The floor of the bedroom is blue.",
}
ACTIONS = [
    {"name": "search", "help": "opens a page"},
    {"name": "lookup", "help": "finds a sentence of the open page"},
    {"name": "finish", "help": "answers the question", "terminal": True},
]


def propose(prompt, n):
    """What could be done next, as a model would write it: by what the prompt says."""
    seen = prompt.split("Observation", 1)[1] if "Observation" in prompt else ""
    todo = []
    if "kitchen is green" in seen:
        todo.append(("both are known", "finish[kitchen, green]"))
    if "carried to the kitchen" in seen:
        todo.append(("what of the kitchen", "search[kitchen]"))
    todo += [("where is it", "search[red mug]"), ("perhaps there", "search[bedroom]"), ("a guess", "finish[bedroom, blue]")]
    return ["Thought: %s\nAction: %s" % step for step in todo[:n]]


def act(state, action):
    """Does an action from a state; a state is any JSON, here the open page."""
    kind, param = action["type"], action["param"]
    if kind == "finish":
        right = param.strip().lower() == ANSWER
        return dict(observation="right" if right else "wrong", reward=float(right), done=True, state=state)
    page = param.lower() if kind == "search" else (state or "")
    text = PAGES.get(page)
    if text is None:
        return dict(observation="No page is called %s. There are: %s." % (param, ", ".join(sorted(PAGES))), state=state)
    if kind == "lookup":
        hits = [s for s in re.split(r"(?<=[.])\s+", text) if param.lower() in s.lower()]
        text = hits[0] if hits else "No more results."
    return dict(observation=text, state=page)


def judge(prompt):
    """How promising a node is, 0 to 1: how many of the words of an answer it has seen."""
    return sum(word in prompt for word in ("red mug", "carried", "green")) / 3.0


def main():
    with Navd() as navd:
        search = navd.lats.open(question=QUESTION, env="external", actions=ACTIONS, n=3, budgets={"calls": 100})["search"]
        while True:
            tickets = navd.lats.propose(search=search)["tickets"]
            if not tickets:
                break
            for t in tickets:
                if t["kind"] == "sample":
                    navd.lats.samples(search=search, ticket=t["ticket"], samples=propose(t["prompt"]["text"], t["n"]))
                elif t["kind"] == "observe":
                    navd.lats.observe(search=search, ticket=t["ticket"], **act(t.get("state"), t["action"]))
                else:
                    navd.lats.evaluate(search=search, ticket=t["ticket"], value=judge(t["prompt"]["text"]))
        result = navd.lats.result(search=search)
        best = result["status"]["best"]
        for node in result["path"][1:]:
            print("%s[%s]: %s" % (node["action"]["type"], node["action"]["param"], node["state"]["observation"]))
        print("%s, %s, %d calls" % (result["status"]["stop"], "verified" if best["verified"] else "not verified", result["status"]["spent"]["calls"]))
        return 0 if best["verified"] else 1


if __name__ == "__main__":
    sys.exit(main())
