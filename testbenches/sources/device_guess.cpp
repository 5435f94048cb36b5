// SPDX-License-Identifier: Apache-2.0
#include "testbenches/sources/device_guess.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <map>
#include <set>

namespace xb {
namespace {

std::string lower(std::string text) {
  for (char& c : text) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return text;
}
bool has(const std::string& text, const char* part) { return text.find(part) != std::string::npos; }

/// The name with its first number as `{i}`, and that number; the name itself, and none.
std::pair<std::string, std::string> numbered(const std::string& name) {
  const auto is_digit = [](unsigned char c) { return std::isdigit(c) != 0; };
  const auto begin = std::find_if(name.begin(), name.end(), is_digit);
  const auto end = std::find_if_not(begin, name.end(), is_digit);
  if (begin == name.end()) return {name, ""};
  return {std::string(name.begin(), begin) + "{i}" + std::string(end, name.end()), std::string(begin, end)};
}

class Guess {
 public:
  Guess(const std::vector<ModulePort>& ports, const std::vector<ModuleParameter>& parameters)
      : ports_(ports), parameters_(parameters) {}

  std::string text(const std::string& file, const std::string& top) {
    std::string text = fmt::format(
        "# Guessed from the ports of {}: read it, and run xbarlab device check.\n\n[device]\ntop = \"{}\"\n"
        "files = [\"{}\"]\n",
        top, top, file);
    const std::string clock = clock_table();
    const std::string streams = stream("in", false) + stream("out", true);
    return text + parameter_table() + clock + streams + ties();
  }

 private:
  std::string parameter_table() const {
    std::string text = "\n[parameters]\n";
    for (const ModuleParameter& p : parameters_) {
      const std::string name = lower(p.name);
      const bool data_width = has(name, "width") && (has(name, "data") || name == "width");
      const bool dest_width = has(name, "width") && has(name, "dest");
      const bool ports = has(name, "ports") || has(name, "count") || name == "n";
      if (data_width || dest_width || ports)
        text += fmt::format("{} = \"{}\"\n", p.name,
                            data_width   ? "width"
                            : dest_width ? "log2(ports)"
                                         : "ports");
      else
        text += fmt::format("# {} = {}\n", p.name, p.value);
    }
    return text;
  }

  std::string clock_table() {
    std::vector<std::string> clocks, resets;
    bool low = false;
    for (const ModulePort& port : ports_) {
      const std::string name = lower(port.name);
      if (port.output || port.bits != 1) continue;
      if (has(name, "rst") || has(name, "reset")) {
        resets.push_back(port.name);
        low |= name.back() == 'n' || has(name, "_n") || has(name, "rstn") || has(name, "resetn");
      } else if (has(name, "clk") || has(name, "clock")) {
        clocks.push_back(port.name);
      }
    }
    for (const auto* names : {&clocks, &resets}) taken_.insert(names->begin(), names->end());
    return "\n[clock]\n" + list("name", clocks, "no clock is found") +
           list("reset", resets, "none is found") + (low ? "reset-active = \"low\"\n" : "");
  }
  static std::string list(const char* key, const std::vector<std::string>& names, const char* missing) {
    if (names.empty()) return fmt::format("{} = \"none\"  # {}\n", key, missing);
    if (names.size() == 1) return fmt::format("{} = \"{}\"\n", key, names.front());
    return fmt::format("{} = [\"{}\"]\n", key, fmt::join(names, "\", \""));
  }

  /// The side whose tvalid is an output of the module, or an input.
  std::string stream(const std::string& table, bool outputs) {
    std::string text = fmt::format("\n[{}]\n", table);
    const std::string prefix = prefix_of(outputs);
    for (const char* signal : {"tvalid", "tready", "tdata", "tlast", "tkeep", "tdest", "tid", "tuser"}) {
      const bool optional = !has("tvalid tdata tlast", signal);
      const bool as_output = outputs != (std::string(signal) == "tready");
      const std::string name = port_of(prefix, signal, as_output);
      const std::string short_name = signal;
      if (name.empty()) {
        if (!optional) text += fmt::format("# {} = \"\"  # not found\n", signal);
        continue;
      }
      if (outputs && (short_name == "tid" || short_name == "tuser")) continue;
      // Bytes go through a module that has a tkeep on both sides.
      const bool ones = short_name == "tkeep" && port_of(prefix_of(true), "tkeep", true).empty();
      const std::string value = ones ? " = ones" : short_name == "tuser" ? " = 0" : "";
      text += fmt::format("{} = \"{}{}\"\n", signal, name, value);
    }
    return text;
  }
  /// What stands before `tvalid` in the name of that side's, numbers as {i}.
  std::string prefix_of(bool output) const {
    for (const ModulePort& port : ports_) {
      const auto at = lower(port.name).find("tvalid");
      if (port.output == output && at != std::string::npos)
        return numbered(port.name).first.substr(0, at + shift(port.name, at));
    }
    return "?";
  }
  /// How much longer a name is with {i} in it, as far as `at`.
  static std::size_t shift(const std::string& name, std::size_t at) {
    const std::string number = numbered(name.substr(0, at)).second;
    return number.empty() ? 0 : 3 - number.size();
  }
  /// The ports of that side for a signal, with {i} if there are several; empty: none.
  std::string port_of(const std::string& prefix, const std::string& signal, bool output) {
    std::map<std::string, std::vector<std::string>> found;  // by name with {i}
    for (const ModulePort& port : ports_) {
      const std::string pattern = has(prefix, "{i}") ? numbered(port.name).first : port.name;
      if (port.output != output || lower(pattern).rfind(lower(prefix) + signal, 0) != 0) continue;
      found[pattern].push_back(port.name);
    }
    if (found.empty()) return "";
    taken_.insert(found.begin()->second.begin(), found.begin()->second.end());
    return found.begin()->first;
  }

  std::string ties() const {
    std::string text;
    for (const ModulePort& port : ports_) {
      if (!port.output && taken_.count(port.name) == 0)
        text += fmt::format("{} = 0  # {} bits\n", port.name, port.bits);
    }
    return text.empty() ? "" : "\n[tie]  # inputs that are no stream's: is 0 right?\n" + text;
  }

  const std::vector<ModulePort>& ports_;
  const std::vector<ModuleParameter>& parameters_;
  std::set<std::string> taken_;
};

}  // namespace

std::string guess_description(const std::string& file, const std::string& top,
                              const std::vector<ModulePort>& ports,
                              const std::vector<ModuleParameter>& parameters) {
  return Guess(ports, parameters).text(file, top);
}

}  // namespace xb
