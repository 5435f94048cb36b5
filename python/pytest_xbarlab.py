# SPDX-License-Identifier: Apache-2.0
"""Tests of switches for pytest: files *.xbar.toml, and a fixture that runs xbarlab (docs/how-to/pytest.md)."""

import json
import os
import pathlib
import shlex
import shutil
import subprocess
import tempfile
import tomllib

import pytest

OF_PYTEST = ("check", "golden")  # tables that `xbarlab run` leaves alone


class Failed(Exception):
    """A command that did not end well: the command, and all that it said."""


def flags(keys):
    """ports=4, long=True as words: --ports 4 --long. An underscore of Python's stands for a dash."""
    for key, value in keys.items():
        if value is not False:
            yield "--" + key.replace("_", "-")
        if not isinstance(value, bool):
            yield str(value)


class Lab:
    """xbarlab in a folder. Each call is a process of its own, and what they share are models that it locks."""

    def __init__(self, config, folder, new_folder=None):
        given = config.getoption("xbarlab") or config.getini("xbarlab")
        # One without a path is looked for; a path is seen from the project's top folder.
        self.program = str(config.rootpath / given) if os.sep in given else given
        self.folder, self.new_folder = folder, new_folder

    def call(self, *words):
        """What a command of xbarlab prints. Raises Failed."""
        __tracebackhide__ = True
        words = [str(word) for word in words]
        shown = f"$ cd {shlex.quote(str(self.folder))} && {shlex.join([self.program, *words])}\n"
        if shutil.which(self.program) is None:
            raise Failed(f"{shown}no such program; allowed: xbarlab in PATH, or pytest --xbarlab=PROGRAM")
        done = subprocess.run(
            [self.program, *words],
            cwd=self.folder,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            encoding="utf-8",
            errors="replace",
        )
        if done.returncode != 0:
            raise Failed(f"{shown}{done.stdout}{done.stderr}exit status {done.returncode}")
        return done.stdout

    def run(self, *file, **keys):
        """The record of a point: of keys (ports=4, load=0.9), of a file, or of a file with other keys."""
        __tracebackhide__ = True
        with tempfile.TemporaryDirectory() as folder:
            file_of_records = pathlib.Path(folder, "records.jsonl")
            self.call("run", *file, *flags(keys), "--json", file_of_records)
            records = self._records(file_of_records.read_text("utf-8"))
        if len(records) != 1:
            raise Failed(f"run: {len(records)} points; allowed: one, or xbarlab.study(...)")
        return records[0]

    def study(self, file, out=None, **keys):
        """The records of all points of a file, in its order. What is in the folder `out` does not run again."""
        __tracebackhide__ = True
        out = self.folder / (out or self.new_folder())
        self.call("run", file, *flags(keys), "--out", out, "--quiet")
        points = self._records((out / "index.jsonl").read_text("utf-8"))
        return [json.loads((out / "points" / point["point"] / "record.json").read_text("utf-8")) for point in points]

    @staticmethod
    def frame(records):
        """Records as a pandas.DataFrame: a row each, columns such as result.queueing.mean."""
        __tracebackhide__ = True
        try:
            import pandas
        except ImportError:
            raise Failed("frame: no pandas; allowed: where python3-pandas is installed") from None
        return pandas.json_normalize(records)

    @staticmethod
    def _records(text):
        return [json.loads(line) for line in text.splitlines()]


class XbarItem(pytest.Item):
    """One command of xbarlab that has to end well."""

    def __init__(self, *, words, **given):
        super().__init__(**given)
        self.words = words

    def runtest(self):
        Lab(self.config, self.path.parent).call(*self.words)

    def repr_failure(self, excinfo):
        return str(excinfo.value) if excinfo.errisinstance(Failed) else super().repr_failure(excinfo)

    def reportinfo(self):
        return self.path, None, self.name


class XbarFile(pytest.File):
    """An experiment whose points and expectations are a test, and what its tables [check] and [golden] name."""

    def collect(self):
        try:
            tables = tomllib.loads(self.path.read_text("utf-8-sig"))
        except (tomllib.TOMLDecodeError, UnicodeDecodeError) as wrong:
            raise self.CollectError(f"{self.path}: {wrong}") from None
        if "check" in tables:
            device, keys = self._table(tables, "check", "device", tables.get("device"))
            yield self._item("check", "device", "check", device, *flags(keys))
        if "golden" in tables:
            folder, keys = self._table(tables, "golden", "folder")
            one = keys.pop("case", None)
            cases = [one] if one else self._cases(self.path.parent / folder)
            if not cases:
                raise self.CollectError(f"{self.path}: golden.folder: '{folder}' has no case; allowed: NAME.toml")
            for case in cases:
                yield self._item(f"golden[{case}]", "golden", folder, "--case", case, *flags(keys))
        if set(tables) - {*OF_PYTEST}:
            yield self._item("run", "run", self.path.name)

    @staticmethod
    def _cases(folder):
        """As xbarlab golden counts them: a golden file without its point is an error of its own."""
        return sorted({file.stem for ending in ("toml", "trace") for file in folder.glob(f"*.{ending}")})

    def _table(self, tables, name, needed, default=None):
        keys = tables[name]
        value = keys.pop(needed, default) if isinstance(keys, dict) else None
        if not isinstance(value, str):
            raise self.CollectError(f"{self.path}: {name}: no {needed}; allowed: a table with {needed} = \"...\"")
        return value, keys

    def _item(self, name, *words):
        return XbarItem.from_parent(self, name=name, words=words)


def pytest_addoption(parser):
    text = "xbarlab, or a checkout's ./lab (default: xbarlab in PATH)"
    parser.getgroup("xbarlab").addoption("--xbarlab", metavar="PROGRAM", help=text)
    parser.addini("xbarlab", text, default="xbarlab")


def pytest_collect_file(file_path, parent):
    return XbarFile.from_parent(parent, path=file_path) if file_path.name.endswith(".xbar.toml") else None


@pytest.fixture
def xbarlab(request, tmp_path_factory):
    """xbarlab in the folder of the test: run(), study(), frame(), call()."""
    return Lab(request.config, request.path.parent, lambda: tmp_path_factory.mktemp("study"))
