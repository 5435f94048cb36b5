#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
#
# instructions_test.sh PROGRAM [long|make]: the instructions of a cycle of a run, counted by valgrind, which a busy machine
# does not change. More than 2 % above bench/instructions.txt fails: mend it, or write there why. Without an argument, the runs
# above `# long` there. `make` writes what is counted into that file; the reasons stay. Each is the difference of a long and a
# short run, so that starting does not count. They are those of one compiler, the file's first line: with another there is
# nothing to compare.
set -euo pipefail
here=$(cd -- "$(dirname -- "${BASH_SOURCE[0]}")" && pwd)
readonly list=$here/../../bench/instructions.txt part=${2-}
work=$(mktemp -d "${TMPDIR:-/tmp}/xbarlab.XXXXXX")
trap 'rm -rf "$work"' EXIT
readonly program=$work/xbarlab

compiler="# $(${CXX:-g++} --version | head -n 1)"
if [[ $part != make && $(head -n 1 "$list") != "$compiler" ]]; then
  echo "instructions_test.sh: counted with another compiler, $(head -n 1 "$list")"
  exit 77
fi

# goal ROUNDS: in each, each of 16 ranks sends 8 bytes to all others, one after the other, and receives from all.
goal() {
  awk -v rounds="$1" 'BEGIN {
    print "num_ranks 16"
    for (r = 0; r < 16; ++r) {
      print "rank " r " {"
      for (n = 0; n < 15 * rounds; ++n) {
        print "r" n ": recv 8b from " (r + 15 - n % 15) % 16 " tag " int(n / 15) % 4
        print "s" n ": send 8b to " (r + 1 + n % 15) % 16 " tag " int(n / 15) % 4
        if (n > 0) print "s" n " requires s" n - 1
      }
      print "}"
    }
  }'
}

# count SIZE FLAGS: the instructions of a run in which SIZE stands for @; a schedule `@.goal` is made for it.
count() {
  local flags=${2//@/$1}
  if [[ $2 == *@.goal* ]]; then goal "$1" >"$work/$1.goal"; fi
  cd "$work"
  # shellcheck disable=SC2086  # several words
  XDG_CACHE_HOME=$work valgrind --tool=cachegrind --cache-sim=no --vex-guest-chase=no --cachegrind-out-file=/dev/null --log-file="$work/log.%p" \
    "$program" $flags --json "$work/record" >/dev/null 2>"$work/err" || { cat "$work/err" >&2; exit 1; }
  # Children count apart; the run is the largest.
  sed -nE 's/.*I +refs: +([0-9,]+)$/\1/p' "$work"/log.* | tr -d , | sort -n | tail -n 1
  rm -f "$work"/log.*
}

# per_unit SMALL LARGE FLAGS
per_unit() { echo $((($(count "$2" "$3") - $(count "$1" "$3")) / ($2 - $1))); }

# judge WHAT LIMIT COUNTED: what is wrong, if anything
judge() {
  if (($3 * 100 > $2 * 102)); then echo "$1: $3 instructions, $2 in bench/instructions.txt: $(($3 * 1000 / $2 - 1000)) per mille more"; fi
}

# In most runs valgrind would take a quarter of the time to read names that nobody asks for.
strip -o "$program" "$1"
[[ -n $(judge x 1000 1021) && -z $(judge x 1000 1020) ]] || { echo 'instructions_test.sh: FAIL: 2 % are not seen' >&2; exit 1; }
wrong=''
while IFS= read -r line; do
  if [[ -z $part && $line == '# long' ]]; then break; fi
  if [[ $line == \#* ]]; then printf '%s\n' "$line"; continue; fi
  IFS='|' read -r name small large flags known why <<<"$line"
  name=${name%"${name##*[! ]}"} small=$((small)) large=$((large)) known=$((known))
  counted=$(per_unit "$small" "$large" "$flags")
  found=$(judge "$name" "$known" "$counted")
  if [[ -n $found ]]; then wrong+=${wrong:+; }$found; fi
  printf '%-20s |%6d |%6d |%s|%8d |%s\n' "$name" "$small" "$large" "$flags" "$counted" "$why"
done <"$list" >"$work/list"
if [[ $part == make ]]; then sed "1s/.*/$compiler/" "$work/list" >"$list"; exit; fi
cat "$work/list"
[[ -z $wrong ]] || { printf 'instructions_test.sh: FAIL: %s\n' "$wrong" >&2; exit 1; }
