// SPDX-License-Identifier: Apache-2.0
#include "testbenches/recording/traced_switch.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "host/base/errors.h"
#include "host/base/nearest_word.h"
#include "host/config/resolved_network.h"

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
    throw InputError("--trace-switch: '{}' is not allowed here; allowed: with a topology of several switches",
                     name);
  }
  const auto& switches = setup.fabric->topology.switches;
  std::vector<std::string> names;
  std::size_t first_on_rtl = switches.size();
  for (std::size_t s = 0; s < switches.size(); ++s) {
    names.push_back(switches[s].name);
    if (first_on_rtl == switches.size() && setup.fabric->switches[s].config.engine == Engine::Rtl)
      first_on_rtl = s;
  }
  if (name.empty()) return first_on_rtl == switches.size() ? 0 : first_on_rtl;
  const auto index = static_cast<std::size_t>(std::find(names.begin(), names.end(), name) - names.begin());
  if (index < names.size()) return index;
  const std::string nearest = nearest_word(name, names);
  throw InputError("--trace-switch: '{}' is not allowed{}; allowed: {}", name,
                   nearest.empty() ? "" : fmt::format(", did you mean '{}'?", nearest), list_text(names));
}

}  // namespace xb
