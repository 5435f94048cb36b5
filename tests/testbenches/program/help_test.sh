#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Help, the manual and the completions say what the program takes: groups as in docs/keys.md, lines that fit, examples whose
# flags there are; and a shell completes with them. Usage: help_test.sh PROGRAM
root=$(cd -- "$(dirname -- "${BASH_SOURCE[0]}")/../../.." && pwd)
# shellcheck source=tests/testbenches/program/lib.sh
. "$root/tests/testbenches/program/lib.sh"

# wrong_in HELP: what is wrong with a help text, a line each
wrong_in() {
  awk 'length > 120 { print "too wide: " $0 } /->|\(null\)/ { print "of the source: " $0 } /[^ ] +[;)]/ { print "a blank before: " $0 }' "$1"
  sed -n '/^Examples:/,$p' "$1" | grep -oE -- ' --[a-z-]+' | sort -u | while read -r flag; do
    grep -qE -- "^  (-., ?)?$flag( |$)" "$1" || echo "an example has $flag, which is not there"
  done
}

mapfile -t verbs < <("$program" --help | sed -n '/^Subcommands:/,/^$/s/^  \([a-z][a-z]*\) .*/\1/p')
((${#verbs[@]} > 15)) || fail "only ${#verbs[@]} verbs in the help"
calls=()
for verb in "${verbs[@]}"; do
  calls+=("$verb")
  while read -r part; do calls+=("$verb $part"); done < <("$program" "$verb" --help | sed -n '/^Subcommands:/,/^$/s/^  \([a-z][a-z]*\) .*/\1/p')
done
for call in "${calls[@]}"; do
  checks=$((checks + 1))
  # shellcheck disable=SC2086  # words
  "$program" $call --help >help || fail "$call --help: exit $?"
  found=$(wrong_in help)
  [[ -z $found ]] || fail "$call --help: $found"
done

# The groups of keys are those of the page, in their order.
"$program" run --help >help
diff <(sed -n 's/^## //p' "$root/docs/keys.md") <(grep -E '^[A-Z][a-z ]+:$' help | sed 's/:$//' | grep -vE '^(Positionals|Options|Examples)$') >found ||
  fail "groups of run --help: $(cat found)"
says help 'xbarlab run --ports 8 --load 0.9'

# A key's default is that of the page; of an empty one nothing is said.
flags_at() { awk '/^( *$|[^ ]|  --)/ { if (flag) print flag; flag = "" } /^ / { gsub(/ +/, " "); flag = flag $0 }' "$1"; }
flags_at help >joined
defaults=0
# shellcheck disable=SC2016  # Markdown's
while IFS=$'\t' read -r key usual; do
  checks=$((checks + 1)) defaults=$((defaults + 1))
  grep -E -- "^ --$key VALUE .*; default $usual\)\$" joined >/dev/null || fail "run --help: --$key has no 'default $usual'"
done < <(sed -nE 's/^\| `([a-z-]+)` \|.*\(([^()]+)\) \| [^|]*\|$/\1\t\2/p' "$root/docs/keys.md" | grep -v ^schedule)
((defaults > 80)) || fail "only $defaults defaults compared"

# What a switch costs, and how it does in the tests of the trade, is asked of any settings: keys of a switch are flags of
# these verbs, but for those of hosts that pause or slow down, and a buffer, where tests go by the depth.
hosts=' xoff xon headroom pause-beats host-cable pause-response pause-storm host-pause ecn '
for verb in cost benchmark; do
  "$program" "$verb" --help >flags
  # shellcheck disable=SC2016  # Markdown's
  while read -r key; do
    [[ $hosts == *" $key "* || $verb/$key == benchmark/buffer ]] || says flags "  --$key VALUE"
  done < <(sed -n '/^## The switch/,/^## [^T]/s/^| `\([a-z-]*\)`.*/\1/p' "$root/docs/keys.md")
done

# Goals of searches, and what a trace begins at, are those of the messages.
for goal in $("$program" run --search x --ports 2 2>&1 | sed -n 's/.*allowed: //p'); do says help "$goal"; done
for event in 'waiting>CLASS:CYCLES' 'latency>CLASS:CYCLES'; do says help "$event"; done
"$program" list topologies >listed
says listed '  k-ring[(hosts)] '

# docs/commands.md names each flag of a verb that is no key in the verb's section; those of run and wave are on the pages
# that it refers to.
section() { awk -v verb="$1" '/^## / { inside = index(" " substr($0, 4) ",", " " verb ",") } inside' "$root/docs/commands.md"; }
for call in "${calls[@]}"; do
  case $call in run | wave) continue ;; esac
  checks=$((checks + 1))
  # shellcheck disable=SC2086  # words
  for flag in $("$program" $call --help | sed -nE 's/^ +(-[a-z],)?--([a-z-]+).*/\2/p'); do
    # shellcheck disable=SC2016  # Markdown's
    [[ $flag == help ]] || grep -q '^| `'"$flag\`" "$root/docs/keys.md" || section "${call%% *}" | grep -qw -e "--$flag" ||
      fail "docs/commands.md: $call --$flag is not in its section"
  done
done

# On a terminal of 80 columns no line is wider.
if [[ -n $(command -v script) ]]; then
  checks=$((checks + 1))
  script -qc "stty cols 80; '$program' run --help; '$program' --help" /dev/null </dev/null | tr -d '\r' >narrow
  [[ $(wc -l <narrow) -gt $(wc -l <help) ]] || fail "80 columns: no more lines than 120 have"
  # Names of flags and the calls of examples are not broken.
  wide=$(grep -vE '^  xbarlab ' narrow | awk 'length > 80')
  [[ -z $wide ]] || fail "80 columns: $wide"
fi

# The page for man has every verb and every key, and man finds nothing wrong with it.
"$program" help --man >xbarlab.1 || fail "help --man: exit $?"
for call in "${calls[@]}"; do says xbarlab.1 ".SS $call"; done
# shellcheck disable=SC2016  # Markdown's
while read -r key; do says xbarlab.1 ".B \\-\\-${key//-/\\-} VALUE"; done < <(sed -nE '/^\| key \|/,/^$/s/^\| `([a-z-]+)`.*/\1/p' "$root/docs/keys.md")
if [[ -n $(command -v groff) ]]; then
  checks=$((checks + 1))
  found=$(groff -man -Tascii -ww -z xbarlab.1 2>&1)
  [[ -z $found ]] || fail "the page for man: $found"
fi

# completes SHELL WORDS... WANT: the last word of WORDS is completed to all of WANT, which is one text
completes() {
  local shell=$1 want=${*: -1} got
  shift
  checks=$((checks + 1))
  got=$("complete_in_$shell" "${@:1:$#-1}")
  for word in $want; do
    grep -qxF -- "$word" <<<"$got" || fail "$shell: ${*:1:$#-1}: no $word in: ${got//$'\n'/ }"
  done
}
# shellcheck disable=SC2016  # the shell that completes expands it
readonly call='COMP_WORDS=("$@"); COMP_CWORD=$((${#COMP_WORDS[@]} - 1)); _xbarlab; printf "%s\n" "${COMPREPLY[@]}"'
complete_in_bash() { bash -c 'source "$0"; '"$call" completion.bash "$@"; }
# zsh counts from 1, but for what its bashcompinit calls
complete_in_zsh() { zsh -fc 'autoload -U +X compinit && compinit -D; source "$0"; setopt ksharrays shwordsplit; '"$call" completion.zsh "$@"; }

touch some_file.toml
for shell in bash zsh; do
  "$program" completion $shell >completion.$shell || fail "completion $shell: exit $?"
  if [[ -z $(command -v $shell) ]]; then
    echo "there is no $shell here"
    continue
  fi
  completes $shell xbarlab ru run
  completes $shell xbarlab '' "${verbs[*]} help"
  completes $shell xbarlab run --cross --crosspoint-depth
  completes $shell xbarlab run --switch c 'crosspoint cicq-lqf'
  completes $shell xbarlab run --ports 4 --schedule sh shift
  completes $shell xbarlab run some some_file.toml
  completes $shell xbarlab run --device some some_file.toml
  completes $shell xbarlab device '' 'new check'
  completes $shell xbarlab device check --sh ''
  completes $shell xbarlab device new --to --top
  completes $shell xbarlab list me measures
  completes $shell xbarlab help be benchmark
  [[ -z $(complete_in_$shell xbarlab run --ports '') ]] || fail "$shell: --ports is completed"
done

# It sees what is wrong.
printf '%s\n' 'Options:' '  --one X   a given->schedule' 'Examples:' '  xbarlab run --one 1 --two 2' >bad
printf '%0121d\n' 1 >>bad
[[ $(wrong_in bad | wc -l) == 3 ]] || fail "in a wrong help is found: $(wrong_in bad)"

done_testing help_test
