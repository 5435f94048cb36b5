#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
#
# Synthesizes every switch with yosys for an FPGA (iCE40), down to block RAMs, word-wide cells and flip-flops, and looks at
# them: every memory is in block RAM, in as many as its words and width take; the data memories are as large as the
# switch documents; no more flip-flops than the registers one can count; no latch, no combinational loop. Then that this
# test can fail: a RAM with an asynchronous read, which no FPGA has, and a latch must not pass. Logic is not mapped to gates:
# that takes most of the time and shows nothing of this. `costs` maps one switch, whose cost has a limit, and `settings` the same
# with all that can be left out. `counts` looks at counters of N x N queues.
# Usage: synth_test.sh [broken | blocks | costs | settings | counts | SWITCH]...; without, all of them (the named ones, and what is in
# rtl/xb_switch_*.sv).
#
# Environment: YOSYS        the program (yosys)
#              SYNTH_PORTS  the port counts ("3")
set -euo pipefail
# shellcheck source=tests/rtl/lib.sh
. "$(dirname -- "${BASH_SOURCE[0]}")/lib.sh"

readonly width=64 depth=1024
readonly smallest=512 # bits: a smaller memory may as well be made of flip-flops
cd "$work"
mkdir rtl broken
cp "$rtl"/xb_*.sv rtl

# tailor NAME DIR TOP PARAMETER=VALUE...: sets `sources` to the files of DIR, TOP with these parameters in NAME.sv
tailor() {
  local name=$1 dir=$2 top=$3 setting edits=(-e '') i
  shift 3
  sources "$dir"
  # As the top's defaults, because yosys 0.23 dies of `hierarchy -chparam` on a module that refers to a package.
  for setting in "$@"; do edits+=(-e "s/^(  parameter int unsigned ${setting%=*} =) [0-9]+/\1 ${setting#*=}/"); done
  sed -E "${edits[@]}" "$dir/$top.sv" >"$name.sv"
  for setting in "$@"; do
    grep -q "^  parameter int unsigned ${setting/=/ = }\b" "$name.sv" || fail "$top: ${setting%=*} cannot be set"
  done
  for i in "${!sources[@]}"; do [[ ${sources[i]} != "$dir/$top.sv" ]] || sources[i]=$name.sv; done
}

# synthesize NAME DIR TOP PARAMETER=VALUE...: leaves in NAME.latch the number of latches, in NAME.rams the block RAMs' names, in
# NAME.memories a line `name words bits` for each memory, in NAME.stat the flip-flops by width
synthesize() {
  local name=$1 top=$3
  tailor "$@"
  # synth_ice40's way to its RAMs, on each module once before they are flattened: RAMs are modules of their own. What searches
  # for minutes and finds nothing that counts here is left out. Loops are looked for in the whole, before memory_map leaves
  # the words behind the end of an array without a driver; the memories are listed there by their full names.
  cat >"$name.ys" <<EOT
read_verilog -sv -defer ${sources[*]}
hierarchy -check -top $top
proc -noopt
tee -q -o $name.latch select -count t:\$dlatch t:\$adlatch t:\$dlatchsr t:\$sr
opt_expr
opt_clean -purge
opt *xb_ram_1r1w* *xb_async_fifo*
memory_dff *xb_ram_1r1w* *xb_async_fifo*
memory_collect
design -push-copy
flatten
opt_clean -purge
check -assert
tee -q -o $name.dump dump t:\$mem_v2
design -pop
read_verilog -D ICE40_HX -lib -specify +/ice40/cells_sim.v
synth_ice40 -noflatten -run map_ram:map_ffram
memory_map
flatten
opt_clean -purge
tee -q -o $name.rams select -list t:SB_RAM40_4K
tee -q -o $name.stat stat -width
EOT
  "${YOSYS:-yosys}" -q "$name.ys" >"$name.log" 2>&1 || { tail -n 20 "$name.log" | cut -c 1-300 >&2; fail "yosys, $name"; }
  awk '$1 == "parameter" && $2 == "\\MEMID" { id = $3; gsub(/["\\]/, "", id) }
       $1 == "parameter" && $2 == "\\SIZE" { words = $3 }
       $1 == "parameter" && $2 == "\\WIDTH" { bits = $3 }
       $1 == "cell" && id != "" { print id, words, bits; id = "" }
       END { if (id != "") print id, words, bits }' "$name.dump" >"$name.memories"
}

# count FILE: the number in it
count() { grep -oE '[0-9]+' "$1" | head -n 1; }
flipflops() { awk '/dff/ { n = split($1, a, "_"); sum += a[n] * $2 } END { print sum + 0 }' "$1.stat"; }
# The bits of all RAMs, and of those of one name.
memory_bits() { awk -v name="${2:-mem_q}" '$1 ~ name "$" && $1 ~ /mem_q$/ { sum += $2 * $3 } END { print sum + 0 }' "$1.memories"; }

# A block RAM of 4 Kibit is 256 words of 16 bits, or 512 of 8, 1024 of 4, 2048 of 2. A memory takes the fewest of one of these
# shapes that will do; mixed, and only then, fewer, but never fewer than its bits fill.
# Registers that are arrays are memories to yosys: those in xb_ram_1r1w alone are meant to be RAMs.
misplaced() {
  awk -v smallest="$smallest" '
    function tiles(words, bits,   w, n, best) {
      for (w = 2; w <= 16; w *= 2) {
        n = int((words + 4096 / w - 1) / (4096 / w)) * int((bits + w - 1) / w)
        if (!best || n < best) best = n
      }
      return best
    }
    FILENAME ~ /rams$/ { sub(/^[^\/]*\//, ""); sub(/(\.[0-9]+)+$/, ""); have[$0]++; next }
    $1 ~ /mem_q$/ && $2 * $3 >= smallest && (have[$1] > tiles($2, $3) || have[$1] * 4096 < $2 * $3) {
      printf " %s of %d words of %d bits has %d block RAMs, not %d;", $1, $2, $3, have[$1], tiles($2, $3)
    }' "$1.rams" "$1.memories"
}

# problems NAME FLIPFLOPS DATA-BITS PATTERN: what is wrong with a synthesized design that should have at most that many
# flip-flops, that many bits in the memories whose names match, and no latch
problems() {
  if (($(count "$1.latch") != 0)); then printf ' %s latches;' "$(count "$1.latch")"; fi
  misplaced "$1"
  if (($(memory_bits "$1" "$4") != $3)); then printf ' %s bits in %s, not %s;' "$(memory_bits "$1" "$4")" "$4" "$3"; fi
  if (($(flipflops "$1") > $2)); then printf ' %s flip-flops, more than %s;' "$(flipflops "$1")" "$2"; fi
}

# require NAME PROBLEMS-ARGS...: fails the test if there are problems
require() {
  local found
  found=$(problems "$@")
  [[ -z $found ]] || fail "$1:$found"
}

# What a switch documents: the bits of its data memories, and their names. A word of the memory switches has 2 N beats and
# 5 bits for each pair; besides the depth there are two words for each output, and the pipelined ones have four ports at least.
# The rings of pipelined inputs lie a power of two apart.
data_bits() {
  local n=$2 words=$((depth / (2 * $2))) turns=$(($2 < 4 ? 4 : $2)) ring=1
  while ((ring < depth / n)); do ring=$((2 * ring)); done
  case $1 in
    input) echo "$((n * depth * width)) gen_input.*u_fifo.u_data_ram.mem_q" ;;
    input_pipe) echo "$((n * depth * (width + 2))) u_data_ram.mem_q" ;;
    voq_pipe | crosspoint_pipe | cicq_lqf_pipe) echo "$((n * n * ring * (width + 2))) u_input.u_data_ram.mem_q" ;;
    window) echo "$((n * depth * width)) u_buffer.u_data_ram.mem_q" ;;
    voq) echo "$((2 * n * depth * width)) (u_buffer|u_queue).u_data_ram.mem_q" ;;
    output) echo "$((n * (n * words + 2 * n) * (2 * width + 5))) u_bank.mem_q" ;;
    output_pipe) echo "$((turns * (n * (depth / (2 * turns)) + 2 * turns) * (2 * width + 5))) u_bank.mem_q" ;;
    shared_pipe) echo "$((turns * (depth / (2 * turns) + 2 * turns) * (2 * width + 5))) u_bank.mem_q" ;;
    shared) echo "$((n * (words + 2 * n) * (2 * width + 5))) u_bank.mem_q" ;;
    crosspoint | cicq_lqf) echo "$(((n * depth + n * n * 16) * width)) (u_buffer|u_fifo).u_data_ram.mem_q" ;;
    *) echo '0 no such memory' ;; # its data memories are not counted, only placed
  esac
}
# Per port: prefetch registers as wide as a pair of beats in its stages, counters of 32 bits, random numbers and small
# things, and counters for every queue or output that it knows; once: the settings. A crosspoint has a FIFO;
# a window has eight packets' arrival times and destinations; the queues of pipelined outputs and crosspoints would be of LUTs elsewhere.
most_flipflops() {
  local queue=110 port=650
  if has "xb_switch_$1" MaxCrosspointBeats; then queue=$((queue + width + 80)); fi
  if [[ $1 == window ]]; then port=$((port + 8 * 40)); fi
  if [[ $1 == voq_pipe ]]; then port=$((port + 16 * (width + 4))); fi
  if [[ $1 == crosspoint_pipe || $1 == cicq_lqf_pipe ]]; then queue=$((queue + 16 * (width + 3) + 40)); fi
  if [[ $1 == shared_pipe || $1 == output_pipe ]]; then port=$((port + 2000)); fi
  echo $(($2 * (6 * width + port + queue * $2) + 400))
}

# broken: a design of block RAM, the same with an asynchronous read, one with a latch, and one with a loop
# through two modules.
broken() {
  local file found
  cp rtl/* broken
  sed -i 's/^      if (re_i) rdata_o <= mem_q\[raddr_i\];/    end\n    always_comb begin\n      rdata_o = mem_q[raddr_i];/' broken/xb_ram_1r1w.sv
  sed -i 's/^  assign refused  .*/  always_latch if (s_tlast_i) refused = drop_i;/' broken/xb_ingress.sv
  for file in xb_ram_1r1w xb_ingress; do
    ! cmp -s "rtl/$file.sv" "broken/$file.sv" || fail "$file could not be broken"
  done
  cat >broken/xb_loop.sv <<'EOT'
module xb_not(input logic a_i, output logic z_o);
  assign z_o = !a_i;
endmodule
module xb_loop(output logic z_o);
  logic z;
  xb_not u_first(.a_i(z_o), .z_o(z));
  xb_not u_second(.a_i(z), .z_o);
endmodule
EOT
  readonly fifo_args=(xb_fifo DataWidth=16 SideWidth=4 MaxDepth=256)
  synthesize fifo rtl "${fifo_args[@]}"
  require fifo 100 $((256 * 16)) u_data_ram.mem_q
  if (synthesize fifo-async broken "${fifo_args[@]}") 2>/dev/null || ! grep -q 'no valid mapping found for memory' fifo-async.log; then
    fail 'a FIFO with an asynchronous read passed'
  fi
  synthesize latch broken xb_ingress NumPorts=4
  found=$(problems latch 1000 0 none)
  [[ $found == *' 1 latches;'* ]] || fail "a latch passed:$found"
  if (synthesize loop broken xb_loop) 2>/dev/null || ! grep -q 'found logic loop' loop.log; then
    fail 'a combinational loop passed'
  fi
  echo "synth_test.sh: an asynchronous read, a latch and a loop were found out"
}

# cells_of_ram DIR: of what the RAM is in an ECP5, `KIND NUMBER`: the read enable is the block RAM's own, and nothing stands
# around it
cells_of_ram() {
  tailor ram "$1" xb_ram_1r1w Width=36 Depth=512
  "${YOSYS:-yosys}" -q -p "read_verilog -sv -defer ${sources[*]}; synth_ecp5 -top xb_ram_1r1w; tee -q -o ram.stat stat" >ram.log 2>&1 ||
    fail 'yosys, ram'
  awk 'cells && NF == 2 { print } /Number of cells:|cells$/ { cells = 1 }' ram.stat | sed -E 's/^ +//; s/ +/ /' | paste -sd,
}

# ram: and a RAM that reads in every cycle, and whose word is kept beside it, is found out
ram() {
  local found
  found=$(cells_of_ram rtl)
  [[ $found == 'DP16KD 1' ]] || fail "a RAM of 512 words of 36 bits is of $found"
  mkdir kept
  cp rtl/* kept
  sed -i 's/^      if (re_i) rdata_o <= mem_q\[raddr_i\];/    read_q <= re_i; word_q <= mem_q[raddr_i]; if (read_q) kept_q <= word_q;/
    s/^  always_ff @.*/  logic read_q; logic [Width-1:0] word_q, kept_q; assign rdata_o = read_q ? word_q : kept_q;\n&/' kept/xb_ram_1r1w.sv
  found=$(cells_of_ram kept)
  [[ $found == *TRELLIS_FF* ]] || fail "a RAM that reads in every cycle is of $found, too"
  echo "synth_test.sh: xb_ram_1r1w: the read enable is the block RAM's own"
}

# blocks: what stands around a switch, by itself; the two clocks' memory is in block RAM
blocks() {
  ram
  synthesize guard rtl xb_port_guard DataWidth=$width
  require guard 90 0 none
  synthesize async rtl xb_async_fifo DataWidth=$width LogDepth=9
  require async 100 $((512 * (width + width / 8 + 4))) mem_q
  synthesize regs rtl xb_axi_lite_regs NumPorts=3 NumQueues=9
  require regs 811 0 none
  synthesize pause rtl xb_pause_unit
  require pause 168 0 none
  echo "synth_test.sh: xb_port_guard, xb_async_fifo, xb_axi_lite_regs and xb_pause_unit: no latch, no loop"
}

# cost OBSERVE FIXED LUTS FLIPFLOPS: xb_switch_input, 4 ports of 64 bits and 256 beats, has no more of them in an ECP5. Here
# logic is mapped, without the multiplexers behind LUTs, by which one would count for two. yosys gives each flip-flop an
# inverter of its own for a reset that is active low: one does for all.
cost() {
  local name=cost-$1-$2 luts flipflops synth='synth_ecp5 -nowidelut -top xb_switch_input -run'
  tailor "$name" rtl xb_switch_input NumPorts=4 DataWidth=64 MaxDepth=256 Observe="$1" Fixed="$2"
  "${YOSYS:-yosys}" -q -p "read_verilog -sv -defer ${sources[*]}; hierarchy -top xb_switch_input; \
    $synth :map_cells; opt_merge; opt_clean; $synth map_cells:; tee -q -o $name.stat stat" >"$name.log" 2>&1 || fail "yosys, $name"
  luts=$(awk '$1 == "LUT4" { print $2 }' "$name.stat") flipflops=$(awk '$1 == "TRELLIS_FF" { print $2 }' "$name.stat")
  ((luts <= $3 && flipflops <= $4)) || fail "Observe $1, Fixed $2: $luts LUTs, $flipflops flip-flops; allowed: $3, $4"
  printf 'input      Observe %s, Fixed %s: %d LUTs, %d flip-flops\n' "$1" "$2" "$luts" "$flipflops"
}
costs() { cost 1 1 1500 800; }
# settings: what they and the observations cost, and that the limit of a switch without them would tell
settings() {
  # Of all settings and observations yosys 0.52 (Debian 13) made 3677 LUTs where 0.23 (Debian 12) made 3452.
  local most='3550 1450'
  [[ $("${YOSYS:-yosys}" -V) == 'Yosys 0.23'* ]] || most='3700 1500'
  # shellcheck disable=SC2086 # two words
  cost 2 0 $most
  if (cost 1 0 1500 800) 2>/dev/null; then fail 'arbiters and time stamps cost nothing'; fi
}

# counted PORTS ONE-QUEUE LUTS FLIPFLOPS: the counters of so many queues of each input, and the registers that show them, have no
# more of them in an ECP5
counted() {
  local luts=0 flipflops=0 top name settings
  for top in xb_voq_counters xb_axi_lite_regs; do
    name=counted-$1-$2-$top settings=(HeldWidth=12)
    [[ $top == xb_voq_counters ]] || settings=("NumQueues=$(($1 * $1))")
    tailor "$name" rtl "$top" NumPorts="$1" OneQueue="$2" "${settings[@]}"
    "${YOSYS:-yosys}" -q -p "read_verilog -sv -defer ${sources[*]}; synth_ecp5 -abc9 -top $top; tee -q -o $name.stat stat" \
      >"$name.log" 2>&1 || fail "yosys, $name"
    luts=$((luts + $(awk '$1 == "LUT4" { print $2 }' "$name.stat")))
    flipflops=$((flipflops + $(awk '$1 == "TRELLIS_FF" { print $2 }' "$name.stat")))
  done
  ((luts <= $3 && flipflops <= $4)) || fail "counters, N = $1, OneQueue $2: $luts LUTs, $flipflops flip-flops; allowed: $3, $4"
  printf 'counters   N = %d, OneQueue %s: %d LUTs, %d flip-flops\n' "$1" "$2" "$luts" "$flipflops"
}
# counts: those of one queue at a time are in memories, and the limit would tell those that are not
counts() {
  counted 4 1 2600 700
  counted 8 1 3600 800
  if (counted 4 0 2600 700) 2>/dev/null; then fail 'counters of all queues cost no more than those of one'; fi
}

# switch NAME: it at all port counts
switch() {
  local n bits pattern
  for n in ${SYNTH_PORTS:-3}; do
    synthesize "$1-$n" rtl "xb_switch_$1" NumPorts="$n" DataWidth=$width MaxDepth=$depth
    read -r bits pattern < <(data_bits "$1" "$n")
    require "$1-$n" "$(most_flipflops "$1" "$n")" "$bits" "$pattern"
    printf '%-10s N = %d: %4d block RAMs, %5d flip-flops, %8d memory bits; no latch, no loop\n' "$1" "$n" \
      "$(wc -l <"$1-$n.rams")" "$(flipflops "$1-$n")" "$(memory_bits "$1-$n")"
  done
}

parts=("$@")
if ((${#parts[@]} == 0)); then
  parts=(broken blocks costs settings counts)
  for file in rtl/xb_switch_*.sv; do
    file=${file##*/xb_switch_}
    parts+=("${file%.sv}")
  done
  ((${#parts[@]} > 9)) || fail "only $((${#parts[@]} - 5)) switches in rtl/"
fi
for part in "${parts[@]}"; do
  case $part in
    broken | blocks | costs | settings | counts) "$part" ;;
    *) switch "$part" ;;
  esac
done
