#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
#
# The assertions of rtl/checkers fire: every breach of AXI4-Stream's rules at an input, and every mutant of the RTL that the
# checkers can see, ends the run with a message that names the port; traffic that keeps the rules passes in silence. Without
# --assert Verilator drops all assertions without a word, and the same breach passes: hence the option wherever we verify.
#
# Environment: VERILATOR, CXX  the programs (verilator, g++)
set -euo pipefail
# shellcheck source=tests/rtl/lib.sh
. "$(dirname -- "${BASH_SOURCE[0]}")/lib.sh"

readonly verilator=${VERILATOR:-verilator} cxx=${CXX:-g++}
cp "$here/assert_fires.cpp" "$work"
cd "$work"
root=$("$verilator" --getenv VERILATOR_ROOT)
readonly compile=("$cxx" -std=c++17 -O0 -pthread -I. "-I$root/include" "-I$root/include/vltstd")

# build NAME SWITCH OPTION: the bench of that switch with all of its mutants in it, as NAME/bench
build() {
  local file depth=8
  # Words of its memory have six beats or eight; a third of it is a ring.
  case $2 in
    output* | shared* | voq_pipe | crosspoint_pipe | cicq_lqf_pipe) depth=24 ;;
  esac
  bash "$here/mutants/apply.sh" "$2" "$1/rtl"
  cd "$1"
  sources rtl
  checkers rtl
  {
    "$verilator" --cc "$3" -Wall --x-initial unique --top-module "xb_switch_$2" --prefix Vswitch -GNumPorts=3 -GMaxDepth=$depth -GKeep=1 \
      --Mdir . "${sources[@]}" "${checkers[@]}" &&
      for file in Vswitch*.cpp; do printf '#include "%s"\n' "$file"; done >model.cc &&
      echo '#include "../assert_fires.cpp"' >>model.cc &&
      "${compile[@]}" "-DDEPTH=$((depth * 3 / 4))" -include ../headers.h model.cc ../runtime.o ../threads.o -latomic -o bench
  } >log 2>&1 || { tail -n 20 log >&2; fail "$1 does not build"; }
  cd ..
}

# silent NAME ARGS...: the bench must end well and say no more than what it delivered
silent() {
  local name=$1 status=0
  shift
  (ulimit -c 0; "$name/bench" "$@" || exit) >"$name/out" 2>&1 || status=$?
  if ((status != 0 || $(wc -l <"$name/out") != 1)) || ! grep -qxE "$1: [0-9]+ beats delivered" "$name/out"; then
    head -n 5 "$name/out" >&2
    fail "$name, $*: is not silent (status $status)"
  fi
  silences=$((silences + 1))
}

# fires NAME MESSAGES ARGS...: the bench must fail, its first line being an assertion that begins like a line of MESSAGES
fires() {
  local name=$1 messages=$2 message
  shift 2
  if (ulimit -c 0; "$name/bench" "$@" || exit 1) >"$name/out" 2>&1; then fail "$name, $*: no assertion fired"; fi
  breaches=$((breaches + 1))
  while read -r message; do
    if [[ $(head -n 1 "$name/out") == *"%Error: "*"Assertion failed in "*".$message"* ]]; then return; fi
  done <<<"$messages"
  head -n 5 "$name/out" >&2
  fail "$name, $*: the first line does not tell '$messages'"
}
silences=0
breaches=0

# Half of a bench's compile time is that of these, unless they are compiled once for all.
printf '#include <%s>\n' verilated.h random string >headers.h
"${compile[@]}" -x c++-header headers.h -o headers.h.gch
"${compile[@]}" -c "$root/include/verilated.cpp" -o runtime.o
"${compile[@]}" -c "$root/include/verilated_threads.cpp" -o threads.o

unset XB_MUTANT
build ignored input -Wall # nothing: no --assert
switches=()
for file in "$rtl"/xb_switch_*.sv; do
  switch=${file##*/xb_switch_}
  switches+=("${switch%.sv}")
  build "asserted-${switches[-1]}" "${switches[-1]}" --assert
done

for when in early late; do
  for switch in "${switches[@]}"; do
    silent "asserted-$switch" legal $when
    silent "asserted-$switch" legal $when drop store-and-forward
    fires "asserted-$switch" 'tvalid_holds: s_axis port 1: tvalid withdrawn' withdraw $when
    fires "asserted-$switch" 'tdata_holds: s_axis port 1: tdata changed' data $when
    fires "asserted-$switch" 'tlast_holds: s_axis port 1: tlast changed' last $when
    fires "asserted-$switch" 'tuser_holds: s_axis port 1: tuser changed' user $when
    fires "asserted-$switch" 'tdest_holds: s_axis port 1: tdest changed' dest $when
    # To a switch in a switch its word is all payload.
    fires "asserted-$switch" $'s_tkeep_holds: s_axis port 1: tkeep changed\ntdata_holds: s_axis port 1: tdata changed' keep $when
    fires "asserted-$switch" 's_tkeep_contiguous: s_axis port 1: tkeep has a gap' gap $when
    fires "asserted-$switch" 's_tkeep_full: s_axis port 1: tkeep is not full' short $when
  done
  for breach in withdraw data last user dest keep gap short; do silent ignored $breach $when; done
done
mutants=0
for script in "$here"/mutants/*.sed "$here"/mutants/{three_ports,reads}/*.sed; do
  if grep -qx '# assertion: none' "$script"; then continue; fi
  mutant=${script#"$here/mutants/"}
  mutant=${mutant%.sed}
  # Of a mutant's flags the bench knows the settings of two.
  read -ra settings < <(sed -n '/^# flags: /p' "$script" | grep -oE 'drop|store-and-forward' | paste -sd' ')
  export XB_MUTANT=$mutant
  fires "asserted-$(switch_of "$mutant")" "$(sed -n 's/^# assertion: //p' "$script")" legal early "${settings[@]}"
  mutants=$((mutants + 1))
done
echo "assert_fires_test.sh: $breaches breaches ($mutants of them mutants of the RTL; switches ${switches[*]}) each ended the run with its message;" \
  "$silences runs were silent: legal ones, and breaches without --assert"
