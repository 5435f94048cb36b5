#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# What `xbarlab wave` writes is seen in a real GTKWave: its Tcl interface says what is displayed, and takes a picture.
# Usage: gtkwave_test.sh PROGRAM
# shellcheck source=tests/testbenches/program/lib.sh
. "$(dirname -- "${BASH_SOURCE[0]}")/../../testbenches/program/lib.sh"

for tool in gtkwave Xvfb; do
  command -v "$tool" >/dev/null || { echo "skipped: no $tool here"; exit 77; }
done
export HOME=$scratch LC_ALL=C # nobody's settings
readonly guard=3600           # seconds, for what hangs

# A screen of our own: the X server takes a number that is free, and says it.
coproc SCREEN { exec Xvfb -displayfd 1 -screen 0 1600x1000x24 -nolisten tcp 2>"$scratch/xvfb.log"; }
# shellcheck disable=SC2154  # set by coproc
readonly screen=$SCREEN_PID
trap 'kill "$screen"; wait "$screen" 2>/dev/null; rm -rf "$scratch"' EXIT
read -r -t "$guard" number <&"${SCREEN[0]}" || { fail "no X server: $(cat xvfb.log)"; exit 1; }
export DISPLAY=:$number

# What is asked of GTKWave: a picture, once it is drawn; the marker; the rows of the window with their values at the marker,
# as `GROUP/NAME`. A row that is not on the screen has no value.
cat >ask.tcl <<'EOT'
for {set n 0} {$n < 100} {incr n} {
  gtkwave::nop
  gtkwave::/File/Grab_To_File $env(PICTURE)
  if {[file exists $env(PICTURE)] && [file size $env(PICTURE)] > 40000} break
}
puts "marker [gtkwave::getMarker]"
foreach name [gtkwave::getDisplayedSignals] { puts "signal $name" }
set groups {}
for {set n 0} {$n < [gtkwave::getTotalNumTraces]} {incr n} {
  set name [gtkwave::getTraceNameFromIndex $n]
  set flags [gtkwave::getTraceFlagsFromIndex $n]
  set value [gtkwave::getTraceValueAtMarkerFromIndex $n]
  if {$flags & 0x800000} { lappend groups $name
  } elseif {$flags & 0x1000000} { set groups [lrange $groups 0 end-1]
  } elseif {$value ne {}} { puts "row [join [concat $groups [list $name]] /] = $value" }
}
puts "done"
gtkwave::/File/Quit
EOT

# see ARGUMENT...: what `gtkwave ARGUMENT...` shows, in the file `seen`; its picture is picture.png
see() {
  rm -f "$scratch/picture.png"
  PICTURE=$scratch/picture.png timeout "$guard" gtkwave "$@" -S "$scratch/ask.tcl" \
    >"$scratch/seen" 2>"$scratch/gtkwave.log" </dev/null
  sed -i 's/ *$//' "$scratch/seen"
  grep -qx 'done' "$scratch/seen"
}

# findings SAVE: what a viewer of this save file does not see, after `see`
findings() {
  local name words bytes
  # Each signal of the save file is displayed; GTKWave says nothing of those that it does not find.
  while IFS= read -r name; do
    grep -qxF "signal $name" "$scratch/seen" || echo "$name is not displayed"
  done < <(sed -n 's/^+{[^}]*} //p' "$1")
  (($(grep -c '^signal ' "$scratch/seen") >= 40)) || echo 'less than 40 signals are displayed'
  # A PNG, about as large as the window, and not blank.
  [[ -e $scratch/picture.png ]] || { echo 'no picture'; return; }
  words=$(od -An -tx1 -N8 "$scratch/picture.png" | tr -d ' ')
  [[ $words == 89504e470d0a1a0a ]] || echo "the picture is no PNG: $words"
  read -r -a words < <(od -An -tu1 -j16 -N8 "$scratch/picture.png")
  ((words[2] * 256 + words[3] >= 1300 && words[6] * 256 + words[7] >= 800)) || echo "the picture is small: ${words[*]}"
  bytes=$(stat -c %s "$scratch/picture.png")
  ((bytes > 40000)) || echo "the picture is blank: $bytes bytes"
}

# row NAME: its value
row() { while IFS= read -r line; do [[ $line != "row $1 = "* ]] || echo "${line#"row $1 = "}"; done <"$scratch/seen"; }
# records NAME ENGINE FLAG...: NAME.fst and NAME.gtkw; what it says is in NAME.said
records() {
  "$program" wave --engine "$2" --ports 4 --load 1 --packet 1..4 --output "$1" "${@:3}" >"$1.said" 2>"$1.err" ||
    fail "wave: $(cat "$1.err")"
}
# cycle SAID WHAT: the cycle that the program has printed
cycle() { sed -n "s/^  $2 *cycle \([0-9]*\): .*/\1/p" "$1"; }

# --- head-of-line blocking is seen where the program says ---------------------------------------------------------------

sentence="input ([0-9])'s head (.*) waits for output ([0-9]), which sends (.*); (.*) for idle output ([0-9]) is behind it"
for engine in rtl systemc lockstep; do
  records "$engine" "$engine"
  [[ $(cat "$engine.said") =~ $sentence ]] || { fail "$engine: another sentence: $(cat "$engine.said")"; continue; }
  input=${BASH_REMATCH[1]} head=${BASH_REMATCH[2]} output=${BASH_REMATCH[3]} sent=${BASH_REMATCH[4]}
  idle=${BASH_REMATCH[6]}
  see "$engine.gtkw" || fail "$engine: GTKWave ends: $(cat gtkwave.log)"
  cp seen "$engine.seen"
  equals "$engine: in GTKWave" "$(findings "$engine.gtkw")" ''
  now=$(cycle "$engine.said" 'look first')
  equals "$engine: marker" "$(sed -n 's/^marker //p' seen)" "${now}0"
  equals "$engine: cycle" "$(row cycle)" "$now"
  models=('')
  [[ $engine != lockstep ]] || models=('rtl ' 'systemc ')
  for model in "${models[@]}"; do
    equals "$engine: cause" "$(row "input $input/${model}cause")" head-of-line
    equals "$engine: blocked by" "$(row "input $input/${model}blocked_by")" "out$output"
    equals "$engine: head" "$(row "input $input/${model}head")" "$head"
    equals "$engine: output" "$(row "output $output/${model}beat")" "$sent"
    [[ $engine == lockstep ]] || # below the screen
      equals "$engine: idle output" "$(row "output $idle/${model}idle_with_work")$(row "output $idle/${model}beat")" 1.
  done
done
equals 'the models do not differ' "$(row 'models differ')" 0

# --- the files go together, wherever they are; one save file serves both engines -----------------------------------------

mkdir elsewhere
cp rtl.fst rtl.gtkw elsewhere
mv rtl.fst hidden
(cd / && see "$scratch/elsewhere/rtl.gtkw") || fail "elsewhere: GTKWave ends: $(cat gtkwave.log)"
equals 'elsewhere' "$(diff rtl.seen seen)" ''
see systemc.fst elsewhere/rtl.gtkw || fail "with systemc.fst: GTKWave ends: $(cat gtkwave.log)"
equals 'systemc.fst with the save file of rtl' "$(diff systemc.seen seen)$(findings rtl.gtkw)" ''
equals 'the same values' "$(diff rtl.seen systemc.seen)" ''

# --- other switches -----------------------------------------------------------------------------------------------------

for flags in '--switch voq' '--switch output' '--switch crosspoint --ports 2' '--ports 16' \
  '--switch shared --flow drop --depth 64 --traffic hotspot --trace-on drop'; do
  # shellcheck disable=SC2086  # words
  records other fast $flags
  see other.gtkw || fail "$flags: GTKWave ends: $(cat gtkwave.log)"
  equals "$flags: in GTKWave" "$(findings other.gtkw)" ''
  now=$(cycle other.said 'trigger')
  equals "$flags: marker" "$(sed -n 's/^marker //p' seen)" "${now:-$(cycle other.said 'look first')}0"
done

# --- it sees what is wrong ----------------------------------------------------------------------------------------------

sed 's/ports\.in\[2\]\.beat$/ports.in[2].beast/' elsewhere/rtl.gtkw >elsewhere/renamed.gtkw
see elsewhere/rtl.fst elsewhere/renamed.gtkw || fail "renamed: GTKWave ends: $(cat gtkwave.log)"
equals 'a signal that is called otherwise' "$(findings elsewhere/renamed.gtkw)" 'ports.in[2].beast is not displayed'
sed '/^@/,$d' elsewhere/rtl.gtkw >elsewhere/empty.gtkw
see elsewhere/rtl.fst elsewhere/empty.gtkw || fail "empty: GTKWave ends: $(cat gtkwave.log)"
[[ $(findings elsewhere/empty.gtkw) == *'less than 40 signals'*'picture is blank'* ]] ||
  fail "an empty save file is not found: $(findings elsewhere/empty.gtkw), $(stat -c %s picture.png) bytes"
printf 'no FST' >elsewhere/rtl.fst
see elsewhere/rtl.gtkw && fail 'a damaged FST is not found'

done_testing gtkwave_test
