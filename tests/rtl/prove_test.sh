#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
#
# prove_test.sh: a proof by a yosys-abc that ends by a signal is none: prove.sh asks again, and says so if it ends so again.
# shellcheck disable=SC2016  # dollars are for the program
set -euo pipefail
# shellcheck source=tests/rtl/lib.sh
. "$(dirname -- "${BASH_SOURCE[0]}")/lib.sh"

# dies WHEN: a yosys-abc that ends by a signal when it is asked for a bounded proof, and WHEN holds
dies() {
  printf '#!/bin/bash\n[[ $2 != *bmc3* ]] || ! %s || kill -SEGV $$\nexec "%s" "$@"\n' "$1" "${YOSYS_ABC:-yosys-abc}" >"$work/abc"
  chmod +x "$work/abc"
  YOSYS_ABC=$work/abc "$here/prove.sh" xb_rr_arbiter >"$work/out" 2>&1
}

dies '[[ $2 != *dc2* ]]' || fail "$(cat "$work/out")"
if dies true; then fail 'what has not been looked at holds'; fi
grep -q 'FAIL: yosys-abc ends by signal 11: bmc3' "$work/out" || fail "$(cat "$work/out")"
echo 'prove_test.sh: what yosys-abc did not end is not proved'
