#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# What is published beside ours, from the command line: experiments of every kind, in a checkout of this test's own.
# Usage: reproduce_test.sh PROGRAM, which takes its experiments from the checkout that XBARLAB_CHECKOUT names
checkout=$(cd -- "$(dirname -- "${BASH_SOURCE[0]}")/../../.." && pwd)
# shellcheck source=tests/testbenches/program/lib.sh
. "$(dirname -- "${BASH_SOURCE[0]}")/lib.sh"
ulimit -c 0

# reproduces STATUS ARGUMENT...: its output in stdout and stderr
reproduces() { expect "$1" reproduce "${@:2}" --quiet; }
# says FILE REGULAR_EXPRESSION
says() {
  checks=$((checks + 1))
  grep -qE -- "$2" "$1" || fail "no '$2' in $1: $(cat "$1")"
}

mkdir -p copy/experiments
ln -s "$checkout/rtl" copy/rtl
export XBARLAB_CHECKOUT=$scratch/copy
cd copy/experiments || exit
cat >curve.toml <<'TOML'
title = "A curve"
source = "a paper, figure 1"
quick = true
engine = "fast"
switch = "voq"
ports = 4
cycles = 20000
load = [0.2, 0.4, 0.6]
[expect]
origin = "printed"
measure = "throughput"
values = [0.2, 0.4, 0.6]
tolerance = 0.1
TOML
cat >found.toml <<'TOML'
title = "A search"
engine = "fast"
ports = [2, 4]
search = "saturation"
load = "0.5..1 step 0.05"
cycles = 10000
[expect]
measure = "found"
theory = "input-saturation"
tolerance = 0.06
TOML
cat >bare.toml <<'TOML'
title = "Nothing expected"
engine = "fast"
ports = 4
cycles = 20000
load = [0.2, 0.4, 0.6]
TOML
cat >steps.toml <<'TOML'
title = "Steps, searched for"
topology = "k-ring(8)"
schedule = "liquid"
step-search = ["dsatur", "categories"]
transfers = "48..49,56..58>52..53,60..62"
[expect]
measure = "steps"
where = {step-search = "dsatur"}
at-least = 6
TOML
cd ../..

reproduces 0 --out out
says stdout '^  curve +3 points +3 checks +1 reproduced$'
says stdout '^  found +[0-9]+ points +2 checks +1 ok$'
says stdout '^  bare +3 points +0 checks +nothing expected$'
says stdout '^  steps +2 points +1 checks +1 ok$'
says stdout '^  4 of 4 experiments as published or expected; page out/reproduced.md$'
page=out/reproduced.md
! grep -q 'Left out' $page || fail "left out of all: $(grep 'Left out' $page)"
says $page '^\| \[curve\]\(#curve\) \| a paper, figure 1 \| 3 \| .* \| 1 reproduced \|$'
says $page '^\| throughput \| printed \| 3 \| 0.2 .. 0.6 \| 0\.[0-9]+ .. 0\.[0-9]+ \| [01]\.[0-9]+ .* \| reproduced \|$'
says $page '^\| found \| +\| 2 \| .* \| - \| ok \|$'
says $page 'Nothing is expected of these points'
for picture in curve bare; do
  says $page "!\[$picture: .*\]\(pictures/reproduced/$picture.svg\)"
  [ -s out/pictures/reproduced/$picture.svg ] || fail "no picture of $picture"
done
[ -s out/found/searches.jsonl ] || fail "no searches.jsonl"

# Again: the same page, and nothing runs. A subset by --quick, or by names.
mv $page before
export XBARLAB_STUDY_LOG=$scratch/log
reproduces 0 --out out
cmp -s before $page || fail "another page: $(diff before $page | head)"
[ ! -e log ] || fail "$(wc -l <log) points ran again"
reproduces 0 --out out --quick
says stdout '^  1 of 1 experiments'
says $page '^Written by .[.]/lab reproduce --quick., 1 of the files '
reproduces 0 --out out found bare
says stdout '^  2 of 2 experiments'
says $page '^Written by .[.]/lab reproduce NAME[.]{3}., 2 of the files '
says $page '^Left out here: .curve., .steps.[.]$'
reproduces 2 --out out flound
says stderr "'flound' is not allowed"

# What is off, or finds nothing, is said, and is exit status 1.
sed -i 's/values = .*/values = [0.2, 0.4, 0.9]/' copy/experiments/curve.toml
sed -i 's/0.5..1 step/0.1..0.4 step/; s/theory.*/values = 0.4/' copy/experiments/found.toml
reproduces 1 --out out curve found
says stdout 'curve .* 1 off$'
says stdout 'found .* 2 searches without a bracket$'
says $page '\*\*off\*\*'
says stderr '2 of 2 experiments are not as expected'

done_testing reproduce_test
