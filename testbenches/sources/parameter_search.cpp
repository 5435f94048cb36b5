// SPDX-License-Identifier: Apache-2.0
#include "testbenches/sources/parameter_search.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdlib>
#include <set>
#include <utility>

#include "host/base/ranges.h"
#include "host/wires/port_set.h"

namespace xb {
namespace {

/// What of a module's ports a parameter may say.
struct PortSizes {
  unsigned in = 0, out = 0;                                        // ports
  unsigned data_in = 0, data_out = 0, dest = 0, keep = 0, id = 0;  // bits a port

  explicit PortSizes(const FoundStreams& streams)
      : in(streams.in.ports()),
        out(streams.out.ports()),
        data_in(streams.in.bits_of(StreamRole::Data)),
        data_out(streams.out.bits_of(StreamRole::Data)),
        dest(std::max(streams.in.bits_of(StreamRole::Dest), streams.out.bits_of(StreamRole::Dest))),
        keep(std::max(streams.in.bits_of(StreamRole::Keep), streams.out.bits_of(StreamRole::Keep))),
        id(std::min(streams.in.bits_of(StreamRole::Id), streams.out.bits_of(StreamRole::Id))) {}
};
using PortSize = unsigned PortSizes::*;

/// What the two values of a parameter are of the two sizes, an expression of `name`; empty: nothing simple.
std::string relation(const std::string& name, const std::array<long, 2>& value,
                     const std::array<long, 2>& size) {
  const auto power = [](long of) { return of >= 0 && of < 32 ? 1L << of : -1; };
  if (power(value[0]) == size[0] && power(value[1]) == size[1]) return fmt::format("log2({})", name);
  if (value[0] * value[0] == size[0] && value[1] * value[1] == size[1]) return "";  // two points of a curve
  const long values = value[1] - value[0];
  const long sizes = size[1] - size[0];
  if (values == 0 || sizes == 0) return "";
  const auto plus = [](const std::string& text, long more) {
    if (more == 0) return text;
    return fmt::format("{} {} {}", text, more < 0 ? '-' : '+', std::abs(more));
  };
  if (values % sizes == 0) {
    const long each = values / sizes;
    return plus(each == 1 ? name : fmt::format("{} * {}", name, each), value[0] - each * size[0]);
  }
  if (sizes % values != 0) return "";
  const long each = sizes / values;
  const std::string rest = plus(name, each * value[0] - size[0]);
  return fmt::format(rest == name ? "{} / {}" : "({}) / {}", rest, each);
}

class ParameterSearch {
 public:
  ParameterSearch(const Elaboration& usual, const FoundStreams& streams, const Elaborate& elaborate)
      : usual_(usual), sizes_(streams), elaborate_(elaborate) {}

  FoundParameters find() {
    for (const ModuleParameter& parameter : usual_.parameters) look_at(parameter);
    const auto follows = [&](const FoundParameter& one) { return followers_.count(one.parameter.name) == 1; };
    erase_if(found_.all, follows);
    keep_ports_of_fixed_dest();
    name_own_sides();
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

  /// Of a parameter that is a port's width, before and now.
  [[nodiscard]] static std::string where_equal(const std::array<long, 2>& values, unsigned before,
                                               unsigned now, const char* expression) {
    return values[0] == before && values[1] == now ? expression : "";
  }

  void compare(FoundParameter& found, long value, const PortSizes& now) {
    const std::array<long, 2> values{found.parameter.value, value};
    const auto differs = [&](PortSize size) { return sizes_.*size != now.*size; };
    const auto relate = [&](const char* name, PortSize size) {
      return relation(name, values, {long{sizes_.*size}, long{now.*size}});
    };
    // One parameter of each size is enough.
    const auto both_sides = [&](const char* name, PortSize in, PortSize out, std::pair<bool, bool>& set,
                                const char* unit) {
      const bool first = (differs(in) && !set.first) || (differs(out) && !set.second);
      set.first |= differs(in);
      set.second |= differs(out);
      const auto size = differs(in) ? in : out;
      if (first) found.expression = relate(name, size);
      if (found.expression.empty())
        found.note = fmt::format("{} {} with {}, {} with {}: which expression of {} is it?", sizes_.*size,
                                 unit, values[0], now.*size, value, name);
      return !found.expression.empty();
    };
    if (differs(&PortSizes::in) || differs(&PortSizes::out)) {
      if (differs(&PortSizes::out)) compare_dest(now);
      const bool sets = both_sides("ports", &PortSizes::in, &PortSizes::out, ports_set_, "ports");
      found_.sets_ports |= sets;
      alone_.first |= sets && !differs(&PortSizes::out);
      alone_.second |= sets && !differs(&PortSizes::in);
      found_.sets_each_side = alone_.first && alone_.second;
    } else if (differs(&PortSizes::data_in) || differs(&PortSizes::data_out)) {
      found_.sets_width |= both_sides("width", &PortSizes::data_in, &PortSizes::data_out, data_set_, "bits");
    } else if (differs(&PortSizes::dest)) {
      found.expression = where_equal(values, sizes_.dest, now.dest, "log2(ports)");
      dest_grows_ = true;
    } else if (differs(&PortSizes::keep)) {
      found.expression = where_equal(values, sizes_.keep, now.keep, "width / 8");
    } else {
      found.expression = classes_of(values, now);
    }
  }

  /// Of a tid that becomes wider as the numbers of so many classes do.
  [[nodiscard]] std::string classes_of(const std::array<long, 2>& values, const PortSizes& now) const {
    const bool grows =
        now.id != sizes_.id && bits_of_number(values[0]) == sizes_.id && bits_of_number(values[1]) == now.id;
    return grows ? "max(classes, 2)" : "";
  }

  /// With more outputs a destination has a bit for each, or a bit more; what it has beyond that is below the
  /// number.
  void compare_dest(const PortSizes& now) {
    if (now.dest <= sizes_.dest) return;
    dest_grows_ = true;
    const long more = long{sizes_.dest} - bits_of_number(sizes_.out);
    if (sizes_.out > 2 && now.out > 2 && sizes_.dest == sizes_.out && now.dest == now.out)
      found_.dest_value = "64'd1 << dest";
    else if (more > 0 && more == long{now.dest} - bits_of_number(now.out))
      found_.dest_value = fmt::format("{{dest, {}'b0}}", more);
  }
  static long bits_of_number(std::uint64_t of) {
    long bits = 1;
    while ((std::uint64_t{1} << bits) < of) ++bits;
    return bits;
  }
  /// What nothing makes wider holds the numbers of so many outputs.
  void keep_ports_of_fixed_dest() {
    if (!found_.sets_ports || dest_grows_ || sizes_.dest == 0 || sizes_.dest >= bits_of_number(kMaxPorts))
      return;
    found_.sets_ports = found_.sets_each_side = false;
    for (FoundParameter& one : found_.all) {
      if (one.expression.find("ports") == std::string::npos) continue;
      one.expression.clear();
      one.note = fmt::format("the destination has {} bits at any number of ports", sizes_.dest);
    }
  }

  /// As many inputs as outputs, though by itself the module has others.
  void name_own_sides() {
    if (!found_.sets_each_side || sizes_.in == sizes_.out) return;
    for (FoundParameter& one : found_.all) {
      if (one.expression.find("ports") != std::string::npos)
        one.note = fmt::format("{} by itself", one.parameter.value);
    }
  }

  const Elaboration& usual_;
  PortSizes sizes_;
  const Elaborate& elaborate_;
  FoundParameters found_;
  std::set<std::string> followers_;
  bool dest_grows_ = false;
  std::pair<bool, bool> ports_set_, data_set_;  // of inputs, of outputs: by some parameter
  std::pair<bool, bool> alone_;                 // and not the other side's
};

}  // namespace

FoundParameters find_parameters(const Elaboration& usual, const FoundStreams& streams,
                                const Elaborate& elaborate) {
  return ParameterSearch(usual, streams, elaborate).find();
}

}  // namespace xb
