// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <unordered_map>
#include <vector>

#include "waves/read/trace_source.h"
#include "waves/read/value_store.h"

namespace xb {

/// Makes samples of changes: the values that stand just before each rising edge of the clock. What changes at
/// the time of the edge belongs to the next sample, in whatever order a file has it.
class EdgeSampler {
 public:
  EdgeSampler(const std::vector<ValueSlot>& slots, std::uint32_t clock, SampleSink& sink);

  /// What follows changes at this time.
  void at(std::uint64_t time) {
    end_time();
    time_ = time;
  }
  void bit(std::uint32_t slot, bool value, bool known) {
    words_.push_back(change::head(slot, change::Form::Bit, (known ? 2U : 0U) | (value ? 1U : 0U)));
    if (slot == clock_) clock_next_ = known ? (value ? Level::One : Level::Zero) : Level::Other;
  }
  /// Digits of `slots[slot]`, most significant first, at most as many as its width; where some are missing,
  /// the first goes on to the left, a 1 as 0. False if a character is no digit.
  bool bits(std::uint32_t slot, const char* digits, std::size_t count);
  /// At most change::kMostText bytes; blanks at both ends are not part of it.
  void text(std::uint32_t slot, const char* text, std::size_t length);
  void real(std::uint32_t slot, double number);
  /// The event of that slot fires. Further marks at the same time are the same firing (IEEE 1364).
  void fires(std::uint32_t slot);
  /// Keeps memory bounded; at() does, so this is for times at which much changes.
  void bound() {
    if (words_.size() > compact_at_) compact();
  }
  /// No more comes.
  void finish() {
    end_time();
    put_events();
    sink_.rest(words_.data(), words_.size());
  }

 private:
  enum class Level : std::uint8_t { Zero, One, Other };

  void end_time() {
    if (clock_now_ == Level::Zero && clock_next_ == Level::One) {
      put_events();
      sink_.sample(time_, words_.data(), settled_);
      words_.erase(words_.begin(), words_.begin() + static_cast<std::ptrdiff_t>(settled_));
    }
    if (!firing_.empty()) settle_events();
    clock_now_ = clock_next_;
    settled_ = words_.size();
    bound();
  }
  /// Changes of the events that fired since the last sample, or in it.
  void put_events();
  /// Those that fired at time_ count.
  void settle_events();
  bool wide_bits(std::uint32_t slot, const char* digits, std::size_t count);
  void compact();

  const std::vector<ValueSlot>& slots_;
  const std::uint32_t clock_;
  SampleSink& sink_;
  std::vector<std::uint64_t> words_;  // since the last sample
  std::size_t settled_ = 0;           // of these, what changed before time_
  std::uint64_t time_ = 0;
  Level clock_now_ = Level::Other;
  Level clock_next_ = Level::Other;

  struct Event {
    bool fires = false;       // at time_
    std::uint64_t count = 0;  // of times before it, since the last sample
  };
  std::unordered_map<std::uint32_t, Event> events_;  // by slot
  std::vector<std::uint32_t> firing_;                // at time_
  std::vector<std::uint32_t> fired_;                 // before it, since the last sample
  std::vector<std::uint32_t> shown_;                 // in that sample

  // Where much happens between two edges, only the last change of a slot is kept.
  std::size_t compact_at_;
  std::unique_ptr<ValueStore> last_;
  std::vector<bool> changed_;
};

}  // namespace xb
