#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
#
# guarded_switch_test.sh PROGRAM: a sender that falls silent within a packet is no harm to others behind xb_port_guard, with
# links at clocks of their own; without guards it stops them (examples/guarded-switch), and the run says so.
set -euo pipefail
# shellcheck source=tests/rtl/lib.sh
. "$(dirname -- "${BASH_SOURCE[0]}")/lib.sh"
program=$(realpath -- "$1")

mkdir -p "$work/examples"
cp -R "$rtl" "$work/rtl"
cp -R "$rtl/../examples/guarded-switch" "$work/examples"
cd "$work/examples/guarded-switch"

"$program" device check guarded_switch.toml >out 2>&1 || fail "$(<out)"
grep -q 'no rule is broken' out || fail "$(<out)"
sed 's/^Guard = 1/Guard = 0/' guarded_switch.toml >bare.toml
! cmp -s guarded_switch.toml bare.toml || fail 'the guards could not be left out'
if "$program" run --device bare.toml --load 0.5 --packet 1..8 --cycles 20000 >out 2>&1; then fail 'without guards nothing stops'; fi
grep -qE 'input [0-3]: progress: .*; inside: packet .* from input [0-3] to output' out || fail "$(<out)"
echo 'guarded_switch_test.sh: a broken sender stops others without guards, and none behind them'
