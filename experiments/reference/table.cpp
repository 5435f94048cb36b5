// SPDX-License-Identifier: Apache-2.0
#include "experiments/reference/table.h"

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

namespace {

struct Place {
  std::string name;
  std::size_t made = 0, agree = 0;
};

Place& place_of(std::vector<Place>& places, const std::string& name) {
  if (places.empty() || places.back().name != name) places.push_back({name});
  return places.back();
}

std::string rounded(double value, int decimals) {
  char text[64];
  std::snprintf(text, sizeof text, "%.*f", decimals, value);
  return text;
}

}  // namespace

std::string shown(const Estimate& estimate) {
  if (estimate.half_width <= 0) {
    char text[32];
    std::snprintf(text, sizeof text, "%.6g", estimate.mean);
    return text;
  }
  const int decimals = std::max(0, 1 - static_cast<int>(std::floor(std::log10(estimate.half_width))));
  return rounded(estimate.mean, decimals) + " +- " + rounded(estimate.half_width, decimals);
}

bool write_table(std::FILE* out, const std::vector<Value>& values, double share) {
  std::vector<Place> places;
  std::fputs("| place | model | parameters | measure | cited | made again | verdict |\n", out);
  std::fputs("|---|---|---|---|---|---|---|\n", out);
  for (const auto& value : values) {
    const Estimate estimate = remake(value, share);
    const bool good = agrees(value, estimate);
    Place& place = place_of(places, value.place);
    ++place.made;
    place.agree += good ? 1 : 0;
    std::fprintf(out, "| %s | %s | %s | %s | %s +- %g | %s | %s |\n", value.place.c_str(),
                 value.model.c_str(), joined(value.parameters).c_str(), value.measure.c_str(),
                 value.text.c_str(), value.half_width, shown(estimate).c_str(), good ? "agrees" : "DIFFERS");
    std::fflush(out);
  }
  Place all;
  std::fputs("\n| place | made again | agree |\n|---|---|---|\n", out);
  for (const auto& place : places) {
    std::fprintf(out, "| %s | %zu | %zu |\n", place.name.c_str(), place.made, place.agree);
    all.made += place.made;
    all.agree += place.agree;
  }
  std::fprintf(out, "\n%zu of %zu values agree\n", all.agree, all.made);
  return all.agree == all.made;
}

}  // namespace slots
