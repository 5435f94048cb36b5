# SPDX-License-Identifier: Apache-2.0
# shellcheck shell=bash
# What the tests of studies on a queue share: sourced after tests/testbenches/program/lib.sh.
# shellcheck disable=SC2154  # scratch, program: of that
ulimit -c 0
readonly guard=3600                    # seconds, for what hangs
export XBARLAB_STUDY_LOG=$scratch/log  # a line per execution of a point
readonly mark=XBARLAB_CLUSTER_TEST=$scratch # in the environment of all that is to end with the test

# ours WORDS: processes that have the mark, and whose command line has the words; all if they are empty
ours() {
  local pid
  while read -r pid; do
    [[ $pid != "$$" && $pid != "$BASHPID" ]] || continue
    if { tr '\0' ' ' <"/proc/$pid/cmdline"; } 2>/dev/null | grep -qF -- "$1"; then echo "$pid"; fi
  done < <(grep -lsazxF "$mark" /proc/[0-9]*/environ | cut -d/ -f3)
}
end_ours() {
  local pid
  for _ in {1..50}; do
    while read -r pid; do kill -KILL "$pid" 2>/dev/null; done < <(ours '')
    [ -n "$(ours '')" ] || break
    sleep 0.1
  done
  rm -rf "$scratch"
}
trap end_ours EXIT
trap 'exit 143' TERM
trap 'exit 130' INT

# until_true WHAT COMMAND...: wait for a state; no machine is so slow that it takes an hour
until_true() {
  local what=$1 end=$((SECONDS + guard))
  shift
  while ! "$@"; do
    if ((SECONDS > end)); then
      fail "waited in vain: $what"
      exit 1
    fi
    sleep 0.05
  done
}
gone() { [ -z "$(cut -d' ' -f3 "/proc/$1/stat" 2>/dev/null | tr -d Z)" ]; }
# kill_hard PID...: and wait until they are gone
kill_hard() {
  local pid
  for pid in "$@"; do kill -KILL "$pid" 2>/dev/null; done
  for pid in "$@"; do until_true "$pid ends" gone "$pid"; done
}

# expect STATUS ARGUMENT...: run the program, its output in stdout and stderr
expect() {
  local want=$1 status=0
  shift
  checks=$((checks + 1))
  env "$mark" "$program" "$@" >stdout 2>stderr </dev/null || status=$?
  [ "$status" = "$want" ] || fail "$*: exit $status, expected $want: $(cat stderr)"
}
# start ARGUMENT...: the same in the background; its pid is `run`
start() {
  env --default-signal=INT,QUIT "$mark" "$program" run "$@" >stdout 2>stderr </dev/null &
  run=$!
}
# ended_or COMMAND...: it has ended, or what the command says
ended_or() { gone "$run" || "$@"; }
# says_so TEXT: it has said that
says_so() { grep -qF "$1" stderr; }
# ends STATUS WHAT: wait for its end
ends() {
  local status=0
  checks=$((checks + 1))
  wait "$run" 2>/dev/null || status=$?
  [ "$status" = "$1" ] || fail "$2: exit $status, expected $1: $(cat stderr)"
}

executions() { { wc -l <"$XBARLAB_STUDY_LOG"; } 2>/dev/null || echo 0; }
# executed NUMBER: that many points have begun
executed() { (($(executions) >= $1)); }
# is_done DIR NUMBER: that many results are there
is_done() { (($(find "$1/points" -name record.json 2>/dev/null | wc -l) >= $2)); }

# remember DIR: which points are finished now, and how many have begun
remember() {
  find "$1/points" -name record.json -printf '%h\n' | sed 's|.*/||' | sort >finished
  begun=$(executions)
}
# none_again WHAT: no point that was finished then has begun since
none_again() {
  local again
  checks=$((checks + 1))
  again=$(tail -n "+$((begun + 1))" "$XBARLAB_STUDY_LOG" | sort -u | comm -12 - finished)
  [ -z "$again" ] || fail "$1: finished points ran again: $again"
}
# is_empty WHAT FOLDER...
is_empty() {
  local left
  left=$(find "${@:2}" -mindepth 1)
  [ -z "$left" ] || fail "$1: left $left"
}
# is_whole DIR WANT WHAT: its records are those of WANT, byte for byte, and nothing is left of the run
is_whole() {
  checks=$((checks + 1))
  diff -r --exclude=provenance.json "$1/points" "$2/points" >differences || fail "$3: $1 and $2 differ: $(head -3 differences)"
  is_empty "$3" "$1/aside" "$1/failed"
  [ ! -e "$1/chunks" ] || fail "$3: left $1/chunks"
}
