#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
#
# What ./lab builds and passes on, and what it does beside another ./lab and as root.
# shellcheck disable=SC2016  # the stubs expand their text themselves
# shellcheck source=tests/launcher/lib.sh
. "$(dirname -- "${BASH_SOURCE[0]}")/lib.sh"

case_name='nothing missing: installs nothing, builds once, then is silent'
machine
run_lab demo
expect_status 0
expect_out "xbarlab-demo in $work: <demo>"
expect_called 'cmake --preset dev'
expect_called 'cmake --build build/dev --target xbarlab-demo'
expect_err '[1/1] Building xbarlab'
expect_no_call apt-get
run_lab run --json -
expect_called 'cmake --build build/dev --target xbarlab' # the verbs that the demo does not need
run_lab run --json -
expect_out "xbarlab in $work: <run> <--json> <->"
expect_quiet
expect_no_call 'cmake --preset'
expect_no_call id

case_name='a source or a package that is newer, or another target: it is built again, once'
machine
run_lab list
for change in 'touch host/a.h' 'rm host/a.h' 'rm build/dev/xbarlab'; do
  (cd "$work/a checkout" && touch -d '1 minute ago' build/dev/.built-run-xbarlab host && $change)
  run_lab list
  expect_called 'cmake --build build/dev --target xbarlab'
  touch -d '1 second' "$work/a checkout/build/dev/.built-run-xbarlab"
  run_lab run
  expect_no_call cmake
done
run_lab test
expect_called 'cmake --build build/dev --target all'
rm "$work/a checkout/build/dev/.built-run-xbarlab"
run_lab run # all is more than that
expect_no_call cmake

case_name='verbs, arguments and exit statuses pass'
machine
run_lab list 'a b' '' '*'
expect_out "xbarlab in $work: <list> <a b> <> <*>"
run_lab exit 7
expect_status 7
run_lab bench --quick
expect_out "bench_xbarlab in $work: <--quick>"
echo 8 >"$STUB/ctest-status"
run_lab test
expect_status 8

case_name='course: builds the program, and passes it and the arguments to the script'
machine
mkdir "$work/a checkout/labs"
printf 'printf "<%%s>" "$@"; exit 3\n' >"$work/a checkout/labs/course.sh"
run_lab course 'my class' --instructor secret
expect_status 3
expect_called 'cmake --build build/dev --target xbarlab'
expect_out "<$work/a checkout/build/dev/xbarlab><my class><--instructor><secret>"

case_name='fresh: a release that it does not know, and no root: one line each, nothing installed'
machine
stub debootstrap </dev/null
for release in '' sid; do
  run_lab fresh $release
  expect_status 2
  [[ $err == "lab: fresh: unknown release '$release'; bookworm or trixie" ]] || fail 'the releases wanted, in one line'
done
echo 1000 >"$STUB/uid"
run_lab fresh trixie demo
expect_status 2
[[ $err == *'root: sudo ./lab fresh trixie' && $err != *$'\n'* ]] || fail 'one line wanted'
expect_no_call apt-get

case_name='fresh: installs debootstrap if it is missing, builds nothing, passes its arguments and status'
machine
mkdir -p "$work/a checkout/tests/fresh"
printf '#!/bin/bash\nprintf "<%%s>" "$@"; exit 9\n' >"$work/a checkout/tests/fresh/fresh.sh"
chmod +x "$work/a checkout/tests/fresh/fresh.sh"
echo debootstrap >"$STUB/absent"
run_lab fresh bookworm test -R 'a b'
expect_status 9
expect_out '<bookworm><test><-R><a b>'
expect_called 'apt-get -o APT::Status-Fd=1 install -y --no-install-recommends debootstrap'
expect_no_call cmake
stub debootstrap </dev/null
run_lab fresh trixie
expect_out '<trixie>'
expect_no_call apt-get

case_name='help does nothing'
machine
run_lab help
expect_status 0
[[ $out == usage:* ]] || fail 'usage wanted'
[[ ! -s $STUB/log ]] || fail 'no calls wanted'
usage=$out
run_lab help prove
[[ $out == "$usage" && ! -s $STUB/log ]] || fail 'the same of a verb of its own'

case_name='help of a verb of the program is the program'\''s'
run_lab help run
expect_out "xbarlab in $work: <help> <run>"
run_lab help --man
expect_out "xbarlab in $work: <help> <--man>"

case_name='failures of cmake and the compiler are shown, and tried again'
machine
: >"$STUB/bad-cmakelists"
run_lab demo
expect_status 2
expect_err 'CMake Error: bad'
expect_err 'build/lab.log'
rm "$STUB/bad-cmakelists"
: >"$STUB/bad-source"
run_lab demo
expect_status 2
expect_called 'cmake --preset dev'
expect_err 'a.cpp:1: error: oops'
expect_err 'lab: the build failed'
[[ -z $out ]] || fail 'no stdout wanted'
rm "$STUB/bad-source"
run_lab demo
expect_status 0

case_name='a moved checkout, and another system, are built afresh'
: >"$work/a checkout/build/dev/stale"
mv "$work/a checkout" "$work/moved"
status=0
PATH=$bin "$work/moved/lab" demo </dev/null >"$work/out" 2>"$work/err" || status=$?
out=$(<"$work/out") err=$(<"$work/err")
expect_status 0
expect_err 'starting afresh'
[[ ! -e $work/moved/build/dev/stale ]] || fail 'old files are left'
mv "$work/moved" "$work/a checkout"
run_lab demo
expect_err 'starting afresh'
sed -i 's/12/13/' "$XBARLAB_OS_RELEASE"
run_lab demo
expect_err 'starting afresh'
run_lab demo
expect_quiet

case_name='a build directory that cannot be written'
machine
: >"$work/a checkout/build"
run_lab demo
expect_status 2
expect_err 'cannot write to'

# held: another ./lab has the lock, for as long as flock is asked often enough; whoever asks without a limit gets it
held() {
  mkdir -p "$work/a checkout/build"
  printf '%s' "$1" >"$work/a checkout/build/.lab.lock"
  printf '[3/9] Building b.o\n' >"$work/a checkout/build/lab.log"
  stub flock <<'EOT'
    case $1 in
      -n) exit 1 ;;
      -w) echo again >>"$STUB/asked"; [[ $(wc -l <"$STUB/asked") == 3 ]] ;;
    esac
EOT
}

case_name='two at once: the second waits for the first, says for whom, and that it lives'
machine
held "$$ test"$'\n'
XBARLAB_TICK=0 run_lab demo
expect_status 0
expect_called 'cmake --build build/dev --target xbarlab-demo'
waiting="lab: waiting for ./lab test (pid $$), which is at: [3/9] Building b.o"
[[ $err == "$waiting"$'\n'"$waiting"$'\n'"$waiting"$'\n'* ]] || fail 'three lines wanted'

case_name='two at once: the first was killed and has left a compiler running; or has not yet said who it is'
machine
held '4194999 soak'$'\n'
run_lab demo
expect_status 0
expect_err 'waiting for what ./lab soak (pid 4194999) has left running'
machine
held ''
run_lab demo
expect_status 0
expect_err 'waiting for another ./lab'

case_name='two at once: nothing is waited for if there is nothing to build'
machine
run_lab list
held "$$ test"$'\n'
run_lab run --ports 2
expect_status 0
expect_out "xbarlab in $work: <run> <--ports> <2>"
expect_quiet
expect_no_call flock

case_name='who has the lock leaves a note of it'
machine
run_lab demo
[[ $(<"$work/a checkout/build/.lab.lock") =~ ^[0-9]+' demo'$ ]] || fail 'pid and verb wanted in the lock'

case_name='sudo ./lab: only apt-get runs as root; what is built belongs to who called sudo'
machine verilator
stub stat <<<'echo 1000'
stub getent <<<'echo "alice:x:1000:1000::/home/alice:/bin/bash"'
stub setpriv <<<'exec "${@:6}"'
export SUDO_UID=1000 SUDO_GID=1001
run_lab demo
expect_status 0
expect_out "xbarlab-demo in $work: <demo>"
as_alice='setpriv --reuid 1000 --regid 1001 --init-groups env HOME=/home/alice'
expect_called "$as_alice mkdir -p build"
expect_called "$as_alice touch build/.lab.lock build/lab.log"
expect_called "$as_alice cmake --preset dev"
expect_called "$as_alice tee build/dev/.lab"
expect_called "$as_alice cmake --build build/dev --target xbarlab-demo"
expect_called "$as_alice $work/a checkout/build/dev/xbarlab-demo demo"
expect_called 'apt-get -o APT::Status-Fd=1 install -y --no-install-recommends verilator'
stub stat <<<'echo 0'
run_lab demo
expect_status 0
expect_no_call setpriv
unset SUDO_UID SUDO_GID

case_name='a build of somebody else: one line with its owner and the remedy'
machine
stub id <<<'case $1 in -u) echo 1000 ;; -un) echo alice ;; esac'
stub find <<<'[[ $1 != build ]] || echo build/dev/demo'
stub stat <<<'echo root'
run_lab demo
expect_status 2
remedy="lab: cannot write to $work/a checkout/build/dev/demo, which belongs to root; this gives it to you: sudo chown -R alice: '$work/a checkout/build'"
[[ $err == "$remedy" ]] || fail "stderr wanted: $remedy"
expect_no_call cmake
stub find </dev/null
run_lab demo
expect_status 0
run_lab run
expect_status 0
stub find <<<'[[ $1 != build ]] || echo build/dev/demo'
run_lab demo # nothing is to be built, but the demo writes
expect_status 2
[[ $err == "$remedy" ]] || fail "stderr wanted: $remedy"
run_lab run # writes nothing of its own
expect_status 0

done_testing launcher_build
