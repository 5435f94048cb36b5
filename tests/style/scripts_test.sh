#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# bash and shellcheck find nothing to say about any script.
# shellcheck source=tests/style/lib.sh
. "$(dirname -- "${BASH_SOURCE[0]}")/lib.sh"

needs shellcheck

# said FILE...: what they have to say
said() {
  local file
  for file in "$@"; do bash -n "$file" 2>&1; done
  shellcheck --external-sources "$@"
}

mapfile -t scripts < <(files '*' | xargs -d '\n' awk 'FNR == 1 && (/^#!.*sh$/ || FILENAME ~ /\.sh$/) { print FILENAME } { nextfile }')
for script in lab .ci/run .ci/sanitize .ci/tidy tests/style/lib.sh; do
  [[ " ${scripts[*]} " == *" $script "* ]] || fail "$script is not found"
done
findings=$(said "${scripts[@]}")
[ -z "$findings" ] || fail "$findings"

# They see what is wrong.
{ cat lab; echo 'if true; then'; } >"$scratch/unfinished.sh"
printf '#!/usr/bin/env bash\nrm %s/*\n' "\$1" >"$scratch/unquoted.sh"
[[ $(said "$scratch/unfinished.sh") == *'syntax error'* ]] || fail 'an unfinished script is not found'
[[ $(said "$scratch/unquoted.sh") == *SC2086* ]] || fail 'a word that is not quoted is not found'

done_testing "scripts_test: ${#scripts[@]} scripts"
