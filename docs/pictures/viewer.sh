#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Makes viewer-*.png: what GTKWave shows of the walk in docs/waveforms.md. Run in the checkout's top folder after ./lab build:
#     bash docs/pictures/viewer.sh
# Needs gtkwave and Xvfb. Not part of the build.
set -euo pipefail

program=$PWD/build/dev/xbarlab
pictures=$PWD/docs/pictures
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
cd "$scratch"
export HOME=$scratch LC_ALL=C

coproc SCREEN { exec Xvfb -displayfd 1 -screen 0 1600x1000x24 -nolisten tcp 2>/dev/null; }
# shellcheck disable=SC2154  # set by coproc
trap 'kill "$SCREEN_PID"; rm -rf "$scratch"' EXIT
read -r number <&"${SCREEN[0]}"
export DISPLAY=:$number

cat >picture.tcl <<'EOT'
gtkwave::nop
gtkwave::/File/Grab_To_File $env(PICTURE)
gtkwave::/File/Quit
EOT

# picture NAME FLAG...: viewer-NAME.png, of `xbarlab wave FLAG...`
picture() {
  "$program" wave "${@:2}" --output "$1"
  PICTURE=$pictures/viewer-$1.png gtkwave "$1.gtkw" -S picture.tcl >log 2>&1
}
picture hol --ports 4 --load 1 --packet 1..4
picture voq --switch voq --ports 4 --load 1 --packet 1..4 --trace-cycles 12
