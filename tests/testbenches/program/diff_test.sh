#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# The verb diff: exit 0 the same, 1 different, 2 unreadable; its flags; what docs/waveforms.md shows. Usage: diff_test.sh PROGRAM
page=$(realpath -- "$(dirname -- "${BASH_SOURCE[0]}")/../../../docs/waveforms.md")
# shellcheck source=tests/testbenches/program/lib.sh
. "$(dirname -- "${BASH_SOURCE[0]}")/lib.sh"

cat >want.txt <<'END'
# xbarlab line trace 1
# point --switch voq --ports 4 --load 1 --packet 1 --seed 7
# cycle || in 0 | in 1 | in 2 | in 3 || out 0 | out 1 | out 2 | out 3 || beats of queues 0..3 || held || drops
   114 || 0>3#41  | .       | #       |         || 2>0#17  | .       |         | 0>3#41  || 3 0 1 0 || ---- || 0
   115 || 0>3#42  | .       | #       | 3>1#8   || 2>0#18  | .       |         | 0>3#42  || 3 0 1 0 || ---- || 0
   116 || 0>1#30  | .       | 2>1#42  | .       || .       | 3>1#8   |         | .       || 3 0 2 0 || ---- || 0
   117 || 0>1#31  | .       | 2>1#43  | .       || .       | 0>1#31  |         | .       || 3 0 3 0 || ---- || 0
   118 || 0>1#32  | .       | #       | .       || .       | 2>1#43  |         | .       || 3 0 3 0 || ---- || 0
   119 || #       | .       | #       | .       || .       | 2>1#44  |         | .       || 3 0 2 0 || ---- || 0
   120 || #       | .       | 2>1#44  | .       || .       | 0>1#32  |         | .       || 2 0 2 0 || ---- || 0
   121 || 0>1#33  | .       | 2>1#45  | .       || .       | .       |         | .       || 3 0 3 0 || ---- || 0
END
sed 's/| 2>1#43  | .       || .       | 0>1#31 /| #       | .       || .       | 0>1#31 /; s/^\(   118.*\)3 0 3 0/\13 0 2 0/' \
  want.txt >got.txt

gives 0 "SAME  want.txt  want.txt" diff want.txt want.txt
gives 1 "DIFFERENT  want.txt  got.txt  (first of 2 differing signals)" diff want.txt got.txt
# What the page shows is what it prints.
checks=$((checks + 1))
sed -n '/^DIFFERENT  want.txt  got.txt/,/^```/p' "$page" | sed '$d' | diff - stdout ||
  fail "docs/waveforms.md shows something else"
gives 0 "SAME" diff want.txt got.txt --to 116
gives 0 "SAME" diff want.txt got.txt --from 119
gives 1 "118" diff want.txt got.txt --from 118
printf 'ports.in[2].beat # it may\n*.beats # so may these\n' >ignore
gives 0 "ignored: *.beats  1 signal, 1 cycle  # so may these" diff want.txt got.txt --ignore ignore
gives 1 '"first_cycle": 117' diff want.txt got.txt --json -
checks=$((checks + 1))
python3 -m json.tool stdout >/dev/null || fail "--json - is no JSON"
gives 1 "DIFFERENT" diff want.txt got.txt --json result.json
grep -q '"same": false' result.json || fail "result.json: $(cat result.json)"

# Both as one waveform, which has all of each; a trace as FST.
gives 1 "DIFFERENT" diff want.txt got.txt --fst both.fst
gives 0 "SAME" diff want.txt both.fst --scope ports=want.ports
gives 0 "SAME" diff got.txt both.fst --scope ports=got.ports
gives 1 "DIFFERENT" diff got.txt both.fst --scope ports=want.ports
refuses "'want.port' is not allowed (no signal of GOT is in it); allowed: a scope there, such as cycles" \
  diff want.txt both.fst --scope ports=want.port
refuses "'port' is not allowed (no signal of WANT is in it); allowed: a scope there, such as ports" \
  diff want.txt both.fst --scope port=want.ports
checks=$((checks + 1))
grep -qF 'both.fst' both.gtkw || fail "both.gtkw: $(cat both.gtkw)"
"$program" convert want.txt want.fst || fail "convert: exit $?"
gives 0 "SAME" diff want.txt want.fst
gives 1 "DIFFERENT" diff got.txt want.fst
refuses "traces that are files, which '/dev/fd" diff <(cat want.txt) want.txt --fst both.fst

# Two VCDs that differ in one event: a pulse, each time written as 1, once less in the second.
for name in fires once-less; do
  {
    cat <<'END'
$timescale 1ns $end
$scope module top $end
$var wire 1 ! clk $end
$var event 1 e go $end
$upscope $end
$enddefinitions $end
END
    for c in 0 1 2 3 4 5 6 7; do
      printf '#%d\n0!\n' $((10 * c))
      [[ $name == once-less && $c == 5 ]] || echo 1e
      printf '#%d\n1!\n' $((10 * c + 5))
    done
  } >$name.vcd
done
gives 0 "SAME" diff fires.vcd fires.vcd
gives 1 "cycle 5 (55 ns)  top.go" diff fires.vcd once-less.vcd
gives 1 '"raw": "0"' diff fires.vcd once-less.vcd --json -

# A report that cannot be written is no difference.
checks=$((checks + 1))
status=0
said=$(ulimit -f 0 && "$program" diff want.txt got.txt --json full.json 2>&1 >/dev/null) || status=$?
[[ $status == 2 && $said == 'xbarlab: full.json: cannot be written whole'* ]] || fail "exit $status: $said"
[[ ! -e full.json ]] || fail "half a report"

head -c 5000 /dev/urandom >noise
: >empty.vcd
head -c 1000 want.txt >cut.txt
# shellcheck disable=SC2016  # these are VCD's
echo '$var wire 1 ! tick $end $enddefinitions $end' >tick.vcd
echo 'ports.*' >bad
allowed=byte refuses "the file ends within a line" diff want.txt cut.txt
allowed=byte refuses "noise: " diff want.txt noise
refuses_all diff want.txt <<'END'
none.txt: cannot be read | none.txt
empty.vcd: byte 0: the file is empty | empty.vcd
no signal is called clk | tick.vcd
--slip: 'x' is not allowed | got.txt --slip x
--from: '-1' is not allowed | got.txt --from=-1
--to: '3' is not allowed | got.txt --from 4 --to 3
--scope: 'dut' is not allowed | got.txt --scope dut
bad: line 1: 'ports.*' has no reason | got.txt --ignore bad
--json: 'got.txt' is not allowed | got.txt --json got.txt
--fst: 'got.txt' is not allowed | got.txt --fst got.txt
END
refuses "got" diff want.txt
# A pipe is read as it comes.
gives 0 "SAME" diff <(cat want.txt) <(cat want.txt)

done_testing diff_test
