"""What the tests of navd_client use in place of Habitat and of navd.

``Env`` behaves as habitat.Env does where a controller can see it. ``FakeDaemon``
answers what a test wants on a real socket. ``RealDaemon`` is navd itself; its
program is named by NAVD_TEST_BINARY. ``FakeVertex`` is a model for it to ask.
"""

from __future__ import annotations

import json
import math
import os
import shutil
import signal
import socket
import subprocess
import tempfile
import threading
from enum import Enum
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from types import SimpleNamespace
from typing import Any, Callable, Dict, List, Optional

import navd_client

BINARY = os.environ.get("NAVD_TEST_BINARY", "")
FULL = (b'{"jsonrpc":"2.0","id":null,"error":{"code":-32006,"message":"all 2 connections are in use",'
        b'"data":{"kind":"unavailable","hint":"close one, or raise socket.max_connections"}}}')


class HabitatSimActions(Enum):
    """Actions as older versions of Habitat number them."""

    STOP = 0
    MOVE_FORWARD = 1
    TURN_LEFT = 2
    TURN_RIGHT = 3
    LOOK_UP = 4
    LOOK_DOWN = 5


class Sim:
    """A flat world: y is up, a robot looks along -z. Every wall-th forward is blocked."""

    def __init__(self, wall: int) -> None:
        self.wall = wall
        self.restart()

    def restart(self) -> None:
        self.x = self.z = self.yaw = 0.0
        self.forwards = 0
        self.previous_step_collided = False

    def get_agent_state(self) -> Any:
        half = math.radians(self.yaw) / 2
        rotation = SimpleNamespace(w=math.cos(half), x=0.0, y=math.sin(half), z=0.0)
        return SimpleNamespace(position=[self.x, 0.0, self.z], rotation=rotation)

    def act(self, name: str) -> None:
        self.previous_step_collided = False
        if name == "turn_left":
            self.yaw += 30
        if name == "turn_right":
            self.yaw -= 30
        if name != "move_forward":
            return
        self.forwards += 1
        if self.wall and self.forwards % self.wall == 0:
            self.previous_step_collided = True
            return
        self.x -= 0.25 * math.sin(math.radians(self.yaw))
        self.z -= 0.25 * math.cos(math.radians(self.yaw))


class Env:
    """What a controller sees of habitat.Env: step, reset, episode_over,
    current_episode, get_metrics and sim. It refuses a step after the end."""

    def __init__(self, goals: Any = ("sofa",), limit: int = 500, wall: int = 0) -> None:
        self.sim = Sim(wall)
        self._goals = list(goals)
        self._limit = limit
        self._begun = -1
        self._elapsed_steps = 0
        self._episode_over = False
        self._episode: Any = None
        self._config = SimpleNamespace(simulator=SimpleNamespace(forward_step_size=0.25, turn_angle=30))
        self.done: List[str] = []  # every action of the present episode
        self.closed = 0
        self.rgb: Any = None  # what the camera sees, if anybody looks

    @property
    def current_episode(self) -> Any:
        assert self._episode is not None
        return self._episode

    @property
    def episode_over(self) -> bool:
        return self._episode_over

    def reset(self) -> Dict[str, Any]:
        self._begun += 1
        self._episode = SimpleNamespace(
            episode_id=str(self._begun), scene_id="hm3d/house-%d.glb" % self._begun,
            object_category=self._goals[self._begun % len(self._goals)], info={"euclidean_distance": 3.0})
        self.sim.restart()
        self._elapsed_steps, self._episode_over, self.done = 0, False, []
        return {"rgb": "first" if self.rgb is None else self.rgb}

    def step(self, action: Any) -> Dict[str, Any]:
        assert self._episode is not None, "Cannot call step before calling reset"
        assert not self._episode_over, "Episode over, call reset before calling step"
        name = navd_client.action_name(action)
        self.sim.act(name)
        self.done.append(name)
        self._elapsed_steps += 1
        self._episode_over = name == "stop" or self._elapsed_steps >= self._limit
        return {"rgb": "next" if self.rgb is None else self.rgb}

    def close(self) -> None:
        self.closed += 1

    def get_metrics(self) -> Dict[str, Any]:
        stopped = self.done[-1:] == ["stop"]
        return {
            "distance_to_goal": 0.5 if stopped else 4.0, "success": 1.0 if stopped else 0.0, "spl": 0.8 if stopped else 0.0,
            "collisions": {"count": 0, "is_collision": self.sim.previous_step_collided},
        }


def socket_dir() -> str:
    """A directory whose path leaves room for a socket's name."""
    return tempfile.mkdtemp(prefix="navd", dir="/tmp")


class FakeDaemon:
    """Answers calls on a Unix socket by the functions in ``methods``: params to
    result. A NavdError that one raises is the answer; for a method that is not
    there, the daemon's own. ``calls`` has what was asked, but for navd.info.

    mode is serve, hang (never a word), midline (half of an answer, then gone), or full
    (it refuses the connection, which ``refused`` counts, and closes it unread).
    """

    def __init__(self, mode: str = "serve", **methods: Callable[[Dict[str, Any]], Any]) -> None:
        self.mode = mode
        self.methods = {name.replace("__", "."): answer for name, answer in methods.items()}
        self.calls: List[Any] = []
        self.accepted = 0
        self.refused = threading.Semaphore(0)
        self.info: Dict[str, Any] = {"version": "fake", "pid": os.getpid()}
        self.max_line = 1 << 30
        self._dir = socket_dir()
        self.path = os.path.join(self._dir, "s")
        self._listen = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        self._listen.bind(self.path)
        self._listen.listen(16)
        self._open: List[socket.socket] = []
        self._threads: List[threading.Thread] = []
        self._start(self._accept)

    def named(self, method: str) -> List[Dict[str, Any]]:
        return [params for name, params in list(self.calls) if name == method]

    def close(self) -> None:
        self.path = ""
        for one in [self._listen] + self._open:
            try:
                one.shutdown(socket.SHUT_RDWR)
            except OSError:
                pass
            one.close()
        for thread in list(self._threads):
            thread.join()
        shutil.rmtree(self._dir)

    def _start(self, run: Callable[..., None], *args: Any) -> None:
        thread = threading.Thread(target=run, args=args)
        self._threads.append(thread)
        thread.start()

    def _accept(self) -> None:
        while True:
            try:
                one, _ = self._listen.accept()
            except OSError:
                return
            self.accepted += 1
            self._open.append(one)
            self._start(self._serve, one)

    def _serve(self, one: socket.socket) -> None:
        try:
            if self.mode == "full":
                one.sendall(FULL + b"\n")
                one.close()
                self.refused.release()
                return
            for line in one.makefile("rb"):
                if self.mode == "hang":
                    continue
                answer = self._answer(line)
                if self.mode == "midline" and b'"navd.info"' not in line:
                    one.sendall(answer[:len(answer) // 2])
                    one.shutdown(socket.SHUT_RDWR)
                    return
                one.sendall(answer + b"\n")
        except (OSError, ValueError):
            return

    def _answer(self, line: bytes) -> bytes:
        if len(line) > self.max_line:
            return json.dumps({"jsonrpc": "2.0", "id": None, "error": {"code": -32005, "message": "too long"}}).encode()
        request = json.loads(line)
        method, params = request["method"], request["params"]
        answer: Dict[str, Any] = {"jsonrpc": "2.0", "id": request["id"]}
        if method == "navd.info":
            answer["result"] = self.info
            return json.dumps(answer).encode()
        self.calls.append((method, params))
        try:
            if method not in self.methods:
                raise navd_client.NavdError('no method "%s"' % method, -32601, "not_found")
            answer["result"] = self.methods[method](params)
        except navd_client.NavdError as e:
            data = {"kind": e.kind, "field": e.field, "expected_seq": e.expected_seq, "hint": e.hint}
            answer["error"] = {"code": e.code, "message": e.message, "data": {k: v for k, v in data.items() if v}}
        return json.dumps(answer).encode()


class Memory:
    """The little of navd that a fake needs to be attached to: it takes steps in
    order and counts episodes."""

    def __init__(self) -> None:
        self.taken: Dict[str, List[Dict[str, Any]]] = {}
        self.ended: Dict[str, Dict[str, Any]] = {}
        self.keys: Dict[str, str] = {}

    def methods(self) -> Dict[str, Callable[[Dict[str, Any]], Any]]:
        return {"episode__begin": self.begin, "episode__end": self.end, "nav__step": self.step, "nav__steps": self.steps}

    def begin(self, params: Dict[str, Any]) -> Any:
        name = self.keys.setdefault(params["key"], "e%d" % (len(self.taken) + 1))  # the same key is the same episode
        self.taken.setdefault(name, [])
        return {"episode": name, "place": {"id": "1"}, "anchor": "1"}

    def end(self, params: Dict[str, Any]) -> Any:
        self.known(params)
        self.ended[params["episode"]] = params
        return {"episode": params["episode"], "metrics": {}}

    def step(self, params: Dict[str, Any]) -> Any:
        return self.steps({"episode": params["episode"], "steps": [params]})["steps"][0]

    def steps(self, params: Dict[str, Any]) -> Any:
        taken = self.known(params)
        for step in params["steps"]:
            if step["seq"] > len(taken) + 1:
                raise navd_client.NavdError("gap", -32003, "conflict", field="seq", expected_seq=len(taken) + 1)
            if step["seq"] == len(taken) + 1:
                taken.append(step)
        return {"steps": [{"anchor": "1", "place": {"id": "1"}, "loop": {}} for _ in params["steps"]]}

    def known(self, params: Dict[str, Any]) -> List[Dict[str, Any]]:
        if params["episode"] not in self.taken:
            raise navd_client.NavdError("no such episode", -32002, "not_found", field="episode")
        return self.taken[params["episode"]]


class FakeVertex:
    """A model behind Vertex AI's REST interface on this machine. ``answer`` gives
    its text for a request; an empty one is a failure of the service. ``asked``
    has the prompts: "planner", "scene" or "words", by the schema that is wanted,
    the text, and the number of pictures."""

    def __init__(self) -> None:
        self.answer: Callable[[str, str], str] = lambda role, prompt: ""
        self.asked: List[Any] = []
        fake = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                body = self.rfile.read(int(self.headers["Content-Length"]))
                text = fake.take(json.loads(body))
                answer: Dict[str, Any] = {"error": {"code": 400, "message": "no", "status": "INVALID_ARGUMENT"}}
                if text:
                    answer = {"candidates": [{"content": {"role": "model", "parts": [{"text": text}]}, "finishReason": "STOP"}]}
                data = json.dumps(answer).encode()
                self.send_response(200 if text else 400)
                self.send_header("Content-Type", "application/json")
                self.send_header("Content-Length", str(len(data)))
                self.end_headers()
                self.wfile.write(data)

            def log_message(self, format: str, *args: Any) -> None:
                pass

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self._thread = threading.Thread(target=self._server.serve_forever, kwargs={"poll_interval": 0.01})
        self._thread.start()
        self.url = "http://127.0.0.1:%d" % self._server.server_address[1]

    @property
    def config(self) -> str:
        """The daemon's settings to ask this model, and without it the local planner."""
        return "\n".join((
            'planner.chain = ["vertex", "local"]', 'scene.chain = ["vertex"]', "[models.vertex]", 'project = "p"',
            'endpoint = "%s"' % self.url, 'auth = "none"', ""))

    def take(self, request: Dict[str, Any]) -> str:
        wanted = request.get("generationConfig", {}).get("responseSchema", {}).get("properties", {})
        role = "planner" if "goal_flag" in wanted else "scene" if "scene_type" in wanted else "words"
        parts = [part for content in request["contents"] for part in content["parts"]]
        prompt = "\n".join(part["text"] for part in parts if "text" in part)
        self.asked.append((role, prompt, sum("inlineData" in part for part in parts)))
        return self.answer(role, prompt)

    def prompts(self, role: str) -> List[str]:
        return [prompt for asked, prompt, _ in list(self.asked) if asked == role]

    def close(self) -> None:
        self._server.shutdown()
        self._thread.join()
        self._server.server_close()


class RealDaemon:
    """navd on a data directory of its own; it can be killed and started again."""

    def __init__(self, config: str = "") -> None:
        self.dir = socket_dir()
        self.config = os.path.join(self.dir, "navd.toml")
        with open(self.config, "w", encoding="utf-8") as file:
            file.write(config)
        self.path = os.path.join(self.dir, "s")
        self.data = os.path.join(self.dir, "data")
        self._process: Optional[subprocess.Popen[bytes]] = None
        self.start()

    def start(self) -> None:
        config = {k: v for k, v in os.environ.items() if not k.startswith("NAVD_")}
        config["XDG_CONFIG_HOME"] = self.dir
        self._process = subprocess.Popen(
            [BINARY, "run", "--config", self.config, "--data-dir", self.data, "--socket", self.path], env=config,
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        with navd_client.Navd(self.path) as navd:
            navd.wait_ready(30)

    def send(self, what: int) -> None:
        assert self._process is not None
        self._process.send_signal(what)
        if what == signal.SIGSTOP:
            os.waitpid(self._process.pid, os.WUNTRACED)  # until all of its threads stand still

    def stop(self, how: int = signal.SIGTERM) -> None:
        process, self._process = self._process, None
        if process is not None:
            process.send_signal(how)
            process.wait(30)

    def close(self) -> None:
        self.stop()
        shutil.rmtree(self.dir)
