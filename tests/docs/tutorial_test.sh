#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# The commands of README.md, docs/tutorial.md, the walk in docs/waveforms.md, docs/liquid-schedules.md, docs/networks.md
# and docs/studies.md print what the page says; a line `...` of a page stands for any lines. Those that need broken RTL,
# between a page's sed and its git, are in tests/testbenches/engines/tutorial_test.cpp. Usage: tutorial_test.sh PROGRAM
# shellcheck source=tests/style/lib.sh
. "$(dirname -- "${BASH_SOURCE[0]}")/../style/lib.sh"

program=$1
export XBARLAB_CALLED_AS=./lab
commands=0
here=$PWD

# What depends on the machine, and blanks at a line's end.
normal() { sed -E '/^  (speed|CPU time)  /d; s/ +$//'; }

# elided WANT: standard input, with `...` where WANT has it for what is there until its next line
elided() {
  awk 'NR == FNR { want[++wants] = $0; next }
       { if (at == 0) at = 1 }
       want[at] ~ /^ *\.\.\.$/ { if (!said) { print want[at]; said = 1 }
                                if (at == wants || $0 != want[at + 1]) next
                                at++; said = 0 }
       { print; at++ }' "$1" -
}

# follow PAGE [MOST]: do what a page says, MOST commands of it; a line for each that prints something else
follow() {
  local line file='' command='' want='' inside='' broken='' given=: most=${2:-1000}
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
        (cd "$scratch" && eval "$given; $(printf %q "$program") $command" 2>stderr </dev/null) | normal >"$scratch/got"
        printf '%s' "$want" | normal | sed '/./,$!d' >"$scratch/want"
        diff "$scratch/want" <(sed '/./,$!d' "$scratch/got" | elided "$scratch/want") >"$scratch/diff" ||
          { echo "./lab $command: the page (<) and the program (>) differ:"; cat "$scratch/diff" "$scratch/stderr"; }
        command=''
        ;;
      'toml# '*.toml) file=$scratch/${line#'# '} && printf '%s\n' "$line" >"$file" ;;
      toml*) [[ -z $file ]] || printf '%s\n' "$line" >>"$file" ;;
      text*) want+=$line$'\n' ;;
      '    sed -i '*) broken=1 ;;
      '    git checkout '*) broken='' ;;
      '    rm '*) tidied=${line#'    rm '} ;;
      '    ./lab '*) command=${line#'    ./lab '} ;;
      '    '[a-z]*=*) given=${line#'    '} ;;
    esac
  done <"$1"
}

ln -s "$here/experiments" "$scratch/experiments"
done_commands=0

# check PAGE LEAST: it is true, and has so many commands
check() {
  follow "$1" >"$scratch/found"
  [[ ! -s $scratch/found ]] || fail "$1: $(cat "$scratch/found")"
  ((commands >= $2)) || fail "$1: only $commands commands found"
  ((done_commands += commands))
}

check docs/tutorial.md 6
# What it leaves in the folder it removes, with what broken RTL leaves: all files that it has named.
touch "$scratch"/{lockstep-seed1.fst,lockstep-seed1.gtkw,broken.fst}
# shellcheck disable=SC2086  # its words
(cd "$scratch" && rm ${tidied-}) || fail 'the page removes what is not there'
left=$(cd "$scratch" && find . -type f ! -name found ! -name got ! -name want ! -name diff ! -name stderr)
[[ -z $left ]] || fail "the page leaves $left"
check README.md 2
sed '/^## Recording/,$d' docs/waveforms.md >"$scratch/walk.md"
check "$scratch/walk.md" 2
check docs/liquid-schedules.md 2
check docs/networks.md 1
check docs/studies.md 1

# It sees what is wrong.
sed 's/^  throughput  .*0\.65/&1/' docs/tutorial.md >"$scratch/wrong.md"
follow "$scratch/wrong.md" 1 >"$scratch/found"
grep -q 'differ:' "$scratch/found" || fail 'a wrong number in the page is not found'
printf '%s\n' '    ./lab --version' '' '```text' 'xbarlab' '  ...' 'more' '```' >"$scratch/wrong.md"
follow "$scratch/wrong.md" >"$scratch/found"
grep -q 'differ:' "$scratch/found" || fail 'what is to follow ... is not looked for'

done_testing "tutorial_test: $done_commands commands"
