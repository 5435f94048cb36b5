#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
#
# mutate.sh PROGRAM [MODULE]...: makes all mutants of modules (sites.awk), and looks for who finds them: the module's bench in PROGRAM,
# rtl_tests; what it leaves, the module's properties (rtl/properties). What nobody finds is proved equal to the module, or
# stands in the file `survivors` with the reason why it may live, a line `MODULE MUTANT -- REASON`; one that stands there and
# is found, or is no mutant any more, is an error. Without a name: all modules that have a bench or properties.
#
# Prints a line a module. Status 1 if of a module's mutants, but for those that are equal or listed, fewer than 98 % are found.
#
# Environment: YOSYS, YOSYS_ABC  the programs (yosys, yosys-abc)
#              SURVIVORS         the list, in place of `survivors`
set -euo pipefail
program=$(realpath -- "$1")
shift
# shellcheck source=tests/rtl/prove.sh
. "$(dirname -- "${BASH_SOURCE[0]}")/prove.sh"

readonly least=98 list=${SURVIVORS:-$here/survivors}
# Modules that are in the benches of others.
declare -rA bench_of=([xb_lfsr]=xb_arbiter [xb_random_pick]=xb_arbiter [xb_ram_1r1w]=xb_fifo)

# bench_passes MUTANT: is the bench of module `bench` content with this?
bench_passes() (
  ulimit -t 60 # some never end
  XB_MUTANT=$1 "$program" -a "$bench *" >bench.log 2>&1
)

# properties_hold MODULE: do those of its mutant? Those that do not close are looked at for themselves.
properties_hold() {
  local file=rtl/properties/$1_properties.sv cycles='' pattern=''
  [[ -f $file ]] || return 0
  read -r cycles pattern < <(sed -nE "s#^// bound ([0-9]+) $1 ([a-z_*]+): .*#\1 \2#p" "$file") || true
  elaborate "$1" broken "$pattern"
  # What is broken soon, bmc3 finds in a second where pdr may look for a minute.
  ! finds_fault 60 assert 'bmc3 -F 30' || return 1
  ! finds_fault 20 assert pdr || return 1
  [[ -n $cycles ]] || return 0
  ! finds_fault 20 bounded "bmc3 -F $cycles" && ! finds_fault 20 bounded pdr
}

# finds_fault SECONDS FILE COMMAND: is a property found broken?
finds_fault() {
  solve "$@"
  grep -q 'was asserted in frame' abc.log
}

# solve SECONDS FILE COMMAND: what yosys-abc finds in so much CPU time, in abc.log
solve() (
  ulimit -t "$1"
  "${YOSYS_ABC:-yosys-abc}" -c "read_aiger $2.aig; fold; strash; scorr -C 2000; dc2; $3" >abc.log 2>&1 || true
)

# flattened MODULE DIR NAME: the module in the folder's sources, with the parameters that its properties give it, as NAME.il
flattened() {
  local top=$1 file=$2/properties/$1_properties.sv derived=$1
  if [[ -f $file ]]; then top=$1_properties; else file=''; fi
  sources "$2"
  printf 'read_verilog -formal -sv -defer %s\nhierarchy -top %s\n' "${sources[*]} $file" "$top" >read.ys
  derived=$("${YOSYS:-yosys}" -s read.ys -p ls | sed -nE "s/^  ((.*\\\\)?$1(\\\\.*)?)\$/\\1/p" | head -n 1)
  printf '%s\n' "hierarchy -top $derived" "prep -top $derived -nordff" flatten async2sync "rename $derived $3" "write_rtlil $3.il" >>read.ys
  "${YOSYS:-yosys}" -q read.ys >prove.log 2>&1 || { tail -n 5 prove.log >&2; fail "yosys, $1"; }
}

# equal MODULE: can no inputs tell broken/'s from the module, registers at 0 first?
equal() {
  flattened "$1" broken gate
  cat >equal.ys <<EOT
read_rtlil gold.il
read_rtlil gate.il
miter -equiv -make_assert -flatten gold gate miter
hierarchy -top miter
memory_map
opt -full
techmap
opt -fast
dffunmap
abc -g AND -fast
setundef -undriven -init -zero
opt_clean
aigmap
setundef -zero
write_aiger -zinit -no-startoffset equal.aig
EOT
  "${YOSYS:-yosys}" -q equal.ys >prove.log 2>&1 || { tail -n 5 prove.log >&2; fail "yosys, $1"; }
  solve 60 equal 'pdr -a'
  grep -q 'Disproved = 0\. Undecided = 0\.' abc.log
}

# listed MODULE MUTANT: does it stand in the list, with a reason?
listed() { grep -qF -- "$1 $2 -- " "$list"; }

# mutate MODULE: prints what came out
mutate() {
  local module=$1 bench=${bench_of[$1]-$1} line mutant number=0 by_bench=0 by_properties=0 equal=0 listed=0 survived=0 score gold='' left=()
  mapfile -t left < <(grep -F -- "$module " "$list" | sed 's/ -- .*//')
  if [[ " ${benches[*]} " != *" $bench "* ]]; then bench=''; fi
  [[ -z $bench ]] || bench_passes none || fail "$bench: its bench finds what is wrong without a mutant"
  while read -r line mutant; do
    number=$((number + 1))
    if [[ -n $bench ]] && ! bench_passes "$module $number"; then by_bench=$((by_bench + 1)); continue; fi
    rm -rf broken
    cp -R rtl broken
    awk -v only="$number" -f "$here/sites.awk" "rtl/$module.sv" >"broken/$module.sv"
    if ! properties_hold "$module"; then by_properties=$((by_properties + 1)); continue; fi
    if listed "$module" "$mutant"; then
      listed=$((listed + 1))
      mapfile -t left < <(printf '%s\n' "${left[@]}" | grep -vxF -- "$module $mutant")
      continue
    fi
    if [[ -z $gold ]]; then flattened "$module" rtl gold; gold=1; fi
    if equal "$module"; then equal=$((equal + 1)); continue; fi
    survived=$((survived + 1))
    printf '%s.sv:%d survived: %s\n' "$module" "$line" "$mutant" >&2
  done < <(awk -f "$here/sites.awk" "rtl/$module.sv")
  score=$((100 * (number - equal - listed - survived) / (number - equal - listed)))
  printf '%-20s %7d %8d %13d %10d %7d %9d %6d %%\n' "$module" "$number" "$by_bench" "$by_properties" "$equal" "$listed" "$survived" "$score"
  ((score >= least)) || low+=("$module")
  ((${#left[@]} == 0)) || unlisted+=("${left[@]}")
}

main() {
  local file module unlisted=() low=()
  mapfile -t benches < <("$program" --list-tests 2>/dev/null | sed -nE 's/^ *(xb_[a-z_]+) .*/\1/p' | sort -u)
  mapfile -t known < <({ printf '%s\n' "${benches[@]}" "${!bench_of[@]}"; cd rtl/properties; ls ./*.sv; } | sed -E 's/^\.\/|_properties\.sv$//g' | grep -v xb_switch | sort -u)
  choose "$@"
  printf '%-20s %7s %8s %13s %10s %7s %9s %8s\n' module mutants 'by bench' 'by properties' equivalent listed survived score
  for module in "${chosen[@]}"; do mutate "$module"; done
  ((${#unlisted[@]} == 0)) || fail "$list: found, or no mutants any more: $(printf '%s; ' "${unlisted[@]}")"
  ((${#low[@]} == 0)) || fail "below $least %: ${low[*]}"
}

main "$@"
