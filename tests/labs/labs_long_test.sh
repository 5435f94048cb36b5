#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
#
# Unit 2: the staff solution has all points, each wrong one loses its own. Usage: labs_long_test.sh PROGRAM
# shellcheck disable=SC2016  # what is in single quotes is SystemVerilog
# shellcheck source=tests/labs/lib.sh
. "$(dirname -- "${BASH_SOURCE[0]}")/lib.sh"
[ -n "$isolated" ] || exit 77

submissions 2-islip two
expect 0 lab mark 2 two --instructor "$instructor" --csv two.csv --jobs 2
loses_what_it_says 2-islip two.csv

# What is handed out compiles, and has the points of nothing.
expect 0 lab start 2 mine
expect 1 lab check 2 mine
says stdout '  0 of 86 points'
[ "$(grep -c 'where the twin' stdout)" = 3 ] || fail "skeleton: $(cat stdout)"
for lockstep in rr-pointer islip-1 islip-4; do
  [ -s mine/check/$lockstep/lockstep-seed1.fst ] || fail "no waveform of $lockstep"
done

# What never ends is stopped.
cp -r "$labs/units" units
sed -i 's/^minutes = .*/&\ncpu-seconds = 5/' units/1-small/unit.toml
expect 0 lab start 1 loop --units units
made "$instructor/2-islip/solution/rtl/arbiter/xb_rr_arbiter.sv" >good.sv
sed 's/^  assign valid_o .*/&\n  always_ff @(posedge clk_i) while (req_i < 5) $display("on");/' good.sv >loop/rtl/xb_rr_arbiter.sv
{ echo; sed -n '/^id = "same"/,$p' units/1-small/unit.toml | sed '1s/.*/[[criterion]]\nid = "again"/'; } >again
cat again >>units/1-small/unit.toml
expect 1 lab check 1 loop --units units
[ "$(grep -c 'it was stopped after 5 s of CPU time: an endless loop?' stdout)" = 2 ] || fail "endless: $(cat stdout)"
[ "$(grep -c 'it is not run again' stdout)" = 1 ] || fail "it is run twice: $(cat stdout)"

# What takes too much memory, too.
sed -i 's/^cpu-seconds = .*/memory-mb = 1500/' units/1-small/unit.toml
sed -f - good.sv >loop/rtl/xb_rr_arbiter.sv <<'END'
s/^  assign valid_o .*/  logic [63:0] memory [2**28];/
/logic \[63:0\] memory/a\
  always_ff @(posedge clk_i) memory[28'(req_i)] <= 64'(req_i);\
  assign valid_o = (req_i != '0) ^ memory[28'(req_i)][63];
END
expect 1 lab check 1 loop --units units
says stdout 'it needs more memory than 1500 MB'

done_testing labs_long_test
