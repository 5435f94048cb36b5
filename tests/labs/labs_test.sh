#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
#
# `lab` as students and teachers call it. Usage: labs_test.sh PROGRAM
# shellcheck disable=SC2016  # what is in single quotes is SystemVerilog
# shellcheck source=tests/labs/lib.sh
. "$(dirname -- "${BASH_SOURCE[0]}")/lib.sh"

# --- handed out --------------------------------------------------------------------------------------------------------
expect 0 lab list
says stdout 'Head-of-line blocking'
says stdout 'Arbiters and iSLIP'
expect 0 lab start 1 mine
says stdout './lab lab check 1 mine'
for file in answers.toml report.md handout.md; do [ -f mine/$file ] || fail "lab start leaves no $file"; done
link=$(sed -nE 's/.*[(]([^)]*waveforms[.]md).*/\1/p' mine/handout.md)
[ -f "mine/$link" ] || fail "the handout's link to $link leads nowhere"
! grep -q '](/' mine/handout.md || fail "the handout has a path of this machine: $(grep '](/' mine/handout.md)"
mkdir empty
refuses_all lab <<'END'
'mine' is not allowed; allowed: a new or an empty folder | start 1 mine
unit: '9' is not allowed; allowed: 1 2 3 4 5 6 | start 9 other
--units: 'nowhere' | list --units nowhere
folder: 'empty' is not allowed, it has no answers.toml | check 1 empty
END
expect 2 lab check 1 nowhere
says stderr "folder: 'nowhere' is not allowed; allowed: "

# --- unit 1 ------------------------------------------------------------------------------------------------------------
# What is handed out has no points, and says so line by line.
expect 1 lab check 1 mine --json results.json --junit results.xml
says stdout '  0 of 92 points'
says stdout 'answers.toml: saturation.n4 is not answered yet'
says stdout 'next: the same run with --ports 4'
says results.json '"score": 0.0'
says results.xml 'tests="13" failures="13"'

expect 1 lab check 1 empty --json -
says stdout '"score": 0.0'
cp mine/answers.toml kept.toml
sed -i 's/^n4 = "?"/n4 = "0.65"/' mine/answers.toml
expect 1 lab check 1 mine
says stdout 'answers.toml: prediction.n2 is not answered yet'
says stdout 'answers.toml: saturation.n4 is "0.65", a text; allowed: a number, without quotes'
cp kept.toml mine/answers.toml

submissions 1-hol-blocking one
expect 0 lab check 1 one/solution --instructor "$instructor" --json -
says stdout '"score": 100.0'
[ "$(grep -c '"visibility": "hidden"' stdout)" = 2 ] || fail "visibility: $(cat stdout)"
expect 0 lab mark 1 one --instructor "$instructor" --csv one.csv --jobs 2
loses_what_it_says 1-hol-blocking one.csv
says one.csv 'solution,'

# It goes on where it was, and marks again what has changed, for itself.
says stdout '11 marked, 0 known from before'
says stdout '11 of 11    '
says stdout '1 of 1: report.md: section'
cp one.csv before.csv
expect 0 lab mark 1 one --instructor "$instructor" --csv one.csv
says stdout '0 marked, 11 known from before'
cmp -s one.csv before.csv || fail 'the table has changed by itself'
echo >>one/percent/answers.toml
expect 0 lab mark 1 one --instructor "$instructor" --csv one.csv
says stdout '1 marked, 10 known from before'
echo x >lib.txt
refuses "--csv: 'lib.txt'" lab mark 1 one --csv lib.txt
mkdir none
refuses 'submissions:' lab mark 1 none --csv none.csv

# The instructor's file is the one that was committed to.
mkdir forged
{ cat "$instructor/1-hol-blocking.toml"; echo '#'; } >forged/1-hol-blocking.toml
refuses_all lab <<'END'
its SHA-256 is | check 1 one/solution --instructor forged
--instructor: 'none' | check 1 one/solution --instructor none
END

# A link shows nothing of what is behind it; what is no TOML says where.
rm mine/answers.toml
ln -s "$instructor/1-hol-blocking/solution/answers.toml" mine/answers.toml
expect 1 lab check 1 mine
says stdout 'answers.toml is a link'
rm mine/answers.toml
printf '[you]\nseed = 1 2\n' >mine/answers.toml
expect 1 lab check 1 mine
says stdout 'answers.toml:2:'

# --- units with mistakes -----------------------------------------------------------------------------------------------
# mistaken PATTERN SED: a unit file that was changed so
mistaken() {
  rm -rf units
  cp -r "$labs/units" units
  sed -i "$2" units/1-small/unit.toml
  expect 2 lab list --units units
  says stderr "$1"
  says stderr 'units/1-small/unit.toml:'
}
mistaken "'locksteps' is not allowed" 's/kind = "lockstep"/kind = "locksteps"/'
mistaken "unknown key 'criterion.ritl'; allowed: 'rtl', the nearest" 's/^rtl = /ritl = "x"\nrtl = /'
mistaken "'grey' is not allowed; allowed:" 's/answers = \["guess"\]/answers = ["grey"]/'
mistaken 'ports: ' 's/ports = 2, load = 1, cycles = 1000/ports = 1, load = 1, cycles = 1000/'
mistaken "unknown key 'criterion.run.rtl'; allowed: the keys of xbarlab run --help, but for rtl" 's/run = { ports = 2/run = { rtl = "x", ports = 2/'
mistaken "'same' is not allowed; allowed: an id" 's/id = "guessed"/id = "same"/'
mistaken "'../x' is not allowed" 's/^rtl = "rtl"/rtl = "..\/x"/'

# --- RTL ---------------------------------------------------------------------------------------------------------------
if [ -n "$isolated" ]; then
  small=(--units "$labs/units")
  expect 0 lab start 1 arbiter "${small[@]}"
  made "$instructor/2-islip/solution/rtl/arbiter/xb_rr_arbiter.sv" >good.sv
  # arbiter_with SED REASON: the arbiter so changed loses `same` for this reason
  arbiter_with() {
    sed "$1" good.sv >arbiter/rtl/xb_rr_arbiter.sv
    ! cmp -s good.sv arbiter/rtl/xb_rr_arbiter.sv || fail "$1 changes nothing"
    expect 1 lab check 1 arbiter "${small[@]}"
    says stdout "$2"
  }
  cp good.sv arbiter/rtl/xb_rr_arbiter.sv
  echo 'guess = 1' >arbiter/answers.toml
  expect 0 lab check 1 arbiter "${small[@]}"
  says stdout 'cycles as the twin'
  arbiter_with 's/: idx_o + .*/: idx_o;/' 'where the twin'
  says stdout 'see it: gtkwave arbiter/check/same/lockstep-seed1.gtkw'
  [ -s arbiter/check/same/lockstep-seed1.fst ] || fail 'no waveform is left'
  arbiter_with 's/^  assign valid_o .*/&\n  initial $finish;/' "rtl/xb_rr_arbiter.sv:36: \$finish is not allowed here"
  arbiter_with 's/^  assign valid_o .*/&\n  logic [7:0] m [4];\n  initial $readmemh("m", m);/' '$readmemh is not allowed here: it reads a file'
  arbiter_with 's/^  assign valid_o .*/&\n`define A(x) $``x\n  initial `A(system)("id");/' '$system is not allowed here: it starts a program'
  arbiter_with 's/^  assign valid_o .*/&\n  initial $c("std::abort();");/' '$c is not allowed here: it is C++'
  arbiter_with 's/^  assign valid_o .*/&\n  import "DPI-C" function int f();/' 'import of C functions is not allowed here'
  arbiter_with 's/^  assign valid_o .*/&\n  initial force valid_o = 1;/' 'force is not allowed here'
  arbiter_with 's/^  assign valid_o .*/&\n`include "\/usr\/include\/stdio.h"/' 'it is not one of your files'
  arbiter_with 's/^  assign valid_o .*/  assign valid_o = (req_i != 0)/' 'rtl/xb_rr_arbiter.sv:38:3: syntax error'
  arbiter_with 's/^  assign valid_o .*/  logic v; assign v = !valid_o;\n  assign valid_o = v;/' 'a combinational loop'
  sed 's/xb_rr_arbiter/xb_rr_arbitr/' good.sv >arbiter/rtl/xb_rr_arbiter.sv
  expect 1 lab check 1 arbiter "${small[@]}"
  says stdout "does not use module 'xb_rr_arbitr'"
  rm arbiter/rtl/xb_rr_arbiter.sv
  expect 1 lab check 1 arbiter "${small[@]}"
  says stdout 'rtl has no .sv or .v file'
  ln -s "$scratch/good.sv" arbiter/rtl/xb_rr_arbiter.sv
  expect 1 lab check 1 arbiter "${small[@]}"
  says stdout 'rtl/xb_rr_arbiter.sv is a link'

  # Where it cannot be isolated.
  mkdir bin
  printf '#!/bin/sh\necho no namespaces >&2\nexit 1\n' >bin/bwrap
  chmod +x bin/bwrap
  rm arbiter/rtl/xb_rr_arbiter.sv
  cp good.sv arbiter/rtl/xb_rr_arbiter.sv
  mkdir class
  cp -r arbiter class/one
  (
    export PATH=$PWD/bin:$PATH
    failures=0
    refuses 'submissions cannot be isolated (no namespaces)' lab mark 1 class --csv class.csv "${small[@]}"
    [ "$failures" = 0 ]
  ) || fail 'without isolation'
fi

done_testing labs_test
