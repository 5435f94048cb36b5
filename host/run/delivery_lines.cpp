// SPDX-License-Identifier: Apache-2.0
#include "host/run/delivery_lines.h"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>

#include "host/run/delivery.h"

namespace xb {
namespace {

constexpr std::size_t kMostNamed = 4;
constexpr double kFairShare = 0.5;  // of the share that all inputs together get through

double share(std::uint64_t delivered, std::uint64_t offered) {
  return offered == 0 ? 1 : static_cast<double>(delivered) / static_cast<double>(offered);
}

std::string inputs_text(const DeliveryResult& d, const std::vector<std::size_t>& inputs) {
  std::string text;
  for (std::size_t n = 0; n < std::min(inputs.size(), kMostNamed); ++n) {
    text += fmt::format("{}{} ({} of {} packets)", n == 0 ? "" : ", ", inputs[n],
                        d.delivered_by_input[inputs[n]], d.offered_by_input[inputs[n]]);
  }
  return inputs.size() > kMostNamed ? fmt::format("{}, and {} more", text, inputs.size() - kMostNamed) : text;
}

}  // namespace

std::vector<std::pair<std::string, std::string>> delivery_lines(const DeliveryResult& d, bool network) {
  std::vector<std::pair<std::string, std::string>> lines;
  const auto sum = [](const std::vector<std::uint64_t>& counts) {
    return std::accumulate(counts.begin(), counts.end(), std::uint64_t{0});
  };
  const double all = share(sum(d.delivered_by_input), sum(d.offered_by_input));
  std::vector<std::size_t> starving, unfair;
  for (std::size_t input = 0; input < d.delivered_by_input.size(); ++input) {
    const bool few = d.offered_by_input[input] < kFewPackets;
    if (starves(d, input))
      starving.push_back(input);
    else if (!few && share(d.delivered_by_input[input], d.offered_by_input[input]) < kFairShare * all)
      unfair.push_back(input);
  }
  const std::string inputs = network ? "hosts" : "inputs";
  if (!starving.empty()) lines.emplace_back(inputs + " that starve", inputs_text(d, starving));
  if (!unfair.empty())
    lines.emplace_back(inputs + " with little",
                       fmt::format("{}; all {}: {:.2f} %", inputs_text(d, unfair), inputs, all * 100));
  if (d.worst_flows.empty()) return lines;
  std::string flows;
  for (std::size_t n = 0; n < std::min(d.worst_flows.size(), kMostNamed); ++n) {
    const SilentFlow& flow = d.worst_flows[n];
    flows += fmt::format("{}{} -> {} (0 of {})", n == 0 ? "" : ", ", flow.from, flow.to, flow.packets);
  }
  if (d.flows_without_delivery > kMostNamed)
    flows += fmt::format(", and {} more", d.flows_without_delivery - kMostNamed);
  lines.emplace_back("flows that get nothing", flows);
  return lines;
}

}  // namespace xb
