#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# A measure, a key, a setting of a switch, a topology, a schedule and a verb are added in a copy of the sources as the
# how-to pages say: in their files and no others, and few. What was added compiles, and is where all that lists measures
# and keys looks. What else the pages name is there.
# shellcheck source=tests/style/lib.sh
. "$(dirname -- "${BASH_SOURCE[0]}")/../style/lib.sh"

root=$PWD
cp -r docs host rtl systemc testbenches tests "$scratch"
cd "$scratch" || exit

# after FILE ANCHOR LINE: LINE behind the first line of FILE with ANCHOR; FILE has been touched
touched=()
after() {
  grep -qF -- "$2" "$1" || fail "$1: no line has '$2', behind which this test adds one"
  ANCHOR=$2 LINE=$3 awk '{ print } !done && index($0, ENVIRON["ANCHOR"]) { print ENVIRON["LINE"]; done = 1 }' "$1" >new && mv new "$1"
  touched+=("$1")
}
# compiles FILE...: as one source, which reads what all include once; they have no helpers of one name
compiles() {
  printf '#include "%s"\n' "$@" >all.cpp
  c++ -std=c++17 -fsyntax-only -I. -I"$scratch/generated" all.cpp 2>errors || fail "$*: $(head -3 errors)"
}
# said_by PAGE HEADING: the files in the first column below a heading; one without a folder is in that before it; but
# for what is in brackets
said_by() {
  HEADING=$2 awk '/^## / { here = index($0, ENVIRON["HEADING"]) }
    here && /^\| \x60/ {
      split($0, cells, "|")
      gsub(/\([^)]*\)/, "", cells[2])
      parts = split(cells[2], part, "\x60")
      folder = ""
      for (at = 2; at <= parts; at += 2) {
        if (!index(part[at], "/")) part[at] = folder part[at]
        folder = part[at]
        sub(/[^\/]*$/, "", folder)
        print part[at]
      }
    }' "$root/$1" | sort
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
row='Measure{"late_packets", "late_packets", "packets", "that came late", kNone, kDrops}.on_line("late", "{late_packets} packets").in_column({95, "late"}).drawn({"late", "Late packets", "packets", "late", "Late."}),'
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
  bool exported = false, plotted = false, drawn = false;
  for (const auto& column : xb::measure_columns()) exported = exported || column.name == late.column;
  for (const auto& name : xb::plotted_measures()) plotted = plotted || name == late.path;
  for (const auto* measure : xb::drawn_measures()) drawn = drawn || measure == &late;
  const bool seen = *late.label != 0 && late.in_tables.place == 95 && drawn;
  std::fputs(xb::measures_text().c_str(), stdout);
  return exported && plotted && seen && !xb::is_known(late, xb::SwitchProbes{}) == !xb::SwitchProbes{}.drops ? 0 : 1;
}
EOF
# What its rows ask of a run is not linked: the lists ask no run.
if c++ -std=c++17 -I. lists.cpp host/run/measure_table.cpp -no-pie -Wl,--unresolved-symbols=ignore-all -lfmt -o lists 2>errors; then
  ./lists >listed || fail 'a measure that was added is not in a list'
  grep -qF "$(sed -n 2p listed)" docs/measures.md || fail "docs/measures.md lacks '$(sed -n 2p listed)'"
else
  fail "the table of measures: $(head -3 errors)"
fi

# A key of the hosts, used where receivers stall.
after host/point/traffic_config.h 'double receiver_stall' '  double receiver_rest = 0;'
after host/config/traffic_keys.cpp '.when(no_schedule),' '      number_key("receiver-rest", &TrafficConfig::receiver_rest, 0, 0.5, "", "share of time in which receivers rest").when(no_schedule),'
after host/traffic/receivers.cpp 'PortMask Receivers::draw' '  if (now == 0) return 0;'
sed -i 's/config.traffic->receiver_stall == 0/config.traffic->receiver_stall + config.traffic->receiver_rest == 0/' host/traffic/receivers.cpp
after docs/keys.md $'| \x60receiver-stall\x60' $'| \x60receiver-rest\x60 | 0..0.5 (0) | share of time in which receivers rest |'
check 'a setting' 4 docs/how-to/add-a-setting.md 'A setting of the hosts or the run'

# A setting of a switch, which does nothing.
after rtl/xb_switch_voq.sv 'cfg_iterations_i,' '  input  logic [2:0]                      cfg_patience_i,'
after rtl/xb_switch_voq.sv ' iterations_q;' '  logic [2:0]                    patience_q;'
after rtl/xb_switch_voq.sv "iterations_q   <= '0;" "      patience_q     <= '0;"
after rtl/xb_switch_voq.sv "iterations_q   <= 3'" "      patience_q     <= 3'({xb_pkg::bounded(32'(cfg_patience_i), 1, 6)});"
after host/wires/switch_settings.h 'std::uint64_t input_weights =' '  std::uint64_t patience = 2;'
after host/wires/switch_settings.h 'X(scheduler, ' $'  X(patience, 1, 6) \\'
after systemc/switch_voq.cpp 'matcher_.work();' '  if (settings.patience > 6) return;'
after host/point/switch_config.h 'unsigned iterations' '  unsigned patience = 2;'
after host/config/switch_keys.cpp 'copied<&Config::iterations' '      number_key("patience", &Config::patience, 1, 6, "", "patience of a matching (voq)").when(of_switches("patience")).sets(copied<&Config::patience, &Settings::patience>),'
after host/switches/voq.cpp 'entry.keys =' '  entry.keys.emplace_back("patience");'
check 'a setting of a switch' 6 docs/how-to/add-a-setting.md 'A setting of a switch:'
cat >bounds.cpp <<'EOF'
#include "systemc/settings.h"
int main() {
  xb::SwitchSettings settings;
  settings.patience = 9;
  return xb::twin::bounded(settings, {2, 1, 4}).patience == 6 ? 0 : 1;
}
EOF
if c++ -std=c++17 -I. bounds.cpp -o bounds 2>errors; then
  ./bounds || fail 'a setting that was added is not bounded as the list says'
else
  fail "the list of settings: $(head -3 errors)"
fi
if verilator=$(command -v verilator_bin || command -v verilator); then
  "$verilator" --lint-only -y rtl rtl/xb_pkg.sv rtl/xb_switch_voq.sv --top-module xb_switch_voq >errors 2>&1 || fail "rtl/xb_switch_voq.sv: $(head -3 errors)"
fi

# A topology, a schedule, and a verb that does nothing.
after host/network/topology_registry.cpp 'entries{' '      {"ring", "hosts", "as k-ring", 0, 1, k_ring},'
check 'a topology' 1 docs/how-to/add-a-topology.md 'A generator'
after host/exchange/algorithms.h 'Schedule linear_exchange(' 'Schedule resting_exchange(const ExchangeShape& shape);'
after host/exchange/unordered_exchange.cpp '}  // namespace' 'Schedule resting_exchange(const ExchangeShape& shape) { return linear_exchange(shape); }'
after host/exchange/schedule_registry.cpp 'linear_exchange, spread},' '      {"resting", kExchange, "as linear", "nobody", "rest", unordered, kBound, one_group, not_in_step, each_partner, resting_exchange, spread},'
check 'a schedule' 3 docs/how-to/add-a-schedule.md 'An algorithm'
cat >testbenches/program/rest_verb.cpp <<'EOF'
#include "testbenches/program/verbs.h"
namespace xb {
Verb rest_verb(CLI::App& program) {
  Verb verb(program, "rest", "a verb that does nothing");
  verb.does([] {});
  return verb;
}
}  // namespace xb
EOF
touched=(testbenches/program/reproduce_verb.cpp) # the page's example
after testbenches/program/verbs.h 'reproduce_verb,' '    rest_verb,'
after testbenches/program/lab_program.cpp 'reproduce_verb,' '           rest_verb,'
after testbenches/CMakeLists.txt 'program/reproduce_verb.cpp' '  program/rest_verb.cpp'
after testbenches/program/README.md 'reproduce_verb.cpp' $'| \x60rest_verb.cpp\x60 | \x60rest\x60 |'
check 'a verb' 5 docs/how-to/add-a-verb.md 'Files'
# All of these, together.
compiles host/run/{run_result,switch_result}.cpp host/config/{traffic,switch}_keys.cpp host/traffic/receivers.cpp \
  host/switches/voq.cpp host/network/topology_registry.cpp host/exchange/{unordered_exchange,schedule_registry}.cpp \
  systemc/switch_voq.cpp testbenches/program/{rest_verb,lab_program}.cpp

# All files that the pages name are there, as many as a heading says.
for page in docs/how-to/add-a*.md; do
  while IFS= read -r file; do
    [[ $file == *NAME* || -e $root/$file ]] || fail "$page: there is no $file"
  done < <(said_by "$page" '##')
  while IFS= read -r heading; do
    number=0
    for part in ${heading//[^0-9]/ }; do ((number += part)); done
    files=$(said_by "$page" "$heading" | wc -l)
    ((files == 0 || files == number)) || fail "$page: '$heading', but $files are named"
  done < <(sed -n 's/^## \(.*: .*[0-9].*\)/\1/p' "$page")
done

done_testing recipes_test
