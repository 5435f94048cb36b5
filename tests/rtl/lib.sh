# shellcheck shell=bash
# SPDX-License-Identifier: Apache-2.0
#
# For the scripts of this folder, to be sourced. Sets `here`, `rtl` and, for tools that dislike spaces in paths, `work`: a
# new directory that goes away with the script.
# shellcheck disable=SC2034  # the variables are for the scripts

here=$(cd -- "$(dirname -- "${BASH_SOURCE[0]}")" && pwd)
rtl=$(cd -- "$here/../../rtl" && pwd)
work=${TMPDIR:-/tmp}
[[ $work != *[[:space:]]* ]] || work=/tmp
work=$(mktemp -d "$work/xbarlab.XXXXXX")
trap 'jobs -p | xargs -r kill 2>/dev/null || true; rm -rf "$work"' EXIT

# sources DIR: sets `sources` to the synthesizable files of a copy of rtl/, the package first
sources() {
  local file
  sources=("$1/xb_pkg.sv")
  for file in "$1"/xb_*.sv; do [[ $file == */xb_pkg.sv ]] || sources+=("$file"); done
}

# use_verilator: sets `verilator` to the program
use_verilator() {
  verilator=${VERILATOR:-$(command -v verilator_bin || echo verilator)}
  ulimit -s unlimited 2>/dev/null || true # as verilator itself does: it recurses deeply
}

# checkers DIR: sets `checkers` to its checker files
checkers() { checkers=("$1"/checkers/xb_*.sv); }

# has MODULE PARAMETER: does the module of $rtl have this parameter, for users to set?
has() { grep -qE "^  parameter int unsigned $2 =" "$rtl/$1.sv"; }

# switch_of MUTANT: the switch that the mutant is for
switch_of() {
  local switch
  switch=$(sed -n 's/^# switch: //p' "$here/mutants/$1.sed")
  echo "${switch:-input}"
}

# keys SWITCH: how the program calls it
keys() {
  case $1 in
    window) echo '--switch input --window 2' ;;
    *_pipe) echo "--switch $(tr _ - <<<"${1%_pipe}") --pipeline 1" ;;
    *) echo "--switch ${1//_/-}" ;;
  esac
}

fail() { printf '%s: FAIL: %s\n' "${0##*/}" "$*" >&2; exit 1; }
