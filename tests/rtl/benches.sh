#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
#
# benches.sh VERILATOR FOLDER: makes FOLDER/model.cpp of benches.sv and of the RTL, into which the faults of faults/ are put.
# xb_NAME.sed is a fault of that module, as those of mutants/ are of switches: MUTANT stands for the bit that says whether
# the model is broken by it, which it is if the environment variable XB_MUTANT is xb_NAME.
set -euo pipefail
here=$(cd -- "$(dirname -- "${BASH_SOURCE[0]}")" && pwd)
mkdir -p -- "$2"
cd -- "$2"
rm -rf rtl benches.sv Vbenches* model.cpp
mkdir rtl
cp -- "$here"/../../rtl/*.sv rtl
cp -- "$here/benches.sv" .
bits=()
for script in "$here"/faults/*.sed; do
  module=${script##*/}
  module=${module%.sed}
  sed -f "$script" "rtl/$module.sv" | sed "s/\<MUTANT\>/xb_pkg::broken_$module/g" >broken
  ! cmp -s "rtl/$module.sv" broken || { echo "benches.sh: $module.sed changes nothing" >&2; exit 1; }
  mv broken "rtl/$module.sv"
  bits+=("  bit broken_$module = \$c1(\"(std::getenv(\\\"XB_MUTANT\\\") && std::string(std::getenv(\\\"XB_MUTANT\\\")) == \\\"$module\\\")\");")
done
sed '/^endpackage/,$d' rtl/xb_pkg.sv >broken
printf '%s\n' "${bits[@]}" >>broken
sed -n '/^endpackage/,$p' rtl/xb_pkg.sv >>broken
mv broken rtl/xb_pkg.sv
# The blocks in front of a port are in no switch: their checkers are bound here.
checkers=("$here"/../../rtl/checkers/xb_{stream,gray}_checker.sv)
"$1" --cc --assert -Wall --prefix Vbenches --top-module benches --Mdir . -y rtl rtl/xb_pkg.sv benches.sv "${checkers[@]}" >log 2>&1 || { cat log >&2; exit 1; }
printf '#include %s\n' '<cstdlib>' '<string>' >model.part
for part in Vbenches*.cpp; do printf '#include "%s"\n' "$part"; done >>model.part
mv model.part model.cpp
