#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
#
# The decisions of ./lab: what it installs, when it asks for help, what it passes on. Runs a copy of it in a checkout whose
# path has a space, on a PATH that holds the base system's tools and stubs of the rest, so nothing is installed or built.
# shellcheck disable=SC2016  # the stubs expand their text themselves
set -euo pipefail

here=$(cd -- "$(dirname -- "${BASH_SOURCE[0]}")" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
readonly lab="$work/a checkout/lab" bin=$work/bin
export STUB=$work/stub XBARLAB_OS_RELEASE=$work/os-release
unset CXX

# --- a machine of stubs -----------------------------------------------------------------------------------------------

# stub NAME: a command on PATH that logs its arguments and does what standard input says
stub() {
  { printf '#!/bin/bash\nprintf "%%s\\n" "%s $*" >>"$STUB/log"\n' "$1"; cat; } >"$bin/$1"
  chmod +x "$bin/$1"
}

# machine: Debian, root, everything installed; a fresh checkout
machine() {
  local tool
  rm -rf "$bin" "$STUB" "$work/a checkout"
  mkdir -p "$bin" "$STUB" "$work/a checkout"
  cp "$here/../../lab" "$lab"
  for tool in bash sh env cat cut dirname flock grep head mkdir readlink rm sed tail tee uname; do
    ln -s "$(command -v "$tool")" "$bin/$tool"
  done
  printf 'ID=debian\nVERSION_ID="12"\nPRETTY_NAME="Debian GNU/Linux 12 (bookworm)"\n' >"$XBARLAB_OS_RELEASE"
  : >"$STUB/absent" # the packages that are not installed, one a line
  echo 0 >"$STUB/uid"
  stub id <<<'cat "$STUB/uid"'
  stub dpkg-query <<'EOT'
    for package in "${@:3}"; do
      if grep -qxF "$package" "$STUB/absent"; then status=1; else echo "installed $package"; fi
    done
    exit ${status-0}
EOT
  stub apt-get <<'EOT'
    echo "apt-get says something"
    case " $* " in
      *' install '*) [[ ! -e "$STUB/offline" ]] || { echo 'E: Unable to fetch'; exit 100; }; : >"$STUB/absent" ;;
    esac
EOT
  stub cmake <<'EOT'
    case $1 in
      --preset)
        mkdir -p build/dev
        echo "CMAKE_HOME_DIRECTORY:INTERNAL=$PWD" >build/dev/CMakeCache.txt
        echo '-- configuring'
        [[ ! -e "$STUB/bad-cmakelists" ]] || { echo 'CMake Error: bad'; exit 1; }
        : >build/dev/build.ninja ;;
      --build)
        [[ ! -e "$STUB/bad-source" ]] || { printf '[1/2] Building a.o\nFAILED: a.o\na.cpp:1: error: oops\n'; exit 1; }
        [[ -e build/dev/xbarlab ]] || echo '[1/1] Building xbarlab'
        cp "$STUB/program" build/dev/xbarlab
        cp "$STUB/program" build/dev/bench_xbarlab
        echo 'ninja: no work to do.' ;;
    esac
EOT
  ln -s "$(command -v cp)" "$bin/cp"
  stub ctest <<<'echo "100% tests passed"; exit "$(cat "$STUB/ctest-status" 2>/dev/null || echo 0)"'
  cat >"$STUB/program" <<'EOT'
#!/bin/bash
[[ ${1-} != prebuild ]] || echo 'model ready'
printf '%s in %s:' "${0##*/}" "$PWD"; printf ' <%s>' "$@"; echo
[[ ${1-} != exit ]] || exit "$2"
EOT
  chmod +x "$STUB/program"
}

# run_lab [ARGS]: sets status, out and err; the log of what was called is emptied first
run_lab() {
  : >"$STUB/log"
  status=0
  (cd "$work" && PATH=$bin "$lab" "$@") </dev/null >"$work/out" 2>"$work/err" || status=$?
  out=$(<"$work/out") err=$(<"$work/err")
}

# --- expectations -----------------------------------------------------------------------------------------------------

failures=0 case_name=''
fail() {
  printf 'FAIL %s: %s\n--- status %s, stdout:\n%s\n--- stderr:\n%s\n--- called:\n%s\n\n' \
    "$case_name" "$1" "$status" "$out" "$err" "$(<"$STUB/log")"
  failures=$((failures + 1))
}
expect_status() { [[ $status == "$1" ]] || fail "exit status $1 wanted"; }
expect_out() { [[ $out == "$1" ]] || fail "stdout wanted: $1"; }
expect_err() { [[ $err == *"$1"* ]] || fail "stderr wanted: $1"; }
expect_quiet() { [[ -z $err ]] || fail 'no stderr wanted'; }
expect_called() { grep -qxF -- "$1" "$STUB/log" || fail "call wanted: $1"; }
expect_no_call() { ! grep -q -- "^$1" "$STUB/log" || fail "no call wanted: $1"; }

case_name='nothing missing: installs nothing, builds once, then is silent'
machine
run_lab demo
expect_status 0
expect_out "xbarlab in $work: <demo>"
expect_called 'cmake --preset dev'
expect_called 'cmake --build build/dev --target xbarlab'
expect_err '[1/1] Building xbarlab'
expect_no_call apt-get
run_lab run --json -
expect_out "xbarlab in $work: <run> <--json> <->"
expect_quiet
expect_no_call 'cmake --preset'
expect_no_call id

case_name='missing packages: exactly these are installed, and said'
machine
printf 'verilator\nzlib1g-dev\ncatch2\n' >"$STUB/absent"
run_lab demo
expect_status 0
expect_out "xbarlab in $work: <demo>"
expect_called 'apt-get -o DPkg::Lock::Timeout=600 update'
expect_called 'apt-get -o DPkg::Lock::Timeout=600 install -y --no-install-recommends verilator zlib1g-dev'
expect_err 'installing verilator: translates the RTL to C++
installing zlib1g-dev: compresses waveforms'
grep -q 'apt-get says' "$work/a checkout/build/lab.log" || fail 'apt-get belongs into the log'

case_name='the tests need more, and a new configuration'
machine
run_lab demo
echo catch2 >"$STUB/absent"
run_lab test -R arbiter
expect_status 0
expect_called 'apt-get -o DPkg::Lock::Timeout=600 install -y --no-install-recommends catch2'
expect_called 'cmake --preset dev'
expect_called 'cmake --build build/dev --target all'
expect_called "ctest --test-dir $work/a checkout/build/dev --output-on-failure --no-tests=error -j2 -LE soak -R arbiter"
expect_out '100% tests passed'
expect_err 'model ready'
run_lab demo
expect_no_call 'cmake --preset'
run_lab soak
expect_called "ctest --test-dir $work/a checkout/build/dev --output-on-failure --no-tests=error -j2 -L soak"

case_name='a tool that is no package counts'
machine
echo verilator >"$STUB/absent"
stub verilator </dev/null
run_lab demo
expect_status 0
expect_no_call apt-get

case_name='setup installs and builds nothing'
machine
echo yosys >"$STUB/absent"
run_lab setup
expect_status 0
expect_called 'apt-get -o DPkg::Lock::Timeout=600 install -y --no-install-recommends yosys'
expect_no_call cmake

case_name='not root, no sudo: one line with the command'
machine
printf 'verilator\nlibfmt-dev\n' >"$STUB/absent"
echo 1000 >"$STUB/uid"
run_lab demo
expect_status 2
expect_err 'run: apt-get update && apt-get install -y --no-install-recommends verilator libfmt-dev'
[[ $err != *$'\n'* ]] || fail 'one line wanted'
expect_no_call apt-get

case_name='not root, and sudo wants a password but there is no terminal: the same'
stub sudo <<<'exit 1'
run_lab demo
expect_status 2
[[ $err == *'run: apt-get update &&'* && $err != *$'\n'* ]] || fail 'one line wanted'

case_name='not root, sudo: through sudo'
stub sudo <<<'[[ $1 == -n ]] && shift; [[ $1 != true ]] || exit 0; exec "$@"'
run_lab demo
expect_status 0
expect_called 'sudo -n env DEBIAN_FRONTEND=noninteractive apt-get -o DPkg::Lock::Timeout=600 install -y --no-install-recommends verilator libfmt-dev'

case_name='not root, nothing missing: needs no root'
machine
echo 1000 >"$STUB/uid"
run_lab demo
expect_status 0

case_name='apt-get fails: says why, exits 2, builds nothing'
machine
echo verilator >"$STUB/absent"
: >"$STUB/offline"
run_lab demo
expect_status 2
expect_err 'E: Unable to fetch'
expect_no_call cmake

case_name='a derivative of Debian'
machine
printf 'ID=linuxmint\nID_LIKE="ubuntu debian"\n' >"$XBARLAB_OS_RELEASE"
echo verilator >"$STUB/absent"
run_lab demo
expect_status 0
expect_called 'apt-get -o DPkg::Lock::Timeout=600 install -y --no-install-recommends verilator'

case_name='another distribution: the list of what is missing'
machine
printf 'ID=fedora\nPRETTY_NAME="Fedora Linux 40"\n' >"$XBARLAB_OS_RELEASE"
run_lab demo
expect_status 2
expect_err 'Fedora Linux 40'
expect_err '  verilator: translates the RTL to C++'
expect_err '  libsystemc-dev: runs the SystemC twins'
[[ $err != *'  cmake:'* ]] || fail 'cmake is there'
expect_no_call apt-get
expect_no_call dpkg-query

case_name='another distribution: carries on when all is there'
for tool in ninja pkg-config verilator; do stub "$tool" </dev/null; done
stub g++ <<<'cat >/dev/null' # finds every header
run_lab demo
expect_status 0
expect_out "xbarlab in $work: <demo>"

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
expect_called 'apt-get -o DPkg::Lock::Timeout=600 install -y --no-install-recommends debootstrap'
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

case_name='two at once: the second waits for the build of the first'
machine
mkdir -p "$work/a checkout/build"
flock "$work/a checkout/build/.lab.lock" bash -c ': >"$STUB/locked"; sleep 0.5' &
until [[ -e $STUB/locked ]]; do sleep 0.02; done
run_lab demo
expect_status 0
expect_err 'waiting for another ./lab'
wait

case_name='an interrupt ends the launcher, without a report of a failure'
machine
echo verilator >"$STUB/absent"
stub apt-get <<'EOT'
  trap 'exit 100' INT # as apt-get does
  : >"$STUB/installing"
  for _ in {1..100}; do sleep 0.1; done
EOT
ln -s "$(command -v sleep)" "$bin/sleep"
set -m # or else the background ignores interrupts
PATH=$bin "$lab" demo </dev/null >"$work/out" 2>"$work/err" &
set +m
until [[ -e $STUB/installing ]]; do sleep 0.02; done
kill -INT -- -$!
status=0
wait $! || status=$?
out=$(<"$work/out") err=$(<"$work/err")
expect_status 130
[[ $err != *failed* ]] || fail 'no failure wanted'

if ((failures)); then echo "$failures expectations failed"; exit 1; fi
echo 'launcher: all expectations met'
