#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Makes report.png and report-dark.png: what a browser shows of the demo's report. Run after ./lab demo:
#     bash docs/pictures/report.sh
# Needs chromium-headless-shell. Not part of the build.
set -euo pipefail
cd "$(dirname -- "${BASH_SOURCE[0]}")"
page=../../build/dev/demo/study/report.html
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

# picture FILE SECTIONS SIZE [FLAG...]: these sections of the page, by a list of selectors
picture() {
  sed "s|^</style>|nav, header p, header ul, section { display: none } $2 { display: block }&|" "$page" >"$scratch/page.html"
  chromium-headless-shell --no-sandbox --disable-gpu --hide-scrollbars --user-data-dir="$scratch/profile" \
    --window-size="$3" --screenshot="$PWD/$1" "${@:4}" "file://$scratch/page.html" 2>/dev/null
}
picture report.png 'header ul, #throughput, #latency' 900,1530
picture report-dark.png '#latency-distribution, #occupancy-queues-56' 900,1400 --blink-settings=preferredColorScheme=0
