"""The example of a tree search over an environment of one's own, against navd itself."""

from __future__ import annotations

import contextlib
import io
import os
import unittest

import lats_example
from standins import BINARY, RealDaemon
from test_navd_client import Case


@unittest.skipUnless(BINARY, "NAVD_TEST_BINARY is not set")
class ExampleTest(Case):
    def test_it_finds_the_answer_and_says_how(self) -> None:
        daemon = RealDaemon()
        self.addCleanup(daemon.close)
        os.environ["NAVD_SOCKET"] = daemon.path  # Case puts it back
        printed = io.StringIO()
        with contextlib.redirect_stdout(printed):
            code = lats_example.main()
        lines = printed.getvalue().splitlines()
        self.assertEqual(0, code, lines)
        self.assertEqual(["search[red mug]", "search[kitchen]", "finish[kitchen, green]"], [l.partition(":")[0] for l in lines[:-1]])
        self.assertRegex(lines[0], r": The red mug stands on the counter\.")
        self.assertRegex(lines[-1], r"^solved, verified, \d+ calls$")
