#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
#
# benches.sh VERILATOR FOLDER: makes FOLDER/model.cpp of benches.sv and of the RTL, all mutants of its modules (sites.awk) included.
# The environment variable XB_MUTANT says which of them the model is, `xb_fifo 12`; without it none.
# shellcheck disable=SC2016  # dollars are for Verilator
set -euo pipefail
here=$(cd -- "$(dirname -- "${BASH_SOURCE[0]}")" && pwd)
mkdir -p -- "$2"
cd -- "$2"
rm -rf rtl benches.sv Vbenches* model.cpp
mkdir rtl
cp -- "$here"/../../rtl/*.sv rtl
cp -- "$here/benches.sv" .
sed '/^endpackage/,$d' rtl/xb_pkg.sv >package
for module in xb_lfsr xb_random_pick xb_ram_1r1w $(sed -nE 's/^  (xb_[a-z0-9_]+) #.*/\1/p' benches.sv); do
  awk -v all="xb_pkg::mutant_$module" -f "$here/sites.awk" "rtl/$module.sv" >mutated
  mv mutated "rtl/$module.sv"
  printf '  int mutant_%s = $c32("xb_mutant_of(\\"%s\\")");\n' "$module" "$module"
done >>package
sed -n '/^endpackage/,$p' rtl/xb_pkg.sv >>package
mv package rtl/xb_pkg.sv
# The blocks in front of a port are in no switch: their checkers are bound here.
checkers=("$here"/../../rtl/checkers/xb_{stream,gray}_checker.sv)
# Expressions that stand beside others are of any width.
"$1" --cc --assert -Wno-lint --prefix Vbenches --top-module benches --Mdir . -y rtl rtl/xb_pkg.sv benches.sv "${checkers[@]}" >log 2>&1 || { cat log >&2; exit 1; }
{
  cat <<'EOT'
#include <cstdlib>
#include <cstring>

static int xb_mutant_of(const char* module) {
  const char* name = std::getenv("XB_MUTANT");
  const std::size_t length = std::strlen(module);
  return name && std::strncmp(name, module, length) == 0 && name[length] == ' ' ? std::atoi(name + length) : 0;
}
EOT
  for part in Vbenches*.cpp; do printf '#include "%s"\n' "$part"; done
} >model.part
mv model.part model.cpp
