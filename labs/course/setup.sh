#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Gradescope runs this once as root, when it makes the image of the autograder: xbarlab gets into PATH, from the package
# beside this file, or from the repository and commit that the file `repository` names.
set -euo pipefail

cd -- "$(dirname -- "${BASH_SOURCE[0]}")"
apt-get update
if compgen -G '*.deb' >/dev/null; then
  apt-get install --yes ./*.deb
else
  read -r url commit <repository
  apt-get install --yes --no-install-recommends ca-certificates git
  git clone --quiet "$url" /opt/xbarlab
  git -C /opt/xbarlab checkout --quiet "$commit"
  /opt/xbarlab/pipeline/container.sh
fi
