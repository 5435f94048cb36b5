#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Searches from the command line: with and without a folder, killed, resumed, exported. Usage: search_test.sh PROGRAM
# shellcheck source=tests/testbenches/program/lib.sh
. "$(dirname -- "${BASH_SOURCE[0]}")/lib.sh"
ulimit -c 0

# same_study DIR DIR: all that must be the same bytes
same_study() {
  checks=$((checks + 1))
  if ! diff -r --exclude=provenance.json "$1/points" "$2/points" >differences ||
    ! cmp "$1/index.jsonl" "$2/index.jsonl" >>differences || ! cmp "$1/searches.jsonl" "$2/searches.jsonl" >>differences; then
    fail "$1 and $2 differ: $(head -3 differences)"
  fi
}

cat >knee.toml <<'TOML'
title = "Knees"
engine = "fast"
search = "saturation"
ports = [2, 4]
load = "0.5..1 step 0.02"
cycles = 10000
[expect]
measure = "found"
theory = "input-saturation"
tolerance = 0.05
TOML

# The list says how much it is at most, and writes nothing.
expect 0 run knee.toml --out one --dry-run
says stdout "2 searches of load: at most 18 points where every interval decides"
[ ! -e one ] || fail "--dry-run left a folder"

# Without a folder, and in one: the same.
expect 0 run knee.toml --json -
[ "$(grep -c '"search":[12],"goal"' stdout)" = 2 ] || fail "not two searches in the records: $(cut -c1-99 stdout)"
points=$(grep -c '"result"' stdout)
grep -h '"goal"' stdout | sed 's/.*"found":\([^,]*\).*/\1/' >found
expect 0 run knee.toml
says stdout "load carried"
export XBARLAB_STUDY_LOG=$scratch/log
expect 0 run knee.toml --out one --jobs 1
says stdout "$points of $points points done, 0 failed; results in one"
sed 's/.*"found":\([^,]*\).*/\1/' one/searches.jsonl | cmp -s - found || fail "found: $(cat found), in the folder otherwise"
[ "$(wc -l <log)" = "$points" ] || fail "not $points executions"
expect 0 run knee.toml --out two --jobs 2 --quiet
[ -z "$(cat stdout stderr)" ] || fail "--quiet said something: $(cat stdout stderr)"
same_study one two
expect 0 run knee.toml --out one
expect 0 run knee.toml --out one --dry-run
says stdout "found"
[ "$(wc -l <log)" = "$((2 * points))" ] || fail "a finished point ran again"

# A table of it.
expect 0 export one --csv table.csv
[ "$(wc -l <table.csv)" = "$((points + 1))" ] || fail "table.csv: not a head and $points rows"
head -1 table.csv | grep -q '^number,point,status,failure,search,search_state,answer,found,beyond,' || fail "table.csv: $(head -1 table.csv)"

# Killed, it goes on.
rm log
"$program" run knee.toml --out killed --set cycles=100000 --jobs 2 --quiet &
runner=$!
for ((i = 0; i < 72000; ++i)); do
  [ -e log ] && [ "$(wc -l <log)" -ge 6 ] && break
  sleep 0.01
done
kill -KILL "$runner"
wait "$runner" 2>/dev/null
expect 0 run knee.toml --out killed --set cycles=100000 --quiet
expect 0 run knee.toml --out whole --set cycles=100000 --quiet
same_study killed whole

# With seeds, mean and spread of what was found; without a search, all values.
expect 0 run knee.toml --seeds 2
says stdout "found by"
expect 0 run knee.toml --search none --dry-run
says stdout "52 points, 52 to be run"

# What has no bracket is said, and is no success.
expect 1 run knee.toml --load "0.8..0.9 step 0.1"
says stderr "search 1: load 0.8 does not reach the goal for sure; no value beyond it was given"
expect 1 run knee.toml --load "0.1..0.2 step 0.05" --out low
says stderr "search 2: load 0.2 still reaches the goal; no value beyond it was given"
# What is found elsewhere than expected, too.
sed 's/tolerance = .*/tolerance = 0.001/; s/theory = .*/values = 0.9/' knee.toml >off.toml
expect 1 run off.toml
says stderr "search 2: found is"

# Least depth.
expect 0 run --switch output --flow drop --packet 8 --ports 4 --engine fast --search depth --max-loss 0.01 \
  --set load=0.6,0.8 --set "depth=8..256 step 8" --cycles 50000
says stdout "depth enough"
refuses "max-loss: '0.01' is not allowed with flow back-pressure" run --search depth --max-loss 0.01 --set depth=32,64
refuses "--trace: 'x.fst' is not allowed with search saturation" run knee.toml --trace x.fst
refuses "search: 'saturation' is not allowed here" wave knee.toml --output x

# A point that ends at its cycles says so.
expect 0 run --switch input --engine fast --load 0.5 --ci 0.1% --cycles 5000
says stdout "1 of 1 points ended before their intervals were within ci"
expect 0 run --switch input --engine fast --load 0.5 --ci 10% --cycles 1000000
grep -q "within ci" stdout && fail "it was within"

done_testing "search_test"
