#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
#
# The lists of the RTL's files for other people's tools are complete and in order: rtl/xbarlab.f (Verilator, Icarus, yosys' slang,
# vendors), xbarlab.core (FuseSoC, CAPI 2), Bender.yml (Bender). Verilator reads the first, and finds a file that is missing; with it the
# module of docs/how-to/use-the-rtl.md is clean.
# Usage: file_lists_test.sh [make]; `make` writes them anew.
set -euo pipefail
# shellcheck source=tests/rtl/lib.sh
. "$(dirname -- "${BASH_SOURCE[0]}")/lib.sh"
root=${rtl%/rtl}
version=$(sed -nE 's/^project\(xbarlab VERSION ([0-9.]+).*/\1/p' "$root/CMakeLists.txt")
[[ -n $version ]] || fail 'CMakeLists.txt: no version'
cd "$root"
sources rtl
checkers rtl

# yaml_items INDENT FILE...: as a list
yaml_items() { local file; for file in "${@:2}"; do printf '%*s- %s\n' "$1" '' "$file"; done; }

made_f() { printf '%s\n' '// The synthesizable RTL, the package first; paths are relative to this file: -F rtl/xbarlab.f' "${sources[@]#rtl/}"; }
made_core() {
  cat <<EOT
CAPI=2:
# Made by tests/rtl/file_lists_test.sh make
name: xbarlab:switches:xbarlab:$version
description: Crossbar switches with input, output, shared, virtual-output-queue and crosspoint buffers, AXI4-Stream
filesets:
  rtl:
    file_type: systemVerilogSource
    files:
$(yaml_items 6 "${sources[@]}")
  checkers:
    file_type: systemVerilogSource
    files:
$(yaml_items 6 "${checkers[@]}")
targets:
  default: &default
    filesets: [rtl]
    toplevel: xb_switch_input
    parameters: [NumPorts, DataWidth, MaxDepth]
  lint:
    <<: *default
    default_tool: verilator
    tools:
      verilator:
        mode: lint-only
        verilator_options: [-Wall]
  sim:
    <<: *default
    filesets: [rtl, checkers]
parameters:
$(for name in 'NumPorts ports, 2..64' 'DataWidth bits of a beat, a multiple of 8' 'MaxDepth beats of a memory'; do
    printf '  %s:\n    datatype: int\n    paramtype: vlogparam\n    description: %s\n' "${name%% *}" "${name#* }"
  done)
EOT
}
made_bender() {
  cat <<EOT
# Made by tests/rtl/file_lists_test.sh make
package:
  name: xbarlab
sources:
  - files:
$(yaml_items 6 "${sources[@]}")
  - target: simulation
    files:
$(yaml_items 6 "${checkers[@]}")
EOT
}

for list in 'rtl/xbarlab.f made_f' 'xbarlab.core made_core' 'Bender.yml made_bender'; do
  file=${list% *}
  ${list#* } >"$work/list"
  if [[ ${1-} == make ]]; then cp -- "$work/list" "$file"; fi
  diff -u -- "$file" "$work/list" || fail "$file is not what '$0 make' writes"
done

use_verilator
cp -R rtl "$work/rtl"
"$verilator" --lint-only -Wall -F "$work/rtl/xbarlab.f" --top-module xb_switch_shared || fail 'Verilator refuses rtl/xbarlab.f'
page=docs/how-to/use-the-rtl.md
# shellcheck disable=SC2016  # backquotes are Markdown's
sed -n '/^```systemverilog/,/^```/{//!p}' "$page" >"$work/my_switch.sv"
"$verilator" --lint-only -Wall -F "$work/rtl/xbarlab.f" "$work/my_switch.sv" --top-module my_switch || fail "$page: its module is not clean"
sed -i '/xb_fifo/d' "$work/rtl/xbarlab.f"
if "$verilator" --lint-only -F "$work/rtl/xbarlab.f" --top-module xb_switch_shared >/dev/null 2>&1; then
  fail 'a list without a file that is needed passed'
fi
echo 'file_lists_test.sh: three lists are complete'
