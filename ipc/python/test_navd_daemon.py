"""Tests of navd_client against navd itself. NAVD_TEST_BINARY names its program;
NAVD_TEST_SOCKET, where given, a daemon that runs already."""

from __future__ import annotations

import csv
import functools
import json
import math
import os
import re
import signal
import subprocess
import sys
import tempfile
import textwrap
import threading
import time
import unittest
from typing import Any, Dict, List, Optional
from unittest import mock

import navd_client
from navd_client import Navd, NavdAway, NavdError, attach, gptv_response
from standins import BINARY, Env, HabitatSimActions, RealDaemon
from test_navd_client import HERE, Case, panorama

SHARED: Dict[str, Any] = {}


def setUpModule() -> None:
    SHARED["path"] = os.environ.get("NAVD_TEST_SOCKET", "")
    if not BINARY:
        raise unittest.SkipTest("NAVD_TEST_BINARY is not set")
    if not SHARED["path"]:
        SHARED["daemon"] = RealDaemon()
        SHARED["path"] = SHARED["daemon"].path


def tearDownModule() -> None:
    if "daemon" in SHARED:
        SHARED["daemon"].close()


class Live(Case):
    """A test with a daemon, its own if it is to die, and a run of its own."""

    own = False

    def setUp(self) -> None:
        super().setUp()
        self.patch(navd_client, "CONNECT_S", 5.0)  # a busy machine is no dead daemon
        if self.own:
            self.daemon = RealDaemon()
            self.addCleanup(self.daemon.close)
        self.path = self.daemon.path if self.own else SHARED["path"]
        self.run_name = self.id().rpartition(".")[2]
        navd_client.configure(socket=self.path, run=self.run_name)
        self.navd = Navd(self.path, breaker=0)
        self.addCleanup(self.navd.close)

    def episodes(self) -> List[Any]:
        """The episodes of this test, oldest first, each with the number of its steps."""
        found = list(self.navd.episode.all(run=self.run_name))[::-1]
        for episode in found:
            episode["steps"] = len(self.steps(episode["episode"]))
        return found

    def actions(self, episode: str) -> List[str]:
        return [e["action"] for e in self.steps(episode)]

    def plans(self, episode: str) -> List[Any]:
        return [e["data"] for e in self.navd.episode.entries(episode, kinds=["plan"], limit=1000)]

    def steps(self, episode: str) -> List[Any]:
        return [e["data"]["step"] for e in self.navd.episode.entries(episode, kinds=["step"], limit=1000)]


def pixelnav(env: Env, asks: List[str], wrap: Optional[Any] = None, restore: bool = True) -> None:
    """An episode as a PixelNav benchmark runs it: it wraps env.step to measure,
    scans, asks, turns, walks, scans again, and restores env.step."""
    env.reset()
    original = env.step
    if wrap is not None:
        env.step = wrap(original)  # type: ignore[method-assign]
    goal = False
    while not env.episode_over and len(env.done) < 60:
        for _ in range(11):
            env.step(3)
        answer = json.loads(gptv_response("<Target Object>:%s\n" % env.current_episode.object_category, panorama(), "prompt"))
        asks.append(answer)
        rotate = answer["Angle"] // 30 % 12
        for _ in range(min(11 - rotate, 1 + rotate)):
            env.step(3 if rotate <= 6 else 2)
        for _ in range(6):
            env.step(1)
        goal = True
    if goal:
        env.step(0)
    if wrap is not None and restore:
        env.step = original  # type: ignore[method-assign]


def instrumented(original: Any) -> Any:
    def step(action: Any) -> Any:
        return original(action)
    return step


def decorated(original: Any) -> Any:
    @functools.wraps(original)
    def step(action: Any) -> Any:
        return original(action)
    return step


class Benchmark(Live):
    def test_pixelnav(self) -> None:
        env = Env(["sofa", "tv_monitor"], wall=4)
        attach(env, run=self.run_name, arm="with memory")
        asks: List[Any] = []
        done = []
        for _ in range(3):
            pixelnav(env, asks, instrumented)
            done.append(list(env.done))
        env.reset()
        episodes = self.episodes()
        self.assertEqual([self.actions(e["episode"]) for e in episodes], done + [[]])
        first = episodes[0]
        self.assertEqual([first["goal"], episodes[1]["goal"], first["scene_id"], first["name"], first["arm"]],
                         ["sofa", "tv", "hm3d/house-0.glb", "0", "with memory"])
        self.assertEqual([e["status"] for e in episodes], ["ended"] * 3 + ["open"])
        metrics = first["metrics"]
        self.assertEqual((metrics["success"], metrics["spl"], metrics["steps"]), (True, 0.8, len(done[0])))
        collided = [s.get("collided", False) for s in self.steps(first["episode"])]
        self.assertEqual(sum(collided), sum(1 for i in range(done[0].count("move_forward")) if i % 4 == 3))
        self.assertTrue(all(a["Angle"] % 60 == 30 for a in asks), asks)
        plans = [p for e in episodes for p in self.plans(e["episode"])]
        self.assertEqual([30 * p["decision"]["view"] for p in plans], [a["Angle"] for a in asks])
        for plan, answer in zip(plans, asks):  # no model is configured here, and the answer says so
            self.assertRegex(answer["Reason"], "^nobody looked at the picture: .*by memory alone: ")
            self.assertEqual(answer["Reason"], plan["decision"]["why"])
        self.assertEqual({(p["planner"], p["facing_view"], len(p["images"])) for p in plans}, {("local", 11, 1)})
        counts = navd_client.stats()
        self.assertEqual((counts["episodes"], counts["steps_waiting"], counts["steps_dropped"]), (4, 0, 0))
        self.assertEqual((counts["asks"], counts["asks_local"], counts["asks_over"]), (len(plans), 0, 0))

    def test_controllers_that_wrap(self) -> None:
        raw: Dict[str, Any] = {}

        def bypass(original: Any) -> Any:
            return raw["step"]

        for name, wrap, restore in (("restored", instrumented, True), ("left", instrumented, False), ("functools", decorated, True),
                                    ("functools, left", decorated, False), ("around the hook", bypass, False)):
            with self.subTest(name):
                env = Env()
                raw["step"] = env.step
                attach(env, run=self.run_name + name)
                for number in range(4):
                    pixelnav(env, [], wrap if number % 2 == 0 else None, restore)
                    if name == "around the hook" and number == 0:
                        continue  # what goes around the hook is not seen, until the next reset
                    [newest] = list(self.navd.episode.all(run=self.run_name + name))[:1]
                    if name != "around the hook" or number % 2:
                        self.assertEqual(self.actions(newest["episode"]), env.done)

    def test_hooks_do_not_pile_up(self) -> None:
        env = Env()
        attach(env)
        depth = 0

        def deep(original: Any) -> Any:
            def step(action: Any) -> Any:
                nonlocal depth
                frame, depth = sys._getframe(), 0
                while frame is not None:
                    frame, depth = frame.f_back, depth + 1  # type: ignore[assignment]
                return original(action)
            return step

        env.reset()
        env.step = deep(env.step)  # type: ignore[method-assign]
        env.step(1)
        before = depth
        for _ in range(30):
            env.reset()
            env.step(1)
        self.assertEqual(depth, before)
        self.assertEqual([e["steps"] for e in self.episodes()], [1] * 31)

    def test_wrapped_between_episodes(self) -> None:
        env = Env()
        attach(env)
        env.step = wrapped = instrumented(env.step)  # type: ignore[method-assign]
        for _ in range(3):
            env.reset()
            for _ in range(4):
                env.step(1)
            self.assertIs(env.step, wrapped)  # the second hook went when the first was found inside
        self.assertEqual([e["steps"] for e in self.episodes()], [4] * 3)

    def test_environment_that_calls_itself(self) -> None:
        class Twice(Env):
            """Steps for itself within a step and within a reset, and begins anew when it is over."""

            def reset(self) -> Any:
                first = super().reset()
                self.step(4)
                self.done.clear()
                return first

            def step(self, action: Any, inner: bool = False) -> Any:
                if inner:
                    return super().step(action)
                seen = self.step(action, inner=True)
                if self._episode_over:
                    self.reset()
                return seen

        env = Twice()
        attach(env)
        env.reset()
        for action in (1, 2, 1, 0, 1, 1):
            env.step(action)
        ended, now = self.episodes()
        self.assertEqual(self.actions(ended["episode"]), ["move_forward", "turn_left", "move_forward", "stop"])
        self.assertEqual(self.actions(now["episode"]), ["move_forward"] * 2)

    def test_gym(self) -> None:
        class Gym:
            """Gives done, and begins anew by itself before it gives it."""

            def __init__(self) -> None:
                self.steps = 0

            def reset(self) -> Any:
                self.steps = 0
                return "first"

            def step(self, action: Any) -> Any:
                self.steps += 1
                done = self.steps == 3
                return self.reset() if done else "next", 0.0, done, {}

        env = Gym()
        attach(env)
        env.reset()
        for _ in range(7):
            env.step(1)
        self.assertEqual([(e["steps"], e["status"]) for e in self.episodes()], [(3, "ended"), (3, "ended"), (1, "open")])

    def test_closed(self) -> None:
        env = Env()
        attach(env)
        env.reset()
        env.step(1)
        env.close()
        self.assertEqual([e["end"]["reason"] for e in self.episodes()], ["exit"])
        self.assertEqual((navd_client._session().attached, env.closed), ([], 1))
        env.reset()  # nobody listens any more
        self.assertEqual(len(self.episodes()), 1)

    def test_every_action(self) -> None:
        env = Env()
        attached = attach(env)
        env.reset()
        for action in (1, "2", "TURN_RIGHT", {"action": 4}, {"action": "look_down"}, HabitatSimActions.MOVE_FORWARD, "velocity", 0):
            env.step(action)
        self.assertEqual(self.actions(self.episodes()[0]["episode"]), [
            "move_forward", "turn_left", "turn_right", "look_up", "look_down", "move_forward", "stop"])
        self.assertEqual((navd_client.stats()["actions_unknown"], attached.episode), (1, ""))

    def test_named_by_the_task(self) -> None:
        env = Env()
        names = ["stop", "turn_left", "move_forward"]
        env.task = type("Task", (), {"get_action_name": staticmethod(lambda i: names[i])})()  # type: ignore[attr-defined]
        attach(env)
        env.reset()
        env.step(1)
        env.step({"action": 2})
        self.assertEqual(self.actions(self.episodes()[0]["episode"]), ["turn_left", "move_forward"])

    def test_how_it_ends(self) -> None:
        env = Env(limit=5)
        attach(env)
        for actions in ([1, 0], [1] * 5, [1]):
            env.reset()
            for action in actions:
                env.step(action)
        env.reset()
        program = textwrap.dedent("""
            import sys, navd_client
            from standins import Env
            navd_client.configure(socket=sys.argv[1], run=sys.argv[2])
            env = Env()
            navd_client.attach(env)
            env.reset()
            env.step(1)
        """)
        subprocess.run([sys.executable, "-c", program, self.path, self.run_name], cwd=HERE, check=True)
        self.assertEqual([e.get("end", {}).get("reason") for e in self.episodes()], ["stop", "limit", "reset", None, "exit"])

    def test_motion(self) -> None:
        for motion, pose, arm in (("actions", (0.75, 0.0), None), ("collisions", (0.5, 0.0), None), ("true", (0.5, 0.0), "motion=true")):
            with self.subTest(motion):
                env = Env(wall=3)
                attached = attach(env, motion=motion, run=self.run_name + motion)
                env.reset()
                for _ in range(3):
                    env.step(1)
                at = attached.last["pose"]
                self.assertEqual((round(at["x"], 6), round(at["y"], 6)), pose)
                [episode] = self.navd.episode.all(run=self.run_name + motion)
                self.assertEqual(episode.get("arm") or None, arm)
                moved = ["moved_m" in s for s in self.steps(episode["episode"])]
                self.assertEqual(moved, [motion == "true"] * 3)
        with self.assertRaises(TypeError):
            attach(Env(), motion="odometry")
        with self.assertRaises(TypeError):
            attach(object())

    def test_arms(self) -> None:
        for number, (use, want) in enumerate((
                ("all", {"context": True, "grounding": True, "episodic": True, "knowledge": True, "search": True}), ("none", {"context": False, "grounding": False, "episodic": False, "knowledge": False, "search": False}),
                ("recent5", {"context": False, "grounding": False, "episodic": False, "knowledge": False, "search": False, "recent": True}),
                ({"without": navd_client.PARTS}, {"context": True, "grounding": True, "episodic": True, "knowledge": True, "search": True, "without": sorted(navd_client.PARTS)}))):
            with self.subTest(use):
                env = Env()
                attached = attach(env, run=self.run_name, use=use)
                env.reset()
                kept = self.navd.episode.get(attached.episode)
                got = kept["use"]
                self.assertEqual(dict(got, **({"without": sorted(got["without"])} if got.get("without") else {})), want)
                self.assertEqual(kept.get("arm") or "", ["", "use=none", "use=recent5", navd_client._arm(use)][number])

    def test_house(self) -> None:
        """What one episode saw is there in the next, which says where it begins."""
        env = Env(goals=("sofa",))
        attached = attach(env, house=lambda of: {
            "id": self.run_name, "start": {"pose": {"x": -of.sim.z, "y": -of.sim.x, "yaw": of.sim.yaw}}})
        for found in (0, 1):
            env.reset()
            self.assertEqual([attached.last["house"][name] for name in ("house", "aligned")], [self.run_name, True])
            self.navd.nav.plan(attached.episode, [{"view": v, "scene_type": "bedroom", "see_m": 3.0} for v in range(12)])
            for _ in range(4):
                env.step(1)
            env.step(0)
            self.assertEqual([house["episodes"] for house in self.navd.house.list()["houses"] if house["house"] == self.run_name], [found + 1])

    def test_ranges(self) -> None:
        """A depth picture a view: a room with a door to the left, and the way through it."""
        episode = self.navd.episode.begin(goal="sofa", run=self.run_name)["episode"]
        self.navd.nav.observe(episode, scene_type="kitchen")
        ranges = []
        for view in (0, 3, 6, 9):
            wall = [[9.0 if view == 9 and 40 <= x < 80 else 2.0 for x in range(120)] for _ in range(20)]
            ranges.append(navd_client.depth_ranges(wall, 90.0, 8.0, low_m=0.5, view=view))
        plan = self.navd.nav.plan(episode, [{"view": 9, "scene_type": "corridor", "free_m": 5.0, "see_m": 8.0}], ranges=ranges)
        self.assertIn(plan["view"], (8, 9, 10), "the door, or one side of what lies behind it")
        self.assertEqual(plan["path"][0]["range_m"], plan["range_m"])
        before = self.navd.nav.graph(episode, seen=True)["seen"]
        self.navd.nav.steps(episode, [{"seq": i + 1, "action": 1} for i in range(4)])
        ahead = navd_client.depth_ranges([[5.0] * 120 for _ in range(20)], 90.0, 8.0, low_m=0.5)
        self.assertTrue(self.navd.nav.observe(episode, ranges=[ahead])["ranges_kept"])
        self.assertFalse(self.navd.nav.observe(episode, "kitchen", ranges=[ahead])["ranges_kept"], "it has looked there")
        after = self.navd.nav.graph(episode, seen=True)["seen"]
        self.assertGreater(sum(r["n"] for r in after["floor"]), sum(r["n"] for r in before["floor"]))
        with self.assertRaises(NavdError) as caught:
            self.navd.nav.observe(episode, ranges=[dict(ahead, view=0)])
        self.assertEqual(caught.exception.field, "ranges[0].view")

    def test_laser(self) -> None:
        """inf is open floor, NaN is none, and what is measured is as far as it says."""
        floors = []
        for given in (math.inf, 2.0, math.nan):
            episode = self.navd.episode.begin(goal="sofa", run=self.run_name)["episode"]
            laser = {"start_deg": 180, "step_deg": -3, "max_m": 4, "values": [given] * 120}
            self.navd.nav.plan(episode, [{"view": 0, "free_m": 2.0}], ranges=[laser])
            floors.append(sum(row["n"] for row in self.navd.nav.graph(episode, seen=True)["seen"]["floor"]))
        self.assertGreater(floors[0], floors[1])
        self.assertGreater(floors[1], 10 * floors[2], "where the robot stands, and no more")

    def test_refused_by_the_client(self) -> None:
        """What would have counted as something else says so, and what was recorded stays as it was."""
        episode = self.navd.episode.begin("sofa", run=self.run_name)["episode"]
        for error, do in ((ValueError, lambda: self.navd.episode.list(timeout=-5)), (TypeError, lambda: self.navd.episode.list(timeout="5")),
                          (TypeError, lambda: self.navd.nav.step(episode, 1, False)), (TypeError, lambda: self.navd.nav.observe(episode, "bedroom", "sofa")),
                          (ValueError, lambda: self.navd.nav.plan(episode, [{"view": 0, "see_m": math.inf}])), (ValueError, lambda: self.navd.episode.end(episode, distance_to_goal=math.nan))):
            with self.assertRaises(error):
                do()
        self.assertEqual(list(self.navd.episode.entries(episode, kinds=["step", "scene", "plan"])), [])
        self.assertEqual(self.navd.episode.get(episode)["status"], "open")

    def test_place_manager(self) -> None:
        env = Env()
        attached = attach(env)
        manager = navd_client.PlaceManager()
        env.reset()
        manager.update((9, 9, 9), {"scene_type": "Kitchen", "description": "A small kitchen."}, [{"label": "sink", "conf": 0.9}], "forward")
        manager.update((9, 9, 9), None, ["door"])
        for action in (2, 1, 1, 1):
            env.step(action)
        place = manager.current_place
        assert place is not None and manager.current_anchor is not None
        self.assertEqual((place.place_type, sorted(place.object_set), place.caption), ("kitchen", ["door", "sink"], "A small kitchen."))
        self.assertEqual(manager.get_current_pose()[:2], (attached.last["pose"]["x"], attached.last["pose"]["y"]))
        self.assertEqual(len(manager.edges), len(manager.anchors) - 1)
        self.assertIn("leads to kitchen", manager.get_neighbor_directions(0.0))
        self.assertRegex(manager.get_nav_context(), r"You are at anchor \d+, in place 1: Kitchen[^\0]*\nAngle 270: ")
        navd_client.configure(printed="none")
        self.assertRegex(manager.get_nav_context(), r"yaw=-?\d+, anchor \d+, in place 1: Kitchen[^\0]*\nAngle 90 \(view 9\): ")
        navd_client.configure(printed="clockwise")
        self.assertEqual(manager.compute_avoid_hint(), "")
        with tempfile.TemporaryDirectory() as where:
            manager.save_to_json(os.path.join(where, "graph.json"))
            with open(os.path.join(where, "graph.json"), encoding="utf-8") as file:
                self.assertEqual(set(json.load(file)), {"places", "anchors", "edges"})

    def test_feedback(self) -> None:
        self.assertEqual(set(navd_client.feedback("hello")), {"error"})
        env = Env()
        attached = attach(env)
        self.assertEqual(navd_client.feedback("hello"), {"error": "no episode has begun"})
        env.reset()
        env.step(1)
        said = navd_client.feedback("공간: 침실에는 소파가 없어", author="Mina")
        first = attached.episode
        self.assertEqual([(e["category"], e["text"], e["claims"][0]["relation"]) for e in said["entries"]],
                         [("spatial", "침실에는 소파가 없어", "not_in")])
        self.assertIn("procedural", navd_client.feedback("s:(z: no such category)")["error"])
        env.step(0)
        self.assertEqual(attached.episode, "")
        self.assertEqual(navd_client.feedback(verdict="failure")["verdict"], "Failure")
        env.reset()
        navd_client.feedback("general: hurry")
        kept = [[(f["step_id"], f.get("verdict", ""), f.get("author", "")) for f in self.navd.grounding.get(episode=e)["feedback"]]
                for e in (first, attached.episode)]
        self.assertEqual(kept, [[(1, "", "Mina"), (2, "Failure", "")], [(0, "", "")]])
        again = dict(episode=first, text="procedural: look behind doors", key="once-" + first)
        self.assertEqual(self.navd.feedback.add(**again), self.navd.feedback.add(**again))
        self.assertEqual(self.navd.feedback.parse(text="u: be quiet")["items"], [{"category": "user_preference", "text": "be quiet"}])

    def test_feedback_away(self) -> None:
        env = Env()
        attach(env)
        env.reset()
        navd_client.configure(socket=self.path + "-nowhere")
        self.assertIn("not running", navd_client.feedback("spatial: the hall is narrow")["error"])

    def test_threads(self) -> None:
        def drive(number: int) -> None:
            env = Env()
            attach(env, run="%s-%d" % (self.run_name, number))
            pixelnav(env, asks[number])
            done[number] = list(env.done)

        asks: List[List[Any]] = [[] for _ in range(4)]
        done: Dict[int, List[str]] = {}
        threads = [threading.Thread(target=drive, args=(n,)) for n in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        for number in range(4):
            [episode] = self.navd.episode.all(run="%s-%d" % (self.run_name, number))
            self.assertEqual(self.actions(episode["episode"]), done[number])
            self.assertEqual([30 * p["decision"]["view"] for p in self.plans(episode["episode"])], [a["Angle"] for a in asks[number]])

    def test_fork(self) -> None:
        env = Env()
        attached = attach(env)
        env.reset()
        env.step(1)
        mine = attached.episode
        pid = self.navd.info()["pid"]
        [parents] = self.navd._idle
        child = os.fork()
        if child == 0:
            code = 1
            try:
                assert self.navd.info()["pid"] == pid and parents not in self.navd._idle  # over a socket of its own
                env.step(2)  # in the parent's episode: not recorded
                gptv_response("?", panorama())
                env.reset()
                env.step(3)
                code = 0 if attached.episode not in ("", mine) else 2
                navd_client._at_exit()
            finally:
                os._exit(code)
        env.step(1)
        self.assertEqual(self.navd.info()["pid"], pid)
        self.assertEqual(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]), 0)
        env.step(1)
        self.assertEqual(attached.episode, mine)
        self.assertEqual([self.plans(e["episode"]) for e in self.episodes()], [[], []])  # a question of one who had none
        got = {e["episode"]: (self.actions(e["episode"]), e["status"]) for e in self.episodes()}
        self.assertEqual(got.pop(mine), (["move_forward"] * 3, "open"))
        self.assertEqual(list(got.values()), [(["turn_right"], "ended")])

    def test_overhead(self) -> None:
        env = Env(limit=1000, wall=5)
        took = []
        for attached in (False, True):
            if attached:
                attach(env)
            env.reset()
            began = time.perf_counter()
            while not env.episode_over:
                env.step(1)
            took.append(time.perf_counter() - began)
        sys.__stdout__.write("attach: %.3f ms a step over 1,000 steps\n" % (took[1] - took[0]))
        self.assertEqual(self.episodes()[0]["steps"], 1000)


class Dying(Live):
    own = True

    def test_killed_and_back(self) -> None:
        env = Env(wall=4)
        attached = attach(env)
        env.reset()
        for _ in range(10):
            env.step(1)
        episode = attached.episode
        self.daemon.stop(signal.SIGKILL)
        for _ in range(30):
            env.step(2)
        away = json.loads(gptv_response("?", panorama()))
        self.assertIn("navd is away", away["Reason"])
        self.assertEqual(attached.waiting, 30)
        with self.strict(), self.assertRaises(NavdAway):
            env.step(2)
        self.daemon.start()
        env.step(1)
        self.assertEqual((attached.episode, attached.waiting), (episode, 0))
        self.assertEqual(self.actions(episode), env.done)
        back = json.loads(gptv_response("?", panorama()))
        self.assertEqual([(p["at_step"], 30 * p["decision"]["view"]) for p in self.plans(episode)], [(42, back["Angle"])])
        env.step(0)
        [only] = self.episodes()
        self.assertEqual((only["episode"], only["status"], only["steps"]), (episode, "ended", 43))

    def test_short_outage(self) -> None:
        """A loop at full speed, a daemon that is killed and started again at once:
        what was asked meanwhile is local, and nothing after it."""
        env = Env(wall=4)
        attached = attach(env)
        env.reset()
        for round in range(3):
            for _ in range(12):
                env.step(3)
            self.assertNotIn("navd is away", gptv_response("?", panorama()))
            self.daemon.stop(signal.SIGKILL)
            for _ in range(5):
                for _ in range(8):
                    env.step(1)
                self.assertIn("navd is away", gptv_response("?", panorama()))
            self.daemon.start()
            self.assertNotIn("navd is away", gptv_response("?", panorama()))
            self.assertEqual((attached.waiting, navd_client.stats()["asks_local"]), (0, 5 * round + 5))
            self.assertEqual(self.actions(attached.episode), env.done)
        [only] = self.episodes()
        self.assertEqual(only["steps"], 3 * (12 + 40))

    def test_outage_of_a_run(self) -> None:
        """The same with questions that are asked while the daemon comes up."""
        env = Env(limit=100_000)
        attached = attach(env)
        env.reset()
        env.step(1)
        self.daemon.stop(signal.SIGKILL)
        starting = threading.Thread(target=self.daemon.start)
        starting.start()
        answers: List[str] = []
        while starting.is_alive():
            env.step(1)
            answers.append(json.loads(gptv_response("?", panorama()))["Reason"])
        starting.join()
        answers.append(json.loads(gptv_response("?", panorama()))["Reason"])
        away = ["navd is away" in answer for answer in answers]
        self.assertEqual(away, sorted(away, reverse=True))  # none is local after the first that is not
        self.assertEqual((away[-1], attached.waiting), (False, 0))
        self.assertEqual(self.actions(attached.episode), env.done)

    def test_overhead_without(self) -> None:
        self.daemon.stop(signal.SIGKILL)
        env = Env(limit=1000, wall=5)
        attached = attach(env)
        env.reset()
        began = time.perf_counter()
        while not env.episode_over:
            env.step(1)
        sys.__stdout__.write("attach, no navd: %.3f ms a step over 1,000 steps\n" % (time.perf_counter() - began))
        self.assertEqual(attached.waiting, 1000)

    def test_stopped_in_its_tracks(self) -> None:
        env = Env()
        attached = attach(env)
        env.reset()
        env.step(1)
        self.patch(navd_client, "CONNECT_S", 0.3)
        navd = navd_client._session().navd
        navd.timeout = 0.3
        self.daemon.send(signal.SIGSTOP)
        for _ in range(20):
            env.step(1)
        self.assertEqual((navd_client.stats()["failures"], attached.waiting), (20, 20))
        self.assertGreater(navd._closed_until, 0)
        self.daemon.send(signal.SIGCONT)
        self.patch(navd_client, "CONNECT_S", 5.0)
        navd.timeout = 5.0
        navd.heal()
        env.step(2)
        self.assertEqual(self.actions(attached.episode), env.done)

    def test_restarted_between_steps(self) -> None:
        env = Env()
        attach(env)
        env.reset()
        env.step(1)
        self.navd.info()
        self.daemon.stop()
        self.daemon.start()
        self.navd.episode.begin("bed", run="other")  # cannot be sent twice: the old connection must not be tried
        env.step(1)
        self.assertEqual(navd_client.stats()["failures"], 0)
        self.assertEqual(len(self.episodes()), 1)

    def test_missing_at_first(self) -> None:
        self.daemon.stop()
        env = Env(limit=6)
        attach(env)
        for _ in range(3):
            env.reset()
            while not env.episode_over:
                env.step(1)
        self.daemon.start()
        env.reset()
        self.assertEqual([(e["steps"], e["status"]) for e in self.episodes()], [(6, "ended")] * 3 + [(0, "open")])

    def test_lost(self) -> None:
        env = Env()
        attach(env)
        env.reset()
        for _ in range(10):
            env.step(1)
        self.navd.episode.delete(episode=self.episodes()[0]["episode"])
        env.step(2)
        [again] = self.episodes()
        self.assertEqual(self.actions(again["episode"]), env.done)
        self.navd.episode.end(again["episode"], reason="exit")  # somebody else ends it
        env.step(2)
        self.assertEqual(self.actions(self.episodes()[1]["episode"]), env.done)


class Socket(Live):
    def test_every_method(self) -> None:
        episode = self.navd.episode.begin("sofa", run=self.run_name, shortest_path_m=4)["episode"]
        step = self.navd.nav.step(episode, 1, HabitatSimActions.MOVE_FORWARD, collided=False)
        self.assertEqual(step["pose"]["x"], 0.25)
        self.assertEqual(len(self.navd.nav.steps(episode, [{"seq": 2, "action": "turn_left"}, {"seq": 3, "action": 1}])), 2)
        self.assertEqual(self.navd.nav.observe(episode, "bedroom", ["bed"])["transition"], "named")
        plan = self.navd.nav.plan(episode, labels=[{"view": 3, "objects": ["sofa"], "free_m": None}])
        self.assertEqual((plan["view"], plan["goal_flag"]), (3, True))
        self.assertEqual(self.navd.nav.plan_result(plan["plan"], goal_flag_verified=False)["plan"], plan["plan"])
        self.assertIn("anchors", self.navd.nav.path(episode=episode, from_="1", to="2"))
        self.assertEqual(self.navd.nav.context(episode)["context"]["goal"], "sofa")
        self.assertEqual(len(self.navd.nav.graph(episode)["places"]), 1)
        room = {"start_deg": 0, "step_deg": 10, "max_m": 5, "values": [2.0] * 8 + [None] * 3 + [2.0] * 25}
        self.navd.nav.plan(episode, labels=[{"view": 0, "free_m": 1.5}], ranges=[room])
        self.assertNotIn("seen", self.navd.nav.graph(episode))
        self.assertEqual(self.navd.nav.graph(episode, seen=True)["seen"]["cell_m"], 0.25)
        self.assertEqual(len(list(self.navd.episode.entries(episode, limit=2))), len(list(self.navd.episode.entries(episode))))
        self.assertEqual(self.navd.episode.end(episode, success=True, path_m=5)["metrics"]["spl"], 0.8)
        self.assertEqual(self.navd.episode.get(episode)["status"], "ended")
        self.assertEqual(self.navd.call("navd.info")["protocol"], "1")
        self.assertLessEqual({d["what"] for d in self.navd.navd.health()["degraded"]}, {"pictures"})  # other tests send some

    def test_errors(self) -> None:
        episode = self.navd.episode.begin("sofa", run=self.run_name)["episode"]
        for name, do, want in (
                ("parameters", lambda: self.navd.nav.step(episode, 0, 1), (-32602, "invalid", "seq", 0)),
                ("gap", lambda: self.navd.nav.step(episode, 5, 1), (-32003, "conflict", "seq", 1)),
                ("no episode", lambda: self.navd.nav.graph("none"), (-32002, "not_found", "episode", 0)),
                ("no method", lambda: self.navd.nav.jump(), (-32601, "not_found", "", 0))):
            with self.subTest(name), self.assertRaises(NavdError) as caught:
                do()
            e = caught.exception
            self.assertEqual((e.code, e.kind, e.field, e.expected_seq), want)
        with self.assertRaises(NavdError) as caught:
            self.navd.nav.step(episode, 1, "jump")
        self.assertIn("turn_left", caught.exception.allowed)

    def test_events(self) -> None:
        episode = self.navd.episode.begin("sofa", run=self.run_name)["episode"]
        events = self.navd.watch(types=["anchor_created", "episode_end"], episode=episode, since="0", timeout=5)
        self.navd.nav.steps(episode, [{"seq": i, "action": 1} for i in (1, 2)])
        self.navd.episode.end(episode)
        seen = []
        for event in events:
            seen.append(event["type"])
            if event["type"] == "episode_end":
                break
        self.assertEqual(seen[-1], "episode_end")

    def program(self, about: str) -> str:
        """The guide's program that names this."""
        with open(os.path.join(HERE, "GUIDE.md"), encoding="utf-8") as file:
            [block] = [block.partition("```")[0] for block in file.read().split("```python\n")[1:] if about in block.partition("```")[0]]
        return block.replace("from llm_utils.", "from ").replace('"tour"', repr(self.run_name))

    def test_several_goals(self) -> None:
        """The guide's program makes two searches of the report, each with its own figures."""
        with mock.patch.dict(os.environ, {"NAVD_SOCKET": self.path}):
            exec(self.program("episode.goal("), {})
        report = subprocess.run([BINARY, "report", "--run", self.run_name, "--write", "-", "--socket", self.path], check=True, capture_output=True, text=True)
        rows = list(csv.DictReader(report.stdout.splitlines()))
        [episode] = self.episodes()
        names = ("episode", "object_goal", "success", "shortest_path_m", "final_distance_to_goal", "total_distance_m")
        self.assertEqual([[row[name] for name in names] for row in rows], [
            [episode["episode"] + "/1", "sofa", "1", "5", "0.3", "6.5"], [episode["episode"], "bed", "0", "6.1", "2.4", "9"]])

    def test_rules_that_forbid_every_view(self) -> None:
        """What the guide leaves to the controller: a plan into the only room that is shown."""
        daemon = RealDaemon()
        self.addCleanup(daemon.close)
        with Navd(daemon.path) as navd:
            said = navd.knowledge.submit(text="never enter the bathroom when looking for a television")
            navd.knowledge.process(feedback=said["feedback"])
            navd.knowledge.approve(proposal="p1")
            for other, conflict in (("bedroom", False), ("bathroom", True)):
                episode = navd.episode.begin(goal="television")["episode"]
                plan = navd.nav.plan(episode, [{"view": v, "scene_type": other if v == 3 else "bathroom", "free_m": 3.0} for v in range(12)])
                with self.subTest(other):
                    self.assertEqual((plan["rules"]["conflict"], plan["rules"]["verdict"].get("overruled"), plan["stop"]), (conflict, ["k1@1"] if conflict else None, False))
                    self.assertEqual(plan["view"] == 3 or conflict, True)
        with open(os.path.join(HERE, "GUIDE.md"), encoding="utf-8") as file:
            rules = file.read().partition("### With rules\n")[2].partition("\n### ")[0]
        self.assertRegex(rules, "`conflict` true.*`rules.verdict.overruled`")

    def test_too_many_connections(self) -> None:
        daemon = RealDaemon("socket.max_connections = 1\n")
        self.addCleanup(daemon.close)
        with Navd(daemon.path) as first:
            first.wait_ready()  # those of the start may not be gone yet
            for _ in range(20):
                with Navd(daemon.path) as second, self.assertRaisesRegex(NavdAway, "all 1 connections are in use .*max_connections"):
                    second.episode.list()
            first.info()

    def test_a_program(self) -> None:
        program = textwrap.dedent("""
            import sys
            from navd_client import Navd
            with Navd(sys.argv[1]) as memory:
                episode = memory.episode.begin(goal="sofa", shortest_path_m=4.0, run=sys.argv[2])["episode"]
                memory.nav.observe(episode, scene_type="bedroom", objects=["bed", "lamp"])
                for seq in range(1, 12):
                    memory.nav.step(episode, seq, "turn_right", phase="scan")
                plan = memory.nav.plan(episode, labels=[{"view": 3, "scene_type": "hallway", "free_m": 4.0, "see_m": 7.5}])
                for seq, action in enumerate(plan["turns"] + ["move_forward", "stop"], 12):
                    memory.nav.step(episode, seq, action)
                print(plan["view"], memory.episode.end(episode, success=True, path_m=5.0)["metrics"]["spl"])
        """)
        out = subprocess.run([sys.executable, "-c", program, self.path, self.run_name], cwd=HERE, check=True, capture_output=True, text=True)
        self.assertEqual(out.stdout, "3 0.8\n")


if __name__ == "__main__":
    unittest.main()
