"""Tests of navd_client that need no navd: a fake daemon on a real socket."""

from __future__ import annotations

import ast
import base64
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
import textwrap
import threading
import unittest
import zlib
from types import SimpleNamespace
from typing import Any, Dict, Iterator, List, Optional
from unittest import mock

import navd_client
from navd_client import Navd, NavdAway, NavdError, attach, gpt_response, gptv_response
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
                return [1.5, float("nan")]

        for name, given, want in (
                ("nothing", None, None), ("true", True, True), ("text", "소파", "소파"), ("half a sign", "a\ud800", "a?"),
                ("number", 3, 3), ("inf", float("inf"), None), ("minus inf", -math.inf, None), ("nan", math.nan, None),
                ("scalar", Scalar(), 7), ("array", Array(), [1.5, None]), ("tuple", (1, (2,)), [1, [2]]),
                ("set", {"b", "a"}, ["a", "b"]), ("bytes", b"\xff\x00", "/wA="), ("enumeration", HabitatSimActions.STOP, 0),
                ("keys", {1: {"x": math.inf}}, {"1": {"x": None}}), ("path", SimpleNamespace, str(SimpleNamespace))):
            with self.subTest(name):
                self.assertEqual(navd_client._plain(given), want)

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
                ("nothing", None, ""), ("empty dict", {}, ""), ("list of two", [1, 2], ""), ("not a number", math.nan, "")):
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


class Pictures(unittest.TestCase):
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
        plain = {"a": numpy.float32(0.5), "b": numpy.bool_(True), "c": numpy.int64(3), "d": numpy.array([1.0, numpy.inf]), "e": numpy.nan}
        self.assertEqual(navd_client._plain(plain), {"a": 0.5, "b": True, "c": 3, "d": [1.0, None], "e": None})
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
        for shown, angle, slot in (([3, 5, 9, 11], 330, 3), ([11, 1], 330, 0), ([6], 180, 0), ([], 30, 0), ([40, 2], 60, 0)):
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
        with self.strict(), self.assertRaisesRegex(NavdError, "no model answered .vertex: no credentials") as caught:
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
                ("older daemon", {}, panorama(), "navd can not answer this"), ("refused", {"nav__ask": denied}, panorama(), "navd refused: denied"),
                ("unreadable", {"nav__ask": lambda p: {"text": "{'a': {}}"}}, panorama(), "navd refused: internal"),
                ("no text", {"nav__ask": lambda p: {}}, None, "navd refused: internal"), ("no object", {"nav__ask": lambda p: 7}, None, "navd is away"),
                ("no file of a picture", {"nav__ask": lambda p: {"text": FLAT}}, None, "the question can not be sent: ValueError"),
                ("no picture", {"nav__ask": lambda p: {"text": FLAT}}, b"hello", "the question can not be sent: ValueError")):
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


class Shown(Case):
    """Frames that the client sends by itself for the daemon's scene models."""

    def setUp(self) -> None:
        super().setUp()
        self.memory = Memory()
        self.due = True
        self.refused = ""
        self.daemon = self.fake(nav__observe=self.observe, **dict(self.memory.methods(), nav__step=self.step))
        self.daemon.info["scene"] = ["vertex", "local"]

    def step(self, params: Dict[str, Any]) -> Any:
        return dict(self.memory.step(params), scene_due={"due": self.due, "reason": "start"})

    def observe(self, params: Dict[str, Any]) -> Any:
        if self.refused:
            raise NavdError("no", -32006, self.refused)
        return {"place": {"id": "7"}, "scene_due": {"due": False}}

    def walk(self, steps: int, frame: Any = None, **options: Any) -> Any:
        """The samples of an episode of so many steps."""
        before = len(self.daemon.named("nav.observe"))
        env = Env()
        env.rgb = panorama(4, 6) if frame is None else frame
        attached = attach(env, **options)
        env.reset()
        for _ in range(steps):
            env.step(1)
        attached.detach()
        return self.daemon.named("nav.observe")[before:]

    def test_when_it_is_due(self) -> None:
        first, second = self.walk(2)
        self.assertEqual((first["step"], second["step"], "wait" in first), (1, 2, False))
        self.assertEqual((first["episode"], set(first["image"])), ("e1", {"base64"}))
        width, height, colour, rows = unpng(base64.b64decode(first["image"]["base64"]))
        self.assertEqual((width, height, colour, b"".join(rows)), (6, 4, 2, panorama(4, 6).tobytes()))  # it was RGB already
        self.assertEqual(navd_client.stats()["scenes_sent"], 2)
        self.due = False
        self.assertEqual(self.walk(3), [])

    def test_off(self) -> None:
        self.assertEqual(self.walk(3, scenes="off"), [])
        with self.assertRaisesRegex(TypeError, '"auto", "wait" or "off"'):
            attach(Env(), scenes="always")

    def test_without_a_scene_model(self) -> None:
        for chain in (["local"], [], None):
            self.daemon.info["scene"] = chain
            navd_client._session().navd.close()
            self.assertEqual(self.walk(3), [], chain)

    def test_own_scenes(self) -> None:
        for name, make in (("client", navd_client.VertexAIClient), ("places", navd_client.PlaceManager)):
            with self.subTest(name):
                make()
                self.assertEqual(self.walk(3), [])
                self.assertEqual(len(self.walk(1, scenes="wait")), 1)  # whoever says so gets both
                navd_client._session().own_scenes = False
        env = Env()
        env.rgb = panorama()
        attach(env)
        env.reset()  # as the loops do that make theirs in each episode
        navd_client.PlaceManager()
        env.step(1)
        self.assertEqual(len(self.daemon.named("nav.observe")), 2)

    def test_waits(self) -> None:
        [sample] = self.walk(1, scenes="wait")
        self.assertIs(sample["wait"], True)
        with self.strict():
            [sample] = self.walk(1)
        self.assertIs(sample["wait"], True)

    def test_backs_off(self) -> None:
        self.refused = "unavailable"
        self.assertEqual([s["step"] for s in self.walk(150)], [1, 21, 61, 141])
        self.assertEqual(self.said.getvalue().count("\n"), 1)
        self.refused = ""
        self.assertEqual(len(self.walk(3)), 3)
        self.assertEqual((navd_client.stats()["scenes_sent"], navd_client.stats()["steps_sent"]), (3, 153))
        self.refused = "unavailable"
        self.assertEqual([s["step"] for s in self.walk(22)], [1, 21])
        with self.strict(), self.assertRaises(NavdError):
            self.walk(1)

    def test_is_not_waited_for(self) -> None:
        hang = threading.Event()
        self.addCleanup(hang.set)
        self.daemon.methods["nav.observe"] = lambda p: hang.wait(60) and {}
        times = []
        call = Navd.call_within

        def timed(navd: Navd, seconds: float, method: str, params: Any) -> Any:
            times.append((method, seconds))
            return call(navd, seconds, method, params)

        self.patch(Navd, "call_within", timed)
        self.patch(navd_client, "SCENE_S", 0.05)
        self.walk(30)
        self.assertEqual([t for t in times if t[0] == "nav.observe"], [("nav.observe", 0.05)] * 2)
        self.assertEqual((navd_client.stats()["steps_sent"], navd_client.stats()["scenes_sent"]), (30, 0))

    def test_no_frame(self) -> None:
        floats = memoryview(bytearray(4 * 6 * 3 * 8)).cast("B").cast("d", (4, 6, 3))
        for name, frame in (("text", "next"), ("floats", floats), ("flat", memoryview(bytearray(12))), ("grey", memoryview(bytearray(12)).cast("B", (3, 4)))):
            with self.subTest(name):
                self.assertEqual(self.walk(2, frame), [])
        self.assertEqual((self.said.getvalue(), navd_client.stats()["failures"]), ("", 0))

    def test_small(self) -> None:
        self.patch(sys, "modules", {k: v for k, v in sys.modules.items() if k != "cv2"})
        for size, want in (((480, 640), (320, 240)), ((3000, 4000), (308, 231)), ((300, 320), (320, 300))):
            frame = memoryview(bytearray(size[0] * size[1] * 4)).cast("B", (*size, 4))
            self.assertEqual(unpng(navd_client._encode_frame(frame))[:2], want)
        asked = []

        class Array:
            shape, dtype = (960, 1280, 4), "uint8"

            def __getitem__(self, key: Any) -> Any:
                asked.append(key)
                return self

        cv2 = SimpleNamespace(imencode=lambda kind, image: (True, SimpleNamespace(tobytes=lambda: b"\xff\xd8\xff")))
        sys.modules["cv2"] = cv2  # type: ignore[assignment]
        self.assertEqual(navd_client._encode_frame(Array()), b"\xff\xd8\xff")
        self.assertEqual(asked, [(slice(None, None, 2), slice(None, None, 2), slice(2, None, -1))])  # BGR


class Words(Case):
    def test_shape_of_vertex(self) -> None:
        daemon = self.fake(nav__ask=lambda p: {"text": "A red door."})
        model = navd_client.GenerativeModel("gemini", system_instruction="Be brief.")
        one, two = (navd_client.Part.from_data(data=b"\xff\xd8\xff" + end, mime_type="image/jpeg") for end in (b"1", b"2"))
        env = Env()
        attach(env)
        for contents, text, image in (
                (["List.", "What?", one], "List.\nWhat?", "/9j/MQ=="), ("What?", "What?", None), (one, " ", "/9j/MQ=="),
                ([navd_client.Part.from_text("What?"), one, two], "What?", "/9j/MQ==")):
            with self.subTest(text):
                answer = model.generate_content(contents, generation_config={"temperature": 0.2})
                self.assertEqual(answer.text, "A red door.")
                want = {"text": text, "words": True, "system": "Be brief.", "deadline_ms": 30000, "image": {"base64": image}}
                self.assertEqual(daemon.named("nav.ask")[-1], {k: v for k, v in want.items() if v != {"base64": None}})
        self.assertEqual((navd_client.stats()["words"], navd_client.stats()["asks"]), (4, 0))

    def test_failures_are_raised(self) -> None:
        model = navd_client.GenerativeModel()
        for name, methods, contents in (
                ("refused", {}, "What?"), ("no text", {"nav__ask": lambda p: {}}, "What?"),
                ("no picture", {"nav__ask": lambda p: {"text": "x"}}, [navd_client.Part.from_data(b"hello")])):
            with self.subTest(name):
                self.fake(**methods)
                with self.assertRaises(NavdError):
                    model.generate_content(contents)
        with self.strict():
            with self.assertRaises(NavdError):
                model.generate_content([navd_client.Part.from_data(b"hello")])
            with self.assertRaises(SystemExit):
                model.generate_content([navd_client.Part.from_data(b"hello")])
        self.assertEqual((navd_client.stats()["words"], navd_client.stats()["words_failed"]), (5, 5))


class Contexts(Case):
    def test_stands_once(self) -> None:
        memory = Memory()
        texts = iter(("In place 1.", "In place 1.\nIn place 2.", "You are in an unknown area."))
        daemon = self.fake(nav__ask=lambda p: {"text": FLAT}, nav__context=lambda p: {"context": next(texts, "")}, **memory.methods())
        env, manager = Env(), navd_client.PlaceManager()
        attach(env)
        env.reset()
        first, second = manager.get_nav_context(), manager.get_nav_context()
        self.assertEqual(second, "In place 1.\nIn place 2.")
        for text, want in (
                ("<Target Object>:sofa\n<Memory Context>:\n%s\n" % second, "<Target Object>:sofa\n<Memory Context>:\n(the Navigation Context follows)\n"),
                ("%s, then %s" % (first, second), "(the Navigation Context follows), then (the Navigation Context follows)"), ("Where now?", "Where now?")):
            gptv_response(text, panorama())
            self.assertEqual(daemon.named("nav.ask")[-1]["text"], want)
        gpt_response(first)  # not about the episode: navd adds nothing
        self.assertEqual(daemon.named("nav.ask")[-1]["text"], first)
        env.reset()
        gptv_response(first, panorama())
        self.assertEqual(daemon.named("nav.ask")[-1]["text"], first)  # what another episode was told is no context of this one
        attach(env, use="none")
        env.reset()
        daemon.methods["nav.context"] = lambda p: {"context": "In place 1."}
        gptv_response("Map: %s" % manager.get_nav_context(), panorama())
        self.assertEqual(daemon.named("nav.ask")[-1]["text"], "Map: (none)")  # an arm without memory


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

    def test_stats_are_explained(self) -> None:
        said = navd_client.stats.__doc__ or ""
        self.assertEqual([name for name in navd_client.stats() if name not in said], [])

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

    def test_arm_is_never_dropped(self) -> None:
        memory = Memory()

        def plain(refused: str, params: Dict[str, Any]) -> Any:
            if "name" in params or refused in params:
                raise NavdError("not allowed", -32602, "invalid", field=refused)
            return memory.begin(params)

        methods = dict(memory.methods(), episode__begin=functools.partial(plain, "name"))
        daemon = self.fake(nav__ask=lambda p: {"text": FLAT}, **methods)
        env = Env()
        attach(env, run="r", condition="c", use="none")
        env.reset()
        first, again = daemon.named("episode.begin")
        self.assertIn("scene_id", first)
        del again["key"]
        self.assertEqual(again, {"goal": "sofa", "run": "r", "condition": "c", "use": {"context": False, "grounding": False}})
        self.assertEqual(self.said.getvalue(), "")
        memory.taken.clear()  # the daemon has lost it
        self.walk(env, 1)
        self.assertEqual((daemon.named("episode.begin")[-1]["use"], len(memory.taken)), (again["use"], 1))
        for refused in ("run", "condition", "use"):
            daemon.methods["episode.begin"] = functools.partial(plain, refused)
            begun = len(memory.taken)
            env.reset()
            self.walk(env, 2)
            self.assertEqual(len(memory.taken), begun, refused)
            self.assertIn("navd is away", json.loads(gptv_response("?", panorama()))["Reason"])
        self.assertEqual(navd_client.stats()["episodes_dropped"], 3)
        self.assertRegex(self.said.getvalue(), "navd: an episode is given up: .*run, condition and use are not left out: not allowed\n")
        with self.strict(), self.assertRaisesRegex(NavdError, "given up"):
            env.reset()

    def test_arms(self) -> None:
        memory = Memory()
        daemon = self.fake(**memory.methods())
        none = {"context": False, "grounding": False}
        for use, condition, motion, want in (
                ("all", None, "collisions", (None, None)), ("none", None, "collisions", (none, "use=none")),
                ("recent5", None, "collisions", (dict(none, recent=True), "use=recent5")),
                ("none", "without memory", "true", (none, "without memory motion=true")),
                ({}, None, "true", (None, "motion=true")),
                ({"without": ("sites", "recall"), "context": True}, None, "collisions", (
                    {"context": True, "without": ["recall", "sites"]}, 'use={"context":true,"without":["recall","sites"]}'))):
            with self.subTest(use):
                env = Env()
                attach(env, use=use, condition=condition, motion=motion)
                env.reset()
                begun = daemon.named("episode.begin")[-1]
                self.assertEqual((begun.get("use"), begun.get("condition")), want)
        for use in ("nothing", None, 5, ["none"], {"context": "no"}, {"memory": False}, {"without": "sites"}, {"without": ["doors"]}):
            with self.subTest(use), self.assertRaisesRegex(TypeError, '"all", "none", "recent5".*frontiers'):
                attach(Env(), use=use)

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
