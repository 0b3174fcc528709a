"""Tests of navd_client that need no navd: a fake daemon on a real socket."""

from __future__ import annotations

import ast
import contextlib
import functools
import inspect
import io
import json
import math
import os
import struct
import subprocess
import sys
import tempfile
import unittest
import uuid
import zlib
from pathlib import Path
from types import SimpleNamespace
from typing import Any, Dict, Iterator, List
from unittest import mock

import navd_client
from navd_client import NavdError, attach, gpt_response, gptv_response
from standins import Env, FakeDaemon, HabitatSimActions, Memory

HERE = os.path.dirname(os.path.abspath(__file__))
AWAY = ('{"Reason": "navd is away; nothing was looked at, this is the shown view nearest the front", "Angle": 30, "Flag": 0, '
        '"Scene": "corridor", "WaypointObject": "", "angle_slot": 0, "goal_flag": 0, "why": "fallback"}')


def panorama(height: int = 4, width: int = 6) -> memoryview:
    """An array as OpenCV has it, without numpy: BGR, each pixel its own."""
    return memoryview(bytearray(i % 251 for i in range(height * width * 3))).cast("B", (height, width, 3))


def unpng(data: bytes) -> Any:
    """(width, height, colour type, rows) of a PNG without filters."""
    at, parts = 8, {}
    while at < len(data):
        size, name = struct.unpack(">I4s", data[at:at + 8])
        body = data[at + 8:at + 8 + size]
        assert struct.unpack(">I", data[at + 8 + size:at + 12 + size])[0] == zlib.crc32(name + body)
        parts[name], at = body, at + 12 + size
    width, height, _, colour = struct.unpack(">IIBB", parts[b"IHDR"][:10])
    raw = zlib.decompress(parts[b"IDAT"])
    line = len(raw) // height
    return width, height, colour, [raw[i * line + 1:(i + 1) * line] for i in range(height)]


class Case(unittest.TestCase):
    """A process that has done nothing yet, with short waits, and no word on
    standard error but what ``said`` collects."""

    def setUp(self) -> None:
        for name, value in (("CONNECT_S", 0.3), ("SLACK_S", 0.2), ("CALL_S", 2.0)):
            self.patch(navd_client, name, value)
        self.said = io.StringIO()
        self.patch(sys, "stderr", self.said)
        environment = mock.patch.dict(os.environ, {"NAVD_SOCKET": "/nowhere/navd.sock"})
        environment.start()
        self.addCleanup(environment.stop)
        for name in ("NAVD_STRICT", "NAVD_RUN", "NAVD_DEADLINE_MS"):
            os.environ.pop(name, None)
        navd_client._SESSIONS.clear()
        self.addCleanup(self.forget)

    def forget(self) -> None:
        for session in navd_client._SESSIONS.values():
            session.attached.clear()
            session.navd.close()
        navd_client._SESSIONS.clear()

    def patch(self, where: Any, name: str, value: Any) -> None:
        patcher = mock.patch.object(where, name, value)
        patcher.start()
        self.addCleanup(patcher.stop)

    def fake(self, mode: str = "serve", **methods: Any) -> FakeDaemon:
        daemon = FakeDaemon(mode, **methods)
        self.addCleanup(daemon.close)
        navd_client.configure(socket=daemon.path)
        return daemon

    @contextlib.contextmanager
    def strict(self) -> Iterator[None]:
        with mock.patch.dict(os.environ, {"NAVD_STRICT": "1"}):
            yield


class Import(unittest.TestCase):
    def test_nothing_happens(self) -> None:
        program = (
            "import __future__, sys, ast, atexit, base64, functools, json, math, os, re, socket, struct, threading, time, uuid, zlib, enum, typing\n"
            "seen = []\n"
            "sys.addaudithook(lambda event, args: seen.append((event, str(args))))\n"
            "import navd_client\n"
            "bad = [s for s in seen if s[0].startswith('socket.') or s[0] in ('subprocess.Popen', 'os.system')\n"
            "       or s[0] == 'open' and 'navd_client' not in s[1]]\n"
            "assert not bad, bad\n")
        subprocess.run([sys.executable, "-c", program], cwd=HERE, check=True)


class Values(unittest.TestCase):
    def test_plain(self) -> None:
        class Scalar:
            def item(self) -> Any:
                return 7

        class Array:
            def tolist(self) -> Any:
                return [1.5, 2]

        for name, given, want in (
                ("nothing", None, None), ("true", True, True), ("text", "소파", "소파"), ("half a sign", "a\ud800", "a?"),
                ("number", 3, 3), ("scalar", Scalar(), 7), ("array", Array(), [1.5, 2]), ("tuple", (1, (2,)), [1, [2]]), ("range", range(2), [0, 1]),
                ("set", {"b", "a"}, ["a", "b"]), ("bytes", {"base64": b"\xff\x00"}, {"base64": "/wA="}), ("enumeration", HabitatSimActions.STOP, 0),
                ("keys", {1: {"x": 2}}, {"1": {"x": 2}}), ("path", Path("a/b"), "a/b"), ("id", uuid.UUID(int=1), "00000000-0000-0000-0000-000000000001"),
                ("a laser's", {"ranges": [{"values": [1.5, math.inf, math.nan, None]}]}, {"ranges": [{"values": [1.5, None, 0.0, None]}]})):
            with self.subTest(name):
                self.assertEqual(navd_client._plain(given), want)

    def test_not_plain(self) -> None:
        """Nothing is changed into something else, and the message says where it stands."""
        cycle: List[Any] = []
        cycle.append(cycle)
        for given, error, said in (
                ({"labels": [{}, {}, {}, {"see_m": math.inf}]}, ValueError, r"^labels\[3\]\.see_m is a finite number, given inf; leave it out where it is not known$"),
                ({"labels": [{"free_m": -math.inf}]}, ValueError, r"^labels\[0\]\.free_m is a finite number, given -inf; "),
                ({"odom": {"x": math.nan}}, ValueError, r"^odom\.x is a finite number, given nan; "),
                ({"house": {"start": {"pose": {"x": math.nan}}}}, ValueError, r"^house\.start\.pose\.x is .*, given nan"),
                ({"moved_m": math.nan}, ValueError, "^moved_m is "), ({"score": (1, math.inf)}, ValueError, r"^score\[1\] is "),
                ({"values": [math.nan]}, ValueError, r"^values\[0\] is a finite"), ({"ranges": [{"max_m": math.inf}]}, ValueError, r"^ranges\[0\]\.max_m is a finite"),
                ({"ranges": [{"values": [1.0, -math.inf]}]}, ValueError, r"^ranges\[0\]\.values\[1\] is metres, inf where nothing was hit, or NaN or 0 where nothing was measured, given -inf$"),
                ({"goal": b"sofa"}, TypeError, r"^goal is no bytes, given b'sofa'; decode\(\) makes a text of them$"),
                ({"goal": SimpleNamespace}, TypeError, "^goal is a text, a number, .*, given <class 'types.SimpleNamespace'>$"),
                ({"steps": (n for n in (1, 2))}, TypeError, "^steps is .* a list or a mapping, given <generator"),
                ({"use": {None: True}}, TypeError, "^use has texts as names of its members, given None$"), ({"use": {True: 1}}, TypeError, "^use has texts"),
                ({"use": {1: 1, "1": 2}}, ValueError, "^use has a member 1 twice"), ({"a": cycle}, ValueError, r"^a\[0\]\[0\] is nested too deep"),
                (math.nan, ValueError, "^the value is a finite number")):
            with self.subTest(said), self.assertRaisesRegex(error, said):
                navd_client._plain(given)

    def test_actions(self) -> None:
        class Number:
            def item(self) -> Any:
                return 3

        for name, given, want in (
                ("number", 1, "move_forward"), ("numpy's", Number(), "turn_right"), ("whole float", 2.0, "turn_left"),
                ("name", "move_forward", "move_forward"), ("capitals", "TURN_LEFT", "turn_left"), ("short", "forward", "move_forward"),
                ("camel", "MoveForward", "move_forward"), ("digits", "5", "look_down"), ("enumeration", HabitatSimActions.STOP, "stop"),
                ("dict", {"action": 0}, "stop"), ("dict of a name", {"action": "LOOK_UP", "action_args": {}}, "look_up"),
                ("dict of an enumeration", {"action": HabitatSimActions.TURN_RIGHT}, "turn_right"), ("list of one", [1], "move_forward"),
                ("unknown number", 6, ""), ("negative", -1, ""), ("half", 1.5, ""), ("word", "velocity_control", ""),
                ("nothing", None, ""), ("empty dict", {}, ""), ("list of two", [1, 2], ""), ("not a number", math.nan, ""),
                ("true", True, ""), ("false", {"action": False}, "")):
            with self.subTest(name):
                self.assertEqual(navd_client.action_name(given), want)

    def test_goals(self) -> None:
        for text, want in (
                ("<Target Object>:tv_monitor\n", "tv"), ("<Target Object>: TV monitor", "tv"), ("Target object: houseplant.", "plant"),
                ("Goal = 소파\nlook", "소파"), ("<Target Object>:bed, quickly", "bed"), ('{"goal_flag": true}', ""),
                ("(1) <Target Object>: The target object.", ""), ("(1) <Target Object>: The target object.\\\n<Target Object>:sofa\n", "sofa"), ("Where is it?", ""), ("", "")):
            with self.subTest(text):
                self.assertEqual(navd_client.goal_in(text), want)

    def test_moved(self) -> None:
        def pose(x: float, z: float, left: float) -> Any:
            half = math.radians(left) / 2
            state = SimpleNamespace(position=[x, 1.0, z], rotation=[0.0, math.sin(half), 0.0, math.cos(half)])
            return navd_client._pose_of(SimpleNamespace(sim=SimpleNamespace(get_agent_state=lambda: state)))

        for name, heading, x, z, want in (
                ("ahead", 0, 0, -0.25, (0.25, 0)), ("to the right", 0, 0.25, 0, (0.25, -90)), ("to the left", 0, -0.25, 0, (0.25, 90)),
                ("ahead, turned", 30, -0.125, -0.25 * math.cos(math.pi / 6), (0.25, 0)), ("slid left of it", 90, 0, 0.25, (0.25, 90))):
            with self.subTest(name):
                got = navd_client._moved(pose(0, 0, heading), pose(x, z, heading))
                self.assertEqual([round(v, 9) + 0.0 for v in got or ()], list(want))
        self.assertIsNone(navd_client._moved(None, pose(0, 0, 0)))
        self.assertIsNone(navd_client._pose_of(object()))
        self.assertIsNone(pose(math.nan, 0, 0))

    def test_path(self) -> None:
        for name, metrics, shortest, left, want in (
                ("success", {"spl": 0.8, "success": 1.0}, 4.0, 0.5, 5.0), ("straight", {"spl": 1.0, "success": 1.0}, 4.0, 0.5, 4.0),
                ("failure says nothing", {"spl": 0.0, "success": 0.0}, 4.0, 2.0, None),
                ("SoftSPL of a failure", {"spl": 0.0, "success": 0.0, "soft_spl": 0.25}, 4.0, 2.0, 8.0),
                ("shorter than the shortest", {"spl": 1.0, "success": 1.0}, 4.0, 0.5, 4.0),
                ("no length", {"spl": 0.8, "success": 1.0}, None, 0.5, None), ("infinite", {"spl": math.nan}, math.inf, None, None)):
            with self.subTest(name):
                self.assertEqual(navd_client._path_of(metrics, shortest, left, 6.0), want)
        self.assertEqual(navd_client._path_of({"spl": 1.0, "success": 1.0}, 4.0, 0.5, 3.5), 3.5)
        self.assertEqual(navd_client._path_of({"soft_spl": 0.5, "spl": 0.0}, 4.0, 2.0, 1.75), 1.75)
        self.assertEqual(navd_client._path_of({"spl": 0.8, "success": 1.0}, 4.0, 0.5, 1.0), 5.0)


class Names(unittest.TestCase):
    def test_a_slip_names_the_nearest(self):
        memory = navd_client.Navd("/nowhere/navd.sock")
        for slip, meant in [
            (lambda: memory.nav.stp, "there is no method nav.stp; did you mean nav.step?"),
            (lambda: memory.nav.stp("e", 1, "stop"), "did you mean nav.step?"),
            (lambda: memory.nav.Plan, "did you mean nav.plan?"),
            (lambda: memory.episode.beginn, "did you mean episode.begin?"),
            (lambda: memory.grounding.conform, "did you mean grounding.confirm?"),
            (lambda: memory.epsiode, "there is no noun epsiode; did you mean episode?"),
        ]:
            with self.assertRaises(AttributeError) as caught:
                slip()
            self.assertIn(meant, str(caught.exception))

    def test_what_is_far_from_all_names_may_be_of_a_newer_navd(self):
        memory = navd_client.Navd("/nowhere/navd.sock")
        for call in [memory.lats.tree, memory.nav.waypoint, memory.grounding.import_]:
            with self.assertRaises(navd_client.NavdAway):
                call(id=1)
            with self.assertRaisesRegex(TypeError, "by name"):
                call(1)


class Refused(Case):
    """What a controller gives by mistake, before anything is sent."""

    def test_values(self) -> None:
        daemon = self.fake(nav__plan=lambda p: {}, nav__observe=lambda p: {}, nav__step=lambda p: {}, episode__begin=lambda p: {}, episode__end=lambda p: {})
        navd = navd_client.Navd(daemon.path)
        self.addCleanup(navd.close)
        for field, do in (
                ("labels[0].see_m", lambda: navd.nav.plan("e", [{"view": 0, "see_m": math.inf}])), ("odom.x", lambda: navd.nav.step("e", 1, 1, odom={"x": math.nan})),
                ("distance_to_goal", lambda: navd.episode.end("e", distance_to_goal=math.nan)), ("timeout_m", lambda: navd.lats.open(timeout_m=math.inf)),
                ("house.start.pose.x", lambda: navd.episode.begin("sofa", house={"start": {"pose": {"x": math.nan}}}))):
            with self.subTest(field), self.assertRaises(ValueError) as caught:
                do()
            self.assertTrue(str(caught.exception).startswith(field + " is a finite number, given "), caught.exception)
        with self.assertRaisesRegex(ValueError, "^types"):
            next(navd.watch(types=[math.nan]))
        with self.assertRaisesRegex(TypeError, r"the parameters of nav.step are a mapping, .*, given \[1\]"):
            navd.call("nav.step", [1])
        self.assertEqual((daemon.accepted, daemon.calls), (0, []))
        navd.nav.observe("e", ranges=[{"start_deg": 0, "step_deg": 1, "max_m": 4, "values": [math.nan, math.inf, 2.0]}])
        self.assertEqual(daemon.named("nav.observe")[0]["ranges"][0]["values"], [0.0, None, 2.0])

    def test_objects(self) -> None:
        class Array:
            def tolist(self) -> Any:
                return ["sofa", "bed"]

        daemon = self.fake(nav__observe=lambda p: {})
        navd = navd_client.Navd(daemon.path)
        self.addCleanup(navd.close)
        for wrong, said in (
                ("sofa", 'objects is a list of texts, as in ["sofa", "bed"], given \'sofa\''), (b"sofa", "given b'sofa'"), ({"sofa": 0.9}, "given {'sofa': 0.9}"), (5, "given 5"),
                (["sofa", None], "objects[1] is a text, given None; leave out what has no name"), ([math.nan], "objects[0] is a text, given nan"), ([3], "objects[0] is a text, given 3")):
            with self.subTest(wrong), self.assertRaises(TypeError) as caught:
                navd.nav.observe("e", scene_type="bedroom", objects=wrong)
            self.assertIn(said, str(caught.exception))
        self.assertEqual(daemon.calls, [])
        for right in (["sofa", "bed"], ("sofa", "bed"), {"sofa", "bed"}, Array(), (o for o in ("sofa", "bed")), {"sofa": 1, "bed": 2}.keys()):
            navd.nav.observe("e", objects=right)
            self.assertEqual(sorted(daemon.named("nav.observe")[-1]["objects"]), ["bed", "sofa"])
        navd.nav.observe("e", objects=[])
        self.assertEqual(daemon.named("nav.observe")[-1]["objects"], [])

    def test_times(self) -> None:
        class Number:
            def item(self) -> Any:
                return True

        navd = navd_client.Navd("/nowhere/navd.sock")
        allowed = "timeout is a number of seconds, 0..1000000, given %s; leave it out for the usual time"
        for wrong, error in ((-5, ValueError), (math.nan, ValueError), (math.inf, ValueError), (2_000_000, ValueError), ("5", TypeError), (True, TypeError), ([5], TypeError)):
            for name, do in (("by name", lambda: navd.house.list(timeout=wrong)), ("typed", lambda: navd.episode.begin("sofa", timeout=wrong)), ("call", lambda: navd.call("navd.info", {}, wrong)),
                             ("pages", lambda: list(navd.episode.all(timeout=wrong))), ("events", lambda: next(navd.watch(timeout=wrong))), ("its own", lambda: navd_client.Navd(timeout=wrong))):
                with self.subTest(name, wrong=wrong), self.assertRaises(error) as caught:
                    do()
                self.assertEqual(str(caught.exception), allowed % repr(wrong))
        with self.assertRaises(TypeError):
            navd.house.list(timeout=Number())
        for wrong in ({"pause": -1}, {"pause": "x"}, {"breaker": -1}, {"breaker": 1.5}, {"socket_path": 5}):
            with self.subTest(wrong), self.assertRaisesRegex((TypeError, ValueError), "^%s is " % next(iter(wrong))):
                navd_client.Navd(**wrong)
        with self.assertRaisesRegex(ValueError, "^seconds is "):
            navd.wait_ready(-1)
        for right in (0, 1, 0.5):
            with self.assertRaises(navd_client.NavdAway):
                navd.house.list(timeout=right)
        self.assertEqual(navd_client.Navd(Path("/nowhere/s")).socket_path, "/nowhere/s")

    def test_actions(self) -> None:
        class Numpy:
            def __init__(self, value: Any) -> None:
                self.value = value

            def item(self) -> Any:
                return self.value

        daemon = self.fake(nav__step=lambda p: {}, nav__steps=lambda p: {"steps": []})
        navd = navd_client.Navd(daemon.path)
        self.addCleanup(navd.close)
        for wrong in (True, False, Numpy(False)):
            with self.subTest(wrong), self.assertRaisesRegex(TypeError, r"^action is one of stop, move_forward, .*, or its number, 0\.\.5, given "):
                navd.nav.step("e", 1, wrong)
            with self.subTest(wrong), self.assertRaisesRegex(TypeError, r"^steps\[1\]\.action is one of stop, "):
                navd.nav.steps("e", [{"seq": 1, "action": 1}, {"seq": 2, "action": wrong}])
        self.assertEqual(daemon.calls, [])
        for right in (1, 1.0, "1", "FORWARD", Numpy(1), HabitatSimActions.MOVE_FORWARD):
            navd.nav.step("e", 1, right)
            navd.nav.steps("e", iter([{"seq": 1, "action": right}]))
        self.assertEqual({p["action"] for p in daemon.named("nav.step")}, {"move_forward"})
        self.assertEqual({p["steps"][0]["action"] for p in daemon.named("nav.steps")}, {"move_forward"})

    def test_settings_of_attach(self) -> None:
        long = "x" * 201
        for wrong in ({"turn_deg": -5}, {"turn_deg": 0}, {"turn_deg": 181}, {"turn_deg": "30"}, {"turn_deg": True}, {"turn_deg": math.nan}, {"forward_m": 0}, {"forward_m": -1},
                      {"forward_m": 25}, {"forward_m": math.inf}, {"run": 5}, {"run": long}, {"arm": ["a"]}, {"arm": long}, {"condition": 2}, {"space": long}, {"snapshot": 1}, {"frame": "x" * 101}):
            env = Env()
            with self.subTest(wrong), self.assertRaisesRegex(TypeError, "^%s is .*, given " % next(iter(wrong))):
                attach(env, **wrong)
            self.assertNotIn("step", vars(env))
        with self.assertRaisesRegex(TypeError, "^the arm is a text of at most 200 characters, .*; name it with arm=, given "):
            attach(Env(), arm="x" * 195, motion="true")
        with self.assertRaisesRegex(ValueError, r"^house\.start\.pose\.x is a finite number, given nan"):
            attach(Env(), house={"start": {"pose": {"x": math.nan, "y": 0, "yaw": 0}}})
        attached = attach(Env(), turn_deg=15, forward_m=0.5, run="x" * 200)
        self.assertEqual([attached.options[name] for name in ("turn_deg", "forward_m")], [15.0, 0.5])

    def test_deadline_of_the_environment(self) -> None:
        daemon = self.fake(nav__ask=lambda p: {"text": FLAT})
        for given, want in (("250", 250), ("x", 30000), ("-5", 30000), ("0", 30000), ("9999999", 30000)):
            self.said.truncate(0)
            navd_client._session().told.clear()
            with self.subTest(given), mock.patch.dict(os.environ, {"NAVD_DEADLINE_MS": given}):
                gptv_response("?", panorama())
                self.assertEqual(daemon.named("nav.ask")[-1]["deadline_ms"], want)
                self.assertEqual("NAVD_DEADLINE_MS is milliseconds, 1..600000, given '%s'; going on with 30000" % given in self.said.getvalue(), want == 30000)
        for given, want in (("1", True), ("yes", True), ("0", False), ("False", False), ("off", False), ("", False)):
            with self.subTest(strict=given), mock.patch.dict(os.environ, {"NAVD_STRICT": given}):
                self.assertEqual(navd_client._strict(), want)

    def test_no_question(self) -> None:
        daemon = self.fake(nav__ask=lambda p: {"text": FLAT})
        for wrong in (None, b"?"):
            self.assertIn("the question cannot be sent: TypeError", gptv_response(wrong, panorama()))
        self.assertEqual(daemon.calls, [])
        self.assertIn("text_prompt is a text, given None", self.said.getvalue())


class Simulators(Case):
    """Environments that know less than Habitat."""

    class Bare:
        """Has no sim and no close."""

        def __init__(self, episode: Any = None) -> None:
            self.current_episode = episode
            self.stopped = False

        def reset(self) -> Any:
            self.stopped = False
            return {}

        def step(self, action: Any) -> Any:
            self.stopped = action == 0
            return {}

        def get_metrics(self) -> Any:
            return {"distance_to_goal": 0.5 if self.stopped else 4.0, "success": float(self.stopped), "spl": 0.5 * self.stopped}

    def test_no_pose(self) -> None:
        for env in (self.Bare(), SimpleNamespace(step=print, reset=print, sim=object())):
            with self.subTest(env), self.assertRaisesRegex(TypeError, r'motion="true" needs env\.sim\.get_agent_state\(\), .*; give motion="collisions"'):
                attach(env, motion="true")

    def test_pose_that_cannot_be_read(self) -> None:
        memory = Memory()
        self.fake(**memory.methods())
        env = Env()
        attached = attach(env, motion="true")
        state, sim = env.sim.get_agent_state, env.sim
        sim.get_agent_state = lambda: SimpleNamespace(position=[math.nan] * 3, rotation=[0, 0, 0, 1])  # type: ignore[method-assign]
        env.reset()
        for action in (1, 0):
            env.step(action)
        self.assertEqual((memory.taken, attached.episode), ({}, ""), "not recorded")
        self.assertIn('navd: an episode is not recorded: motion="true" needs the robot\'s pose', self.said.getvalue())
        sim.get_agent_state = state  # type: ignore[method-assign]
        for lost in (None, 2):
            env.reset()
            for number in range(4):
                if number == lost:
                    sim.x = math.nan
                env.step(1)
                sim.x = 0.0
            env.step(0)
        whole, broken = memory.ended["e1"], memory.ended["e2"]
        self.assertEqual((whole["path_m"], broken["path_m"]), (1.0, 5.0), "from spl 0.8 of 4 m, as without motion=true")
        self.assertEqual(["moved_m" in s for s in memory.taken["e2"]], [True, True, False, True, False])
        self.assertIn("the true motion of a forward step is not recorded, its action alone is: env.sim.get_agent_state() gives no pose", self.said.getvalue())

    def test_attached_again(self) -> None:
        """Another motion and another length of a step are those of the next episode."""
        memory = Memory()
        daemon = self.fake(**memory.methods())
        env = Env()
        attach(env)
        env.reset()
        env.step(1)
        env.get_metrics = lambda: {"distance_to_goal": 4.0, "success": 1.0, "spl": 1.0}  # type: ignore[method-assign]
        attach(env, motion="true", forward_m=1.5)
        for action in (1, 0):
            env.step(action)
        env.reset()
        env.step(1)
        self.assertEqual(memory.ended["e1"]["path_m"], 0.5)
        self.assertEqual([["moved_m" in s for s in memory.taken[e]] for e in ("e1", "e2")], [[False] * 3, [True]])
        self.assertEqual([(p.get("arm"), p["config"]["forward_m"]) for p in daemon.named("episode.begin")], [(None, 0.25), ("motion=true", 1.5)])

    def test_moved_too_far(self) -> None:
        memory = Memory()
        self.fake(**memory.methods())
        env = Env()
        attach(env, motion="true")
        env.reset()
        before = env.sim.act
        env.sim.act = lambda name: setattr(env.sim, "x", env.sim.x + 50.0 * (name == "move_forward"))  # type: ignore[method-assign]
        env.step(1)
        env.sim.act = before  # type: ignore[method-assign]
        env.step(0)
        self.assertEqual((memory.ended["e1"]["path_m"], "moved_m" in memory.taken["e1"][0]), (5.0, False))
        self.assertIn("the robot was moved by 50.0 m", self.said.getvalue())

    def test_no_close_and_no_goal(self) -> None:
        memory = Memory()
        daemon = self.fake(**memory.methods())
        env = self.Bare(SimpleNamespace(episode_id=0, scene_id=7, goal=5))
        attached = attach(env, run="x")
        env.reset()
        env.step(1)
        env.step(True)
        env.step(0)
        attached.detach()
        self.assertNotIn("_navd_hook", vars(env.step.__func__))
        [begun] = daemon.named("episode.begin")
        self.assertEqual([begun[name] for name in ("goal", "name", "scene_id")], ["unknown", "0", "7"])
        self.assertEqual([s["action"] for s in memory.taken["e1"]], ["move_forward", "stop"])
        self.assertEqual((memory.ended["e1"]["path_m"], navd_client.stats()["actions_unknown"]), (8.0, 1))
        said = self.said.getvalue().splitlines()
        self.assertEqual(len(said), 2)
        self.assertRegex(said[0], "an episode names no goal, .*; it is recorded as a search for unknown")
        self.assertRegex(said[1], "collisions are not recorded: ")
        attach(self.Bare()).detach()

    def test_labels_of_a_controller(self) -> None:
        memory = Memory()
        daemon = self.fake(nav__observe=lambda p: {}, **memory.methods())
        env = Env()
        attached = attach(env)
        env.reset()
        manager = navd_client.PlaceManager()
        manager.update(detected_objects="sofa")
        self.assertIn('detected_objects is a list of texts, as in ["sofa", "bed"], given \'sofa\'', self.said.getvalue())
        manager.update(detected_objects=[{"label": "bed"}, {"label": None}, {}, "lamp"])
        manager.update(vlm_data={"scene_type": math.nan, "description": "?"})
        manager.update(vlm_data='{"scene_type": "bedroom"}')
        self.assertEqual(navd_client.stats()["failures"], 2)
        self.assertFalse(attached.observe("bedroom", "sofa"))
        env.step(1)
        self.assertEqual((memory.taken["e1"][0]["objects"], daemon.named("nav.observe")), (["bed", "lamp"], []))
        many = ["thing %d" % i for i in range(450)]
        self.assertTrue(attached.observe("", many))
        for _ in range(3):
            env.step(1)
        self.assertEqual([len(s.get("objects", ())) for s in memory.taken["e1"][1:]], [200, 200, 50])
        attached.observe("bedroom", many[:201])
        env.step(1)
        self.assertEqual((len(daemon.named("nav.observe")[0]["objects"]), memory.taken["e1"][4]["objects"]), (200, ["thing 200"]))
        with self.strict(), self.assertRaises(TypeError):
            manager.update(detected_objects=["bed", math.nan])


class Pictures(unittest.TestCase):
    def test_depth(self) -> None:
        width, height, hfov = 120, 90, 90.0
        focal = width / 2

        def seen(wall: Any) -> List[List[float]]:
            """The depth picture of a floor 0.88 m below the camera, and of walls."""
            rows = []
            for y in range(height):
                drop = (y + 0.5 - height / 2) / focal
                rows.append([min(wall(x), 0.88 / drop if drop > 0 else 99.0) for x in range(width)])
            return rows

        flat = navd_client.depth_ranges(seen(lambda x: 2.0), hfov, 5.0)
        self.assertEqual([flat["start_deg"], flat["step_deg"], flat["max_m"], len(flat["values"])], [43.5, -3.0, 5.0, 30])
        for i, metres in enumerate(flat["values"]):
            self.assertAlmostEqual(metres, 2.0 / math.cos(math.radians(43.5 - 3 * i)), delta=0.002)
        door = navd_client.depth_ranges(seen(lambda x: 8.0 if x < width / 4 else 2.0), hfov, 5.0, view=3)
        self.assertEqual(door["view"], 3)
        self.assertEqual([v is None for v in door["values"]], [43.5 - 3 * i > math.degrees(math.atan(0.5)) for i in range(30)], "the door is on the left")
        table = seen(lambda x: 4.0)
        table[height // 2 + 10] = [1.0] * width  # 0.7 m above the floor
        self.assertTrue(all(v < 1.5 for v in navd_client.depth_ranges(table, hfov, 5.0)["values"]))
        self.assertTrue(all(v > 3.9 for v in navd_client.depth_ranges(table, hfov, 9.0, high_m=0.6)["values"]), "above what the robot meets")
        boxed = [[[m] for m in row] for row in seen(lambda x: 2.0)]
        self.assertEqual(navd_client.depth_ranges(boxed, hfov, 5.0), flat)
        nothing = [[0.0, math.nan] for _ in range(4)]
        self.assertEqual(set(navd_client.depth_ranges(nothing, hfov, 5.0)["values"]), {0.0}, "not measured is not open")
        self.assertEqual(navd_client.depth_ranges([[math.inf]], hfov, 5.0, low_m=0.5, step_deg=90.0)["values"], [None], "farther than max_m")
        self.assertEqual(navd_client.depth_ranges([[2.0], [2.0]], hfov, 5.0, low_m=-3.0, step_deg=90.0)["values"], [2.0], "stairs that lead down")

    def test_no_depth(self) -> None:
        rows = "depth has rows of metres, all of the same length, given "
        for wrong, said in (
                ({"depth": []}, rows + "none"), ({"depth": [[], []]}, rows + "none"), ({"depth": None}, rows + "None"), ({"depth": 5}, rows + "5"),
                ({"depth": [1.0, 2.0]}, rows + "[1.0, 2.0]"), ({"depth": [[1.0, 2.0], [1.0]]}, rows + "2 in row 0 and 1 in row 1"),
                ({"depth": [[1.0], [1.0, 2.0]]}, rows + "1 in row 0 and 2 in row 1"),
                ({"depth": [[1.0], ["far"]]}, "depth has numbers of metres, given 'far' in row 1, column 0"),
                ({"depth": mock.Mock(dtype="uint16")}, "depth has rows of metres, given uint16, in which cameras write millimetres; give depth / 1000.0"),
                ({"depth": [[True]]}, "depth has numbers of metres, given True in row 0, column 0"),
                ({"depth": [[None]]}, "depth has numbers of metres, given None in row 0, column 0"),
                ({"depth": [[[1.0, 2.0]]]}, "depth has numbers of metres, given [1.0, 2.0] in row 0, column 0"),
                ({"hfov_deg": 180.0}, "hfov_deg is a number of 0..180 without the ends, given 180.0"), ({"hfov_deg": None}, "hfov_deg is a number of 0..180 without the ends, given None"),
                ({"max_m": 0.0}, "max_m is a number above 0, given 0.0"), ({"max_m": math.inf}, "max_m is a number above 0, given inf"),
                ({"max_m": "5"}, "max_m is a number above 0, given '5'"), ({"camera_m": "high"}, "camera_m is a number, given 'high'"), ({"low_m": 2.0}, "low_m is below high_m, given 2.0 and 1.0"),
                ({"high_m": None}, "high_m is a number, given None"), ({"step_deg": 0.0}, "step_deg is a number above 0, given 0.0"),
                *(({"view": view}, "view is a whole number of 0..11, or None for where the robot faces now, given %r" % (view,)) for view in (12, -1, 1.5, "3", True))):
            with self.subTest(**wrong), self.assertRaises(ValueError) as caught:
                navd_client.depth_ranges(**dict({"depth": [[1.0]], "hfov_deg": 90.0, "max_m": 5.0}, **wrong))
            self.assertEqual(str(caught.exception), said)

    def test_png(self) -> None:
        image = panorama(4, 6)
        width, height, colour, rows = unpng(navd_client.encode_image(image))
        self.assertEqual((width, height, colour), (6, 4, 2))
        raw = image.tobytes()
        want = [bytes(raw[(y * 6 + x) * 3 + c] for x in range(6) for c in (2, 1, 0)) for y in range(4)]
        self.assertEqual(rows, want)

    def test_other_depths(self) -> None:
        grey = memoryview(bytearray(range(12))).cast("B", (3, 4))
        self.assertEqual(unpng(navd_client.encode_image(grey)), (4, 3, 0, [bytes(range(4)), bytes(range(4, 8)), bytes(range(8, 12))]))
        four = memoryview(bytearray(range(8))).cast("B", (1, 2, 4))
        self.assertEqual(unpng(navd_client.encode_image(four)), (2, 1, 2, [bytes([2, 1, 0, 6, 5, 4])]))

    def test_smaller(self) -> None:
        noise = memoryview(bytearray(os.urandom(100 * 90 * 3))).cast("B", (100, 90, 3))
        for limit, size in ((40_000, (90, 100)), (8_000, (45, 50)), (2_000, (23, 25))):
            data = navd_client.encode_image(noise, limit)
            self.assertLessEqual(len(data), limit)
            self.assertEqual(unpng(data)[:2], size)
        with self.assertRaises(ValueError):
            navd_client.encode_image(noise, 10)

    def test_other_numbers(self) -> None:
        class Array:
            """What is needed of numpy's: a row of grey pixels that are no bytes."""

            def __init__(self, dtype: str, values: Any) -> None:
                self.dtype, self.values, self.size = dtype, values, len(values)

            def max(self) -> Any:
                return max(self.values)

            def __mul__(self, by: float) -> Any:
                return Array(self.dtype, [v * by for v in self.values])

            def clip(self, low: int, high: int) -> Any:
                return Array(self.dtype, [min(max(v, low), high) for v in self.values])

            def astype(self, dtype: str) -> Any:
                assert dtype == "uint8"
                return memoryview(bytes(int(v) for v in self.values)).cast("B", (1, len(self.values)))

        for dtype, values, want in (
                ("float32", [0.0, 0.5, 1.0], [0, 127, 255]), ("float64", [0.0, 127.0, 300.0], [0, 127, 255]), ("bool", [False, True], [0, 255]),
                ("int64", [-5, 1, 999], [0, 1, 255]), ("uint16", [1, 256], [1, 255])):
            with self.subTest(dtype):
                self.assertEqual(unpng(navd_client.encode_image(Array(dtype, values)))[2:], (0, [bytes(want)]))
        with self.assertRaisesRegex(ValueError, "this one has NaN; replace it with 0"):
            navd_client.encode_image(Array("float32", [math.nan, 0.5]))

    def test_files(self) -> None:
        data = navd_client.encode_image(panorama())
        with tempfile.TemporaryDirectory() as where:
            path = os.path.join(where, "monitor-panoramic.png")
            with open(path, "wb") as file:
                file.write(data)
            self.assertEqual(navd_client.encode_image(path), data)
        self.assertEqual(navd_client.encode_image(b"\xff\xd8\xff jpeg"), b"\xff\xd8\xff jpeg")

    def test_no_picture(self) -> None:
        for name, given, error in (
                ("text file", b"hello", ValueError), ("no file", "/nowhere/x.jpg", OSError), ("number", 5, TypeError),
                ("flat", memoryview(bytearray(3)), TypeError), ("two colours", memoryview(bytearray(8)).cast("B", (2, 2, 2)), TypeError),
                ("big file", b"\xff\xd8\xff" + bytes(navd_client.PICTURE_BYTES), ValueError)):
            with self.subTest(name), mock.patch.dict(sys.modules):
                sys.modules.pop("cv2", None)
                with self.assertRaises(error):
                    navd_client.encode_image(given)

    def test_cv2_of_the_controller(self) -> None:
        asked = []

        def imencode(kind: str, image: Any) -> Any:
            asked.append((kind, image.shape))
            return True, SimpleNamespace(tobytes=lambda: b"\xff\xd8\xff" + bytes(100 // len(asked)))

        class Array:
            shape, dtype = (8, 8, 3), "uint8"

            def __getitem__(self, _: Any) -> Any:
                return self

        with mock.patch.dict(sys.modules, {"cv2": SimpleNamespace(imencode=imencode)}):
            self.assertEqual(len(navd_client.encode_image(Array(), 60)), 53)
        self.assertEqual(asked, [(".jpg", (8, 8, 3))] * 2)

    def test_numpy(self) -> None:
        try:
            import numpy
        except ImportError:
            self.skipTest("no numpy here")
        image = numpy.arange(4 * 6 * 3, dtype=numpy.uint8).reshape(4, 6, 3)
        rows = unpng(navd_client.encode_image(image[::-1, ::2]))[3]
        self.assertEqual(b"".join(rows), image[::-1, ::2, ::-1].tobytes())
        light = numpy.full((2, 2, 3), 0.5, dtype=numpy.float32)
        self.assertEqual(unpng(navd_client.encode_image(light))[3], [bytes([127] * 6)] * 2)
        plain = {"a": numpy.float32(0.5), "b": numpy.bool_(True), "c": numpy.int64(3), "ranges": [{"values": numpy.array([1.0, numpy.inf, numpy.nan])}]}
        self.assertEqual(navd_client._plain(plain), {"a": 0.5, "b": True, "c": 3, "ranges": [{"values": [1.0, None, 0.0]}]})
        with self.assertRaisesRegex(ValueError, r"^d\[1\] is a finite number, given inf"):
            navd_client._plain({"d": numpy.array([1.0, numpy.inf])})
        self.assertEqual(navd_client._labels("objects", numpy.array(["sofa", "bed"])), ["sofa", "bed"])
        self.assertEqual(navd_client.action_name(numpy.bool_(True)), "")
        for action in (numpy.int64(3), numpy.uint8(3), numpy.array(3), numpy.array([3]), {"action": numpy.int32(3)}, numpy.str_("3")):
            self.assertEqual(navd_client.action_name(action), "turn_right")


class FlatAnswers(Case):
    def test_every_reader(self) -> None:
        for reason in ('거실 "문" {왼쪽}', "it's a 'door' \\ {\"x\": 1}\nnext", "}{", "\U0001f6cb sofa", "a\ud800b", "\x00\x1f\u2028"):
            with self.subTest(reason):
                text = navd_client.flat_answer(reason, 11, 5)
                self.assertTrue(text.isascii() and navd_client.reads(text), text)
                first = ast.literal_eval(text[text.index("{"):text.index("}") + 1])
                self.assertEqual(first, json.loads(text))
                self.assertEqual(first["Reason"], navd_client.flat_text(reason))
                first["Reason"].encode("utf-8")  # it can be printed
        self.assertEqual(navd_client.flat_text('거실 "문" {왼쪽}'), "거실 '문' (왼쪽)")

    def test_unreadable(self) -> None:
        for text in ("", "no object", '{"Angle": 1', '{"Angle": {"a": 1}}', '{"Angle": true}', '{"Angle": 30, "Reason": "}"}', '{"Flag": 1}', "[]"):
            self.assertFalse(navd_client.reads(text), text)

    def test_nearest_the_front(self) -> None:
        for shown, angle, slot in (([3, 5, 9, 11], 330, 3), ([11, 1], 330, 0), ([6], 180, 0)):
            navd_client.configure(shown_views=shown)
            answer = json.loads(gptv_response("?", panorama()))
            self.assertEqual((answer["Angle"], answer["angle_slot"]), (angle, slot))


FLAT = json.dumps({"Reason": "거실로 가는 '문' (왼쪽)", "Angle": 90, "Flag": 1, "Scene": "living room", "WaypointObject": "",
                   "angle_slot": 1, "goal_flag": 1, "why": "문"})


class Level0(Case):
    def test_question(self) -> None:
        daemon = self.fake(nav__ask=lambda p: {"text": FLAT, "goal_flag": True, "fallback": False, "planner": "local"})
        self.assertEqual(gptv_response("<Target Object>:tv_monitor\n", panorama(), "Be brief."), FLAT)
        self.assertEqual(gpt_response("Which rooms?"), FLAT)
        vision, text = daemon.named("nav.ask")
        image = vision.pop("image")
        self.assertEqual(set(image), {"base64"})
        self.assertEqual(vision, {"text": "<Target Object>:tv_monitor\n", "system": "Be brief.", "goal": "tv",
                                  "shown_views": [1, 3, 5, 7, 9, 11], "deadline_ms": 30000,
                                  "printed": {"angles": "clockwise", "tiles": [[1, 3, 5], [7, 9, 11]]}})
        self.assertEqual(text, {"text": "Which rooms?", "shown_views": [1, 3, 5, 7, 9, 11], "deadline_ms": 30000})
        self.assertEqual(self.said.getvalue(), "")

    def test_settings(self) -> None:
        daemon = self.fake(nav__ask=lambda p: {"text": FLAT})
        navd_client.configure(shown_views=(0, 3), facing_view=11, deadline_ms=2000)
        gptv_response("?", {"path": "/images/p.jpg"})
        self.assertEqual(daemon.named("nav.ask")[0], {
            "text": "?", "shown_views": [0, 3], "facing_view": 11, "deadline_ms": 2000, "image": {"path": "/images/p.jpg"},
            "printed": {"angles": "clockwise"}})

    def test_wrong_settings(self) -> None:
        for wrong in ({"shown_views": [12]}, {"shown_views": []}, {"shown_views": "x"}, {"shown_views": [1, 1]}, {"shown_views": [1.5]},
                      {"facing_view": 12}, {"facing_view": "x"}, {"facing_view": True}, {"deadline_ms": "x"}, {"deadline_ms": -1},
                      {"socket": 5}, {"socket": ""}, {"run": 5}, {"run": "x" * 201}):
            with self.subTest(wrong):
                before = dict(navd_client._session().settings)
                with self.assertRaisesRegex(TypeError, "^%s is .*, given " % next(iter(wrong))):
                    navd_client.configure(**wrong)
                self.assertEqual(navd_client._session().settings, before)

    def test_printed(self) -> None:
        daemon = self.fake(nav__ask=lambda p: {"text": FLAT})
        tiles = [[1, 3, 5], [7, 9, 11]]
        numbers = {view: slot for slot, view in enumerate((1, 3, 5, 7, 9, 11))}
        told = [{"view": view, "number": slot} for view, slot in numbers.items()]
        for name, given, want in (
                ("PixelNav's", {}, {"angles": "clockwise", "tiles": tiles}),
                ("nothing", {"printed": "none"}, {"angles": "none", "tiles": tiles}),
                ("slots", {"printed": numbers}, {"numbers": told, "tiles": tiles}),
                ("the other way round", {"printed": {v: n for v, n in list(numbers.items())[::-1]}}, {"numbers": told, "tiles": tiles}),
                ("one row", {"tiles": [[1, 3, 5, 7, 9, 11]]}, {"angles": "clockwise", "tiles": [[1, 3, 5, 7, 9, 11]]}),
                ("no rows", {"tiles": []}, {"angles": "clockwise"}),
                ("other views", {"shown_views": [0, 6]}, {"angles": "clockwise"}),
                ("numbers on other views", {"shown_views": [6, 0], "printed": {6: 2.5, 0: -1}, "tiles": [[6, 0]]},
                 {"numbers": [{"view": 0, "number": -1}, {"view": 6, "number": 2.5}], "tiles": [[6, 0]]})):
            with self.subTest(name):
                for setting in ("printed", "tiles", "shown_views"):
                    navd_client._session().settings.pop(setting, None)
                navd_client.configure(**given)
                gptv_response("?", panorama())
                self.assertEqual(daemon.named("nav.ask")[-1]["printed"], want)

    def test_not_printed(self) -> None:
        six = dict.fromkeys((1, 3, 5, 7, 9, 11), 0)
        for given, allowed in (
                ({"printed": "left"}, '"clockwise", "none"'), ({"printed": 30}, '"clockwise", "none"'), ({"printed": {1: 0}}, "each shown view once"),
                ({"printed": six}, "a number of its own"), ({"printed": dict(six, **{"1": 3})}, "each shown view once"),
                ({"printed": {1: "0", 3: 1, 5: 2, 7: 3, 9: 4, 11: 5}}, "a number of its own"),
                ({"tiles": [[1, 3, 5]]}, "each view once"), ({"tiles": [1, 3, 5, 7, 9, 11]}, "each view once"), ({"tiles": 3}, "each view once"),
                ({"tiles": [[1, 3, 5], [7, 9, 9]]}, "each view once"), ({"shown_views": [0], "tiles": [[1]]}, "each view once")):
            with self.subTest(given), self.assertRaisesRegex(TypeError, allowed):
                navd_client.configure(run="changed", **given)
            self.assertEqual(navd_client._session().settings, {})

    def test_blind(self) -> None:
        blind = {"text": FLAT, "blind": True, "planner": "local"}
        self.fake(nav__ask=lambda p: blind)
        self.assertEqual({gptv_response("?", panorama()) for _ in range(3)}, {FLAT})
        self.assertEqual(gpt_response("?"), FLAT)  # nobody had to look
        counts = navd_client.stats()
        self.assertEqual((counts["asks"], counts["asks_blind"], counts["asks_local"], counts["failures"]), (4, 3, 0, 0))
        told = self.said.getvalue()
        self.assertEqual(told.count("\n"), 1)
        self.assertIn("navd: nobody looks at the pictures: no model is configured (name a model in planner.chain", told)
        self.assertIn("navsim model", told)
        navd_client.configure(socket="/nowhere/navd.sock")
        gptv_response("?", panorama())
        self.assertIn("navd is not running", self.said.getvalue().splitlines()[1])
        self.assertEqual((navd_client.stats()["asks_blind"], navd_client.stats()["asks_local"]), (3, 1))

    def test_blind_and_strict(self) -> None:
        self.fake(nav__ask=lambda p: {"text": FLAT, "blind": True, "reasons": ["vertex: no credentials"]})
        with self.strict(), self.assertRaisesRegex(NavdError, "no model answered: vertex: no credentials") as caught:
            gptv_response("?", panorama())
        self.assertEqual(caught.exception.kind, "unavailable")
        self.assertEqual(self.said.getvalue(), "navd: %s\n" % caught.exception)

    def test_plain_text_of_a_model(self) -> None:
        self.fake(nav__ask=lambda p: {"text": "Sofas stand in living rooms."})
        self.assertEqual(gpt_response("Where?"), "Sofas stand in living rooms.")

    def test_local_answers(self) -> None:
        def denied(_: Any) -> Any:
            raise NavdError("no", -32004, "denied")

        words = ("no text", "no object")
        for name, methods, image, reason in (
                ("older daemon", {}, panorama(), "navd cannot answer this"), ("refused", {"nav__ask": denied}, panorama(), "navd refused: denied"),
                ("unreadable", {"nav__ask": lambda p: {"text": "{'a': {}}"}}, panorama(), "navd refused: internal"),
                ("no text", {"nav__ask": lambda p: {}}, None, "navd refused: internal"), ("no object", {"nav__ask": lambda p: 7}, None, "navd is away"),
                ("no file of a picture", {"nav__ask": lambda p: {"text": FLAT}}, None, "the question cannot be sent: ValueError"),
                ("no picture", {"nav__ask": lambda p: {"text": FLAT}}, b"hello", "the question cannot be sent: ValueError")):
            with self.subTest(name):
                self.fake(**methods)
                ask = functools.partial(gptv_response, "?", image) if name not in words else functools.partial(gpt_response, "?")
                self.assertEqual(ask(), AWAY.replace("navd is away", reason))
                with self.strict(), self.assertRaises(ValueError if "picture" in name else NavdError):
                    ask()

    def test_smaller_picture(self) -> None:
        daemon = self.fake(nav__ask=lambda p: {"text": FLAT})
        daemon.max_line = 300_000
        noise = memoryview(bytearray(os.urandom(500 * 500 * 3))).cast("B", (500, 500, 3))
        self.assertEqual(gptv_response("?", noise), FLAT)
        self.assertEqual(len(daemon.named("nav.ask")), 1)

    def test_attached(self) -> None:
        memory, asked = Memory(), []

        def ask(params: Dict[str, Any]) -> Any:
            asked.append(params)
            return {"text": FLAT, "plan": "e1/%d" % len(asked), "goal_flag": True}

        daemon = self.fake(nav__ask=ask, nav__plan_result=lambda p: {}, **memory.methods())
        env = Env(["tv_monitor"])
        attach(env)
        env.reset()
        gptv_response("?", panorama())
        gptv_response("?", panorama())  # a controller that could not read the first answer
        self.assertEqual(daemon.named("nav.plan_result"), [])
        env.step(1)
        gptv_response("?", panorama())  # it did not find the goal there
        self.assertEqual(daemon.named("nav.plan_result"), [{"plan": "e1/2", "goal_flag_verified": False}])
        self.assertEqual([(p["episode"], "goal" in p) for p in asked], [("e1", False)] * 3)
        env.step(0)
        self.assertEqual(json.loads(gptv_response("?", panorama()))["Reason"].split(";")[0], "the episode is over")
        with self.strict():
            gptv_response("?", panorama())  # nothing has failed
        counts = navd_client.stats()
        self.assertEqual((counts["asks_over"], counts["asks_local"]), (2, 0))
        self.assertEqual(gpt_response("Which rooms have sofas?"), FLAT)  # that is about no step
        self.assertNotIn("episode", asked.pop())
        self.assertEqual(len(asked), 3)
        env.reset()
        gptv_response("?", panorama())
        self.assertEqual((asked[-1]["episode"], len(daemon.named("nav.plan_result"))), ("e2", 1))

    def test_veto_of_one_who_was_away(self) -> None:
        def broken(_: Any) -> Any:
            daemon.mode = "midline"

        memory = Memory()
        daemon = self.fake(nav__ask=lambda p: {"text": FLAT, "plan": "e1/1", "goal_flag": True}, nav__plan_result=broken, **memory.methods())
        env = Env()
        attach(env)
        env.reset()
        gptv_response("?", panorama())
        env.step(1)
        self.assertEqual(gptv_response("?", panorama()), AWAY)
        told = []
        daemon.mode, daemon.methods["nav.plan_result"] = "serve", lambda p: told.append(p) or {}
        navd_client._session().navd.heal()
        gptv_response("?", panorama())
        self.assertEqual(told, [{"plan": "e1/1", "goal_flag_verified": False}])

    def test_facing(self) -> None:
        memory, asked = Memory(), []
        self.fake(nav__ask=lambda p: asked.append(p.get("facing_view")) or {"text": FLAT}, **memory.methods())
        scan = [3] * 11
        for name, actions, turn_deg, configured, want in (
                ("scan", scan, None, None, 11), ("after a walk", [1, 1] + scan, None, None, 11), ("after turns the same way", [3, 3, 3] + scan, None, None, 11),
                ("camera back to level", scan + [5, 4], None, None, 11), ("ten turns", [1] + scan[1:], None, None, None),
                ("a step since", scan + [1], None, None, None), ("to the left", [2] * 11, None, None, None), ("nothing", [], None, None, None),
                ("other turns", scan, 15, None, None), ("told by the controller", scan, None, 0, 0)):
            with self.subTest(name):
                env = Env()
                attach(env, turn_deg=turn_deg)
                navd_client._session().settings.pop("facing_view", None)
                navd_client.configure(facing_view=configured)
                env.reset()
                for action in actions:
                    env.step(action)
                gptv_response("?", panorama())
                self.assertEqual(asked.pop(), want)

    def test_before_the_first_reset(self) -> None:
        memory = Memory()
        daemon = self.fake(nav__ask=lambda p: {"text": FLAT, "plan": "x"}, **memory.methods())
        attach(Env())
        gptv_response("<Target Object>:bed", panorama())
        self.assertEqual(navd_client.VertexAIClient().analyze_scene(b"\xff\xd8\xff")["scene_type"], "unknown")
        [asked] = daemon.named("nav.ask")
        self.assertEqual((asked["goal"], "episode" in asked, memory.taken), ("bed", False, {}))

    def test_scenes(self) -> None:
        memory = Memory()
        place = {"place": {"id": "2", "type": "living room", "label": "LivingRoom"}, "transition": "named",
                 "scene": {"scene_type": "LivingRoom", "description": "Bright.", "objects": ["sofa"]}}
        daemon = self.fake(nav__observe=lambda p: place, **memory.methods())
        unknown = {"scene_type": "unknown", "description": "", "objects": [], "objects_to_look_for": []}
        client = navd_client.VertexAIClient(project="p", location="l", endpoint_id="1")
        self.assertEqual(client.analyze_scene(b"\xff\xd8\xff"), unknown)
        env = Env()
        attach(env)
        env.reset()
        got = client.analyze_scene(b"\xff\xd8\xff")
        self.assertEqual(got, {"scene_type": "LivingRoom", "description": "Bright.", "objects": ["sofa"],
                               "objects_to_look_for": ["sofa"], "place_id": "2", "transition": "named"})
        self.assertEqual(daemon.named("nav.observe"), [{"episode": "e1", "wait": True, "image": {"base64": "/9j/"}}])
        manager = navd_client.PlaceManager()
        manager.update((0, 0, 0), got, [{"label": "bed", "conf": 0.9}])  # it is in the memory already
        env.step(1)
        self.assertEqual((len(daemon.named("nav.observe")), memory.taken["e1"][0]["objects"]), (1, ["bed"]))
        del place["scene"]  # the model failed: no kind of place, whatever the memory says
        self.assertEqual(client.analyze_scene(b"\xff\xd8\xff")["scene_type"], "unknown")
        del daemon.methods["nav.observe"]
        self.assertEqual(client.analyze_scene(b"\xff\xd8\xff"), unknown)


class Guide(Case):
    def test_programs(self) -> None:
        """The guide's programs name what there is."""
        with open(os.path.join(HERE, "GUIDE.md"), encoding="utf-8") as file:
            blocks = [block.partition("```")[0] for block in file.read().split("```python\n")[1:]]
        imported = set()
        for block in blocks:
            for node in ast.walk(ast.parse(block)):
                if isinstance(node, ast.ImportFrom):
                    self.assertEqual(node.module, "llm_utils.navd_client")
                    imported.update(name.name for name in node.names)
                if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in navd_client.__all__:
                    taken = inspect.signature(getattr(navd_client, node.func.id)).parameters
                    self.assertLessEqual({k.arg for k in node.keywords}, set(taken))
        self.assertEqual(imported - set(navd_client.__all__), set())
        self.assertLessEqual({"gptv_response", "attach", "configure", "GenerativeModel", "PlaceManager", "VertexAIClient", "Navd", "stats"}, imported)
        [configured] = [block for block in blocks if "import configure" in block]
        exec(configured.partition("\n")[2], {"configure": navd_client.configure})

    def test_house_of_a_simulator(self) -> None:
        """The guide's function says where Habitat's robot stands: ahead, to the left, and how it is turned."""
        with open(os.path.join(HERE, "GUIDE.md"), encoding="utf-8") as file:
            [block] = [block for block in file.read().split("```python\n") if "def house(env)" in block]
        names: Dict[str, Any] = {}
        exec(block.partition("\nattach(")[0], names)
        env = Env()
        for action, want in ((None, (0, 0, 0)), (1, (0.25, 0, 0)), (2, (0.25, 0, 30)), (2, (0.25, 0, 60)), (2, (0.25, 0, 90)), (1, (0.25, 0.25, 90)),
                             (2, (0.25, 0.25, 120)), (2, (0.25, 0.25, 150)), (2, (0.25, 0.25, 180)), (2, (0.25, 0.25, -150))):
            env.sim.act(navd_client.action_name(action))
            pose = names["house"](env)["start"]["pose"]
            with self.subTest(want):
                for name, number in zip(("x", "y"), want):
                    self.assertAlmostEqual(pose[name], number)
                self.assertAlmostEqual(math.remainder(pose["yaw"] - want[2], 360), 0)

    def test_stats_are_explained(self) -> None:
        said = navd_client.stats.__doc__ or ""
        self.assertEqual([name for name in navd_client.stats() if name not in said], [])

if __name__ == "__main__":
    unittest.main()
