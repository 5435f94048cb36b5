// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <nlohmann/json.hpp>
#include <string>

#include "waves/compare/diff_result.h"

namespace xb {

/// What a report says besides the result.
struct DiffAdvice {
  std::string reproduce;  ///< command, or empty: from the line trace's point, where there is one
  std::string view;       ///< command, or empty: gtkwave with GOT, where it is no line trace
  std::string accept;     ///< command, or empty
  bool all = false;       ///< every signal that differs is listed, not only the first few
  bool allow_slip = false;
};

/// The report: verdict, first difference, the cycles around it, what else differs, and what to do.
std::string diff_text(const DiffResult& result, const DiffAdvice& advice = {});

/// The result as JSON; its members have the names of DiffResult's.
nlohmann::ordered_json diff_json(const DiffResult& result);

/// `1 signal`, `2 signals`; `8'h1f (31)`.
std::string counted(std::uint64_t count, const char* what);
std::string with_decoded(const ValueText& value);

/// The two lines of a report that name cycle, time, signal and values, without the window.
std::string first_difference_text(const DiffResult& result);
/// The window as a table; differing cells as `WANT | GOT`, the cycle of the first difference marked with `*`.
std::string window_text(const DiffResult& result);
/// Command that gives GOT again, or empty.
std::string reproduce_command(const DiffResult& result);

}  // namespace xb
