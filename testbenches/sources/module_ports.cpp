// SPDX-License-Identifier: Apache-2.0
#include "testbenches/sources/module_ports.h"

#include <cstdlib>
#include <map>
#include <sstream>

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

bool is_element(const std::string& line, const std::string& name) {
  const auto begin = line.find('<');
  return begin != std::string::npos && line.compare(begin + 1, name.size() + 1, name + " ") == 0;
}

/// Of a number such as 32&apos;sh1f.
long number(const std::string& text) {
  const auto hex = text.find('h');
  return hex == std::string::npos ? 0 : std::strtol(text.c_str() + hex + 1, nullptr, 16);
}

/// A type: its own bits, and the type that it is so many of.
struct Type {
  unsigned bits = 0;
  std::string of;
  std::vector<long> range;
};

class Types {
 public:
  void line(const std::string& line) {
    const std::string id = attribute(line, "id");
    if (is_element(line, "basicdtype")) {
      const std::string left = attribute(line, "left");
      const long bits =
          left.empty() ? 1
                       : std::labs(std::atol(left.c_str()) - std::atol(attribute(line, "right").c_str())) + 1;
      types_[id] = {static_cast<unsigned>(bits), "", {}};
    } else if (is_element(line, "packarraydtype") || is_element(line, "refdtype") ||
               is_element(line, "enumdtype")) {
      types_[id] = {1, attribute(line, "sub_dtype_id"), {}};
      ranged_ = is_element(line, "packarraydtype") ? id : "";
    } else if (is_element(line, "const") && !ranged_.empty()) {
      types_[ranged_].range.push_back(number(attribute(line, "name")));
    } else if (line.find("</packarraydtype>") != std::string::npos) {
      ranged_.clear();
    }
  }
  [[nodiscard]] unsigned bits(const std::string& id, unsigned depth = 0) const {
    const auto type = types_.find(id);
    if (type == types_.end() || depth > 100) return 0;
    const auto& range = type->second.range;
    if (type->second.of.empty()) return type->second.bits;
    const unsigned inner = bits(type->second.of, depth + 1);
    return range.size() == 2 ? inner * static_cast<unsigned>(std::labs(range[0] - range[1]) + 1) : inner;
  }

 private:
  std::map<std::string, Type> types_;
  std::string ranged_;  // the array whose range is being read
};

}  // namespace

std::vector<ModuleParameter> parameters_in_netlist(const std::string& xml) {
  std::vector<ModuleParameter> found;
  bool in_top = false;
  bool value_follows = false;
  std::istringstream lines(xml);
  for (std::string line; std::getline(lines, line);) {
    if (is_element(line, "module")) in_top = attribute(line, "topModule") == "1";
    if (line.find("</module>") != std::string::npos) in_top = false;
    if (in_top && is_element(line, "var") && attribute(line, "param") == "true") {
      found.push_back({attribute(line, "origName"), 0});
      value_follows = true;
    } else if (value_follows && is_element(line, "const")) {
      found.back().value = number(attribute(line, "name"));
      value_follows = false;
    }
  }
  return found;
}

std::vector<ModulePort> ports_in_netlist(const std::string& xml) {
  struct Found {
    ModulePort port;
    std::string type;
  };
  std::vector<Found> found;
  Types types;
  bool in_top = false;
  std::istringstream lines(xml);
  for (std::string line; std::getline(lines, line);) {
    if (is_element(line, "module")) in_top = attribute(line, "topModule") == "1";
    const std::string direction = is_element(line, "var") ? attribute(line, "dir") : "";
    if (in_top && !direction.empty()) {
      found.push_back({{attribute(line, "origName"), direction == "output", 0}, attribute(line, "dtype_id")});
    }
    if (line.find("</module>") != std::string::npos) in_top = false;
    types.line(line);
  }
  std::vector<ModulePort> ports;
  for (Found& one : found) {
    one.port.bits = types.bits(one.type);
    ports.push_back(std::move(one.port));
  }
  return ports;
}

}  // namespace xb
