#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# docs/how-to/regress-a-switch.md, for a switch with a description, in a git repository of its own: the golden file of
# examples/quad-switch is accepted, a line of its Verilog is broken, and the job fails at the cycle in which the two switches
# first do something else. Usage: own_repository_test.sh PROGRAM
root=$(cd -- "$(dirname -- "${BASH_SOURCE[0]}")/../.." && pwd)
# shellcheck source=tests/testbenches/program/lib.sh
. "$root/tests/testbenches/program/lib.sh"

# As the page says: the switch, a point, xbarlab beside them (here only its launcher), and the point of the page itself.
mkdir -p mine/{switch,golden,xbarlab}
cd mine || exit
export GIT_CONFIG_GLOBAL=/dev/null GIT_CONFIG_SYSTEM=/dev/null
git init -q
git config user.name test
git config user.email test@localhost
printf '#!/bin/sh\nexec "%s" "$@"\n' "$program" >xbarlab/lab
chmod +x xbarlab/lab
printf '%s\n' xbarlab golden.xml differences >.gitignore
cp "$root"/examples/quad-switch/quad_switch.* switch
sed -n '/^# golden.busy.toml$/,/^cycles/p' "$root/docs/how-to/regress-a-switch.md" >golden/busy.toml
check grep -q quad_switch.toml golden/busy.toml
check xbarlab/lab golden golden --accept busy --reason 'first version' >../stdout
check test -s golden/busy.trace
check test -s golden/ACCEPTED.md
git add . && git commit -qm 'The switch, and what it does.'

# The workflow, without the step for modules in place of the lab's.
export GITHUB_ACTIONS=true GITHUB_WORKSPACE=$PWD GITHUB_STEP_SUMMARY=$scratch/summary.md
line=$(sed -nE 's/^ +run: +(xbarlab.*)$/\1/p' "$root/docs/how-to/regress-a-switch.yml")
check test -n "$line"
job() { bash --noprofile --norc -eo pipefail -c "$line" >"$scratch/stdout" 2>"$scratch/stderr"; }
check job
check test -z "$(git status --porcelain)"

# trace FILE: the line trace of the switch as it is now, by a run of its own; a golden case has no flags of a device
trace() {
  xbarlab/lab run --device switch/quad_switch.toml --engine rtl --ports 4 --load 1 --packet 1..4 --warmup 0 --cycles 60 \
    --line-trace "$1" >/dev/null
  sed -i -E 's/[|][|] [-bhp]{4} [|][|]/|| ???? ||/' "$1"
}
check trace ../whole.txt

# One line: an output that has served an input begins its next round two inputs further on.
sed -i "s/first <= grant + 2'd1/first <= grant + 2'd2/" switch/quad_switch.v
check test "$(git diff --numstat)" = "$(printf '1\t1\tswitch/quad_switch.v')"
check trace ../broken.txt
# The first line that is different text, and its cycle.
number=$(cmp ../whole.txt ../broken.txt | sed -E 's/.*line //')
cycle=$(sed -n "${number}s/^ *\([0-9]*\) .*/\1/p" ../broken.txt)
check test "${cycle:-0}" -gt 0
check test "$(sed -n "${number}p" golden/busy.trace)" = "$(sed -n "${number}p" ../whole.txt)"

status=0
job || status=$?
check test "$status" = 1
says "$scratch/stdout" "busy  rtl       DIFFERENT  cycle $cycle "
says "$scratch/stdout" "::error file=golden/busy.trace,line=$number,title=busy on rtl::cycle $cycle "
says "$GITHUB_STEP_SUMMARY" "**cycle $cycle**"
check grep -q 'failures="1"' golden.xml
for file in want.trace got.trace window.fst window.gtkw; do check test -s "differences/busy-rtl/$file"; done
check grep -q "^ *$cycle " differences/busy-rtl/got.trace
check test -z "$(grep -v '^#' differences/busy-rtl/got.trace | grep -vxFf ../broken.txt)"

# As it was committed, it passes again; nothing else has changed in the repository.
git checkout -q switch
rm -r differences
check job
check test -z "$(git status --porcelain)"

done_testing own_repository_test
