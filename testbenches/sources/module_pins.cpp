// SPDX-License-Identifier: Apache-2.0
#include "testbenches/sources/module_pins.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <stdexcept>

#include "host/base/errors.h"
#include "host/base/nearest_word.h"
#include "host/device/port_entries.h"
#include "host/wires/port_set.h"

namespace xb {

const ModulePort* ModulePins::named(const std::string& name) const {
  const auto found =
      std::find_if(ports_.begin(), ports_.end(), [&](const ModulePort& port) { return port.name == name; });
  return found == ports_.end() ? nullptr : &*found;
}
/// What is wrong with a part is said by need().
std::optional<ModulePort> ModulePins::find(const std::string& name, unsigned elements) const {
  try {
    return part_of(name, elements);
  } catch (const std::invalid_argument&) {
    return {};
  }
}
/// A port, or `PORT[HIGH:LOW]` or `PORT[BIT]` of each of its elements.
std::optional<ModulePort> ModulePins::part_of(const std::string& name, unsigned elements) const {
  if (const ModulePort* const port = named(name)) return *port;
  const auto open = name.rfind('[');
  const ModulePort* const whole = open == std::string::npos ? nullptr : named(name.substr(0, open));
  if (whole == nullptr || whole->bits == 0 || name.back() != ']') return {};
  PortLayout layout = whole->layout;
  if (layout.base.empty()) {
    // A vector has its ports' bits of one size, also where the sides have different numbers of ports.
    if (const auto parts = driven_.find(whole->name); parts != driven_.end())
      elements = whole->bits / static_cast<unsigned>(parts->second.size());
    if (whole->bits % elements != 0)
      throw std::invalid_argument(
          fmt::format("'{}' has {} bits, no multiple of {} ports", whole->name, whole->bits, elements));
    layout.base = whole->name;
    layout.elements = elements;
    layout.stride = layout.bits = whole->bits / elements;
  }
  const std::string range = name.substr(open + 1, name.size() - open - 2);
  const auto colon = range.find(':');
  const std::int64_t high = evaluate(range.substr(0, colon), names_);
  const std::int64_t low = colon == std::string::npos ? high : evaluate(range.substr(colon + 1), names_);
  if (low < 0 || high < low || high >= layout.bits)
    throw std::invalid_argument(fmt::format("'{}' has bits {} to 0 a port", whole->name, layout.bits - 1));
  layout.offset += static_cast<unsigned>(low);
  layout.bits = static_cast<unsigned>(high - low) + 1;
  return ModulePort{name, whole->output, layout.elements * layout.bits, layout};
}
ModulePort ModulePins::need(const std::string& place, const std::string& key, const std::string& name,
                            bool output, unsigned elements) const {
  std::optional<ModulePort> port;
  try {
    port = part_of(name, elements);
  } catch (const std::invalid_argument& error) {
    throw InputError("{}: {}: '{}' is not allowed ({}); allowed: PORT[HIGH:LOW] or PORT[BIT] of its bits",
                     place, key, name, error.what());
  }
  const char* const wanted = output ? "output" : "input";
  if (!port) {
    std::vector<std::string> all;
    for (const ModulePort& one : ports_) {
      if (one.output == output) all.push_back(one.name);
    }
    std::string nearest = nearest_word(name, all);
    if (nearest.empty()) nearest = nearest_word(name.substr(0, name.find('[')), all);
    throw InputError("{}: {}: {} has no port '{}'; allowed: {}", place, key, device_.top, name,
                     nearest.empty() ? fmt::format("its {}s, {}", wanted, fmt::join(all, " "))
                                     : fmt::format("'{}', the nearest, or another {}", nearest, wanted));
  }
  if (port->output != output)
    throw InputError("{}: {}: '{}' is an {} of {}; allowed: an {}", place, key, name,
                     output ? "input" : "output", device_.top, wanted);
  if (port->bits == 0)
    throw InputError("{}: {}: '{}' is of a type that cannot be driven; allowed: a vector of bits", place, key,
                     name);
  return *port;
}

unsigned ModulePins::bits_of(const DevicePort& p, bool output, unsigned wanted) const {
  if (!p.per_port()) {
    const unsigned bits = need(p.place, p.key, p.name, output, count_).bits;
    if (bits % count_ != 0 || (wanted != 0 && bits != wanted * count_)) {
      throw InputError("{}: {}: '{}' has {} bits; allowed: {}", p.place, p.key, p.name, bits,
                       wanted != 0
                           ? fmt::format("{}, {} for each of {} ports", wanted * count_, wanted, count_)
                           : fmt::format("a multiple of the ports, {}", count_));
    }
    return bits / count_;
  }
  const unsigned bits = need(p.place, p.key, p.name_of(0), output).bits;
  for (unsigned i = 0; i < count_; ++i) {
    const unsigned other = need(p.place, p.key, p.name_of(i), output).bits;
    if (other != (wanted != 0 ? wanted : bits))
      throw InputError("{}: {}: '{}' has {} bits; allowed: {}", p.place, p.key, p.name_of(i), other,
                       wanted != 0 ? wanted : bits);
  }
  return bits;
}
unsigned ModulePins::count_of(const DevicePort& valid, bool output, unsigned connected) const {
  const std::optional<ModulePort> last = find(valid.name_of(count_ - 1), elements_of(valid));
  if (!last || last->output != output) return valid.per_port() ? connected : count_;
  return !valid.per_port() && last->bits == connected ? connected : count_;
}
unsigned ModulePins::ports_of(const DevicePort& valid) const {
  const std::optional<ModulePort> first = find(valid.name_of(0), elements_of(valid));
  if (!first || !valid.per_port()) return first ? first->bits : 0;
  unsigned count = 1;
  while (count < kMaxPorts && find(valid.name_of(count), 1)) ++count;
  return count;
}
void ModulePins::use(const std::string& place, const std::string& key, const std::string& name) {
  if (!used_.insert(name).second)
    throw InputError("{}: {}: '{}' of {} is named twice; allowed: each port once", place, key, name,
                     device_.top);
}
void ModulePins::pin(const std::string& place, const std::string& key, const std::string& name,
                     const std::string& value, unsigned elements) {
  use(place, key, name);
  const std::optional<ModulePort> port = find(name, elements);
  if (port && !port->layout.base.empty()) return adapt(place, key, *port, value, 0, true);
  pins_.push_back(fmt::format("    .\\{} ({})", name, value));
}
void ModulePins::pins(const DevicePort& p, const std::string& wire, unsigned bits) {
  for (unsigned i = 0; i < (p.per_port() ? count_ : 1); ++i) {
    const std::string name = p.name_of(i);
    const std::optional<ModulePort> port = find(name, elements_of(p));
    if (port && !port->layout.base.empty()) {
      use(p.place, p.key, name);
      adapt(p.place, p.key, *port, wire, i * bits, false);
    } else {
      const bool turned = port && port->layout.ascending && !p.per_port();
      pin(p.place, p.key, name,
          p.per_port() ? fmt::format("{}[{} +: {}]", wire, i * bits, bits)
          : turned     ? port_0_first(wire, bits)
                       : wire);
    }
  }
}

/// The wire for a vector whose index 0 is its highest bit.
std::string ModulePins::port_0_first(const std::string& wire, unsigned bits) const {
  std::vector<std::string> parts;
  for (unsigned i = 0; i < count_; ++i) parts.push_back(fmt::format("{}[{} +: {}]", wire, i * bits, bits));
  return fmt::format("{{{}}}", fmt::join(parts, ", "));
}

/// A part of a port, of which the whole is not used; each bit of an input is driven once.
void ModulePins::use_part(const std::string& place, const std::string& key, const ModulePort& part) {
  const ModulePort& whole = *named(part.name.substr(0, part.name.rfind('[')));
  const PortLayout& layout = whole.layout;
  const unsigned bits = layout.base.empty() ? part.layout.stride : layout.bits;
  const auto [driven, first] = driven_.emplace(whole.name, std::vector<bool>(bits));
  if (first) use(place, key, whole.name);
  for (unsigned n = 0; n < part.layout.bits && !part.output; ++n) {
    auto bit = driven->second[part.layout.offset - layout.offset + n];
    if (bit) {
      throw InputError("{}: {}: a bit of '{}' is in another part too; allowed: each bit of an input once",
                       place, key, part.name);
    }
    bit = true;
  }
}

/// Connects a wire, from `first_bit` on, with the elements of a port, or each element with the `same` value.
void ModulePins::adapt(const std::string& place, const std::string& key, const ModulePort& port,
                       const std::string& wire, unsigned first_bit, bool same) {
  const PortLayout& layout = port.layout;
  if (named(port.name) == nullptr) use_part(place, key, port);
  const std::string whole = verilog_name("pin_" + layout.base);
  if (adapted_.insert(layout.base).second) {
    adapters_ +=
        layout.unpacked
            ? fmt::format("  logic [{}:0] {} [{}:{}];\n", layout.stride - 1, whole, layout.left, layout.right)
            : fmt::format("  logic [{}:0] {};\n", layout.elements * layout.stride - 1, whole);
    pins_.push_back(fmt::format("    .\\{} ({})", layout.base, whole));
  }
  for (unsigned e = 0; e < layout.elements; ++e) {
    const std::string part = whole + layout.part(e);
    const std::string value =
        same ? wire : fmt::format("{}[{} +: {}]", wire, first_bit + e * layout.bits, layout.bits);
    adapters_ += port.output ? fmt::format("  assign {} = {};\n", value, part)
                             : fmt::format("  assign {} = {};\n", part, value);
  }
}

void ModulePins::each_bit(const std::string& place, const std::string& key, const std::string& name,
                          const std::string& value) {
  const std::string whole = name.substr(0, name.find('['));
  if (named(name) == nullptr && named(whole) != nullptr)
    throw InputError(
        "{}: {}: {} has no port '{}'; allowed: '{}', all of it, or a module around it with a port of that",
        place, key, device_.top, name, whole);
  const unsigned bits = need(place, key, name, false).bits;
  pin(place, key, name, bits == 1 ? value : fmt::format("{{{}{{{}}}}}", bits, value));
}

void ModulePins::check_all_inputs(ErrorList& errors) const {
  for (const ModulePort& port : ports_) {
    if (port.output || port.both || !errors.empty()) continue;
    if (const auto driven = driven_.find(port.name); driven != driven_.end()) {
      const std::vector<bool>& bits = driven->second;
      const auto open = std::find(bits.begin(), bits.end(), false);
      if (open == bits.end()) continue;
      errors.add(fmt::format(
          "{0}: tie: bit {1} of input '{2}' of {3} has no value; allowed: {2}[{1}] in a key of [in], or "
          "\"{2}[{1}]\" = VALUE in [tie]",
          device_.top_place, open - bits.begin(), port.name, device_.top));
    }
    if (used_.count(port.name) == 1) continue;
    errors.add(fmt::format(
        "{}: tie: input '{}' of {} has no value; allowed: a key of [in] for it, or {} = VALUE in [tie]",
        device_.top_place, port.name, device_.top, port.name));
  }
}

std::string ModulePins::text() const { return fmt::format("{}", fmt::join(pins_, ",\n")); }

}  // namespace xb
