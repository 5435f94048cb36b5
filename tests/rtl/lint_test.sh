#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
#
# Lints (verilator --lint-only -Wall) every module of rtl/ as its own top, for several port counts and depths, and the switches
# also with the checkers bound. A module is elaborated with those of NumPorts, NumReq, MaxDepth and Depth that it has.
# Then the mutants of tests/rtl/mutants, those of a switch together.
#
# Environment: VERILATOR  the program (verilator)
set -euo pipefail
# shellcheck source=tests/rtl/lib.sh
. "$(dirname -- "${BASH_SOURCE[0]}")/lib.sh"

readonly ports='2 3 16'  # powers of two hide failures
readonly depths='5 1024' # 5 is no power of two either; with three ports
runs=0
modules=0
cp -R "$rtl" "$work/rtl"
cd "$work" # Verilator 5.006 cuts file names at a space

# lint WHAT TOP ARGS...: one run in the background, two at a time; leaves a file failed.* if it fails
lint() {
  local what=$1 top=$2
  shift 2
  runs=$((runs + 1))
  if ((runs > 2)); then wait -n || true; fi
  {
    if ! "${VERILATOR:-verilator}" --lint-only -Wall --top-module "$top" "$@" >"log.$runs" 2>&1; then
      { printf '%s\n' "$what"; sed 's/^/  /' "log.$runs"; } >"failed.$runs"
    fi
  } &
}

# has TOP PARAMETER: does the module have it?
has() { grep -qE "^  parameter int unsigned $2 =" "rtl/$1.sv"; }

# lint_all TOP SUFFIX ARGS...: the module at all port counts, and with three ports at all depths
lint_all() {
  local top=$1 suffix=$2 parameter n depth sizes=('') lengths=('') size length
  shift 2
  for parameter in NumPorts NumReq; do
    if has "$top" "$parameter"; then sizes=(); for n in $ports; do sizes+=("$parameter=$n"); done; fi
  done
  for parameter in MaxDepth Depth; do
    if has "$top" "$parameter"; then lengths=(); for depth in $depths; do lengths+=("$parameter=$depth"); done; fi
  done
  for size in "${sizes[@]}"; do
    for length in "${lengths[@]}"; do
      if [[ $length == *=5 && -n $size && $size != *=3 ]]; then continue; fi
      lint "$top${size:+ $size}${length:+ $length}$suffix" "$top" ${size:+"-G$size"} ${length:+"-G$length"} "$@"
    done
  done
}

sources rtl
checkers rtl
for file in "${sources[@]:1}"; do
  top=${file##*/}
  top=${top%.sv}
  modules=$((modules + 1))
  # What the module needs is found by name, so that only the users of a faulty file fail.
  plain=(-y rtl "${sources[0]}" "$file")
  lint_all "$top" '' "${plain[@]}"
  # As synthesis sees it, where that is something else.
  if grep -q '^`ifdef SYNTHESIS' "$file"; then lint_all "$top" ' for synthesis' -DSYNTHESIS "${plain[@]}"; fi
  if [[ $top == xb_switch_* ]]; then
    lint_all "$top" ' with checkers' --assert "${plain[@]}" "${checkers[@]}"
    # Half a minute for the crosspoints, though their loops stay loops.
    [[ $top == xb_switch_crosspoint ]] || lint "$top NumPorts=64 with checkers" "$top" -GNumPorts=64 --assert "${plain[@]}" "${checkers[@]}"
  fi
done
# The mutants for the tests that checks can fail are broken, but not so that a tool would say so.
for file in rtl/xb_switch_*.sv; do
  switch=${file##*/xb_switch_}
  switch=${switch%.sv}
  bash "$here/mutants/apply.sh" "$switch" "mutants-$switch"
  sources "mutants-$switch"
  checkers "mutants-$switch"
  lint "the mutants of $switch" "xb_switch_$switch" -GNumPorts=4 -GMaxDepth=16 --assert "${sources[@]}" "${checkers[@]}"
done
wait

# The lint can fail: a width mismatch in a copy is found.
sed 's/^  assign count_o .*/  assign count_o = count_q[2:0];/' rtl/xb_fifo.sv >xb_fifo.sv
if "${VERILATOR:-verilator}" --lint-only -Wall --top-module xb_fifo rtl/xb_pkg.sv xb_fifo.sv rtl/xb_ram_1r1w.sv >negative 2>&1 ||
  ! grep -q WIDTH negative; then
  fail "a width mismatch put into xb_fifo passed the lint"
fi

# 256 crosspoints stay arrays: as so many instances they made 13 million characters of C++, and minutes of compiling.
sources rtl
"${VERILATOR:-verilator}" --cc -O3 --noassert --Mdir crosspoint --top-module xb_switch_crosspoint -GNumPorts=16 "${sources[@]}" \
  >generated 2>&1 || { cat generated >&2; fail 'no C++ of xb_switch_crosspoint'; }
size=$(cat crosspoint/*.cpp | wc -c)
((size < 10000000)) || fail "xb_switch_crosspoint with 16 ports is $size characters of C++"

if compgen -G "failed.*" | sort -V >list; [[ -s list ]]; then
  while read -r file; do cat "$file"; done <list >&2
  fail "$(wc -l <list) of $runs elaborations are not clean (above)"
fi
echo "lint_test.sh: $modules modules and the mutants in $runs elaborations (N = $ports and 64; depths $depths), all clean; a planted mismatch was found"
