// SPDX-License-Identifier: Apache-2.0
#include "host/measure/batch_table.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace xb {
namespace {

/// So many of them have the same sum in whatever order they are added up.
bool are_whole(const std::vector<double>& numbers) {
  return std::all_of(numbers.begin(), numbers.end(), [](double n) { return n == std::floor(n); });
}

}  // namespace

Batch* BatchTable::open_row() {
  const std::size_t series = total_.size();
  if (stretches_in_last_ == 0) {
    if (rows() == kMostBatches) {
      join_pairs(rows_, series);
      stretches_per_batch_ *= 2;
    }
    rows_.resize(rows_.size() + series);
  }
  return &rows_[rows_.size() - series];
}

void BatchTable::close_stretches(std::uint64_t stretches) {
  stretches_in_last_ += stretches;
  if (stretches_in_last_ == stretches_per_batch_) stretches_in_last_ = 0;
}

void BatchTable::add(const Batch* stretch) {
  end_emptiness();
  Batch* const row = open_row();
  for (std::size_t s = 0; s < total_.size(); ++s) {
    total_[s] += stretch[s];
    row[s] += stretch[s];
  }
  close_stretches(1);
}

void BatchTable::add_empty(const double* weights, std::uint64_t stretches) {
  for (std::size_t s = 0; s < total_.size(); ++s)
    total_[s].weight += weights[s] * static_cast<double>(stretches);
  if (rows_.empty() && empty_stretches_ == 0) empty_weights_.assign(weights, weights + total_.size());
  const bool alike = std::equal(empty_weights_.begin(), empty_weights_.end(), weights);
  if (rows_.empty() && alike && are_whole(empty_weights_)) {
    empty_stretches_ += stretches;
    return;
  }
  end_emptiness();
  fill(weights, stretches);
}

/// As many batches as they would be by and by.
void BatchTable::end_emptiness() {
  if (empty_stretches_ == 0) return;
  const std::size_t series = total_.size();
  const std::uint64_t stretches = std::exchange(empty_stretches_, 0);
  while (stretches_per_batch_ * kMostBatches < stretches) stretches_per_batch_ *= 2;
  for (std::uint64_t begin = 0; begin < stretches; begin += stretches_per_batch_) {
    const auto part = static_cast<double>(std::min(stretches_per_batch_, stretches - begin));
    for (std::size_t s = 0; s < series; ++s) rows_.push_back({0, empty_weights_[s] * part});
  }
  stretches_in_last_ = stretches % stretches_per_batch_;
}

void BatchTable::fill(const double* weights, std::uint64_t stretches) {
  while (stretches > 0) {
    Batch* const row = open_row();
    const std::uint64_t part = std::min(stretches, stretches_per_batch_ - stretches_in_last_);
    for (std::size_t s = 0; s < total_.size(); ++s) row[s].weight += weights[s] * static_cast<double>(part);
    close_stretches(part);
    stretches -= part;
  }
}

BatchTable BatchTable::only(unsigned series) const {
  BatchTable one(1);
  one.total_.front() = total_[series];
  one.rows_.reserve(empty_stretches_ > 0 ? kMostBatches : rows());
  for (std::size_t row = 0; row < rows(); ++row) one.rows_.push_back(rows_[row * total_.size() + series]);
  one.stretches_per_batch_ = stretches_per_batch_;
  one.stretches_in_last_ = stretches_in_last_;
  one.empty_stretches_ = empty_stretches_;
  one.empty_weights_.front() = empty_weights_[series];
  one.end_emptiness();
  return one;
}

std::vector<Batch> BatchTable::whole_batches() const {
  std::vector<Batch> batches;
  const std::size_t whole = rows() - (stretches_in_last_ != 0 ? 1 : 0);
  batches.reserve(whole);
  for (std::size_t row = 0; row < whole; ++row) batches.push_back(rows_[row * total_.size()]);
  return batches;
}

}  // namespace xb
