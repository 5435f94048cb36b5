// SPDX-License-Identifier: Apache-2.0
#include "testbenches/sources/parameter_search.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <set>

namespace xb {
namespace {

/// What of a module's ports a parameter may say.
struct PortSizes {
  unsigned in = 0, out = 0;               // ports
  unsigned data = 0, dest = 0, keep = 0;  // bits a port

  explicit PortSizes(const FoundStreams& streams)
      : in(streams.in.ports()),
        out(streams.out.ports()),
        data(std::max(streams.in.bits_of(StreamRole::Data), streams.out.bits_of(StreamRole::Data))),
        dest(std::max(streams.in.bits_of(StreamRole::Dest), streams.out.bits_of(StreamRole::Dest))),
        keep(std::max(streams.in.bits_of(StreamRole::Keep), streams.out.bits_of(StreamRole::Keep))) {}
};

/// What the two values of a parameter are of the two sizes, an expression of `name`; empty: nothing simple.
std::string relation(const std::string& name, const std::array<long, 2>& value,
                     const std::array<long, 2>& size) {
  const auto both = [&](auto is) { return is(value[0], size[0]) && is(value[1], size[1]); };
  const auto power = [](long of) { return of >= 0 && of < 32 ? 1L << of : -1; };
  if (both([](long v, long s) { return v == s; })) return name;
  if (both([](long v, long s) { return v * 8 == s; })) return name + " / 8";
  if (both([&](long v, long s) { return power(v) == s; })) return fmt::format("log2({})", name);
  if (both([](long v, long s) { return v + 1 == s; })) return name + " - 1";
  if (both([](long v, long s) { return v == 8 * s; })) return name + " * 8";
  return "";
}

class ParameterSearch {
 public:
  ParameterSearch(const Elaboration& usual, const FoundStreams& streams, const Elaborate& elaborate)
      : usual_(usual), sizes_(streams), elaborate_(elaborate) {}

  FoundParameters find() {
    for (const ModuleParameter& parameter : usual_.parameters) look_at(parameter);
    const auto follows = [&](const FoundParameter& one) { return followers_.count(one.parameter.name) == 1; };
    found_.all.erase(std::remove_if(found_.all.begin(), found_.all.end(), follows), found_.all.end());
    return std::move(found_);
  }

 private:
  void look_at(const ModuleParameter& parameter) {
    FoundParameter found{parameter, "", ""};
    if (parameter.whole) {
      // Not every value is one that the module takes.
      for (const long value : {2 * parameter.value, parameter.value + 1, 4L, 8L, 16L, parameter.value - 1,
                               parameter.value / 2}) {
        if (value <= 0 || value == parameter.value) continue;
        const auto changed = elaborate_(parameter.name, value);
        if (!changed) continue;
        note_followers(parameter.name, *changed);
        compare(found, value, PortSizes(find_streams(changed->ports)));
        break;
      }
    }
    found_.all.push_back(std::move(found));
  }

  /// Parameters whose values follow from one that is set: they are not to be set, and some may not be.
  void note_followers(const std::string& name, const Elaboration& changed) {
    for (const ModuleParameter& before : usual_.parameters) {
      for (const ModuleParameter& after : changed.parameters) {
        if (before.name == after.name && before.name != name && before.value != after.value)
          followers_.insert(before.name);
      }
    }
  }

  void compare(FoundParameter& found, long value, const PortSizes& now) {
    const std::array<long, 2> values{found.parameter.value, value};
    const auto differs = [&](unsigned PortSizes::*size) { return sizes_.*size != now.*size; };
    const auto relate = [&](const char* name, unsigned PortSizes::*size) {
      return relation(name, values, {long{sizes_.*size}, long{now.*size}});
    };
    if (differs(&PortSizes::in) || differs(&PortSizes::out)) {
      found_.sets_ports = true;
      found.expression = relate("ports", differs(&PortSizes::in) ? &PortSizes::in : &PortSizes::out);
      if (found.expression.empty())
        found.note = fmt::format("{} ports with {}, {} with {}: which expression of ports is it?", sizes_.in,
                                 values[0], now.in, value);
    } else if (differs(&PortSizes::data)) {
      found_.sets_width = true;
      found.expression = relate("width", &PortSizes::data);
      if (found.expression.empty())
        found.note = fmt::format("{} bits with {}, {} with {}: which expression of width is it?", sizes_.data,
                                 values[0], now.data, value);
    } else if (differs(&PortSizes::dest)) {
      found.expression = relate("log2(ports)", &PortSizes::dest);
    } else if (differs(&PortSizes::keep)) {
      if (values[0] == sizes_.keep && values[1] == now.keep) found.expression = "width / 8";
    }
  }

  const Elaboration& usual_;
  PortSizes sizes_;
  const Elaborate& elaborate_;
  FoundParameters found_;
  std::set<std::string> followers_;
};

}  // namespace

FoundParameters find_parameters(const Elaboration& usual, const FoundStreams& streams,
                                const Elaborate& elaborate) {
  return ParameterSearch(usual, streams, elaborate).find();
}

}  // namespace xb
