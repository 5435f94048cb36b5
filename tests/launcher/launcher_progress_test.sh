#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
#
# What ./lab says while something takes long.
# shellcheck disable=SC2016  # the stubs expand their text themselves
# shellcheck source=tests/launcher/lib.sh
. "$(dirname -- "${BASH_SOURCE[0]}")/lib.sh"

# until_said TEXT: part of a stub: silent until the launcher has said TEXT
until_said() { printf 'for _ in {1..600}; do ! grep -qF -- "%s" "%s" || break; sleep 0.1; done\n' "$1" "$work/err"; }

case_name='no silence: while a tool says nothing, there are lines'
machine
ln -s "$(command -v sleep)" "$bin/sleep"
echo verilator >"$STUB/absent"
stub apt-get <<EOT
  [[ \$* == *' update' ]] || { $(until_said 'the packages, '); }
EOT
XBARLAB_TICK=0 run_lab setup
expect_status 0
expect_err 'lab: installing the packages, '

case_name='no silence: how far apt-get is; its status lines stay out of the log'
machine
ln -s "$(command -v sleep)" "$bin/sleep"
echo verilator >"$STUB/absent"
stub apt-get <<'EOT'
  [[ $* == *' update' ]] || printf 'dlstatus:1:7.5:Retrieving file 1 of 3\nGet:1 verilator\npmstatus:verilator:45.25:Unpacking\nSetting up\n'
EOT
XBARLAB_TICK=0 run_lab setup
expect_err 'lab: installing the packages: downloading, 7 %, '
expect_err 'lab: installing the packages: setting up, 45 %, '
[[ $(<"$work/a checkout/build/lab.log") == $'Get:1 verilator\nSetting up' ]] || fail 'Get: and Setting up wanted in the log'

case_name='no silence: one line that moves, on a terminal'
machine
ln -s "$(command -v sleep)" "$bin/sleep"
ln -s "$(command -v stty)" "$bin/stty"
mv "$bin/cmake" "$bin/cmake-proper"
stub cmake <<EOT
  if [[ \$* == '--build'*'xbarlab-demo' ]]; then
    printf '[1/4] Building CXX object host/a.o\na.cpp:1: warning: odd\n'
    $(until_said '25 %')
  fi
  exec cmake-proper "\$@"
EOT
run_lab_on_terminal demo
expect_status 0
expect_err $'\e[Klab: building: a.o, 25 %, '
expect_err $'\e[Ka.cpp:1: warning: odd\n'
expect_no_err '[1/4]'

case_name='no silence: a long test, and what ctest prints stays as it is'
machine
ln -s "$(command -v sleep)" "$bin/sleep"
stub ctest <<EOT
  printf '      Start  2: synth\n1/4 Test  #1: lint ..... Passed\n'
  $(until_said ' s so far')
  printf '100%% tests passed'
EOT
XBARLAB_TICK=0 run_lab test
expect_status 0
expect_out $'      Start  2: synth\n1/4 Test  #1: lint ..... Passed\n100% tests passed'
expect_err 'lab: testing: synth, 25 %, '

# told SECONDS ARGS: what is said of ARGS so long after their beginning
told() { XBARLAB_TICK=0 bash -c '. "$0/lab"; SECONDS=$1; progress "${@:2}" 2>&1' "${lab%/*}" "$@"; }

case_name='no silence: time left, once something is known about it'
machine
[[ $(told 30 building 250 0) == 'lab: building, 25 %, 30 s so far, about 91 s left' ]] || fail 'time left wanted'
for unknown in 'building 250 29' 'building 20 0' 'building 250 0 untimed'; do
  # shellcheck disable=SC2086  # words
  [[ $(told 30 $unknown) != *left* ]] || fail "no time left wanted: $unknown"
done

# shares: what is said of tests 1, 3 and 7 of four after they have ended: share of 1000, and whether it is no measure of time
shares() {
  PATH=$bin XBARLAB_TICK=0 bash -c '
    . "$0/lab"
    progress() { printf "%s %s\n" "$2" "${4-}"; }
    find_costs
    printf "%s\n" "1/4 Test  #1: lint ... Passed" "2/4 Test  #3: a, b .. Passed" "3/4 Test  #7: new .... Passed" | follow testing 2>&1
  ' "${lab%/*}"
}

case_name='time left of the tests: by what each took the last time; one that is new counts as the mean'
machine
mkdir -p "$work/a checkout/build/dev/Testing/Temporary"
costs="$work/a checkout/build/dev/Testing/Temporary/CTestCostData.txt"
stub ctest <<<'printf "Test project\n  Test  #1: lint\n  Test  #3: a, b\n  Test  #7: new\n  Test #12: synth\n\nTotal Tests: 4\n"'
printf 'lint 3 1.999\na, b 1 0.999\nelse 1 50\nsynth 1 8.999\n---\nnew 9 9\n' >"$costs"
[[ $(shares) == '125 '$'\n''187 '$'\n''437 ' ]] || fail "shares wanted of 2 + 1 + 4 + 9 s, not: $(shares)"

case_name='time left of the tests: none where most have never run; then they are counted'
for known in 'else 1 50' 'lint 3 1.999'; do
  echo "$known" >"$costs"
  [[ $(shares) == '250 1'$'\n''500 1'$'\n''750 1' ]] || fail "counts wanted, not: $(shares)"
done
rm "$costs"
[[ $(shares) == '250 1'$'\n''500 1'$'\n''750 1' ]] || fail "counts wanted, not: $(shares)"

case_name='an interrupt ends the launcher, without a report of a failure'
machine verilator
stub apt-get <<'EOT'
  trap 'exit 100' INT # as apt-get does
  : >"$STUB/installing"
  for _ in {1..100}; do sleep 0.1; done
EOT
ln -s "$(command -v sleep)" "$bin/sleep"
set -m # or else the background ignores interrupts
PATH=$bin "$lab" demo </dev/null >"$work/out" 2>"$work/err" &
set +m
until [[ -e $STUB/installing ]]; do sleep 0.02; done
kill -INT -- -$!
status=0
wait $! || status=$?
out=$(<"$work/out") err=$(<"$work/err")
expect_status 130
[[ $err != *failed* ]] || fail 'no failure wanted'

done_testing launcher_progress
