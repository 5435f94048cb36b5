#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
#
# apply.sh SWITCH OUTDIR: copies rtl/ to OUTDIR (new, or an empty folder) and puts all mutants of that switch into the copy.
# A run of it is broken by one of them: the one that the environment variable XB_MUTANT names (`bit_flipped`, `ends/...`);
# without it by none. Fails if a mutant changes nothing, which is how one that the RTL has outgrown shows.
#
# The mutants in three_ports/ show with three ports only, where a destination can fail to exist; those in shared/ with a
# small memory under every flow control (mutants_test.cpp); those in ends/ at the ends of the ranges of settings
# (mutants_test.cpp); those in classes/ with several traffic classes (classes_test.cpp). Those in reads/ do all right, and
# read a RAM whose word nobody wants: only an assertion sees it, in an empty switch (assert_fires_test.sh).
#
# A mutant is a file NAME.sed, a sed script in which the word MUTANT stands for the bit that says whether it is the one. With
# 0 there, the line must mean what it meant before. Several may change one line: let each match no more than it needs.
# Its first lines are comments: `# file:` it changes, `# switch:` it is for (default input), `# flags:` of a run
# that shows it, besides those of every such run (`--flow drop --arbiter oldest`), `# why:` that is wrong, `# caught-by:` which
# of the lab's checks must see it (data, order, timing, handshake, interleave, conservation, occupancy, fairness, flags,
# tkeep or lockstep), `# assertion:` how the message of the bound checkers begins, behind the instance, or `none` if they cannot see it,
# or not without the flags (the bench knows drop and store-and-forward); one of several such lines will do.
set -euo pipefail

fail() { printf 'apply.sh: %s\n' "$*" >&2; exit 1; }

(($# == 2)) || fail 'usage: apply.sh SWITCH OUTDIR'
here=$(cd -- "$(dirname -- "${BASH_SOURCE[0]}")" && pwd)
switch=$1
rtl=$here/../../../rtl
out=$2
[[ -f $rtl/xb_switch_$switch.sv ]] || fail "no switch $switch"
[[ ! -e $out || -z $(ls -A -- "$out") ]] || fail "$out is not empty"
mkdir -p -- "$out"
cp -R -- "$rtl/." "$out"

bits=() # per mutant, a line of the package
for script in "$here"/*.sed "$here"/*/*.sed; do
  name=${script#"$here/"}
  name=${name%.sed}
  file='' of=input
  while read -r hash key value && [[ $hash == '#' ]]; do
    if [[ $key == file: ]]; then file=$value; elif [[ $key == switch: ]]; then of=$value; fi
  done <"$script"
  [[ -f $rtl/$file ]] || fail "$name.sed: no line '# file:' that names a file of rtl/"
  [[ -f $rtl/xb_switch_$of.sv ]] || fail "$name.sed: no switch $of"
  [[ $of == "$switch" ]] || continue
  bit=mutant_${name//\//_}
  sed -f "$script" -- "$out/$file" | sed "s/\<MUTANT\>/xb_pkg::$bit/g" >"$out/broken"
  ! cmp -s -- "$out/$file" "$out/broken" || fail "$name.sed changes nothing in $file"
  grep -q "xb_pkg::$bit\>" "$out/broken" || fail "$name.sed changes $file whether it is chosen or not"
  mv -- "$out/broken" "$out/$file"
  bits+=("  bit $bit = \$c1(\"(std::getenv(\\\"XB_MUTANT\\\") && std::string(std::getenv(\\\"XB_MUTANT\\\")) == \\\"$name\\\")\");")
done

{
  sed '/^endpackage/,$d' "$rtl/xb_pkg.sv"
  printf '  // Each is 1 if it is the mutant of this run.\n'
  # What several classes need is not there with one.
  ((${#bits[@]} == 0)) || printf '%s\n' '/* verilator lint_off UNUSEDSIGNAL */' "${bits[@]}" '/* verilator lint_on UNUSEDSIGNAL */'
  sed -n '/^endpackage/,$p' "$rtl/xb_pkg.sv"
} >"$out/xb_pkg.sv"
