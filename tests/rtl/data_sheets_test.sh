#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
#
# data_sheets_test.sh PROGRAM [make]: docs/rtl-data-sheets.md is what the comments of the switches' RTL, the table of rtl/README.md
# and runs of the twins say; `make` writes it anew, and a sheet for each switch into build/rtl-data-sheets.md. In lock-step twins
# show what the RTL shows.
# shellcheck disable=SC2016  # backquotes are Markdown's
set -euo pipefail
# shellcheck source=tests/rtl/lib.sh
. "$(dirname -- "${BASH_SOURCE[0]}")/lib.sh"
program=$(realpath -- "$1")
cd -- "$rtl/.."
page=docs/rtl-data-sheets.md

# summary MODULE: the comment above it
summary() { sed -nE '/^module /q; s/^\/\/\/ ?//p' "rtl/$1.sv"; }

# rows MODULE: its parameters and, behind an empty line, its ports; a comment counts for all below it, to the
# next one, and stands behind each row
rows() {
  awk '
    function flush(name, direction, width) {
      if (said != "") group = said
      print "| `" name "` | " direction " | " width said " | of: " group
      said = ""
    }
    /^module /   { inside = 1; next }
    /^\);/       { exit }
    !inside      { next }
    /^\) \(/     { print ""; next }
    /^ *\/\/\//  { line = $0; sub(/^ *\/\/\/ ?/, "", line); gsub(/[|]/, "\\|", line); said = said (said == "" ? "" : " ") line; next }
    /^  parameter/ {
      match($0, /[A-Za-z]+ = [A-Za-z0-9_:]+/)
      split(substr($0, RSTART, RLENGTH), word, " = ")
      flush(word[1], word[2], "")
    }
    /^  localparam/ { said = "" }
    /^  (in|out)put/ {
      width = "1"
      if (match($0, /\[[^]]+\]/)) { width = substr($0, RSTART + 1, RLENGTH - 2); sub(/-1:0$/, "", width) }
      if (width ~ /^[0-9]+:0$/) width = width + 1
      name = $NF
      sub(/,$/, "", name)
      flush(name, $1, "`" width "` | ")
    }' "rtl/$1.sv"
}

# diagram SWITCH: a packet of three beats through the switch without load, cycle by cycle
diagram() {
  # shellcheck disable=SC2046  # words
  "$program" run $(keys "$1") --ports 2 --load 0.05 --packet 3 --engine systemc --cycles 200 --line-trace "$work/trace" \
    >"$work/log" 2>&1 || fail "$1: $(tail -n 3 "$work/log")"
  awk -F' [|][|] ' '
    /^#/ { if (/^# cycle/) print; next }
    $2 ~ />/ && !first { first = NR }
    !first { next }
    $3 ~ />/ { out = NR }
    out && NR > out { exit }
    { print }' "$work/trace"
}

# cost SWITCH: its clock, LUT4, FF, DP16KD and DPR16X4, as docs/cost.md has them of four ports and one class
cost() {
  local form=''
  if [[ $1 == *_pipe ]]; then form=pipelined; fi
  awk -F' *[|] *' -v name="\`$(tr _ - <<<"${1%_pipe}")\`" -v form=$form -v OFS=' | ' \
    '$2 == name && $3 == form && NF == 11 { print $9, $4, $5, $7, $8 }' docs/cost.md
}

# bits ADDRESS: how many a word has
bits() {
  local mask n=0
  mask=$(sed -nE "s/^ *32'h([0-9a-f]{4})_([0-9a-f]{4})[,}].*\/\/ $1 RW.*/\1\2/p" rtl/xb_axi_lite_regs.sv)
  for ((mask = 16#${mask:-ffffffff}; mask; mask >>= 1)); do n=$((n + 1)); done
  echo "$n"
}

# registers: the map of xb_axi_lite_regs, of the lines of its source that say an address, an access and a name
registers() {
  printf '## Registers\n\n'
  summary xb_axi_lite_regs
  printf '\n| address | access | name | bits | meaning |\n|---|---|---|--:|---|\n'
  grep -oE '0x[0-9a-f]+ R[OW] [^;]+' rtl/xb_axi_lite_regs.sv | sort | sed -E 's/^(0x\w+) (\w+) (\w+)[:,] (.*)/\1 \2 \3 \4/' |
    while read -r address access name meaning; do
      echo "| $address | $access | \`$name\` | $(bits "$address") | $meaning |"
    done
}

# table COLUMNS: of the rows on standard input
table() {
  printf '| %s |\n|' "$1"
  printf '%s' "${1//[^|]/}" | sed 's/|/---|/g; s/$/---|\n/'
  sed 's/ of: .*//'
}

# names: of the rows on standard input, without the ends of ports
names() { sed -nE 's/^\| `([a-zA-Z_]+)` .*/\1/p' | sed -E 's/^cfg_(.*)_i$/\1/' | paste -sd' ' | sed 's/ /, /g'; }

# blocks: what stands between a link and a port of any switch
blocks() {
  local block
  printf '## Between a link and a switch\n\n'
  for block in xb_port_guard xb_async_fifo xb_pause_unit; do
    printf '### %s\n\n' "$block"
    summary "$block"
    echo
    rows "$block" | sed '/^$/q' | grep . | table 'parameter | default | meaning'
    echo
    rows "$block" | sed '1,/^$/d' | table 'port | direction | bits | meaning'
    echo
  done
}

# latency SWITCH: cycles from a first beat's acceptance to its offer
latency() {
  awk -F' [|][|] ' '$2 ~ />/ && in_ == "" { in_ = $1 } $3 ~ />/ { print $1 - in_; exit }' "$work/diagram.$1"
}

common() {
  sed '/^$/q' "$work/rows.${switches[0]}" | grep -xFf "$work/common" | table 'parameter | default | meaning'
  echo
  sed '1,/^$/d' "$work/rows.${switches[0]}" | grep -xFf "$work/common" | table 'port | direction | bits | meaning'
  echo
}

# page: the one that is committed
page() {
  local switch own
  cat <<'EOT'
# The switches' RTL at a glance

Parameters, ports, latency and cost of the switches' RTL, the blocks between a link and a switch, and the register map.
`tests/rtl/data_sheets_test.sh build/dev/xbarlab make` writes this page, and into `build/rtl-data-sheets.md` a data
sheet of each switch: ports, timing, capacity, a packet cycle by cycle. How each switch works: the pages in
[index.md](index.md#switches); what the modules are: [rtl/README.md](../rtl/README.md).

All have one clock, an asynchronous reset, AXI4-Stream ports in flat vectors (port i in bit i, or at `[i*width +:
width]`), and outputs that come from registers alone.

## What all switches have

EOT
  common
  cat <<'EOT'
## Each switch

Latency of the first beat of a packet of three [cycles], in a switch of two ports without load; cost in a Lattice ECP5
of N = 4, 64 bits, depth 256, where it was measured ([how](cost.md#all-architectures)); parameters and settings
(`cfg_NAME_i`) of its own.

| switch | latency | clock | LUT4 | FF | DP16KD | DPR16X4 | parameters | settings |
|---|--:|--:|--:|--:|--:|--:|---|---|
EOT
  for switch in "${switches[@]}"; do
    own=$(cost "$switch")
    printf '| `xb_switch_%s` | %s | %s | %s | %s |\n' "$switch" "$(latency "$switch")" "${own:- | | | | }" \
      "$(sed '/^$/q' "$work/rows.$switch" | grep -vxFf "$work/common" | names)" \
      "$(sed '1,/^$/d' "$work/rows.$switch" | grep '^| .cfg_' | names)"
  done
  echo
  blocks
  registers
}

# sheets: one for each switch
sheets() {
  local switch own
  printf "# Data sheets of the switches' RTL\n\n"
  common
  for switch in "${switches[@]}"; do
    printf '## xb_switch_%s\n\n' "$switch"
    summary "xb_switch_$switch"
    sed '/^$/q' "$work/rows.$switch" | grep -vxFf "$work/common" | grep . >"$work/own" || true
    [[ ! -s $work/own ]] || { echo; table 'parameter | default | meaning' <"$work/own"; }
    echo
    sed '1,/^$/d' "$work/rows.$switch" | grep -vxFf "$work/common" | table 'port | direction | bits | meaning'
    printf '\n*Three beats.* `xbarlab run %s`:\n\n```text\n' "$(keys "$switch") --ports 2 --load 0.05 --packet 3 --line-trace FILE"
    cat "$work/diagram.$switch"
    printf '```\n\n'
    own=$(cost "$switch")
    [[ -z $own ]] || printf '*In a Lattice ECP5*, N = 4, 64 bits, depth 256:\n\n%s\n%s\n| %s |\n\n' \
      '| clock | LUT4 | FF | DP16KD | DPR16X4 |' '|--:|--:|--:|--:|--:|' "$own"
  done
}

mapfile -t switches < <(sed -nE 's/^\| `xb_switch_([a-z_]+)` .*/\1/p' rtl/README.md)
((${#switches[@]} == $(printf '%s\n' rtl/xb_switch_*.sv | wc -l))) || fail 'a switch is missing in rtl/README.md'
for switch in "${switches[@]}"; do
  rows "xb_switch_$switch" >"$work/rows.$switch"
  diagram "$switch" >"$work/diagram.$switch"
done
# What all of them have, in the order of the first.
cat "$work"/rows.* | grep . | sort | uniq -c | sed -nE "s/^ *${#switches[@]} //p" >"$work/common"
page >"$work/page"
sheets >"$work/sheets"
if [[ ${2-} == make ]]; then
  cp -- "$work/page" "$page"
  mkdir -p build
  cp -- "$work/sheets" build/rtl-data-sheets.md
fi
diff -u -- "$page" "$work/page" || fail "$page is not what '$0 PROGRAM make' writes"
# Pages of switches that have these costs as well have the same.
while IFS= read -r row; do
  name=$(sed -E 's/.*`xb_switch_([a-z_]+)`.*/\1/' <<<"$row")
  [[ "$(cut -d'|' -f4- <<<"$row")" == " $(cost "$name") |" ]] || fail "docs/switch-*.md: not what docs/cost.md has: $row"
done < <(grep -hE '^\| `xb_switch_[a-z_]+` \| 4 \|' docs/switch-*.md)
# So has the page of results, of all architectures in both forms: with the throughput, and what that is in Gb/s.
awk -F' *[|] *' '
  FNR == 1 { file++ }
  file == 1 && NF == 11 && $10 ~ /^0[.]/ {
    gbits = sprintf("%.1f", 64 * $9 * $10 / 1000)
    want[$2 $3] = $4 " " $5 " " $7 " " $9 " " $10 " " gbits
  }
  file == 2 && NF == 10 && $7 ~ /MHz$/ {
    if (want[$2 $3] != $4 " " $5 " " $6 " " $7 " " $8 " " $9) print $2, $3 ": not", want[$2 $3]
    delete want[$2 $3]
  }
  END { for (key in want) print key ": not there" }' docs/cost.md docs/results.md >"$work/differ"
[[ ! -s $work/differ ]] || fail "docs/results.md: not what docs/cost.md has: $(<"$work/differ")"
# The tables say what the comments say.
for word in cfg_depth_i s_axis_tkeep_i MaxDepth; do grep -q "^| .$word. |.*[a-z]" "$work/sheets" || fail "no $word"; done
for switch in "${switches[@]}"; do
  [[ $(latency "$switch") =~ ^[1-9][0-9]*$ ]] || fail "$switch: no packet went through"
done
echo "data_sheets_test.sh: $page is what the RTL says"
