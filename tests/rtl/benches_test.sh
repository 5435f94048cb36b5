#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
#
# benches_test.sh PROGRAM: the benches of modules can fail. Each module that has one has a fault (faults/), which its bench finds.
set -euo pipefail
# shellcheck source=tests/rtl/lib.sh
. "$(dirname -- "${BASH_SOURCE[0]}")/lib.sh"
program=$1

# benches: the modules that the program has benches of
benches() { "$program" --list-tests 2>/dev/null | sed -nE 's/^ *(xb_[a-z_]+) .*/\1/p' | sort -u; }

[[ $(benches) == "$(cd "$here/faults" && printf '%s\n' *.sed | sed 's/\.sed$//' | sort)" ]] ||
  fail "there are benches of $(benches | paste -sd' '), and faults of other modules"
for module in $(benches); do
  if XB_MUTANT=$module "$program" "$module *" >"$work/out" 2>&1; then fail "the fault in $module is not found"; fi
  grep -q '^test cases: .*failed' "$work/out" || fail "$module: $(tail -n 3 "$work/out")"
done
echo "benches_test.sh: the fault of each of $(benches | wc -l) modules is found by its bench"
