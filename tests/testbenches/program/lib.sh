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
# gives STATUS PATTERN ARGUMENT...: the same, and what it prints has the pattern; where it is 2, it is one line on stderr
gives() {
  local want=$1 pattern=$2 output=stdout
  shift 2
  expect "$want" "$@"
  [ "$want" != 2 ] || output=stderr
  grep -qF -- "$pattern" $output || fail "$*: no '$pattern' in: $(cat $output)"
  [ "$want" != 2 ] || [[ $(wc -l <stderr) == 1 && ! -s stdout ]] || fail "$*: not one line: $(cat stderr stdout)"
}
# check COMMAND...: it succeeds
check() {
  checks=$((checks + 1))
  "$@" || fail "$*"
}
# equals WHAT GOT WANT
equals() {
  checks=$((checks + 1))
  [[ $2 == "$3" ]] || fail "$1: '$2' instead of '$3'"
}
# says FILE TEXT
says() { grep -qF -- "$2" "$1" || fail "no '$2' in $1: $(cat "$1")"; }

# done_testing NAME: the verdict, for the last line
done_testing() {
  echo "$1: $checks checks, $failures failures"
  [ "$failures" = 0 ]
}
