#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
#
# alone_test.sh [FOLDER]: each source of C++ (in a folder, such as host/nic) compiles by itself, as the preset edit builds it.
# `./lab` compiles five dozen at a time, where one sees what another includes.
# shellcheck source=tests/style/lib.sh
. "$(dirname -- "${BASH_SOURCE[0]}")/lib.sh"
folder=${1:-}

cmake --preset edit -B "$scratch/edit" >"$scratch/log" 2>&1 || { cat "$scratch/log"; exit 1; }
# What a build would make, and study/sources_digest.cpp includes.
cmake -DROOT="$PWD" -DOUTPUT="$scratch/edit/generated/sources/xb_sources.h" -P cmake/sources_digest.cmake

# checks: a line for each source, FILE COMMAND, without objects; what the build makes is none of the project's,
# and the benches of the RTL include what Verilator makes of it
checks() {
  sed -nE 's/^ *"command": "(.*) -o [^ ]+ -c ([^ ]+\.cpp)",?$/\2 \1 -fsyntax-only \2/p' "$scratch/edit/compile_commands.json" |
    sed 's/\\\([\\"]\)/\1/g' | grep "^$PWD/$folder" | grep -v -e "^$PWD/build/" -e "^$PWD/tests/rtl/"
}
# badly: those of them that do not compile
badly() {
  # shellcheck disable=SC2016  # of another shell
  tr '\n' '\0' | xargs -0 -P "$(nproc)" -n 1 bash -c '
    command=${0#* }
    eval "$command" >/dev/null 2>&1 || printf "%s\n" "${0%% *}"'
}

checks >"$scratch/checks"
sources=$(wc -l <"$scratch/checks")
((sources > 0)) || fail 'no source is compiled'
bad=$(badly <"$scratch/checks")
[ -z "$bad" ] || fail "not by itself: $bad"

# It sees one that is wrong: what a source uses is no longer included.
{ echo '#include <string>'; echo 'std::optional<std::string> none() { return {}; }'; } >"$scratch/wrong.cpp"
wrong=$(sed -n "1s#^\\([^ ]*\\) \\(.*\\) \\1\$#$scratch/wrong.cpp \\2 $scratch/wrong.cpp#p" "$scratch/checks" | badly)
[ "$wrong" = "$scratch/wrong.cpp" ] || fail 'a missing include is not found'

done_testing "alone_test: $sources sources"
