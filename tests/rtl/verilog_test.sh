#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
#
# verilog_test.sh PROGRAM SWITCH...: the switch as plain Verilog (verilog.sh) is taken by Verilator and Icarus as Verilog-2005; in
# Icarus nothing is unknown in it (four_state.sv), nor in one with two traffic classes; in lock-step with the twin it is the
# same in every cycle. Of other parameters than it is made for it says so.
#
# Environment: IVERILOG, VVP, VERILATOR  the programs
set -euo pipefail
# shellcheck source=tests/rtl/lib.sh
. "$(dirname -- "${BASH_SOURCE[0]}")/lib.sh"
program=$(realpath -- "$1")
shift
use_verilator
readonly ports=3

cd "$work"
for switch in "$@"; do
  top=xb_switch_$switch queues=$ports
  mkdir "$switch"
  bash "$here/verilog.sh" --ports $ports --output "$switch" "$switch" >/dev/null
  file=$switch/$top.v
  "$verilator" --lint-only -Wno-fatal --language 1364-2005 --top-module "$top" "$file" >log 2>&1 || fail "Verilator: $(grep -m1 '%Error' log)"
  if grep -q "NumQueues *= NumPorts \* NumPorts" "$rtl/$top.sv"; then queues=$((ports * ports)); fi
  "${IVERILOG:-iverilog}" -g2005 -o run.vvp "$file" >log 2>&1 || fail "Icarus: $(head -n 3 log)"
  # Icarus 11 knows no parameters with a type, as the bench has.
  sed 's/localparam int unsigned/localparam integer/' "$here/four_state.sv" >four_state.sv
  for keep in 0 1; do
    bash "$here/verilog.sh" --ports $ports --depth 48 --keep $keep --id 4 --user 3 --output . "$switch" >/dev/null
    "${IVERILOG:-iverilog}" -g2012 -DSWITCH="$top" -DQUEUES=$queues -s four_state -o run.vvp "$top.v" four_state.sv >log 2>&1 ||
      fail "Icarus, with the bench: $(head -n 3 log)"
    "${VVP:-vvp}" -n run.vvp >"keep$keep.log" 2>&1 || true
  done
  grep -q '^PASS' keep1.log || fail "$switch: $(tail -n 3 keep1.log)"
  grep -q 'Keep is 1; this file is for 0' keep0.log || fail "$switch: with another parameter: $(tail -n 3 keep0.log)"
  # A tid that is another beat's is found.
  sed '/s_axis_tid_i\[.*=/s/ IdAt/ UserAt/' four_state.sv >other_id.sv
  "${IVERILOG:-iverilog}" -g2012 -DSWITCH="$top" -DQUEUES=$queues -s four_state -o run.vvp "$top.v" other_id.sv
  "${VVP:-vvp}" -n run.vvp >other_id.log 2>&1 || true
  grep -q 'm_axis_tid_o is unknown' other_id.log || fail "$switch: another tid passed: $(tail -n 3 other_id.log)"
  if has "$top" Classes; then
    bash "$here/verilog.sh" --ports $ports --depth 48 --keep 1 --id 4 --user 3 --classes 2 --output . "$switch" >/dev/null
    "${IVERILOG:-iverilog}" -g2012 -DSWITCH="$top" -DQUEUES=$queues -DCLASSES=2 -s four_state -o run.vvp "$top.v" four_state.sv
    "${VVP:-vvp}" -n run.vvp >classes.log 2>&1 || true
    grep -q '^PASS' classes.log || fail "$switch, two classes: $(tail -n 3 classes.log)"
  elif bash "$here/verilog.sh" --classes 2 --output . "$switch" >log 2>&1; then
    fail "$switch has no classes, and was made with two: $(<log)"
  fi
  # shellcheck disable=SC2046  # words
  "$program" run $(keys "$switch") --ports $ports --depth 64 --load 0.9 --packet 16 --cycles 2000 --engine lockstep --rtl "$switch" \
    >log 2>&1 || fail "$switch: $(tail -n 3 log)"
  grep -q 'RTL and twin show the same' log || fail "$switch: $(<log)"
done
echo "verilog_test.sh $*: the same as plain Verilog"
