// SPDX-License-Identifier: Apache-2.0
#include "waves/compare/clock_choice.h"

#include <array>
#include <string_view>

#include "host/base/errors.h"
#include "host/base/lower_case.h"
#include "host/base/ranges.h"
#include "waves/read/signal_path.h"

namespace xb {
namespace {

bool usual_clock_name(std::string_view leaf) {
  constexpr std::array<std::string_view, 12> kNames{"clk",   "clk_i",   "i_clk",   "clk_in",
                                                    "clkin", "clock",   "clock_i", "aclk",
                                                    "ck",    "sys_clk", "clk_sys", "core_clk"};
  return contains(kNames, lower_case(leaf));
}

/// Whether the last parts of `path` are `name`, both in lower case.
bool ends_in(const std::string& whole_path, const std::string& whole_name) {
  const std::string lower_path = lower_case(whole_path);
  const std::string lower_name = lower_case(whole_name);
  const std::string_view path = lower_path;
  const std::string_view name = lower_name;
  if (path == name) return true;
  return path.size() > name.size() && path.substr(path.size() - name.size()) == name &&
         path[path.size() - name.size() - 1] == '.';
}

template <class Fits>
std::optional<std::size_t> outermost(const TraceHeader& header, const Fits& fits) {
  std::optional<std::size_t> best;
  for (std::size_t i = 0; i < header.signals.size(); ++i) {
    if (!fits(header.signals[i])) continue;
    if (!best || depth_of(header.signals[i].path) < depth_of(header.signals[*best].path)) best = i;
  }
  return best;
}

}  // namespace

std::size_t find_clock(const TraceHeader& header, const std::string& name, const std::string& file) {
  const std::string path = normal_path(name);
  const auto one_bit = [&](const TraceSignal& signal) {
    const ValueSlot& slot = header.slots[signal.slot];
    return slot.kind == ValueKind::Bits && slot.width == 1;
  };
  const auto found = outermost(header, [&](const TraceSignal& signal) {
    return one_bit(signal) &&
           (name.empty() ? usual_clock_name(leaf_of(signal.path)) : ends_in(signal.path, path));
  });
  if (found) return *found;
  std::string some;
  unsigned count = 0;
  for (const TraceSignal& signal : header.signals) {
    if (!one_bit(signal)) continue;
    if (++count > 3) break;
    some += (some.empty() ? "" : " ") + signal.path;
  }
  if (!name.empty())
    throw InputError("--clock: '{}' is not allowed (no such signal of one bit in {}); allowed: {}", name,
                     file, some.empty() ? "a trace with a clock" : some + " ...");
  throw InputError(
      "{}: no signal is called clk, clk_i, aclk or clock; allowed: --clock with a signal of "
      "one bit{}",
      file, some.empty() ? ", of which there is none" : ", such as " + some);
}

std::optional<std::size_t> find_cycle(const TraceHeader& header) {
  constexpr std::uint32_t kLeast = 16, kMost = 64;
  return outermost(header, [&](const TraceSignal& signal) {
    const ValueSlot& slot = header.slots[signal.slot];
    return slot.kind == ValueKind::Bits && (slot.width == 0 || slot.width >= kLeast) && slot.width <= kMost &&
           leaf_of(signal.path) == "cycle";
  });
}

}  // namespace xb
