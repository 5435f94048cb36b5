#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Out of memory: exit 2, one line with the run, the limit and what takes less; nothing written. Usage: memory_test.sh PROGRAM
# shellcheck source=tests/testbenches/program/lib.sh
. "$(dirname -- "${BASH_SOURCE[0]}")/lib.sh"
readonly limit=120000 # KiB; three times what the program itself takes

# limited ARGUMENT...: run with the limit; sets status
limited() {
  status=0
  rm -rf out
  mkdir out
  (ulimit -v "$limit" && cd out && "$program" run "$@" >../stdout 2>../stderr </dev/null) || status=$?
  checks=$((checks + 1))
}

# runs_out WHAT ARGUMENT...: a run that is named by WHAT takes more than there is
runs_out() {
  local what=$1
  shift
  limited "$@" --json record --series 100 --series-file samples
  [ "$status" = 2 ] || fail "$*: exit $status, expected 2"
  [ "$(cat stderr)" = "xbarlab: out of memory (ulimit -v is $limit KiB): ./lab run $what; allowed: fewer ports, less depth or width, a shorter schedule, or more memory" ] ||
    fail "$*: said: $(cat stderr)"
  [ ! -s stdout ] || fail "$*: wrote to standard output"
  [ -z "$(ls -A out)" ] || fail "$*: left $(ls -A out)"
}

if grep -q __asan_init "$program"; then
  echo "skipped: the address sanitizer takes 16 TB of addresses"
  exit 77
fi

# A gigabyte of beats for one output; for lockstep less, and a model that is built without the limit.
many=(--switch voq --width 512 --depth 1048576 --traffic one-hot --load 1.0 --cycles 1000000)
few=(--ports 4 --width 512 --depth 1048576 --cycles 1000)

for engine in fast systemc; do
  limited "${few[@]}" --cycles 1000 --engine $engine
  [ "$status" = 0 ] || fail "$engine, a small run: exit $status: $(cat stderr)"
  runs_out "${many[*]} --series 100 --engine $engine" "${many[@]}" --engine $engine
done
# In a sweep the point is named, and what was recorded before it is dropped.
runs_out "${many[*]} --series 100 --engine fast" "${many[@]}" --set cycles=10,1000000 --engine fast

"$program" run "${few[@]}" --engine lockstep >stdout 2>stderr || fail "lockstep, without a limit: exit $?: $(cat stderr)"
runs_out "${few[*]} --series 100 --engine lockstep" "${few[@]}" --engine lockstep

done_testing memory_test
