#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# The commands of docs/tutorial.md, and of the walk in docs/waveforms.md, print what the page says. Those that need broken
# RTL, between a page's sed and its git, are in tests/testbenches/engines/tutorial_test.cpp. Usage: tutorial_test.sh PROGRAM
# shellcheck source=tests/style/lib.sh
. "$(dirname -- "${BASH_SOURCE[0]}")/../style/lib.sh"

program=$1
commands=0
here=$PWD

# What depends on the machine, and blanks at a line's end.
normal() { sed -E '/^  speed  /d; s/ +$//'; }

# follow PAGE [MOST]: do what a page says, MOST commands of it; a line for each that prints something else
follow() {
  local line file='' command='' want='' inside='' broken='' most=${2:-1000}
  commands=0
  while IFS= read -r line; do
    case $inside$line in
      '```toml') inside=toml file='' ;;
      '```text') inside=text want='' ;;
      toml'```') inside='' ;;
      text'```')
        inside=''
        [[ -n $command && -z $broken ]] || continue
        ((commands++ < most)) || return 0
        # shellcheck disable=SC2086  # its words
        (cd "$scratch" && "$program" $command 2>stderr </dev/null) | normal >"$scratch/got"
        diff <(printf '%s' "$want" | normal | sed '/./,$!d') <(sed '/./,$!d' "$scratch/got") >"$scratch/diff" ||
          { echo "./lab $command: the page (<) and the program (>) differ:"; cat "$scratch/diff" "$scratch/stderr"; }
        command=''
        ;;
      'toml# '*.toml) file=$scratch/${line#'# '} && printf '%s\n' "$line" >"$file" ;;
      toml*) [[ -z $file ]] || printf '%s\n' "$line" >>"$file" ;;
      text*) want+=$line$'\n' ;;
      '    sed -i '*) broken=1 ;;
      '    git checkout '*) broken='' ;;
      '    ./lab '*) command=${line#'    ./lab '} ;;
    esac
  done <"$1"
}

ln -s "$here/experiments" "$scratch/experiments"
follow docs/tutorial.md >"$scratch/found"
[[ ! -s $scratch/found ]] || fail "$(cat "$scratch/found")"
((commands >= 6)) || fail "only $commands commands found"
done_commands=$commands
sed '/^## Recording/,$d' docs/waveforms.md >"$scratch/walk.md"
follow "$scratch/walk.md" >"$scratch/found"
[[ ! -s $scratch/found ]] || fail "$(cat "$scratch/found")"
((commands >= 2)) || fail "only $commands commands found in the walk"
((done_commands += commands))

# It sees what is wrong.
sed 's/^  throughput  .*0\.65/&1/' docs/tutorial.md >"$scratch/wrong.md"
follow "$scratch/wrong.md" 1 >"$scratch/found"
grep -q 'differ:' "$scratch/found" || fail 'a wrong number in the page is not found'

done_testing "tutorial_test: $done_commands commands"
