#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
#
# build.sh [FOLDER]: the switch of ecp5_switch.sv as a bitstream for a Lattice ECP5, FOLDER/ecp5_switch.bit (build).
#
# Environment: YOSYS, NEXTPNR, ECPPACK  the programs (yosys; nextpnr-ecp5 and ecppack, which Debian has from 13 on)
#              DEVICE, PACKAGE, SPEED   of the FPGA (um5g-85k, CABGA381, 8)
set -euo pipefail
here=$(cd -- "$(dirname -- "${BASH_SOURCE[0]}")" && pwd)
folder=${1:-build}
mkdir -p -- "$folder"
cd -- "$folder"
rm -f ecp5_switch.*

# In its folder, as yosys cuts names at a space; the package is first in the list.
(
  cd -- "$here/../../rtl"
  mapfile -t sources < <(grep -v '^//' xbarlab.f)
  "${YOSYS:-yosys}" -q -p "read_verilog -sv -defer ${sources[*]}" -f 'verilog -sv' - -p 'synth_ecp5 -abc9 -top ecp5_switch' \
    -p 'tee -q -o /dev/fd/3 stat' -b json -o /dev/fd/4 <"$here/ecp5_switch.sv"
) 3>ecp5_switch.stat 4>ecp5_switch.json >ecp5_switch.yosys.log 2>&1 || { tail -n 5 ecp5_switch.yosys.log >&2; exit 1; }
# By file descriptors, so that nextpnr may be in another root.
"${NEXTPNR:-nextpnr-ecp5}" "--${DEVICE:-um5g-85k}" --package "${PACKAGE:-CABGA381}" --speed "${SPEED:-8}" --seed 1 \
  --json /proc/self/fd/0 --lpf /proc/self/fd/3 --lpf-allow-unconstrained --textcfg /proc/self/fd/4 \
  <ecp5_switch.json 3<"$here/ecp5_switch.lpf" 4>ecp5_switch.config 2>ecp5_switch.log || { tail -n 5 ecp5_switch.log >&2; exit 1; }
"${ECPPACK:-ecppack}" --compress --input /proc/self/fd/0 --bit /proc/self/fd/4 <ecp5_switch.config 4>ecp5_switch.bit
for cell in LUT4 TRELLIS_FF DP16KD TRELLIS_DPR16X4 CCU2C; do awk -v cell=$cell '$1 == cell { print cell ": " $2 }' ecp5_switch.stat; done
sed -nE 's/.*(Max frequency for clock.*)/\1/p' ecp5_switch.log | tail -n 1
echo "$folder/ecp5_switch.bit: $(wc -c <ecp5_switch.bit) bytes"
