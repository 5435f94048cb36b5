// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <CLI/CLI.hpp>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "testbenches/experiment/experiment_file.h"
#include "testbenches/record/trace_flags.h"

namespace xb {

/// Adds a flag per configuration key, or per key of `only`; given flags are collected in order.
void add_config_flags(CLI::App& app, std::vector<SweptKey>& given, const std::vector<std::string>& only = {});

/// The text given to a flag, or empty. Throws InputError if it was given and is empty.
std::string not_empty(const char* flag, const std::optional<std::string>& text, const char* allowed);

/// The flags that say what to record of a run.
struct TraceOptions {
  std::optional<std::string> waveform, line_trace, from, cycles, on, before, after, switch_name;

  void add_to(CLI::App& verb, const std::string& usual_cycles);
  /// Throws InputError for what is out of range.
  [[nodiscard]] TraceFlags flags() const;
  /// Throws InputError for the first flag that says nothing without `others`.
  void refuse_without(const char* others) const;
};

}  // namespace xb
