#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
#
# Unit 5: checkers that find faulty switches, miss them, raise false alarms, or cheat. Usage: labs_verification_test.sh PROGRAM
# shellcheck source=tests/labs/lib.sh
. "$(dirname -- "${BASH_SOURCE[0]}")/lib.sh"
[ -n "$isolated" ] || exit 77

# What is handed out finds nothing.
expect 0 lab start 5 mine
expect 1 lab check 5 mine
says stdout '  0 of 70 points'
says stdout 'your checker is silent on faulty switch 1'
says stdout 'XB_FAULT=1 ./lab wave --device mine/bench/watched.toml'

# The same checker with other stimuli needs no other model.
submission 5-verification found
expect 0 lab check 5 found
says stdout '  70 of 70 points'
# with_stimuli CHANGE POINTS SWITCH: the staff solution whose stimuli are so changed
with_stimuli() {
  submission 5-verification "$1" "$instructor/5-verification/wrong/$1.sed"
  expect 1 lab check 5 "$1"
  says stdout "  $2 of 70 points"
  says stdout "your checker is silent on faulty switch $3"
}
with_stimuli no-stall 66 1
with_stimuli one-beat 60 3
with_stimuli light-load 60 4
with_stimuli uniform 60 5

submissions 5-verification five no-progress headers-only too-impatient knows-the-depth syntax \
  always-fires never-fires finish looks-inside name-of-the-bench
expect 0 lab mark 5 five --instructor "$instructor" --csv five.csv --jobs 2
loses_what_it_says 5-verification five.csv
says five.csv 'false alarm on a correct switch: rtl/switch_checker.sv:73: wrong'
says five.csv "module 'faulty_fifo' is not allowed"

# Switches that were not committed to are refused.
mkdir forged
cp -r "$instructor"/5-verification* forged
echo '# changed' >>forged/5-verification/hidden.v.sed
expect 2 lab check 5 found --instructor forged
says stderr 'criterion.sha256: '
says stderr 'the SHA-256 of '

done_testing labs_verification_test
