#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# pytest-xbarlab, as docs/how-to/pytest.md shows it: files *.xbar.toml pass and fail with the program's reports, in several
# processes, too; the fixture gives records. Usage: pytest_test.sh PROGRAM
root=$(cd -- "$(dirname -- "${BASH_SOURCE[0]}")/../.." && pwd)
# shellcheck source=tests/testbenches/program/lib.sh
. "$root/tests/testbenches/program/lib.sh"

# Debian's pytest is of its own Python, which need not be the first in PATH.
python=''
for one in python3 /usr/bin/python3; do
  if "$one" -c 'import pytest, tomllib' 2>/dev/null; then python=$one; break; fi
done
[[ -n $python ]] || { echo 'pytest_test: no python3-pytest, or a Python without tomllib'; exit 77; }
export PYTHONPATH=$root/python PYTHONDONTWRITEBYTECODE=1
unset XBARLAB_CALLED_AS PYTEST_ADDOPTS

# tests STATUS ARGUMENTS...: pytest in this folder, its output in `stdout`
tests() {
  local want=$1 status=0
  shift
  checks=$((checks + 1))
  "$python" -m pytest -p pytest_xbarlab -p no:cacheprovider --xbarlab="$program" "$@" >stdout 2>&1 </dev/null || status=$?
  [ "$status" = "$want" ] || fail "pytest $*: exit $status, expected $want: $(cat stdout)"
}

# block NAME: a block of the page, the one whose first line names this file
block() { awk -v first="# $1" '/^```/ { inside = 0 } $0 == first { inside = 1 } inside' "$root/docs/how-to/pytest.md"; }

# --- what the page shows -----------------------------------------------------------------------------------------------
mkdir -p page/golden
cp "$root"/examples/quad-switch/quad_switch.{toml,v} page
cp "$root"/waves/golden/pairwise.* page/golden
sed -i '1i engine = "fast"' page/golden/pairwise.toml
for file in quad.xbar.toml test_quad.py; do
  block "$file" >"page/$file"
  [ -s "page/$file" ] || fail "docs/how-to/pytest.md has no block '# $file'"
done
tests 0 page -v
for test in 'quad.xbar.toml::check PASSED' 'quad.xbar.toml::golden[pairwise] PASSED' 'quad.xbar.toml::run PASSED' \
  'test_quad.py::test_'; do
  says stdout "page/$test"
done

# --- what fails, and says why ------------------------------------------------------------------------------------------
mkdir bad bad/golden
cp page/golden/* bad/golden
sed -i '11s/ 1  1  1  1 / 1  2  1  1 /' bad/golden/pairwise.trace # a queue holds a beat more
touch bad/golden/orphan.trace
sed 's/^zero-load-latency = 1/zero-load-latency = 2/; s|"quad_switch.v"|"../page/quad_switch.v"|' page/quad_switch.toml >bad/quad.toml
cat >bad/bad.xbar.toml <<'END'
engine = "fast"
ports = 4
load = 0.9
cycles = 4000
limits = ["throughput >= .99"]
[check]
device = "quad.toml"
ports = 4
[golden]
folder = "golden"
engine = "fast"
END
cat >bad/test_bad.py <<'END'
def test_two_points(xbarlab):
    xbarlab.run("points.toml")
def test_word(xbarlab):
    xbarlab.run(ports=4, switch="none")
def test_records(xbarlab):
    assert [record["config"]["load"] for record in xbarlab.study("points.toml", cycles=500)] == [0.25, 0.5]
    frame = xbarlab.frame(records := xbarlab.study("points.toml"))
    assert list(frame["config.load"]) == [0.25, 0.5]
    assert list(frame["result.queueing.mean"]) == [record["result"]["queueing"]["mean"] for record in records]
    assert len(list(frame["result.hol.hol_fraction"])) == 2
def test_frame(xbarlab, monkeypatch):
    monkeypatch.setitem(__import__("sys").modules, "pandas", None)
    xbarlab.frame([])
END
# Where pandas is not installed: what frame() uses of it.
if ! "$python" -c 'import pandas' 2>/dev/null; then
  mkdir stub
  cat >stub/pandas.py <<'END'
def json_normalize(records):
    def flat(record, path=""):
        for key, value in record.items():
            yield from flat(value, f"{path}{key}.") if isinstance(value, dict) else [(path + key, value)]
    rows = [dict(flat(record)) for record in records]
    return {column: [row.get(column) for row in rows] for row in rows for column in row}
END
  PYTHONPATH+=:$PWD/stub
fi
printf '%s\n' 'engine = "fast"' 'ports = 4' 'cycles = 1000' 'load = [0.25, 0.5]' >bad/points.toml
echo '[check]' >bad/nothing.xbar.toml
echo 'ports = = 4' >bad/typo.xbar.toml
tests 2 bad --co
says stdout 'nothing.xbar.toml: check: no device; allowed: a table with device = "..."'
says stdout 'typo.xbar.toml: '
rm bad/{nothing,typo}.xbar.toml

# failed_tests FLAG...: what is said of them
failed_tests() {
  local shown
  shown=$("$python" -c 'import shlex, sys; print(shlex.quote(sys.argv[1]))' "$program")
  tests 1 bad -rA "$@"
  for text in '7 failed, 1 passed' 'PASSED bad/test_bad.py::test_records' \
    "bad && $shown device check quad.toml --ports 4" 'zero-load-latency' \
    'cycle 6' 'want 2  got 1' "reproduce: $shown golden golden --case pairwise --engine fast" 'orphan.toml' \
    'frame: no pandas; allowed: where python3-pandas is installed' 'failed expectation' 'throughput is ' 'run: 2 points; allowed: one' '>       xbarlab.run("points.toml")' \
    "switch: 'none' is not allowed; allowed: input" 'exit status 2'; do
    says stdout "$text"
  done
  ! grep -q 'CompletedProcess' stdout || fail "a failure shows the plugin's own code: $(cat stdout)"
}
failed_tests
if "$python" -c 'import xdist' 2>/dev/null; then failed_tests -n 2; fi

# Files are in UTF-8, whatever the reader's language is.
mkdir größe
printf '%s\n' 'title = "Größe"' 'engine = "fast"' 'cycles = 500' 'ports = 2' | tee größe/größe.xbar.toml >größe/ascii.xbar.toml
sed '1s/^/\xef\xbb\xbf/; s/$/\r/' größe/größe.xbar.toml >größe/mark.xbar.toml # as some editors save it
printf "def test_title(xbarlab):\n    assert xbarlab.run(\"ascii.xbar.toml\")\n" >größe/test_title.py
LC_ALL=C PYTHONUTF8=0 tests 0 größe

# --- the package -------------------------------------------------------------------------------------------------------
"$python" - "$root" <<'END' || fail 'pyproject.toml (above)'
import re, sys, tomllib
root = sys.argv[1]
project = tomllib.load(open(f"{root}/python/pyproject.toml", "rb"))
assert project["project"]["entry-points"]["pytest11"] == {"xbarlab": "pytest_xbarlab"}
assert project["tool"]["setuptools"]["py-modules"] == ["pytest_xbarlab"]
assert f"VERSION {project['project']['version']} " in open(f"{root}/CMakeLists.txt").read()
END
mkdir elsewhere
cp bad/points.toml elsewhere/points.xbar.toml
program=nowhere tests 1 elsewhere
says stdout 'no such program; allowed: xbarlab in PATH, or pytest --xbarlab=PROGRAM'
done_testing pytest_test
