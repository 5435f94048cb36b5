#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
#
# The clock and the size of switches in an FPGA (Lattice ECP5 um5g-85k, speed 8), by yosys and nextpnr, which Debian has from
# 13 on: every pin in a flip-flop, settings tied, what a switch shows of itself open, so that its size is that of what moves
# beats (clock.sv). Not a test: figures of these tools, that spread by 5 % with the seed. Usage: clock.sh SWITCH..., e.g.
#
#     NEXTPNR='chroot trixie nextpnr-ecp5' PORTS=8 tests/rtl/clock.sh input input_pipe
#
# Environment: YOSYS, NEXTPNR      the programs (yosys, nextpnr-ecp5)
#              PORTS, WIDTH, DEPTH  of the switch (4, 64 bits, 256 beats)
#              SEED                 of the placement (1)
#              REPORTS              a folder for the tools' reports, SWITCH-PORTS.log with the critical paths (none)
set -euo pipefail
# shellcheck source=tests/rtl/lib.sh
. "$(dirname -- "${BASH_SOURCE[0]}")/lib.sh"

readonly ports=${PORTS:-4} width=${WIDTH:-64} depth=${DEPTH:-256}
reports=$work
[[ -z ${REPORTS:-} ]] || reports=$(realpath -- "$REPORTS")
readonly reports
(($# > 0)) || fail 'usage: clock.sh SWITCH...'
mkdir "$work/rtl"
cp "$rtl"/xb_*.sv "$work/rtl"
cp "$here/clock.sv" "$work"
cd "$work"
sources rtl

# used FILE CELL: how many cells of that kind yosys counted
used() { awk -v cell="$2" '$1 == cell { n = $2 } END { print n + 0 }' "$1"; }

for switch in "$@"; do
  queues=$ports name=$switch-$ports
  if grep -q "NumQueues *= NumPorts \* NumPorts" "rtl/xb_switch_$switch.sv"; then queues=$((ports * ports)); fi
  "${YOSYS:-yosys}" -p "read_verilog -sv -defer -DSWITCH=xb_switch_$switch -DQUEUES=$queues -DNUM_PORTS=$ports \
    -DDATA_WIDTH=$width -DMAX_DEPTH=$depth ${sources[*]} clock.sv; synth_ecp5 -abc9 -top clock -json $name.json; \
    tee -o $name.stat stat" >"$reports/$name.yosys.log" 2>&1 || fail "yosys: $(tail -n 3 "$reports/$name.yosys.log")"
  # From standard input, so that nextpnr may be in another root.
  ${NEXTPNR:-nextpnr-ecp5} --um5g-85k --speed 8 --package CABGA756 --json /proc/self/fd/0 --lpf-allow-unconstrained --freq 250 \
    --timing-allow-fail --seed "${SEED:-1}" <"$name.json" >"$reports/$name.log" 2>&1 ||
    fail "nextpnr: $(tail -n 3 "$reports/$name.log")"
  fmax=$(sed -nE 's/.*Max frequency for clock[^:]*: ([0-9.]+) MHz.*/\1/p' "$reports/$name.log" | tail -n 1)
  printf '%-12s N = %-2d %6s MHz, LUT4 %5d, FF %5d, DP16KD %3d, DPR16X4 %3d, CCU2C %4d (with the harness)\n' "$switch" "$ports" \
    "$fmax" "$(used "$name.stat" LUT4)" "$(used "$name.stat" TRELLIS_FF)" "$(used "$name.stat" DP16KD)" \
    "$(used "$name.stat" TRELLIS_DPR16X4)" "$(used "$name.stat" CCU2C)"
done
