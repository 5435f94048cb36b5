#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# A study from the command line: run --out, what ends it, what goes on, export. PROGRAM2 takes its RTL from the checkout that
# XBARLAB_CHECKOUT names. Usage: study_test.sh PROGRAM PROGRAM2
checkout=$(cd -- "$(dirname -- "${BASH_SOURCE[0]}")/../../.." && pwd)
of_copy=$2
# shellcheck source=tests/testbenches/program/lib.sh
. "$(dirname -- "${BASH_SOURCE[0]}")/lib.sh"
ulimit -c 0

# same_results DIR DIR: their records are the same bytes
same_results() {
  checks=$((checks + 1))
  diff -r --exclude=provenance.json "$1/points" "$2/points" >differences || fail "$1 and $2 differ: $(head -3 differences)"
}
results() { find "$1/points" -name record.json | wc -l; }

mkdir -p here/files "there too/files"
cat >here/small.toml <<'TOML'
title = "Small"
engine = ["fast", "systemc"]
cycles = 1000
load = "0.2..0.8 step 0.3"
seeds = 2
[[case]]
ports = 4
[[case]]
topology = "files/net.toml"
[[exclude]]
load = 0.8
engine = "systemc"
TOML
printf '[[switch]]\nname = "s"\nhosts = 4\n' >here/files/net.toml
cp -r here/. "there too"

# The list, before anything runs, writes nothing.
expect 0 run here/small.toml --dry-run --out one
says stdout "20 points, 20 to be run; time unknown"
[ ! -e one ] || fail "--dry-run left a folder"

# Another checkout: the same bytes, on the RTL too. With other RTL all are other points.
mkdir "another checkout"
ln -s "$checkout"/* "another checkout"
rm "another checkout/rtl"
cp -r "$checkout/rtl" "another checkout"
for engine in fast rtl; do
  expect 0 run here/small.toml --set engine=$engine --out "$engine" --quiet
  (export XBARLAB_CHECKOUT="$scratch/another checkout"
    "$of_copy" run here/small.toml --set engine=$engine --out "$engine of copy" --quiet) || fail "another checkout, $engine: exit $?"
  same_results "$engine" "$engine of copy"
done
echo '// changed' >>"another checkout/rtl/xb_pkg.sv"
XBARLAB_CHECKOUT="$scratch/another checkout" "$of_copy" run here/small.toml --set engine=fast --out fast --dry-run >stdout
says stdout "12 points, 12 to be run"

# One job, two jobs, another folder: the same bytes.
export XBARLAB_STUDY_LOG=$scratch/log
expect 0 run here/small.toml --out one --jobs 1
says stdout "20 of 20 points done, 0 failed; results in one"
says stdout "throughput sd"
[ "$(results one)" = 20 ] || fail "not 20 results"
[ "$(wc -l <log)" = 20 ] || fail "not 20 executions"
expect 0 run here/small.toml --out two --jobs 2 --quiet
[ -z "$(cat stdout stderr)" ] || fail "--quiet said something: $(cat stdout stderr)"
(cd "there too" && "$program" run "$PWD/small.toml" --out ../three --quiet) || fail "another folder: exit $?"
same_results one two
same_results one three
cmp -s one/index.jsonl three/index.jsonl || fail "index.jsonl depends on the folder"

# The same command again runs nothing; more seeds run what is new.
expect 0 run here/small.toml --out one
[ "$(wc -l <log)" = 60 ] || fail "a finished point ran again"
expect 0 run here/small.toml --out one --seeds 3 --dry-run
says stdout "30 points, 10 to be run in about"
expect 0 run here/small.toml --out one --seeds 3 --quiet
[ "$(wc -l <log)" = 70 ] || fail "not 10 executions for a third seed"
says one/study.toml "# --seeds 3"
rm one/index.jsonl
expect 0 run here/small.toml --out one --quiet
cmp -s one/index.jsonl three/index.jsonl || fail "index.jsonl is not made again"

# A table of it.
expect 0 export one --csv table.csv
[ "$(wc -l <table.csv)" = 21 ] || fail "table.csv: not a head and 20 rows"
[ "$(cut -d, -f3 table.csv | sort | uniq -c | awk '$2 == "done" { print $1 }')" = 20 ] || fail "table.csv: not all done"
expect 0 export one --jsonl -
[ "$(grep -c '"status":"done"' stdout)" = 20 ] || fail "export --jsonl: not all done"
expect 0 export one --csv - --by flow
grep -q ',input,output,taken_packets,delivered_packets,lost_packets$' stdout || fail "export --by flow: $(head -n 1 stdout)"
[ "$(wc -l <stdout)" = 21 ] || fail "export --by flow: not a row for each point that has no flows"
expect 0 export one --csv - --by input
grep -q ',input,starves,offered_packets,delivered_packets$' stdout || fail "export --by input: $(head -n 1 stdout)"
refuses_all export <<'END'
xbarlab: --by: 'queue' is not allowed; allowed: point input flow | one --csv - --by queue
export: not allowed like this | one
export: not allowed like this | one --csv a --jsonl b
no results in it | nothing --csv -
END

# Expectations are judged over the records; one that fails is exit status 1, each time.
cp here/small.toml here/judged.toml
printf '[expect]\nmeasure = "throughput"\nat-most = 0.6\n' >>here/judged.toml
for _ in 1 2; do
  expect 1 run here/judged.toml --out one
  says stderr "failed expectation"
  says stdout FAIL
done
[ "$(wc -l <log)" = 70 ] || fail "an expectation made points run again"

# A disk that is full: a clear error, no torn record, and the rest when there is room.
status=0
printf 'engine = "fast"\ncycles = 1000\nload = [0.2, 0.5]\n' >here/two.toml # an index shorter than a record
(ulimit -f 3 && trap '' XFSZ && "$program" run here/two.toml --out full --jobs 2 2>stderr >/dev/null) || status=$?
checks=$((checks + 1))
[ "$status" = 1 ] || fail "full disk: exit $status"
says stderr "cannot be written whole: File too large"
says stderr "to resume, repeat the command"
[ "$(find full/aside -type f | wc -l)" = 0 ] || fail "full disk: left $(find full/aside -type f)"
expect 0 run here/two.toml --out full --quiet
expect 0 run here/two.toml --out room --quiet
same_results full room
refuses "--out: 'here/small.toml/x' is not allowed (Not a directory); allowed: a folder" run here/small.toml --out here/small.toml/x

# A damaged record is seen, and made again.
record=$(find full/points -name record.json | sort | head -1)
truncate -s 200 "$record"
expect 0 run here/two.toml --out full --quiet
says stderr "1 damaged record was run again"
same_results full room

# Killed, it goes on; nothing is run twice but what was in flight.
rm log
"$program" run here/small.toml --out killed --set cycles=200000 --jobs 2 --quiet &
runner=$!
for ((i = 0; i < 72000; ++i)); do
  [ -e log ] && [ "$(wc -l <log)" -ge 5 ] && break
  sleep 0.01
done
kill -KILL "$runner"
wait "$runner" 2>/dev/null
expect 0 run here/small.toml --out killed --set cycles=200000 --quiet
expect 0 run here/small.toml --out whole --set cycles=200000 --quiet
same_results killed whole
executed=$(wc -l <log)
[ "$executed" -le 42 ] || fail "killed: $executed executions of 20 and 20 points"

# What is not for studies is refused.
refuses_all run here/small.toml <<'END'
--json: 'x.json' is not allowed here | --out one --json x.json
--jobs: '0' is not allowed; allowed: 1..1024 | --out one --jobs 0
--out: '' | --out ''
--jobs: '2' is not allowed here; allowed: with --out | --jobs 2
--quiet | --quiet
--retry-failed | --retry-failed
END

# A device whose description is wrong is refused once, before anything is written.
sed "s|\"quad_switch.v\"|\"$checkout/examples/quad-switch/quad_switch.v\"|; s|s{i}_axis_tlast|s{i}_axis_tlst|" \
  "$checkout/examples/quad-switch/quad_switch.toml" >wrong.toml
for command in "run --load 0.5 --seeds 3 --out wrong --jobs 2" "run --load 0.5 --seeds 3 --json wrong" \
  "benchmark rfc2544 --out wrong" "benchmark hol --json wrong"; do
  # shellcheck disable=SC2086
  expect 2 $command --device wrong.toml --ports 4
  says stderr "wrong.toml:$(grep -n tlst wrong.toml | cut -d: -f1):"
  says stderr "in.tlast: quad_switch has no port 's0_axis_tlst'; allowed: 's0_axis_tlast', the nearest"
  [ "$(wc -l <stderr)" = 1 ] || fail "a wrong device: more than a line: $(cat stderr)"
  [ ! -e wrong ] || fail "a wrong device: something was written"
done

done_testing study_test
