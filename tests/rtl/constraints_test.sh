#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
#
# The names in rtl/constraints are those of the RTL: modules, and instances, registers and ports of a FIFO and a switch as yosys
# elaborates them. Then that a register and an instance of another name are found out.
#
# Environment: YOSYS  the program (yosys)
set -euo pipefail
# shellcheck source=tests/rtl/lib.sh
. "$(dirname -- "${BASH_SOURCE[0]}")/lib.sh"

cp -R "$rtl" "$work/rtl"
cd "$work"

# names FILE: what it calls the modules, instances, registers and ports, a line each
names() { grep -v '^#' "$1" | grep -oE '\b(xb_[a-z_]+[a-z]|u_[a-z?]+(_[a-z]+)*|[a-z_]+_q(_reg)?\b|cfg_|[sm]_clk_i)' | sed 's/_reg$//' | sort -u; }

# missing DIR: the names in the constraints that the netlist lacks; its hierarchical names end a line of `netlist`
missing() {
  local file name end
  sources "$1"
  "${YOSYS:-yosys}" -q -p "read_verilog -sv -defer ${sources[*]}; hierarchy -top xb_async_fifo; proc; flatten; tee -q -o fifo select -list w:* c:*u_* m:*
    design -reset; read_verilog -sv -defer ${sources[*]}; hierarchy -top xb_switch_input; proc; tee -q -o switch select -list i:*" >log 2>&1 ||
    fail "yosys: $(tail -n 3 log)"
  sed -nE 's/^ *[a-z]* *module (xb_[a-z_]+).*/\1/p' "${sources[@]}" >netlist
  sed 's#.*/##; s#[.]#\n#g' fifo switch | sed 's/^\\//' >>netlist
  for file in "$1"/constraints/*.?dc; do
    while read -r name; do
      end=$
      if [[ $name == cfg_ || $name == xb_switch ]]; then end=''; fi # with a star behind it
      grep -qE "^${name//\?/[a-z]}$end" netlist || echo "${file##*/}: $name"
    done < <(names "$file")
  done
}

found=$(missing rtl)
[[ -z $found ]] || fail "not in the RTL: $found"
(($(names rtl/constraints/xbarlab.xdc | wc -l) >= 12)) || fail "few names: $(names rtl/constraints/xbarlab.xdc | paste -sd' ')"
# renamed FILE SED NAME: with another name there, the old one is missing in both files
renamed() {
  rm -rf broken
  cp -R rtl broken
  sed -i "$2" "broken/$1".sv
  found=$(missing broken)
  [[ $(grep -c ": $3$" <<<"$found") == 2 ]] || fail "renamed $3, found: $found"
}
renamed xb_async_fifo 's/\bwgray_q\b/gray_q/' wgray_q
renamed xb_sync 's/\bmeta_q\b/first_q/' meta_q
renamed xb_async_fifo 's/\bu_to_m\b/u_over/' u_to_m
echo "constraints_test.sh: each name in rtl/constraints is in the RTL; others are found out"
