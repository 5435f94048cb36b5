#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# A run that is interrupted ends as the signal says, and leaves nothing: no process, no file. Usage:
# interrupt_test.sh PROGRAM
# shellcheck source=tests/testbenches/program/lib.sh
. "$(dirname -- "${BASH_SOURCE[0]}")/lib.sh"
ulimit -c 0
mark=XBARLAB_INTERRUPTED_RUN=$scratch

# until_true WHAT COMMAND...: wait for a state of the run; no machine is so slow that it takes an hour.
until_true() {
  local what=$1 i
  shift
  for ((i = 0; i < 72000; ++i)); do
    "$@" && return
    if ! alive "$run"; then
      "$@" && return
      break
    fi
    sleep 0.05
  done
  fail "waited in vain: $what: $(cat stderr)"
  return 1
}

# alive PID: it has not ended (a zombie has)
alive() { [ -n "$(cut -d' ' -f3 "/proc/$1/stat" 2>/dev/null | tr -d Z)" ]; }

# ours: the runs that are alive, and what they have started. A zombie's environment is empty.
ours() { grep -lsazxF "XBARLAB_INTERRUPTED_RUN=$scratch" /proc/[0-9]*/environ | cut -d/ -f3; }
several() { [ "$(ours | wc -l)" -ge 2 ]; }
none() { [ -z "$(ours)" ]; }
is_there() { compgen -G "$1" >/dev/null; }

# start ARGUMENT...: a run that would not end; bash starts what is in the background with INT and QUIT ignored, nohup HUP.
start() {
  mkdir -p out
  env --default-signal=HUP,INT,QUIT "$mark" "$program" run --ports 2 --cycles 1000000000000 "$@" >stdout 2>stderr </dev/null &
  run=$!
}

# until_none WHAT: wait for the end of all
until_none() {
  local i
  for ((i = 0; i < 72000; ++i)); do
    ! none || return 0
    sleep 0.05
  done
  fail "waited in vain: $1"
  return 1
}

# ends_by SIGNAL WHAT: send it to the run's first process only
ends_by() {
  local status=0
  kill -s "$1" "$run"
  wait "$run" 2>/dev/null || status=$?
  [ "$status" = $((128 + $(kill -l "$1"))) ] || fail "$2, $1: status $status: $(cat stderr)"
  until_none "$2, $1: its processes end" || for pid in $(ours); do kill -KILL "$pid"; done
}

for engine in systemc lockstep; do
  for signal in TERM HUP INT KILL; do
    checks=$((checks + 1))
    start --engine $engine --json out/record
    until_true "$engine: a child" several
    ends_by $signal $engine
    [ $signal = KILL ] || [ -z "$(ls -A out)" ] || fail "$engine, $signal: left $(ls -A out)"
    rm -rf out
  done
done

for signal in TERM HUP INT QUIT XCPU; do
  checks=$((checks + 1))
  start --json out/record --trace out/wave.fst --trace-cycles 1000000000000
  until_true "rtl: its files" is_there 'out/wave.fst.*.part/*.hier'
  is_there 'out/record.*.part' || fail "rtl, $signal: no record aside"
  ends_by $signal rtl
  [ -z "$(ls -A out)" ] || fail "rtl, $signal: left $(ls -A out)"
  rm -rf out
done

# A signal that was ignored stays so: a run under nohup goes on.
checks=$((checks + 1))
mkdir -p out
env --ignore-signal=HUP "$mark" "$program" run --ports 2 --cycles 1000000000000 --json out/record >stdout 2>stderr </dev/null &
run=$!
until_true "nohup: its file" is_there 'out/record.*.part'
kill -s HUP "$run"
ends_by TERM "nohup"
rm -rf out

# Children can be waited for, whatever was inherited.
checks=$((checks + 1))
status=0
env --ignore-signal=CHLD "$program" run --ports 2 --cycles 2000 --engine systemc >stdout 2>stderr </dev/null || status=$?
[ "$status" = 0 ] || fail "SIGCHLD ignored: exit $status: $(cat stderr)"

done_testing interrupt_test
