# SPDX-License-Identifier: Apache-2.0
# shellcheck shell=bash
# What the tests of the whole program share: sourced with the program's path, in a folder of their own from then on.
set -uo pipefail

# shellcheck disable=SC2034  # used by those who source this
program=$(realpath -- "$1") || exit
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
# gives STATUS PATTERN ARGUMENT...: the same, and what it prints has the pattern
gives() {
  expect "$1" "${@:3}"
  grep -qF -- "$2" stdout || fail "${*:3}: no '$2' in: $(cat stdout)"
}
# files_here: each, and when it was written
files_here() { find . ! -name stdout ! -name stderr '(' -type d -printf '%p\n' -o -printf '%p %T@\n' ')' | sort; }
# refuses PATTERN ARGUMENT...: exit 2, one line on stderr with the pattern and what is allowed (or the word $allowed, where nothing
# else would be), nothing else written
refuses() {
  local pattern=$1 before
  shift
  before=$(files_here)
  expect 2 "$@"
  [[ $(wc -l <stderr) == 1 && ! -s stdout ]] || fail "$*: not one line: $(cat stderr stdout)"
  grep -qF -- "$pattern" stderr || fail "$*: no '$pattern' in: $(cat stderr)"
  grep -qF -- "${allowed:-allowed}" stderr || fail "$*: does not say what is allowed: $(cat stderr)"
  [ "$(files_here)" = "$before" ] || fail "$*: wrote $(diff <(echo "$before") <(files_here))"
}
# refuses_all [WORD...]: the same of each line PATTERN | WORDS of the input, behind these; words are without blanks, '' is empty
refuses_all() {
  local line words
  while IFS= read -r line; do
    read -ra words <<<"${line#* | }"
    refuses "${line%% | *}" "$@" "${words[@]/#\'\'/}"
  done
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
