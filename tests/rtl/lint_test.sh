#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
#
# Lints (verilator --lint-only -Wall) every module of rtl/ as its own top, for several port counts and depths, and the switches
# also with the checkers bound and with 64 ports. A module is elaborated with those of NumPorts, NumReq, MaxDepth and Depth that
# it has. Then the mutants of tests/rtl/mutants, those of a switch together. Usage: lint_test.sh [PART]...; without, all of them
# but soak:
#
#     modules   each module that is in a switch or around one, with few and with 8 ports, and those that synthesis sees otherwise;
#               and that this test can fail
#     switches  each switch, with few ports, and with most of its settings at once
#     checkers  the switches with checkers, with few and with more ports, and with each setting
#     large     the switches with 64 ports, but those with crosspoints; how much C++ those make
#     mutants   the mutants
#     soak      the switches with checkers and 64 ports, which takes minutes
#
# Environment: VERILATOR  the program (verilator_bin, which spares a start of perl, or else verilator)
set -euo pipefail
# shellcheck source=tests/rtl/lib.sh
. "$(dirname -- "${BASH_SOURCE[0]}")/lib.sh"

readonly ports='2 3 8'  # powers of two hide failures
readonly depths='5 1024' # 5 is no power of two either; with three ports
one_for_all=''
runs=0
elaborations=0
cp -R "$rtl" "$work/rtl"
cd "$work" # Verilator 5.006 cuts file names at a space
use_verilator

# lint WHAT TOP ARGS...: one run, of all modules that nobody uses if TOP is ''; leaves a file failed.* if it fails
lint() {
  local what=$1 top=$2
  shift 2
  runs=$((runs + 1))
  if ! "$verilator" --lint-only -Wall ${top:+--top-module "$top"} "$@" >"log.$runs" 2>&1; then
    { printf '%s\n' "$what"; sed 's/^/  /' "log.$runs"; } >"failed.$runs"
  fi
}

# tops KIND COUNTS MODULE...: fills tops.sv with all ways in which modules are to be elaborated: at these port counts, and with
# three ports at all depths, with a tkeep, with a tid and a wide tuser, with classes, and without flags; if `one_for_all` is set,
# most of that at once. One run takes them all, because starting and reading are most of a small one's time.
# bare: as instances without ports, in one top. With `ports` each in a top with its own ports: Verilator throws away what drives
# no output, and with it what it would have said about its order; but 5.006 confuses the widths of modules that are used by
# several tops and by others, so that is for switches.
tops() {
  local kind=$1 counts=$2 module parameter n depth sizes lengths keeps size length keep setting name edits set
  shift 2
  echo '/* verilator lint_off DECLFILENAME */ /* verilator lint_off UNUSEDPARAM */ /* verilator lint_off PINMISSING */' >tops.sv
  if [[ $kind == bare ]]; then echo 'module tops;' >>tops.sv; fi
  for module in "$@"; do
    sizes=('') lengths=('') keeps=('')
    for parameter in NumPorts NumReq; do
      if has "$module" "$parameter"; then sizes=(); for n in $counts; do sizes+=("$parameter=$n"); done; fi
    done
    for parameter in MaxDepth Depth; do
      if has "$module" "$parameter"; then lengths=(); for depth in $depths; do lengths+=("$parameter=$depth"); done; fi
    done
    if has "$module" Keep; then keeps=('' Keep=1); fi
    if has "$module" IdWidth; then keeps+=('IdWidth=4 UserWidth=3'); fi
    if has "$module" Classes; then keeps+=(Classes=2 Classes=3); fi
    if has "$module" HeadDrop; then keeps+=(HeadDrop=1 'Classes=3 HeadDrop=1'); fi
    if has "$module" Observe; then keeps+=(Observe=0 Observe=1); fi
    if has "$module" Observe && grep -q "^ *input .* count_queue_i" "rtl/$module.sv"; then keeps+=(Observe=3); fi
    for setting in RamRegister=1 OutputRegister=1 Cycles=0 OneQueue=1; do
      if has "$module" "${setting%=*}"; then keeps+=("$setting"); fi
    done
    if [[ -n $one_for_all ]]; then
      keep=''
      for setting in Keep=1 IdWidth=4 UserWidth=3 Classes=2 Observe=1 RamRegister=1; do
        if has "$module" "${setting%=*}"; then keep+=${keep:+ }$setting; fi
      done
      keeps=('' "$keep")
    fi
    for size in "${sizes[@]}"; do
      for length in "${lengths[@]}"; do
        for keep in "${keeps[@]}"; do
          if [[ $length == *=5 && -n $size && $size != *=3 ]]; then continue; fi
          if [[ -n $keep && ($length == *=5 || (-n $size && $size != *=3)) ]]; then continue; fi
          name=top_$module edits=() set=''
          for setting in $size $length $keep; do
            name+=_${setting/=/_}
            edits+=(-e "s/^(  parameter int unsigned ${setting%=*} =) [0-9]+/\1 ${setting#*=}/")
            set+="${set:+, }.${setting%=*}(${setting#*=})"
          done
          if [[ $kind == bare ]]; then
            printf '  %s #(%s) %s ();\n' "$module" "$set" "$name"
          else
            sed -nE '/^module /,/^\);/p' "rtl/$module.sv" | sed -E -e "s/^module $module\b/module $name/" "${edits[@]}"
            printf '  %s #(%s) u_top (.*);\nendmodule\n' "$module" "$set"
          fi >>tops.sv
          elaborations=$((elaborations + 1))
        done
      done
    done
  done
  if [[ $kind == bare ]]; then echo 'endmodule : tops' >>tops.sv; fi
}

# together WHAT DIR ARGS...: the tops in one run; what they need is found by name
together() { lint "$1" '' -Wno-MULTITOP -y "$2" "$2/xb_pkg.sv" "${@:3}" tops.sv; }

sources rtl
checkers rtl
modules=() switches=()
for file in "${sources[@]:1}"; do
  module=${file##*/}
  module=${module%.sv}
  if [[ $module == xb_switch_* ]]; then switches+=("$module"); else modules+=("$module"); fi
done

# found KIND MODULE FILE SED-SCRIPT WARNING: a fault that is put into a copy of a file is found in the module
found() {
  rm -rf faulty
  cp -R rtl faulty
  sed -i "$4" "faulty/$3.sv"
  ! cmp -s "rtl/$3.sv" "faulty/$3.sv" || fail "$3 could not be made faulty"
  tops "$1" 3 "$2"
  together faulty faulty
  if [[ ! -e failed.$runs ]] || ! grep -q -e "%Warning-$5" "failed.$runs"; then fail "a fault put into $3 passed the lint: $5"; fi
  rm "failed.$runs"
}

lint_modules() {
  local synthesis size
  tops bare '3 8' "${modules[@]}" # with 2 ports they are in the switches
  together 'modules, N = 3 8' rtl
  # As synthesis sees it, where that is something else.
  mapfile -t synthesis < <(grep -l '^`ifdef SYNTHESIS' "${sources[@]}" | sed 's/.*\///; s/\.sv$//')
  tops bare "$ports" "${synthesis[@]}"
  together 'modules for synthesis' rtl -DSYNTHESIS
  # The example with ports of AXI4, as its user would have it.
  cp "$rtl/../examples/axi-crossbar/axi_crossbar.sv" .
  for size in 2 3 16; do
    lint "axi_crossbar, $size masters" axi_crossbar "-GNumMasters=$size" "-GNumSlaves=$((size - 1))" axi_crossbar.sv
  done
  # The lint can fail.
  found bare xb_fifo xb_fifo 's/^  assign count_o .*/  assign count_o = count_q[2:0];/' WIDTH
}

lint_switches() {
  one_for_all=1
  tops bare '2 3' "${switches[@]}"
  one_for_all=''
  together 'switches, N = 2 3' rtl
}

lint_checkers() {
  tops ports "$ports 16" "${switches[@]}"
  together "switches with checkers, N = $ports 16" rtl --assert "${checkers[@]}"
  # The lint can fail, by what shows only in the order of evaluation.
  found ports xb_switch_input xb_crossbar 's/^    assign data_o\(.*\) = \(.*\);/    assign data_o\1 = data_o\1 \& \2;/' UNOPTFLAT
}

# characters SWITCH OPTION...: of the C++ that its model with 16 ports consists of, with the options of model_library.cpp
characters() {
  rm -rf model
  "$verilator" --cc -O3 --noassert --unroll-count 8 --output-split-cfuncs 1000 -fno-dfg --Mdir model --top-module "$1" \
    -GNumPorts=16 "${@:2}" "${sources[@]}" >generated 2>&1 || { cat generated >&2; fail "no C++ of $1"; }
  cat model/*.cpp | wc -c
}

lint_large() {
  local switch size
  for switch in "${switches[@]}"; do
    if has "$switch" MaxCrosspointBeats; then
      # 256 crosspoints stay arrays: as so many instances they make 13 million characters of C++, and minutes of compiling.
      size=$(characters "$switch")
      ((size < 10000000)) || fail "$switch with 16 ports is $size characters of C++"
      size=$(characters "$switch" -DSYNTHESIS)
      ((size > 10000000)) || fail "$switch with 16 ports and 256 crosspoints is $size characters of C++: nothing to find"
    else # with 64 ports, crosspoints take as long as all others
      # Without ports, which is far faster; the order of evaluation is that of fewer ports.
      tops bare 64 "$switch"
      together "$switch NumPorts=64" rtl
    fi
  done
}

lint_soak() {
  local switch
  for switch in "${switches[@]}"; do
    elaborations=$((elaborations + 1))
    lint "$switch NumPorts=64 with checkers" "$switch" -GNumPorts=64 --assert "${sources[@]}" "${checkers[@]}"
  done
}

# The mutants for the tests that checks can fail are broken, but not so that a tool would say so.
lint_mutants() {
  local file switch
  for file in rtl/xb_switch_*.sv; do
    switch=${file##*/xb_switch_}
    switch=${switch%.sv}
    bash "$here/mutants/apply.sh" "$switch" "mutants-$switch"
    sources "mutants-$switch"
    checkers "mutants-$switch"
    elaborations=$((elaborations + 1))
    lint "the mutants of $switch" "xb_switch_$switch" -GNumPorts=4 -GMaxDepth=16 -GKeep=1 --assert "${sources[@]}" "${checkers[@]}"
  done
}

if (($# == 0)); then set -- modules switches checkers large mutants; fi
for part in "$@"; do "lint_$part"; done

if compgen -G "failed.*" | sort -V >list; [[ -s list ]]; then
  while read -r file; do cat "$file"; done <list >&2
  fail "$(wc -l <list) of $runs runs are not clean (above)"
fi
echo "lint_test.sh $*: $elaborations elaborations of ${#modules[@]} modules and ${#switches[@]} switches in $runs runs, all clean"
