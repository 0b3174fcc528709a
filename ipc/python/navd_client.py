"""navd for Python controllers: one file, standard library only, Python 3.9 and later.

navd is the memory of a robot that navigates with a vision-language model. It
listens on a Unix socket, over which this file calls it. Importing it does nothing.

Level 0, one line where a controller imports its model:

    from navd_client import gptv_response, gpt_response

Level 0+, an import and a call after ``env = habitat.Env(config)``: navd now knows
every action, every collision, where episodes begin and end, and, if it has a model
that reads pictures of scenes, what the places look like:

    attach(env)
    feedback("there is no sofa in this bedroom")  # when a user says something

Level 1, replacements for classes that controllers use: :class:`PlaceManager`,
:class:`VertexAIClient`, :class:`GenerativeModel` and :class:`Part`. Level 2, the
whole socket:

    memory = Navd()
    episode = memory.episode.begin(goal="sofa")["episode"]
    memory.nav.step(episode, 1, "turn_right")

Inside a control loop nothing here raises and nothing blocks for long. When navd
is away, questions get the same answer each time (the shown view nearest the
front), steps are kept and sent later, and one line on standard error says so.
Another line says when nobody looks at the pictures. With NAVD_STRICT=1 both raise
:class:`NavdError` instead, and the second question in a row that fails ends the
program. :class:`GenerativeModel` raises in any case. What an environment does not
tell, and what navd refuses of it, has a line too.

Environment: NAVD_SOCKET (path of the socket), NAVD_RUN (experiment that episodes
belong to), NAVD_DEADLINE_MS (time for one answer, default 30000), NAVD_STRICT.
GUIDE.md beside this file goes through a PixelNav benchmark step by step.
"""

from __future__ import annotations

import ast
import atexit
import base64
import functools
import itertools
import json
import math
import os
import re
import socket
import struct
import sys
import threading
import time
import uuid
import zlib
from collections import deque
from enum import Enum
from typing import Any, Callable, Deque, Dict, Iterable, Iterator, List, Mapping, Optional, Sequence, Tuple

__version__ = "0.1.0"

__all__ = [
    "Anchor", "Attached", "GenerativeModel", "Navd", "NavdAway", "NavdError", "Part", "Place", "PlaceManager", "VertexAIClient",
    "attach", "configure", "default_socket", "depth_ranges", "encode_image", "feedback", "goal_name", "gpt_response", "gptv_response",
    "stats", "text_response", "vision_response",
]

Json = Dict[str, Any]

CONNECT_S = 1.0  # for a daemon to accept, and again to say who it is
CALL_S = 5.0  # for an answer that needs no model; every wait is one second longer
MODEL_S = 30.0  # for an answer that a model may have to think about
SLACK_S = 1.0  # how late an answer may be
LONGEST_S = 1_000_000  # what can be waited for; a socket takes no more than some weeks
KNOCK_S = 0.25  # for the same when the daemon is left alone and a question tries nevertheless
BREAK_AFTER = 3  # silences in a row, then the daemon is left alone
BREAK_S = 10.0  # for so long, then it is tried once
CATCH_UP_S = 3.0  # spent within one step of the controller on what was kept
EXIT_S = 1.0  # for one answer while the process ends
KEPT_STEPS = 5000  # steps that an attachment remembers
KEPT_EPISODES = 200  # ended episodes that wait for the daemon
BEGIN_AGAIN = 3  # times that an episode is begun again because the daemon has lost it
SCENE_S = 0.25  # for navd to take a picture of the scene; nobody waits until it is read
SCENE_PAUSE, SCENE_PAUSES = 20, 640  # steps without one after a failure, twice as many after each further one, up to
SCENE_SIDE, SCENE_SIDE_PNG = 640, 320  # pixels of its longer side at most; without cv2 it takes zlib some milliseconds
CHUNK = 500  # steps in one nav.steps
PICTURE_BYTES = 4 << 20  # encoded; well below the daemon's limits of a picture and of a line
TEXT_CHARS = 200_000  # of a question
SHOWN_VIEWS = (1, 3, 5, 7, 9, 11)  # the views in PixelNav's panorama, 30 degrees each, clockwise
TILES = ((1, 3, 5), (7, 9, 11))  # where they stand in it
FORWARD, STOP = "move_forward", "stop"
USES: Dict[str, Dict[str, Any]] = {  # arms of a comparison, as episode.begin has them
    "none": {"context": False, "grounding": False, "episodic": False, "knowledge": False, "search": False},
    "recent5": {"context": False, "grounding": False, "episodic": False, "knowledge": False, "search": False, "recent": True}, "all": {}}
PARTS = ("frontiers", "newness", "looks", "visits", "outcomes", "sites", "recall", "straight", "legs", "seen", "near", "ranges", "rooms", "skips")  # for use's without


# Errors


class NavdError(Exception):
    """The daemon refused a call; the message is that of its answer.

    ``code`` is that of JSON-RPC, ``kind`` one of invalid, not_found, conflict,
    denied, too_large, unavailable, timeout, cancelled, exhausted, corrupt and
    internal. The other members are empty where the daemon said nothing.
    """

    def __init__(self, message: str, code: int = -32006, kind: str = "unavailable", **data: Any) -> None:
        super().__init__(message)
        self.message = message
        self.code = code
        self.kind = kind
        self.field: str = str(data.get("field") or "")
        self.given: str = str(data.get("given") or "")
        self.allowed: str = str(data.get("allowed") or "")
        self.hint: str = str(data.get("hint") or "")
        self.incident: str = str(data.get("incident") or "")
        self.expected_seq: int = int(data.get("expected_seq") or 0)

    def __str__(self) -> str:
        return self.message + (" (" + self.hint + ")" if self.hint else "")


class NavdAway(NavdError):
    """The daemon cannot be reached, does not answer in time, or broke off."""


class _Silent(NavdAway):
    """The daemon accepted the call, but did not answer in time. This costs a control
    loop time; a socket that nobody listens on does not."""

    def __init__(self, method: str) -> None:
        super().__init__("navd did not answer %s in time" % method, -32007, "timeout")


class _Told(NavdError):
    """A failure that gets its own line on standard error. about is its kind."""

    def __init__(self, about: str, message: str, **data: Any) -> None:
        super().__init__(message, **data)
        self.about = about


_KINDS = {
    -32700: "invalid", -32600: "invalid", -32601: "not_found", -32602: "invalid", -32603: "internal",
    -32001: "invalid", -32002: "not_found", -32003: "conflict", -32004: "denied", -32005: "too_large",
    -32006: "unavailable", -32007: "timeout", -32008: "cancelled", -32009: "exhausted", -32010: "corrupt",
}


def _error_of(error: Any) -> NavdError:
    if not isinstance(error, dict):
        return NavdAway("navd answered an error that is none")
    raw = error.get("data")
    data: Json = dict(raw) if isinstance(raw, dict) else {}
    code = error.get("code")
    code = code if isinstance(code, int) else -32603
    kind = str(data.pop("kind", "") or _KINDS.get(code, "internal"))
    try:
        return NavdError(str(error.get("message", "")), code, kind, **data)
    except (TypeError, ValueError):
        return NavdError(str(error.get("message", "")), code, kind)


# Plain JSON


def _plain(value: Any, at: Tuple[Any, ...] = (), depth: int = 0) -> Any:
    """Converts a controller's value to plain JSON: also scalars and arrays of numpy,
    enumerations, paths and sets. at says where it stands, for the message of the
    TypeError for what JSON cannot have, and of the ValueError for inf and NaN."""
    if value is None or isinstance(value, bool):
        return value
    if depth > 40:
        raise ValueError("%s is nested too deep: at most 40 lists and mappings stand in each other" % _field(at[:3]))
    if isinstance(value, Enum):
        return _plain(value.value, at, depth + 1)
    if isinstance(value, int):
        return int(value)
    if isinstance(value, float):
        return float(value) if math.isfinite(value) else _endless(value, at)
    if isinstance(value, str):
        return value.encode("utf-8", "replace").decode("utf-8")
    if isinstance(value, Mapping):
        return _members(value, at, depth)
    if isinstance(value, (list, tuple, deque, range)):
        return [_plain(v, at + (i,), depth + 1) for i, v in enumerate(value)]
    if isinstance(value, (set, frozenset)):
        return sorted((_plain(v, at + (i,), depth + 1) for i, v in enumerate(value)), key=str)
    if isinstance(value, (bytes, bytearray, memoryview)):
        if at[-1:] not in (("base64",), ("content",)):
            raise TypeError("%s is no bytes, given %s; decode() makes a text of them" % (_field(at), _short(value)))
        return base64.b64encode(bytes(value)).decode("ascii")
    if isinstance(value, os.PathLike):
        return _plain(os.fspath(value), at, depth + 1)
    if isinstance(value, uuid.UUID):
        return str(value)
    for name in ("tolist", "item"):  # arrays, then scalars, of numpy and the like
        convert = getattr(value, name, None)
        if callable(convert) and not isinstance(value, type):
            return _plain(convert(), at, depth + 1)
    raise TypeError("%s is a text, a number, True, False, None, a list or a mapping, given %s" % (_field(at), _short(value)))


def _members(mapping: Mapping[Any, Any], at: Tuple[Any, ...], depth: int) -> Json:
    """The members of a mapping. Their names are texts or whole numbers, which are
    written as texts; no two may be the same then."""
    members: Json = {}
    for key, value in mapping.items():
        name = _plain(key, at, depth + 1)
        if isinstance(name, bool) or not isinstance(name, (str, int)):
            raise TypeError("%s has texts as names of its members, given %s" % (_field(at), _short(key)))
        name = str(name)
        if name in members:
            raise ValueError("%s has a member %s twice, as a number and as a text; leave one out" % (_field(at), name))
        members[name] = _plain(value, at + (name,), depth + 1)
    return members


def _endless(number: float, at: Tuple[Any, ...]) -> Optional[float]:
    """What is sent for inf and NaN, which JSON has not. In the values of ranges, as
    a laser gives them, inf is null: nothing was hit; and NaN is 0: nothing was
    measured. Elsewhere null would count as not given, so that it is a ValueError."""
    if len(at) < 3 or at[-2] != "values" or "ranges" not in at:
        raise ValueError("%s is a finite number, given %s; leave it out where it is not known" % (_field(at), number))
    if number == -math.inf:
        raise ValueError("%s is metres, inf where nothing was hit, or NaN or 0 where nothing was measured, given -inf" % _field(at))
    return 0.0 if math.isnan(number) else None


def _field(at: Sequence[Any]) -> str:
    """The name of a place in parameters, as in labels[3].see_m."""
    return "".join("[%d]" % part if isinstance(part, int) else "." + part for part in at).lstrip(".") or "the value"


def _dump(value: Any) -> bytes:
    """A line of JSON, of what is plain already."""
    return json.dumps(value, ensure_ascii=True, allow_nan=False, separators=(",", ":")).encode("ascii")


def _truth(value: Any) -> bool:
    """Whether it is True or False, numpy's or not, which count as numbers in Python."""
    try:
        item = getattr(value, "item", None)
        return isinstance(item() if callable(item) else value, bool)
    except Exception:  # an array of many
        return False


def _seconds(name: str, value: Any) -> float:
    """A time to wait. TypeError for what is no number, ValueError for what is no time."""
    allowed = "%s is a number of seconds, 0..%d, given %s; leave it out for the usual time" % (name, LONGEST_S, _short(value))
    if _truth(value) or isinstance(value, (str, bytes)):
        raise TypeError(allowed)
    try:
        seconds = float(value)
    except (TypeError, ValueError, OverflowError):
        raise TypeError(allowed) from None
    if not 0 <= seconds <= LONGEST_S:
        raise ValueError(allowed)
    return seconds


def _elements(name: str, given: Any) -> List[Any]:
    """The elements of a list, a tuple, a set in the order of its texts, an array, or
    anything else that has some. TypeError for one text, whose letters would be taken
    for elements, and for what has none."""
    convert = getattr(given, "tolist", None)
    given = convert() if callable(convert) else given
    if isinstance(given, (str, bytes, bytearray, Mapping)) or not isinstance(given, Iterable):
        raise TypeError('%s is a list of texts, as in ["sofa", "bed"], given %s' % (name, _short(given)))
    return sorted(given, key=str) if isinstance(given, (set, frozenset)) else list(given)


def _labels(name: str, given: Any) -> List[str]:
    """A list of texts. TypeError for what is none, which names the element."""
    labels = [label.value if isinstance(label, Enum) else label for label in _elements(name, given)]
    for i, label in enumerate(labels):
        if not isinstance(label, str):
            raise TypeError("%s[%d] is a text, given %s; leave out what has no name" % (name, i, _short(label)))
    return labels


def _given(**params: Any) -> Json:
    return {name: value for name, value in params.items() if value is not None}


def _number(value: Any) -> Optional[float]:
    """A finite number of at least 0, or None."""
    try:
        number = float(value)
    except (TypeError, ValueError, OverflowError):
        return None
    return number if math.isfinite(number) and number >= 0 else None


def _follow(start: Any, *names: str) -> Any:
    """The attribute at the end of a chain of attributes, or None if one is missing."""
    for name in names:
        try:
            start = getattr(start, name, None)
        except Exception:
            return None
        if start is None:
            return None
    return start


# The socket


def default_socket() -> str:
    """The socket of the user's daemon: NAVD_SOCKET, or where ``navd run`` listens."""
    named = os.environ.get("NAVD_SOCKET", "")
    if named:
        return named
    runtime = os.environ.get("XDG_RUNTIME_DIR", "")
    if os.path.isabs(runtime):
        return os.path.join(runtime, "navd", "navd.sock")
    tmp = os.environ.get("TMPDIR", "")
    return os.path.join(tmp if os.path.isabs(tmp) else "/tmp", "navd-%d" % os.getuid(), "navd.sock")


class _Line:
    """One connection. It serves one call at a time; after an error it is closed,
    because the answer to an abandoned call could be taken for that to the next."""

    def __init__(self, path: str, timeout: float) -> None:
        self._rest = b""
        self.proven = False  # it has answered more than a greeting
        self._sock = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        try:
            self._sock.settimeout(timeout)
            self._sock.connect(path)
        except BaseException as error:
            self._sock.close()
            if isinstance(error, (socket.timeout, BlockingIOError)):
                raise _Silent("a connection") from error
            if isinstance(error, PermissionError):
                raise NavdAway("the socket %s may not be used" % path, -32004, "denied") from error
            if isinstance(error, (OSError, ValueError)):
                raise NavdAway("navd is not running at %s" % path, hint="start it with `navd run`") from error
            raise

    def gone(self) -> bool:
        """Whether the daemon has closed the connection since the last call."""
        try:
            self._sock.settimeout(0)
            return self._rest != b"" or self._sock.recv(1, socket.MSG_PEEK) is not None
        except BlockingIOError:
            return False
        except OSError:
            return True

    def send(self, line: bytes, timeout: float) -> None:
        self._sock.settimeout(timeout)
        self._sock.sendall(line)

    def read(self, until: float) -> bytes:
        """One line, without its end. OSError when there is none in time."""
        parts = [self._rest]
        while b"\n" not in parts[-1]:
            left = until - time.monotonic()
            if left <= 0:
                raise socket.timeout("no answer in time")
            self._sock.settimeout(left)
            part = self._sock.recv(1 << 16)
            if not part:
                raise ConnectionResetError("navd broke off")
            parts.append(part)
        line, _, self._rest = b"".join(parts).partition(b"\n")
        return line

    def last(self) -> Optional[Json]:
        """The error that the daemon wrote before it closed the connection, if it wrote one."""
        try:
            told = json.loads(self.read(time.monotonic() + KNOCK_S))
        except (OSError, ValueError, RecursionError):
            return None
        return told if isinstance(told, dict) and told.get("id") is None and "error" in told else None

    def close(self) -> None:
        self._sock.close()


# The methods of the navd that this file came with.
_METHODS = """
    navd.info navd.health navd.metrics navd.config navd.check navd.backup navd.export navd.import episode.begin episode.goal episode.end
    episode.get episode.list episode.log episode.delete house.list house.get house.objects house.where house.path
    house.delete house.export house.import house.snapshot house.align nav.step nav.steps nav.observe nav.plan
    nav.plan_result nav.ask nav.context nav.localize nav.where nav.things nav.pictures nav.graph nav.path feedback.add feedback.parse
    grounding.get grounding.list grounding.history grounding.undo grounding.retire grounding.confirm
    grounding.pin grounding.finalize grounding.save_final grounding.prompt grounding.merge
    grounding.import grounding.export episodic.slot episodic.gate episodic.append episodic.outcome
    episodic.explain episodic.supersede episodic.get episodic.list episodic.snapshot episodic.import
    episodic.export episodic.stats episodic.signature episodic.advise episodic.render
    knowledge.submit knowledge.process knowledge.proposals knowledge.approve knowledge.reject knowledge.search
    knowledge.list knowledge.get knowledge.history knowledge.diff knowledge.rollback knowledge.attach
    knowledge.detach knowledge.evaluate knowledge.check knowledge.import knowledge.export
    lats.open lats.run lats.step lats.propose lats.samples lats.observe lats.evaluate lats.status lats.result lats.tree
    lats.cancel lats.resume lats.outcome lats.list lats.delete lats.export jobs.list jobs.get jobs.retry jobs.cancel memory.search
    events.subscribe
""".split()


def _check_name(what: str, name: str, known: Iterable[str]) -> None:
    """Refuses a name that looks like a misspelt one. Any other unknown name is let
    through: a newer navd may have it."""
    names = set(known)
    if name in names:
        return
    import difflib  # needed here alone
    near = difflib.get_close_matches(name, sorted(names), 1, 0.7)
    if near:
        raise AttributeError("there is no %s %s; did you mean %s?" % (what, name, near[0]))


class Noun:
    """The methods of one noun, by name: ``memory.lats.tree(search="s1")``.

    Names that are words of Python take an underscore: ``memory.knowledge.import_``,
    and so do parameters: ``memory.nav.path(episode=e, from_="1", to="4")``.
    ``timeout`` is the longest wait in seconds and is not sent. A misspelt name raises
    AttributeError, which names the nearest one.
    """

    def __init__(self, navd: "Navd", noun: str) -> None:
        self._navd = navd
        self._noun = noun

    def __getattr__(self, name: str) -> Callable[..., Any]:
        if name.startswith("_"):
            raise AttributeError(name)
        method = self._noun + "." + _bare(name)
        _check_name("method", method, (m for m in _METHODS if m.startswith(self._noun + ".")))

        def call(*args: Any, timeout: Optional[float] = None, **params: Any) -> Any:
            if args:
                raise TypeError("%s takes its parameters by name, as in %s(episode=…)" % (method, method))
            return self._navd.call(method, {_bare(k): v for k, v in params.items()}, timeout)

        call.__name__ = name
        return call


def _bare(name: str) -> str:
    return name[:-1] if name.endswith("_") else name


class EpisodeNoun(Noun):
    """The methods of episodes; those with types here, the others by name."""

    def begin(self, goal: str, timeout: Optional[float] = None, **more: Any) -> Json:
        """Begins an episode: {episode, place, anchor, plan_due, scene_due}."""
        return self._navd.answer("episode.begin", dict(more, goal=goal), timeout)

    def end(self, episode: str, success: Optional[bool] = None, distance_to_goal: Optional[float] = None,
            reason: Optional[str] = None, timeout: Optional[float] = None, **more: Any) -> Json:
        """Ends an episode: {episode, metrics}. reason: stop, limit, reset or exit."""
        known = _given(success=success, distance_to_goal=distance_to_goal, reason=reason)
        return self._navd.answer("episode.end", dict(more, episode=episode, **known), timeout)

    def get(self, episode: str, timeout: Optional[float] = None) -> Json:
        """An episode with its configuration and metrics."""
        return self._navd.answer("episode.get", {"episode": episode}, timeout)

    def all(self, timeout: Optional[float] = None, **filters: Any) -> Iterator[Json]:
        """Every episode that matches the filters, newest first, over all pages."""
        return self._navd.pages("episode.list", "episodes", filters, timeout)

    def entries(self, episode: str, timeout: Optional[float] = None, **filters: Any) -> Iterator[Json]:
        """The whole log of an episode, oldest first, over all pages."""
        return self._navd.pages("episode.log", "entries", dict(filters, episode=episode), timeout)


class NavNoun(Noun):
    """The methods of navigation; those with types here, the others by name."""

    def step(self, episode: str, seq: int, action: Any, collided: Optional[bool] = None,
             timeout: Optional[float] = None, **more: Any) -> Json:
        """One action: {pose, anchor, place, events, loop, plan_due, scene_due}."""
        params = dict(more, episode=episode, seq=seq, action=_action(action, "action"))
        return self._navd.answer("nav.step", dict(params, **_given(collided=collided)), timeout)

    def steps(self, episode: str, steps: Sequence[Mapping[str, Any]], timeout: Optional[float] = None) -> List[Json]:
        """Several actions, all or none: one answer each."""
        if isinstance(steps, Iterable) and not isinstance(steps, (str, Mapping)):
            steps = [dict(s, action=_action(s["action"], "steps[%d].action" % i)) if isinstance(s, Mapping) and "action" in s else s
                     for i, s in enumerate(steps)]
        answers = self._navd.answer("nav.steps", {"episode": episode, "steps": steps}, timeout).get("steps")
        return answers if isinstance(answers, list) else []

    def observe(self, episode: str, scene_type: Optional[str] = None, objects: Optional[Iterable[str]] = None,
                description: Optional[str] = None, image: Any = None, wait: Optional[bool] = None,
                timeout: Optional[float] = None, ranges: Optional[Sequence[Mapping[str, Any]]] = None, **more: Any) -> Json:
        """Adds a scene, in the controller's words or as a picture to be read, and how far
        the robot sees from where it stands: {place, transition, …}. TypeError for
        objects that are no list of texts."""
        params = dict(more, episode=episode, **_given(scene_type=scene_type, description=description, wait=wait, ranges=ranges))
        if objects is not None:
            params["objects"] = _labels("objects", objects)
        if image is not None:
            params["image"] = picture(image)
        return self._navd.answer("nav.observe", params, MODEL_S if timeout is None else timeout)

    def plan(self, episode: str, labels: Optional[Sequence[Mapping[str, Any]]] = None, image: Any = None,
             timeout: Optional[float] = None, **more: Any) -> Json:
        """Asks where to go next: {plan, goal_flag, angle, view, turns, stop, …}."""
        params = dict(more, episode=episode, **_given(labels=labels))
        if image is not None:
            params["image"] = picture(image)
        return self._navd.answer("nav.plan", params, timeout)

    def plan_result(self, plan: str, timeout: Optional[float] = None, **more: Any) -> Json:
        """Tells what became of a plan: goal_flag_verified, executed_view, executed."""
        return self._navd.answer("nav.plan_result", dict(more, plan=plan), timeout)

    def ask(self, text: str, image: Any = None, timeout: Optional[float] = None, **more: Any) -> Json:
        """Asks a question as one asks a model: {text, goal_flag, fallback, planner, …}."""
        params = dict(more, text=text)
        if image is not None:
            params["image"] = picture(image)
        return self._navd.answer("nav.ask", params, timeout)

    def context(self, episode: str, format: str = "json", timeout: Optional[float] = None, **more: Any) -> Json:
        """Gives the Navigation Context: {context, dropped, tokens}."""
        return self._navd.answer("nav.context", dict(more, episode=episode, format=format), timeout)

    def graph(self, episode: str, timeout: Optional[float] = None, seen: Optional[bool] = None) -> Json:
        """Gives the whole memory of an episode: {places, anchors, edges, sites}. With
        seen it also has the floor that ranges showed: {seen: {cell_m, floor, walls, edges}}."""
        return self._navd.answer("nav.graph", {"episode": episode, **_given(seen=seen)}, timeout)


class FeedbackNoun(Noun):
    """The methods of feedback. Those below have types; the others go by name."""

    def add(self, episode: str, text: Optional[str] = None, verdict: Optional[str] = None, step: Optional[int] = None,
            timeout: Optional[float] = None, **more: Any) -> Json:
        """Tells what a user says about an episode, which may have ended: {feedback,
        ids, verdict, entries}. The call has a key, so the daemon keeps it only once,
        even if it was restarted meanwhile."""
        params = dict({"key": uuid.uuid4().hex}, **more)
        params.update(_given(episode=episode, text=text, verdict=verdict, step=step))
        return self._navd.answer("feedback.add", params, timeout)


_REPEATABLE = {"nav.step", "nav.steps", "nav.context", "nav.graph", "nav.localize", "nav.where", "nav.things", "nav.pictures", "nav.path", "nav.plan_result"}
_SLOW = {"nav.plan", "nav.ask", "nav.observe"}
_QUESTIONS = {"nav.plan", "nav.ask", "feedback.add"}  # somebody waits for the answer


def _repeatable(method: str, params: Mapping[str, Any]) -> bool:
    """Whether a call may be sent again when it is not known if it was carried out."""
    verb = method.partition(".")[2]
    return params.get("key") is not None or method in _REPEATABLE or method.startswith("navd.") or verb in ("get", "list", "log", "end")


class Navd:
    """A connection to the daemon, with every method of its socket by name.

    ``memory.nav.step(…)`` calls ``nav.step``. The result is the answer's JSON as
    Python values. A refused call raises :class:`NavdError`; a call without an answer
    raises :class:`NavdAway`. Threads may share a Navd, and it can be used after a
    fork: each process opens its own sockets.

    Parameters are what JSON has, also as numpy's numbers and arrays. Anything else
    raises TypeError, NaN and infinity ValueError, with the name of the member, as in
    labels[3].see_m, before anything is sent. Only among the values of ranges they
    mean something: inf that nothing was hit, NaN that nothing was measured.

    If the daemon did not answer three times in a row, the calls of the next ten
    seconds fail at once; then one call tries it again. ``breaker=0`` tries at every
    call. Questions try it every time, for a quarter of a second. A daemon that does
    not run, or that breaks the connection, is also tried every time, because that
    takes no time.
    """

    def __init__(self, socket_path: Optional[str] = None, timeout: float = CALL_S, *,
                 breaker: int = BREAK_AFTER, pause: float = BREAK_S) -> None:
        _check("socket_path", socket_path, isinstance(socket_path, (str, os.PathLike)), "a path")
        _check("breaker", breaker, _whole(breaker, 0, 1 << 31), "a whole number, 0 to try at every call")
        self.socket_path = os.fspath(socket_path) if socket_path else default_socket()
        self.timeout = _seconds("timeout", timeout)
        self.breaker = breaker
        self.pause = _seconds("pause", pause)
        self.episode = EpisodeNoun(self, "episode")
        self.nav = NavNoun(self, "nav")
        self.feedback = FeedbackNoun(self, "feedback")
        self._renew()

    def _renew(self) -> None:
        self._pid = os.getpid()
        self._lock = threading.Lock()
        self._idle: List[_Line] = []
        self._ids = 0
        self._greeting: Json = {}
        self._failures = 0  # calls in a row without an answer in time
        self._mute = 0  # of these, those on a connection that had answered only its first navd.info
        self._closed_until = 0.0

    def _own(self) -> None:
        """After a fork the sockets belong to the parent, and its locks may stay locked
        for ever: the child closes its copies of the sockets and makes new locks."""
        if self._pid != os.getpid():
            lines = self._idle
            self._renew()
            for line in lines:
                line.close()

    def __getattr__(self, name: str) -> Noun:
        if name.startswith("_"):
            raise AttributeError(name)
        _check_name("noun", _bare(name), (m.split(".")[0] for m in _METHODS))
        return Noun(self, _bare(name))

    def __enter__(self) -> "Navd":
        return self

    def __exit__(self, *_: Any) -> None:
        self.close()

    def close(self) -> None:
        """Closes the idle connections. The next call opens a new one."""
        self._own()
        with self._lock:
            lines, self._idle = self._idle, []
        for line in lines:
            line.close()

    def info(self) -> Json:
        """Describes the daemon: version, data_dir, pid, durability, counts and more."""
        return self.answer("navd.info", {})

    def wait_ready(self, seconds: float = 10.0) -> Json:
        """Waits until the daemon answers, and gives its info. Raises NavdAway if it
        does not answer within seconds."""
        until = time.monotonic() + _seconds("seconds", seconds)
        while True:
            self.heal()
            try:
                return self.info()
            except NavdAway:
                if time.monotonic() >= until:
                    raise
            time.sleep(0.02)

    def heal(self) -> None:
        """Forgets past failures: the next call tries the daemon at once."""
        self._own()
        with self._lock:
            self._failures, self._mute, self._closed_until = 0, 0, 0.0

    def answer(self, method: str, params: Mapping[str, Any], timeout: Optional[float] = None) -> Json:
        """:meth:`call` for a method whose result is an object."""
        result = self.call(method, params, timeout)
        if not isinstance(result, dict):
            raise NavdAway("navd answered %s with no object" % method)
        return result

    def call(self, method: str, params: Optional[Mapping[str, Any]] = None, timeout: Optional[float] = None) -> Any:
        """Calls a method and gives its result. timeout is how long to wait for the
        answer, in seconds; the default is deadline_ms if that is given."""
        params = {} if params is None else params
        if not isinstance(params, Mapping):
            raise TypeError('the parameters of %s are a mapping, as in {"episode": "1"}, given %s' % (method, _short(params)))
        if timeout is not None:
            timeout = _seconds("timeout", timeout)
        else:
            deadline = _number(params.get("deadline_ms"))
            timeout = deadline / 1000 if deadline else MODEL_S if method in _SLOW else self.timeout
        return self.call_within(timeout + SLACK_S, method, params)

    def call_within(self, seconds: float, method: str, params: Mapping[str, Any]) -> Any:
        """:meth:`call` that waits at most so many seconds for the answer, without slack."""
        params = _plain(params)
        self._own()
        if method in _QUESTIONS:
            self.knock()
        self._admit()
        try:
            answer = self._exchange(method, params, seconds)
        except NavdAway as error:
            self._failed(error)
            raise
        with self._lock:
            self._failures, self._mute, self._closed_until = 0, 0, 0.0
        if answer.get("error") is not None:
            raise _error_of(answer["error"])
        return answer.get("result")

    def pages(self, method: str, plural: str, params: Mapping[str, Any], timeout: Optional[float] = None) -> Iterator[Json]:
        """Gives every element of a list, page after page."""
        cursor: Optional[str] = None
        while True:
            page = self.answer(method, dict(params, **_given(cursor=cursor)), timeout)
            yield from page.get(plural) or []
            cursor = page.get("cursor")
            if not cursor:
                return

    def watch(self, types: Optional[Sequence[str]] = None, episode: Optional[str] = None,
              since: Optional[str] = None, timeout: Optional[float] = None) -> Iterator[Json]:
        """Gives events as they happen, over a separate connection. It ends after
        timeout seconds without an event, and raises NavdAway when the daemon stops."""
        if timeout is not None:
            timeout = _seconds("timeout", timeout)
        params = _plain(_given(types=types, episode=episode, since=since))
        self._own()
        line = self._dial()
        try:
            first = self._ask(line, "events.subscribe", params, self.timeout + SLACK_S)
            if first.get("error") is not None:
                raise _error_of(first["error"])
            while True:
                wait = time.monotonic() + (365 * 86400.0 if timeout is None else timeout)
                event = json.loads(line.read(wait))
                if isinstance(event, dict) and event.get("method") == "event":
                    yield event["params"]
        except socket.timeout:
            return
        except (OSError, ValueError) as error:
            raise NavdAway("navd broke off") from error
        finally:
            line.close()

    def knock(self) -> None:
        """Before a question: checks whether a daemon that calls do not try at present
        answers again; if it does, the other calls try it again too. If it does not, it
        raises NavdAway after a quarter of a second. If the daemon answers this check
        but not the calls after it, questions stop trying it too."""
        self._own()
        with self._lock:
            alone = self.breaker > 0 and self._failures >= self.breaker
            if not alone or (self._mute >= self.breaker and time.monotonic() < self._closed_until):
                return
        try:
            line = self._dial(KNOCK_S)
        except NavdAway as error:
            self._failed(error)
            raise
        with self._lock:
            self._idle.append(line)
            self._failures, self._closed_until = self.breaker - 1, 0.0  # one more call without an answer is enough

    def _admit(self) -> None:
        """Refuses calls during the pause. After it one call goes through to try the
        daemon, and the others are refused until that call has its answer."""
        with self._lock:
            if self.breaker <= 0 or self._failures < self.breaker:
                return
            now = time.monotonic()
            if now < self._closed_until:
                raise _Closed("navd is away, and left alone for a while", hint="is it running at %s?" % self.socket_path)
            self._closed_until = now + self.pause

    def _failed(self, error: NavdAway) -> None:
        self.close()  # the other connections lead to the same daemon
        with self._lock:
            if isinstance(error, _Silent):
                self._failures += 1
                self._closed_until = time.monotonic() + self.pause
            else:  # no daemon runs, so a call costs no time
                self._failures, self._mute, self._closed_until = 0, 0, 0.0

    def _exchange(self, method: str, params: Mapping[str, Any], timeout: float) -> Json:
        """Makes one call over an idle connection or a new one. If the daemon had
        closed the idle connection, as it does when it restarts, a call that may be
        sent twice is sent again."""
        line = self._take()
        again = line is not None and _repeatable(method, params)
        if line is None:
            line = self._dial()
        try:
            answer = self._ask(line, method, params, timeout)
        except ConnectionError as error:
            line.close()
            if not again:
                raise NavdAway("navd broke off during %s" % method) from error
            line = self._dial()
            answer = self._ask_closing(line, method, params, timeout)
        except BaseException as error:
            line.close()
            if isinstance(error, socket.timeout) and not line.proven:
                with self._lock:
                    self._mute += 1
            raise _away(error, method)
        line.proven = True
        with self._lock:
            keep = len(self._idle) < 8
            if keep:
                self._idle.append(line)
        if not keep:
            line.close()
        return answer

    def _ask_closing(self, line: _Line, method: str, params: Mapping[str, Any], timeout: float) -> Json:
        try:
            return self._ask(line, method, params, timeout)
        except BaseException as error:
            line.close()
            raise _away(error, method)

    def _take(self) -> Optional[_Line]:
        while True:
            with self._lock:
                line = self._idle.pop() if self._idle else None
            if line is None or not line.gone():
                return line
            line.close()

    def _dial(self, seconds: Optional[float] = None) -> _Line:
        """Opens a connection and checks that the daemon answers on it. A daemon that
        accepts but does not answer is found here, within a second, and not by a
        question that would wait as long as for a model. NavdAway with the daemon's
        words when it refuses the connection, as when too many are open."""
        seconds = CONNECT_S if seconds is None else seconds
        line = _Line(self.socket_path, seconds)
        greeting = self._ask_closing(line, "navd.info", {}, seconds)
        if greeting.get("id") is None:  # it is of no call: the connection is refused, and closed by now
            line.close()
            refused = _error_of(greeting.get("error"))
            raise NavdAway(refused.message, refused.code, refused.kind, hint=refused.hint)
        self._greeting = greeting
        return line

    @property
    def reads_scenes(self) -> bool:
        """Whether the daemon had a model that reads pictures of scenes when the newest
        connection was made."""
        info = self._greeting.get("result")
        chain = info.get("scene") if isinstance(info, dict) else None
        return isinstance(chain, list) and any(entry != "local" for entry in chain)

    def _ask(self, line: _Line, method: str, params: Mapping[str, Any], timeout: float) -> Json:
        until = time.monotonic() + timeout
        with self._lock:
            self._ids += 1
            number = self._ids
        try:
            line.send(_dump({"jsonrpc": "2.0", "id": number, "method": method, "params": params}) + b"\n", timeout)
        except ConnectionError as error:
            told = None if line.proven else line.last()  # why it is closed stands there to be read
            if told is None:
                raise
            return told
        while True:
            answer = json.loads(line.read(until))
            if not isinstance(answer, dict):
                raise ValueError("no object")
            # A line that is too long is refused before its id is read.
            if answer.get("id") == number or (answer.get("id") is None and "error" in answer):
                return answer


class _Closed(NavdAway):
    """The daemon did not answer before, so this call was not sent."""


def _away(error: BaseException, method: str) -> BaseException:
    if isinstance(error, NavdError):
        return error
    if isinstance(error, socket.timeout):
        return _Silent(method)
    if isinstance(error, (OSError, ValueError, RecursionError)):
        return NavdAway("navd broke off during %s: %s" % (method, error))
    return error


# Pictures


def picture(image: Any, limit: int = PICTURE_BYTES) -> Json:
    """Makes a parameter of a picture: {"base64": …} of at most limit bytes. A
    reference, {"path": …} or {"base64": …}, stays as it is."""
    if isinstance(image, Mapping):
        return dict(image)
    return {"base64": base64.b64encode(encode_image(image, limit)).decode("ascii")}


def depth_ranges(depth: Any, hfov_deg: float, max_m: float, camera_m: float = 0.88, low_m: float = 0.1, high_m: float = 1.0,
                 step_deg: float = 3.0, view: Optional[int] = None) -> Json:
    """Makes ranges of a depth picture, as nav.plan and nav.observe take them: the
    distance to the nearest thing between two heights, in each direction the camera sees.

    depth has rows of metres along the camera's axis, the top row first (an array of
    numpy, height x width or height x width x 1, or lists); 0 and NaN mean that
    nothing was measured. The camera looks level, camera_m above the floor,
    and sees hfov_deg from side to side. view is the view it looks along; None means
    where the robot faces now. nav.observe takes no view. ValueError, which names the
    argument, for what does not fit."""
    if str(getattr(depth, "dtype", "")) in ("uint16", "int16"):
        raise ValueError("depth has rows of metres, given %s, in which cameras write millimetres; give depth / 1000.0" % depth.dtype)
    rows = _rows(depth)
    for name, value, fits, allowed in (
            ("hfov_deg", hfov_deg, lambda v: 0 < v < 180, "a number of 0..180 without the ends"), ("max_m", max_m, lambda v: v > 0, "a number above 0"),
            ("camera_m", camera_m, lambda v: True, "a number"), ("low_m", low_m, lambda v: True, "a number"), ("high_m", high_m, lambda v: True, "a number"),
            ("step_deg", step_deg, lambda v: v > 0, "a number above 0")):
        if not _finite(value) or not fits(value):
            raise ValueError("%s is %s, given %s" % (name, allowed, _short(value)))
    if low_m >= high_m:
        raise ValueError("low_m is below high_m, given %r and %r" % (low_m, high_m))
    if view is not None and not _whole(view, 0, 11):
        raise ValueError("view is a whole number of 0..11, or None for where the robot faces now, given %s" % _short(view))
    height, width = len(rows), len(rows[0])
    focal = width / 2 / math.tan(math.radians(hfov_deg) / 2)  # pixels
    count = max(1, int(hfov_deg / step_deg))
    first = (count - 1) * step_deg / 2
    values: List[Optional[float]] = []
    for i in range(count):
        angle = math.radians(first - i * step_deg)
        column = min(width - 1, max(0, int(width / 2 - focal * math.tan(angle))))
        nearest, measured = math.inf, False
        for y, row in enumerate(rows):
            metres = _metres(row[column], y, column)
            measured = measured or metres > 0
            if metres > 0 and low_m <= camera_m - metres * (y + 0.5 - height / 2) / focal <= high_m:
                nearest = min(nearest, metres / math.cos(angle))
        values.append(round(nearest, 3) if nearest < max_m else None if measured else 0.0)
    ranges: Json = {"start_deg": first, "step_deg": -step_deg, "max_m": max_m, "values": values}
    return ranges if view is None else dict(ranges, view=int(view))


def _rows(depth: Any) -> List[Any]:
    """The rows of a depth picture. ValueError for what is none."""
    allowed = "depth has rows of metres, all of the same length"
    try:
        rows = [list(row) for row in (depth.tolist() if hasattr(depth, "tolist") else depth)]
    except TypeError:
        raise ValueError("%s, given %s" % (allowed, _short(depth))) from None
    if not rows or not rows[0]:
        raise ValueError("%s, given none" % allowed)
    for y, row in enumerate(rows):
        if len(row) != len(rows[0]):
            raise ValueError("%s, given %d in row 0 and %d in row %d" % (allowed, len(rows[0]), len(row), y))
    return rows


def _metres(cell: Any, y: int, x: int) -> float:
    """A number of a depth picture, which may stand in a list of its own. NaN and
    infinity are as they are: not measured, and farther than anything."""
    number = cell[0] if isinstance(cell, (list, tuple)) and len(cell) == 1 else cell
    try:
        if not isinstance(number, (bool, str, bytes)):
            return float(number)
    except (TypeError, ValueError):
        pass
    raise ValueError("depth has numbers of metres, given %s in row %d, column %d" % (_short(cell), y, x))


def _finite(value: Any) -> bool:
    """Whether it is a finite number, numpy's or not."""
    try:
        return not isinstance(value, (str, bytes)) and not _truth(value) and math.isfinite(value)
    except (TypeError, OverflowError):
        return False


def _short(value: Any) -> str:
    text = repr(value)
    return text if len(text) <= 60 else text[:59] + "…"


def encode_image(image: Any, limit: int = PICTURE_BYTES) -> bytes:
    """JPEG or PNG of at most limit bytes.

    Takes the path of a file, the bytes of one, or an array as OpenCV has them:
    height x width, x 3 (BGR) or x 4 (BGRA), 8 bits; other numbers are scaled when
    they lie in 0..1 and cut to 0..255. An array becomes a JPEG if the controller has
    loaded cv2, else a PNG. TypeError or ValueError for what is no picture, OSError
    for a file that cannot be read.
    """
    if isinstance(image, (str, os.PathLike)):
        with open(image, "rb") as file:
            image = file.read()
    if isinstance(image, (bytes, bytearray)):
        return _fit_file(bytes(image), limit)
    cv2 = sys.modules.get("cv2")
    for scale in (1, 2, 3, 4, 6, 8, 12, 16, 24, 32, 64):
        data = _encode_cv2(cv2, image, scale) if cv2 is not None else None
        data = data if data is not None else _encode_png(image, scale)
        if len(data) <= limit:
            return data
    raise ValueError("the picture does not fit into %d bytes" % limit)


def _fit_file(data: bytes, limit: int) -> bytes:
    if not (data.startswith(b"\xff\xd8\xff") or data.startswith(b"\x89PNG\r\n\x1a\n")):
        raise ValueError("the file is neither JPEG nor PNG" if data else "there is no picture")
    if len(data) <= limit:
        return data
    cv2, numpy = sys.modules.get("cv2"), sys.modules.get("numpy")
    if cv2 is None or numpy is None:
        raise ValueError("the file has more than %d bytes, and no cv2 is loaded to make it smaller" % limit)
    return encode_image(cv2.imdecode(numpy.frombuffer(data, dtype="uint8"), 1), limit)


def _encode_cv2(cv2: Any, image: Any, scale: int) -> Optional[bytes]:
    try:
        small = _bytes_like(image)[::scale, ::scale]
        ok, data = cv2.imencode(".jpg", small)
        return bytes(data.tobytes()) if ok else None
    except Exception:  # a cv2 that cannot do it, or something else of that name
        return None


def _bytes_like(image: Any) -> Any:
    """The array with 8 bits a value. ValueError for NaN, which is no brightness."""
    if str(getattr(image, "dtype", "uint8")) == "uint8":
        return image
    if "float" in str(image.dtype) and image.size and image.max() != image.max():
        raise ValueError("a picture has numbers of 0..1 or 0..255, and this one has NaN; replace it with 0")
    if str(image.dtype).startswith("bool") or ("float" in str(image.dtype) and image.size and image.max() <= 1):
        image = image * 255.0
    return image.clip(0, 255).astype("uint8")


def _frame_of(result: Any) -> Any:
    """The picture of an observation, of env.step or as gym has it; None when there
    is none: red, green and blue, 8 bits each, and perhaps a fourth value."""
    seen = result[0] if isinstance(result, tuple) and result else result
    frame = seen.get("rgb") if isinstance(seen, Mapping) else None
    shape, bits = getattr(frame, "shape", None), getattr(frame, "dtype", getattr(frame, "format", None))
    if not isinstance(shape, tuple) or len(shape) != 3 or shape[2] not in (3, 4) or 0 in shape or str(bits) not in ("uint8", "B"):
        return None
    return frame


def _encode_frame(frame: Any) -> bytes:
    """JPEG or PNG of a picture in RGB, small enough that it takes milliseconds."""
    cv2, longest = sys.modules.get("cv2"), max(frame.shape[:2])
    if cv2 is not None:
        scale = math.ceil(longest / SCENE_SIDE)
        try:
            ok, data = cv2.imencode(".jpg", frame[::scale, ::scale, 2::-1])
            if ok:
                return bytes(data.tobytes())
        except Exception:  # a cv2 that cannot do it, or something else of that name
            pass
    return _encode_png(frame, math.ceil(longest / SCENE_SIDE_PNG), (0, 1, 2))


def _encode_png(image: Any, scale: int, colours: Tuple[int, int, int] = (2, 1, 0)) -> bytes:
    """PNG by zlib alone, every scale-th pixel of every scale-th row. colours says
    where red, green and blue stand in a pixel."""
    view = memoryview(_bytes_like(image))
    shape: Tuple[int, ...] = tuple(view.shape or ())
    if view.format != "B" or len(shape) not in (2, 3) or 0 in shape:
        raise TypeError("a picture is height x width x 3 values of 8 bits, given %s of %s" % (shape, view.format))
    height, width, depth = shape[0], shape[1], shape[2] if len(shape) == 3 else 1
    if depth not in (1, 3, 4):
        raise TypeError("a picture has 1, 3 or 4 values a pixel, given %d" % depth)
    raw, rows = view.tobytes(), []
    out_width = len(range(0, width, scale))
    for y in range(0, height, scale):
        row = raw[y * width * depth:(y + 1) * width * depth]
        if depth == 1:
            rows.append(b"\0" + row[::scale])
            continue
        line = bytearray(out_width * 3)
        for to, channel in enumerate(colours):
            line[to::3] = row[channel::depth * scale]
        rows.append(b"\0" + bytes(line))
    head = struct.pack(">IIBBBBB", out_width, len(rows), 8, 0 if depth == 1 else 2, 0, 0, 0)
    body = zlib.compress(b"".join(rows), 1)
    return b"\x89PNG\r\n\x1a\n" + _png_part(b"IHDR", head) + _png_part(b"IDAT", body) + _png_part(b"IEND", b"")


def _png_part(name: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))


# Goals and answers

_GOALS = {
    "tv": "tv", "tvs": "tv", "tv monitor": "tv", "tvmonitor": "tv", "television": "tv",
    "plant": "plant", "houseplant": "plant", "house plant": "plant", "potted plant": "plant", "indoor plant": "plant",
    "couch": "sofa", "sofa": "sofa",
}
_GOAL_IN = re.compile(r"<?\s*(?:target\s+object|object\s+goal|target|goal)\s*>?\s*[:=]\s*<?\s*([^\n\r<>{}.,;]{1,200})", re.I)


def goal_name(name: Any) -> str:
    """The name that navd uses for a goal of a dataset: tv for tv_monitor, plant for
    houseplant; other names are kept. Empty when there is none."""
    text = " ".join(str(name or "").replace("_", " ").split()).strip(" .,'\"")[:200]
    return _GOALS.get(text.lower(), text)


def goal_in(text: str) -> str:
    """The goal that a prompt names, as in ``<Target Object>:sofa``, or nothing."""
    for found in _GOAL_IN.finditer(text):
        goal = goal_name(found.group(1))
        if goal and not goal.lower().startswith(("the target", "the goal", "the object")):  # a prompt that explains itself
            return goal
    return ""


def flat_text(text: str) -> str:
    """The text without what readers of a flat object stumble over: braces, double
    quotes, backslashes, line ends, and characters beyond 16 bits."""
    text = text.translate(str.maketrans({"{": "(", "}": ")", '"': "'", "\\": "/"}))
    text = "".join(c if ord(c) < 0x10000 and not 0xD800 <= ord(c) < 0xE000 else "?" for c in text)
    return " ".join(text.split())


def flat_answer(reason: str, view: int, slot: int) -> str:
    """An answer given without a look at the picture, in the form of ``nav.ask``."""
    return json.dumps({
        "Reason": flat_text(reason), "Angle": 30 * view, "Flag": 0, "Scene": "corridor", "WaypointObject": "",
        "angle_slot": slot, "goal_flag": 0, "why": "fallback",
    }, ensure_ascii=True)


def reads(text: str) -> bool:
    """Whether all three ways in which controllers read an answer can read it."""
    try:
        first = text[text.index("{"):text.index("}") + 1]
        found, same = json.loads(text), ast.literal_eval(text)
        return isinstance(found, dict) and "Angle" in found and found == same == ast.literal_eval(first)
    except (ValueError, SyntaxError, RecursionError, MemoryError):
        return False


# Actions

_ACTIONS = (STOP, FORWARD, "turn_left", "turn_right", "look_up", "look_down")
_ALIASES = {"forward": FORWARD, "moveforward": FORWARD, "left": "turn_left", "right": "turn_right", "turnleft": "turn_left",
            "turnright": "turn_right", "lookup": "look_up", "lookdown": "look_down"}


def action_name(action: Any) -> str:
    """The name of an action in any of its forms: a number, numpy's or not, a name
    in any case, an enumeration, or a dict with the member action. Empty for what
    is none of the six, as True and False are not."""
    for _ in range(4):  # a dict of an enumeration of a number is deep enough
        if isinstance(action, Mapping):
            action = action.get("action")
        elif isinstance(action, (list, tuple)) and len(action) == 1:
            action = action[0]
        elif isinstance(action, Enum):
            by_name = action_name(action.name)
            if by_name:
                return by_name
            action = action.value
    if isinstance(action, str):
        name = action.strip().lower().replace(" ", "_").replace("-", "_")
        name = name[:-7] if name.endswith("_action") else name
        if name in _ACTIONS:
            return name
        if name in _ALIASES:
            return _ALIASES[name]
        return _ACTIONS[int(name)] if re.fullmatch(r"[0-5]", name) else ""
    try:
        item = getattr(action, "item", None)
        number: Any = item() if callable(item) else action
        if isinstance(number, bool):
            return ""
        return _ACTIONS[int(number)] if number == int(number) and 0 <= number < len(_ACTIONS) else ""
    except Exception:  # no number, or an array of many
        return ""


def _action(action: Any, field: str) -> Any:
    """The name of an action, or what was given, for the daemon to judge. TypeError
    for True and False, which would be the numbers of move_forward and stop."""
    if _truth(action):
        raise TypeError("%s is one of %s, or its number, 0..5, given %s" % (field, ", ".join(_ACTIONS), _short(action)))
    return action_name(action) or action


# What the process shares


class _Session:
    """The daemon that levels 0 and 1 speak with, and what happened so far."""

    def __init__(self, settings: Json, attached: Sequence["Attached"]) -> None:
        self.settings = settings
        self.navd = Navd(settings.get("socket"))
        self.attached: List[Attached] = list(attached)
        self.own_scenes = False  # the controller reads scenes itself
        self.raised = False  # the last question raised
        self.told: set[str] = set()  # kinds of lines that stand on standard error
        self._lock = threading.Lock()
        self._counts: Dict[str, int] = dict.fromkeys((
            "asks", "asks_local", "asks_over", "asks_blind", "words", "words_failed", "scenes", "scenes_local", "scenes_sent",
            "steps", "steps_sent", "steps_dropped", "actions_unknown", "episodes", "episodes_again", "episodes_dropped",
            "failures"), 0)

    def count(self, name: str, number: int = 1) -> None:
        with self._lock:
            self._counts[name] += number

    def counts(self) -> Dict[str, int]:
        with self._lock:
            counts = dict(self._counts)
        counts["steps_waiting"] = sum(a.waiting for a in self.attached)
        return counts

    def setting(self, name: str, variable: str, default: Any) -> Any:
        value = self.settings.get(name)
        return value if value is not None else os.environ.get(variable) or default

    def current(self) -> Optional["Attached"]:
        """The environment that this thread drives, else the one attached last."""
        mine = getattr(_THREAD, "attached", None)
        live = [a for a in list(self.attached) if not a.detached]
        return mine if mine in live else live[-1] if live else None

    def failed(self, error: BaseException) -> None:
        """Counts a failure and reports the first one of the process on standard
        error. Under NAVD_STRICT each is raised; the first is reported even so,
        because controllers catch what their model's client raises."""
        self.count("failures")
        going_on = "; going on: the client answers what navd does not, steps are kept and sent later"
        what = str(error) if isinstance(error, NavdError) else "%s: %s" % (type(error).__name__, error)
        if isinstance(error, _Told):
            self.tell(error.about, what)
        else:
            self.tell("failure", what + ("" if _strict() else going_on))
        if _strict():
            raise error

    def answered(self) -> None:
        """A question was answered by navd."""
        self.raised = False

    def unanswered(self, error: Exception) -> None:
        """:meth:`failed` for a question. Under NAVD_STRICT the second one in a row
        ends the program: a controller that asks again has caught the first error, and
        would go on with answers of its own."""
        if self.raised and _strict():
            self.count("failures")
            raise SystemExit("navd: the second question in a row failed, and NAVD_STRICT is set: %s" % error) from error
        self.raised = _strict()
        self.failed(error)

    def tell(self, about: str, what: str) -> None:
        """Writes a line to standard error, once in a process for each kind of line."""
        if about in self.told:
            return
        if not self.told:
            atexit.register(_summary, os.getpid())
        self.told.add(about)
        try:
            sys.stderr.write("navd: %s\n" % " ".join(what.split()))
        except Exception:  # a closed standard error is no reason to stop a robot
            pass

    def blind(self, reasons: Any) -> None:
        """Counts an answer that was given without a look at the picture, and says what
        to do. Under NAVD_STRICT it is an error: nobody should compare blind runs
        without knowing it."""
        self.count("asks_blind")
        why, hint = "no model is configured", "name a model in planner.chain of navd's configuration; `navsim model` plays one to try"
        if isinstance(reasons, list) and reasons:
            why, hint = "no model answered: %s" % str(reasons[-1])[:200], "`navd doctor` says whether the models can be asked"
        error = _Told("blind", "nobody looks at the pictures: %s" % why, hint=hint)
        self.tell(error.about, str(error))
        if _strict():
            raise error


_THREAD = threading.local()
_SESSIONS: Dict[int, _Session] = {}  # by process: a fork begins its own


def _session() -> _Session:
    session = _SESSIONS.get(os.getpid())
    if session is None:
        parent = next(iter(_SESSIONS.values()), None)
        made = _Session(parent.settings if parent else {}, parent.attached if parent else ())
        made.own_scenes = parent.own_scenes if parent else False
        session = _SESSIONS.setdefault(os.getpid(), made)
        for pid in [p for p in list(_SESSIONS) if p != os.getpid()]:
            _SESSIONS.pop(pid, None)
    return session


def _strict() -> bool:
    return os.environ.get("NAVD_STRICT", "").strip().lower() not in ("", "0", "false", "no", "off")


def configure(socket: Optional[str] = None, run: Optional[str] = None, shown_views: Optional[Sequence[int]] = None,
              facing_view: Optional[int] = None, deadline_ms: Optional[int] = None, printed: Any = None,
              tiles: Optional[Sequence[Sequence[int]]] = None) -> None:
    """Settings of levels 0 and 1 for this process, in place of the environment's:
    the socket, the run that episodes belong to, the views that the controller's
    panorama shows (PixelNav's odd ones by default), the view that it faces when it
    asks (by default 11 after eleven turns to the right, PixelNav's scan, and the
    daemon's guess after anything else; 0 for a scan that comes full circle), and
    the time for one answer.

    printed is what stands on the pictures of the views: "clockwise", 30 times the
    view's number as in PixelNav, the default; "none"; or the number on each shown
    view, {1: 0, 3: 1, …}. tiles are the rows of the panorama, each the views from
    left to right; PixelNav's by default for its views, else not told; [] tells
    none. None leaves a setting as it is. TypeError for what is not allowed."""
    session = _session()
    _check("socket", socket, isinstance(socket, str) and socket != "", "a path")
    _check("run", run, _brief(run, 200), "a text of at most 200 characters")
    _check("facing_view", facing_view, _whole(facing_view, 0, 11), "a view, 0..11")
    _check("deadline_ms", deadline_ms, _whole(deadline_ms, 1, 600_000), "milliseconds, 1..600000")
    views = list(shown_views) if isinstance(shown_views, Iterable) and not isinstance(shown_views, str) else []
    _check("shown_views", shown_views, views != [] and all(_whole(v, 0, 11) for v in views) and len(set(views)) == len(views),
           "views, each 0..11 and once")
    given = _given(socket=socket, run=run, shown_views=[int(v) for v in views] or None, facing_view=facing_view,
                   deadline_ms=deadline_ms, printed=printed, tiles=tiles)
    settings = dict(session.settings, **given)
    _printed(settings)  # refuses what does not fit before anything is changed
    session.settings.update(given)
    if socket is not None:
        session.navd.close()
        session.navd = Navd(socket)


def _check(name: str, value: Any, fits: bool, allowed: str) -> None:
    if value is not None and not fits:
        raise TypeError("%s is %s, given %r" % (name, allowed, value))


def _brief(value: Any, most: int) -> bool:
    """Whether it is a text of at most so many characters."""
    return isinstance(value, str) and len(value) <= most


def _whole(value: Any, low: int, high: int) -> bool:
    """Whether it is a whole number, numpy's or not, from low to high."""
    try:
        return not _truth(value) and bool(low <= value <= high and value == int(value))
    except (TypeError, ValueError, OverflowError):
        return False


def stats() -> Dict[str, int]:
    """What happened in this process so far. asks: questions; of them asks_local
    were answered in this file because navd did not, asks_blind by navd without a
    look at the picture, asks_over came after the end of an episode. words: questions to a GenerativeModel, and
    words_failed. scenes: pictures given to analyze_scene, of which scenes_local
    were not read; scenes_sent: frames that attach sent by itself. steps recorded,
    steps_sent, steps_waiting and steps_dropped; actions_unknown, none of the six.
    episodes begun, episodes_again, begun again because the daemon had lost them,
    and episodes_dropped. failures of any kind."""
    return _session().counts()


def feedback(text: str = "", verdict: Optional[str] = None, author: Optional[str] = None) -> Json:
    """Tells navd what a user says of the attached episode, or of the one that ended
    last: "spatial: there is no sofa in the bedroom", "공간: 침실에는 소파가 없어". The
    next plan takes it into account. verdict is success, failure or wip, and needs no text.

    The answer is {feedback, ids, verdict, entries}, as of feedback.add. When navd
    could not keep it, it is {"error": why}, and the caller has to say it again.
    """
    session = _session()
    try:
        attached = session.current()
        if attached is None:
            raise _Local("no environment is attached; Navd().feedback.add takes the id of an episode")
        session.navd.knock()
        return session.navd.feedback.add(attached.spoken_of(), text or None, verdict, author=author)
    except _Local as why:
        return {"error": str(why)}
    except Exception as error:
        session.failed(error)
        return {"error": str(error)}


# Level 0


def gptv_response(text_prompt: str, image_prompt: Any, system_prompt: str = "") -> str:
    """Answers a question about a panorama: an array (height x width x 3, BGR, 8
    bits), a path, or the bytes of a JPEG or PNG.

    The answer is one flat object in ASCII: {"Reason": …, "Angle": 30, "Flag": 0,
    "Scene": …, "WaypointObject": …, "angle_slot": 0, "goal_flag": 0, "why": …}.
    Angle is clockwise and one of the shown views, Flag is 1 when the goal is seen.
    """
    return _ask(text_prompt, _NO_PICTURE if image_prompt is None else image_prompt, str(system_prompt or ""))


def gpt_response(text_prompt: str, system_prompt: str = "") -> str:
    """Answers a question without a picture: the model's text when the daemon has
    a model, else the flat object of :func:`gptv_response`."""
    return _ask(text_prompt, None, str(system_prompt or ""))


_NO_PICTURE = b""  # what cv2.imread gives for a missing file is no question without a picture

vision_response = gptv_response
text_response = gpt_response


class _Local(Exception):
    """Why this file answers a question itself. Nothing has failed."""


class _Over(_Local):
    """The episode is over: nobody acts on the answer."""


def _ask(text: Any, image: Any, system: str) -> str:
    session = _session()
    session.count("asks")
    try:
        if text is None or isinstance(text, (bytes, bytearray)):
            raise TypeError("text_prompt is a text, given %s" % _short(text))
        answer = _ask_navd(session, str(text), image, system)
        session.answered()
        return answer
    except _Over as why:
        session.count("asks_over")
        return _local_answer(session, str(why))
    except _Local as why:
        reason = str(why)
    except NavdAway as error:
        session.unanswered(error)
        reason = "navd is away"
    except NavdError as error:
        session.unanswered(error)
        reason = "navd cannot answer this" if error.code == -32601 else "navd refused: " + error.kind
    except Exception as error:
        session.unanswered(error)
        reason = "the question cannot be sent: " + type(error).__name__
    session.count("asks_local")
    return _local_answer(session, reason)


def _shown(settings: Mapping[str, Any]) -> List[int]:
    return list(settings.get("shown_views") or SHOWN_VIEWS)


def _printed(settings: Mapping[str, Any]) -> Json:
    """What the settings say of the panorama, as nav.ask has it: {angles} or
    {numbers}, and {tiles}. TypeError for what is not allowed."""
    shown, printed, tiles = _shown(settings), settings.get("printed", "clockwise"), settings.get("tiles")
    if isinstance(printed, Mapping):
        told: Json = {"numbers": _numbers(printed, shown)}
    elif printed in ("clockwise", "none"):
        told = {"angles": printed}
    else:
        raise TypeError('printed is "clockwise", "none", or the number on each shown view as in {1: 0, 3: 1}, given %r' % (printed,))
    if tiles is None:
        return dict(told, tiles=[list(row) for row in TILES]) if shown == list(SHOWN_VIEWS) else told
    try:
        rows = [list(row) for row in tiles]
    except TypeError:
        rows = [[None]]
    if rows and sorted((v for row in rows for v in row), key=str) != sorted(shown, key=str):
        raise TypeError("tiles are rows of the shown views, each view once, as in %r; shown are %r, given %r" % (
            [list(row) for row in TILES], shown, tiles))
    return dict(told, tiles=rows) if rows else told


def _numbers(printed: Mapping[Any, Any], shown: Sequence[int]) -> List[Json]:
    """The numbers on the views, clockwise from view 0."""
    numbers = [v for v in printed.values() if isinstance(v, (int, float)) and not isinstance(v, bool) and abs(v) <= 100_000]
    if set(printed) != set(shown) or len(set(numbers)) != len(printed):
        raise TypeError("printed has each shown view once, with a number of its own of at most 100000; shown are %r, given %r" % (
            list(shown), dict(printed)))
    return [{"view": int(v), "number": printed[v]} for v in sorted(printed)]


def _local_answer(session: _Session, reason: str) -> str:
    """The first of the shown views that lie nearest the front."""
    shown = _shown(session.settings)
    slot = min(range(len(shown)), key=lambda i: (min(shown[i], 12 - shown[i]), i))
    return flat_answer(reason + "; nothing was looked at, this is the shown view nearest the front", shown[slot], slot)


def _ask_navd(session: _Session, text: str, image: Any, system: str) -> str:
    session.navd.knock()  # what is kept goes first, and must not wait for the end of a pause
    params: Json = {"text": text[:TEXT_CHARS] or " "}
    params.update(_given(system=system or None, facing_view=session.settings.get("facing_view")))
    params["shown_views"] = _shown(session.settings)
    if image is not None:
        params["printed"] = _printed(session.settings)
    params["deadline_ms"] = _deadline_ms(session)
    attached = session.current() if image is not None else None  # a question without a picture is about no step
    if attached is not None and not attached.begun:
        attached = None  # nothing to remember by: ask without it
    if attached is not None:
        params["episode"] = attached.before_ask()
        params["text"] = attached.without_contexts(text)[:TEXT_CHARS] or " "
        if "facing_view" not in params:
            params.update(_given(facing_view=attached.facing))
    else:
        params.update(_given(goal=goal_in(text) or None))
    result = _with_picture(session, "nav.ask", params, image)
    answer = result.get("text")
    if not isinstance(answer, str) or (image is not None and not reads(answer)):
        raise NavdError("navd gave an answer that controllers cannot read", -32603, "internal")
    if attached is not None:
        attached.after_ask(result)
    if image is not None and result.get("blind") is True:
        session.blind(result.get("reasons"))
    return answer


def _deadline_ms(session: _Session) -> int:
    given, usual = session.setting("deadline_ms", "NAVD_DEADLINE_MS", None), int(MODEL_S * 1000)
    deadline = usual if given is None else _number(given)
    if deadline is None or not 1 <= deadline <= 600_000:
        session.tell("deadline", "NAVD_DEADLINE_MS is milliseconds, 1..600000, given %s; going on with %d" % (_short(given), usual))
        return usual
    return int(deadline)


def _with_picture(session: _Session, method: str, params: Json, image: Any) -> Json:
    """Calls a method with a picture, a smaller one when the daemon's limits are
    below the defaults."""
    limit = PICTURE_BYTES
    while True:
        if image is not None:
            params["image"] = picture(image, limit)
        try:
            return session.navd.answer(method, params)
        except NavdError as error:
            if error.kind != "too_large" or image is None or limit <= PICTURE_BYTES >> 8:
                raise
            limit >>= 2


class VertexAIClient:
    """Replaces the client of a deployed model that reads scenes. Its arguments are
    ignored: the daemon's configuration names the model."""

    def __init__(self, *_: Any, **__: Any) -> None:
        _session().own_scenes = True

    def analyze_scene(self, image_bytes: Any) -> Json:
        """What kind of place a picture shows: {"scene_type", "description", "objects",
        "objects_to_look_for"}, the last two the same, and place_id and transition
        where navd has put it into the memory of the attached episode. scene_type
        is unknown when it could not be read."""
        session = _session()
        session.own_scenes = True
        session.count("scenes")
        try:
            attached = session.current()
            if attached is not None and attached.begun:
                session.navd.knock()
                scene = attached.read_scene(image_bytes)
                session.answered()
                return scene
        except _Local:
            pass
        except Exception as error:
            session.unanswered(error)
        session.count("scenes_local")
        return {"scene_type": "unknown", "description": "", "objects": [], "objects_to_look_for": []}


class Part:
    """A piece of a question in the shape of Vertex AI's: a picture, or a text."""

    def __init__(self, data: bytes = b"", mime_type: str = "", text: str = "") -> None:
        self.data = data
        self.mime_type = mime_type
        self.text = text

    @classmethod
    def from_data(cls, data: bytes, mime_type: str = "image/jpeg") -> "Part":
        """A picture: the bytes of a JPEG or PNG."""
        return cls(data, mime_type)

    @classmethod
    def from_text(cls, text: str) -> "Part":
        """A text."""
        return cls(text=text)


class Generated:
    """What a model said, in ``text``."""

    def __init__(self, text: str) -> None:
        self.text = text


class GenerativeModel:
    """Replaces Vertex AI's class of this name and asks navd's models, for an answer in
    the model's own words: nothing is planned and nothing remembered. model_name is
    ignored: the daemon's configuration names the model."""

    def __init__(self, model_name: str = "", system_instruction: Any = None, **_: Any) -> None:
        self._system = "\n".join(_texts(system_instruction)) if system_instruction is not None else ""

    def generate_content(self, contents: Any, generation_config: Any = None, **_: Any) -> Generated:
        """The model's answer to the texts and the first picture; further pictures are
        ignored, and so is generation_config: the daemon has its own. NavdError when
        there is no answer."""
        session = _session()
        session.count("words")
        try:
            answer = self._ask(session, contents)
            session.answered()
            return Generated(answer)
        except Exception as error:
            session.count("words_failed")
            session.unanswered(error)
            raise

    def _ask(self, session: _Session, contents: Any) -> str:
        pictures = [p.data for p in _pieces(contents) if getattr(p, "data", None)]
        params = _given(text="\n".join(_texts(contents))[:TEXT_CHARS] or " ", words=True, system=self._system or None,
                        deadline_ms=_deadline_ms(session))
        try:
            answer = _with_picture(session, "nav.ask", params, pictures[0] if pictures else None).get("text")
        except (TypeError, ValueError) as error:
            raise NavdError("the question cannot be sent: %s" % error, -32602, "invalid") from error
        if not isinstance(answer, str):
            raise NavdError("navd gave an answer without a text", -32603, "internal")
        return answer


def _pieces(contents: Any) -> List[Any]:
    return list(contents) if isinstance(contents, (list, tuple)) else [contents]


def _texts(contents: Any) -> List[str]:
    texts = [piece if isinstance(piece, str) else _follow(piece, "text") for piece in _pieces(contents)]
    return [text for text in texts if isinstance(text, str) and text]


# Level 0+


class _Journal:
    """One episode as the controller lived it, whether the daemon knows it or not.

    Step i of ``steps`` has seq ``base + i + 1``; those up to ``acked`` are stored
    by the daemon. They are kept nevertheless, as many as there is room: a daemon
    that has lost them gets them again.
    """

    def __init__(self, begin: Json) -> None:
        self.begin = begin
        self.key = uuid.uuid4().hex
        self.id = ""
        self.steps: Deque[Json] = deque()
        self.base = 0
        self.acked = 0
        self.end: Optional[Json] = None
        self.done = False  # nothing more to send: it has ended, or is refused
        self.size = CHUNK  # steps in one call, fewer when they are too long for a line
        self.again = 0  # times that the daemon had lost it

    @property
    def seq(self) -> int:
        return self.base + len(self.steps)

    @property
    def waiting(self) -> int:
        return 0 if self.done else self.seq - self.acked

    def chunk(self) -> List[Json]:
        first = self.acked - self.base
        last = min(first + self.size, len(self.steps))
        return [dict(self.steps[i], seq=self.base + i + 1) for i in range(first, last)]

    def add(self, step: Json) -> Tuple[int, Optional["_Journal"]]:
        """Adds a step. When there is no room the oldest is dropped, which is no loss if
        the daemon has it. If it has not, its episode cannot go on and begins anew:
        gives the number of steps lost, and the journal that ends the old episode."""
        self.steps.append(step)
        if len(self.steps) <= KEPT_STEPS:
            return 0, None
        self.steps.popleft()
        if self.acked > self.base:
            self.base += 1
            return 0, None
        broken = None
        if self.id:
            broken = _Journal(self.begin)
            broken.id, broken.end = self.id, {"reason": "exit"}
        self._lose_start()
        self.anew()
        return 1, broken

    def anew(self) -> None:
        """The daemon does not know the episode any more: it begins again, with
        all its steps where they are still known, else with those it never got."""
        if self.base > 0:
            self._lose_start()
            for _ in range(self.acked - self.base):
                self.steps.popleft()
        self.id, self.key, self.base, self.acked = "", uuid.uuid4().hex, 0, 0

    def _lose_start(self) -> None:
        """Without its first steps the episode begins elsewhere: its frame is its own, and
        where in the house it is, the daemon has to find out."""
        begin = {name: value for name, value in self.begin.items() if name != "frame"}
        house = begin.get("house")
        if house and "start" in house:
            begin["house"] = dict(house, start="unknown")
        self.begin = begin

    def rewind(self, seq: int) -> bool:
        """Sends again from seq on, if those steps are still known."""
        if not self.base < seq <= self.seq + 1:
            return False
        self.acked = seq - 1
        return True


def attach(env: Any, motion: str = "collisions", run: Optional[str] = None, arm: Optional[str] = None,
           forward_m: Optional[float] = None, turn_deg: Optional[float] = None, use: Any = "all",
           scenes: str = "auto", condition: Optional[str] = None, space: Optional[str] = None,
           snapshot: Optional[str] = None, frame: Optional[str] = None, seed: Optional[int] = None, house: Any = None) -> "Attached":
    """Reports every step and episode of an environment such as habitat.Env.

    motion chooses what navd is told about a step besides its action: "actions"
    nothing, "collisions" whether a forward step ran into something, "true" also how
    far and in which direction it went in the simulator, as env.sim.get_agent_state()
    has it; the arm of the episode then has motion=true. run and arm, names of your own,
    are recorded with each episode; forward_m (0.01..10) and turn_deg (1..180) are read
    from the environment's configuration when not given.

    use chooses what of the memory the planner is told: "all", "none", "recent5" (the
    last decisions alone), or a mapping with the members of episode.begin's use:
    context, grounding, episodic, knowledge, search, house, recent and without. If no arm is
    given, the arm is named after it.

    condition says how past episodes advise each episode: "C1" not at all, "C2",
    "C2_silent", "C2_holdout:0.5" and the others that episode.begin has; by default the
    daemon's configuration decides. space and snapshot name the memory that past
    episodes are read from. frame, such as "dock", says that the episodes of a scene
    begin at the same spot, facing the same way: then a position that one episode
    recorded is the same position in the next.

    seed, a whole number, is recorded with each episode: runs with the same one are
    compared with each other, and a condition that decides by lot then decides the same
    for the same episode, scene and goal. Without one, every episode has a lot of its own.

    house keeps what the robot sees from one episode to the next, as episode.begin's
    house does: a mapping with id, mode and start, {} for the house that the scene
    names, or a function that is called with env at the start of each episode and gives
    such a mapping, or None. Use the function where a simulator knows the pose at which
    an episode begins. If it raises, or gives anything else, that episode is not
    recorded, and standard error says why. With use="none" and "recent5" the planner is
    not told what is kept of the house.

    scenes says whether navd gets pictures of the scene when it wants one and has a
    model that reads them: "auto" sends the frame of a step, obs["rgb"], and does not
    wait until it is read; it sends none when the controller made a PlaceManager or a
    VertexAIClient, and so reads scenes itself. "wait" waits, for runs that can be
    repeated, as "auto" does under NAVD_STRICT; "off" sends none.

    Attaching twice changes the settings, from the next episode on. TypeError for
    what cannot be attached.
    """
    if motion not in ("actions", "collisions", "true"):
        raise TypeError('motion is "actions", "collisions" or "true", given %r' % (motion,))
    if scenes not in ("auto", "wait", "off"):
        raise TypeError('scenes is "auto", "wait" or "off", given %r' % (scenes,))
    if not callable(getattr(env, "step", None)) or not callable(getattr(env, "reset", None)):
        raise TypeError("attach needs an environment with the methods step and reset, such as habitat.Env, given %s" % type(env).__name__)
    for name, text, most in (("run", run, 200), ("arm", arm, 200), ("condition", condition, 200), ("space", space, 200), ("snapshot", snapshot, 200), ("frame", frame, 100)):
        _check(name, text, _brief(text, most), "a text of at most %d characters" % most)
    _check("forward_m", forward_m, _finite(forward_m) and 0.01 <= forward_m <= 10, "metres, 0.01..10, or left out for what the environment's configuration says")
    _check("turn_deg", turn_deg, _finite(turn_deg) and 1 <= turn_deg <= 180, "degrees, 1..180, or left out for what the environment's configuration says")
    if motion == "true" and not callable(_follow(_core_of(env), "sim", "get_agent_state")):
        raise TypeError('motion="true" needs env.sim.get_agent_state(), which says where the robot is, and %s has none; '
                        'give motion="collisions", or "actions" if it does not tell collisions either' % type(env).__name__)
    _check("seed", seed, _whole(seed, -(1 << 63), (1 << 63) - 1), "a whole number of at most 64 bits")
    told = _use(use)
    if house is not None and use in ("none", "recent5"):
        told["house"] = False
    arm = arm if arm is not None else _arm(use)
    if len(_full_arm(arm, motion)) > 200:
        raise TypeError("the arm is a text of at most 200 characters, with what use and motion add; name it with arm=, given %s" % _short(_full_arm(arm, motion)))
    session = _session()
    options = _given(run=run, arm=arm, condition=condition, space=space, snapshot=snapshot, frame=frame, use=told or None,
                     house=house if callable(house) else _house(house), seed=None if seed is None else int(seed),
                     forward_m=None if forward_m is None else float(forward_m), turn_deg=None if turn_deg is None else float(turn_deg))
    for attached in session.attached:
        if attached.env is env:
            attached.motion, attached.options, attached.scenes, attached.detached = motion, options, scenes, False
            attached.hook()
            return attached
    attached = Attached(env, motion, options, scenes)
    atexit.unregister(_at_exit)
    atexit.register(_at_exit)
    session.attached.append(attached)
    return attached


def _house(house: Any) -> Optional[Json]:
    """What episode.begin gets as house. TypeError for what is none, ValueError for a
    number in it that is NaN or infinite."""
    fits = isinstance(house, Mapping) and set(house) <= {"id", "mode", "start"} and house.get("mode", "write") in ("off", "read", "write")
    _check("house", house, fits, 'a mapping with id, mode ("off", "read" or "write") and start, each optional, or a function of the environment that gives one')
    return None if house is None else dict(_plain(house, ("house",)))


def _use(use: Any) -> Json:
    """What episode.begin gets as use, empty for all. TypeError for anything else."""
    if isinstance(use, str) and use in USES:
        return dict(USES[use])
    if isinstance(use, Mapping):
        without, members = use.get("without", ()), ("context", "grounding", "episodic", "knowledge", "search", "house", "recent", "without")
        if (set(use) <= set(members) and isinstance(without, (list, tuple, set, frozenset))
                and all(part in PARTS for part in without)
                and all(isinstance(value, bool) for name, value in use.items() if name != "without")):
            return {name: sorted(use[name]) if name == "without" else use[name] for name in members if name in use}
    raise TypeError('use is "all", "none", "recent5", or a mapping with context, grounding, episodic, knowledge, search, house and recent, each True or False, and without, '
                    "a list of %s, given %r" % (", ".join(PARTS), use))


def _arm(use: Any) -> Optional[str]:
    """The name of an arm of a comparison; None for the whole memory."""
    told = _use(use)
    return None if not told else "use=" + (use if isinstance(use, str) else _dump(told).decode("ascii"))


def _full_arm(arm: Optional[str], motion: str) -> str:
    """The arm as it is recorded, empty when there is none."""
    return " ".join(filter(None, (arm, "motion=true" if motion == "true" else "")))


def _summary(pid: int) -> None:
    """Says at the end of a process how many questions navd did not answer, or answered
    without a look at the picture: the figures of such a run are not the memory's alone."""
    session = _SESSIONS.get(os.getpid())
    counts = session.counts() if session is not None and pid == os.getpid() else {}
    if session is not None and counts.get("asks_local", 0) + counts.get("asks_blind", 0) > 0:
        session.tell("summary", "of %d questions %d were answered without navd, and %d by navd without a look at the picture" % (
            counts["asks"], counts["asks_local"], counts["asks_blind"]))


def _at_exit() -> None:
    session = _SESSIONS.get(os.getpid())
    if session is None:
        return  # a fork that did nothing: its parent ends the episodes
    session.navd.heal()
    session.navd.timeout, session.navd.breaker = EXIT_S, 1
    for attached in list(session.attached):
        try:
            attached.detach()
        except Exception:
            continue


_KEPT = {"goal", "run", "arm", "condition", "space", "snapshot", "frame", "use", "seed", "house"}  # of episode.begin, whatever the daemon refuses


class Attached:
    """An environment whose steps are reported to navd. ``last`` is the daemon's answer
    to the newest step: pose, place, loop and what is due. It is empty before the first."""

    def __init__(self, env: Any, motion: str, options: Json, scenes: str = "auto") -> None:
        self.env = env
        self.motion = motion
        self.options = options
        self.scenes = scenes
        self._told = motion  # the motion of the present episode, when another was set meanwhile
        self._core = _core_of(env)
        self.detached = False
        self._leads: Json = {}  # what env.step and env.reset were when they last called a hook
        self._renew()
        self._pid = os.getpid()
        self.hook()

    def _renew(self) -> None:
        self.last: Json = {}
        self.samples = 0  # scene samples sent, by which a copy of the memory sees that it is old
        self._lock = threading.RLock()
        self._inside = threading.local()
        self._now: Optional[_Journal] = None
        self._ended: Optional[_Journal] = None  # the episode before, about which users may still say something
        self._backlog: Deque[_Journal] = deque()
        self._over = False
        self._anew = False  # an episode began during the present step
        self._which: Any = None
        self._pending: Optional[Json] = None
        self._pose: Any = None
        self._walked: Optional[float] = 0.0  # as the simulator has it; None when it did not say it of every forward step
        self._forwards = 0
        self._flag: Optional[Tuple[str, int]] = None  # the plan that saw the goal, and its step
        self._seen: List[str] = []
        self._contexts: Deque[str] = deque(maxlen=5)  # Navigation Contexts that the controller was given
        self._show_from = 0  # from this step on a picture of the scene may be sent
        self._show_pause = SCENE_PAUSE

    # What others ask

    @property
    def foreign(self) -> bool:
        """Whether this process has the episode from its parent by a fork and has not
        begun its own."""
        return self._pid != os.getpid()

    @property
    def begun(self) -> bool:
        """Whether this process has seen an episode begin."""
        return not self.foreign and (self._now is not None or self._over)

    @property
    def episode(self) -> str:
        """The id of the open episode. It is empty if there is none, or if the daemon
        does not know it yet."""
        return "" if self.foreign or self._now is None else self._now.id

    @property
    def waiting(self) -> int:
        """How many steps the daemon does not have yet."""
        now = self._now
        return 0 if self.foreign else sum(j.waiting for j in list(self._backlog)) + (now.waiting if now else 0)

    def detach(self) -> None:
        """Ends the open episode with reason exit and stops reporting. env.close does
        this too. What the daemon does not have by then is sent once more when the
        process ends."""
        self.detached = True
        for name in ("step", "reset", "close"):
            if self._is_hook(getattr(self.env, name, None)):
                setattr(self.env, name, getattr(self.env, name).__wrapped__)
        if not self.foreign:
            self._safely(self._leave)
        session = _session()
        if self in session.attached and not self._backlog:
            session.attached.remove(self)  # so that a closed environment can be freed

    def _leave(self) -> None:
        self._finish("exit")
        self._deliver()

    def _close(self, inner: Callable[..., Any], args: Tuple[Any, ...], kwargs: Json) -> Any:
        self.detach()
        return inner(*args, **kwargs)

    # Hooks

    def hook(self) -> None:
        """Makes our hooks the outermost functions, unless they already are, or the
        outermost function has called them: a controller may have wrapped our hook. If
        this cannot be known, the new hook reports, and a hook inside it does not."""
        for name, handle in (("step", self._step), ("reset", self._reset), ("close", self._close)):
            inner = getattr(self.env, name, None)
            if callable(inner) and not self._is_hook(inner) and self._leads.get(name) is not inner:
                setattr(self.env, name, self._hook(inner, handle))

    def _is_hook(self, function: Any) -> bool:
        """Whether it is one of our hooks, and not a function to which functools.wraps
        copied the attributes of one."""
        return function is not None and getattr(function, "_navd_hook", None) is function and function._navd_attached is self

    def _hook(self, inner: Callable[..., Any], handle: Callable[..., Any]) -> Callable[..., Any]:
        def hooked(*args: Any, **kwargs: Any) -> Any:
            return handle(inner, args, kwargs)

        try:
            functools.update_wrapper(hooked, inner)
        except Exception:
            hooked.__wrapped__ = inner  # type: ignore[attr-defined]
        hooked._navd_attached, hooked._navd_hook = self, hooked  # type: ignore[attr-defined]
        return hooked

    def _step(self, inner: Callable[..., Any], args: Tuple[Any, ...], kwargs: Json) -> Any:
        inside = self._inside
        if getattr(inside, "step", False) or getattr(inside, "reset", False):
            inside.nested = getattr(inside, "outer", None) is not inner  # False: the environment calls its own step
            return inner(*args, **kwargs)
        inside.step, inside.nested, inside.outer = True, False, inner
        self._leads["step"] = vars(self.env).get("step")
        try:
            self._safely(self._before_step, args[0] if args else kwargs.get("action", kwargs))
            result = inner(*args, **kwargs)
            self._safely(self._after_step, result)
            return result
        finally:
            inside.step, self._pending = False, None
            self._prune(inner, inside.nested)

    def _prune(self, inner: Callable[..., Any], nested: bool) -> None:
        """Removes the outer hook if an inner one was called as well, so that their
        number does not grow with the episodes."""
        outer = vars(self.env).get("step")
        if nested and self._is_hook(outer) and outer.__wrapped__ is inner:
            self.env.step = self._leads["step"] = inner

    def _reset(self, inner: Callable[..., Any], args: Tuple[Any, ...], kwargs: Json) -> Any:
        inside = self._inside
        if getattr(inside, "reset", False):
            return inner(*args, **kwargs)
        inside.reset = True
        self._leads["reset"] = vars(self.env).get("reset")
        try:
            self._safely(self._before_reset)
            result = inner(*args, **kwargs)
            self._safely(self._after_reset)
            return result
        finally:
            inside.reset = False

    def _safely(self, do: Callable[..., None], *args: Any) -> None:
        """Keeps our errors away from the controller. If another thread is sending
        something to the daemon, it waits for that thread, but only for some time."""
        try:
            if not self.foreign and not self._lock.acquire(timeout=CALL_S):
                raise NavdAway("another thread waits for navd", -32007, "timeout")
            lock = None if self.foreign else self._lock
            try:
                do(*args)
            finally:
                if lock is not None and lock is self._lock:
                    lock.release()
        except Exception as error:
            _session().failed(error)

    # Steps

    def _before_step(self, action: Any) -> None:
        _THREAD.attached = self
        self._anew = False
        if self.foreign:
            return  # until its next reset a forked process is in its parent's episode
        if self._now is None or self._which != self._identity():
            if self._over and self._which == self._identity():
                return  # a step after the end
            self._finish("reset")
            self._begin()
        name = _indexed_name(self._core, action) or action_name(action)
        if not name:
            _session().count("actions_unknown")
            return
        self._pending = {"action": name}
        if self._told == "true":
            self._pose = _pose_of(self._core)

    def _after_step(self, result: Any) -> None:
        if self.foreign or self._now is None:
            return
        pending, self._pending = self._pending, None
        if pending is not None:
            self._record(pending)
        stopped = pending is not None and pending["action"] == STOP
        if not self._anew and self._is_over(result, stopped):
            self._over = True
            self._finish("stop" if stopped else "limit")
        self._deliver()
        self._show(result)

    def _record(self, step: Json) -> None:
        now = self._now
        if now is None:
            return
        session = _session()
        if step["action"] == FORWARD:
            self._tell_motion(step)
        if self._seen:
            step["objects"], self._seen = self._seen[:200], self._seen[200:]
        session.count("steps")
        lost, broken = now.add(step)
        if broken is not None:
            self._backlog.append(broken)
            session.count("episodes_again")
        session.count("steps_dropped", lost)

    def _tell_motion(self, step: Json) -> None:
        collided = _collided(self._core)
        self._forwards += not collided
        if self._told == "actions":
            return
        if collided:
            step["collided"] = True
        if self._told == "true":
            self._tell_true(step)
        elif collided is None:
            _session().tell("collisions", "collisions are not recorded: the environment has neither sim.previous_step_collided nor the measure collisions; "
                            "each forward step counts as made, as with motion=\"actions\"")

    def _tell_true(self, step: Json) -> None:
        """Adds where a forward step led in the simulator. If that is not known, the step
        is one of its action alone, and the path not the simulator's."""
        moved = _moved(self._pose, _pose_of(self._core))
        if moved is None or moved[0] > 10:  # a longer way is not one step; the daemon refuses it
            why = "env.sim.get_agent_state() gives no pose" if moved is None else "the robot was moved by %.1f m, and one step is 10 at most" % moved[0]
            _session().tell("step of motion", "the true motion of a forward step is not recorded, its action alone is: %s" % why)
            self._walked = None
            return
        if self._walked is not None:
            self._walked += moved[0]
        step["moved_m"] = moved[0]
        if moved[0] > 1e-4:
            step["moved_deg"] = moved[1]

    def _is_over(self, result: Any, stopped: bool) -> bool:
        over = getattr(self._core, "episode_over", None)
        if over is not None:
            return bool(over)
        if isinstance(result, tuple) and len(result) in (4, 5):  # as gym returns it
            return any(bool(flag) for flag in result[2:-1])
        return stopped

    # Scenes

    def _show(self, result: Any) -> None:
        """Sends the frame of this step if navd wants to know the scene and has a model
        that reads it. A reset sends none: between the reset and the first step a
        controller can say that it tells the scenes itself."""
        now, due, session = self._now, self.last.get("scene_due"), _session()
        if now is None or now.waiting or not isinstance(due, Mapping) or due.get("due") is not True:
            return
        if self.scenes == "off" or (self.scenes == "auto" and session.own_scenes) or not session.navd.reads_scenes:
            return
        frame = _frame_of(result)
        if frame is None or now.seq < self._show_from:
            return
        try:
            self._send_scene(now, frame, self.scenes == "wait" or _strict())
            self._show_pause = SCENE_PAUSE
        except Exception as error:
            self._show_from = now.seq + self._show_pause
            self._show_pause = min(2 * self._show_pause, SCENE_PAUSES)
            session.failed(error)

    def _send_scene(self, now: _Journal, frame: Any, wait: bool) -> None:
        navd = _session().navd
        params = {"episode": now.id, "step": now.seq, "key": "scene %s %d" % (now.key, now.seq),
                  "image": {"base64": base64.b64encode(_encode_frame(frame)).decode("ascii")}}
        if wait:
            answer = navd.answer("nav.observe", dict(params, wait=True))
            self.last.update({name: answer[name] for name in ("place", "scene_due") if name in answer})
        else:
            navd.call_within(SCENE_S, "nav.observe", params)
        self.samples += 1
        _session().count("scenes_sent")

    # Episodes

    def _identity(self) -> Any:
        episode = _current_episode(self._core)
        named = (str(_follow(episode, "scene_id")), str(_follow(episode, "episode_id")))
        return named if episode is not None and named != ("None", "None") else id(episode)

    def _before_reset(self) -> None:
        _THREAD.attached = self
        if self.foreign:
            return
        pending, self._pending = self._pending, None
        if pending is not None:  # the environment resets itself within its last step
            self._record(pending)
            stopped = pending["action"] == STOP
            self._finish("stop" if stopped else "limit")
        self._finish("reset")

    def _after_reset(self) -> None:
        self.hook()
        if self.foreign:
            self._renew()
            self._pid = os.getpid()
        self._begin()
        self._anew = True
        self._deliver()

    def _begin(self) -> None:
        self._over, self._which, self._flag, self.last = False, self._identity(), None, {}
        self._walked, self._forwards, self._seen, self._show_from, self._told = 0.0, 0, [], 0, self.motion
        self._contexts.clear()
        try:
            params = self._begin_params()
        except _Told:
            self._over = True  # the whole episode goes unrecorded, not only its first step
            raise
        self._now = _Journal(params)
        _session().count("episodes")

    def _begin_params(self) -> Json:
        session, episode, metrics = _session(), _current_episode(self._core), _metrics(self._core)
        if self.motion == "true" and _pose_of(self._core) is None:
            raise _Told("motion", 'an episode is not recorded: motion="true" needs the robot\'s pose, and env.sim.get_agent_state() gives none; attach with motion="collisions"')
        goal = _goal_of(episode)
        if not goal:
            session.tell("goal", "an episode names no goal, as a text in object_category, object_goal or goal of env.current_episode; it is recorded as a search for unknown")
        info = _follow(episode, "info")
        info = info if isinstance(info, Mapping) else {}
        config = _given(
            forward_m=self.options.get("forward_m") or _setting(self._core, "forward_step_size"),
            turn_deg=self.options.get("turn_deg") or _setting(self._core, "turn_angle"))
        shortest = _number(metrics.get("distance_to_goal"))
        return _given(
            goal=goal or "unknown",
            name=_id_of(episode, "episode_id"), scene_id=_id_of(episode, "scene_id"),
            run=self.options.get("run") or session.setting("run", "NAVD_RUN", None),
            arm=_full_arm(self.options.get("arm"), self.motion) or None, condition=self.options.get("condition"), space=self.options.get("space"),
            snapshot=self.options.get("snapshot"), frame=self.options.get("frame"), use=self.options.get("use"), seed=self.options.get("seed"),
            house=self._in_house(), config=config or None,
            start_distance=_number(info.get("euclidean_distance")),
            shortest_path_m=shortest if shortest is not None else _number(info.get("geodesic_distance")))

    def _in_house(self) -> Optional[Json]:
        """The house of an episode that begins now. Without it the episode would be one
        of another arm, so that it is an error when nobody can say it."""
        house = self.options.get("house")
        try:
            return _house(house(self.env) if callable(house) else house)
        except Exception as error:
            raise _Told("house", "an episode is not recorded: its house cannot be told: %s: %s" % (type(error).__name__, error)) from error

    def _finish(self, reason: str) -> None:
        """Ends the open episode, if there is one. The daemon is told when it next answers."""
        now, self._now, self._flag = self._now, None, None
        if now is not None:
            now.end = self._end_params(now, reason)
            self._ended = now
            self._backlog.append(now)
            while len(self._backlog) > KEPT_EPISODES or (
                    len(self._backlog) > 1 and sum(len(j.steps) for j in self._backlog) > KEPT_STEPS):
                lost = self._backlog.popleft()
                _session().count("episodes_dropped")
                _session().count("steps_dropped", lost.waiting)

    def _end_params(self, journal: _Journal, reason: str) -> Json:
        metrics = _metrics(self._core)
        success, left = _number(metrics.get("success")), _number(metrics.get("distance_to_goal"))
        end = _given(reason=reason, distance_to_goal=left, steps=journal.seq)
        if success is not None:
            end["success"] = bool(success)
        walked = self._walked if self._told == "true" else None
        if walked is None:
            walked = _path_of(metrics, journal.begin.get("shortest_path_m"), left, self._reckoned(journal))
        end.update(_given(path_m=_number(walked)))
        return end

    def _reckoned(self, journal: _Journal) -> Optional[float]:
        """The length of the path by dead reckoning: the forwards that did not collide."""
        length = (journal.begin.get("config") or {}).get("forward_m")
        return None if length is None else self._forwards * length

    # Telling the daemon

    def _deliver(self) -> None:
        """Sends what the daemon does not have, oldest first. It takes no more time than
        one step of the controller may take."""
        until = time.monotonic() + CATCH_UP_S
        while self._backlog:
            if not self._push(self._backlog[0], until):
                return
            self._backlog.popleft()
        if self._now is not None:
            self._push(self._now, until)

    def _push(self, journal: _Journal, until: float) -> bool:
        """Sends an episode. Says whether the daemon now has all of it. Raises NavdError
        if the daemon is away or cannot take it now."""
        for _ in range(KEPT_STEPS // CHUNK + 20):  # ends whatever the daemon answers
            if journal.done:
                return True
            try:
                if self._push_one(journal):
                    return True
            except NavdError as error:
                if isinstance(error, NavdAway) or not self._mend(journal, error):
                    raise
            if time.monotonic() > until:
                return False
        return False

    def _push_one(self, journal: _Journal) -> bool:
        """Sends the next part of an episode. True if there is nothing left to send."""
        navd = _session().navd
        if not journal.id:
            answer = navd.answer("episode.begin", dict(journal.begin, key=journal.key))
            journal.id = str(answer.get("episode") or "")
            if journal is self._now:
                self.last = dict(answer, pose={"x": 0.0, "y": 0.0, "yaw": 0.0})
            if not journal.id:
                raise NavdAway("navd began an episode without an id")
            return journal.waiting == 0 and journal.end is None
        steps = journal.chunk()
        if steps:
            answer = self._send(journal, steps)
            if journal is self._now:
                self.last = answer
            journal.acked += len(steps)
            _session().count("steps_sent", len(steps))
        elif journal.end is not None:
            navd.answer("episode.end", dict(journal.end, episode=journal.id))
            journal.done = True
        return journal.done or (journal.waiting == 0 and journal.end is None)

    @staticmethod
    def _send(journal: _Journal, steps: List[Json]) -> Json:
        navd = _session().navd
        if len(steps) == 1:
            return navd.answer("nav.step", dict(steps[0], episode=journal.id))
        answers = navd.answer("nav.steps", {"episode": journal.id, "steps": steps}).get("steps")
        return answers[-1] if isinstance(answers, list) and answers and isinstance(answers[-1], dict) else {}

    def _mend(self, journal: _Journal, error: NavdError) -> bool:
        """Changes an episode that the daemon refused, so that it may take it. Says
        whether to send it again at once."""
        if error.kind == "too_large" and journal.id and journal.size > 1:
            journal.size //= 2
            return True
        if error.code == -32601 or error.kind not in ("not_found", "conflict", "invalid", "too_large"):
            return False
        if error.kind == "conflict" and error.expected_seq and error.expected_seq <= journal.acked:
            if journal.rewind(error.expected_seq):  # the daemon lost the last steps in a crash, as it may with relaxed durability
                return True
        if error.kind in ("invalid", "too_large"):
            return self._plainer(journal, error)
        if not journal.id:
            return False
        journal.again += 1
        if journal.again > BEGIN_AGAIN or (journal.end is not None and not journal.steps):
            journal.done = True  # somebody deletes it again and again, or it has no steps to send
            return True
        journal.anew()
        _session().count("episodes_again")
        return True

    @staticmethod
    def _plainer(journal: _Journal, error: NavdError) -> bool:
        """Leaves out what the daemon refuses, or else everything that it can refuse,
        except what comparisons need: run, arm, condition, seed, house and what the episode
        uses of the memory. If the daemon refuses the episode even then, it is given up."""
        if not journal.id and set(journal.begin) - _KEPT:
            refused = error.field.replace("[", ".").split(".")[0]
            out = {refused} if refused in set(journal.begin) - _KEPT else set(journal.begin) - _KEPT
            _session().tell("begins without", "an episode begins without %s, which navd refuses: %s" % (", ".join(sorted(out)), error))
            journal.begin = {name: value for name, value in journal.begin.items() if name not in out}
            journal.begin["goal"] = str(journal.begin["goal"])[:200]
            journal.key = uuid.uuid4().hex
            return True
        if journal.id and journal.waiting and any(len(s) > 1 for s in journal.steps):
            keep = journal.acked - journal.base
            _session().tell("steps without", "steps are sent by their actions alone: navd refuses what else they tell: %s" % error)
            journal.steps = deque(s if i < keep else {"action": s["action"]} for i, s in enumerate(journal.steps))
            return True
        if journal.end is not None and set(journal.end) - {"reason"}:
            out = set(journal.end) - {"reason"}
            out = {error.field} if error.field in out else out
            _session().tell("ends without", "an episode ends without %s, which navd refuses: %s" % (", ".join(sorted(out)), error))
            journal.end = {name: value for name, value in journal.end.items() if name not in out}
            return True
        _session().count("episodes_dropped")
        journal.done = True
        if set(journal.begin) > {"goal"} and not journal.id:
            raise _Told("given up", "an episode is given up: navd refuses it, and run, arm, condition, house and use are not left out: %s" % error.message)
        return False

    # Questions

    def _reach(self) -> _Journal:
        """Gives the open episode after the daemon has all its steps."""
        if self._now is None:
            raise _Over("the episode is over") if self._over else _Local("no episode has begun")
        with self._lock:
            self._deliver()
            now = self._now
            if now is None or now.done or now.waiting or not now.id:
                raise NavdAway("navd does not have all steps yet")
            return now

    def spoken_of(self) -> str:
        """Gives the id of the episode that users speak about: the open one, after the
        daemon has all its steps, else the one that ended last."""
        told = None if self.foreign else self._now or self._ended
        if told is None:
            raise _Local("no episode has begun")
        with self._lock:
            self._deliver()
            if told.waiting or not told.id:
                raise NavdAway("navd does not have all steps yet")
            return told.id

    @property
    def facing(self) -> Optional[int]:
        """11 after a scan of eleven turns to the right, even if the robot had turned
        right before it; counting equal turns cannot tell that from a longer scan.
        None after anything else: then the daemon guesses."""
        now = self._now
        if now is None or (now.begin.get("config") or {}).get("turn_deg", 30) != 30:
            return None
        with self._lock:  # another thread may step meanwhile
            steps = list(now.steps)
        level = (step["action"] for step in reversed(steps) if not step["action"].startswith("look_"))
        scan = list(itertools.islice(level, 11))
        return 11 if scan == ["turn_right"] * 11 else None

    def before_ask(self) -> str:
        """Sends the daemon all steps up to the present one and gives the episode's id.
        If the last plan saw the goal and the robot has moved since, the controller
        did not find it there: the daemon is told so."""
        now = self._reach()
        flag = self._flag
        if flag is not None and now.seq > flag[1]:
            try:
                _session().navd.answer("nav.plan_result", {"plan": flag[0], "goal_flag_verified": False})
                self._flag = None
            except NavdAway:
                raise  # it is told with the next question
            except NavdError as error:
                self._flag = None
                _session().failed(error)
        return now.id

    def gave(self, context: str) -> str:
        """Remembers a Navigation Context that the controller got."""
        if context.strip() and context not in self._contexts:
            self._contexts.append(context)
        return context

    def without_contexts(self, text: str) -> str:
        """Removes the contexts that the controller got from a question. navd adds the
        present one, or none if the arm of a comparison uses none."""
        told = (self._now.begin.get("use") or {}).get("context", True) if self._now is not None else True
        for context in sorted(self._contexts, key=len, reverse=True):
            text = text.replace(context.strip(), "(the Navigation Context follows)" if told else "(none)")
        return text

    def after_ask(self, result: Json) -> None:
        """Remembers the plan of an answer if it saw the goal."""
        now, plan = self._now, result.get("plan")
        if now is not None and isinstance(plan, str) and plan:
            self._flag = (plan, now.seq) if result.get("goal_flag") is True else None

    def read_scene(self, image: Any) -> Json:
        """Asks the daemon's scene model to read a picture."""
        now = self._reach()
        result = _with_picture(_session(), "nav.observe", {"episode": now.id, "wait": True}, image)
        self.samples += 1
        place, scene = result.get("place"), result.get("scene")
        place = place if isinstance(place, dict) else {}
        scene = scene if isinstance(scene, dict) else {}  # the models saw nothing, so there is no type of place
        objects = [str(o) for o in scene.get("objects") or []]
        return {
            "scene_type": str(scene.get("scene_type") or "unknown"), "description": str(scene.get("description") or ""),
            "objects": objects, "objects_to_look_for": list(objects), "place_id": str(place.get("id") or ""),
            "transition": result.get("transition"),
        }

    def observe(self, scene_type: str = "", objects: Iterable[str] = (), description: str = "") -> bool:
        """Tells the daemon what the controller knows about the scene, at most 2000
        characters of the description. Objects without a scene type go with the next
        step. Says whether it was told, or will be."""
        try:
            labels = [label[:200] for label in _labels("objects", objects) if label]
            if not self.begun:
                return False
            self._seen.extend(label for label in labels[200 if scene_type else 0:] if label not in self._seen)
            if not scene_type:
                return True
            now = self._reach()
            _session().navd.answer("nav.observe", _given(
                episode=now.id, scene_type=scene_type[:200], objects=labels[:200] or None,
                description=description[:2000] or None, wait=True))
            self.samples += 1
            return True
        except _Local:
            return False
        except Exception as error:
            _session().failed(error)
            return False


# What simulators hold


def _core_of(env: Any) -> Any:
    """The environment that has the episode. habitat.RLEnv and gym's wrappers have it
    as an attribute."""
    if hasattr(env, "episode_over") or hasattr(env, "get_metrics"):
        return env
    for name in ("habitat_env", "_env", "unwrapped", "env"):
        inner = getattr(env, name, None)
        if inner is not None and inner is not env and (hasattr(inner, "episode_over") or hasattr(inner, "get_metrics")):
            return inner
    return env


def _current_episode(core: Any) -> Any:
    """The episode's record. If there is none yet, habitat raises an AssertionError."""
    try:
        episode = getattr(core, "current_episode", None)
    except Exception:
        return None
    return None if callable(episode) else episode


def _metrics(core: Any) -> Mapping[str, Any]:
    try:
        metrics = core.get_metrics()
    except Exception:
        return {}
    return metrics if isinstance(metrics, Mapping) else {}


def _goal_of(episode: Any) -> str:
    """The goal that the episode's record names, as navd names it, or nothing."""
    for name in ("object_category", "object_goal", "goal"):
        goal = _follow(episode, name)
        if isinstance(goal, str) and goal_name(goal):
            return goal_name(goal)
    return ""


def _id_of(episode: Any, name: str) -> Optional[str]:
    """An id of the episode's record as a text; it may be the number 0."""
    found = _follow(episode, name)
    return None if found is None else str(found) or None


def _collided(core: Any) -> Optional[bool]:
    """Whether the last step ran into something. None if nobody says."""
    said = _follow(core, "sim", "previous_step_collided")
    if said is None:
        collisions = _metrics(core).get("collisions")
        said = collisions.get("is_collision") if isinstance(collisions, Mapping) else None
    return bool(said) if said is not None and not callable(said) else None


def _setting(core: Any, name: str) -> Optional[float]:
    """A length or angle of the simulator's configuration, in its old or new spelling."""
    for section in ("config", "_config"):
        for path in (("habitat", "simulator", name), ("simulator", name), ("SIMULATOR", name.upper())):
            value = _number(_follow(core, section, *path))
            if value:
                return value
    return None


def _indexed_name(core: Any, action: Any) -> str:
    """The name that the environment's task gives to the number of an action. It can
    differ from Habitat's default."""
    if isinstance(action, Mapping):
        action = action.get("action")
    if isinstance(action, (str, Enum)) or isinstance(action, Mapping):
        return ""
    name_of = _follow(core, "task", "get_action_name")
    try:
        number = action if isinstance(action, int) else action.item()
        return action_name(str(name_of(int(number)))) if callable(name_of) else ""
    except Exception:
        return ""


def _pose_of(core: Any) -> Optional[Tuple[float, float, float]]:
    """(east, north, heading) in Habitat's world: y is up, a robot looks along -z.
    Metres and radians, counter-clockwise from east. None if it cannot be read, or
    is not finite."""
    state = None
    try:
        state = core.sim.get_agent_state()
        x, z = float(state.position[0]), float(state.position[2])
        q = state.rotation
        if hasattr(q, "w"):
            qw, qx, qy, qz = float(q.w), float(q.x), float(q.y), float(q.z)
        else:
            qx, qy, qz, qw = (float(v) for v in q)
    except Exception:
        return None
    ahead_x = -2 * (qx * qz + qw * qy)
    ahead_z = -(1 - 2 * (qx * qx + qy * qy))
    pose = x, -z, math.atan2(-ahead_z, ahead_x)
    return pose if all(math.isfinite(number) for number in pose) else None


def _moved(before: Any, after: Any) -> Optional[Tuple[float, float]]:
    """How far and in which direction the robot moved between two poses: metres, and
    degrees to the left of its heading."""
    if before is None or after is None:
        return None
    east, north = after[0] - before[0], after[1] - before[1]
    length = math.hypot(east, north)
    return length, math.degrees(math.remainder(math.atan2(north, east) - before[2], 2 * math.pi))


def _path_of(metrics: Mapping[str, Any], shortest: Any, left: Optional[float], reckoned: Optional[float] = None) -> Optional[float]:
    """The length p of the path, from the controller's SPL or SoftSPL:
    share = reached · l / max(p, l), solved for p. This needs no positions of the
    simulator. None if the figures do not tell, as SPL does not after a failure. If p
    is at most l, they tell only that; then it is the path by dead reckoning, if that
    is shorter than l."""
    length = _number(shortest)
    if not length:
        return None
    share, reached = _number(metrics.get("spl")), _number(metrics.get("success"))
    if not share or not reached:
        share, reached = _number(metrics.get("soft_spl")), None if left is None else max(0.0, 1 - left / length)
    if not share or not reached:
        return None
    if reckoned is not None and math.isclose(share, reached, rel_tol=1e-6):
        return min(length, reckoned)
    return length * reached / share


# Level 1


class Place:
    """A room or part of one, as place managers hold it."""

    def __init__(self, place_id: str, place_type: str = "unknown") -> None:
        self.place_id = place_id
        self.place_type = place_type
        self.semantic_description = ""
        self.objects_list: set[str] = set()
        self.anchors: List[str] = []
        self.visit_count = 1

    @property
    def caption(self) -> str:
        """The description, under its other name."""
        return self.semantic_description

    @property
    def object_set(self) -> set[str]:
        """The labels of what stands there."""
        return set(self.objects_list)

    @property
    def object_signature(self) -> Dict[str, int]:
        """The labels, each once."""
        return dict.fromkeys(self.objects_list, 1)

    def __repr__(self) -> str:
        return "<Place %s: %s (%d objects)>" % (self.place_id, self.place_type, len(self.objects_list))


class Anchor:
    """A spot on the way. pose is (x, y, yaw) in metres and radians, in the frame
    of the episode's start, counter-clockwise."""

    def __init__(self, anchor_id: str, pose: Tuple[float, float, float], place_id: str) -> None:
        self.anchor_id = anchor_id
        self.pose = pose
        self.place_id = place_id
        self.neighbors: List[str] = []
        self.is_door = False

    def __repr__(self) -> str:
        return "<Anchor %s in %s>" % (self.anchor_id, self.place_id)


def _word(value: Any) -> str:
    """A text without spaces around it; empty for what is none."""
    return value.strip() if isinstance(value, str) else ""


_UNKNOWN = "You are in an unknown area."


class PlaceManager:
    """The memory of the attached episode, with the methods of a place manager.

    Motion comes from :func:`attach`; ``update`` adds scenes and objects only, its
    pose and action are not used. ``places``, ``anchors`` and ``edges`` are copies
    of what the daemon holds, read again when it has something new; what was read
    last stays while the daemon is away.
    """

    def __init__(self, attached: Optional[Attached] = None) -> None:
        _session().own_scenes = True
        self._attached = attached
        self._age: Any = None
        self._places: Dict[str, Place] = {}
        self._anchors: Dict[str, Anchor] = {}
        self._edges: List[Json] = []

    def update(self, current_pose: Any = None, vlm_data: Optional[Mapping[str, Any]] = None,
               detected_objects: Any = None, action: Any = None) -> None:
        """Adds a scene, {"scene_type", "description"}, and the objects that were seen,
        labels or {"label": …}; other members of a scene are not used. A scene that
        navd has read itself is in the memory already."""
        _session().own_scenes = True
        attached = self._find()
        if attached is None:
            return
        labels: List[str] = []
        try:
            seen = () if detected_objects is None else _elements("detected_objects", detected_objects)
            labels = _labels("detected_objects", [(o.get("label") or "") if isinstance(o, Mapping) else o for o in seen])
            if vlm_data is not None and not isinstance(vlm_data, Mapping):
                raise TypeError('vlm_data is a mapping, as in {"scene_type": "bedroom"}, given %s' % _short(vlm_data))
        except Exception as error:
            _session().failed(error)
        scene = vlm_data if isinstance(vlm_data, Mapping) else {}
        kind = _word(scene.get("scene_type"))
        if not kind or kind.lower() == "unknown" or "place_id" in scene:
            attached.observe("", labels)
            return
        attached.observe(kind, labels, _word(scene.get("description")))

    def get_nav_context(self, include_dc_queue: bool = True) -> str:
        """The Navigation Context as text, for a prompt, with angles as they are printed
        on the panorama. :func:`gptv_response` takes it out of a question again: navd
        tells its model the context itself."""
        try:
            attached = self._find()
            if attached is None or not attached.episode:
                return _UNKNOWN
            printed = {"angles": _printed(_session().settings).get("angles", "none")}  # numbers name the shown views only
            answer = _session().navd.answer("nav.context", {"episode": attached.episode, "format": "text", "printed": printed})
            return attached.gave(str(answer.get("context") or "")) or _UNKNOWN
        except Exception as error:
            _session().failed(error)
            return _UNKNOWN

    def get_neighbor_directions(self, current_yaw: float) -> str:
        """Where the linked anchors lie from a heading in radians, a line each."""
        here = self.current_anchor
        lines = []
        for name in here.neighbors if here else ():
            there = self._anchors.get(name)
            if here is None or there is None:
                continue
            angle = math.atan2(there.pose[1] - here.pose[1], there.pose[0] - here.pose[0]) - float(current_yaw)
            place = self._places.get(there.place_id)
            lines.append("- Angle %.0f degrees leads to %s (Node %s)" % (
                math.degrees(math.remainder(angle, 2 * math.pi)), place.place_type if place else "unknown", name))
        return "\n".join(lines) or "No mapped connections from this point."

    def compute_avoid_hint(self) -> str:
        """pattern:STUCK, pattern:ABABA, both with a comma between, or nothing."""
        loop = self._last().get("loop")
        loop = loop if isinstance(loop, Mapping) else {}
        return ",".join(hint for name, hint in (("stuck", "pattern:STUCK"), ("ababa", "pattern:ABABA")) if loop.get(name))

    def push_dc_record(self, *_: Any, **__: Any) -> None:
        """Does nothing: each plan leaves its record in the daemon's queue."""

    def prune_old_anchors(self, *_: Any, **__: Any) -> int:
        """Does nothing: the daemon's cost does not grow with the anchors."""
        return 0

    def reset_for_episode(self) -> None:
        """Forgets the copy; the memory itself begins anew with env.reset."""
        self._age, self._places, self._anchors, self._edges = None, {}, {}, []

    def get_current_pose(self) -> Tuple[float, float, float]:
        """Where the robot is by dead reckoning: metres, metres, radians."""
        return self.robot_pose

    def save_to_json(self, filename: str = "place_graph.json") -> None:
        """Writes places, anchors and edges to a file. OSError when it cannot be."""
        self._refresh()
        data = {
            "places": {p.place_id: {"type": p.place_type, "objects": sorted(p.objects_list), "anchor_count": len(p.anchors)}
                       for p in self._places.values()},
            "anchors": {a.anchor_id: {"place_id": a.place_id, "pose": a.pose, "neighbors": a.neighbors}
                        for a in self._anchors.values()},
            "edges": self._edges,
        }
        with open(filename, "w", encoding="utf-8") as file:
            json.dump(data, file, indent=4)

    @property
    def places(self) -> Dict[str, Place]:
        """Every place, by its id."""
        self._refresh()
        return self._places

    @property
    def anchors(self) -> Dict[str, Anchor]:
        """Every anchor, by its id."""
        self._refresh()
        return self._anchors

    @property
    def edges(self) -> List[Json]:
        """Every walked link once: {"from", "to", "type"}."""
        self._refresh()
        return self._edges

    @property
    def current_place(self) -> Optional[Place]:
        """Where the robot is; None while nothing is known."""
        place = self._last().get("place")
        return self.places.get(str(place.get("id"))) if isinstance(place, Mapping) else None

    @property
    def current_anchor(self) -> Optional[Anchor]:
        """The newest anchor; None while nothing is known."""
        return self.anchors.get(str(self._last().get("anchor")))

    @property
    def robot_pose(self) -> Tuple[float, float, float]:
        """Where the robot is by dead reckoning: metres, metres, radians."""
        return _radians(self._last().get("pose"))

    def _find(self) -> Optional[Attached]:
        return self._attached if self._attached is not None else _session().current()

    def _last(self) -> Json:
        attached = self._find()
        return attached.last if attached is not None else {}

    def _refresh(self) -> None:
        """Reads the graph again when an anchor, a place or a sample is new."""
        attached = self._find()
        if attached is None or not attached.episode:
            return
        age = (attached.episode, attached.samples, attached.last.get("anchor"), str(attached.last.get("place")))
        if age == self._age:
            return
        try:
            graph = _session().navd.answer("nav.graph", {"episode": attached.episode})
        except Exception as error:
            _session().failed(error)
            return
        self._age = age
        self._read(graph)

    def _read(self, graph: Json) -> None:
        self._places, self._anchors, self._edges = {}, {}, []
        for p in graph.get("places") or ():
            place = Place(str(p["id"]), str(p.get("type") or "unknown"))
            place.semantic_description = str(p.get("description") or "")
            place.objects_list = {str(o) for o in p.get("objects") or ()}
            place.anchors = [str(a) for a in p.get("anchors") or ()]
            place.visit_count = int(p.get("visits") or 1)
            self._places[place.place_id] = place
        for a in graph.get("anchors") or ():
            self._anchors[str(a["id"])] = Anchor(str(a["id"]), _radians(a.get("pose")), str(a.get("place")))
        for e in graph.get("edges") or ():
            ends = str(e["from"]), str(e["to"])
            self._edges.append({"from": ends[0], "to": ends[1], "type": "normal"})
            for one, other in (ends, ends[::-1]):
                if one in self._anchors:
                    self._anchors[one].neighbors.append(other)


def _radians(pose: Any) -> Tuple[float, float, float]:
    pose = pose if isinstance(pose, Mapping) else {}
    x, y, yaw = (float(pose.get(name) or 0) for name in ("x", "y", "yaw"))
    return x, y, math.radians(yaw)
