#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# What a teacher hands out (labs/course/README.md). Usage: course.sh PROGRAM FOLDER [--instructor SECRET] [--source WHAT]
# WHAT: a package, .deb, or the address of a git repository (this checkout's remote `origin`)
set -euo pipefail

here=$(cd -- "$(dirname -- "${BASH_SOURCE[0]}")" && pwd)
readonly here program=$1
shift
folder='' secret='' source=''

die() { printf 'lab: course: %s\n' "$*" >&2; exit 2; }

while (($#)); do
  case $1 in
    --instructor | --source) (($# > 1)) || die "$1: nothing given; allowed: with a value" ;;&
    --instructor) secret=$2; shift ;;
    --source) source=$2; shift ;;
    -*) die "$1: not allowed; allowed: --instructor --source" ;;
    *) [[ -z $folder ]] || die "$1: not allowed; allowed: one folder"; folder=$1 ;;
  esac
  shift
done
[[ -n $folder ]] || die 'no folder; allowed: ./lab course FOLDER'
source=${source:-$(git -C "$here" remote get-url origin 2>/dev/null)} ||
  die '--source: nothing given, and this checkout has no remote; allowed: a package .deb, or a git repository'
[[ $source != *.deb || -f $source ]] || die "--source: '$source' is not there; allowed: a package .deb, or a git repository"
[[ -z $secret || -d $secret ]] || die "--instructor: '$secret' is not there; allowed: a folder of hidden criteria"

commit=$(git -C "$here" rev-parse HEAD 2>/dev/null) || commit=HEAD
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
units=()
for file in "$here"/*/unit.toml; do
  unit=${file%/unit.toml}
  units+=("${unit##*/}")
done
mkdir -p "$folder"/{units,gradescope,marks} 2>/dev/null || die "'$folder' cannot be written; allowed: a folder that can"
folder=$(readlink -f -- "$folder")
for table in "$folder"/marks/*.csv; do
  [[ ! -e $table || $(head -n 1 "$table") == submission,contents,score,of,* ]] ||
    die "$table: no table of marks; allowed: one that xbarlab lab mark has made"
done
cp "$here/course/README.md" "$folder"

# hand_out UNIT: for students, whose copy of the lab is anywhere
hand_out() {
  [[ ! -e $folder/units/$1 ]] || return 0
  "$program" lab start "${1%%-*}" "$folder/units/$1" >/dev/null
  sed -E 's/\[([^]]*)\]\(\.\.\/\.\.\/([^)#]*)(#[^)]*)?\)/\1 (\2 of xbarlab)/g' "$here/$1/handout.md" >"$folder/units/$1/handout.md"
}

# how_to_begin: the students' page
how_to_begin() {
  local lab=xbarlab
  printf '# Units of the course\n\nOn Debian 12 or 13'
  if [[ $source == *.deb ]]; then
    cp "$source" "$folder/units"
    printf ', the one that the package was made on:\n\n    sudo apt-get install --reinstall ./%s\n' "${source##*/}"
  else
    lab=xbarlab/lab
    printf ':\n\n    git clone %s xbarlab\n' "$source"
  fi
  printf '    %s lab check 1 1-hol-blocking    # as often as you like\n\n' "$lab"
  # shellcheck disable=SC2016  # these are Markdown's
  printf 'Begin with `handout.md` of a unit; hand in its folder.\n'
}

# add_secret UNIT: hidden criteria, those that the unit was committed to, and the switches that they name
add_secret() {
  local digest file
  [[ -f $secret/$1.toml ]] || return 0
  digest=$(sed -nE 's/^hidden *= *"([0-9a-f]*)".*/\1/p' "$here/$1/unit.toml")
  sha256sum --check --status <<<"$digest  $secret/$1.toml" ||
    die "--instructor: $secret/$1.toml is not the file of labs/$1/unit.toml; allowed: one whose SHA-256 is '$digest'"
  mkdir "$work/secret"
  cp "$secret/$1.toml" "$work/secret"
  while read -r file; do
    mkdir -p "$work/secret/$(dirname "$file")"
    cp "$secret/$file" "$work/secret/$file"
  done < <(sed -nE 's/^switches *= *"([^"]*)".*/\1/p' "$secret/$1.toml" | sort -u)
}

# autograder UNIT
autograder() {
  rm -rf "${work:?}"/*
  cp "$here"/course/{setup.sh,run_autograder} "$work"
  printf '%s\n' "${1%%-*}" >"$work/unit"
  if [[ $source == *.deb ]]; then cp "$source" "$work"
  else printf '%s %s\n' "$source" "$commit" >"$work/repository"; fi
  [[ -z $secret ]] || add_secret "$1"
  (cd "$work" && cmake -E tar cf "$folder/gradescope/$1.zip" --format=zip -- *)
}

# scores UNIT: of its table of marks name, score and points, with tabs between them
scores() {
  local table=$folder/marks/$1.csv
  [[ ! -f $table ]] || awk 'NR > 1 && match($0, /^("([^"]|"")*"|[^",]*)/) {
    name = substr($0, 1, RLENGTH); split(substr($0, RLENGTH + 2), cell, ","); print name "\t" cell[2] "\t" cell[3] }' "$table"
}

# gradebooks: canvas.csv and moodle.csv. Points are those of marks, or as `lab list` has them, without what is hidden.
gradebooks() {
  local unit name score most points row titles='' best=''
  local -A of=()
  "$program" lab list >"$work/list"
  for unit in "${units[@]}"; do
    points=$(awk -F '  +' -v unit="${unit%%-*}" '$2 == unit { print $(NF - 1) }' "$work/list")
    while IFS=$'\t' read -r name score most; do of["$name $unit"]=$score points=$most; done < <(scores "$unit")
    titles+=",\"${unit%%-*} $(sed -nE '/^title/{s/^title *= *"(.*)"/\1/p;q}' "$here/$unit/unit.toml")\""
    best+=,$points
  done
  printf 'Student,ID,SIS User ID,SIS Login ID,Section%s\n    Points Possible,,,,%s\n' "$titles" "$best" >"$work/canvas"
  printf 'username%s\n' "$titles" >"$work/moodle"
  for unit in "${units[@]}"; do scores "$unit"; done | cut -f1 | LC_ALL=C sort -u >"$work/names"
  while read -r name; do
    row=''
    for unit in "${units[@]}"; do row+=,${of["$name $unit"]-}; done
    printf '%s,,,%s,%s\n' "$name" "$name" "$row" >>"$work/canvas"
    printf '%s%s\n' "$name" "$row" >>"$work/moodle"
  done <"$work/names"
  for unit in canvas moodle; do mv "$work/$unit" "$folder/$unit.csv"; done
}

for unit in "${units[@]}"; do
  hand_out "$unit"
  autograder "$unit"
done
how_to_begin >"$folder/units/README.md"
gradebooks
printf '%s units in %s; read its README.md\n' "${#units[@]}" "$folder"
