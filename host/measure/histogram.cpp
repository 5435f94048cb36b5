// SPDX-License-Identifier: Apache-2.0
#include "host/measure/histogram.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace xb {

void Histogram::add_slow(std::uint64_t value, std::uint64_t weight) {
  if (value >= kArrayLimit) {
    if (!large_) large_ = std::make_unique<Large>();
    (*large_)[value] += weight;
    return;
  }
  counts_.resize(std::max<std::size_t>(value + 1, counts_.size() * 2));
  counts_[value] += weight;
}

const Histogram::Large& Histogram::large() const {
  static const Large kEmpty;
  return large_ ? *large_ : kEmpty;
}

std::uint64_t Histogram::total() const {
  std::uint64_t total = std::accumulate(counts_.begin(), counts_.end(), std::uint64_t{0});
  for (const auto& [value, weight] : large()) total += weight;
  return total;
}

double Histogram::mean() const {
  std::uint64_t total = 0;
  long double sum = 0;  // exact to 64 bits, and goes beyond
  const auto count = [&](std::uint64_t value, std::uint64_t weight) {
    total += weight;
    sum += static_cast<long double>(value) * static_cast<long double>(weight);
  };
  for (std::uint64_t value = 0; value < counts_.size(); ++value) count(value, counts_[value]);
  for (const auto& [value, weight] : large()) count(value, weight);
  return total == 0 ? 0.0 : static_cast<double>(sum) / static_cast<double>(total);
}

HistogramBins Histogram::bins() const {
  constexpr std::uint64_t kExact = 64;  // twice the bins of an octave
  HistogramBins bins;
  std::uint64_t end = 0;  // of the bin
  const auto count = [&](std::uint64_t value, std::uint64_t weight) {
    if (weight == 0) return;
    if (bins.empty() || value >= end) {
      std::uint64_t width = 1;
      while (value / width >= kExact) width *= 2;
      end = (value / width + 1) * width;
      bins.emplace_back(end - 1, 0);
    }
    bins.back().second += weight;
  };
  for (std::uint64_t value = 0; value < counts_.size(); ++value) count(value, counts_[value]);
  for (const auto& [value, weight] : large()) count(value, weight);
  if (!bins.empty()) bins.back().first = max();
  return bins;
}

std::uint64_t Histogram::quantile(double q) const {
  const std::uint64_t all = total();
  if (all == 0) return 0;
  const auto wanted =
      std::max<std::uint64_t>(1, static_cast<std::uint64_t>(std::ceil(q * static_cast<double>(all))));
  std::uint64_t seen = 0;
  for (std::uint64_t value = 0; value < counts_.size(); ++value) {
    seen += counts_[value];
    if (seen >= wanted) return value;
  }
  for (const auto& [value, weight] : large()) {
    seen += weight;
    if (seen >= wanted) return value;
  }
  return 0;
}

}  // namespace xb
