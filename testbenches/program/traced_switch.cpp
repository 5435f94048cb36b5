// SPDX-License-Identifier: Apache-2.0
#include "testbenches/program/traced_switch.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "host/base/errors.h"
#include "host/base/nearest_word.h"
#include "host/config/fabric_setup.h"

namespace xb {
namespace {

/// `s0 s1 s2 (and 17 more)`.
std::string list_text(const std::vector<std::string>& names) {
  constexpr std::size_t kNamesShown = 12;
  const std::size_t shown = std::min(kNamesShown, names.size());
  const auto end = names.begin() + static_cast<std::ptrdiff_t>(shown);
  const std::size_t more = names.size() - shown;
  return fmt::format("{}{}", fmt::join(names.begin(), end, " "),
                     more > 0 ? fmt::format(" (and {} more)", more) : "");
}

}  // namespace

std::size_t traced_switch(const Setup& setup, const std::string& name) {
  if (!setup.fabric) {
    if (name.empty()) return 0;
    throw InputError(fmt::format(
        "--trace-switch: '{}' is not allowed here; allowed: with a topology of several switches", name));
  }
  const auto& switches = setup.fabric->topology.switches;
  const auto on_rtl = [&](std::size_t s) { return setup.fabric->switches[s].config.engine == "rtl"; };
  std::vector<std::string> all, traceable;
  for (std::size_t s = 0; s < switches.size(); ++s) {
    all.push_back(switches[s].name);
    if (on_rtl(s)) traceable.push_back(switches[s].name);
  }
  if (traceable.empty())
    throw InputError("--trace: no switch is on engine rtl; allowed: with one that is (key engine)");
  const std::string& wanted = name.empty() ? traceable.front() : name;
  const auto index = static_cast<std::size_t>(std::find(all.begin(), all.end(), wanted) - all.begin());
  if (index == all.size()) {
    const std::string nearest = nearest_word(wanted, traceable);
    throw InputError(fmt::format("--trace-switch: '{}' is not allowed{}; allowed: {}", wanted,
                                 nearest.empty() ? "" : fmt::format(", did you mean '{}'?", nearest),
                                 list_text(traceable)));
  }
  if (!on_rtl(index)) {
    throw InputError(fmt::format("--trace-switch: '{}' is not allowed, it is on engine {}; allowed: {}",
                                 wanted, setup.fabric->switches[index].config.engine, list_text(traceable)));
  }
  return index;
}

}  // namespace xb
