#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# What the Containerfile runs as root in a minimal Debian, with the checkout in /opt/xbarlab: packages, the program, the
# common models; xbarlab and xbarlab-pipeline in PATH.
set -euo pipefail

cd "$(dirname -- "${BASH_SOURCE[0]}")/.."
./lab prebuild
ln -sf "$PWD/build/dev/xbarlab" /usr/local/bin/xbarlab
ln -sf "$PWD/pipeline/steps.sh" /usr/local/bin/xbarlab-pipeline
# Objects of the build, and lists and archives of packages, are half of the image.
find build/dev -name '*.o' -delete
rm -rf .git /var/lib/apt/lists/* /var/cache/apt/archives/*.deb
