// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cctype>
#include <cmath>
#include <limits>

#include "host/base/called_as.h"
#include "host/config/key_use.h"
#include "host/run/delivery.h"
#include "host/run/delivery_lines.h"
#include "testbenches/report/point_figures.h"

namespace xb {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::size_t kMostDeliveryPoints = 3, kMostNamedInputs = 4;
constexpr std::size_t kHostsOfRow = 32;  // of a network's map

/// [%], to a tenth, but nothing only of nothing and all only of all; no number where there were no packets.
/// A flow gives more than it takes where some came before.
double share_of(std::uint64_t delivered, std::uint64_t of) {
  if (of == 0) return std::numeric_limits<double>::quiet_NaN();
  if (delivered == 0 || delivered >= of) return delivered == 0 ? 0 : 100;
  const double share = static_cast<double>(delivered) / static_cast<double>(of);
  return std::clamp(std::round(share * 1000) / 10, 0.1, 99.9);
}

Json share_cell(std::uint64_t delivered, std::uint64_t of) {
  return of == 0 ? Json(nullptr) : Json(static_cast<double>(delivered) / static_cast<double>(of));
}

/// `input 2 starves`, `4 flows get nothing`; empty: neither.
std::string starving_text(const DeliveryResult& d, const std::string& input) {
  const std::vector<std::size_t> starving = starving_inputs(d);
  if (starving.size() == 1) return fmt::format("{} {} starves", input, starving.front());
  if (starving.size() > kMostNamedInputs) return fmt::format("{} {}s starve", starving.size(), input);
  if (!starving.empty()) return fmt::format("{}s {} starve", input, fmt::join(starving, ", "));
  if (d.flows_without_delivery == 0) return "";
  return d.flows_without_delivery == 1 ? std::string("a flow gets nothing")
                                       : fmt::format("{} flows get nothing", d.flows_without_delivery);
}

/// A row for each input: all that it was offered, then each flow.
void draw_flows(Figure& figure, const DeliveryResult& d) {
  const std::size_t ports = d.delivered_by_input.size();
  HeatMap map{"all outputs, and each output", "input", "%", {"all"}, {}, {}};
  figure.table.columns = {"input", "output", "offered", "taken", "delivered", "lost", "share"};
  for (std::size_t output = 0; output < ports; ++output) map.columns.push_back(std::to_string(output));
  for (std::size_t input = 0; input < ports; ++input) {
    const std::uint64_t offered = d.offered_by_input[input], delivered = d.delivered_by_input[input];
    map.rows.push_back(std::to_string(input));
    auto& cells = map.cells.emplace_back(1, share_of(delivered, offered));
    figure.table.rows.push_back(
        {input, "all", offered, nullptr, delivered, nullptr, share_cell(delivered, offered)});
    for (std::size_t output = 0; output < ports; ++output) {
      const std::size_t flow = input * ports + output;
      const std::uint64_t taken = d.taken_by_flow[flow], out = d.delivered_by_flow[flow];
      cells.push_back(share_of(out, taken));
      figure.table.rows.push_back(
          {input, output, nullptr, taken, out, d.lost_by_flow[flow], share_cell(out, taken)});
    }
  }
  figure.caption =
      "Share of the window's packets that came out: of all that an input was offered, and of each flow, of "
      "those that the switch took; blank where there were none.";
  figure.drawing = std::move(map);
}

/// Hosts in rows, since a column of them would be long.
void draw_hosts(Figure& figure, const DeliveryResult& d) {
  const std::size_t hosts = d.delivered_by_input.size();
  const bool in_rows = hosts > kHostsOfRow;
  HeatMap map{
      in_rows ? "host, from the first of its row on" : "host", in_rows ? "from host" : "", "%", {}, {}, {}};
  figure.table.columns = {"host", "offered", "delivered", "share"};
  for (std::size_t n = 0; n < std::min(hosts, kHostsOfRow); ++n)
    map.columns.push_back((in_rows ? "+" : "") + std::to_string(n));
  for (std::size_t host = 0; host < hosts; ++host) {
    const std::uint64_t offered = d.offered_by_input[host], delivered = d.delivered_by_input[host];
    if (host % kHostsOfRow == 0) {
      map.rows.push_back(in_rows ? std::to_string(host) : "");
      map.cells.emplace_back();
    }
    map.cells.back().push_back(share_of(delivered, offered));
    figure.table.rows.push_back({host, offered, delivered, share_cell(delivered, offered)});
  }
  figure.caption =
      "Share of the window's packets that came out, of those that each host was offered; blank where there "
      "were none.";
  figure.drawing = std::move(map);
}

Figure delivery_figure(const DeliveryResult& d, const std::string& name, std::size_t number) {
  const bool network = d.taken_by_flow.empty();
  Figure figure;
  if (network)
    draw_hosts(figure, d);
  else
    draw_flows(figure, d);
  const std::string starving = starving_text(d, network ? "host" : "input");
  figure.id = fmt::format("delivery-{}", number);
  figure.title = fmt::format("{}{}{}, {}", network ? "Delivery by host" : "Delivery by input and output",
                             starving.empty() ? "" : ": ", starving, name);
  for (auto [what, which] : delivery_lines(d, network)) {
    what.front() = static_cast<char>(std::toupper(static_cast<unsigned char>(what.front())));
    figure.caption += fmt::format(" {}: {}.", what, which);
  }
  return figure;
}

}  // namespace

bool gets_nothing(const ResultPoint& point) {
  const auto some = [&](const char* column) { return point.has(column) && point.number_of(column) > 0; };
  return some("starving_inputs") || some("flows_without_delivery");
}

std::vector<Figure> delivery_figures(const StudyResults& results, const ChosenPoints& chosen) {
  const auto has_it = [](const ResultPoint& point) { return point.has("starving_inputs"); };
  // Where all is well in some points, the others are what one wants to see.
  ChosenPoints::Shows shows = gets_nothing;
  if (chosen.of(kMostDeliveryPoints, shows).empty()) shows = has_it;
  const std::string note = chosen.note(kMostDeliveryPoints, shows);
  std::vector<Figure> figures;
  for (const ResultPoint* point : chosen.of(kMostDeliveryPoints, shows)) {
    const auto delivery = delivery_in(results.record(*point)["result"]);
    if (!delivery) continue;
    Figure figure = delivery_figure(*delivery, chosen.name_of(*point), point->number);
    if (!note.empty()) figure.caption += " " + note;
    if (point->config) figure.command = called_as() + " run " + flags_of(*point->config) + " --json -";
    figures.push_back(std::move(figure));
  }
  return figures;
}

}  // namespace xb
