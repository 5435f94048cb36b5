#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
#
# Switches as plain Verilog (IEEE 1364-2005), for tools that do not read SystemVerilog: a file a switch, made by yosys, with all
# modules in it. It is made for one set of parameters; the switch has them still, and ends a simulation that sets others.
#
#     verilog.sh [--ports N] [--width BITS] [--depth BEATS] [--keep 0|1] [--id BITS] [--user BITS] [--classes K] [--output FOLDER]
#         SWITCH...
#
# Environment: YOSYS  the program (yosys)
set -euo pipefail
# shellcheck source=tests/rtl/lib.sh
. "$(dirname -- "${BASH_SOURCE[0]}")/lib.sh"

# refuse WHAT: in one line
refuse() { printf "verilog: %s\n" "$1" >&2; exit 2; }

# What the RTL takes, and of width and depth what yosys does: larger memories end it, and so do smaller widths before it reads
# the line of the RTL that refuses them.
declare -rA allowed=([NumPorts]=2..64 [DataWidth]='a multiple of 8, 8..1024' [MaxDepth]=2..1048576 [Keep]=0..1
  [IdWidth]=0..64 [UserWidth]=1..64 [Classes]=1..8)

# legal PARAMETER VALUE
legal() {
  local range=${allowed[$1]##* }
  [[ $2 =~ ^[0-9]{1,18}$ ]] || return
  ((10#$2 >= ${range%..*} && 10#$2 <= ${range#*..})) || return
  [[ $1 != DataWidth ]] || ((10#$2 % 8 == 0))
}

declare -A value=([NumPorts]=4 [DataWidth]=64 [MaxDepth]=1024 [Keep]=0 [IdWidth]=0 [UserWidth]=1 [Classes]=1)
output=.
switches=()
given=() # parameters that were asked for
known=("$rtl"/xb_switch_*.sv)
known=("${known[@]##*/xb_switch_}")
known=("${known[@]%.sv}")
while (($# > 0)); do
  case $1 in
    --ports) name=NumPorts ;;
    --width) name=DataWidth ;;
    --depth) name=MaxDepth ;;
    --keep) name=Keep ;;
    --id) name=IdWidth ;;
    --user) name=UserWidth ;;
    --classes) name=Classes ;;
    --output) name='' ;;
    -*) refuse "'$1' is not allowed; allowed: --ports --width --depth --keep --id --user --classes --output" ;;
    *)
      [[ " ${known[*]} " == *" $1 "* ]] || refuse "switch: '$1' is not allowed; allowed: ${known[*]}"
      switches+=("$1")
      shift
      continue
      ;;
  esac
  [[ -n ${2-} ]] || refuse "$1 needs a value"
  if [[ -z $name ]]; then output=$2; else
    legal "$name" "$2" || refuse "${1#--}: '$2' is not allowed; allowed: ${allowed[$name]}"
    value[$name]=$((10#$2))
    given+=("$name ${1#--}")
  fi
  shift 2
done
((${#switches[@]} > 0)) || refuse "no switch; allowed: ${known[*]}"
for switch in "${switches[@]}"; do
  for name in "${given[@]}"; do
    has "xb_switch_$switch" "${name% *}" || refuse "${name#* }: xb_switch_$switch has no parameter ${name% *}"
  done
done
mkdir -p -- "$output"
output=$(realpath -- "$output")
cd "$work"

# readable FILE: yosys' names of parametrized modules, $paramod...\xb_fifo, become xb_fifo, xb_fifo_2, ...
readable() {
  awk '
    NR == FNR {
      if (match($0, /^module \\\$paramod[^ ]+/)) {
        old = substr($0, RSTART + 7, RLENGTH - 7)
        name = old
        sub(/\\NumPorts=.*|\\NumReq=.*|\\InstanceSeed=.*|\\Depth=.*|\\[A-Z][A-Za-z]*=.*/, "", name)
        sub(/.*\\/, "", name)
        new[old] = name (++count[name] > 1 || name == top ? "_" count[name] : "")
      } else if (match($0, /^module xb_[a-z0-9_]+/)) count[substr($0, 8, RLENGTH - 7)] = 1
      next
    }
    {
      while (match($0, /\\\$paramod[^ ]+ +/)) {
        old = substr($0, RSTART, RLENGTH)
        sub(/ +$/, "", old)
        $0 = substr($0, 1, RSTART - 1) new[old] " " substr($0, RSTART + RLENGTH)
      }
      print
    }' top="$2" "$1" "$1"
}

# parameters SWITCH: a line `NAME VALUE` for each that can be set
parameters() {
  sed -nE 's/^  parameter int unsigned ([A-Za-z]+) = ([0-9]+).*/\1 \2/p' "$rtl/xb_switch_$1.sv" | while read -r name default; do
    echo "$name ${value[$name]:-$default}"
  done
}

# make SWITCH: leaves OUTPUT/xb_switch_SWITCH.v
make() {
  local top=xb_switch_$1 name number edits=(-e '') i file
  sources "$rtl"
  while read -r name number; do edits+=(-e "s/^(  parameter int unsigned $name =) [0-9]+/\1 $number/"); done < <(parameters "$1")
  # As defaults: yosys 0.23 dies of `hierarchy -chparam` on a module that refers to a package.
  sed -E "${edits[@]}" "$rtl/$top.sv" >"$top.sv"
  rm -rf rtl
  mkdir rtl
  for i in "${!sources[@]}"; do
    file=${sources[i]##*/}
    cp -- "$([[ $file == "$top.sv" ]] && echo "$top.sv" || echo "${sources[i]}")" rtl
    sources[i]=rtl/$file
  done
  # Crosspoints as in hardware. Enables and data that differ in undefined bits alone become one.
  cat >make.ys <<EOT
read_verilog -sv -defer -DSYNTHESIS ${sources[*]}
hierarchy -check -top $top
proc
opt_expr -mux_undef -mux_bool
opt_reduce
opt_clean
memory_collect
opt_clean
check -assert
write_verilog -noattr made.v
EOT
  "${YOSYS:-yosys}" -q make.ys >log 2>&1 || fail "$(tail -n 3 log)"
  {
    printf '// SPDX-License-Identifier: Apache-2.0\n// %s of xbarlab as plain Verilog:' "$top"
    parameters "$1" | while read -r name number; do printf ' %s = %s' "$name" "$number"; done
    printf '. Made by ./lab verilog; change rtl/, not this.\n'
    readable made.v "$top" | sed '/^\/\* Generated by/d'
  } >plain.v
  parameters "$1" >set.txt
  awk -v top="$top" '
    NR == FNR { name[++n] = $1; number[n] = $2; next }
    { print }
    $0 ~ "^module " top "[(]" { within = 1 }
    within && /;$/ {
      within = 0
      for (i = 1; i <= n; ++i) print "  parameter " name[i] " = " number[i] ";"
      for (i = 1; i <= n; ++i) {
        print "  initial if (" name[i] " != " number[i] ") begin"
        print "    $display(\"%m: " name[i] " is %0d; this file is for " number[i] "\", " name[i] ");"
        print "    $finish;\n  end"
      }
    }' set.txt plain.v >"$output/$top.v"
  echo "$output/$top.v: $(grep -c '^module ' "$output/$top.v") modules, $(wc -l <"$output/$top.v") lines"
}

for switch in "${switches[@]}"; do make "$switch"; done
