#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
#
# Icarus Verilog takes every switch, and a bench in four states (four_state.sv) finds nothing unknown in it; the crosspoints
# also as synthesis sees them. Then that this test can fail: a register that is not reset must not pass.
# Icarus knows the RTL's SystemVerilog from version 12 on; with an older one the test is skipped (status 77).
#
# Environment: IVERILOG, VVP  the programs (iverilog, vvp)
set -euo pipefail
# shellcheck source=tests/rtl/lib.sh
. "$(dirname -- "${BASH_SOURCE[0]}")/lib.sh"

readonly iverilog=${IVERILOG:-iverilog} vvp=${VVP:-vvp}
version=$("$iverilog" -V 2>/dev/null | sed -n '1s/^Icarus Verilog version \([0-9]*\).*/\1/p')
[[ -n $version ]] || fail "no $iverilog"
if ((version < 12)); then
  echo "icarus_test.sh: skipped: Icarus Verilog $version knows neither parameters with a type nor \$error at elaboration"
  exit 77
fi

cp -R "$rtl" "$work/rtl"
cp "$here/four_state.sv" "$work"
cd "$work"

# simulate NAME DIR SWITCH OPTION...: the bench's last words in NAME.log
simulate() {
  local name=$1 dir=$2 switch=$3 queues=3
  shift 3
  if grep -q "NumQueues *= NumPorts \* NumPorts" "$dir/xb_switch_$switch.sv"; then queues=9; fi
  sources "$dir"
  "$iverilog" -g2012 "$@" -DSWITCH="xb_switch_$switch" -DQUEUES=$queues -s four_state -o "$name.vvp" "${sources[@]}" \
    four_state.sv >"$name.build" 2>&1 || { head -n 20 "$name.build" >&2; fail "Icarus refuses $name"; }
  "$vvp" -n "$name.vvp" >"$name.log" 2>&1 || true
}

runs=0
for file in rtl/xb_switch_*.sv; do
  switch=${file##*/xb_switch_}
  switch=${switch%.sv}
  views=('')
  if has "xb_switch_$switch" MaxCrosspointBeats; then views=('' -DSYNTHESIS); fi
  for view in "${views[@]}"; do
    simulate "$switch$view" rtl "$switch" ${view:+"$view"}
    grep -q '^PASS' "$switch$view.log" || { cat "$switch$view.log" >&2; fail "$switch $view"; }
    runs=$((runs + 1))
  done
done
((runs >= 7)) || fail "only $runs runs"

cp -R rtl broken
sed -i "/^      count_q  <= '0;/d" broken/xb_fifo.sv
! cmp -s rtl/xb_fifo.sv broken/xb_fifo.sv || fail 'xb_fifo could not be broken'
simulate broken broken input
grep -q 's_axis_tready_o is unknown' broken.log || { cat broken.log >&2; fail 'a FIFO whose count is not reset passed'; }
echo "icarus_test.sh: Icarus $version: $runs runs, nothing unknown; a register without its reset was found out"
