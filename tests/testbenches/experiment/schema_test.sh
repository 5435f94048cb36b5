#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# The schema of experiment files admits all files of the project, and refuses wrong ones. Usage: schema_test.sh PROGRAM
set -euo pipefail
program=$(readlink -f -- "$1")
here=$(cd -- "$(dirname -- "${BASH_SOURCE[0]}")/../../.." && pwd)
if ! python3 -c 'import jsonschema, tomllib' 2>/dev/null; then
  echo "schema_test: no python3-jsonschema, or a Python without tomllib"
  exit 77
fi
"$program" list schema | python3 "$here/tests/testbenches/experiment/schema_test.py" "$here/experiments" "$program"
