#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# `golden` as it is called: exit status, files, refusals. Usage: golden_test.sh PROGRAM
rtl=$(cd "$(dirname -- "${BASH_SOURCE[0]}")/../../../rtl" && pwd)
# shellcheck source=tests/testbenches/program/lib.sh
. "$(dirname -- "${BASH_SOURCE[0]}")/lib.sh"

# golden STATUS ARGUMENT...: what it says is in stdout and stderr
golden() { expect "$1" golden "${@:2}"; }

mkdir -p my/cases nothing
for i in 1 2 3; do
  printf '%s\n' 'ports = 2' "seed = $i" 'load = 1' 'warmup = 0' 'cycles = 20' 'engine = ["systemc", "fast"]' >"my/cases/c$i.toml"
done
refuses_all golden <<'END'
'nowhere' | nowhere
has no case in it | nothing
END
# What cannot be read is said of each case, and the others are judged.
unread() {
  local pattern=$1
  shift
  golden 2 "$@"
  check grep -qF -- "$pattern" stderr
  check grep -qF -- allowed stderr
  check test "$(wc -l <stderr)" = "${lines:-1}"
}
lines=3 unread "no golden file c1.trace beside it" my/cases
check test "$(grep -c ' ERROR ' stdout)" = 6
# A link that leads nowhere is there.
mkdir astray
cp my/cases/c1.toml astray
ln -s gone.trace astray/c1.trace
unread "astray/c1.trace' is not allowed (a link to 'gone.trace', which is not there)" astray
rm astray/c1.toml
ln -s gone.toml astray/c1.toml
unread "astray/c1.toml' is not allowed (a link to 'gone.toml', which is not there)" astray
for i in 1 2 3; do golden 0 my/cases --accept "c$i" --reason first; done
check grep -qx 'c3: new, [0-9]* cycles' stdout
check test "$(grep -c '^| c[123] ' my/cases/ACCEPTED.md)" = 3
golden 0 my/cases
check grep -qx '  3 cases, 6 runs: all same' stdout
golden 0 my/cases --engine fast,rtl --case c2
check grep -qx '  1 case, 1 run: all same' stdout
refuses_all golden <<'END'
'c1', the nearest | my/cases --case c11
'warp' | my/cases --engine warp
no case runs on it; allowed: fast | my/cases --engine rtl
--reason: 'x' | my/cases --reason x
'c1' is not allowed without --reason | my/cases --accept c1
--case: 'c1' | my/cases --accept c1 --reason x --case c1
--junit: '' | my/cases --junit ''
cannot be | my/cases --junit nowhere/j.xml
END
refuses "--reason: ' '" golden my/cases --accept c1 --reason ' '

# All three differ on both engines: six runs, of which five leave files.
for i in 1 2 3; do sed -i '8s/ || 0$/ || 1/' "my/cases/c$i.trace"; done
golden 1 my/cases --junit j.xml --summary s.md --artifacts out
check grep -qx '  3 cases, 6 runs: 0 same, 6 different' stdout
check test "$(grep -c 'DIFFERENT  cycle 3  ports.total.drops' stdout)" = 6
check grep -qx 'seed 3' stdout
check grep -qx 'reproduce: ./lab golden my/cases --case c3 --engine fast' stdout
check grep -qx 'view: gtkwave out/c1-systemc/window.gtkw' stdout
check grep -qx 'accept: ./lab golden my/cases --accept c2 --reason "..."' stdout
check test "$(find out -mindepth 1 -maxdepth 1 | wc -l)" = 5
check test "$(find out -type f | wc -l)" = 25
check grep -qF 'failures="6"' j.xml
check test "$(grep -c '^### ' s.md)" = 6
check grep -q '^     3 ' out/c1-fast/want.trace
golden 1 my/cases --case c1
check test "$(grep -c '^::error' stdout)" = 0

# What is to be pasted calls the program as it was called.
(unset XBARLAB_CALLED_AS && "$program" golden my/cases --case c1 --engine fast >stdout 2>stderr)
command=$(sed -n 's/^reproduce: //p' stdout)
word=$program
[[ $word != *[!A-Za-z0-9_./-]* ]] || word="'$word'"
check test "$command" = "$word golden my/cases --case c1 --engine fast"
(unset XBARLAB_CALLED_AS && sh -c "$command" >again 2>stderr)
check cmp -s stdout again
GITHUB_ACTIONS=true golden 1 my/cases --case c1
check test "$(grep -c '^::error file=my/cases/c1.trace,line=8,' stdout)" = 2

# A golden file of another point is none, be the cycles the same; reports do not overwrite cases.
sed -i '2s/$/ --seed 99/' my/cases/c1.trace
golden 1 my/cases --case c1
check grep -q 'the golden file is of another point' stdout
sed -i '2s/ --seed 99$//' my/cases/c1.trace
refuses_all golden <<'END'
the golden file | my/cases --junit my/cases/c1.trace
the case | my/cases --summary my/cases/c1.toml
END

# What is no golden case, or cannot be read.
cp my/cases/c1.trace whole
damage() {
  local line=$1
  shift
  rm -rf my/cases/c1.trace
  "$@" >my/cases/c1.trace
  GITHUB_ACTIONS=true unread 'c1.trace' my/cases --junit j.xml --summary s.md --artifacts out
  check grep -qx '  3 cases, 6 runs: 0 same, 4 different, 2 not judged' stdout
  check grep -qF 'failures="4" errors="2"' j.xml
  check test "$(grep -c '<error type="input" message="my/cases/c1.trace: ' j.xml)" = 2
  check grep -q '^| c1 | \*\*error\*\* | \*\*error\*\* |$' s.md
  check test "$(grep -c "^::error file=my/cases/c1.trace,line=$line," stdout)" = 2
  check test ! -e out/c1-fast
  check test -e out/c2-fast
}
damage 1 true
damage 1 echo nonsense
damage 1 head -c 300 "$program"
damage 12 head -c 700 whole
damage 8 sed '8s/.$/\xff/' whole
damage 1 printf '%s\n' "\$enddefinitions \$end" '#0'
rm my/cases/c1.trace
mkdir my/cases/c1.trace
unread "c1.trace' is not allowed (a folder)" my/cases
rmdir my/cases/c1.trace
golden 0 my/cases --accept c1 --reason 'it was broken'
check grep -qx 'c1: new, [0-9]* cycles' stdout
echo nonsense >my/cases/c1.trace
golden 0 my/cases --accept c1 --reason 'it was broken'
check grep -q 'instead of a file that cannot be read' stdout
rm my/cases/c3.toml
unread "c3.trace: no c3.toml beside it" my/cases
rm my/cases/c3.trace
printf 'ports = [2, 3]\n' >my/cases/c3.toml
unread "2 points are not allowed" my/cases
printf 'prots = 2\n' >my/cases/c3.toml
GITHUB_ACTIONS=true unread "unknown key 'prots'" my/cases --engine fast --junit j.xml
check test "$(grep -c '^::error file=my/cases/c3.toml,line=1,title=c3 on fast::' stdout)" = 1
check grep -qF '<testcase classname="golden.c3" name="fast"' j.xml
check grep -qF 'errors="1"' j.xml

# A folder that has no case is an error, too; nothing of an earlier run stays.
unread "'nowhere'" nowhere --junit j.xml --summary s.md
check grep -qF 'tests="1" failures="0" errors="1"' j.xml
check grep -q "'nowhere' is not allowed" s.md

# RTL that does not compile, at its line.
mkdir mine
sed 's/^endmodule/endmodul/' "$rtl/xb_fifo.sv" >mine/xb_fifo.sv
printf '%s\n' 'ports = 2' 'cycles = 20' 'warmup = 0' 'rtl = "../../mine"' 'engine = ["rtl", "fast"]' >my/cases/c3.toml
"$program" golden my/cases --accept c3 --reason x >/dev/null 2>&1 && fail 'RTL that does not compile was accepted'
cp whole my/cases/c3.trace
GITHUB_ACTIONS=true golden 2 my/cases --case c3 --engine rtl --junit j.xml --summary s.md
check grep -q '^xbarlab: .*mine/xb_fifo.sv:[0-9]*:[0-9]*: syntax error' stderr
check grep -qE '^::error file=[^,]*mine/xb_fifo.sv,line=[0-9]+,title=c3 on rtl::.*syntax error' stdout
check grep -q '<error type="input" message=".*mine/xb_fifo.sv:[0-9]*' j.xml
check grep -q 'mine/xb_fifo.sv:[0-9]*' s.md

done_testing golden_test
