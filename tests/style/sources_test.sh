#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# The form of all text files: no blanks at a line's end, no tabs, a line break at the end, a licence in sources,
# no test that CMake cannot name, or does not know of.
# shellcheck source=tests/style/lib.sh
. "$(dirname -- "${BASH_SOURCE[0]}")/lib.sh"

# wrong FILE...: what is wrong with them, a line each
wrong() {
  local file
  awk '
    function finish() {
      if (name !~ /\.(cpp|h|sv|sh)$|CMakeLists\.txt$|^lab$/) return
      if (!licence) print name ": no SPDX-License-Identifier in its first lines"
    }
    FNR == 1 { finish(); name = FILENAME; licence = 0 }
    FNR <= 3 && /SPDX-License-Identifier: Apache-2\.0$/ { licence = 1 }
    /TEST_CASE\("[^"]*;/ { print FILENAME ":" FNR ": a semicolon in the name of a test: CMake would not run it" }
    FILENAME ~ /[.]sv$/ && /[~!][A-Za-z0-9_:]+\047[(]/ { print FILENAME ":" FNR ": yosys 0.23 drops the operator before a cast; ~{N\047(x)}" }
    FILENAME ~ /[.]sv$/ && /[a-z_]\[[a-z_]+[(].*\] *<= .*;/ { print FILENAME ":" FNR ": Verilator 5.032 takes no call in the index of what is assigned" }
    /[ \t\r]$/ { print FILENAME ":" FNR ": a blank at the end" }
    /\t/ { print FILENAME ":" FNR ": a tab" }
    END { finish() }' "$@"
  # As many line breaks at the ends as files, or else: which?
  (($(tail -q -c 1 "$@" | wc -l) == $#)) || for file in "$@"; do
    (($(tail -c 1 "$file" | wc -l))) || echo "$file: no line break at the end"
  done
}

# unlisted FILE...: those of tests/ROOM that the room's CMakeLists.txt does not name
unlisted() {
  local file room
  for file in "$@"; do
    room=$(cut -d/ -f1,2 <<<"$file")
    grep -qE "(^|[ /(])${file#"$room"/}([ )]|\$)" "$room/CMakeLists.txt" || echo "$file: not in $room/CMakeLists.txt"
  done
}

mapfile -t texts < <(files '*' | grep -vE '[.](png|pcap)$')
((${#texts[@]} > 300)) || fail "only ${#texts[@]} files found"
bad=$(wrong "${texts[@]}")
[ -z "$bad" ] || fail "$bad"
mapfile -t tests < <(files '*_test.cpp' | grep ^tests/)
((${#tests[@]} > 100)) || fail "only ${#tests[@]} tests found"
bad=$(unlisted "${tests[@]}")
[ -z "$bad" ] || fail "$bad"

# It sees what is wrong.
cd "$scratch" || exit
licence='// SPDX-License-Identifier: Apache-2.0'
printf '%s\n' "$licence" 'int a;' >good.cpp
printf '%s\n' "$licence" 'int a; ' >blank.cpp
printf '%s\n\tint a;\n' "$licence" >tab.h
printf '%s\nint a;' "$licence" >end.sv
printf 'int a;\n' >licence.cpp
printf '%s\nassign a = ~N%s(1);\n' "$licence" "'" >cast.sv
printf '%s\n' "$licence" '  a_q[at(b, c)] <= 1;' >call.sv
printf '%s\n' "$licence" 'TEST_'"CASE(\"a; b\") {}" >name.cpp
for file in name.cpp blank.cpp tab.h end.sv cast.sv call.sv licence.cpp; do
  [[ $(wrong "$file") == "$file:"* && $(wrong "$file" | wc -l) == 1 ]] || fail "what is wrong with $file is not found"
done
[[ -z $(wrong good.cpp) ]] || fail "something is found in what is right: $(wrong good.cpp)"
mkdir -p tests/host/base
echo 'xb_add_tests(host_tests SOURCES base/known_test.cpp)' >tests/host/CMakeLists.txt
[[ $(unlisted tests/host/base/{known,other,own_test.cpp,unknown}_test.cpp | wc -l) == 3 ]] || fail 'a test that is not listed is not found'

done_testing "sources_test: ${#texts[@]} files"
