#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
#
# Synthesizes switches with yosys for an FPGA (iCE40) and looks at the cells: every FIFO memory is block RAM, no more
# flip-flops than the registers one can count, no latch, no combinational loop. Then that this test can fail: a RAM with an
# asynchronous read, which no FPGA has, must not pass.
#
# Environment: YOSYS        the program (yosys)
#              SYNTH_PORTS  the port counts ("3 4", about 12 s of CPU each; 8 takes 40 s)
set -euo pipefail
# shellcheck source=tests/rtl/lib.sh
. "$(dirname -- "${BASH_SOURCE[0]}")/lib.sh"

readonly width=64 depth=1024
summary=''
cd "$work"
mkdir rtl async
cp "$rtl"/xb_*.sv rtl

# synthesize NAME DIR TOP PARAMETER=VALUE...: leaves the counts of cells in NAME.latch, NAME.ram and NAME.ff
synthesize() {
  local name=$1 dir=$2 top=$3 setting set=()
  shift 3
  for setting in "$@"; do set+=("-set ${setting/=/ }"); done
  sources "$dir"
  # chparam, because yosys 0.23 dies of `hierarchy -chparam` on a module that refers to a package.
  cat >"$name.ys" <<EOT
read_verilog -sv ${sources[*]}
chparam ${set[*]} $top
hierarchy -check -top $top
proc
tee -o $name.latch select -count t:\$dlatch t:\$adlatch t:\$dlatchsr t:\$sr
synth_ice40
check -assert
tee -o $name.ram select -count t:SB_RAM40_4K
tee -o $name.ff select -count t:SB_DFF*
EOT
  "${YOSYS:-yosys}" -q "$name.ys" >"$name.log" 2>&1 || { tail -n 20 "$name.log" | cut -c 1-300 >&2; fail "yosys, $name"; }
}

# count FILE: the number in it
count() { grep -oE '[0-9]+' "$1" | head -n 1; }

# problems NAME RAMS FLIPFLOPS: what is wrong with a synthesized design that should have that many RAMs, at most that many
# flip-flops, and no latch
problems() {
  if (($(count "$1.latch") != 0)); then printf ' %s latches;' "$(count "$1.latch")"; fi
  if (($(count "$1.ram") != $2)); then printf ' %s block RAMs, not %s;' "$(count "$1.ram")" "$2"; fi
  if (($(count "$1.ff") > $3)); then printf ' %s flip-flops, more than %s;' "$(count "$1.ff")" "$3"; fi
}

# require NAME RAMS FLIPFLOPS: fails the test if there are problems
require() {
  local found
  found=$(problems "$@")
  [[ -z $found ]] || fail "$1:$found"
  summary+=" $1 $(count "$1.ram") block RAMs and $(count "$1.ff") flip-flops;"
}

# A block RAM of 4 Kibit is 1024 words of 4 bits. Per input: the data, and the time stamp, destination, tuser and tlast
# beside it.
rams() {
  local dest=0
  while ((2 ** dest < $1)); do dest=$((dest + 1)); done
  echo $(($1 * ((width + 3) / 4 + (32 + dest + 2 + 3) / 4)))
}
# Per port: the prefetch registers, some counters of 32 bits, random numbers and small things, and a counter per output in
# the probe; once: the settings.
flipflops() { echo $(($1 * (width + 350 + 32 * $1) + 200)); }
# The memory switch, up to 256 words: NumPorts banks of pairs of beats with 4 bits beside them, in RAMs of 16 bits; links of
# words and packets, free list; per port the stages' pairs and the words' time stamps. Their narrow parts are flip-flops.
memory_rams() {
  local n=$1 words=$((depth / (2 * $1) + 2 * $1)) addr=0 beats=0 dest=0
  while ((2 ** addr < words)); do addr=$((addr + 1)); done
  while ((2 ** beats < 2 * n + 1)); do beats=$((beats + 1)); done
  while ((2 ** dest < n)); do dest=$((dest + 1)); done
  local link=$((addr + beats + 1)) pair=$((2 * width))
  echo $((n * ((pair + 4 + 15) / 16) + (link + 15) / 16 + (32 + dest + link + 15) / 16 + 1 + n * (2 * pair / 16 + 2)))
}
# Per port: the prefetch registers of three FIFOs, a beat that waits, two descriptions of packets, counters.
memory_flipflops() { echo $(($1 * (5 * width + 560 + 32 * $1) + 500)); }

jobs=()
synthesize shared-3 rtl xb_switch_shared NumPorts=3 DataWidth=$width MaxDepth=$depth &
jobs+=($!)
for n in ${SYNTH_PORTS:-3 4}; do
  synthesize "switch-$n" rtl xb_switch_input NumPorts="$n" DataWidth=$width MaxDepth=$depth &
  jobs+=($!)
  if ((${#jobs[@]} % 2 == 0)); then wait "${jobs[@]: -2:1}"; fi # two at a time
done

synthesize fifo rtl xb_fifo DataWidth=16 SideWidth=4 MaxDepth=256
require fifo 2 100
cp rtl/* async
sed -i 's/^    rdata_o <= mem_q\[raddr_i\];/  end\n  always_comb begin\n    rdata_o = mem_q[raddr_i];/' async/xb_ram_1r1w.sv
! cmp -s rtl/xb_ram_1r1w.sv async/xb_ram_1r1w.sv || fail 'the asynchronous read could not be put into xb_ram_1r1w'
synthesize fifo-async async xb_fifo DataWidth=16 SideWidth=4 MaxDepth=256
found=$(problems fifo-async 2 100)
[[ $found == *'block RAMs, not 2;'*'flip-flops, more than'* ]] || fail "a FIFO with an asynchronous read passed:$found"

for job in "${jobs[@]}"; do wait "$job"; done
for n in ${SYNTH_PORTS:-3 4}; do require "switch-$n" "$(rams "$n")" "$(flipflops "$n")"; done
require shared-3 "$(memory_rams 3)" "$(memory_flipflops 3)"
echo "synth_test.sh:$summary no latch, no loop; an asynchronous read was found out ($(count fifo-async.ff) flip-flops)"
