#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
#
# A ccache that happens to be installed is not used: it writes outside the checkout, and ends the build where it cannot. Who
# asks for it gets it. Configures the lab in a folder of its own, on a PATH whose ccache cannot write.
set -euo pipefail

here=$(cd -- "$(dirname -- "${BASH_SOURCE[0]}")" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir "$work/bin"
cat >"$work/bin/ccache" <<'EOT'
#!/bin/sh
[ -n "$ASKED" ] && exec "$@"
echo 'ccache: error: Permission denied' >&2
exit 1
EOT
chmod +x "$work/bin/ccache"
export PATH=$work/bin:$PATH
unset CMAKE_CXX_COMPILER_LAUNCHER

# commands [NAME=VALUE]: configures, and prints what would be run to build the program
commands() {
  rm -rf "$work/build"
  env ASKED='' "$@" cmake -S "$here/../.." -B "$work/build" -G Ninja >"$work/log" 2>&1 || { cat "$work/log" >&2; exit 1; }
  ninja -C "$work/build" -t commands xbarlab
}

failures=0
if [[ $(commands) == *ccache* ]]; then echo 'FAIL: ccache is used without being asked for'; failures=1; fi
if [[ $(commands ASKED=yes CMAKE_CXX_COMPILER_LAUNCHER=ccache) != *ccache* ]]; then echo 'FAIL: ccache is not used where asked for'; failures=1; fi
exit $failures
