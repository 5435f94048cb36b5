#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
#
# What a user does first with an installed xbarlab, the one on PATH, without a checkout: the demo, a device, a golden case,
# a comparison. Ends with the first status that is not as it should be.
set -euo pipefail

program=$(command -v xbarlab)
share=$(realpath -- "${program%/*}/../share/xbarlab")
cache=${XDG_CACHE_HOME:-$HOME/.cache}/xbarlab
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
# try COMMAND...: say it, and run it
try() { printf 'trial: %s\n' "$*" >&2; "$@"; }

try xbarlab demo
if [[ -d $share/../../lib/xbarlab/models ]] && compgen -G "$cache/models/*.so"; then
  echo 'trial: the demo has built models (above) that came with the program' >&2
  exit 1
fi
cp -R "$share/examples/quad-switch" .
try xbarlab device check quad-switch/quad_switch.toml --ports 4
! command -v yosys >/dev/null || try xbarlab cost --device quad-switch/quad_switch.toml --ports 4
cp -R "$share/examples/axi-crossbar" .
try xbarlab device check axi-crossbar/axi_crossbar.toml --ports 2
mkdir golden
cat >golden/busy.toml <<'END'
device = "../quad-switch/quad_switch.toml"
engine = "rtl"
ports = 4
load = 1
packet = "1..4"
warmup = 0
cycles = 60
END
try xbarlab golden golden --accept busy --reason 'first version'
try xbarlab golden golden
sed 's/ 0>/ 1>/' golden/busy.trace >other.trace
status=0
try xbarlab diff golden/busy.trace other.trace --fst both.fst || status=$?
[[ $status == 1 && -s both.fst && -s both.gtkw ]]
if command -v xbarlab-diff >/dev/null; then
  try xbarlab-diff diff golden/busy.trace golden/busy.trace
  try xbarlab-diff convert golden/busy.trace busy.fst
  try xbarlab-diff diff golden/busy.trace busy.fst
fi
