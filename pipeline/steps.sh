#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# What a pipeline runs of xbarlab: golden cases, the check of a device, a benchmark. Each runs where it is asked for, whatever
# has failed before. action.yml and gitlab-ci.yml call this (docs/how-to/pipeline.md).
# Environment: GOLDEN     folder of golden cases
#              DEVICE     description of a switch, .toml
#              CHECK      flags of the device's check, such as --ports 4 --long; no: it is not checked
#              BENCHMARK  suite and flags, such as rfc2544 --quick; of the device, if there is one
#              RESULTS    folder for reports, traces and waveforms (xbarlab-results)
#              XBARLAB    the program (xbarlab in PATH, or this checkout's ./lab)
# Exit status: 0; 1: something is wrong; 2: something could not be judged.
set -euo pipefail

here=$(dirname -- "$(readlink -f -- "${BASH_SOURCE[0]}")")
readonly results=${RESULTS:-xbarlab-results}
program=${XBARLAB:-$(command -v xbarlab || printf %s "$here/../lab")}
mkdir -p "$results" || exit 2
readonly program summary=${GITHUB_STEP_SUMMARY:-$results/summary.md}
worst=0
"$program" --version # ./lab builds it, and that is in no report

# step NAME COMMAND...: run it; what it says is in RESULTS/NAME.txt, too
step() {
  local said=$results/$1.txt status=0
  shift
  "$program" "$@" 2>&1 | tee "$said" || status=${PIPESTATUS[0]}
  ((status <= worst)) || worst=$status
  return "$status"
}

# failed NAME FILE: a mark on GitHub, with what a step said first, at the place that it names or else at the file; in the
# summary all of it
failed() {
  local text file=$2 line=1
  text=$(sed -n 's/^xbarlab: //p' "$results/$1.txt" | head -n 1)
  if [[ $text =~ ^([^:]*):([0-9]+):[0-9]+: && -f ${BASH_REMATCH[1]} ]]; then
    line=${BASH_REMATCH[2]} file=$(realpath --relative-to=. -- "${BASH_REMATCH[1]}")
  fi
  [[ ${GITHUB_ACTIONS-} != true ]] || printf '::error file=%s,line=%s,title=%s::%s\n' "$file" "$line" "$1" "${text//%/%25}"
  quote "$1"
}

# quote NAME: what a step said, in the summary
# shellcheck disable=SC2016  # these are Markdown's
quote() { printf '\n## %s\n\n```text\n%s\n```\n' "$1" "$(<"$results/$1.txt")" >>"$summary"; }

if [[ -n ${GOLDEN-} ]]; then
  step golden golden "$GOLDEN" --junit "$results/golden.xml" --summary "$results/golden.md" --artifacts "$results/differences" || true
  [[ ! -s $results/golden.md ]] || cat "$results/golden.md" >>"$summary"
fi
if [[ -n ${DEVICE-} && ${CHECK-} != no ]]; then
  read -ra flags <<<"${CHECK-}"
  if step check device check "$DEVICE" "${flags[@]}" --junit "$results/check.xml"; then quote check; else failed check "$DEVICE"; fi
fi
if [[ -n ${BENCHMARK-} ]]; then
  read -ra words <<<"$BENCHMARK"
  if step benchmark benchmark "${words[@]}" ${DEVICE:+--device "$DEVICE"} --out "$results/benchmark"; then
    { echo; sed 's/^# /## /' "$results/benchmark/README.md"; } >>"$summary"
  else failed benchmark "${DEVICE-}"; fi
fi
exit "$worst"
