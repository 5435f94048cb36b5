#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# The workflow of docs/how-to/regress-a-switch.yml does what it says: its `run:` lines, in a repository of somebody's own
# with one case. Usage: regress_workflow_test.sh PROGRAM
root=$(cd -- "$(dirname -- "${BASH_SOURCE[0]}")/../.." && pwd)
# shellcheck source=tests/testbenches/program/lib.sh
. "$root/tests/testbenches/program/lib.sh"

# As the runner has it: the checkouts, and a file for the summary.
mkdir -p repository/{golden,rtl,xbarlab/rtl}
cd repository || exit
printf '#!/bin/sh\nexec "%s" "$@"\n' "$program" >xbarlab/lab
chmod +x xbarlab/lab
echo '// a switch' >rtl/mine.sv
cp "$root"/waves/golden/pairwise.* golden
sed -i '1i engine = "fast"' golden/pairwise.toml
export GITHUB_ACTIONS=true GITHUB_WORKSPACE=$PWD GITHUB_STEP_SUMMARY=$scratch/summary.md
mapfile -t lines < <(sed -nE 's/^ +run: +([^ ].*)$/\1/p' "$root/docs/how-to/regress-a-switch.yml")

# run_workflow: its lines in turn, up to the first that fails
run_workflow() {
  local line
  for line in "${lines[@]}"; do
    bash --noprofile --norc -eo pipefail -c "$line" || return
  done
}

check test "${#lines[@]}" = 2
check run_workflow >stdout
check test -e xbarlab/rtl/mine.sv
check grep -q 'failures="0"' golden.xml
check grep -qF '| pairwise | same |' "$GITHUB_STEP_SUMMARY"
check test ! -e differences

# A queue that holds a beat more in cycle 6, the 11th line.
sed -i '11s/ 1  1  1  1 / 1  2  1  1 /' golden/pairwise.trace
status=0
run_workflow >stdout || status=$?
check test "$status" = 1
check grep -qF '::error file=golden/pairwise.trace,line=11,title=pairwise on fast::cycle 6  ports.queue[1].beats' stdout
check grep -q 'failures="1"' golden.xml
check grep -qF '**cycle 6**' "$GITHUB_STEP_SUMMARY"
for file in want.trace got.trace window.fst window.gtkw; do check test -s "differences/pairwise-fast/$file"; done

done_testing regress_workflow_test
