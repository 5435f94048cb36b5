// SPDX-License-Identifier: Apache-2.0
#include <string_view>
#include <utility>

#include "host/base/lower_case.h"
#include "host/device/device.h"
#include "testbenches/sources/port_words.h"
#include "testbenches/sources/stream_search.h"

namespace xb {
namespace {

constexpr std::string_view kValid = "awvalid", kApart = "aw_valid";
constexpr std::pair<StreamRole, const char*> kStreamSignals[] = {{StreamRole::Ready, "awready"},
                                                                 {StreamRole::Data, "wdata"},
                                                                 {StreamRole::Last, "wlast"},
                                                                 {StreamRole::Id, "awid"}};

/// The side of one awvalid.
FoundStream side_of(const Signal& valid, const std::vector<Signal>& signals) {
  FoundStream side;
  side.base = valid.found.pattern;
  const AxiValid word = axi_valid_in(side.base);
  side.base.replace(word.begin, word.size, word.size == kValid.size() ? "*" : "*_*");
  side.signals.emplace(StreamRole::Valid, valid.found);
  for (const auto& [role, name] : kStreamSignals) {
    DevicePort lower;
    lower.name = lower_case(side.base);
    const std::string pattern = DeviceAxi::signal(lower, name).name;
    for (const Signal& one : signals) {
      const std::string there = lower_case(one.found.pattern);
      if (there == pattern || there == DeviceAxi::other_way(pattern)) side.signals.emplace(role, one.found);
    }
  }
  return side;
}

}  // namespace

AxiValid axi_valid_in(const std::string& name) {
  const std::string lower = lower_case(name);
  for (const std::string_view word : {kValid, kApart}) {
    if (const std::size_t begin = lower.rfind(word); begin != std::string::npos) return {begin, word.size()};
  }
  return {std::string::npos, 0};
}

bool find_axi(const std::vector<ModulePort>& ports, FoundStreams& found) {
  std::vector<const ModulePort*> all;
  for (const ModulePort& port : ports) all.push_back(&port);
  const std::vector<Signal> signals = signals_of(all);
  FoundStream in, out;
  for (const Signal& one : signals) {
    if (axi_valid_in(one.found.pattern).begin == std::string::npos) continue;
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
