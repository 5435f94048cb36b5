// SPDX-License-Identifier: Apache-2.0
#include "testbenches/sources/interface_shell.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cctype>
#include <map>
#include <set>
#include <stdexcept>
#include <string_view>

#include "host/base/ranges.h"
#include "host/device/port_entries.h"
#include "testbenches/sources/module_ports.h"
#include "testbenches/sources/verilog_names.h"

namespace xb {
namespace {

using Words = std::vector<std::string_view>;

/// As a source has it: an escaped name ends with a blank.
std::string name_in(std::string_view word) { return std::string(word) + (word[0] == '\\' ? " " : ""); }

/// With what is between them, from `begin` to in front of `end`.
std::string text_of(const Words& words, std::size_t begin, std::size_t end) {
  if (begin >= end) return "";
  const std::string_view last = words[end - 1];
  return {words[begin].data(), last.data() + last.size()};
}

/// Behind the bracket that closes the one at `at`; behind a word that is none.
std::size_t past_brackets(const Words& words, std::size_t at) {
  for (std::size_t depth = 0; at < words.size(); ++at) {
    const bool opens = words[at] == "(" || words[at] == "[" || words[at] == "{";
    const bool closes = words[at] == ")" || words[at] == "]" || words[at] == "}";
    depth += opens ? 1 : 0;
    if (closes && depth > 0) --depth;
    if (depth == 0) break;
  }
  return std::min(at + 1, words.size());
}

/// What is between commas, from a bracket to the one that closes it.
std::vector<Words> parts_in(const Words& words, std::size_t open) {
  std::vector<Words> parts(1);
  const std::size_t close = past_brackets(words, open) - 1;
  for (std::size_t at = open + 1; at < close;) {
    const std::size_t end = past_brackets(words, at);
    if (words[at] == ",") parts.emplace_back();
    for (; at < end; ++at) {
      if (end > at + 1 || words[at] != ",") parts.back().push_back(words[at]);
    }
  }
  return parts;
}

/// Where a part has the name that it declares: the last in no brackets, in front of a value.
std::size_t declared(const Words& part) {
  std::size_t name = part.size();
  for (std::size_t at = 0; at < part.size() && part[at] != "="; at = past_brackets(part, at)) {
    const auto first = static_cast<unsigned char>(part[at][0]);
    if (std::isalpha(first) != 0 || first == '_' || first == '\\') name = at;
  }
  return name;
}

class Shell {
 public:
  Shell(const std::string& text, const std::string& top,
        const std::vector<std::pair<std::string, std::string>>& values)
      : top_(verilog_name(top)), values_(values.begin(), values.end()), words_(verilog_words(text)) {
    const Head head = head_of(top_, "module");
    imports_ = head.imports;
    for (const Words& part : head.parameters) parameters_.push_back(text_of(part, 0, part.size()));
    for (const auto& [name, is_set] : parameters_in(head)) {
      shown_.insert(name);
      if (is_set) passed_.push_back(fmt::format(".{0}({0})", name));
    }
    read_ports(head.ports);
  }

  std::string text(const std::string& netlist) {
    if (joined_.empty()) return "";
    std::map<std::string, InterfaceInstance> instances = interfaces_in_netlist(netlist);
    std::vector<std::string> values;
    for (const Port& port : joined_) values.push_back(given(port));
    std::string body;
    for (std::size_t n = 0; n < joined_.size(); ++n) {
      const Port& port = joined_[n];
      const std::string inputs = netlist.empty() ? "" : join(port, instances[port.name], netlist);
      body += fmt::format("  {} #({}) {} {} ({});\n", port.interface, values[n], port.name, port.dimensions,
                          inputs);
    }
    body += assigns_;
    if (!netlist.empty())
      body += fmt::format("  {} #({}) {} ({});\n", top_, fmt::join(passed_, ", "), kInterfaceShellDevice,
                          fmt::join(pins_, ", "));
    return fmt::format("`default_nettype wire\nmodule {} {}#({}) (\n  {}\n);\n{}endmodule\n", kInterfaceShell,
                       imports_, fmt::join(parameters_, ", "), fmt::join(ports_, ",\n  "), body);
  }

 private:
  struct Port {
    std::string name, interface, modport, dimensions;
  };

  /// Of a module or an interface, part by part.
  struct Head {
    std::string imports;
    std::vector<Words> parameters, ports;
  };
  [[nodiscard]] Head head_of(const std::string& name, std::string_view keyword) const {
    Head head;
    std::size_t at = past_name_of(name, keyword);
    for (; at < words_.size() && words_[at] == "import"; ++at) {
      const std::size_t begin = at;
      while (at + 1 < words_.size() && words_[at] != ";") ++at;
      head.imports += text_of(words_, begin, at + 1) + " ";
    }
    if (at + 1 < words_.size() && words_[at] == "#") {
      head.parameters = parts_in(words_, at + 1);
      at = past_brackets(words_, at + 1);
    }
    if (at < words_.size() && words_[at] == "(") head.ports = parts_in(words_, at);
    return head;
  }
  [[nodiscard]] std::size_t past_name_of(const std::string& name, std::string_view keyword) const {
    for (std::size_t at = 1; at < words_.size(); ++at) {
      const bool has_lifetime = at > 1 && (words_[at - 1] == "automatic" || words_[at - 1] == "static");
      if (name_in(words_[at]) == name && words_[at - (has_lifetime ? 2 : 1)] == keyword) return at + 1;
    }
    return words_.size();
  }
  /// Names of parameters, and whether they are set from outside.
  static std::vector<std::pair<std::string, bool>> parameters_in(const Head& head) {
    std::vector<std::pair<std::string, bool>> found;
    bool is_set = true;
    for (const Words& part : head.parameters) {
      const std::size_t name = declared(part);
      if (name == part.size()) continue;
      if (part[0] == "parameter" || part[0] == "localparam") is_set = part[0] == "parameter";
      found.emplace_back(name_in(part[name]), is_set);
    }
    return found;
  }
  void read_ports(const std::vector<Words>& parts) {
    Port port;  // or the one before, whose interface goes on: `axi.in a, b`
    for (const Words& part : parts) {
      const std::size_t name = declared(part);
      if (name == part.size()) continue;
      const bool of_modport = name == 3 && part[1] == ".";
      if (name == 1 && past_name_of(name_in(part[0]), "interface") < words_.size())
        throw std::invalid_argument(fmt::format("'{}', without a modport", part[name]));
      if (name > 0)
        port = {"", of_modport ? name_in(part[0]) : "", of_modport ? std::string(part[2]) : "", ""};
      port.name = name_in(part[name]);
      port.dimensions = text_of(part, name + 1, part.size());
      pins_.push_back(fmt::format(".{0}({0})", port.name));
      if (port.interface.empty())
        ports_.push_back(text_of(part, 0, part.size()));
      else
        joined_.push_back(port);
    }
  }
  /// The parameters of a port's interface that have other values than by themselves.
  std::string given(const Port& port) {
    std::vector<std::string> given;
    for (const auto& [name, is_set] : parameters_in(head_of(port.interface, "interface"))) {
      if (!is_set) continue;
      const std::string own = port.name + "." + name;
      const std::string key = values_.count(own) == 1 ? own : name;
      if (values_.count(key) == 1) show_parameter(key, values_[key]);
      if (shown_.count(key) == 1) given.push_back(fmt::format(".{}({})", name, verilog_name(key)));
    }
    return fmt::format("{}", fmt::join(given, ", "));
  }
  void show_parameter(const std::string& name, const std::string& value) {
    if (shown_.insert(name).second)
      parameters_.push_back(fmt::format("parameter {} = {}", verilog_name(name), value));
  }
  /// A plain port of the shell, as a source has its name.
  std::string plain_port(const std::string& name, const ModulePort& member) {
    if (member.bits == 0)
      throw std::invalid_argument(fmt::format("'{}', of a type that cannot be driven", name));
    const bool turned = member.layout.base.empty() && member.layout.ascending;
    ports_.push_back(fmt::format(turned ? "{} logic [0:{}] {}" : "{} logic [{}:0] {}",
                                 member.output ? "output" : "input", member.bits - 1, verilog_name(name)));
    return verilog_name(name);
  }
  /// Makes the shell's ports of an interface. Returns what its inputs are connected to.
  std::string join(const Port& port, const InterfaceInstance& instance, const std::string& netlist) {
    std::vector<std::string> inputs;
    for (const ModulePort& input : ports_in_netlist(netlist, instance.elaborated))
      inputs.push_back(
          fmt::format(".{}({})", verilog_name(input.name), plain_port(port.name + "." + input.name, input)));
    const std::vector<ModulePort> members = ports_in_netlist(netlist, instance.elaborated, port.modport);
    for (const std::string& element : elements_of(port, instance)) {
      for (const ModulePort& member : members) join_member(element, member);
    }
    for (const ModuleParameter& one : parameters_in_netlist(netlist, instance.elaborated)) {
      if (one.whole || one.has_type_of_text)
        show_parameter(one.name, one.whole ? fmt::format("64'({})", one.value) : '"' + one.text + '"');
    }
    return fmt::format("{}", fmt::join(inputs, ", "));
  }
  /// `NAME`, or of an array `NAME[0]` and so on.
  static std::vector<std::string> elements_of(const Port& port, const InterfaceInstance& instance) {
    constexpr long kMost = 4096;
    if (instance.range.size() != 2) return {port.name};
    const auto [first, last] = std::minmax(instance.range[0], instance.range[1]);
    if (last - first >= kMost)
      throw std::invalid_argument(fmt::format("'{}', with {} elements", port.name, last - first + 1));
    std::vector<std::string> all;
    for (long index = first; index <= last; ++index) all.push_back(fmt::format("{}[{}]", port.name, index));
    return all;
  }
  void join_member(const std::string& element, const ModulePort& member) {
    const PortLayout& layout = member.layout;
    const std::string plain = plain_port(element + "." + member.name, member);
    const auto assign = [&](const std::string& inside, const std::string& outside) {
      assigns_ += member.output ? fmt::format("  assign {} = {};\n", outside, inside)
                                : fmt::format("  assign {} = {};\n", inside, outside);
    };
    if (layout.base.empty()) return assign(element + "." + member.name, plain);
    for (unsigned e = 0; e < layout.elements; ++e)
      assign(element + "." + layout.base + layout.part(e),
             fmt::format("{}[{} +: {}]", plain, e * layout.bits, layout.bits));
  }

  std::string top_;
  std::map<std::string, std::string> values_;
  Words words_;
  std::string imports_, assigns_;
  std::vector<std::string> parameters_, passed_, ports_, pins_;
  std::vector<Port> joined_;
  std::set<std::string> shown_;
};

}  // namespace

std::string interface_shell(const std::string& text, const std::string& top,
                            const std::vector<std::pair<std::string, std::string>>& values,
                            const std::string& netlist) {
  return Shell(text, top, values).text(netlist);
}

}  // namespace xb
