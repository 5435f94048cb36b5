#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
#
# Illegal parameters are refused at elaboration: for each parameter of each module of rtl/, the values next to its range end
# the lint (verilator) with a message that says what must be, in the module or in one inside that it reaches first. yosys
# refuses one as well. Usage: parameters_test.sh [all]; without, four of the switches: all have their limits from the same modules
# inside.
#
# Environment: VERILATOR, YOSYS  the programs (verilator_bin or else verilator, yosys)
set -euo pipefail
# shellcheck source=tests/rtl/lib.sh
. "$(dirname -- "${BASH_SOURCE[0]}")/lib.sh"

cp -R "$rtl" "$work/rtl"
cd "$work" # Verilator 5.006 cuts file names at a space
use_verilator

# The values next to the ends of the ranges (where one divides by it, not 0); of the payload of a port's block or a switch also
# those that are no whole bytes; a switch with a queue for each input and output has one value of Observe more.
declare -A illegal=(
  [NumPorts]='1 65' [Turns]='3 65' [NumReq]='1 65' [MaxDepth]='1 1073741825' [Depth]='1 1073741825' [Words]='1 1073741825'
  [MaxBeats]='1 1073741825' [MaxCrosspointBeats]='1 24' [CrosspointBeats]='1 1073741825' [DataWidth]='0' [SideWidth]='0'
  [Width]='0' [WordsWidth]='0' [LevelWidth]='0' [WordBeats]='129' [BeatsWidth]='0' [Keep]='2' [Observe]='4' [OneQueue]='2' [HeldWidth]='0'
  [IdWidth]='65' [UserWidth]='0 65' [Classes]='0 9' [HeadDrop]='2'
  [AgeWidth]='0' [Fixed]='2' [Stamps]='2' [InstanceSeed]='268435456' [Input]='4' [Output]='4' [DestWidth]='0'
  [Timeout]='0 1073741825' [LogDepth]='1 21' [NumQueues]='0 4097' [CountWidth]='0 33' [MaxResponse]='0 1025'
  [IdBits]='0' [LutWords]='1073741825' [RamRegister]='2' [OutputRegister]='2' [Cycles]='2')
readonly payload='12 65'
runs=0

# refuse TOP PARAMETER VALUE: one run; leaves a file failed.* unless it is refused
refuse() {
  runs=$((runs + 1))
  if "$verilator" --lint-only -Werror-USERERROR --top-module "$1" "-G$2=$3" -y rtl rtl/xb_pkg.sv "rtl/$1.sv" >"log.$runs" 2>&1 ||
    ! grep -qE "^%Error-USERERROR: rtl/xb_[a-z0-9_]+\.sv:[0-9:]+ [A-Za-z]+ must be " "log.$runs"; then
    { printf '%s %s=%s\n' "$1" "$2" "$3"; sed 's/^/  /' "log.$runs" | head -n 20; } >"failed.$runs"
  fi
}

sources rtl
modules=0
for file in "${sources[@]:1}"; do
  top=${file##*/}
  top=${top%.sv}
  [[ ${1-} == all || $top != xb_switch_* || $top =~ ^xb_switch_(input|shared|voq|crosspoint_pipe)$ ]] || continue
  modules=$((modules + 1))
  while read -r parameter; do
    [[ -n ${illegal[$parameter]:-} ]] || fail "$top: what is illegal for $parameter? This test does not know"
    values=${illegal[$parameter]}
    if [[ $parameter == DataWidth && $top =~ ^xb_(switch|port|async)_ ]]; then values+=" $payload"; fi
    if [[ $parameter == Observe && $top == xb_switch_* ]] && ! grep -q "^ *input .* count_queue_i" "$file"; then values+=' 3'; fi
    for value in $values; do refuse "$top" "$parameter" "$value"; done
  done < <(sed -nE 's/^  parameter int unsigned ([A-Za-z]+) =.*/\1/p' "$file")
done

if compgen -G "failed.*" | sort -V >list; [[ -s list ]]; then
  while read -r file; do cat "$file"; done <list >&2
  fail "$(wc -l <list) of $runs illegal parameters were not refused (above)"
fi

sed -i -E 's/^(  parameter int unsigned NumPorts =) [0-9]+/\1 1/' rtl/xb_switch_voq.sv
if "${YOSYS:-yosys}" -q -p "read_verilog -sv -defer ${sources[*]}; hierarchy -top xb_switch_voq" >log 2>&1 ||
  ! grep -q 'NumPorts must be 2..64' log; then
  fail "yosys did not refuse NumPorts=1: $(tail -n 3 log)"
fi
# A static function keeps its locals from call to call, and calls that overlap share them.
if grep -nE '^ *function +([^a]|a[^u])' "${sources[@]}" >list; then fail "functions that are not automatic: $(<list)"; fi
echo "parameters_test.sh: $runs illegal parameters of $modules modules, each refused with its name"
