// SPDX-License-Identifier: Apache-2.0
#include "waves/compare/diff_text.h"

namespace xb {
namespace {

using Json = nlohmann::ordered_json;

Json file_json(const DiffFile& file) {
  return {{"path", file.path},
          {"format", name_of(file.format)},
          {"time_unit", file.time_unit},
          {"clock", file.clock},
          {"point", file.point},
          {"seed", file.seed},
          {"cycles", file.cycles},
          {"first", file.first},
          {"last", file.last},
          {"signals", file.signals},
          {"not_compared", file.not_compared}};
}

Json value_json(const ValueText& value) { return {{"raw", value.raw}, {"decoded", value.decoded}}; }

Json signal_json(const SignalDifference& signal) {
  return {{"want_path", signal.want_path},     {"got_path", signal.got_path}, {"width", signal.width},
          {"first_cycle", signal.first_cycle}, {"cycles", signal.cycles},     {"aliases", signal.aliases}};
}

}  // namespace

Json diff_json(const DiffResult& result) {
  Json json{{"same", result.same},
            {"want", file_json(result.want)},
            {"got", file_json(result.got)},
            {"want_scope", result.want_scope},
            {"got_scope", result.got_scope},
            {"signals_compared", result.signals_compared},
            {"cycles_compared", result.cycles_compared},
            {"cycles_differing", result.cycles_differing},
            {"aligned_by_number", result.aligned_by_number},
            {"slip", result.slip ? Json(*result.slip) : Json()},
            {"shape", Json::array()},
            {"first", nullptr},
            {"signals", Json::array()},
            {"ignored", Json::array()}};
  for (const ShapeDifference& shape : result.shape)
    json["shape"].push_back(
        {{"kind", name_of(shape.kind)}, {"path", shape.path}, {"want", shape.want}, {"got", shape.got}});
  for (const SignalDifference& signal : result.signals) json["signals"].push_back(signal_json(signal));
  for (const IgnoredDifferences& ignored : result.ignored)
    json["ignored"].push_back({{"pattern", ignored.pattern},
                               {"reason", ignored.reason},
                               {"signals", ignored.signals},
                               {"cycles", ignored.cycles}});
  if (!result.first) return json;
  const FirstDifference& first = *result.first;
  json["first"] = {{"signal", signal_json(first.signal)}, {"cycle", first.cycle},
                   {"want_time", first.want_time},        {"got_time", first.got_time},
                   {"want", value_json(first.want)},      {"got", value_json(first.got)}};
  Json rows = Json::array();
  for (const DiffWindow::Row& row : result.window.rows) {
    Json cells = Json::array();
    for (const DiffWindow::Cell& cell : row.cells)
      cells.push_back({{"want", cell.want}, {"got", cell.got}, {"differs", cell.differs}});
    rows.push_back({{"cycle", row.cycle}, {"cells", std::move(cells)}});
  }
  json["window"] = {{"signals", result.window.signals}, {"rows", std::move(rows)}};
  return json;
}

}  // namespace xb
