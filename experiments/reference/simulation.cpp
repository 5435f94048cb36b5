// SPDX-License-Identifier: Apache-2.0
#include "experiments/reference/simulation.h"

#include <array>
#include <cmath>
#include <stdexcept>

namespace slots {
namespace {

constexpr std::size_t kBatches = 20;
constexpr double kStudent = 2.093;  // 97.5 % of Student's law with 19 degrees of freedom

struct Entry {
  const char* name;
  std::unique_ptr<Model> (*make)(Parameters&);
};
constexpr std::array<Entry, 5> kModels{{{"fifo", make_fifo},
                                        {"voq", make_voq},
                                        {"crosspoint", make_crosspoint},
                                        {"output", make_output},
                                        {"shared", make_shared_memory}}};

using Batches = std::array<double, kBatches>;

Estimate estimate(const Batches& batches) {
  double sum = 0, squares = 0;
  for (const double batch : batches) sum += batch;
  const double mean = sum / kBatches;
  for (const double batch : batches) squares += (batch - mean) * (batch - mean);
  return {mean, kStudent * std::sqrt(squares / (kBatches * (kBatches - 1)))};
}

double ratio(std::uint64_t part, std::uint64_t whole) {
  return whole == 0 ? 0 : static_cast<double>(part) / static_cast<double>(whole);
}

}  // namespace

std::vector<std::string> models() {
  std::vector<std::string> names;
  for (const auto& entry : kModels) names.emplace_back(entry.name);
  return names;
}

Result simulate(const std::string& model, Parameters parameters) {
  std::unique_ptr<Model> made;
  for (const auto& entry : kModels) {
    if (entry.name == model) made = entry.make(parameters);
  }
  if (made == nullptr) {
    std::string names;
    for (const auto& name : models()) names += " " + name;
    throw std::invalid_argument("unknown model '" + model + "'; allowed:" + names);
  }
  const std::uint64_t slots = parameters.count("slots", 1000000, kBatches, 1000000000000);
  const std::uint64_t warmup = parameters.count("warmup", slots / 4, 0, 1000000000000);
  parameters.refuse_unknown();

  for (std::uint64_t n = 0; n < warmup; ++n) made->slot();
  Batches wait{}, throughput{}, loss{};
  const std::uint64_t length = slots / kBatches;
  for (std::size_t batch = 0; batch < kBatches; ++batch) {
    const Counts before = made->counts();
    for (std::uint64_t n = 0; n < length; ++n) made->slot();
    const Counts& after = made->counts();
    wait[batch] = ratio(after.waited - before.waited, after.left - before.left);
    throughput[batch] = ratio(after.left - before.left, length * made->ports());
    loss[batch] = ratio(after.lost - before.lost, after.offered - before.offered);
  }
  return {estimate(wait), estimate(throughput), estimate(loss)};
}

}  // namespace slots
