#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# The image of the Containerfile runs a pipeline's job; where no container can be made, a root in which the same was done.
root=$(cd -- "$(dirname -- "${BASH_SOURCE[0]}")/../.." && pwd)
set -euo pipefail

for tool in podman docker; do
  "$tool" pull debian:trixie >/dev/null 2>&1 || continue
  "$tool" build --tag xbarlab-test "$root"
  "$tool" run --rm --workdir /opt/xbarlab --env GOLDEN=waves/golden --env RESULTS=/tmp/results \
    --env DEVICE=examples/quad-switch/quad_switch.toml --env CHECK='--ports 4' xbarlab-test xbarlab-pipeline
  exit
done
[[ $(id -u) == 0 ]] || { echo 'container_test: no container tool, and not root'; exit 77; }
exec "$root/lab" fresh trixie container
