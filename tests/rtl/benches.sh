#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
#
# benches.sh VERILATOR FOLDER: makes FOLDER/model.cpp of the modules that have a bench of their own (NAME_test.cpp), one instance of
# each (of one two, by a parameter): five ports or requesters, which is no power of two, and memories of five words. They share the clock and nothing else. A
# port has its module's prefix: `fifo_valid_i` is `valid_i` of xb_fifo. All mutants of the modules (sites.awk) are in it: the
# environment variable XB_MUTANT says which of them the model is, `xb_fifo 12`; without it none.
# shellcheck disable=SC2016  # dollars are for Verilator
set -euo pipefail
here=$(cd -- "$(dirname -- "${BASH_SOURCE[0]}")" && pwd)
mkdir -p -- "$2"
cd -- "$2"
rm -rf rtl parts benches.sv Vbenches* model.cpp
mkdir rtl parts
cp -- "$here"/../../rtl/*.sv rtl
while read -r prefix module parameters; do
  awk -v prefix="$prefix" -v given="$parameters" -v to=parts -f "$here/benches.awk" "rtl/$module.sv"
done <<'EOT'
rr xb_rr_arbiter NumReq=5
arbiter xb_arbiter NumReq=5 InstanceSeed=3
packet xb_packet_arbiter NumReq=5 InstanceSeed=3
fifo xb_fifo DataWidth=32 SideWidth=6 MaxDepth=5
free xb_free_list Depth=5
admission xb_admission NumPorts=5 Words=20 Late=1
drop xb_head_drop NumPorts=5 Classes=3 Words=20
voq xb_voq_matcher NumPorts=5
window xb_window_matcher NumPorts=5
guard xb_port_guard DataWidth=32 DestWidth=3 MaxBeats=6 Timeout=5 IdWidth=4 UserWidth=3
pause xb_pause_unit Classes=3 CountWidth=6 MaxResponse=5
async xb_async_fifo DataWidth=32 DestWidth=3 LogDepth=3 IdWidth=4 UserWidth=3
counts xb_voq_count_memory NumPorts=5 HeldWidth=4
regs xb_axi_lite_regs NumPorts=5 NumQueues=25 MaxDepth=77
one xb_axi_lite_regs NumPorts=5 NumQueues=25 MaxDepth=77 OneQueue=1
EOT
{
  echo 'module benches #('
  sed '$s/,$//' parts/parameters
  printf ') (\n  input  logic clk_i,\n  input  logic rst_ni,\n'
  sed '$s/,$//' parts/ports
  echo ');'
  cat parts/instances
  echo endmodule
} >benches.sv
sed '/^endpackage/,$d' rtl/xb_pkg.sv >package
for module in xb_lfsr xb_random_pick xb_ram_1r1w $(sed -nE 's/^  (xb_[a-z0-9_]+) #.*/\1/p' benches.sv | sort -u); do
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
