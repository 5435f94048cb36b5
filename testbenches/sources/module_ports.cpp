// SPDX-License-Identifier: Apache-2.0
#include "testbenches/sources/module_ports.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <cstdlib>
#include <cstring>
#include <iterator>
#include <map>
#include <optional>
#include <set>
#include <sstream>
#include <utility>

namespace xb {
namespace {

/// The value of an element's attribute in its line; empty if it has none. (Verilator writes one element a
/// line.)
std::string attribute(const std::string& line, const std::string& name) {
  const std::string start = " " + name + "=\"";
  const auto begin = line.find(start);
  if (begin == std::string::npos) return "";
  const auto value = begin + start.size();
  return line.substr(value, line.find('"', value) - value);
}

/// A name as it is in the source: of others than letters, digits and single underscores Verilator has the
/// code.
std::string name_of(const std::string& line) {
  const std::string coded = attribute(line, "origName");
  std::string name;
  for (std::size_t at = 0; at < coded.size(); ++at) {
    const bool code = coded.compare(at, 3, "__0") == 0 && at + 5 <= coded.size();
    name += code ? static_cast<char>(std::strtol(coded.substr(at + 3, 2).c_str(), nullptr, 16)) : coded[at];
    if (code) at += 4;
  }
  return name;
}

/// What is in quotes as a constant's name; `&amp;` and the like are one character.
std::string quoted_text(const std::string& name) {
  constexpr std::pair<const char*, char> kCodes[] = {
      {"&quot;", '"'}, {"&apos;", '\''}, {"&lt;", '<'}, {"&gt;", '>'}, {"&amp;", '&'}};
  std::string text;
  for (std::size_t at = 0; at < name.size();) {
    const auto* const code = std::find_if(std::begin(kCodes), std::end(kCodes), [&](const auto& one) {
      return name.compare(at, std::strlen(one.first), one.first) == 0;
    });
    text += code == std::end(kCodes) ? name[at] : code->second;
    at += code == std::end(kCodes) ? 1 : std::strlen(code->first);
  }
  return text.size() > 1 && text.front() == '"' ? text.substr(1, text.size() - 2) : "";
}

/// Of 32&apos;h46415354, which is "FAST": bytes of which all are printed, two at least; else empty.
std::string text_in_bits(const std::string& name) {
  const std::string begin = "&apos;h";
  const auto hex = name.find(begin);
  if (hex == std::string::npos) return "";
  const std::string digits = name.substr(hex + begin.size());
  if (digits.size() < 4 || std::strtoul(name.c_str(), nullptr, 10) != digits.size() * 4) return "";
  std::string text;
  for (std::size_t at = 0; at + 1 < digits.size(); at += 2)
    text += static_cast<char>(std::strtol(digits.substr(at, 2).c_str(), nullptr, 16));
  const auto printed = [](char c) { return c >= ' ' && c <= '~' && c != '"' && c != '\\'; };
  return digits.size() % 2 == 0 && std::all_of(text.begin(), text.end(), printed) ? text : "";
}

bool is_element(const std::string& line, const std::string& name) {
  const auto begin = line.find('<');
  return begin != std::string::npos && line.compare(begin + 1, name.size() + 1, name + " ") == 0;
}

/// Of a number such as 32&apos;sh1f; nothing of a text, or of more than 60 bits.
std::optional<long> number(const std::string& text) {
  const auto hex = text.find('h');
  const unsigned long width = std::strtoul(text.c_str(), nullptr, 10);
  if (text.find("&apos;") == std::string::npos || hex == std::string::npos || width == 0) return {};
  if (text.find_first_not_of("0123456789abcdef", hex + 1) != std::string::npos) return {};
  const auto digits = text.find_first_not_of('0', hex + 1);
  if (digits != std::string::npos && text.size() - digits > 15) return {};
  const long value = std::strtol(text.c_str() + hex + 1, nullptr, 16);
  const bool negative = text[hex - 1] == 's' && width < 63 && (value >> (width - 1) & 1) != 0;
  return negative ? value - (1L << width) : value;
}

/// A type: its own bits, the type that it is so many of, or its members, the highest first.
struct Type {
  enum class Kind { Vector, Packed, Unpacked, Struct, Union, Other };
  struct Member {
    std::string name, type;
  };
  Kind kind = Kind::Vector;
  unsigned bits = 0;
  std::string of;
  std::vector<long> range;
  std::vector<Member> members;
  bool ascending = false;  // declared [0:N]

  [[nodiscard]] unsigned elements() const {
    return range.size() == 2 ? static_cast<unsigned>(std::labs(range[0] - range[1])) + 1 : 1;
  }
};

/// The types of a netlist, which stand behind its modules.
class Types {
 public:
  void line(const std::string& line) {
    const std::string id = attribute(line, "id");
    const std::string of = attribute(line, "sub_dtype_id");
    if (is_element(line, "basicdtype")) {
      const std::string left = attribute(line, "left");
      const long bits =
          left.empty() ? 1
                       : std::labs(std::atol(left.c_str()) - std::atol(attribute(line, "right").c_str())) + 1;
      types_[id] = {Type::Kind::Vector, static_cast<unsigned>(bits), "", {}, {}};
      types_[id].ascending =
          !left.empty() && std::atol(left.c_str()) < std::atol(attribute(line, "right").c_str());
    } else if (is_element(line, "packarraydtype") || is_element(line, "unpackarraydtype")) {
      const bool packed = is_element(line, "packarraydtype");
      types_[id] = {packed ? Type::Kind::Packed : Type::Kind::Unpacked, 1, of, {}, {}};
      open_ = id;
    } else if (is_element(line, "refdtype") || is_element(line, "enumdtype") ||
               is_element(line, "paramtypedtype")) {
      types_[id] = {Type::Kind::Packed, 1, of, {}, {}};
    } else if (is_element(line, "structdtype") || is_element(line, "uniondtype")) {
      types_[id].kind = is_element(line, "uniondtype") ? Type::Kind::Union : Type::Kind::Struct;
      open_ = id;
    } else if (is_element(line, "memberdtype") && !open_.empty()) {
      types_[open_].members.push_back({attribute(line, "name"), of});
    } else if (is_element(line, "const") && !open_.empty()) {
      types_[open_].range.push_back(number(attribute(line, "name")).value_or(0));
    } else if (line.find("arraydtype>") != std::string::npos ||
               line.find("</structdtype>") != std::string::npos ||
               line.find("</uniondtype>") != std::string::npos) {
      open_.clear();
    }
  }

  /// A port of that type, or its members; one that cannot be driven has no bits.
  void expand(const ModulePort& port, const std::string& id, std::vector<ModulePort>& ports) const {
    PortLayout layout{port.name};
    std::string element = id;
    const Type* type = &resolved(element);
    if (type->kind == Type::Kind::Unpacked && type->range.size() == 2) {
      layout.unpacked = true;
      layout.left = type->range[0];
      layout.right = type->range[1];
      layout.elements = type->elements();
      element = type->of;
    } else {
      layout.ascending = type->ascending || (type->range.size() == 2 && type->range[0] < type->range[1]);
      while (type->kind == Type::Kind::Packed && leads_to_struct(element)) {
        layout.elements *= type->elements();
        element = type->of;
        type = &resolved(element);
      }
    }
    layout.stride = bits(element);
    if (resolved(element).kind == Type::Kind::Struct && layout.stride > 0) {
      members(port, element, port.name, layout, ports);
      return;
    }
    ports.push_back(port);
    ports.back().bits = bits(id);
    ports.back().layout.ascending = layout.ascending;
    if (!layout.unpacked) return;
    layout.bits = layout.stride;
    ports.back().bits = layout.elements * layout.stride;
    ports.back().layout = layout;
  }

 private:
  void members(const ModulePort& port, const std::string& id, const std::string& name, PortLayout layout,
               std::vector<ModulePort>& ports) const {
    const Type& type = resolved(id);
    unsigned above = bits(id);
    const unsigned offset = layout.offset;
    for (const Type::Member& member : type.members) {
      layout.bits = bits(member.type);
      above -= layout.bits;
      layout.offset = offset + above;
      const std::string full = name + "." + member.name;
      if (resolved(member.type).kind == Type::Kind::Struct)
        members(port, member.type, full, layout, ports);
      else
        ports.push_back({full, port.output, layout.elements * layout.bits, layout});
    }
  }
  /// Types that only name another one are passed over.
  [[nodiscard]] const Type& resolved(const std::string& id, unsigned depth = 0) const {
    static const Type other{Type::Kind::Other, 0, "", {}, {}};
    const auto type = types_.find(id);
    if (type == types_.end() || depth > kDeepest) return other;
    const Type& found = type->second;
    return found.kind == Type::Kind::Packed && found.range.empty() ? resolved(found.of, depth + 1) : found;
  }
  [[nodiscard]] bool leads_to_struct(const std::string& id, unsigned depth = 0) const {
    const Type& type = resolved(id);
    if (type.kind != Type::Kind::Packed || depth > kDeepest) return type.kind == Type::Kind::Struct;
    return leads_to_struct(type.of, depth + 1);
  }
  [[nodiscard]] unsigned bits(const std::string& id, unsigned depth = 0) const {
    const Type& type = resolved(id);
    if (depth > kDeepest) return 0;
    if (type.kind == Type::Kind::Vector) return type.bits;
    if (type.kind == Type::Kind::Packed) return type.elements() * bits(type.of, depth + 1);
    if (type.kind == Type::Kind::Union)  // all members have as many
      return type.members.empty() ? 0 : bits(type.members.front().type, depth + 1);
    unsigned sum = 0;
    for (const Type::Member& member : type.members) {
      const unsigned one = bits(member.type, depth + 1);
      if (one == 0) return 0;
      sum += one;
    }
    return sum;
  }

  static constexpr unsigned kDeepest = 100;

  std::map<std::string, Type> types_;
  std::string open_;  // the array or struct that is being read
};

}  // namespace

std::string PortLayout::part(unsigned element) const {
  if (!unpacked) {
    const unsigned at = (ascending ? elements - 1 - element : element) * stride;
    return fmt::format("[{} +: {}]", at + offset, bits);
  }
  const std::string index = fmt::format("[{}]", std::min(left, right) + element);
  return bits == stride ? index : index + fmt::format("[{} +: {}]", offset, bits);
}

std::string coded_name(const std::string& name) {
  std::string coded;
  for (std::size_t at = 0; at < name.size(); ++at) {
    const auto c = static_cast<unsigned char>(name[at]);
    if (std::isalpha(c) != 0 || (at > 0 && std::isdigit(c) != 0)) {
      coded += name[at];
    } else if (name.compare(at, 2, "__") == 0) {
      coded += "___05F";
      ++at;
    } else {
      coded += c == '_' ? "_" : fmt::format("__0{:02x}", c);
    }
  }
  return coded;
}

namespace {

using EdgeList = std::vector<std::pair<std::string, bool>>;  // names, and whether falling

/// What falls, never rises, and is in each list in which something rises.
std::set<std::string> falling_clocks(const std::vector<EdgeList>& lists) {
  std::set<std::string> names;
  for (const EdgeList& list : lists) {
    for (const auto& [name, falling] : list)
      if (falling) names.insert(name);
  }
  for (const EdgeList& list : lists) {
    const auto rises = [](const auto& one) { return !one.second; };
    if (std::none_of(list.begin(), list.end(), rises)) continue;
    std::set<std::string> both;
    for (const auto& [name, falling] : list)
      if (falling && names.count(name) == 1) both.insert(name);
    names = std::move(both);
  }
  for (const EdgeList& list : lists) {
    for (const auto& [name, falling] : list)
      if (!falling) names.erase(name);
  }
  return names;
}

}  // namespace

std::vector<EdgeInput> edges_in_netlist(const std::string& xml) {
  std::map<std::string, EdgeInput> found;
  std::vector<EdgeList> lists;
  EdgeList items;  // of the list that is being read
  const auto take = [&] {
    lists.push_back(items);
    // A falling edge by itself is where an assertion looks at a reset, or a clock's other half.
    if (items.size() == 1 && items.front().second) return;
    bool first = true;
    for (const auto& [name, falling] : items) {
      EdgeInput& input = found.emplace(name, EdgeInput{name, falling, false}).first->second;
      if (falling) continue;
      input.clocks |= first;
      first = false;
    }
  };
  std::string edge;  // of the item that is being read
  std::istringstream lines(xml);
  for (std::string line; std::getline(lines, line);) {
    if (is_element(line, "sentree")) items.clear();
    if (is_element(line, "senitem")) edge = attribute(line, "edgeType");
    if (line.find("</senitem>") != std::string::npos) edge.clear();
    if (is_element(line, "varref") && (edge == "POS" || edge == "NEG"))
      items.emplace_back(attribute(line, "name"), edge == "NEG");
    if (line.find("</sentree>") != std::string::npos) take();
  }
  for (const std::string& name : falling_clocks(lists))
    found.emplace(name, EdgeInput{name, true, false}).first->second.only_falls = true;
  std::vector<EdgeInput> edges;
  for (const auto& [name, input] : found) edges.push_back(input);
  return edges;
}

namespace {

/// Whether lines are in the top module, or in an interface, and in no function, task or clocking block of it,
/// whose variables are no ports.
class Inside {
 public:
  explicit Inside(std::string interface) : interface_(std::move(interface)) {}
  bool line(const std::string& line) {
    if (is_element(line, "module")) inside_ = interface_.empty() && attribute(line, "topModule") == "1";
    if (is_element(line, "iface")) inside_ = attribute(line, "name") == interface_;
    if (line.find("</module>") != std::string::npos || line.find("</iface>") != std::string::npos)
      inside_ = false;
    for (const char* block : {"func", "task", "clocking"}) {
      if (is_element(line, block)) in_block_ = true;
      if (line.find(fmt::format("</{}>", block)) != std::string::npos) in_block_ = false;
    }
    return inside_ && !in_block_;
  }

 private:
  std::string interface_;
  bool inside_ = false, in_block_ = false;
};

}  // namespace

std::vector<ModuleParameter> parameters_in_netlist(const std::string& xml, const std::string& interface) {
  struct Type {
    std::string id;
    unsigned long bits = 0;
  };
  std::vector<ModuleParameter> found;
  std::vector<Type> types;
  Inside inside(interface);
  bool value_follows = false;
  std::istringstream lines(xml);
  for (std::string line; std::getline(lines, line);) {
    if (inside.line(line) && is_element(line, "var") && attribute(line, "param") == "true") {
      found.push_back({name_of(line), 0, false});
      types.push_back({attribute(line, "dtype_id")});
      value_follows = true;
    } else if (value_follows && is_element(line, "const")) {
      const auto value = number(attribute(line, "name"));
      found.back().whole = value.has_value();
      found.back().value = value.value_or(0);
      found.back().text = quoted_text(attribute(line, "name"));
      found.back().has_type_of_text = !found.back().text.empty();
      if (found.back().text.empty()) found.back().text = text_in_bits(attribute(line, "name"));
      types.back().bits = std::strtoul(attribute(line, "name").c_str(), nullptr, 10);
      value_follows = false;
    } else if (value_follows) {  // that of an array
      value_follows = false;
    } else if (is_element(line, "basicdtype") && attribute(line, "signed") == "true") {
      // Types stand behind the modules; a value has its bits alone.
      for (std::size_t n = 0; n < found.size(); ++n) {
        const bool negative = types[n].id == attribute(line, "id") && found[n].whole && types[n].bits > 0 &&
                              types[n].bits < 60 && found[n].value >> (types[n].bits - 1) == 1;
        if (negative) found[n].value -= 1L << types[n].bits;
      }
    }
  }
  return found;
}

std::vector<ModulePort> ports_in_netlist(const std::string& xml, const std::string& interface,
                                         const std::string& modport) {
  struct Found {
    ModulePort port;
    std::string variable, direction, type;
  };
  std::vector<Found> found;
  std::map<std::string, std::string> members;  // of the modport: directions
  std::string in_modport;
  Types types;
  Inside inside(interface);
  std::istringstream lines(xml);
  for (std::string line; std::getline(lines, line);) {
    const std::string name = attribute(line, "name");
    if (inside.line(line) && is_element(line, "var"))
      found.push_back({{name_of(line)}, name, attribute(line, "dir"), attribute(line, "dtype_id")});
    if (is_element(line, "modport")) in_modport = name;
    if (inside.line(line) && is_element(line, "modportvarref") && in_modport == modport)
      members[name] = attribute(line, "direction") + "put";
    types.line(line);
  }
  std::vector<ModulePort> ports;
  for (Found& one : found) {
    const bool is_member = !modport.empty() && one.direction.empty();
    const std::string direction = is_member ? members[one.variable] : modport.empty() ? one.direction : "";
    if (direction != "input" && direction != "output" && direction != "inout") continue;
    one.port.output = direction == "output";
    one.port.both = direction == "inout";
    types.expand(one.port, one.type, ports);
  }
  return ports;
}

std::map<std::string, InterfaceInstance> interfaces_in_netlist(const std::string& xml) {
  std::map<std::string, InterfaceInstance> found;
  Inside inside("");
  bool in_range = false;
  std::string name;
  std::istringstream lines(xml);
  for (std::string line; std::getline(lines, line);) {
    if (!inside.line(line)) continue;
    if (is_element(line, "instance")) name = name_of(line);
    if (is_element(line, "instance")) found[name].elaborated = attribute(line, "defName");
    in_range = is_element(line, "range") || (in_range && is_element(line, "const"));
    if (in_range && is_element(line, "const"))
      found[name].range.push_back(number(attribute(line, "name")).value_or(0));
  }
  return found;
}

}  // namespace xb
