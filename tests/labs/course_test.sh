#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# What `./lab course` makes for a teacher: units, autograders as Gradescope runs them, gradebooks. Usage: course_test.sh PROGRAM
# shellcheck source=tests/labs/lib.sh
. "$(dirname -- "${BASH_SOURCE[0]}")/lib.sh"

# course STATUS ARGUMENT...
course() {
  local want=$1 status=0
  shift
  checks=$((checks + 1))
  bash "$labs/../../labs/course.sh" "$program" "$@" >stdout 2>stderr </dev/null || status=$?
  [ "$status" = "$want" ] || fail "course $*: exit $status, expected $want: $(cat stderr)"
}
# refused PATTERN ARGUMENT...: one line, and nothing is made
refused() {
  local pattern=$1
  shift
  course 2 "$@"
  says stderr "$pattern"
  says stderr allowed
  [ "$(wc -l <stderr)" = 1 ] || fail "course $*: $(cat stderr)"
}

refused 'no folder'
refused 'nowhere.deb' class --source nowhere.deb
refused "--instructor: 'nowhere'" class --source https://example.org/xbarlab --instructor nowhere
[ ! -e class ] || fail 'a refused course leaves a folder'
refused "'/proc/class' cannot be written" /proc/class --source https://example.org/xbarlab
mkdir forged
{ cat "$instructor/1-hol-blocking.toml"; echo '#'; } >forged/1-hol-blocking.toml
refused 'forged/1-hol-blocking.toml is not the file' class --source https://example.org/xbarlab --instructor forged
rm -r class

# --- from a repository -------------------------------------------------------------------------------------------------
course 0 class --source https://example.org/xbarlab --instructor "$instructor"
says stdout '6 units in'
for unit in "$labs"/../../labs/*/unit.toml; do
  unit=$(basename "$(dirname "$unit")")
  for file in units/$unit/{answers.toml,report.md,handout.md} gradescope/$unit.zip; do [ -s "class/$file" ] || fail "no $file"; done
done
! grep -rnE '\]\((\.\.|/)' class/units || fail 'a handout has a link to what students do not have'
says class/units/README.md 'git clone https://example.org/xbarlab xbarlab'
[ -s class/README.md ] || fail 'no page for the teacher'
# Once more: a unit that was changed stays.
echo '# mine' >>class/units/1-hol-blocking/answers.toml
course 0 class --source https://example.org/xbarlab --instructor "$instructor"
says class/units/1-hol-blocking/answers.toml '# mine'

# unpack UNIT FOLDER: an autograder, as Gradescope has it
unpack() {
  python3 - "class/gradescope/$1.zip" "$2" <<'END' || fail "$1.zip (above)"
import os, sys, zipfile
with zipfile.ZipFile(sys.argv[1]) as zipped:
    assert zipped.testzip() is None
    for one in zipped.infolist():
        zipped.extract(one, sys.argv[2])
        os.chmod(os.path.join(sys.argv[2], one.filename), one.external_attr >> 16 & 0o777 or 0o755)
END
}
unpack 1-hol-blocking autograder/source
unpack 5-verification unit-5
[ -s unit-5/secret/5-verification/hidden.v.sed ] || fail 'switches that hidden criteria name are missing'
mkdir -p autograder/results bin
ln -s "$program" bin/xbarlab
submissions 1-hol-blocking one unanswered percent
for name in solution unanswered; do
  cp -r "one/$name" autograder/submission
  checks=$((checks + 1))
  AUTOGRADER=$PWD/autograder PATH=$PWD/bin:$PATH autograder/source/run_autograder >stdout 2>&1 || fail "run_autograder: $(cat stdout)"
  mv autograder/results/results.json "$name.json"
  rm -r autograder/submission
done
says solution.json '"score": 100.0'
says solution.json '"visibility": "hidden"'
! grep -qF '"score": 100.0' unanswered.json || fail "$(cat unanswered.json)"
says unanswered.json '"status": "failed"'

# What Gradescope calls once, with stubs for what installs.
stub() { printf '#!/bin/sh\necho "%s $*" >>"%s/called"\n%s\n' "$1" "$PWD" "${2-}" >"bin/$1"; chmod +x "bin/$1"; }
stub apt-get
stub git 'exit 7'
status=0
PATH=$PWD/bin:$PATH autograder/source/setup.sh || status=$?
[ "$status" = 7 ] || fail "setup.sh: exit $status where git fails"
says called 'apt-get install --yes --no-install-recommends ca-certificates git'
says called 'git clone --quiet https://example.org/xbarlab /opt/xbarlab'
grep -qE ' ([0-9a-f]{40}|HEAD)$' autograder/source/repository || fail "$(cat autograder/source/repository)"

# --- gradebooks --------------------------------------------------------------------------------------------------------
head -n 2 class/canvas.csv >stdout
says stdout 'Student,ID,SIS User ID,SIS Login ID,Section,"1 Head-of-line blocking","2 Arbiters and iSLIP"'
says stdout '    Points Possible,,,,,92,86,88,88,70,88'
[ "$(wc -l <class/canvas.csv)" = 2 ] || fail 'students without marks'
mv one/percent 'one/O, Hara'
expect 0 lab mark 1 one --instructor "$instructor" --csv class/marks/1-hol-blocking.csv --jobs 1
printf '%s\n' 'submission,contents,score,of,lost' 'solution,aa,12.5,20,' 'other,bb,0,20,"x, y"' >class/marks/3-shared-buffers.csv
course 0 class --source https://example.org/xbarlab
python3 - class <<'END' || fail 'gradebooks (above)'
import csv, sys
canvas, moodle = (list(csv.reader(open(f"{sys.argv[1]}/{name}.csv"))) for name in ("canvas", "moodle"))
assert canvas[1] == ["    Points Possible", "", "", "", "", "100", "86", "20", "88", "70", "88"], canvas[1]
rows = {row[3]: row for row in canvas[2:]}
assert sorted(rows) == ["O, Hara", "other", "solution", "unanswered"], rows
assert rows["solution"] == ["solution", "", "", "solution", "", "100", "", "12.5", "", "", ""], rows
assert rows["other"][5:8] == ["", "", "0"] and 0 < float(rows["O, Hara"][5]) < 100, rows
assert all(len(row) == len(canvas[0]) for row in canvas), canvas
assert moodle[0][0] == "username" and {row[0]: row[1:] for row in moodle[1:]} == {name: row[5:] for name, row in rows.items()}
END
echo 'name,score' >class/marks/2-islip.csv
refused '2-islip.csv: no table of marks' class --source https://example.org/xbarlab
rm class/marks/2-islip.csv

# --- from a package ----------------------------------------------------------------------------------------------------
echo package >xbarlab_0.3.0_amd64.deb
rm called
course 0 packaged --source xbarlab_0.3.0_amd64.deb
says packaged/units/README.md 'sudo apt-get install --reinstall ./xbarlab_0.3.0_amd64.deb'
cmp -s xbarlab_0.3.0_amd64.deb packaged/units/xbarlab_0.3.0_amd64.deb || fail 'students get no package'
mv packaged/gradescope/1-hol-blocking.zip class/gradescope
unpack 1-hol-blocking from-package
[ ! -e from-package/secret ] || fail 'hidden criteria without --instructor'
PATH=$PWD/bin:$PATH from-package/setup.sh || fail 'setup.sh from a package'
says called 'apt-get install --yes ./xbarlab_0.3.0_amd64.deb'

done_testing course_test
