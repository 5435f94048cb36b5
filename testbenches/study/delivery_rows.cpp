// SPDX-License-Identifier: Apache-2.0
#include "testbenches/study/delivery_rows.h"

#include "host/run/delivery.h"

namespace xb {
namespace {

using Json = nlohmann::ordered_json;
using Rows = std::vector<std::vector<Json>>;

Rows rows_by_input(const DeliveryResult& d) {
  Rows rows;
  for (std::size_t input = 0; input < d.delivered_by_input.size(); ++input)
    rows.push_back({input, starves(d, input), d.offered_by_input[input], d.delivered_by_input[input]});
  return rows;
}

Rows rows_by_flow(const DeliveryResult& d) {
  Rows rows;
  const std::size_t ports = d.delivered_by_input.size();
  for (std::size_t flow = 0; flow < d.taken_by_flow.size(); ++flow)
    rows.push_back(
        {flow / ports, flow % ports, d.taken_by_flow[flow], d.delivered_by_flow[flow], d.lost_by_flow[flow]});
  if (!rows.empty()) return rows;
  for (const SilentFlow& flow : d.worst_flows) rows.push_back({flow.from, flow.to, flow.packets, 0, nullptr});
  return rows;
}

}  // namespace

const std::vector<std::string>& delivery_columns(ExportRows rows) {
  static const std::vector<std::string> none;
  static const std::vector<std::string> of_inputs{"input", "starves", "offered_packets", "delivered_packets"};
  static const std::vector<std::string> of_flows{"input", "output", "taken_packets", "delivered_packets",
                                                 "lost_packets"};
  return rows == ExportRows::Points ? none : rows == ExportRows::Inputs ? of_inputs : of_flows;
}

Rows delivery_rows(const Json& result, ExportRows rows) {
  const auto delivery = delivery_in(result);
  if (!delivery || rows == ExportRows::Points) return {};
  return rows == ExportRows::Inputs ? rows_by_input(*delivery) : rows_by_flow(*delivery);
}

Json starving_count(const Json& result) {
  const auto delivery = delivery_in(result);
  return delivery ? Json(starving_inputs(*delivery).size()) : Json(nullptr);
}

}  // namespace xb
