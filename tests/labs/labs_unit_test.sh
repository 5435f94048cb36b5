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

# Whoever competes is on the board, the best first, also where all rows are known from before.
if grep -q '^kind = "exchange"' "$labs/../../labs/$unit/unit.toml"; then
  expect 0 lab mark "${unit%%-*}" all --instructor "$instructor" --csv all.csv
  says stdout '0 marked'
  awk '/place +cycles/ { on = 1; next } on && /^  [a-z]/ { print $1, $2 }' stdout >board
  [ "$(grep -c . board)" -gt 4 ] || fail "too few on the board: $(cat stdout)"
  [ "$(tail -n 1 board)" = "shuffle $(grep -c . board)" ] || fail "the shuffle is not the last: $(cat board)"
  grep -qx 'solution 1' board || fail "the solution is not the best: $(cat board)"
  ! grep -q one-byte board || fail "what is no exchange is on the board: $(cat board)"
fi

expect 0 lab start "${unit%%-*}" mine
expect 1 lab check "${unit%%-*}" mine
grep -Eq '^  0 of [0-9.]+ points$' stdout || fail "skeleton: $(cat stdout)"

done_testing labs_unit_test
