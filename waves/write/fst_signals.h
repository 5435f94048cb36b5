// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "host/trace/signal_sink.h"
#include "waves/write/fst_file.h"

namespace xb {

/// The signals of a Verilated model as a source of an FST file, which outlives it. What does not fit together
/// is a RunError: the model may be in a process that nobody trusts.
class FstSignals : public SignalSink {
 public:
  explicit FstSignals(FstFile& file) : file_(file) {}

  void declare(std::string_view entries) override;
  void values(std::uint64_t time, std::string_view entries) override;

 private:
  void add_table(class SignalWords& words);
  void use_table(std::uint32_t number);

  FstFile& file_;
  ValueLog* log_ = nullptr;  // once the signals are there
  std::vector<std::uint32_t> tables_;
  std::uint64_t bits_ = 0;  // of all signals
};

}  // namespace xb
