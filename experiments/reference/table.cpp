// SPDX-License-Identifier: Apache-2.0
#include "experiments/reference/table.h"

#include <algorithm>
#include <cmath>

namespace slots {
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
