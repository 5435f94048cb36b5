#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
#
# examples/ecp5 is clean for Verilator, and becomes a bitstream that keeps its clock; without nextpnr-ecp5 and ecppack, which Debian
# has from 13 on, the second part is skipped (status 77).
#
# Environment: VERILATOR, NEXTPNR, ECPPACK  the programs
set -euo pipefail
# shellcheck source=tests/rtl/lib.sh
. "$(dirname -- "${BASH_SOURCE[0]}")/lib.sh"
example=$(cd -- "$rtl/../examples/ecp5" && pwd)

use_verilator
mkdir "$work/example"
cp -R "$rtl" "$work/rtl"
cp "$example"/* "$work/example"
cd "$work"
"$verilator" --lint-only -Wall -F rtl/xbarlab.f example/ecp5_switch.sv --top-module ecp5_switch || fail 'lint'
for program in "${NEXTPNR:-nextpnr-ecp5}" "${ECPPACK:-ecppack}"; do
  command -v "$program" >/dev/null || { echo "ecp5_test.sh: skipped: no $program; the lint is clean"; exit 77; }
done
mkdir examples
mv example examples/ecp5
examples/ecp5/build.sh out >log || fail 'build.sh'
grep -q '(PASS at 125.00 MHz)' log || fail "$(<log)"
[[ -s out/ecp5_switch.bit ]] || fail 'no bitstream'
sed -i 's/125 MHZ/900 MHZ/' examples/ecp5/ecp5_switch.lpf
if examples/ecp5/build.sh slow >log 2>&1; then fail 'a clock of 900 MHz passed'; fi
echo 'ecp5_test.sh: a bitstream, and its clock is looked at'
