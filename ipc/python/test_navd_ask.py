"""Tests of questions against navd itself, with a model of ours behind it: what
the controller reads is what the daemon recorded."""

from __future__ import annotations

import ast
import json
import os
import signal
import subprocess
import sys
import textwrap
import threading
import time
from typing import Any, Dict, List

import navd_client
from navd_client import VertexAIClient, attach, gpt_response, gptv_response
from standins import Env, FakeVertex, RealDaemon
from test_navd_client import HERE, panorama
from test_navd_daemon import Live, setUpModule, tearDownModule  # noqa: F401  both are for unittest


def decision(angle: float, flag: bool = False, why: str = "It leads on.") -> str:
    context = {"goal_scene_type": "living room", "why": why}
    return json.dumps({"goal_flag": flag, "angle": angle, "discovered_context": context}, ensure_ascii=False)


def ask(env: Env, image: Any = None) -> Dict[str, Any]:
    """A question in PixelNav's form, read in its way."""
    goal = env.current_episode.object_category
    text = gptv_response("<Target Object>:%s\n" % goal, panorama() if image is None else image, "Answer={'Reason':<Reason>}")
    read: Dict[str, Any] = ast.literal_eval(text[text.index("{"):text.index("}") + 1])
    return read


def scan(env: Env) -> None:
    for _ in range(11):
        env.step(3)


def follow(env: Env, answer: Dict[str, Any]) -> List[str]:
    """Turns by PixelNav's rule, which begins at the last view of its scan."""
    view = answer["Angle"] // 30 % 12
    turn = 3 if view <= 6 else 2
    count = min(11 - view, 1 + view)
    for _ in range(count):
        env.step(turn)
    return ["turn_right" if turn == 3 else "turn_left"] * count


class Asking(Live):
    """Questions to a daemon that plans by a model of ours, and without it locally."""

    def setUp(self) -> None:
        super().setUp()
        self.vertex = FakeVertex()
        self.addCleanup(self.vertex.close)
        self.daemon = RealDaemon(self.vertex.config)
        self.addCleanup(self.daemon.close)
        self.path = self.daemon.path
        navd_client.configure(socket=self.path, run=self.run_name)
        self.navd = navd_client.Navd(self.path, breaker=0)
        self.addCleanup(self.navd.close)

    def told(self) -> List[Any]:
        """The plans of the only episode of this test."""
        [episode] = self.episodes()
        return self.plans(episode["episode"])

    def begin(self, *goals: str) -> Env:
        env = Env(list(goals) or ["sofa"])
        self.attached = attach(env)
        env.reset()
        return env

    def test_plan_is_recorded_and_faced(self) -> None:
        angles = [15, 105, 150, 195, 285, 330]  # as they are printed; others lie half way between two views
        self.vertex.answer = lambda role, prompt: decision(angles[len(self.vertex.asked) - 1])
        env = self.begin()
        want = []
        for _ in angles:
            before = env.sim.yaw
            scan(env)
            at = len(env.done)
            answer = ask(env)
            turns = follow(env, answer)
            self.assertEqual(round(before - answer["Angle"] - env.sim.yaw) % 360, 0, answer)  # it faces the view it chose
            yaw = self.attached.last["pose"]["yaw"]
            self.assertEqual(round(env.sim.yaw - yaw) % 360, 0, "dead reckoning turns as the robot does")
            want.append((at, answer["Angle"] // 30, answer["angle_slot"], turns))
        plans = self.told()
        shown = [1, 3, 5, 7, 9, 11]
        self.assertEqual([(p["at_step"], p["decision"]["view"], shown.index(p["decision"]["view"]), p["turns"]) for p in plans], want)
        self.assertEqual({(p["planner"], p["facing_view"], p["goal"], str(p["shown_views"])) for p in plans}, {("vertex", 11, "sofa", str(shown))})
        self.assertEqual([p["decision"]["said"] for p in plans], angles)
        self.assertEqual([p["decision"]["angle"] for p in plans], [-a if a < 180 else 360 - a for a in angles])
        self.assertEqual({json.dumps(p["printed"]) for p in plans}, {json.dumps({"angles": "clockwise", "tiles": [[1, 3, 5], [7, 9, 11]]})})
        self.assertTrue(all(len(self.vertex.asked[i]) == 3 and self.vertex.asked[i][2] == 1 for i in range(len(angles))))
        self.assertEqual(self.actions(self.attached.episode), env.done)

    def test_any_words_read_the_same(self) -> None:
        whys = ['say "no" {now}', "it's a 'door' \\ and \\u0041 \\n", "{'Angle': 999, 'Flag': 1}", "line\nline\r\n\ttab\u2028", "}{][",
                "주방은 초록색이다 \"문\" {왼쪽}", "\U0001f6cb\ufe0f sofa \U0001f469\u200d\U0001f680", "\x00\x1f\x7f\ufeff\ufffd", "None true false null"]
        self.vertex.answer = lambda role, prompt: decision(90, why=whys[(len(self.vertex.asked) - 1) % len(whys)])
        env = self.begin()
        for number, why in enumerate(whys):
            env.step(3)
            with self.subTest(why):
                text = gptv_response("<Target Object>:sofa\n", panorama())
                self.assertTrue(text.isascii() and navd_client.reads(text), text)
                cut = ast.literal_eval(text[text.index("{"):text.index("}") + 1])
                self.assertTrue(cut == json.loads(text) == ast.literal_eval(text))
                self.assertEqual((cut["Angle"], cut["Flag"], self.told()[number]["planner"]), (90, 0, "vertex"))
                self.assertNotRegex(text[1:-1], r'[{}\[\]]|true,|false,|null,')
                self.assertEqual("주방은" in cut["Reason"], "주방은" in why)
        self.assertEqual(len(self.vertex.asked), len(whys))  # none was asked again because it could not be read

    def test_same_question_is_one_plan(self) -> None:
        self.vertex.answer = lambda role, prompt: decision(60 * len(self.vertex.asked) - 30)
        env = self.begin()
        scan(env)
        first = ask(env)
        self.assertEqual([ask(env), ask(env)], [first, first])
        self.assertEqual((len(self.told()), len(self.vertex.asked)), (1, 1))
        ask(env, panorama(6, 6))
        self.assertEqual(len(self.told()), 2)
        env.step(1)
        ask(env, panorama(6, 6))
        self.assertEqual([p["at_step"] for p in self.told()], [11, 11, 12])

    def test_veto_is_recorded_and_told(self) -> None:
        flags = [True, False, False]
        self.vertex.answer = lambda role, prompt: decision(90, flags[len(self.vertex.asked) - 1])
        env = self.begin("tv_monitor")
        scan(env)
        answer = ask(env)
        self.assertEqual((answer["Flag"], answer["goal_flag"], answer["WaypointObject"]), (1, 1, "tv"))
        follow(env, answer)
        env.step(1)
        self.assertNotIn("goal_flag_verified", self.told()[0])
        scan(env)
        ask(env)
        first, second = self.told()
        self.assertEqual((first["decision"]["goal_flag"], first["goal_flag_verified"]), (True, False))
        self.assertNotIn("goal_flag_verified", second)
        before, after = self.vertex.prompts("planner")
        self.assertNotIn("the detector found no goal there", before)
        self.assertIn("the detector found no goal there", after)
        self.assertIn('The controller says: "<Target Object>:tv_monitor"', after)

    def test_turned_right_before_the_scan(self) -> None:
        self.vertex.answer = lambda role, prompt: decision(150)
        env = self.begin()
        for turns in (0, 1, 6, 11, 13):
            before = env.sim.yaw - 30 * turns
            for _ in range(turns):
                env.step(3)
            scan(env)
            turned = follow(env, ask(env))
            plan = self.told()[-1]
            self.assertEqual((plan["facing_view"], plan["turns"]), (11, turned), turns)
            heading = plan["discovered_context"]["heading"]  # counter-clockwise, from the first heading
            self.assertEqual(round(before - 150 - heading) % 360, 0, turns)

    def test_stop_after_a_flag_is_no_veto(self) -> None:
        self.vertex.answer = lambda role, prompt: decision(90, True)
        env = self.begin()
        scan(env)
        follow(env, ask(env))
        env.step(0)
        self.assertNotEqual(self.told()[0].get("goal_flag_verified"), False)
        [episode] = self.episodes()
        self.assertEqual((episode["end"]["reason"], episode["metrics"]["success"], episode["metrics"]["spl"]), ("stop", True, 0.8))

    def test_model_fails(self) -> None:
        env = self.begin()  # the model refuses
        scan(env)
        answer = ask(env)
        [plan] = self.told()
        self.assertEqual((plan["planner"], 30 * plan["decision"]["view"]), ("local", answer["Angle"]))
        self.assertEqual([a["model"] for a in plan["attempts"]], ["vertex"])
        self.assertIn("nobody looked at the picture: no model answered", answer["Reason"])
        self.assertEqual(navd_client.stats()["asks_blind"], 1)
        self.assertIn("navd: nobody looks at the pictures: no model answered: vertex: ", self.said.getvalue())
        self.assertEqual(navd_client.stats()["asks_local"], 0)  # navd's local planner is no local answer

    def test_killed_while_a_model_thinks(self) -> None:
        thinks, go_on = threading.Event(), threading.Event()

        def slow(role: str, prompt: str) -> str:
            thinks.set()
            go_on.wait(30)
            return decision(90)

        self.vertex.answer = slow
        env = self.begin()
        scan(env)
        answers: List[Any] = []
        asking = threading.Thread(target=lambda: answers.append(ask(env)))
        asking.start()
        self.assertTrue(thinks.wait(30))
        self.daemon.stop(signal.SIGKILL)
        asking.join()
        go_on.set()
        self.assertIn("navd is away", answers[0]["Reason"])
        self.daemon.start()
        self.assertEqual(ask(env)["Angle"], 90)
        self.assertEqual([p["planner"] for p in self.told()], ["vertex"])
        env.step(1)
        self.assertEqual(self.actions(self.attached.episode), env.done)

    def test_words(self) -> None:
        words = 'Most "sofas" stand in {living rooms}, 거실.\n'
        self.vertex.answer = lambda role, prompt: words
        env = self.begin()
        self.assertEqual(gpt_response("Where do sofas stand?", "Be brief."), words)
        self.assertEqual(self.vertex.asked, [("words", "Where do sofas stand?", 0)])
        self.vertex.answer = lambda role, prompt: ""
        self.assertEqual(json.loads(gpt_response("Where do sofas stand?"))["Angle"], 30)
        self.assertEqual((self.told(), env.done), ([], []))

    def test_scene(self) -> None:
        seen = {"scene_type": "Kitchen", "description": "A \"small\" kitchen, 주방.", "objects": ["sink", "oven"]}
        self.vertex.answer = lambda role, prompt: json.dumps(seen)
        env = self.begin()
        client, manager = VertexAIClient("project", location="l"), navd_client.PlaceManager()
        picture = navd_client.encode_image(panorama())
        got = client.analyze_scene(picture)
        self.assertEqual({k: got[k] for k in seen}, seen)
        self.assertEqual((got["objects_to_look_for"], got["transition"]), (["sink", "oven"], "named"))
        place = manager.current_place
        assert place is not None
        self.assertEqual((place.place_id, place.place_type, place.caption, sorted(place.object_set)),
                         (got["place_id"], "kitchen", seen["description"], ["oven", "sink"]))
        [sample] = [e["data"]["sample"] for e in self.navd.episode.entries(self.attached.episode, kinds=["scene"])]
        self.assertEqual((sample["label"], sample["description"], sample["objects"]), tuple(seen.values()))
        env.step(1)
        for text in ("", "no kitchen at all", json.dumps({"scene_type": ""})):
            with self.subTest(text):
                self.vertex.answer = lambda role, prompt: text
                env.step(1)
                got = client.analyze_scene(picture)
                self.assertEqual((got["scene_type"], got["objects"]), ("unknown", []))
        place = manager.current_place
        assert place is not None
        self.assertEqual((place.place_type, len(manager.places)), ("kitchen", 1))

    def test_scenes_by_themselves(self) -> None:
        """The frames of a loop that has nothing but attach, read in the background."""
        seen = {"scene_type": "Kitchen", "description": "A small kitchen.", "objects": ["sink"]}
        self.vertex.answer = lambda role, prompt: json.dumps(seen)
        env = Env()
        env.rgb = panorama(48, 64)
        attached = attach(env)
        env.reset()
        for _ in range(30):
            env.step(3)
            if navd_client.stats()["scenes_sent"]:
                break
        until = time.monotonic() + 30
        while not self.vertex.prompts("scene") and time.monotonic() < until:
            time.sleep(0.01)
        self.assertEqual(self.vertex.asked[0][0::2], ("scene", 1))
        self.assertEqual(navd_client.stats()["scenes_sent"], 1)
        until = time.monotonic() + 30
        while not list(self.navd.episode.entries(attached.episode, kinds=["scene"])) and time.monotonic() < until:
            time.sleep(0.01)
        env.step(3)
        self.assertEqual(attached.last["place"]["type"], "kitchen")
        [sample] = [e["data"]["sample"] for e in self.navd.episode.entries(attached.episode, kinds=["scene"]) if "sample" in e["data"]]
        self.assertEqual((sample["label"], sample["objects"]), ("Kitchen", ["sink"]))

    def test_scenes_that_are_waited_for(self) -> None:
        kinds = ["kitchen", "bedroom"]
        self.vertex.answer = lambda role, prompt: json.dumps({"scene_type": kinds[(len(self.vertex.asked) - 1) // 2], "objects": []})
        runs = []
        for _ in range(2):
            del self.vertex.asked[:]
            env = Env(wall=5)
            env.rgb = panorama(48, 64)
            attached = attach(env, scenes="wait")
            env.reset()
            for _ in range(45):
                env.step(1)
            runs.append([(e["seq"], e["data"].get("sample")) for e in self.navd.episode.entries(attached.episode, kinds=["scene"])])
            self.assertEqual({p["type"] for p in self.navd.nav.graph(attached.episode)["places"]}, set(kinds))
        self.assertEqual(runs[0], runs[1])
        self.assertEqual(navd_client.stats()["scenes_sent"], 2 * len(self.vertex.prompts("scene")))

    def test_context_stands_once(self) -> None:
        self.vertex.answer = lambda role, prompt: decision(90)
        env, manager = self.begin(), navd_client.PlaceManager()
        manager.update(None, {"scene_type": "kitchen", "description": "A very green kitchen."})
        scan(env)
        context = manager.get_nav_context()
        self.assertIn("very green kitchen", context)
        gptv_response("<Target Object>:sofa\n<Memory Context>:\n%s\n" % context, panorama())
        [prompt] = self.vertex.prompts("planner")
        self.assertEqual(prompt.count("very green kitchen"), 1)
        self.assertIn("(the Navigation Context follows)", prompt)

    def test_words_about_a_picture(self) -> None:
        self.vertex.answer = lambda role, prompt: '{"tokens": ["chair"]}'
        self.begin()
        model, part = navd_client.GenerativeModel("gemini"), navd_client.Part.from_data(navd_client.encode_image(panorama()), "image/jpeg")
        self.assertEqual(model.generate_content(["List objects.", "What is there?", part]).text, '{"tokens": ["chair"]}')
        self.assertEqual(self.vertex.asked, [("words", "List objects.\nWhat is there?", 1)])
        self.assertEqual(self.told(), [])
        self.vertex.answer = lambda role, prompt: ""
        with self.assertRaisesRegex(navd_client.NavdError, "no model answered"):
            model.generate_content(["What is there?", part])

    def test_pictures(self) -> None:
        self.vertex.answer = lambda role, prompt: decision(90)
        env = self.begin()
        png = navd_client.encode_image(panorama(90, 60))
        path = os.path.join(self.daemon.dir, "monitor-panoramic.png")
        with open(path, "wb") as file:
            file.write(png)
        noise = memoryview(os.urandom(1200 * 2300 * 3)).cast("B", (1200, 2300, 3))  # 8 MB, and no smaller as PNG
        grey, four = memoryview(bytes(8 * 9)).cast("B", (8, 9)), memoryview(bytes(8 * 9 * 4)).cast("B", (8, 9, 4))
        for number, image in enumerate((panorama(), png, bytearray(png), path, grey, four, noise)):
            env.step(3)
            self.assertEqual((ask(env, image)["Angle"], len(self.told())), (90, number + 1))
        for name, image in (("file of 8 MB", png + bytes(8 << 20)), ("missing file", path + "x"), ("empty", b""), ("text", b"no picture")):
            with self.subTest(name):
                self.assertIn("the question cannot be sent", ask(env, image)["Reason"])
        text = gptv_response("?", None)  # a model's words would be no object
        self.assertIn("the question cannot be sent", json.loads(text)["Reason"])
        self.assertEqual((len(self.told()), len(self.vertex.asked)), (7, 7))

    def test_one_line_alone(self) -> None:
        program = textwrap.dedent("""
            import sys
            from navd_client import gptv_response
            from test_navd_client import panorama
            for goal in ("tv_monitor", "dining table", "소파"):
                print(gptv_response("<Target Object>:%s\\n" % goal, panorama(), "prompt"))
            print(gptv_response("Where now?", panorama()))
        """)
        self.vertex.answer = lambda role, prompt: decision(150, True)
        environment = dict(os.environ, NAVD_SOCKET=self.path)
        out = subprocess.run([sys.executable, "-c", program], cwd=HERE, check=True, capture_output=True, text=True, env=environment)
        answers = [ast.literal_eval(line) for line in out.stdout.splitlines()]
        self.assertEqual([(a["Angle"], a["Flag"]) for a in answers], [(150, 1)] * 4)
        self.assertEqual([a["WaypointObject"] for a in answers][:3], ["tv", "dining table", "소파"])
        goals = [p.partition("Goal object: ")[2].partition("\n")[0] for p in self.vertex.prompts("planner")]
        self.assertEqual(goals, ["tv", "dining table", "소파", "object that the controller asks for"])
        self.assertEqual((out.stderr, self.navd.info()["counts"]["plans"], self.episodes()), ("", 0, []))
