#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
#
# What a student does with the units that `./lab course` hands out, and then what Gradescope does with an autograder, on a
# Debian where nothing is installed, without a checkout. In the folder of this script: course/ as it is handed out, and
# solutions/. Ends with the first status that is not as it should be.
set -euo pipefail

given=$(dirname -- "$(readlink -f -- "${BASH_SOURCE[0]}")")
# try STATUS COMMAND...: say it, and run it
try() {
  local status=0
  printf 'trial: %s\n' "${*:2}" >&2
  "${@:2}" || status=$?
  ((status == $1)) || { printf 'trial: status %s, expected %s\n' "$status" "$1" >&2; exit 1; }
}

echo 'APT::Get::Assume-Yes "true";' | sudo tee /etc/apt/apt.conf.d/yes >/dev/null
export DEBIAN_FRONTEND=noninteractive
cp -r "$given/course/units" ~/'my units'
cd ~/'my units'
# The page's commands: the lab is installed, and a unit judged that nobody has worked on.
mapfile -t commands < <(sed -n 's/^    //p' README.md)
try 0 bash -c "${commands[0]}" >/dev/null
try 1 bash -c "${commands[1]}"
for unit in 1-hol-blocking 2-islip; do
  cp -r "$given/solutions/$unit/." "$unit"
  try 0 xbarlab lab check "${unit%%-*}" "$unit"
done

# Gradescope's container: the zip's own script installs the lab.
try 0 sudo apt-get purge xbarlab >/dev/null
try 0 sudo apt-get install unzip >/dev/null
hash -r
try 1 command -v xbarlab
for unit in 1-hol-blocking 2-islip; do
  sudo rm -rf /autograder
  sudo mkdir -p /autograder/{source,results}
  sudo unzip -q "$given/course/gradescope/$unit.zip" -d /autograder/source
  try 0 sudo /autograder/source/setup.sh >/dev/null
  sudo cp -r "$given/solutions/$unit" /autograder/submission
  try 0 sudo /autograder/source/run_autograder
  try 0 grep '"score": 100.0' /autograder/results/results.json
done
