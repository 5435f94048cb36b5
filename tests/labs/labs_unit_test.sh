#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
#
# A unit: the staff solution has all points, each wrong one loses its own, what is handed out has none.
# Usage: labs_unit_test.sh PROGRAM UNIT
# shellcheck source=tests/labs/lib.sh
. "$(dirname -- "${BASH_SOURCE[0]}")/lib.sh"
[ -n "$isolated" ] || exit 77
unit=$2

submissions "$unit" all
expect 0 lab mark "${unit%%-*}" all --instructor "$instructor" --csv all.csv --jobs 2
loses_what_it_says "$unit" all.csv

expect 0 lab start "${unit%%-*}" mine
expect 1 lab check "${unit%%-*}" mine
grep -Eq '^  0 of [0-9.]+ points$' stdout || fail "skeleton: $(cat stdout)"

done_testing labs_unit_test
