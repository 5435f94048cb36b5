#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
#
# prove.sh [-m] [MODULE]...: proves the properties of modules (rtl/properties), for all inputs and all time, with yosys and yosys-abc:
# `xb_fifo`, `xb_switch_voq`; without a name all. Of each module: that its properties hold, that its cover statements are reached,
# and, with -m, that each property is broken by its mutant, a line `// mutant PROPERTY: FILE SED` of the property file.
#
# A line `// bound CYCLES MODULE PROPERTIES: WHY` of the property file: these, a pattern, are looked at for so many cycles.
# A line `// beyond MODULE COVER: WHY`: that takes longer to be reached.
#
# A line `// clocks: two`: the edges of the module's clocks may come in any order, each several steps of the proof.
#
# Environment: YOSYS, YOSYS_ABC  the programs (yosys, yosys-abc)
#              PROVE_SECONDS     for one proof, CPU time (300)
# shellcheck disable=SC2016  # dollars and backquotes are for yosys
set -euo pipefail
shopt -s extglob
# shellcheck source=tests/rtl/lib.sh
. "$(dirname -- "${BASH_SOURCE[0]}")/lib.sh"

readonly seconds=${PROVE_SECONDS:-300} reach=30 # cycles in which covers are reached and mutants found
with_mutants=''
cd "$work"
cp -R "$rtl" rtl
cp "$here/cover.v" .
# Counters of 4 bits: what counts 32 bits differs in nothing but size.
sed -i 's/\(parameter int unsigned CountWidth = \)32;/\14;/' rtl/xb_pkg.sv
grep -q 'CountWidth = 4;' rtl/xb_pkg.sv || fail 'the width of counters could not be set'
# Six slots behind an output, as many as a grant needs; more are more of the same.
sed -i 's/\(localparam int unsigned OutputBeats = \)16;/\16;/' rtl/xb_pipe_voq_plane.sv

# settings SWITCH: the connections of its settings: the depth, the least that they may be, or 0; and both kinds of forwarding where
# that closes
settings() {
  local forwarding="1'b0"
  if [[ $1 == xb_switch_@(input|voq) ]]; then forwarding=store_forward; fi
  sed -nE 's/^  input  logic .* (cfg_[a-z_]+)_i,$/\1/p' "rtl/$1.sv" | while read -r name; do
    case $name in
      cfg_depth) echo ".cfg_depth_i(Depth)," ;;
      cfg_output_depth) echo ".cfg_output_depth_i(2)," ;;
      cfg_store_forward) echo ".cfg_store_forward_i($forwarding)," ;;
      cfg_packet_beats | cfg_crosspoint_packets | cfg_iterations | cfg_window) echo ".${name}_i(1)," ;;
      *) echo ".${name}_i('0)," ;;
    esac
  done
}

# steps FILE: the pass that makes registers step together; with clocks of their own they look for an edge
steps() { if grep -qx '// clocks: two' "$1"; then printf 'memory_map\nclk2fflogic\n'; else echo async2sync; fi; }

# elaborate MODULE DIR [PATTERN [PART]...]: leaves its properties in assert.aig, those that match in bounded.aig, what is to be
# reached in cover.aig, or only these parts; the names of their outputs in *.names
elaborate() {
  local top=$1_properties defines='' pattern=${3:-nothing} part parts=("${@:4}")
  ((${#parts[@]})) || parts=(assert bounded cover)
  if [[ $1 == xb_switch_* ]]; then
    top=xb_switch_properties
    printf '`define XB_SWITCH %s\n`define XB_PARAMETERS %s\n`define XB_SETTINGS %s\n' "$1" \
      "$(sed -nE 's/^  parameter int unsigned ((Max)?CrosspointBeats) =.*/, .\1(2)/p' "$2/$1.sv")" "$(settings "$1" | tr '\n' ' ')" >settings.vh
    defines=settings.vh
  fi
  sources "$2"
  cat >prove.ys <<EOT
read_verilog -formal -sv -defer $defines ${sources[*]} $2/properties/$top.sv
hierarchy -top $top
prep -top $top -nordff
flatten
$(steps "$2/properties/$top.sv")
memory_map
opt -full
techmap
opt -fast
dffunmap
abc -g AND -fast
opt_clean
design -save whole
EOT
  for part in "${parts[@]}"; do
    echo 'design -load whole'
    case $part in
      assert) printf 'chformal -cover -remove\ndelete t:$assert c:%s %%i\n' "$pattern" ;;
      bounded) printf 'chformal -cover -remove\ndelete t:$assert c:%s %%d\n' "$pattern" ;;
      cover) printf 'chformal -assert -remove\ntechmap -map cover.v t:$cover\n' ;;
    esac
    cat <<EOT
opt_clean
aigmap
setundef -zero
tee -q -o $part.dump dump t:\$assert
write_aiger -zinit -no-startoffset $part.aig
EOT
  done >>prove.ys
  "${YOSYS:-yosys}" -q prove.ys >prove.log 2>&1 || { tail -n 5 prove.log >&2; fail "yosys, $1"; }
  for part in "${parts[@]}"; do
    sed -nE 's/^  cell \$assert \\(.*\.)?([a-z_]+) *$/\2/p' "$part.dump" >"$part.names"
  done
}

# run_abc FILE COMMANDS: what yosys-abc says, in abc.log. Its bmc3 ends by a signal now and then (1.01), and not on the same
# functions in other gates; what ends so again proves nothing.
run_abc() {
  local other status
  for other in '' 'dc2;'; do
    status=0
    { "${YOSYS_ABC:-yosys-abc}" -c "read_aiger $1.aig; fold; strash; $other $2" >abc.log 2>&1 || status=$?; } 2>/dev/null
    ((status > 128)) || return 0
  done
  fail "yosys-abc ends by signal $((status - 128)): $2"
}

# violated FILE COMMANDS: the names of the properties that yosys-abc refutes, and a line `undecided` if some are left
violated() {
  run_abc "$1" "$2"
  sed -nE 's/^Output +([0-9]+) was asserted in frame.*/\1/p' abc.log | while read -r output; do
    sed -n "$((output + 1))p" "$1.names"
  done
  case $2 in
    *pdr*) grep -q 'Properties: .*Undecided = 0' abc.log || echo undecided ;;
    *) ! grep -q timeout abc.log || echo undecided ;;
  esac
}

# prove MODULE: prints what came out
prove() {
  local file=rtl/properties/$1_properties.sv cycles='' pattern='' missing beyond start=$SECONDS
  if [[ $1 == xb_switch_* ]]; then file=rtl/properties/xb_switch_properties.sv; fi
  read -r cycles pattern < <(sed -nE "s#^// bound ([0-9]+) $1 ([a-z_*]+): .*#\1 \2#p" "$file") || true
  elaborate "$1" rtl "$pattern"
  [[ -s assert.names || -s bounded.names ]] || fail "$1: no property"
  [[ ! -s assert.names ]] || holds "$1" assert "scorr -C 2000; dc2; pdr -a -T $seconds"
  [[ -z $cycles ]] || holds "$1" bounded "bmc3 -a -F $cycles -T $seconds"
  missing=$(violated cover "bmc3 -a -F $reach -T $seconds" | sort | comm -13 - <(sort cover.names))
  # What takes longer than that, the file says, and only that.
  beyond=$(sed -nE "s#^// beyond $1 ([a-z_]+): .*#\1#p" "$file")
  [[ -z $beyond || $missing == "$beyond" ]] || fail "$1: reached, and the file says it is not: $beyond"
  [[ $missing == "$beyond" ]] || fail "$1: not reached: $(paste -sd' ' <<<"$missing")"
  printf '%-22s %2d properties hold for all time, %s%d cover statements reached, %d s\n' "$1" "$(wc -l <assert.names)" \
    "${cycles:+$(wc -l <bounded.names) for $cycles cycles, }" "$(($(wc -l <cover.names) - $(wc -w <<<"$beyond")))" "$((SECONDS - start))"
  # One switch breaks the properties of all.
  [[ -z $with_mutants || $1 == xb_switch_!(input) ]] || mutants "$1" "$file"
}

# holds MODULE FILE COMMANDS: fails if one of its properties does not
holds() {
  local bad
  bad=$(violated "$2" "$3")
  [[ -z $bad ]] || fail "$1: $(paste -sd' ' <<<"$bad")"
}

# mutants MODULE FILE: each property has one, and is broken by it
mutants() {
  local name source edit found=0 known
  known=$(sort -u assert.names bounded.names)
  while read -r name source edit; do
    rm -rf broken
    cp -R rtl broken
    sed -i -e "$edit" "broken/$source"
    ! cmp -s "rtl/$source" "broken/$source" || fail "$1: the mutant of $name changes nothing in $source"
    elaborate "$1" broken "$name" bounded
    [[ $(<bounded.names) == "$name" ]] || fail "$1: no property $name"
    run_abc bounded "bmc3 -F $reach -T $seconds"
    grep -q 'was asserted in frame' abc.log || fail "$1: $name holds for its mutant"
    known=$(grep -vx "$name" <<<"$known" || true)
    found=$((found + 1))
  done < <(sed -nE 's#^// mutant ([a-z_]+): ([a-z0-9_]+\.sv) (.*)#\1 \2 \3#p' "$2")
  [[ -z $known ]] || fail "$1: no mutant breaks $(paste -sd' ' <<<"$known")"
  printf '%-22s each is broken by its mutant (%d)\n' "$1" "$found"
}

# choose MODULE...: sets `chosen` to these, or to all of `known`; to name another is an error
choose() {
  local module
  for module in "$@"; do
    [[ " ${known[*]} " == *" $module "* ]] ||
      { printf "%s: '%s' is not allowed; allowed: %s\n" "${0##*/}" "$module" "${known[*]}" >&2; exit 2; }
  done
  if (($#)); then chosen=("$@"); else chosen=("${known[@]}"); fi
}

main() {
  local file module
  if [[ ${1-} == -m ]]; then with_mutants=1; shift; fi
  known=()
  for file in rtl/properties/*_properties.sv rtl/xb_switch_*.sv; do
    file=${file##*/}
    file=${file%.sv}
    [[ $file == xb_switch_properties ]] || known+=("${file%_properties}")
  done
  choose "$@"
  for module in "${chosen[@]}"; do prove "$module"; done
}

[[ ${BASH_SOURCE[0]} != "$0" ]] || main "$@" # else mutate.sh uses the functions
