#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
#
# verilog_options_test.sh: verilog.sh refuses in one line, with status 2, what the RTL does not take, at once and before it writes
# a file; what is at the ends of what it takes becomes Verilog.
set -euo pipefail
# shellcheck source=tests/rtl/lib.sh
. "$(dirname -- "${BASH_SOURCE[0]}")/lib.sh"
cd "$work"

# refused WHAT OPTION...: in this line
refused() {
  local status=0
  bash "$here/verilog.sh" --output made "${@:2}" >out 2>&1 || status=$?
  [[ "$status $(<out)" == "2 verilog: $1" ]] || fail "${*:2}: status $status: $(head -n 3 out)"
  [[ ! -e made ]] || fail "${*:2}: something was written"
}

refused "ports: '1' is not allowed; allowed: 2..64" --ports 1 input
refused "ports: '65' is not allowed; allowed: 2..64" --ports 65 input
for width in 0 4 12 1032 18446744073709551624; do
  refused "width: '$width' is not allowed; allowed: a multiple of 8, 8..1024" --width $width input
done
for depth in 0 1 1048577 1073741825 4294967360 18446744073709551680 -1 1k; do
  refused "depth: '$depth' is not allowed; allowed: 2..1048576" --depth $depth input
done
refused "keep: '2' is not allowed; allowed: 0..1" --keep 2 input
refused "id: '65' is not allowed; allowed: 0..64" --id 65 input
refused "user: '0' is not allowed; allowed: 1..64" --user 0 input
refused "user: '65' is not allowed; allowed: 1..64" --user 65 input
refused "classes: '0' is not allowed; allowed: 1..8" --classes 0 input
refused "classes: '9' is not allowed; allowed: 1..8" --classes 9 input
refused 'classes: xb_switch_window has no parameter Classes' --classes 2 window
refused '--depth needs a value' input --depth

# made WHAT OPTION...: its first lines say so
made() {
  bash "$here/verilog.sh" "${@:2}" --output made >out 2>&1 || fail "${*:2}: $(tail -n 3 out)"
  grep -qF "$1" made/xb_switch_input.v || fail "${*:2}: not for $1: $(sed -n 2p made/xb_switch_input.v)"
}
made 'NumPorts = 2 DataWidth = 8 MaxDepth = 2 Keep = 1 IdWidth = 64 UserWidth = 64' \
  --ports 02 --width 008 --depth 2 --keep 1 --id 64 --user 64 input
made 'NumPorts = 2 DataWidth = 1024 MaxDepth = 1048576' --ports 2 --width 1024 --depth 1048576 input
echo 'verilog_options_test.sh: what the RTL does not take is refused in a line'
