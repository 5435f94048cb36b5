// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <string>
#include <vector>

#include "waves/compare/value_text.h"
#include "waves/read/trace_source.h"
#include "waves/read/value_store.h"

namespace xb {

/// Keeps the values of all signals at each edge.
class Collector : public SampleSink {
 public:
  explicit Collector(const TraceHeader& header) : header_(header), store_(header.slots) {}
  void sample(std::uint64_t time, const std::uint64_t* words, std::size_t count) override {
    for (std::size_t i = 0; i < count;) i += store_.take(words + i);
    times.push_back(time);
    std::map<std::string, std::string> values;
    for (const TraceSignal& signal : header_.signals)
      values[signal.path] = value_text(store_, header_.slots[signal.slot], signal.slot).raw;
    samples.push_back(std::move(values));
  }
  void reached(std::uint64_t /*offset*/) override {}

  std::vector<std::uint64_t> times;
  std::vector<std::map<std::string, std::string>> samples;

 private:
  const TraceHeader& header_;
  ValueStore store_;
};

/// All samples of a file, at the edges of the signal `clock`.
inline Collector samples_of(TraceSource& source, const std::string& clock = "top.clk") {
  Collector collector(source.header());
  std::uint32_t slot = 0;
  for (const TraceSignal& signal : source.header().signals) {
    if (signal.path == clock) slot = signal.slot;
  }
  source.run(slot, collector);
  return collector;
}

}  // namespace xb
