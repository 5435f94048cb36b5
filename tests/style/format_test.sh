#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# All C++ is as clang-format wants it. Debian 12's version 14 and Debian 13's 19 want the same of it; of others that
# is not known.
# shellcheck source=tests/style/lib.sh
. "$(dirname -- "${BASH_SOURCE[0]}")/lib.sh"

needs clang-format
version=$(clang-format --version | sed -E 's/.*version ([0-9]+).*/\1/')
case $version in
  14 | 19) ;;
  *) echo "skipped: clang-format $version here, not 14 or 19"; exit 77 ;;
esac

# badly FILE...: those that it would change
badly() { clang-format --style=file:.clang-format --dry-run "$@" 2>&1 | sed -nE 's/^([^:]+):[0-9]+:.*/\1/p' | sort -u; }

mapfile -t sources < <(files '*.cpp' '*.h')
((${#sources[@]} > 100)) || fail "only ${#sources[@]} files of C++ found"
mapfile -t bad < <(badly "${sources[@]}")
((${#bad[@]} == 0)) || fail "not as clang-format wants it; mend with: clang-format -i ${bad[*]}"

# It sees what is wrong: a name out of its column, an include out of order.
sed 's/^  int/   int/; s/^int main/int  main/' testbenches/program/main.cpp >"$scratch/indented.cpp"
sed '0,/#include <algorithm>/{/#include <algorithm>/d}; s/#include <new>/&\n#include <algorithm>/' testbenches/program/main.cpp >"$scratch/order.cpp"
[ "$(badly "$scratch"/*.cpp testbenches/program/main.cpp)" = "$scratch/indented.cpp"$'\n'"$scratch/order.cpp" ] || fail 'bad format is not found'

done_testing "format_test: ${#sources[@]} files"
