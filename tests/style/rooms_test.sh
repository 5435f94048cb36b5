#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Includes between rooms go down: every source is in a room of docs/rooms.md, and includes what is in its own or on a lower floor.
# shellcheck source=tests/style/lib.sh
. "$(dirname -- "${BASH_SOURCE[0]}")/lib.sh"

# upward FILE...: what is wrong with them, a line each
upward() {
  awk '
    function room_of(name) { return match(name, "/[^/]*$") ? substr(name, 1, RSTART - 1) : "" }
    FILENAME == "docs/rooms.md" {
      if (split($0, cell, " *[|] *") > 3 && cell[2] ~ /^[0-9]+$/) { gsub("`", "", cell[3]); floor[cell[3]] = cell[2] + 0 }
      next
    }
    FNR == 1 {
      here = room_of(FILENAME)
      if (!(here in floor)) print FILENAME ": not in a room of docs/rooms.md"
    }
    /^[ \t]*#[ \t]*include[ \t]*("|<(xbarlab|host|systemc|testbenches|waves|bench)\/)/ && here in floor {
      split($0, part, /["<>]/)
      sub(/^xbarlab\//, "", part[2])
      there = room_of(part[2])
      if (there == "" && here ~ /^examples\//) next # beside it
      if (there == here || part[2] ~ /^(Vswitch|xb_switches|xb_twins)\.h$/) next
      if (!(there in floor)) print FILENAME ":" FNR ": includes " part[2] ", which is not in a room of docs/rooms.md"
      else if (floor[there] >= floor[here])
        print FILENAME ":" FNR ": " here " (floor " floor[here] ") includes " part[2] " (floor " floor[there] "); allowed: lower floors"
    }' docs/rooms.md "$@"
}

mapfile -t sources < <(files '*.h' '*.cpp' | grep -v '^tests/')
odd=$(files '*.hpp' '*.hh' '*.cc' '*.cxx' '*.inc')
[ -z "$odd" ] || fail "names of sources end in .h or .cpp: $odd"
((${#sources[@]} > 150)) || fail "only ${#sources[@]} sources found"
bad=$(upward "${sources[@]}")
[ -z "$bad" ] || fail "$bad"

# Tests are in the rooms of what they test.
while read -r test; do
  subject=${test#tests/}
  subject=${subject%_test.cpp}
  [[ -e $subject.h || -e $subject.cpp || -e rtl/xb_${subject#rtl/}.sv ]] && continue
  name=${subject##*/}
  elsewhere=$(find host systemc testbenches waves -name "$name.h" -o -name "$name.cpp")
  [ -z "$elsewhere" ] || fail "$test tests ${elsewhere%%$'\n'*}; allowed: the folder of that name in tests/"
done < <(files '*_test.cpp' | grep '^tests/')

# It sees what is wrong.
mkdir -p "$scratch"/{docs,host/base,host/link,host/attic}
cp docs/rooms.md "$scratch/docs"
cd "$scratch" || exit
echo '#include "host/base/errors.h"' >host/link/down.h
echo '#include "host/link/packet.h"' >host/base/up.h
echo '#include "host/measure/measures.h"' >host/link/beside.h
printf '#\tinclude <host/measure/measures.h>\n' >host/link/angle.h
echo '#include "host/attic/old.h"' >host/link/nowhere.h
: >host/attic/old.h
echo 'int a;' >>host/attic/old.h
echo '#include <xbarlab/host/measure/measures.h>' >host/link/installed.h
for file in host/link/installed.h host/link/angle.h host/base/up.h host/link/beside.h host/link/nowhere.h host/attic/old.h; do
  [[ $(upward "$file") == "$file:"* && $(upward "$file" | wc -l) == 1 ]] || fail "what is wrong with $file is not found"
done
[[ -z $(upward host/link/down.h) ]] || fail "something is found in what is right: $(upward host/link/down.h)"

done_testing "rooms_test: ${#sources[@]} files"
