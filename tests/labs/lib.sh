# SPDX-License-Identifier: Apache-2.0
# shellcheck shell=bash
# Submissions made from a solution, and what is said of them. Sourced with the program's path.
labs=$(cd -- "$(dirname -- "${BASH_SOURCE[0]}")" && pwd)
instructor=$labs/instructor
# shellcheck source=tests/testbenches/program/lib.sh
. "$labs/../testbenches/program/lib.sh"

# Whether what students wrote can be isolated here.
export isolated=yes
bwrap --ro-bind / / --unshare-all true 2>/dev/null || isolated=''

# made FILE: the text of FILE of a unit or a solution, or if FILE.sed is there in its place, what that makes
made() {
  local from
  [[ ! -e $1 ]] || { cat "$1"; return; }
  from=$(sed -n '1s/^# made from: //p' "$1.sed")
  made "$labs/../../$from" | sed -f "$1.sed"
}

# submission UNIT FOLDER [CHANGE.sed]: the staff solution of a unit, changed
submission() {
  local script
  cp -r "$instructor/$1/solution" "$2"
  while read -r script; do
    made "${script%.sed}" >"$scratch/made"
    mv "$scratch/made" "${script%.sed}"
    rm "$script"
  done < <(find "$2" -name '*.sed')
  [[ ! -e $2/order.py ]] || python3 "$2/order.py" >"$2/order.goal"
  [[ -z ${3-} ]] || sed -i -f "$3" "$2/$(sed -nE '1s/^# ([^ ]+) loses .*/\1/p' "$3")"
}

# submissions UNIT FOLDER [NAME]...: solution, and each change, or those of these names
submissions() {
  local unit=$1 folder=$2 change name
  shift 2
  mkdir -p "$folder"
  submission "$unit" "$folder/solution"
  for change in "$instructor/$unit"/{wrong,cheats}/*.sed; do
    name=$(basename "$change" .sed)
    [[ $# == 0 || " $* " == *" $name "* ]] || continue
    submission "$unit" "$folder/$name" "$change"
    ! diff -qr "$folder/solution" "$folder/$name" >/dev/null || fail "$change changes nothing"
  done
}

# lost TABLE NAME: the criteria whose points a row has lost, in their order
lost() {
  awk -F, -v name="$2" 'NR == 1 { n = split($0, head); next }
    $1 == name { for (i = 5; i < n; i++) if ($i == 0) printf "%s%s", sep++ ? " " : "", head[i] }' "$1"
}

# loses_what_it_says UNIT TABLE: each change has lost what its first line names, and the solution nothing
loses_what_it_says() {
  local unit=$1 table=$2 change name want got
  [ "$(lost "$table" solution)" = '' ] || fail "the solution of $unit loses: $(grep ^solution, "$table")"
  checks=$((checks + 1))
  for change in "$instructor/$unit"/{wrong,cheats}/*.sed; do
    name=$(basename "$change" .sed)
    grep -q "^$name," "$table" || continue
    checks=$((checks + 1))
    want=$(sed -nE '1s/^# [^ ]+ loses ([^:]*):.*/\1/p' "$change" | tr ' ' '\n' | sort)
    got=$(lost "$table" "$name" | tr ' ' '\n' | sort)
    [ "$want" = "$got" ] || fail "$name loses: $(grep "^$name," "$table")"
  done
}
