// SPDX-License-Identifier: Apache-2.0
#include "testbenches/sources/axi_search.h"

#include <algorithm>
#include <cctype>
#include <string>
#include <utility>

#include "testbenches/sources/port_families.h"

namespace xb {
namespace {

constexpr const char* kValid = "awvalid";
constexpr std::pair<StreamRole, const char*> kStreamSignals[] = {{StreamRole::Ready, "awready"},
                                                                 {StreamRole::Data, "wdata"},
                                                                 {StreamRole::Last, "wlast"},
                                                                 {StreamRole::Id, "awid"}};

std::string in_lower_case(std::string text) {
  std::transform(text.begin(), text.end(), text.begin(), [](unsigned char c) { return std::tolower(c); });
  return text;
}

/// The side of one awvalid.
FoundStream side_of(const Signal& valid, const std::vector<Signal>& signals) {
  FoundStream side;
  side.base = valid.found.pattern;
  side.base.replace(in_lower_case(side.base).rfind(kValid), std::string(kValid).size(), "*");
  side.signals.emplace(StreamRole::Valid, valid.found);
  for (const auto& [role, name] : kStreamSignals) {
    std::string pattern = in_lower_case(side.base);
    pattern.replace(pattern.find('*'), 1, name);
    for (const Signal& one : signals) {
      if (in_lower_case(one.found.pattern) == pattern) side.signals.emplace(role, one.found);
    }
  }
  return side;
}

}  // namespace

bool find_axi(const std::vector<ModulePort>& ports, FoundStreams& found) {
  std::vector<const ModulePort*> all;
  for (const ModulePort& port : ports) all.push_back(&port);
  const std::vector<Signal> signals = signals_of(all);
  FoundStream in, out;
  for (const Signal& one : signals) {
    if (in_lower_case(one.found.pattern).rfind(kValid) == std::string::npos) continue;
    FoundStream side = side_of(one, signals);
    FoundStream& best = one.output ? out : in;
    const bool bursts = side.find(StreamRole::Data) != nullptr && side.find(StreamRole::Last) != nullptr;
    if (bursts && side.ports() > best.ports()) best = std::move(side);
  }
  if (in.ports() == 0 || out.ports() == 0) return false;
  found.in = std::move(in);
  found.out = std::move(out);
  found.others.clear();
  found.axi = true;
  return true;
}

}  // namespace xb
