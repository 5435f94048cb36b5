#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
#
# The project as other people see it: installed into a folder, or as a folder of theirs. The program runs without the
# checkout. examples/systemc is built with nothing but SystemC to be found, run, and its numbers compared with closed forms;
# examples/embed gives the program's numbers; the installed headers compile and the libraries are whole; what is missing is
# said in plain words.
#
# usage: package_test.sh BUILD [long]   (the build folder of what is installed; long: the folder of theirs is built, too)
set -euo pipefail
cd -- "$(dirname -- "${BASH_SOURCE[0]}")/../.."
readonly root=$PWD build=$1 part=${2-}

top=$(mktemp -d)
trap 'rm -rf "$top"' EXIT
readonly work="$top/a folder" # with a space
export SYSTEMC_DISABLE_COPYRIGHT_MESSAGE=1
readonly prefix="$work/installed" bin="$work/bin"
mkdir -p "$bin"
failures=0
fail() {
  printf 'FAIL: %s\n' "$*"
  failures=$((failures + 1))
}

# Where the project's other tools are not: no verilator.
for tool in c++ g++ cc gcc ar as ld nm ranlib cmake ninja pkg-config sh; do
  ln -s "$(command -v "$tool")" "$bin/$tool"
done
readonly hidden=(CLI11 tomlplusplus fmt nlohmann_json ZLIB Catch2 Threads)
# outside ARGS: cmake as another project calls it
outside() { env -i HOME="$HOME" PATH="$bin" "${vars[@]}" cmake -G Ninja "$@"; }
vars=()

# configure SOURCE FOLDER ARGS: with an installed xbarlab; leaves the log in FOLDER.log
configure() {
  local source=$1 folder=$2
  shift 2
  outside -S "$source" -B "$work/$folder" "$@" >"$work/$folder.log" 2>&1
}
# refuses TEXT SOURCE FOLDER ARGS: it cannot be configured, and the log says TEXT, apart from how it is wrapped
refuses() {
  local text=$1
  shift
  if configure "$@"; then fail "$2: was configured, which must say: $text"; fi
  [[ $(tr -s ' \n' ' ' <"$work/$2.log") == *"$text"* ]] || fail "$2: says not '$text' but $(cat "$work/$2.log")"
}
# make FOLDER TARGET: build it
make() {
  env -i HOME="$HOME" PATH="$bin" cmake --build "$work/$1" >"$work/$1.log" 2>&1 || { fail "$1: $(tail -n 30 "$work/$1.log")"; return 1; }
}
# number TEXT: what the example prints after it
number() { sed -nE "s/.*$1 +([0-9.]+) .*/\1/p" "$work/out"; }
# shown PAGE: the text that it shows
# shellcheck disable=SC2016  # Markdown's
shown() { sed -n '/^```text$/,/^```$/{//!p}' "$1"; }

cmake --install "$build" --prefix "$prefix" --strip >"$work/install.log"
hide=()
for package in "${hidden[@]}"; do hide+=("-DCMAKE_DISABLE_FIND_PACKAGE_$package=ON"); done

# installed ARGS: the program, in another folder, as somebody who has no checkout; where root runs this test, nobody has
hidden_by=()
# shellcheck disable=SC2016  # for the inner shell
if [[ $(id -u) == 0 ]] && unshare --mount true 2>"$work/unshare.log"; then
  hidden_by=(unshare --mount --propagation private bash -c 'mount -t tmpfs none "$0" && exec "$@"' "$root")
fi
mkdir "$work/home" "$work/elsewhere"
cache=''
installed() {
  (cd "$work/elsewhere" && env -i HOME="$work/home" PATH="$PATH" "XDG_CACHE_HOME=$cache" "${hidden_by[@]}" "$prefix/bin/xbarlab" "$@")
}
if grep -qaF -e "$root/" -e "$build" "$prefix/bin/xbarlab"; then fail "the installed program names the checkout"; fi
point=(--switch input --ports 2 --load 1 --packet 1 --cycles 20000)
for engine in fast rtl; do
  installed run "${point[@]}" --engine "$engine" --json - >"$work/$engine.json" 2>"$work/$engine.log" || fail "installed, $engine: $(cat "$work/$engine.log")"
done
[[ -n $(find "$work/home/.cache/xbarlab/models" -name '*.so') ]] || fail "the model is not in the user's cache"
# A relative cache counts for nothing; one that cannot be written is said.
cache=relative
installed run "${point[@]}" --engine rtl >/dev/null 2>"$work/log" || fail "with a relative cache: $(cat "$work/log")"
[[ ! -e $work/elsewhere/relative ]] || fail 'a relative XDG_CACHE_HOME is used'
cache=$work/file status=0
: >"$cache"
installed run "${point[@]}" --engine rtl >/dev/null 2>"$work/log" || status=$?
[[ $status == 2 && $(<"$work/log") == "xbarlab: $cache/xbarlab/models: cannot be written (Not a directory); allowed: "* ]] ||
  fail "a cache that cannot be written: status $status, $(cat "$work/log")"
cache=''
# On a full disk a model is not built, and nothing is said of its RTL.
if ((${#hidden_by[@]})); then
  mkdir "$work/small"
  for given in '--switch input' "--device $root/examples/quad-switch/quad_switch.toml"; do
    status=0
    read -ra words <<<"$given"
    # shellcheck disable=SC2016  # for the inner shell
    unshare --mount --propagation private bash -c 'mount -t tmpfs -o size=16k none "$0" && XDG_CACHE_HOME=$0 exec "$@"' "$work/small" \
      "$prefix/bin/xbarlab" run "${words[@]}" --ports 4 --engine rtl >/dev/null 2>"$work/log" || status=$?
    [[ $status == 1 && $(sed '/^building/d' "$work/log") == "xbarlab: $work/small/xbarlab/models: cannot be written whole"* ]] ||
      fail "a full disk: status $status, $(cat "$work/log")"
  done
fi
grep -q "^ *$prefix/share/xbarlab/experiments/hol-saturation.toml " <(installed list experiments) || fail "no experiments are installed"
grep -q '^.TH XBARLAB 1 ' "$prefix/share/man/man1/xbarlab.1" || fail "no manual"

# What follows is compiled for the long test only: the headers and libraries, whole, are below.
if [[ $part == long ]]; then
  # The example, with the package: twins need SystemC and nothing else.
  if configure examples/systemc example -DCMAKE_PREFIX_PATH="$prefix" "${hide[@]}" && make example; then
    "$work/example/switch_platform" >"$work/out" || fail "the example ends with status $?"
    diff <(shown examples/systemc/README.md) "$work/out" || fail "examples/systemc/README.md: not what it prints (above)"
    [[ $(number 'lone packet offered after') == 2 ]] || fail "crosspoint: a lone packet's latency is 2 cycles"
    [[ $(number 'lone write delivered after') == 11 ]] || fail "voq: a lone packet of 8 beats takes 8 + 3 cycles"
    [[ $(number 'shifted by a port') == 1.0000 ]] || fail "voq: a permutation passes at the line rate"
    # Karol, Hluchyj, Morgan 1987; the interval of 99000 cycles is below .003.
    awk -v t="$(number 'saturated throughput')" -v h="$(number 'head-of-line blocking')" \
      'BEGIN { exit !(t > .745 && t < .755 && h > .245 && h < .255) }' || fail "input, 2 ports: throughput .75, blocking .25"
  else
    fail "the example is not built: $(tail -n 20 "$work/example.log")"
  fi

  # A program of one's own with the engines gives what ours does.
  # result_of FILE: of a record, as the example prints it
  result_of() {
    sed -E 's/.*"throughput": ?([0-9.]+).*"hol_fraction": ?([0-9.]+).*/\1 \2/' "$1" |
      awk '{ printf "throughput %.4f, blocked behind the head of a line %.4f\n", $1, $2 }'
  }
  if configure examples/embed embed -DCMAKE_PREFIX_PATH="$prefix" && make embed; then
    for engine in fast rtl; do
      env -i HOME="$work/home" PATH="$PATH" "$work/embed/embed" switch=input ports=2 load=1 packet=1 cycles=20000 "engine=$engine" >"$work/embedded" ||
        fail "examples/embed, $engine: ends with status $?"
      diff "$work/embedded" <(result_of "$work/$engine.json") || fail "examples/embed, $engine: not what the program says (above)"
    done
    read -ra words < <(sed -n 's|^    embed/embed ||p' examples/embed/README.md)
    diff <(shown examples/embed/README.md) <("$work/embed/embed" "${words[@]}") || fail "examples/embed/README.md: not what it prints (above)"
  else
    fail "examples/embed is not built: $(tail -n 20 "$work/embed.log")"
  fi
fi

# What is missing is named.
vars=(PKG_CONFIG_LIBDIR=/nowhere)
refuses "SystemC is missing: pkg-config knows no 'systemc' (Debian: libsystemc-dev" \
  examples/systemc no_systemc -DCMAKE_PREFIX_PATH="$prefix"
refuses "SystemC is missing: pkg-config knows no 'systemc'" "$root" no_systemc_below -DXBARLAB_COMPONENTS=systemc
vars=()
mkdir "$work/host"
cat >"$work/host/CMakeLists.txt" <<'END'
cmake_minimum_required(VERSION 3.16)
project(host LANGUAGES CXX)
if(OWN_SYSTEMC) # as SystemC's own package has it
  add_library(SystemC::systemc INTERFACE IMPORTED)
  target_link_libraries(SystemC::systemc INTERFACE systemc)
endif()
find_package(xbarlab ${XBARLAB_VERSION} REQUIRED CONFIG ${XBARLAB_ASKED})
file(GLOB_RECURSE headers RELATIVE "${HEADERS}" "${HEADERS}/xbarlab/*.h")
list(TRANSFORM headers REPLACE "(.+)" "#include <\\1>\n")
file(WRITE "${CMAKE_BINARY_DIR}/all.cpp" ${headers} "int sc_main(int, char**) {
  xb::RunConfig config;
  xb::set_key(config, \"ports\", \"5\", \"\");
  return xb::resolve(config).queues == 5 ? 0 : 1;
}
")
add_executable(everything "${CMAKE_BINARY_DIR}/all.cpp")
target_link_libraries(everything PRIVATE -Wl,--whole-archive xbarlab::host xbarlab::systemc -Wl,--no-whole-archive)
file(WRITE "${CMAKE_BINARY_DIR}/rtl" "${xbarlab_RTL_DIR}")
END
refuses 'xbarlab host: fmt is missing; nlohmann_json is missing; tomlplusplus is missing; without it: find_package(xbarlab COMPONENTS systemc)' \
  "$work/host" no_fmt -DCMAKE_PREFIX_PATH="$prefix" "${hide[@]}"
refuses 'xbarlab program: is not installed here; installed: systemc, host, engines' \
  "$work/host" no_component -DCMAKE_PREFIX_PATH="$prefix" "-DXBARLAB_ASKED=COMPONENTS;program"
refuses 'requested version "9.0"' "$work/host" no_version -DCMAKE_PREFIX_PATH="$prefix" -DXBARLAB_VERSION=9.0

# All headers, and all of the libraries, with a SystemC that the project has found by itself.
if grep -rn '#include "' "$prefix/include"; then fail "installed headers include by the checkout's names (above)"; fi
vars=(PKG_CONFIG_LIBDIR=/nowhere)
if configure "$work/host" all -DCMAKE_PREFIX_PATH="$prefix" -DHEADERS="$prefix/include" -DOWN_SYSTEMC=ON; then
  if make all; then "$work/all/everything" || fail "a point of 5 ports has not 5 queues"; fi
else
  fail "with all components: $(tail -n 20 "$work/all.log")"
fi
vars=()
# The public ones are there, and no others; below detail is what these include.
public=(systemc/switch_{input,input_pipe,window,output,output_pipe,shared,shared_pipe,voq,voq_pipe,ccf}.h
  systemc/switch_{crosspoint,crosspoint_pipe,cicq_lqf,cicq_lqf_pipe,module}.h systemc/{axis,tlm}_switch.h
  systemc/switch_{input,input_pipe,voq,voq_pipe,crosspoint_pipe}_classes.h
  systemc/{crosspoint,memory_switch,memory_switch_pipe}_classes.h
  host/config/{config_keys,setup}.h host/link/switch_model.h host/run/simulation.h host/wires/switch_settings.h
  testbenches/engines/engines.h)
cd "$prefix/include/xbarlab"
diff <(printf '%s\n' "${public[@]}" | sort) <(find . -name '*.h' | sed 's/^..//' | grep -v '^detail/' | sort) ||
  fail 'public headers (above, <) and what is installed as such'
diff <(grep -rhoE '<xbarlab/detail/[^>]*' . | sed 's/^<xbarlab.//' | sort -u) <(find detail -name '*.h' | sort) ||
  fail "installed (above, >) is what nothing needs"
cd "$root"

# The RTL is there, whole.
if command -v verilator >/dev/null; then
  cd "$(<"$work/all/rtl")"
  [[ -e constraints/xbarlab.xdc ]] || fail 'the constraints are not installed'
  verilator --lint-only --top-module xb_switch_voq -F xbarlab.f >"$work/lint.log" 2>&1 || fail "$(cat "$work/lint.log")"
  cd "$root"
fi

# As a folder of another project, which has options of its own.
mkdir "$work/below"
cat >"$work/below/CMakeLists.txt" <<END
cmake_minimum_required(VERSION 3.22)
project(below LANGUAGES CXX)
add_subdirectory("$root" xbarlab)
add_executable(switch_platform "$root/examples/systemc/main.cpp")
target_compile_options(switch_platform PRIVATE -Wall -Wextra -Werror)
target_link_libraries(switch_platform PRIVATE xbarlab::systemc)
if(TARGET xbarlab OR TARGET xb_host OR TARGET systemc_tests)
  message(FATAL_ERROR "more than the twins")
endif()
END
if configure "$work/below" below_build "${hide[@]}" -DCMAKE_UNITY_BUILD=ON -DCMAKE_EXPORT_COMPILE_COMMANDS=ON; then
  # Which takes as long as the twins to compile, with the flags that the next lines look at.
  if [[ $part == long ]] && make below_build; then
    "$work/below_build/switch_platform" >"$work/out_below"
    cmp "$work/out" "$work/out_below" || fail "as a folder of another project the example prints something else"
  fi
  grep '"command": .*switch_platform' "$work/below_build/compile_commands.json" >"$work/command"
  if grep -E -- "-Wshadow|-I\\\\?\"?${root}[ \"\\\\]" "$work/command"; then fail "the other project gets options or folders of ours (above)"; fi
else
  fail "as a folder of another project: $(tail -n 20 "$work/below_build.log")"
fi

# The pages show code that is compiled: each block is in an example, apart from how far it is indented.
squeeze() { sed -E 's/^ +//; /^$/d' "$@"; }
blocks=0 code=$(squeeze examples/systemc/*.h examples/{systemc,embed}/*.cpp examples/{systemc,embed}/CMakeLists.txt)
while IFS= read -r -d $'\036' block; do
  blocks=$((blocks + 1))
  [[ $code == *"$(squeeze <<<"$block")"* ]] || fail "a page shows what is not in examples/: $block"
done < <(awk '/^```$/ && inside { inside = 0; printf "\036" } inside { print } /^```(cpp|cmake)$/ { inside = 1 }' docs/how-to/{use-a-twin,install-it}.md)
((blocks >= 6)) || fail "docs/how-to shows $blocks blocks of code"

echo "package_test: $failures failures"
exit $((failures > 0))
