#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Each trigger of a waveform, on each engine and in a network; on broken RTL, what a failure leaves. Usage:
# wave_test.sh PROGRAM, the one that takes its RTL from $XBARLAB_CHECKOUT
checkout=$(cd -- "$(dirname -- "${BASH_SOURCE[0]}")/../../.." && pwd)
# shellcheck source=tests/testbenches/program/lib.sh
. "$(dirname -- "${BASH_SOURCE[0]}")/lib.sh"

# wave FLAG...: what `xbarlab wave` says goes into `said`, its errors into `errors`; its exit status
wave() {
  rm -f some.fst some.gtkw
  "$program" wave --output some "$@" >said 2>errors </dev/null
}
# event: what the program says of the trigger
event() { sed -n 's/^  trigger *//p' said; }
# marker FILE: the cycle of a save file's marker
marker() { sed -n 's/^\*[^ ]* \([0-9]*\)0 .*/\1/p' "$1"; }
# first_one FST SIGNAL: the first time at which a bit of this scope and name is 1
first_one() {
  fst2vcd "$1" | awk -v path="$2" '
    $1 == "$scope" { scope[++depth] = $3 }
    $1 == "$upscope" { --depth }
    $1 == "$var" { full = ""; for (d = 1; d <= depth; ++d) full = full scope[d] "."; if (full $5 == path) id = $4 }
    /^#/ { time = substr($1, 2) }
    id != "" && $0 == "1" id { print time; exit }'
}

# --- names of files ---------------------------------------------------------------------------------------------------

for given in some some.fst some.gtkw some.svg; do
  rm -f some*
  "$program" wave --engine fast --ports 2 --cycles 50 --output $given >said 2>errors </dev/null || fail "$given: $(cat errors)"
  made=(some*)
  equals "files of --output $given" "${made[*]}" "some.fst some.gtkw$([[ $given != *.svg ]] || echo ' some.svg')"
done
rm -f some*

# --- the same event on every engine -------------------------------------------------------------------------------------

# Lock-step of so many cycles takes models that are not optimised, which are built in less time; so are those of two ports,
# which all that has a model here shares.
readonly short=(--cycles 20000)

# same_event KIND FLAG...
same_event() {
  local kind=$1 engine want=''
  shift
  for engine in fast systemc rtl lockstep; do
    wave --trace-on "$kind" --engine "$engine" "${short[@]}" "$@" || fail "$kind on $engine: $(cat errors)"
    [[ -n $want ]] || want=$(event)
    [[ $want == 'cycle '* ]] || fail "$kind on $engine says nothing of the trigger: $(cat said)"
    equals "$kind on $engine" "$(event)" "$want"
    equals "$kind on $engine: marker" "cycle $(marker some.gtkw):" "${want%%: *}:"
  done
}
same_event hol --ports 2 --load 1 --packet 1..4
same_event 'occupancy>20' --ports 2 --load 1 --packet 1..4
same_event 'latency>30' --ports 2 --load 1 --packet 1..4
same_event 'lag>20' --ports 2 --load 1 --packet 1..4 --reference oq
same_event drop --ports 2 --load 1 --packet 1..4 --flow drop --depth 64 --traffic hotspot
# In a memory switch, without its models.
wave --trace-on drop --engine fast --switch shared --ports 4 --load 1 --packet 1..4 --flow drop --depth 64 --traffic hotspot ||
  fail "drop in a memory: $(cat errors)"
equals 'drop in a memory: marker' "cycle $(marker some.gtkw)" "$(event | sed 's/: .*//')"

# Lag is a signal and a column, the same ones.
wave --engine fast --ports 4 --load 1 --reference oq --line-trace lines || fail "lag: $(cat errors)"
"$program" diff lines some.fst >said || fail "lag: $(cat said)"
grep -q '|| lag of outputs' lines || fail 'lag: no column'
grep -q 'out\[3\]\.lag' some.gtkw || fail 'lag: no row'
sed '/^#/!s/ \([0-9]*\)$/ 1\1/' lines >other
"$program" diff other some.fst >said && fail 'lag: another one is not seen'
grep -q 'ports\.out\[.\]\.lag' said || fail "lag: $(cat said)"

# So is the class of each packet.
wave --engine fast --ports 3 --load 1 --switch output --classes 2 --line-trace lines || fail "classes: $(cat errors)"
"$program" diff lines some.fst >said || fail "classes: $(cat said)"
grep -q '| 0>[0-2]#[0-9]*/1 ' lines || fail 'classes: none in a line'
grep -q 'in\[2\]\.class' some.gtkw || fail 'classes: no row'
grep -Eq '[|][|] [-bhp]*c[-bhpc]* [|][|]' lines || fail 'classes: no packet is held by a higher one'
sed '/^#/!s/\(|| [-bhp]*\)c/\1b/' lines >other
"$program" diff other some.fst >said && fail 'classes: another cause is not seen'
grep -q 'ports\.in\[.\]\.cause' said || fail "classes: $(cat said)"
sed '/^#/!s/\(#[0-9]*\)\/1/\1\/0/' lines >other
"$program" diff other some.fst >said && fail 'classes: another one is not seen'

# In a network, of the switch that is named.
network=(--topology 'two-switches(3,2)' --load 1 --engine fast)
for kind in hol 'occupancy>3' 'latency>3'; do
  wave --trace-on "$kind" --trace-switch s1 "${network[@]}" || fail "$kind in a network: $(cat errors)"
  equals "$kind in a network: marker" "cycle $(marker some.gtkw)" "$(event | sed 's/: .*//')"
done

# It always writes a waveform, whose window is that of its line trace.
[[ $("$program" wave --help) != *'of a line trace alone'* ]] || fail 'the help of wave is of run'
[[ $("$program" run --help) == *'of a line trace alone'* ]] || fail 'the help of run lacks how much of a line trace there is'

# What does not happen leaves nothing.
for kind in drop assertion mismatch; do
  wave --trace-on "$kind" --ports 2 --load 1 --engine lockstep --cycles 2000
  equals "$kind: exit status" $? 1
  equals "$kind: files" "$(compgen -G 'some.*')" ''
  grep -q "trace-on $kind: does not happen in this run" errors || fail "$kind: $(cat errors)"
done

# --- on broken RTL ------------------------------------------------------------------------------------------------------

mkdir copy
ln -s "$checkout"/* copy
rm copy/rtl
cp -r "$checkout/rtl" copy/rtl
# The mistake of docs/tutorial.md.
sed -i "s/: idx_o + 1'b1;/: idx_o;/" copy/rtl/xb_rr_arbiter.sv
export XBARLAB_CHECKOUT=$scratch/copy
flags=(--ports 2 --load 0.9)

"$program" run --engine lockstep "${flags[@]}" "${short[@]}" >said 2>errors </dev/null
equals 'lock-step: exit status' $? 1
cycle=$(sed -n 's/.*lock-step difference in cycle \([0-9]*\):.*/\1/p' errors)
[[ -n $cycle ]] || fail "no difference: $(cat errors)"
grep -q 'gtkwave lockstep-seed1.gtkw' errors || fail "a waveform is not told of: $(cat errors)"
equals 'lock-step: files' "$(echo lockstep-*)" 'lockstep-seed1.fst lockstep-seed1.gtkw'
equals 'lock-step: marker' "$(marker lockstep-seed1.gtkw)" "$cycle"
equals 'lock-step: first difference' "$(first_one lockstep-seed1.fst differs.any)" "${cycle}0"
# The port of the message comes first.
port=$(sed -n 's/.*m_axis_tdata_o\[\([0-9]*\)\] word 0: .*/\1/p' errors)
equals 'lock-step: first output' "$(grep -m 1 '^-output ' lockstep-seed1.gtkw)" "-output $port"
rm lockstep-*

wave --trace-on mismatch --engine lockstep "${flags[@]}" "${short[@]}"
equals 'mismatch: exit status' $? 1
equals 'mismatch' "$(event | sed 's/: xb_.*//')" "cycle $cycle: lock-step difference in cycle $cycle"
equals 'mismatch: marker' "$(marker some.gtkw)" "$cycle"
wave --trace-on mismatch --engine rtl "${flags[@]}"
equals 'mismatch of one model: exit status' $? 2

for engine in rtl lockstep; do
  wave --trace-on assertion --engine "$engine" "${flags[@]}" "${short[@]}"
  equals "assertion on $engine: exit status" $? 1
  # In lock-step the difference may come first: it is a check that fails.
  [[ $(event) == *': '*@("an assertion of the RTL failed in cycle "*': '*'Assertion failed in '|'lock-step difference')* ]] || fail "assertion on $engine: $(cat said errors)"
  equals "assertion on $engine: marker" "cycle $(marker some.gtkw)" "$(event | sed 's/: .*//')"
  [[ -s some.fst ]] || fail "assertion on $engine: no waveform"
done

# --- it sees what is wrong ----------------------------------------------------------------------------------------------

unset XBARLAB_CHECKOUT
"$program" run --engine lockstep "${flags[@]}" --cycles 2000 >said 2>errors </dev/null ||
  fail "the RTL as it is differs: $(cat errors)"
grep -q 'RTL and twin show the same in all [0-9]* cycles' said || fail "lock-step says nothing: $(cat said)"
equals 'the RTL as it is: files' "$(compgen -G 'lockstep-*')" ''
wave --engine lockstep "${flags[@]}" || fail "$(cat errors)"
equals 'the RTL as it is: no difference' "$(first_one some.fst differs.any)" ''
[[ -n $(first_one some.fst rtl.ports.clk) ]] || fail 'no signal is found at all'

done_testing wave_test
