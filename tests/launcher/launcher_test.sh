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
script=$(command -v script)
readonly lab="$work/a checkout/lab" bin=$work/bin script
export STUB=$work/stub XBARLAB_OS_RELEASE=$work/os-release
unset CXX SUDO_UID SUDO_GID XBARLAB_TICK

# --- a machine of stubs -----------------------------------------------------------------------------------------------

# stub NAME: a command on PATH that logs its arguments and does what standard input says
stub() {
  rm -f "$bin/$1" # it may be a link to the system's own
  { printf '#!/bin/bash\nprintf "%%s\\n" "%s $*" >>"$STUB/log"\n' "$1"; cat; } >"$bin/$1"
  chmod +x "$bin/$1"
}

# machine: Debian, root, everything installed; a fresh checkout
machine() {
  local tool
  rm -rf "$bin" "$STUB" "$work/a checkout"
  mkdir -p "$bin" "$STUB" "$work/a checkout"
  cp "$here/../../lab" "$lab"
  for tool in bash sh env cat cut dirname find flock grep head mkdir readlink rm sed setpriv stat tail tee touch uname wc; do
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
      *' install '*) [[ ! -e "$STUB/broken" ]] || { echo 'E: Unable to correct problems'; exit 100; }; : >"$STUB/absent" ;;
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
        if [[ $* == *' -- -n' ]]; then
          if [[ -e build/dev/xbarlab ]]; then echo 'ninja: no work to do.'; else echo '[1/1] Building xbarlab'; fi
          exit
        fi
        [[ ! -e "$STUB/bad-source" ]] || {
          printf '[1/2] Building a.o\nFAILED: a.o\na.cpp:1: error: oops\n'
          for _ in {1..5000}; do echo 'a.cpp:1: note: in an instance of a template'; done
          exit 1
        }
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

# run_lab_on_terminal [ARGS]: the same on a terminal; all that appears on it is err
run_lab_on_terminal() {
  : >"$STUB/log"
  status=0 out=''
  (cd "$work" && PATH=$bin SHELL=$bin/bash "$script" -qfec "'$lab' $*" "$work/typescript") </dev/null >"$work/err" 2>&1 || status=$?
  err=$(tr -d '\r' <"$work/err")
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
expect_calls() { [[ $(grep -cxF -- "$2" "$STUB/log") == "$1" ]] || fail "$1 calls wanted: $2"; }
expect_no_err() { [[ $err != *"$1"* ]] || fail "not wanted on stderr: $1"; }
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
expect_called 'apt-get -o APT::Status-Fd=1 update'
expect_called 'apt-get -o APT::Status-Fd=1 install -y --no-install-recommends verilator zlib1g-dev'
expect_err 'installing verilator: translates the RTL to C++
installing zlib1g-dev: compresses waveforms'
grep -q 'apt-get says' "$work/a checkout/build/lab.log" || fail 'apt-get belongs into the log'

case_name='the tests need more, and a new configuration'
machine
run_lab demo
echo catch2 >"$STUB/absent"
run_lab test -R arbiter
expect_status 0
expect_called 'apt-get -o APT::Status-Fd=1 install -y --no-install-recommends catch2'
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
expect_called 'apt-get -o APT::Status-Fd=1 install -y --no-install-recommends yosys'
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
expect_called 'sudo -n env DEBIAN_FRONTEND=noninteractive LC_ALL=C apt-get -o APT::Status-Fd=1 install -y --no-install-recommends verilator libfmt-dev'

case_name='not root, nothing missing: needs no root'
machine
echo 1000 >"$STUB/uid"
run_lab demo
expect_status 0

case_name='apt-get fails: says why, exits 2, builds nothing'
machine
echo verilator >"$STUB/absent"
: >"$STUB/broken"
run_lab demo
expect_status 2
expect_err 'E: Unable to correct problems'
expect_no_call cmake

case_name='a derivative of Debian'
machine
printf 'ID=linuxmint\nID_LIKE="ubuntu debian"\n' >"$XBARLAB_OS_RELEASE"
echo verilator >"$STUB/absent"
run_lab demo
expect_status 0
expect_called 'apt-get -o APT::Status-Fd=1 install -y --no-install-recommends verilator'

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
      -w) echo again >>"$STUB/asked"; [[ ! -e "$STUB/builds" ]] || . "$STUB/builds"; [[ $(wc -l <"$STUB/asked") == 3 ]] ;;
    esac
EOT
}

case_name='two at once: the second waits for the first, says for whom, and that it lives'
machine
held "$$ test"$'\n'
XBARLAB_TICK=0 run_lab demo
expect_status 0
expect_called 'cmake --build build/dev --target xbarlab'
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
run_lab demo
held "$$ test"$'\n'
run_lab run --ports 2
expect_status 0
expect_out "xbarlab in $work: <run> <--ports> <2>"
expect_quiet
expect_no_call flock

case_name='two at once: what the first builds for itself after our program is not waited for'
machine
held "$$ test"$'\n'
run_lab demo
machine
held "$$ test"$'\n'
printf 'cmake --preset dev >/dev/null; cmake --build build/dev >/dev/null; echo "debian 12 $(uname -m)|test" >build/dev/.lab\n' >"$STUB/builds"
run_lab demo
expect_status 0
expect_out "xbarlab in $work: <demo>"
expect_calls 1 'flock -w 10 9'

case_name='who has the lock leaves a note of it'
machine
run_lab demo
[[ $(<"$work/a checkout/build/.lab.lock") =~ ^[0-9]+' demo'$ ]] || fail 'pid and verb wanted in the lock'

case_name='another apt at work: waits for the lock of the lists and for that of dpkg, and says for whom'
machine
echo verilator >"$STUB/absent"
stub sleep </dev/null
stub apt-get <<'EOT'
  case " $* " in
    *' update '*) file=/var/lib/apt/lists/lock by='3455 (apt-get)' ;;
    *) file=/var/lib/dpkg/lock-frontend by='99 (unattended-upgr)' ;;
  esac
  echo again >>"$STUB/$by"
  [[ $(wc -l <"$STUB/$by") -gt 2 ]] || { echo "E: Could not get lock $file. It is held by process $by"; exit 100; }
EOT
XBARLAB_TICK=0 run_lab demo
expect_status 0
expect_err 'waiting for apt-get (pid 3455), which holds /var/lib/apt/lists/lock; 0 s so far'
expect_err 'waiting for apt-get (pid 3455), which holds /var/lib/apt/lists/lock; 5 s so far'
expect_err 'waiting for unattended-upgr (pid 99), which holds /var/lib/dpkg/lock-frontend; 5 s so far'
expect_calls 3 'apt-get -o APT::Status-Fd=1 update'
expect_calls 3 'apt-get -o APT::Status-Fd=1 install -y --no-install-recommends verilator'
expect_calls 4 'sleep 5'

case_name='another apt that never ends: says so after ten minutes'
machine
echo verilator >"$STUB/absent"
stub sleep </dev/null
stub apt-get <<<'echo "E: Could not get lock /var/lib/apt/lists/lock. It is held by process 7"; exit 100'
run_lab demo
expect_status 2
expect_err 'waited ten minutes for another program (pid 7), which holds /var/lib/apt/lists/lock'
expect_calls 120 'sleep 5'
expect_no_call cmake

# apt_says UPDATE INSTALL: what the two print; installing fails
apt_says() {
  machine
  echo verilator >"$STUB/absent"
  printf '%s\n' "$1" >"$STUB/update-says"
  printf '%s\n' "$2" >"$STUB/install-says"
  stub apt-get <<'EOT'
    case " $* " in
      *' update '*) cat "$STUB/update-says" ;;
      *) cat "$STUB/install-says"; exit 100 ;;
    esac
EOT
  run_lab demo
}

case_name='no network and no lists of before: says that, not which packages cannot be found'
unresolved="W: Failed to fetch http://deb.debian.org/debian/dists/bookworm/InRelease  Temporary failure resolving 'deb.debian.org'"
unknown='E: Unable to locate package verilator'
apt_says "Ign:1 http://deb.debian.org/debian bookworm InRelease"$'\n'"$unresolved" "$unknown"
expect_status 2
expect_err "lab: no network: Temporary failure resolving 'deb.debian.org'; "
expect_no_err 'Unable to locate'

case_name='no network and the lists of before: the same, of however many packages'
refused='Could not connect to deb.debian.org:80 (151.101.2.132). - connect (111: Connection refused)'
apt_says 'Reading package lists...' "$(for n in {1..2000}; do echo "E: Failed to fetch http://deb.debian.org/debian/pool/$n.deb  $refused"; done)"
expect_status 2
expect_err "lab: no network: $refused; "

case_name='a network, and one source that is gone: what apt-get says about the package counts'
apt_says "Get:1 http://deb.debian.org/debian bookworm InRelease [151 kB]"$'\n'"${unresolved//deb.debian.org/gone.example}" "$unknown"
expect_status 2
expect_err 'Unable to locate package verilator'
expect_no_err 'no network'

# sudo_says TEXT TRIES: a sudo that refuses with TEXT and takes the password that is given for the TRIESth time
sudo_says() {
  machine
  echo verilator >"$STUB/absent"
  echo 1000 >"$STUB/uid"
  echo "$1" >"$STUB/sudo-says"
  echo "$2" >"$STUB/sudo-tries"
  stub sudo <<'EOT'
    case $1 in
      -n) exit 1 ;;
      -v) echo again >>"$STUB/asked"; [[ $(wc -l <"$STUB/asked") == "$(<"$STUB/sudo-tries")" ]] || { cat "$STUB/sudo-says" >&2; exit 1; } ;;
      *) exec "$@" ;;
    esac
EOT
  run_lab_on_terminal demo
}
wrong='sudo: 3 incorrect password attempts'

case_name='sudo: a right password installs'
sudo_says "$wrong" 1
expect_status 0
expect_calls 1 'sudo -v'
expect_called 'apt-get -o APT::Status-Fd=1 install -y --no-install-recommends verilator'

case_name='sudo: a wrong password is asked for once more'
sudo_says "$wrong" 2
expect_status 0
expect_err 'lab: sudo was given a wrong password; once more'
expect_called 'apt-get -o APT::Status-Fd=1 install -y --no-install-recommends verilator'

case_name='sudo: wrong again ends, with the reason and the command'
sudo_says "$wrong" 3
expect_status 2
expect_calls 2 'sudo -v'
expect_err "$wrong"
expect_err 'lab: sudo refuses, and nothing was installed; as root, run: apt-get update && '
expect_no_call apt-get

case_name='sudo: who may not use it is asked once'
sudo_says 'Sorry, user alice may not run sudo on nowhere.' 3
expect_status 2
expect_calls 1 'sudo -v'
expect_err 'may not run sudo'
expect_no_call apt-get

case_name='sudo ./lab: only apt-get runs as root; what is built belongs to who called sudo'
machine
echo verilator >"$STUB/absent"
stub stat <<<'echo 1000'
stub getent <<<'echo "alice:x:1000:1000::/home/alice:/bin/bash"'
stub setpriv <<<'exec "${@:6}"'
export SUDO_UID=1000 SUDO_GID=1001
run_lab demo
expect_status 0
expect_out "xbarlab in $work: <demo>"
as_alice='setpriv --reuid 1000 --regid 1001 --init-groups env HOME=/home/alice'
expect_called "$as_alice mkdir -p build"
expect_called "$as_alice touch build/.lab.lock build/lab.log"
expect_called "$as_alice cmake --preset dev"
expect_called "$as_alice tee build/dev/.lab"
expect_called "$as_alice cmake --build build/dev --target xbarlab"
expect_called "$as_alice $work/a checkout/build/dev/xbarlab demo"
expect_called 'apt-get -o APT::Status-Fd=1 install -y --no-install-recommends verilator'
stub stat <<<'echo 0'
run_lab demo
expect_status 0
expect_no_call setpriv
unset SUDO_UID SUDO_GID

case_name='a build of somebody else: one line with its owner and the remedy'
machine
stub id <<<'case $1 in -u) echo 1000 ;; -un) echo alice ;; esac'
stub find <<<'echo build/dev/demo'
stub stat <<<'echo root'
run_lab demo
expect_status 2
remedy="lab: cannot write to $work/a checkout/build/dev/demo, which belongs to root; this gives it to you: sudo chown -R alice: '$work/a checkout/build'"
[[ $err == "$remedy" ]] || fail "stderr wanted: $remedy"
expect_no_call cmake
stub find </dev/null
run_lab demo
expect_status 0
stub find <<<'echo build/dev/demo'
run_lab demo # nothing is to be built, but the demo writes
expect_status 2
[[ $err == "$remedy" ]] || fail "stderr wanted: $remedy"
run_lab run # writes nothing of its own
expect_status 0

# until_said TEXT: part of a stub: silent until the launcher has said TEXT
until_said() { printf 'for _ in {1..600}; do ! grep -qF -- "%s" "%s" || break; sleep 0.1; done\n' "$1" "$work/err"; }

case_name='no silence: while a tool says nothing, there are lines'
machine
ln -s "$(command -v sleep)" "$bin/sleep"
echo verilator >"$STUB/absent"
stub apt-get <<EOT
  case " \$* " in
    *' update '*) $(until_said 'lists of packages, ') ;;
    *) $(until_said 'the packages, ') ;;
  esac
EOT
XBARLAB_TICK=0 run_lab setup
expect_status 0
expect_err 'lab: reading the lists of packages, '
expect_err 'lab: installing the packages, '

case_name='no silence: how far apt-get is; its status lines stay out of the log'
machine
ln -s "$(command -v sleep)" "$bin/sleep"
echo verilator >"$STUB/absent"
stub apt-get <<'EOT'
  [[ $* == *' update' ]] || printf 'dlstatus:1:7.5:Retrieving file 1 of 3\nGet:1 verilator\npmstatus:verilator:45.25:Unpacking\nSetting up\n'
EOT
XBARLAB_TICK=0 run_lab setup
expect_err 'lab: installing the packages: downloading, 7 %, '
expect_err 'lab: installing the packages: setting up, 45 %, '
[[ $(<"$work/a checkout/build/lab.log") == $'Get:1 verilator\nSetting up' ]] || fail 'Get: and Setting up wanted in the log'

case_name='no silence: time left, on one line that moves, on a terminal'
machine
ln -s "$(command -v sleep)" "$bin/sleep"
ln -s "$(command -v stty)" "$bin/stty"
mv "$bin/cmake" "$bin/cmake-proper"
stub cmake <<EOT
  if [[ \$* == '--build'*'xbarlab' ]]; then
    printf '[1/4] Building CXX object host/a.o\na.cpp:1: warning: odd\n'
    $(until_said ' left')
  fi
  exec cmake-proper "\$@"
EOT
run_lab_on_terminal demo
expect_status 0
expect_err $'\e[Klab: building: a.o, 25 %, '
expect_err $'\e[Ka.cpp:1: warning: odd\n'
expect_no_err '[1/4]'

case_name='no silence: a long test, and what ctest prints stays as it is'
machine
ln -s "$(command -v sleep)" "$bin/sleep"
stub ctest <<EOT
  printf '      Start  2: synth\n1/4 Test  #1: lint ..... Passed\n'
  $(until_said ' s so far')
  printf '100%% tests passed'
EOT
XBARLAB_TICK=0 run_lab test
expect_status 0
expect_out $'      Start  2: synth\n1/4 Test  #1: lint ..... Passed\n100% tests passed'
expect_err 'lab: testing: synth, 25 %, '

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
