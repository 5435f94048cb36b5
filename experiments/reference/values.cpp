// SPDX-License-Identifier: Apache-2.0
#include "experiments/reference/values.h"

#include <algorithm>
#include <cmath>
#include <fstream>
#include <stdexcept>

namespace slots {
namespace {

constexpr const char* kHeader = "place,model,parameters,measure,value,half-width,slots";

Result run(const Value& value, const std::vector<std::string>& more) {
  auto parameters = value.parameters;
  parameters.insert(parameters.end(), more.begin(), more.end());
  return simulate(value.model, Parameters(parameters));
}

Value value_of(const std::string& line, unsigned number) {
  const auto cells = split(line, ',');
  if (cells.size() != 7) throw std::invalid_argument("not a value; allowed: " + std::string(kHeader));
  if (cells[3] != "wait" && cells[3] != "throughput" && cells[3] != "loss")
    throw std::invalid_argument("measure: '" + cells[3] + "' is not allowed; allowed: wait throughput loss");
  const double slots = number_of(cells[6], "a number of slots");
  if (slots < 1000 || slots > 1e12) throw std::invalid_argument("slots: allowed: 1000..1e12");
  const Value value{cells[0],
                    cells[1],
                    split(cells[2], ' '),
                    cells[3],
                    cells[4],
                    number_of(cells[4], "a number"),
                    number_of(cells[5], "a number"),
                    static_cast<std::uint64_t>(slots),
                    number};
  run(value, {"slots=20", "seed=1"});  // refuses here what the last of many runs would end with
  return value;
}

}  // namespace

std::vector<Value> read_values(const std::string& file) {
  std::ifstream in(file);
  std::string line;
  if (!std::getline(in, line) || line != kHeader)
    throw std::invalid_argument(file + ": cannot be read, or does not begin with: " + kHeader);
  std::vector<Value> values;
  for (unsigned number = 2; std::getline(in, line); ++number) {
    try {
      values.push_back(value_of(line, number));
    } catch (const std::invalid_argument& wrong) {
      throw std::invalid_argument(file + ":" + std::to_string(number) + ": " + wrong.what());
    }
  }
  return values;
}

Estimate remake(const Value& value, double share) {
  const double slots = std::max(1000., share * static_cast<double>(value.slots));
  const Result result = run(value, {"slots=" + std::to_string(static_cast<std::uint64_t>(slots)),
                                    "seed=" + std::to_string(value.seed)});
  if (value.measure == "wait") return result.wait;
  return value.measure == "loss" ? result.loss : result.throughput;
}

bool agrees(const Value& value, const Estimate& estimate) {
  return std::abs(estimate.mean - value.value) <= estimate.half_width + value.half_width;
}

}  // namespace slots
