#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# What action.yml runs with the inputs of docs/how-to/pipeline.md, and what pipeline/gitlab-ci.yml runs, in a repository with the
# switch of examples/quad-switch: status, marks, summary, files; when all is right, and when something is wrong.
# Usage: pipeline_test.sh PROGRAM
root=$(cd -- "$(dirname -- "${BASH_SOURCE[0]}")/../.." && pwd)
# shellcheck source=tests/testbenches/program/lib.sh
. "$root/tests/testbenches/program/lib.sh"

python=''
for one in python3 /usr/bin/python3; do
  if "$one" -c 'import yaml' 2>/dev/null; then python=$one; break; fi
done
[[ -n $python ]] || { echo 'pipeline_test: no python3-yaml'; exit 77; }

# The repository; xbarlab and xbarlab-pipeline as the image has them.
mkdir -p repository/{golden,switch} bin
ln -s "$program" bin/xbarlab
ln -s "$root/pipeline/steps.sh" bin/xbarlab-pipeline
export PATH=$scratch/bin:$PATH GITHUB_ACTION_PATH=$root
unset XBARLAB_CALLED_AS GITHUB_STEP_SUMMARY GITHUB_ACTIONS GOLDEN DEVICE CHECK BENCHMARK RESULTS XBARLAB
cp "$root"/examples/quad-switch/quad_switch.* repository/switch
cp "$root"/waves/golden/pairwise.* repository/golden
sed -i '1i engine = "fast"' repository/golden/pairwise.toml
"$python" "$root/tests/pipeline/shell_of.py" "$root/action.yml" "$root/docs/how-to/pipeline.md" >github || fail 'action.yml'
"$python" "$root/tests/pipeline/shell_of.py" "$root/pipeline/gitlab-ci.yml" >gitlab || fail 'gitlab-ci.yml'
cd repository || exit

# job STATUS FILE: as the service runs it
job() {
  local status=0
  rm -rf xbarlab-results ../summary.md
  bash --noprofile --norc -eo pipefail "../$2" >../stdout 2>&1 </dev/null || status=$?
  [ "$status" = "$1" ] || fail "$2: exit $status, expected $1: $(cat ../stdout)"
}
on_github() {
  GITHUB_ACTIONS=true GITHUB_WORKSPACE=$PWD GITHUB_STEP_SUMMARY=$scratch/summary.md GITHUB_OUTPUT=$scratch/output job "$1" github
}

# --- all is right ------------------------------------------------------------------------------------------------------
on_github 0
for text in '| pairwise | same |' '## check' 'no rule is broken' '## Switches side by side'; do says ../summary.md "$text"; done
check test -s xbarlab-results/benchmark/quad_switch.md
for file in golden check; do check grep -q 'failures="0" errors="0"' xbarlab-results/$file.xml; done
check test ! -e xbarlab-results/differences
check grep -qx "path=$root" ../output
! grep '::error' ../stdout || fail 'a mark where nothing is wrong'
job 0 gitlab
says xbarlab-results/summary.md '| pairwise | same |'
check test -s xbarlab-results/golden.xml

sed -n 's|^    \(GOLDEN=.* xbarlab/pipeline/steps.sh\)$|\1|p' "$root/docs/how-to/pipeline.md" >../by_hand
check test -s ../by_hand
ln -s "$root" xbarlab
job 0 by_hand
check grep -q 'failures="0" errors="0"' xbarlab-results/check.xml
check test -z "$(grep 'time="0.000"' xbarlab-results/check.xml)" # three runs of the device take longer

# --- a trace differs in cycle 6, and the switch has another latency than it claims: both are said -------------------------
sed -i '11s/ 1  1  1  1 / 1  2  1  1 /' golden/pairwise.trace
sed -i 's/^zero-load-latency = 1/zero-load-latency = 2/' switch/quad_switch.toml
on_github 1
says ../stdout '::error file=golden/pairwise.trace,line=11,title=pairwise on fast::cycle 6  ports.queue[1].beats'
says ../stdout '::error file=switch/quad_switch.toml,line=1,title=check::switch/quad_switch.toml: cycle 0: lone packets: zero-load-latency'
for file in golden check; do check grep -q 'failures="1" errors="0"' xbarlab-results/$file.xml; done
says xbarlab-results/check.xml '<failure type="rule" message="switch/quad_switch.toml: cycle 0: lone packets: zero-load-latency'
says ../summary.md '**cycle 6**'
says ../summary.md 'expected 2 cycles, as claimed; seen 1'
for file in want.trace got.trace window.fst window.gtkw; do check test -s "xbarlab-results/differences/pairwise-fast/$file"; done
check test -s xbarlab-results/benchmark/README.md
job 1 gitlab
! grep '::error' ../stdout || fail "GitHub's marks on GitLab"

# --- RTL that does not compile is marked where it does not -------------------------------------------------------------
cp switch/quad_switch.v ../kept
sed -i '30s/$/ assign = ;/' switch/quad_switch.v
on_github 2
says ../stdout '::error file=switch/quad_switch.v,line=30,title=check::'
cp ../kept switch/quad_switch.v

# --- a description that cannot be read is another status, and its line is marked ----------------------------------------
sed -i 's/^mhz = .*/mhz = "fast"/' switch/quad_switch.toml
line=$(grep -n '^mhz' switch/quad_switch.toml | cut -d: -f1)
on_github 2
says ../stdout "::error file=switch/quad_switch.toml,line=$line,title=check::"
says ../stdout ',title=benchmark::'
says xbarlab-results/check.xml "<error type=\"input\" message=\"switch/quad_switch.toml:$line:"

cp switch/quad_switch.toml ../kept
expect 2 device check switch/quad_switch.toml --junit switch/quad_switch.toml
says stderr "--junit: 'switch/quad_switch.toml' is not allowed"
check cmp switch/quad_switch.toml ../kept

# --- nothing asked for, or no check -------------------------------------------------------------------------------------
echo xbarlab-pipeline >../nothing
job 0 nothing
echo 'CHECK=no DEVICE=switch/quad_switch.toml xbarlab-pipeline' >../unchecked
job 0 unchecked
check test "$(<../stdout)" = "$("$program" --version)"
echo 'XBARLAB=/nowhere GOLDEN=golden xbarlab-pipeline' >../nowhere
job 127 nowhere
echo 'RESULTS=/proc/nowhere GOLDEN=golden xbarlab-pipeline' >../nowhere
job 2 nowhere

done_testing pipeline_test
