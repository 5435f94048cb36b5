#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Draws window-SWITCH.svg: the same traffic on the five switches.
set -euo pipefail
cd "$(dirname -- "${BASH_SOURCE[0]}")"
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
for switch in input voq output shared crosspoint; do
  ../../lab wave --engine fast --switch "$switch" --ports 4 --load 1 --packet 4 --trace-cycles 48 --svg \
    --output "$scratch/$switch"
  mv "$scratch/$switch.svg" "window-$switch.svg"
done
