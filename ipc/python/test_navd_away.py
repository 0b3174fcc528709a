"""Tests of a client whose daemon is missing, silent, forgetful, or refuses."""

from __future__ import annotations

import functools
import json
import os
import subprocess
import sys
import textwrap
import threading
import unittest
from typing import Any, Dict, Iterator, List, Optional
from unittest import mock

import navd_client
from navd_client import Navd, NavdAway, NavdError, attach, gpt_response, gptv_response
from standins import Env, Memory
from test_navd_client import AWAY, FLAT, HERE, Case, panorama


class Away(Case):
    """A daemon that is missing, hangs, or breaks off in the middle of a line."""

    def daemons(self) -> Iterator[Any]:
        for mode in ("missing", "hang", "midline"):
            self.forget()
            daemon = None if mode == "missing" else self.fake(mode)
            if daemon is None:
                navd_client.configure(socket="/nowhere/navd.sock")
            with self.subTest(mode):
                yield daemon

    def test_same_answer(self) -> None:
        for daemon in self.daemons():
            self.said.truncate(0)
            dials = self.dials()
            answers = {gptv_response("<Target Object>:bed", panorama()) for _ in range(12)}
            self.assertEqual(answers, {AWAY})
            self.assertEqual(gpt_response("?"), AWAY)
            if daemon is not None:
                self.assertEqual(daemon.accepted, 13)  # a question tries each time
                hangs = daemon.mode == "hang"
                self.assertEqual(dials, [0.3] * 3 + [navd_client.KNOCK_S] * 10 if hangs else [0.3] * 13)
            self.assertEqual(self.said.getvalue().count("\n"), 1)
            counts = navd_client.stats()
            self.assertEqual((counts["asks"], counts["asks_local"]), (13, 13))

    def dials(self) -> List[float]:
        """The time that each connection from now on is given to say who it is."""
        times: List[float] = []
        dial = Navd._dial

        def timed(navd: Navd, seconds: Optional[float] = None) -> Any:
            times.append(navd_client.CONNECT_S if seconds is None else seconds)
            return dial(navd, seconds)

        self.patch(Navd, "_dial", timed)
        return times

    def test_silent_daemon_is_left_alone(self) -> None:
        daemon = self.fake("hang")
        dials = self.dials()
        env = Env()
        attach(env)
        env.reset()
        for _ in range(40):
            env.step(1)
        self.assertEqual(dials, [0.3] * navd_client.BREAK_AFTER)
        for _ in range(3):
            self.assertEqual(gptv_response("?", panorama()), AWAY)
            for _ in range(10):
                env.step(1)
        self.assertEqual(dials[3:], [navd_client.KNOCK_S] * 3)  # the questions alone
        self.assertEqual(navd_client.stats()["steps_waiting"], 70)
        self.patch(navd_client, "KNOCK_S", 5.0)
        memory = Memory()
        daemon.methods.update({k.replace("__", "."): v for k, v in memory.methods().items()})
        daemon.methods["nav.ask"] = lambda p: {"text": FLAT}
        daemon.mode = "serve"
        self.assertEqual(gptv_response("?", panorama()), FLAT)  # the pause is not waited for
        self.assertEqual((len(memory.taken["e1"]), navd_client.stats()["steps_waiting"]), (70, 0))
        env.step(1)
        self.assertEqual(len(memory.taken["e1"]), 71)

    def test_daemon_that_greets_and_is_silent(self) -> None:
        wait = threading.Event()
        daemon = self.fake(nav__ask=lambda p: wait.wait(60) and {})
        self.addCleanup(wait.set)
        navd_client.configure(deadline_ms=100)
        self.assertEqual({gptv_response("?", panorama()) for _ in range(8)}, {AWAY})
        self.assertEqual(len(daemon.named("nav.ask")), navd_client.BREAK_AFTER)

    def test_one_probe(self) -> None:
        daemon = self.fake("hang")
        navd = navd_client._session().navd
        for _ in range(5):
            with self.assertRaises(NavdAway):
                navd.nav.graph("e")
        self.assertEqual(daemon.accepted, navd_client.BREAK_AFTER)
        navd._closed_until = 0.0  # the pause is over
        navd._admit()
        with self.assertRaises(NavdAway):
            navd._admit()  # while another one tries
        navd._closed_until = 0.0
        for _ in range(5):
            with self.assertRaises(NavdAway):
                navd.nav.graph("e")
        self.assertEqual(daemon.accepted, navd_client.BREAK_AFTER + 1)
        self.assertGreater(navd._closed_until, 0)

    def test_nobody_there_is_never_left_alone(self) -> None:
        """A socket that nobody listens on costs nothing to try."""
        navd = Navd("/nowhere/navd.sock")
        dials = self.dials()
        for _ in range(20):
            with self.assertRaises(NavdAway):
                navd.nav.graph("e")
        self.assertEqual((len(dials), navd._failures), (20, 0))

    def test_loop_goes_on(self) -> None:
        for _ in self.daemons():
            env = Env(limit=40)
            attach(env)
            for _ in range(2):
                env.reset()
                while not env.episode_over:
                    env.step(1)
            counts = navd_client.stats()
            self.assertEqual((counts["steps"], counts["steps_sent"], counts["steps_waiting"]), (80, 0, 80))
            self.assertEqual(navd_client.VertexAIClient().analyze_scene(b"\xff\xd8\xff")["scene_type"], "unknown")
            manager = navd_client.PlaceManager()
            manager.update((0, 0, 0), {"scene_type": "kitchen"}, ["sink"])
            self.assertEqual((manager.get_nav_context(), manager.places, manager.current_place, manager.compute_avoid_hint()),
                             ("You are in an unknown area.", {}, None, ""))

    def test_refused_connection(self) -> None:
        """What the daemon says of too many connections is told, whether the first call
        comes before it has closed the connection or after."""
        send = navd_client._Line.send
        for late in (False, True):
            daemon = self.fake("full")

            def sent(line: Any, data: bytes, timeout: float) -> None:
                if late:
                    self.assertTrue(daemon.refused.acquire(timeout=5))
                send(line, data, timeout)

            with self.subTest(late=late), mock.patch.object(navd_client._Line, "send", sent):
                for ask in (lambda: Navd(daemon.path).episode.list(), lambda: next(Navd(daemon.path).watch())):
                    with self.assertRaises(navd_client.NavdAway) as caught:
                        ask()
                    self.assertEqual(str(caught.exception), "all 2 connections are in use (close one, or raise socket.max_connections)")
                    self.assertEqual((caught.exception.code, caught.exception.kind), (-32006, "unavailable"))

    def test_exit(self) -> None:
        program = "import sys, navd_client; from standins import Env; navd_client.configure(socket=sys.argv[1]); env = Env()\n" \
                  "navd_client.attach(env); env.reset(); env.step(1)"
        for daemon in self.daemons():
            path = daemon.path if daemon is not None else "/nowhere/navd.sock"
            done = subprocess.run([sys.executable, "-c", program, path], cwd=HERE, capture_output=True, text=True, timeout=60)
            self.assertEqual((done.returncode, done.stderr.count("\n")), (0, 1), done.stderr)

    def test_strict(self) -> None:
        for _ in self.daemons():
            env = Env()
            attach(env)
            with self.strict():
                for do in (env.reset, lambda: env.step(1), lambda: navd_client.PlaceManager().update(None, {"scene_type": "kitchen"}),
                           lambda: gptv_response("?", panorama())):
                    with self.assertRaises(NavdAway):
                        do()
                for do in (lambda: gpt_response("?"), lambda: navd_client.VertexAIClient().analyze_scene(b"\xff\xd8\xff")):
                    with self.assertRaises(SystemExit):  # nobody else stops it
                        do()
            self.assertEqual(env.done, ["move_forward"])

    def test_strict_after_an_answer(self) -> None:
        daemon = self.fake(nav__ask=lambda p: {"text": FLAT})
        with self.strict():
            for _ in range(3):
                del daemon.methods["nav.ask"]
                with self.assertRaises(NavdError):
                    gptv_response("?", panorama())
                daemon.methods["nav.ask"] = lambda p: {"text": FLAT}
                gptv_response("?", panorama())

    def test_strict_is_told(self) -> None:
        with self.strict():
            for _ in range(10):
                try:
                    gptv_response("?", panorama())
                except BaseException:  # as PixelNav's planner does
                    continue
        self.assertEqual(self.said.getvalue(), "navd: navd is not running at /nowhere/navd.sock (start it with `navd run`)\n")

    def test_last_line(self) -> None:
        program = ("import navd_client\nnavd_client.configure(socket='/nowhere/navd.sock')\n"
                   "for _ in range(3): navd_client.gptv_response('<Target Object>:bed', b'')")
        done = subprocess.run([sys.executable, "-c", program], cwd=HERE, capture_output=True, text=True, timeout=60)
        self.assertEqual((done.returncode, done.stderr.splitlines()[-1]), (
            0, "navd: of 3 questions 3 were answered without navd, and 0 by navd without a look at the picture"))
        done = subprocess.run([sys.executable, "-c", "import navd_client; navd_client.stats()"], cwd=HERE, capture_output=True, text=True)
        self.assertEqual((done.returncode, done.stderr), (0, ""))

    def test_strict_ends_a_program(self) -> None:
        """Loops in the style of controllers that catch what their model's client
        raises: none of them ends well without a daemon."""
        begin = "from navd_client import gptv_response\nfrom test_navd_client import panorama\n"
        for name, loop in (
                ("catches exceptions and goes on with a view of its own", """
                    for step in range(20):
                        answer = None
                        for attempt in range(10):
                            try:
                                answer = gptv_response("?", panorama())
                            except Exception:
                                answer = None
                            if answer:
                                break
                        view = 3 if answer is None else 1
                    print("went on")
                    """),
                ("catches everything and reads what it did not get", """
                    def plan():
                        for attempt in range(10):
                            try:
                                answer = gptv_response("?", panorama())
                                break
                            except:
                                continue
                        return answer
                    plan()
                    print("went on")
                    """)):
            with self.subTest(name):
                environment = dict(os.environ, NAVD_STRICT="1", NAVD_SOCKET="/nowhere/navd.sock")
                done = subprocess.run([sys.executable, "-c", begin + textwrap.dedent(loop)], cwd=HERE, capture_output=True, text=True, env=environment)
                self.assertEqual((done.returncode, done.stdout), (1, ""), done.stderr)
                self.assertIn("navd: navd is not running", done.stderr)
                self.assertEqual("NAVD_STRICT is set" in done.stderr and "Traceback" not in done.stderr, "exceptions" in name, done.stderr)

    def test_back(self) -> None:
        memory = Memory()
        daemon = self.fake("midline", nav__ask=lambda p: {"text": FLAT}, **memory.methods())
        env = Env(wall=3)
        attach(env)
        env.reset()
        for _ in range(1200):
            env.step(1) if not env.episode_over else env.reset()
        self.assertEqual(memory.ended, {})
        daemon.mode = "serve"
        navd_client._session().navd.heal()
        while env.episode_over:
            env.reset()
        self.assertEqual(gptv_response("?", panorama()), FLAT)
        self.assertEqual(navd_client.stats()["steps_waiting"], 0)
        self.assertEqual({e["reason"] for e in memory.ended.values()}, {"limit"})
        self.assertEqual([len(steps) for steps in memory.taken.values()][:2], [500, 500])
        self.assertLessEqual(max(len(p["steps"]) for p in daemon.named("nav.steps")), 500)


class Mending(Case):
    """What the daemon has lost begins again; what it refuses does not stop anybody."""

    def walk(self, env: Env, steps: int) -> None:
        for _ in range(steps):
            env.step(1)

    def test_lost_episode(self) -> None:
        memory = Memory()
        self.fake(**memory.methods())
        env = Env()
        attach(env)
        env.reset()
        self.walk(env, 5)
        memory.taken = {"x": [], "y": []}  # another data directory
        self.walk(env, 1)
        self.assertEqual(len(memory.taken["e3"]), 6)
        self.assertEqual(navd_client.stats()["episodes_again"], 1)
        self.assertEqual(self.said.getvalue(), "")

    def test_lost_steps(self) -> None:
        memory = Memory()
        self.fake(**memory.methods())
        env = Env()
        attach(env)
        env.reset()
        self.walk(env, 8)
        del memory.taken["e1"][3:]  # a crash with relaxed durability
        self.walk(env, 1)
        self.assertEqual([s["seq"] for s in memory.taken["e1"]], list(range(1, 10)))
        self.assertEqual((list(memory.taken), navd_client.stats()["episodes_again"]), (["e1"], 0))

    def test_overflow(self) -> None:
        self.patch(navd_client, "KEPT_STEPS", 20)
        memory = Memory()
        daemon = self.fake(**memory.methods())
        env = Env()
        attach(env)
        env.reset()
        self.walk(env, 30)
        self.assertEqual(len(memory.taken["e1"]), 30)  # there is no loss while it listens
        daemon.mode = "midline"
        self.walk(env, 25)
        daemon.mode = "serve"
        navd_client._session().navd.heal()
        self.walk(env, 1)
        self.assertEqual((len(memory.taken["e2"]), memory.ended["e1"]["reason"]), (20, "exit"))
        counts = navd_client.stats()
        self.assertEqual((counts["steps_dropped"], counts["episodes_again"], counts["steps_waiting"]), (6, 1, 0))

    def test_refusals(self) -> None:
        memory = Memory()

        def picky(allowed: Any, then: Any) -> Any:
            def answer(params: Dict[str, Any]) -> Any:
                if set(params) - set(allowed):
                    raise NavdError("not allowed", -32602, "invalid", field="x")
                return then(params)
            return answer

        methods = memory.methods()
        methods["episode__begin"] = picky(("goal", "key"), memory.begin)
        methods["nav__step"] = picky(("episode", "seq", "action"), memory.step)
        methods["episode__end"] = picky(("episode", "reason"), memory.end)
        self.fake(**methods)
        env = Env(wall=1)
        attach(env)
        env.reset()
        self.walk(env, 2)
        env.step(0)
        self.assertEqual([s["action"] for s in memory.taken["e1"]], ["move_forward", "move_forward", "stop"])
        self.assertEqual(memory.ended["e1"], {"episode": "e1", "reason": "stop"})
        for line in ("an episode begins without ", "steps are sent by their actions alone: navd refuses what else they tell: not allowed",
                     "an episode ends without distance_to_goal, steps, success, which navd refuses: not allowed"):
            self.assertIn("navd: " + line, self.said.getvalue())

    def test_one_refused_figure(self) -> None:
        """The others of the end are kept."""
        memory = Memory()

        def end(params: Dict[str, Any]) -> Any:
            if "steps" in params:
                raise NavdError("not allowed", -32602, "invalid", field="steps")
            return memory.end(params)

        self.fake(**dict(memory.methods(), episode__end=end))
        env = Env()
        attach(env)
        figures = env.get_metrics
        env.get_metrics = lambda: dict(figures(), success="0")  # type: ignore[method-assign]
        env.reset()
        env.step(0)
        self.assertEqual(memory.ended["e1"], {"episode": "e1", "reason": "stop", "distance_to_goal": 0.5, "success": False})
        self.assertIn("an episode ends without steps, which navd refuses: not allowed", self.said.getvalue())

    def test_sent_again(self) -> None:
        """Only what has a key is safe to send twice."""
        for params, want in (({}, False), ({"key": None}, False), ({"key": "k"}, True)):
            self.assertEqual(navd_client._repeatable("feedback.add", params), want)

    def test_arm_is_never_dropped(self) -> None:
        memory = Memory()

        def plain(refused: str, params: Dict[str, Any]) -> Any:
            if "name" in params or refused in params:
                raise NavdError("not allowed", -32602, "invalid", field=refused)
            return memory.begin(params)

        methods = dict(memory.methods(), episode__begin=functools.partial(plain, "name"))
        daemon = self.fake(nav__ask=lambda p: {"text": FLAT}, **methods)
        env = Env()
        attach(env, run="r", arm="a", condition="C2", frame="dock", use="none", seed=7, house={"mode": "read"})
        env.reset()
        first, again = daemon.named("episode.begin")
        self.assertIn("scene_id", first)
        self.assertEqual(first["seed"], 7)
        del first["key"], first["name"], again["key"]  # the rest stays: with another step length poses would be wrong
        self.assertEqual(again, first)
        self.assertIn("an episode begins without name, which navd refuses: not allowed", self.said.getvalue())
        memory.taken.clear()  # the daemon has lost it
        self.walk(env, 1)
        self.assertEqual((daemon.named("episode.begin")[-1]["use"], len(memory.taken)), (again["use"], 1))
        for refused in ("run", "arm", "condition", "house", "use"):
            daemon.methods["episode.begin"] = functools.partial(plain, refused)
            begun = len(memory.taken)
            env.reset()
            self.walk(env, 2)
            self.assertEqual(len(memory.taken), begun, refused)
            self.assertIn("navd is away", json.loads(gptv_response("?", panorama()))["Reason"])
        self.assertEqual(navd_client.stats()["episodes_dropped"], 5)
        self.assertRegex(self.said.getvalue(), "navd: an episode is given up: .*run, arm, condition, house and use are not left out: not allowed\n")
        with self.strict(), self.assertRaisesRegex(NavdError, "given up"):
            env.reset()

    def test_arms(self) -> None:
        memory = Memory()
        daemon = self.fake(**memory.methods())
        none = {"context": False, "grounding": False, "episodic": False, "knowledge": False, "search": False}
        for use, arm, motion, want in (
                ("all", None, "collisions", (None, None)), ("none", None, "collisions", (none, "use=none")),
                ("recent5", None, "collisions", (dict(none, recent=True), "use=recent5")),
                ("none", "without memory", "true", (none, "without memory motion=true")),
                ({}, None, "true", (None, "motion=true")),
                ({"without": ("sites", "recall"), "context": True}, None, "collisions", (
                    {"context": True, "without": ["recall", "sites"]}, 'use={"context":true,"without":["recall","sites"]}'))):
            with self.subTest(use):
                env = Env()
                attach(env, use=use, arm=arm, motion=motion)
                env.reset()
                begun = daemon.named("episode.begin")[-1]
                self.assertEqual((begun.get("use"), begun.get("arm")), want)
        for seed in ("7", 1.5, True, 1 << 63):
            with self.subTest(seed), self.assertRaisesRegex(TypeError, "seed is a whole number"):
                attach(Env(), seed=seed)
        for use in ("nothing", None, 5, ["none"], {"context": "no"}, {"memory": False}, {"without": "sites"}, {"without": ["doors"]}):
            with self.subTest(use), self.assertRaisesRegex(TypeError, '"all", "none", "recent5".*frontiers'):
                attach(Env(), use=use)

    def test_house(self) -> None:
        memory = Memory()
        daemon = self.fake(**memory.methods())
        env = Env()
        poses = iter([{"id": "mill", "start": {"pose": {"x": 1.0, "y": 2.0, "yaw": 90.0}}}, None, {}])
        for house, want in (
                (None, None), ({}, {}), ({"id": "mill", "mode": "read", "start": "unknown"},) * 2,
                (lambda of: next(poses) if of is env else {"id": "other"}, {"id": "mill", "start": {"pose": {"x": 1.0, "y": 2.0, "yaw": 90.0}}})):
            with self.subTest(want):
                attach(env, house=house)
                env.reset()
                self.assertEqual(daemon.named("episode.begin")[-1].get("house"), want)
        for want in (None, {}):  # the function is asked anew for each episode
            env.reset()
            self.assertEqual(daemon.named("episode.begin")[-1].get("house"), want)
        for use, want in (("none", False), ("recent5", False), ({"context": False}, None), ({"house": False}, False)):
            with self.subTest(use):
                attach(env, house={}, use=use)
                env.reset()
                self.assertEqual(daemon.named("episode.begin")[-1]["use"].get("house"), want)
        for house in ("mill", 5, ["mill"], {"name": "mill"}, {"mode": "keep"}):
            with self.subTest(house), self.assertRaisesRegex(TypeError, "house is a mapping with id, mode .* given "):
                attach(Env(), house=house)

    def test_house_that_cannot_be_told(self) -> None:
        memory = Memory()
        self.fake(**memory.methods())
        env = Env()
        for house in (lambda _: {}["pose"], lambda _: "mill"):
            attach(env, house=house)
            env.reset()
            self.walk(env, 2)
            self.assertEqual(memory.taken, {}, "an episode without its house is one of another arm")
        self.assertIn("navd: an episode is not recorded: its house cannot be told: KeyError: 'pose'\n", self.said.getvalue())
        with self.strict(), self.assertRaisesRegex(NavdError, "house is a mapping .* given 'mill'"):
            env.reset()
        attach(env, house={})
        env.reset()
        self.walk(env, 2)
        self.assertEqual([len(steps) for steps in memory.taken.values()], [2])

    def test_episode_without_its_first_steps(self) -> None:
        self.patch(navd_client, "KEPT_STEPS", 4)
        memory = Memory()
        daemon = self.fake(**memory.methods())
        env = Env()
        attach(env, frame="dock", house={"id": "mill", "start": {"at": "dock"}})
        env.reset()
        self.walk(env, 3)
        memory.taken.clear()  # the daemon has lost it, and the client has all of it
        self.walk(env, 3)
        memory.taken.clear()  # the client has no longer the first steps
        self.walk(env, 1)
        begun = daemon.named("episode.begin")
        self.assertEqual([one["house"]["start"] for one in begun], [{"at": "dock"}, {"at": "dock"}, "unknown"])
        self.assertEqual([one.get("frame") for one in begun], ["dock", "dock", None], "what it records from there on lies elsewhere")
        env.reset()
        self.walk(env, 1)
        self.assertEqual(daemon.named("episode.begin")[-1]["frame"], "dock", "the next one begins there again")

    def test_path_walked(self) -> None:
        class Near(Env):
            def get_metrics(self) -> Any:
                return dict(super().get_metrics(), distance_to_goal=0.5 if self.done[-1:] == ["stop"] else 1.0, spl=1.0)

        memory = Memory()
        self.fake(**memory.methods())
        env = Near(wall=3)
        attach(env)
        for _ in range(2):
            env.reset()
            self.walk(env, 3)
            env.step(0)
        self.assertEqual([memory.ended[e]["path_m"] for e in ("e1", "e2")], [0.5, 0.5])

    def test_long_steps(self) -> None:
        memory = Memory()
        daemon = self.fake("midline", **memory.methods())
        env = Env()
        attached = attach(env)
        env.reset()
        for number in range(60):
            attached.observe("", ["object %d of this step, %d" % (i, number) for i in range(50)])
            env.step(1)
        daemon.mode, daemon.max_line = "serve", 20_000
        navd_client._session().navd.heal()
        env.step(1)
        self.assertEqual((len(memory.taken["e1"]), len(memory.taken["e1"][0]["objects"])), (61, 50))

    def test_taken_away_again_and_again(self) -> None:
        memory = Memory()
        methods = memory.methods()

        def gone(_: Any) -> Any:
            raise NavdError("no such episode", -32002, "not_found")

        methods["nav__step"] = methods["nav__steps"] = gone
        self.fake(**methods)
        env = Env()
        attach(env)
        env.reset()
        self.walk(env, 20)
        self.assertEqual(len(memory.taken), 1 + navd_client.BEGIN_AGAIN)


if __name__ == "__main__":
    unittest.main()
