# SPDX-License-Identifier: Apache-2.0
# shellcheck shell=bash
# What the tests of the sources' form share: sourced, in the checkout's top folder from then on.
set -uo pipefail
cd -- "$(dirname -- "${BASH_SOURCE[0]}")/../.." || exit

scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
failures=0

fail() {
  printf 'FAIL: %s\n' "$*"
  failures=$((failures + 1))
}

# needs TOOL: or the test is skipped
needs() { command -v "$1" >/dev/null || { echo "skipped: no $1 here"; exit 77; }; }

# files NAME...: what belongs to the project and is called so; results that lie about do not
files() {
  local name names=()
  for name in "$@"; do names+=(-o -name "$name"); done
  find .ci bench cmake docs examples experiments host labs pipeline python rtl systemc testbenches tests waves lab .clang* CMake* Containerfile action.yml ./*.md \
    -type f \( "${names[@]:1}" \) | sort
}

# done_testing WHAT: the verdict
done_testing() {
  echo "$1, $failures failures"
  exit $((failures > 0))
}
