#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# The pages do not rot: each folder has a README (docs: index.md) that names its files and none that is gone, links lead
# somewhere, prose has short lines, and the words are those of CONTRIBUTING.md.
# shellcheck source=tests/style/lib.sh
. "$(dirname -- "${BASH_SOURCE[0]}")/lib.sh"

readonly longest=120 # columns of prose

# unnamed PAGE: files of the page's folder that it does not name, and names in its tables of files that are not there. A file is
# named by its name, with or without the ending: `name.h` stands for `name.cpp`, too.
# shellcheck disable=SC2016  # these are Markdown's
unnamed() {
  local page=$1 folder=${1%/*} name
  while read -r name; do
    [[ $name == CMakeLists.txt || $folder/$name == "$page" ]] || grep -qE "[\`(/]${name%.*}[\`.)]" "$page" ||
      echo "$page: does not name $name"
  done < <(find "$folder" -maxdepth 1 -type f -printf '%f\n' | sort)
  while read -r name; do
    compgen -G "$folder/$name" >/dev/null || compgen -G "$folder/$name.*" >/dev/null || echo "$page: names $name, which is gone"
  done < <(sed -nE 's/^\| (`[^|]*`) \|.*/\1/p' "$page" | grep -oE '`[^`]+`' | tr -d '`' | grep -v '^[._-]' | sort -u)
}

# broken_links PAGE...: links to files, and to headings, that are not there
broken_links() {
  local page target anchor
  while IFS=: read -r page target; do
    anchor=${target#"${target%%#*}"}
    target=${target%%#*}
    if [[ -z $target ]]; then target=$page; else target=${page%/*}/$target; fi
    [[ $page != "$target" || $page == */* ]] || target=./$page
    if [[ ! -e $target ]]; then echo "$page: ${target#./} is not there"; continue; fi
    [[ -z $anchor ]] || headings "$target" | grep -qxF -- "${anchor#\#}" || echo "$page: ${target#./} has no heading $anchor"
  done < <(grep -oHE '\]\([^) ]+\)|(src|href)="[^"]+"' "$@" | sed -E 's/\]\(([^)]*)\)$/\1/; s/(src|href)="([^"]*)"$/\2/' |
    grep -vE ':(https?|mailto):' | sed -E 's|^([^/:]+):|./\1:|')
}

# headings PAGE: as links name them
headings() { sed -nE 's/^#+ +//p' "$1" | tr '[:upper:]' '[:lower:]' | sed -E 's/[^a-z0-9 _-]//g; s/ /-/g'; }

# lacking PAGE...: commands without a flag that they need
lacking() {
  awk '/^    .*(\.\/lab|xbarlab) wave / {
    command = $0
    while (command ~ /\\$/ && (getline more) > 0) command = command more
    if (command !~ /--output/) print FILENAME ":" FNR ": wave without --output"
  }' "$@"
}

# ill_formed PAGE...: lines that are neither a heading nor a row of a table, though they begin like one
ill_formed() {
  awk 'FNR == 1 { code = 0 } /^ *```/ { code = !code }
    !code && (/^#+[^# !]/ || (/^[|]/ && !/[|] *$/)) { print FILENAME ":" FNR ": neither a heading nor a row" }' "$@"
}

# unlisted LAB PAGE: verbs that `LAB help` has, and headings of PAGE do not
unlisted() {
  "$1" help | sed -nE '/^ *usage/d; s/^  ([a-z]+).*/\1/p' | while read -r verb; do
    sed -nE 's/^## //p' "$2" | grep -qw -- "$verb" || echo "$2: has no heading for $verb"
  done
}

# ill_worded FILE...: prose that is too wide, and words that CONTRIBUTING.md has a better one for. In pages tables and code may be
# wide; in sources only texts in quotes count.
ill_worded() {
  awk -v longest="$longest" '
    FILENAME ~ /(^|\/)CONTRIBUTING.md$/ && /^## / { list = /^## Words/ }
    FILENAME ~ /(^|\/)CONTRIBUTING.md$/ && list {
      if (split($0, cell, " *[|] *") > 3 && cell[2] != "not" && cell[2] !~ /^-/)
        for (n = split(cell[2], forms, ", "); n; n--) better[forms[n]] = cell[3]
      next
    }
    FNR == 1 { code = 0 }
    FILENAME ~ /\.md$/ && /^ *```/ { code = !code }
    FILENAME ~ /\.md$/ && !code && length > longest && !/^[|]|^    |^ *<|^#/ {
      print FILENAME ":" FNR ": " length " columns; allowed: " longest
    }
    {
      text = " " tolower($0) " "
      if (FILENAME !~ /\.md$/) {
        if (!match(text, /".*"/) || text ~ /^ *(\/\/|test_case|#)/) next
        text = " " substr(text, RSTART, RLENGTH) " "
      } else if (code || /^    /) next
      for (word in better)
        if (match(text, "[^a-z]" word "[^a-z]")) print FILENAME ":" FNR ": \"" word "\"; better: " better[word]
    }' "$@"
}

# unreported PAGE FOLDER: experiments of FOLDER that the summary PAGE neither has a row of nor says that it leaves out, and a
# number of those with a row that is another than it says
unreported() {
  local name rows
  while read -r name; do
    grep -qF -e "| [${name}](" -e "\`${name}\`" "$1" || echo "$1: neither has nor leaves out $name"
  done < <(find "$2" -maxdepth 1 -name '*.toml' -printf '%f\n' | sed 's/[.]toml$//' | sort)
  rows=$(sed '1,/^## Experiments/d' "$1" | grep -c '^| \[')
  grep -q "with $rows of the files" "$1" || echo "$1: has $rows experiments, and says another number"
}

# untested PAGE...: tests that pages name by their file and are not below tests/ (`_NAME_test` is the end of a name), and
# words of `./lab test -R` and the like that no test has in its name
# shellcheck disable=SC2016  # these are Markdown's
untested() {
  local page name word
  while IFS=: read -r page name; do
    [[ -n $(find tests -name "${name/#_/*_}.*" -print -quit) ]] || echo "$page: there is no $name"
  done < <(grep -oHE '`[a-z0-9_]+_test(\.[a-z]+)?`' "$@" | tr -d '`' | sed -E 's/\.(cpp|sh|h|py)$//' | sort -u)
  find tests -name '*.cpp' -exec grep -hA1 TEST_CASE {} + >"$scratch/names"
  {
    find tests -name '*_test.sh' -o -name '*_soak.sh'
    find tests -name CMakeLists.txt -exec grep -h 'add_test(NAME' {} +
  } >>"$scratch/names"
  while IFS=: read -r page name; do
    while read -r word; do
      grep -qF -- "$word" "$scratch/names" || echo "$page: no test has '$word' in its name"
    done < <(sed -E "s/.* -R +//; s/'//g; s/: NAME//" <<<"$name" | tr '|' '\n')
  done < <(grep -oHE "[.]/lab (test|long|soak) -R +('[^']+'|[a-z_]+)" "$@" | sort -u)
}

mapfile -t pages < <(files '*.md' | sed 's|^\./||')
mapfile -t sources < <(files '*.cpp' '*.h' | grep -E '^(host|testbenches|waves)/')
mapfile -t folders < <(files '*.sv' '*.h' '*.cpp' '*.toml' '*.md' | grep -vE '^(\./|tests/)' | xargs -d '\n' dirname | sort -u)
for folder in host testbenches waves tests "${folders[@]}"; do
  page=$folder/README.md
  case $folder in docs) page=docs/index.md ;; docs/how-to | experiments/clusters | experiments/topologies | labs/*) continue ;; esac
  if [[ -e $page ]]; then found=$(unnamed "$page"); else found="$folder: has no README.md"; fi
  [ -z "$found" ] || fail "$found"
done
bad=$(broken_links "${pages[@]}"; lacking "${pages[@]}"; ill_formed "${pages[@]}"; unlisted ./lab docs/commands.md; unreported docs/reproduced.md experiments; untested "${pages[@]}"; ill_worded CONTRIBUTING.md "${pages[@]}" "${sources[@]}" | sort -u)
[ -z "$bad" ] || fail "$bad"

# One version: of the build, of the citation, of the newest release.
version=$(sed -nE 's/^project\(xbarlab VERSION ([0-9.]+) .*/\1/p' CMakeLists.txt)
grep -qx "version: $version" CITATION.cff || fail "CITATION.cff: not version $version, as CMakeLists.txt"
[[ $(sed -nE 's/^## \[([0-9.]+)\].*/\1/p' CHANGELOG.md | head -n 1) == "$version" ]] ||
  fail "CHANGELOG.md: the newest release is not $version, as in CMakeLists.txt"

# It sees what is wrong.
cp CONTRIBUTING.md "$scratch"
cd "$scratch" || exit
mkdir room
touch room/{kept,new}.h room/{kept,new}.cpp
# shellcheck disable=SC2016  # these are Markdown's
printf '%s\n' '# A room' '' '| file | what |' '|---|---|' '| `kept.h`, `.cpp` | kept |' '| `gone.h` | gone |' \
  >room/README.md
[[ $(unnamed room/README.md) == *'name new.cpp'*'name new.h'*'names gone.h, which'* ]] || fail "files: $(unnamed room/README.md)"
[[ $(unnamed room/README.md | wc -l) == 3 ]] || fail "too much is found: $(unnamed room/README.md)"
printf '%s\n' '# A Page, of links' '[a](gone.md) [b](#a-page-of-links) [c](#gone) [d](room/README.md)' \
  '<img src="gone.svg">' >links.md
[[ $(broken_links links.md) == *gone.md*'#gone'*gone.svg* && $(broken_links links.md | wc -l) == 3 ]] ||
  fail "links: $(broken_links links.md)"
printf '    %s\n' './lab wave --ports 4' "./lab wave --ports 4 \\" '  --output a' >waves.md
[[ $(lacking waves.md) == 'waves.md:1: wave without --output' ]] || fail "commands: $(lacking waves.md)"
printf '%s\n' '# A Page' '#a page' '| row |' '| row | for' '```' '#code' '```' >form.md
[[ $(ill_formed form.md | cut -d: -f2) == $'2\n4' ]] || fail "form: $(ill_formed form.md)"
printf 'echo "  one\n  two FILE   what\n                   more"\n' >verbs.sh
chmod +x verbs.sh
printf '%s\n' '# Verbs' '## one, three' >verbs.md
[[ $(unlisted ./verbs.sh verbs.md) == 'verbs.md: has no heading for two' ]] || fail "verbs: $(unlisted ./verbs.sh verbs.md)"
mkdir tests
echo 'TEST_CASE("one thing is another", "[tag]") {' >tests/kept_test.cpp
# shellcheck disable=SC2016  # these are Markdown's
printf '%s\n' '`kept_test`, `gone_test.cpp`' "    ./lab test -R 'one thing|two things'" >tests.md
[[ $(untested tests.md) == *'no gone_test'*"has 'two things' in"* && $(untested tests.md | wc -l) == 2 ]] ||
  fail "tests: $(untested tests.md)"
mkdir tried
touch tried/{judged,apart,new}.toml
# shellcheck disable=SC2016  # these are Markdown's
printf '%s\n' 'found with 2 of the files' 'Left out: `apart`' '## Experiments' '| [judged](judged.toml) |' >summary.md
[[ $(unreported summary.md tried) == *'leaves out new'*'has 1 experiments'* ]] || fail "summary: $(unreported summary.md tried)"
{ printf 'word %.0s' {1..30}; echo; printf '| word %.0s' {1..30}; echo; echo 'Who heeds that is told so.'; } >words.md
echo 'f("nobody heeds it"); // heeds' >words.cpp
[[ $(ill_worded CONTRIBUTING.md words.md words.cpp | cut -d: -f1,2 | sort -u) == $'words.cpp:1\nwords.md:1\nwords.md:3' ]] ||
  fail "words: $(ill_worded CONTRIBUTING.md words.md words.cpp)"

done_testing "pages_test: ${#pages[@]} pages"
