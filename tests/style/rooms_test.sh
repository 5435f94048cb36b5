#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Every source is in a room of docs/rooms.md, and includes what is in its own room or in one that this room uses; a room
# uses nothing that it does not include, and only rooms of rows above it: no circles.
# shellcheck source=tests/style/lib.sh
. "$(dirname -- "${BASH_SOURCE[0]}")/lib.sh"

# wrong FILE...: what is wrong with the table and with them, all sources of its rooms, a line each
wrong() {
  awk '
    function room_of(name) { return match(name, "/[^/]*$") ? substr(name, 1, RSTART - 1) : "" }
    # "host/ base link; systemc"
    function read_uses(room, list,   group, groups, word, words, i, j) {
      groups = split(list, group, / *; */)
      for (i = 1; i <= groups; ++i) {
        words = split(group[i], word, / +/)
        for (j = word[1] ~ /\/$/ ? 2 : 1; j <= words; ++j) uses[room, word[1] ~ /\/$/ ? word[1] word[j] : word[j]]
      }
    }
    FILENAME == "docs/rooms.md" {
      if (split($0, cell, / *[|] */) < 5 || cell[2] !~ /^`.*`$/) next
      gsub("`", "", cell[2])
      row[cell[2]] = FNR
      read_uses(cell[2], cell[4])
      next
    }
    FNR == 1 {
      here = room_of(FILENAME)
      if (!(here in row)) print FILENAME ": not in a room of docs/rooms.md"
    }
    /^[ \t]*#[ \t]*include[ \t]*("|<(xbarlab|host|systemc|testbenches|waves|bench)\/)/ && here in row {
      split($0, part, /["<>]/)
      sub(/^xbarlab\//, "", part[2])
      there = room_of(part[2])
      if (there == "" && here ~ /^examples\//) next # beside it
      if (there == here || part[2] ~ /^(Vswitch|xb_switches|xb_twins)\.h$/) next
      included[here, there]
      if (!((here, there) in uses)) print FILENAME ":" FNR ": includes " part[2] ", but in docs/rooms.md " here " does not use " there
    }
    END {
      for (pair in uses) {
        split(pair, room, SUBSEP)
        place = "docs/rooms.md:" row[room[1]] ": " room[1] " uses " room[2] ", "
        if (!(room[2] in row) || row[room[2]] >= row[room[1]]) print place "which is in no row above it"
        else if (!(pair in included)) print place "and nothing of it includes that"
      }
    }' docs/rooms.md "$@"
}

mapfile -t sources < <(files '*.h' '*.cpp' | grep -v '^tests/')
odd=$(files '*.hpp' '*.hh' '*.cc' '*.cxx' '*.inc')
[ -z "$odd" ] || fail "names of sources end in .h or .cpp: $odd"
((${#sources[@]} > 150)) || fail "only ${#sources[@]} sources found"
bad=$(wrong "${sources[@]}")
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

# It sees what is wrong: a table and sources without a fault, and one fault at a time.
mkdir -p "$scratch"/{docs,host/base,host/link,host/attic,systemc}
cd "$scratch" || exit
row() { printf '| \x60%s\x60 | what is in it | %s |\n' "$@"; }
sound() {
  { row host/base '' systemc '' host/link 'host/ base; systemc'; } >docs/rooms.md
  rm -f host/*/*
  echo '#include "host/link/packet.h"' >host/link/own.h
  printf '#include "host/base/errors.h"\n#\tinclude <systemc/twin.h>\n' >host/link/down.h
}
# sees PLACE: the one fault there
sees() {
  local found
  found=$(wrong host/*/*.h)
  [[ $found == "$1"* && $found != *$'\n'* ]] || fail "at $1 is found: $found"
  sound
}
sound
[[ -z $(wrong host/*/*.h) ]] || fail "something is found in what is right: $(wrong host/*/*.h)"
for include in '"host/link/packet.h"' '<xbarlab/host/link/packet.h>' '<systemc/twin.h>' '"host/attic/old.h"'; do
  echo "#include $include" >host/base/one.h
  sees host/base/one.h:1:
done
: >host/attic/old.h
echo 'int a;' >>host/attic/old.h
sees host/attic/old.h:
sed -i '/twin/d' host/link/down.h
sees 'docs/rooms.md:3: host/link uses systemc, and nothing'
row host/last 'host/ attic' >>docs/rooms.md
sees 'docs/rooms.md:4: host/last uses host/attic, which is in no row above'
row host/base 'host/ link' systemc '' host/link 'host/ base; systemc' >docs/rooms.md
echo '#include "host/link/packet.h"' >host/base/circle.h
sees 'docs/rooms.md:1: host/base uses host/link, which is in no row above'

done_testing "rooms_test: ${#sources[@]} files"
