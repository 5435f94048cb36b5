# SPDX-License-Identifier: Apache-2.0
"""Checks the schema on standard input. Usage: schema_test.py EXPERIMENTS PROGRAM"""

import json
import pathlib
import re
import subprocess
import sys
import tempfile
import tomllib

import jsonschema

GOOD = [
    "load = 0.5",
    "load = [0.1, '0.2..0.9 step 0.1', 1]",
    "load = '0.5'",
    "packet = '1..4'",
    "packet = 4",
    "ci = '1%'",
    "warmup = 'auto'",
    "schedule = ''",
    "schedule = 'x.goal'",
    "topology = 'mesh(2,2)'",
    "output-period = '0:10'",
    "alpha = [0.5, 1]",
    "cycles = 1e6",
    "seeds = '5'",
    "search = 'saturation'",
    "search = 'depth'\nmax-loss = 1e-3\nmin-throughput = '99 %'\nflow = 'drop'\ndepth = [64, 128]",
    "[[exclude]]\nload = 0.5\nports = 4\n[[case]]\nports = [4, 8]\n[[case]]\nwindow = 2",
    "[expect]\nmeasure = 'throughput'\nat-least = 0.4",
    "limits = 'throughput>=.4'",
    "limits = ['throughput >= 0.4', 'queueing.p99 <= 1e6']",
    "[check]\nports = 4\n[golden]\nfolder = 'golden'\nengine = 'fast'",
    "[[plot]]\ny = ['throughput', 'loss']\nx = 'load'\nby = 'switch'\nwhere = {ports = 4}\nlog = true",
    "[[plot]]\nfigure = 'occupancy'\ntitle = 'a title'",
    "[[expect]]\nmeasure = 'queueing.mean'\nvalues = 1.2\ntolerance = '3 %'\nwhere = {load = 0.5}",
]
# Both the schema and the program refuse these.
WRONG = [
    "prots = 4",
    "check = 4",
    "limits = 4",
    "limits = []",
    "limits = 'throughput = 0.4'",
    "limits = 'throughput >= much'",
    "[[plot]]\ny = 'troughput'",
    "[[plot]]\nfigure = 'occupation'",
    "[[plot]]\ny = 'loss'\nbye = 'switch'",
    "load = 1.5",
    "load = -0.1",
    "load = []",
    "load = true",
    "load = 'high'",
    "ports = 1",
    "ports = 4.5",
    "switch = 'inptu'",
    "switch = ['input', 'inptu']",
    "width = 96",
    "alpha = 3",
    "packet = '1-4'",
    "packet = 0",
    "ci = '1 percent'",
    "warmup = 'none'",
    "schedule = 'shfit'",
    "output-period = '0;10'",
    "seeds = 0",
    "search = 'knee'",
    "max-loss = 0",
    "min-throughput = 1.5",
    "[[case]]\nseeds = 3",
    "[[case]]\nload = 2",
    "[[exclude]]\nlaod = 0.5",
    "[expect]\nat-least = 0.4",
    "[expect]\nmeasure = 'throughput'\natleast = 0.4",
    "[expect]\nmeasure = 'throughput'\nvalues = 1\ntolerance = 'wide'",
    "[expect]\nmeasure = 'throughput'\ntheory = 'guess'\ntolerance = 1",
    "[expect]\nmeasure = 'throughput'\nat-least = 0\nper = 'second'",
    "[expect]\nmeasure = 'throughput'\nat-least = 0\nwhere = {ports = 1}",
]


def main():
    experiments, program = pathlib.Path(sys.argv[1]), sys.argv[2]
    schema = json.load(sys.stdin)
    jsonschema.Draft7Validator.check_schema(schema)
    validator = jsonschema.Draft7Validator(schema)
    failures = 0

    def fail(text):
        nonlocal failures
        failures += 1
        print("FAIL:", text)

    files = sorted(experiments.rglob("*.toml"))
    files = [f for f in files if f.parent.name not in ("clusters", "topologies")]
    if len(files) < 40:
        fail(f"only {len(files)} experiments found")
    for file in files:
        for error in validator.iter_errors(tomllib.loads(file.read_text())):
            fail(f"{file}: {list(error.absolute_path)}: {error.message}")
    for text in GOOD:
        for error in validator.iter_errors(tomllib.loads(text)):
            fail(f"refused: {text!r}: {error.message}")
    with tempfile.TemporaryDirectory() as folder:
        for text in WRONG:
            if not list(validator.iter_errors(tomllib.loads(text))):
                fail(f"admitted: {text!r}")
            file = pathlib.Path(folder) / "wrong.toml"
            file.write_text(text + "\n")
            run = subprocess.run([program, "run", str(file), "--dry-run"], capture_output=True, text=True)
            place = re.search(re.escape(str(file)) + r":[0-9]+:[0-9]+: .*  \| ", run.stderr)
            if run.returncode != 2 or not place:
                fail(f"the program: {text!r}: exit {run.returncode}: {run.stderr}")
    keys = [name for name, entry in schema["properties"].items() if "default" in entry]
    for name, entry in schema["properties"].items():
        if not entry.get("description"):
            fail(f"{name} has no description")
        if "default" in entry and not validator.is_valid({name: entry["default"]}):
            fail(f"the default of {name} is refused: {entry['default']}")
    if len(keys) < 50:
        fail(f"only {len(keys)} keys have a default")
    print(f"schema_test: {len(files)} experiments, {len(keys)} keys, {failures} failures")
    return 1 if failures else 0


sys.exit(main())
