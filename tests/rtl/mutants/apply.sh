#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
#
# apply.sh NAME OUTDIR: copies rtl/ to OUTDIR (new, or an empty folder) and breaks it there as NAME.sed says. Fails if that
# changes nothing, which is how a mutant that the RTL has outgrown shows.
#
# The mutants in three_ports/ show with three ports only, where a destination can fail to exist; those in shared/ with a
# small memory under every flow control (memory_mutants_test.cpp); those in ends/ at the ends of the ranges of settings
# (ends_mutants_test.cpp).
#
# A mutant's first lines are comments: `# file:` it changes, `# switch:` it is for (default input), `# flags:` of a run
# that shows it, besides those of every such run (`--flow drop --arbiter oldest`), `# why:` that is wrong, `# caught-by:` which
# of the lab's checks must see it (data, order, timing, handshake, interleave, conservation, occupancy, fairness, flags or
# lockstep), `# assertion:` how the message of the bound checkers begins, behind the instance, or `none` if they cannot see it,
# or not without the flags (the bench knows drop and store-and-forward); one of several such lines will do.
set -euo pipefail

fail() { printf 'apply.sh: %s\n' "$*" >&2; exit 1; }

(($# == 2)) || fail 'usage: apply.sh NAME OUTDIR'
here=$(cd -- "$(dirname -- "${BASH_SOURCE[0]}")" && pwd)
script=$here/$1.sed
[[ -f $script ]] || fail "no mutant $1"
file=$(sed -n '1s/^# file: //p' "$script")
[[ -f $here/../../../rtl/$file ]] || fail "$1.sed: the first line does not name a file of rtl/"
[[ ! -e $2 || -z $(ls -A -- "$2") ]] || fail "$2 is not empty"

mkdir -p -- "$2"
cp -R -- "$here/../../../rtl/." "$2"
sed -f "$script" -- "$here/../../../rtl/$file" >"$2/$file"
! cmp -s -- "$here/../../../rtl/$file" "$2/$file" || fail "$1.sed changes nothing in $file"
