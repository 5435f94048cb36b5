#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
#
# What is installed with its models, and the comparer, under tests/fresh/package_trial.sh: another folder, another user's home.
#
# usage: trial_test.sh BUILD   (the build folder of what is installed)
set -euo pipefail
cd -- "$(dirname -- "${BASH_SOURCE[0]}")/../.."

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
for component in Unspecified models diff; do
  cmake --install "$1" --prefix "$work/prefix" --component "$component" --strip >"$work/log" || { cat "$work/log"; exit 1; }
done
mkdir "$work/home"
env -i HOME="$work/home" PATH="$work/prefix/bin:$PATH" XBARLAB_TICK=1000000 bash tests/fresh/package_trial.sh

# The comparer is small, and takes neither SystemC nor Verilator.
size=$(stat -c %s "$work/prefix/bin/xbarlab-diff")
((size < 5000000)) || { echo "FAIL: xbarlab-diff has $size bytes"; exit 1; }
if ldd "$work/prefix/bin/xbarlab-diff" | grep -E 'systemc|toml|xxhash'; then echo 'FAIL: xbarlab-diff needs these'; exit 1; fi
"$work/prefix/bin/xbarlab-diff" diff --help | grep -q '^  xbarlab-diff diff ' || { echo 'FAIL: xbarlab-diff names another program'; exit 1; }
