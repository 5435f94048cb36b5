# SPDX-License-Identifier: Apache-2.0
# shellcheck shell=bash
# shellcheck disable=SC2016  # the stubs expand their text themselves
# What the launcher's tests share: a copy of ./lab in a checkout whose path has a space, on a PATH that holds the base system's
# tools and stubs of the rest, so that nothing is installed or built.
set -euo pipefail

here=$(cd -- "$(dirname -- "${BASH_SOURCE[0]}")" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
script=$(command -v script)
readonly lab="$work/a checkout/lab" bin=$work/bin script
export STUB=$work/stub XBARLAB_OS_RELEASE=$work/os-release
unset CXX SUDO_UID SUDO_GID XBARLAB_TICK

# --- a machine of stubs -----------------------------------------------------------------------------------------------

# The base system's tools.
readonly base=$work/base
mkdir "$base"
for tool in awk bash sh env cat cp cut dirname find flock grep head mkdir mv readlink rm sed setpriv stat tail tee touch uname wc; do
  ln -s "$(command -v "$tool")" "$base/$tool"
done

# stub NAME: a command on PATH that logs its arguments and does what standard input says
stub() {
  rm -f "$bin/$1" # it may be a link to the system's own
  { printf '#!/bin/bash\nprintf "%%s\\n" "%s $*" >>"$STUB/log"\n' "$1"; cat; } >"$bin/$1"
  chmod +x "$bin/$1"
}

# machine [PACKAGE...]: Debian, root, everything installed but these; a fresh checkout
machine() {
  rm -rf "$bin" "$STUB" "$work/a checkout"
  mkdir -p "$STUB" "$work/a checkout/"{bench,cmake,examples,host,rtl,systemc,testbenches,tests,waves}
  touch "$work/a checkout/"{CMakeLists.txt,CMakePresets.json}
  cp -a "$base" "$bin"
  cp "$here/../../lab" "$lab"
  printf 'ID=debian\nVERSION_ID="12"\nPRETTY_NAME="Debian GNU/Linux 12 (bookworm)"\n' >"$XBARLAB_OS_RELEASE"
  : >"$STUB/absent" # the packages that are not installed, one a line
  (($# == 0)) || printf '%s\n' "$@" >"$STUB/absent"
  echo 0 >"$STUB/uid"
  stub id <<<'cat "$STUB/uid"'
  stub dpkg-query <<'EOT'
    printf 'installed %s\n' "${@:3}" | grep -vxFf <(sed 's/^/installed /' "$STUB/absent")
    [[ ! -s "$STUB/absent" ]]
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
          for _ in {1..200}; do printf 'a.cpp:1: note: in an instance of %500s\n' 'a template'; done
          exit 1
        }
        [[ -e build/dev/xbarlab ]] || echo '[1/1] Building xbarlab'
        for program in xbarlab xbarlab-demo bench_xbarlab; do cp "$STUB/program" build/dev/$program; done
        echo 'ninja: no work to do.' ;;
    esac
EOT
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

# done_testing WHAT: the verdict
done_testing() {
  if ((failures)); then echo "$1: $failures expectations failed"; exit 1; fi
  echo "$1: all expectations met"
}
