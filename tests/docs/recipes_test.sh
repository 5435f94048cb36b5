#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# A measure and a key are added in a copy of the sources as the how-to pages say: in their files and no others, and few.
# What was added compiles, and is where all that lists measures and keys looks.
# shellcheck source=tests/style/lib.sh
. "$(dirname -- "${BASH_SOURCE[0]}")/../style/lib.sh"

root=$PWD
cp -r docs host tests "$scratch"
cd "$scratch" || exit

# after FILE ANCHOR LINE: LINE behind the first line of FILE with ANCHOR; FILE has been touched
touched=()
after() {
  grep -qF -- "$2" "$1" || fail "$1: no line has '$2', behind which this test adds one"
  ANCHOR=$2 LINE=$3 awk '{ print } !done && index($0, ENVIRON["ANCHOR"]) { print ENVIRON["LINE"]; done = 1 }' "$1" >new && mv new "$1"
  touched+=("$1")
}
# compiles FILE...
compiles() {
  for file in "$@"; do
    c++ -std=c++17 -fsyntax-only -I. -I"$scratch/generated" "$file" 2>errors || fail "$file: $(head -3 errors)"
  done
}
# said_by PAGE HEADING: the files in the table below a heading
said_by() {
  awk -v heading="$2" '/^## /{ here = index($0, heading) } here && /^\| \x60/ { split($0, cell, "\x60"); print cell[2] }' "$root/$1" | sort
}
# check WHAT MOST PAGE HEADING: as many files as allowed, and those that the page names
check() {
  local done_in said
  done_in=$(printf '%s\n' "${touched[@]}" | sort -u)
  said=$(said_by "$3" "$4")
  (($(wc -l <<<"$done_in") <= $2)) || fail "$1 takes more than $2 files: ${done_in//$'\n'/ }"
  [[ $done_in == "$said" ]] || fail "$1 is added in ${done_in//$'\n'/ }, but $3 says ${said//$'\n'/ }"
  touched=()
}

# A measure that is counted, is exported and plotted, and has a line, a column and a figure.
row='Measure{"late_packets", "late_packets", "packets", "that came late", kNone, Needs::Drops}.on_line("late", "{late_packets} packets").in_column({95, "late"}).drawn({"late", "Late packets", "packets", "late", "Late."}),'
after host/run/run_result.h '  bool warmup_settled = true;' '  std::uint64_t late_packets = 0;'
after host/run/record_fields.h 'io("lost_packets"' '  io("late_packets", r.late_packets);'
after host/run/switch_result.cpp 'r.lost_packets =' '  r.late_packets = r.lost_packets;'
after host/run/measure_table.cpp '"cycles", "whole run' "$row"
after docs/measures.md '  cycles       ' '  late_packets                 late_packets                         that came late [packets]'
check 'a measure' 5 docs/how-to/add-a-measure.md 'Files'
cat >lists.cpp <<'EOF'
#include <cstdio>
#include "host/run/measure_table.h"
int main() {
  const xb::Measure& late = *xb::find_measure("late_packets");
  bool exported = false, plotted = false;
  for (const auto& column : xb::measure_columns()) exported = exported || column.name == late.column;
  for (const auto& name : xb::plotted_measures()) plotted = plotted || name == late.path;
  const bool seen = *late.label != 0 && late.in_tables.place == 95 && *late.figure.id != 0;
  std::fputs(xb::measures_text().c_str(), stdout);
  return exported && plotted && seen && !xb::is_known(late, xb::SwitchProbes{}) == !xb::SwitchProbes{}.drops ? 0 : 1;
}
EOF
if c++ -std=c++17 -I. lists.cpp host/run/measure_table.cpp -lfmt -o lists 2>errors; then
  ./lists >listed || fail 'a measure that was added is not in a list'
  grep -qF "$(sed -n 2p listed)" docs/measures.md || fail "docs/measures.md lacks '$(sed -n 2p listed)'"
else
  fail "the table of measures: $(head -3 errors)"
fi
compiles host/run/run_result.cpp host/run/switch_result.cpp

# A key of the hosts, used where receivers stall.
after host/point/traffic_config.h 'double receiver_stall' '  double receiver_rest = 0;'
after host/config/traffic_keys.cpp '.when(no_schedule),' '      number_key("receiver-rest", &TrafficConfig::receiver_rest, 0, 0.5, "", "share of time in which receivers rest").when(no_schedule),'
after host/traffic/receivers.cpp 'PortMask Receivers::draw' '  if (now == 0) return 0;'
sed -i 's/config.traffic->receiver_stall == 0/config.traffic->receiver_stall + config.traffic->receiver_rest == 0/' host/traffic/receivers.cpp
after docs/keys.md $'| \x60receiver-stall\x60' $'| \x60receiver-rest\x60 | 0..0.5 (0) | share of time in which receivers rest |'
check 'a setting' 4 docs/how-to/add-a-setting.md 'A setting of the hosts or the run'
compiles host/config/traffic_keys.cpp host/traffic/receivers.cpp

done_testing recipes_test
