#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
#
# What ./lab installs, when it asks for help, and what it says of apt-get and sudo.
# shellcheck disable=SC2016  # the stubs expand their text themselves
# shellcheck source=tests/launcher/lib.sh
. "$(dirname -- "${BASH_SOURCE[0]}")/lib.sh"

case_name='missing packages: exactly these are installed, and said'
machine verilator zlib1g-dev catch2
run_lab demo
expect_status 0
expect_out "xbarlab-demo in $work: <demo>"
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
expect_called "ctest --test-dir $work/a checkout/build/dev --output-on-failure --no-tests=error -j3 -LE long|soak -R arbiter"
expect_out '100% tests passed'
run_lab demo
expect_no_call 'cmake --preset'
run_lab soak
expect_called "ctest --test-dir $work/a checkout/build/dev --output-on-failure --no-tests=error -j3 -L soak"

case_name='a tool that is no package counts'
machine verilator
stub verilator </dev/null
run_lab demo
expect_status 0
expect_no_call apt-get

case_name='setup installs and builds nothing'
machine yosys libnss-wrapper
run_lab setup
expect_status 0
expect_called 'apt-get -o APT::Status-Fd=1 install -y --no-install-recommends yosys libnss-wrapper'
expect_no_call cmake

case_name='the reference of classes: doxygen is installed and run, nothing is built'
machine doxygen
run_lab api
expect_called 'apt-get -o APT::Status-Fd=1 install -y --no-install-recommends doxygen'
expect_no_call cmake
stub doxygen </dev/null
run_lab api
expect_status 0
expect_called 'doxygen docs/Doxyfile'
stub doxygen <<<'echo "warning: nothing is called that"; exit 1'
run_lab api
expect_status 2
expect_err 'nothing is called that'

case_name='not root, no sudo: one line with the command'
machine verilator libfmt-dev
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
machine verilator
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
for tool in bwrap ninja pkg-config verilator; do stub "$tool" </dev/null; done
stub g++ <<<'cat >/dev/null' # finds every header
run_lab demo
expect_status 0
expect_out "xbarlab-demo in $work: <demo>"

case_name='another apt at work: waits for the lock of the lists and for that of dpkg, and says for whom'
machine verilator
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
machine verilator
stub sleep </dev/null
stub apt-get <<<'echo "E: Could not get lock /var/lib/apt/lists/lock. It is held by process 7"; exit 100'
run_lab demo
expect_status 2
expect_err 'waited ten minutes for another program (pid 7), which holds /var/lib/apt/lists/lock'
expect_calls 120 'sleep 5'
expect_no_call cmake

# apt_says UPDATE INSTALL: what the two print; installing fails
apt_says() {
  machine verilator
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
apt_says 'Reading package lists...' "$(for n in {1..100}; do printf 'E: Failed to fetch http://deb.debian.org/debian/pool/%01000d.deb  %s\n' "$n" "$refused"; done)"
expect_status 2
expect_err "lab: no network: $refused; "

case_name='a network, and one source that is gone: what apt-get says about the package counts'
apt_says "Get:1 http://deb.debian.org/debian bookworm InRelease [151 kB]"$'\n'"${unresolved//deb.debian.org/gone.example}" "$unknown"
expect_status 2
expect_err 'Unable to locate package verilator'
expect_no_err 'no network'

# sudo_says TEXT TRIES: a sudo that refuses with TEXT and takes the password that is given for the TRIESth time
sudo_says() {
  machine verilator
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

done_testing launcher_packages
