# SPDX-License-Identifier: Apache-2.0
# shellcheck shell=bash
# What the tests of the whole program share: sourced with the program's path, in a folder of their own from then on.
set -uo pipefail

# shellcheck disable=SC2034  # used by those who source this
program=$1
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
cd "$scratch" || exit
export XBARLAB_CALLED_AS=./lab # as the documents show it
export XBARLAB_TICK=1000000 # seconds: what takes long is not told, however slow the machine
checks=0
failures=0

fail() {
  echo "FAIL: $*"
  failures=$((failures + 1))
}

# expect STATUS ARGUMENT...: run the program, its output in stdout and stderr
expect() {
  local want=$1 status=0
  shift
  checks=$((checks + 1))
  "$program" "$@" >stdout 2>stderr </dev/null || status=$?
  [ "$status" = "$want" ] || fail "$*: exit $status, expected $want: $(cat stderr)"
}
# says FILE TEXT
says() { grep -qF -- "$2" "$1" || fail "no '$2' in $1: $(cat "$1")"; }

# done_testing NAME: the verdict, for the last line
done_testing() {
  echo "$1: $checks checks, $failures failures"
  [ "$failures" = 0 ]
}
