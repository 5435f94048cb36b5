// SPDX-License-Identifier: Apache-2.0
#include "waves/compare/diff_side.h"

#include "host/base/errors.h"
#include "waves/compare/clock_choice.h"

namespace xb {

DiffSide::DiffSide(const std::string& path, const std::string& clock)
    : reader_(path), values_(reader_.header().slots), is_changed_(reader_.header().slots.size()) {
  if (header().format != TraceFormat::Line) clock_ = find_clock(header(), clock, path);
  cycle_signal_ = find_cycle(header());
}

void DiffSide::start(bool by_number) {
  by_number_ = by_number;
  reader_.start(clock_ ? header().signals[*clock_].slot : 0);
}

bool DiffSide::next() {
  while (read()) {
    if (take()) return true;
  }
  return false;
}

bool DiffSide::read() {
  at_end_ = !reader_.next(sample_);
  return !at_end_;
}

bool DiffSide::take() {
  reader_.check(sample_);
  for (std::size_t i = 0; i < sample_.words.size();) {
    const std::uint32_t slot = change::slot(sample_.words[i]);
    if (!is_changed_[slot]) changed_.push_back(slot);
    is_changed_[slot] = true;
    i += values_.take(sample_.words.data() + i);
  }
  if (words_.empty())
    words_.swap(sample_.words);
  else
    words_.insert(words_.end(), sample_.words.begin(), sample_.words.end());
  // Before a reset has come, the count is unknown.
  if (by_number_ && values_.known(*number_slot())[0] == 0) return false;
  number_cycle();
  return true;
}

void DiffSide::take_rest() {
  reader_.check(sample_);
  for (std::size_t i = 0; i < sample_.words.size();) i += values_.take(sample_.words.data() + i);
}

void DiffSide::follow(const DiffSide& other) {
  cycle_ = other.cycle_;
  if (cycles_++ == 0) first_cycle_ = cycle_;
}

std::optional<std::uint32_t> DiffSide::number_slot() const {
  if (!by_number_) return {};
  return header().signals[*cycle_signal_].slot;
}

void DiffSide::number_cycle() {
  const std::uint64_t before = cycle_;
  cycle_ = by_number_ ? values_.value(*number_slot())[0] : cycles_;
  if (cycles_++ == 0) first_cycle_ = cycle_;
  if (cycles_ > 1 && cycle_ <= before)
    throw InputError(
        "{}: signal {} goes from {} to {} at time {}; allowed: rising, one step a cycle or "
        "more, or --by-count",
        path(), header().signals[*cycle_signal_].path, before, cycle_, sample_.time);
}

void DiffSide::forget() {
  for (const std::uint32_t slot : changed_) is_changed_[slot] = false;
  changed_.clear();
  words_.clear();
}

}  // namespace xb
