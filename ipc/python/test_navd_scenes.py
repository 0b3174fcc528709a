"""Tests of what the client sends to models of scenes and words, and of what it
leaves out of a question. A fake daemon answers."""

from __future__ import annotations

import base64
import sys
import threading
import unittest
from types import SimpleNamespace
from typing import Any, Dict

import navd_client
from navd_client import Navd, NavdError, attach, gpt_response, gptv_response
from standins import Env, Memory
from test_navd_client import FLAT, Case, panorama, unpng


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


if __name__ == "__main__":
    unittest.main()
