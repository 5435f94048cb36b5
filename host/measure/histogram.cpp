// SPDX-License-Identifier: Apache-2.0
#include "host/measure/histogram.h"

#include <algorithm>
#include <cmath>

namespace xb {

void Histogram::add_slow(std::uint64_t value, std::uint64_t weight) {
  if (value >= kArrayLimit) {
    if (!large_) large_ = std::make_unique<Large>();
    (*large_)[value] += weight;
    return;
  }
  counts_.resize(std::max<std::size_t>(value + 1, counts_.size() * 2));
  size_ = counts_.size();
  counts_[value] = weight;
}

template <class Visit>
void Histogram::for_each(Visit&& visit) const {
  static const Large kNone;
  const Large& large = large_ ? *large_ : kNone;
  auto next = large.begin();
  for (std::uint64_t value = 0; value < counts_.size(); ++value) {
    std::uint64_t weight = counts_[value];
    if (next != large.end() && next->first == value) weight += (next++)->second;
    if (!visit(value, weight)) return;
  }
  for (; next != large.end(); ++next)
    if (!visit(next->first, next->second)) return;
}

void Histogram::add(const Histogram& other) {
  other.for_each([&](std::uint64_t value, std::uint64_t weight) {
    if (weight > 0) add(value, weight);
    return true;
  });
}

void Histogram::split(std::uint64_t at, Histogram& less, Histogram& more) const {
  for_each([&](std::uint64_t value, std::uint64_t weight) {
    if (weight > 0 && value < at) less.add(at - value, weight);
    if (weight > 0 && value >= at) more.add(value - at, weight);
    return true;
  });
}

std::uint64_t Histogram::total() const {
  std::uint64_t total = 0;
  for_each([&](std::uint64_t /*value*/, std::uint64_t weight) {
    total += weight;
    return true;
  });
  return total;
}

double Histogram::mean() const {
  std::uint64_t total = 0;
  long double sum = 0;  // exact to 64 bits, and goes beyond
  for_each([&](std::uint64_t value, std::uint64_t weight) {
    total += weight;
    sum += static_cast<long double>(value) * static_cast<long double>(weight);
    return true;
  });
  return total == 0 ? 0.0 : static_cast<double>(sum) / static_cast<double>(total);
}

HistogramBins Histogram::bins() const {
  constexpr std::uint64_t kExact = 64;  // twice the bins of an octave
  HistogramBins bins;
  std::uint64_t end = 0;  // of the bin
  for_each([&](std::uint64_t value, std::uint64_t weight) {
    if (weight == 0) return true;
    if (bins.empty() || value >= end) {
      std::uint64_t width = 1;
      while (value / width >= kExact) width *= 2;
      end = (value / width + 1) * width;
      bins.emplace_back(end - 1, 0);
    }
    bins.back().second += weight;
    return true;
  });
  if (!bins.empty()) bins.back().first = max();
  return bins;
}

std::uint64_t Histogram::quantile(double q) const {
  const std::uint64_t all = total();
  if (all == 0) return 0;
  return reached_by(
      std::max<std::uint64_t>(1, static_cast<std::uint64_t>(std::ceil(q * static_cast<double>(all)))));
}

std::uint64_t Histogram::reached_by(std::uint64_t wanted) const {
  std::uint64_t seen = 0, found = 0;
  for_each([&](std::uint64_t value, std::uint64_t weight) {
    seen += weight;
    if (weight > 0) found = value;  // the greatest, should `wanted` be rounded beyond all
    return seen < wanted;
  });
  return found;
}

}  // namespace xb
