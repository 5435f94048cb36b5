#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
#
# benches_test.sh PROGRAM: the benches of modules, and mutate.sh, can fail: all mutants of a small module are found, or accounted
# for; with a bench that misses one, with a line too many in the list of survivors, or with a name that there is not, it says so.
set -euo pipefail
# shellcheck source=tests/rtl/lib.sh
. "$(dirname -- "${BASH_SOURCE[0]}")/lib.sh"
program=$(realpath -- "$1")

# mutates STATUS WHAT MODULE: it ends with this status, and says what
mutates() {
  local status=0
  "$here/mutate.sh" "$program" "$3" >"$work/out" 2>&1 || status=$?
  if ((status == $1)) && grep -qE -- "$2" "$work/out"; then return; fi
  cat "$work/out" >&2
  fail "$3: status $status, or not said: $2"
}

mutates 0 '^xb_lfsr .* 100 %$' xb_lfsr
mutates 2 "'xb_none' is not allowed; allowed: xb_" xb_none
# A bench that finds all of the thirty but MISSED, in no time.
# shellcheck disable=SC2016  # a program
printf '#!/bin/sh\n[ "$1" != --list-tests ] || exec "%s" --list-tests\n[ "$XB_MUTANT" = none ] || [ "$XB_MUTANT" = "xb_lfsr $MISSED" ]\n' \
  "$program" >"$work/quick"
chmod +x "$work/quick"
program=$work/quick
SURVIVORS=$work/survivors
export SURVIVORS MISSED=none
{ cat "$here/survivors"; echo 'xb_lfsr bits_o = none => of these -- it is no mutant'; } >"$SURVIVORS"
mutates 1 'no mutants any more: xb_lfsr bits_o' xb_lfsr
unset SURVIVORS
MISSED=1
mutates 1 'below 98 %: xb_lfsr' xb_lfsr
echo 'benches_test.sh: mutants are found, and where they are not it is said'
