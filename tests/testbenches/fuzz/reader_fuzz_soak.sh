#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# The corpus of reader_fuzz is replayed with sanitizers. All that reads is compiled for it, which takes minutes: too long for each
# run of the pipeline. Usage: reader_fuzz_soak.sh
set -euo pipefail
cd -- "$(dirname -- "${BASH_SOURCE[0]}")/../../.."

cmake --preset sanitize
cmake --build --preset sanitize --target reader_fuzz
ctest --preset sanitize --no-tests=error -R '^reader_fuzz_corpus$'
