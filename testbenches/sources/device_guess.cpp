// SPDX-License-Identifier: Apache-2.0
#include "testbenches/sources/device_guess.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <set>

#include "host/wires/port_set.h"

namespace xb {
namespace {

class Guess {
 public:
  Guess(const std::vector<ModulePort>& ports, const FoundStreams& streams, const FoundParameters& parameters)
      : ports_(ports), streams_(streams), parameters_(parameters) {
    for (const auto* names : {&streams.clocks, &streams.resets}) taken_.insert(names->begin(), names->end());
    take(streams.in);
    take(streams.out);
  }

  std::string text(const GuessedSources& sources) const {
    std::string text =
        fmt::format("# Guessed from the ports of {}: read it, and run xbarlab device check.\n", sources.top);
    for (const std::string& note : sources.notes) text += "# " + note + "\n";
    for (const std::string& other : streams_.others)
      text += fmt::format("# The stream '{}' is left out: a switch has one for each side.\n", other);
    text += fmt::format("\n[device]\ntop = \"{}\"\n", sources.top);
    text += list("files", sources.files);
    if (!sources.includes.empty()) text += list("include", sources.includes);
    if (!sources.defines.empty()) text += list("defines", sources.defines);
    return text + own_sizes() + parameter_table() + clock_table() + stream("in", streams_.in, false) +
           stream("out", streams_.out, true) + claims() + ties();
  }

 private:
  void take(const FoundStream& stream) {
    for (const auto& [role, signal] : stream.signals) taken_.insert(signal.names.begin(), signal.names.end());
  }
  static std::string list(const char* key, const std::vector<std::string>& names) {
    return fmt::format("{} = [\"{}\"]\n", key, fmt::join(names, "\", \""));
  }

  /// What no parameter says, the module has for good.
  [[nodiscard]] std::string own_sizes() const {
    std::string text;
    const unsigned ports = std::max(streams_.in.ports(), streams_.out.ports());
    const unsigned width = streams_.in.bits_of(StreamRole::Data);
    if (!parameters_.sets_ports && ports > 0) text += fmt::format("ports = {}\n", ports);
    if (!parameters_.sets_width && width > 0) text += fmt::format("width = {}\n", width);
    return text;
  }

  [[nodiscard]] std::string parameter_table() const {
    std::string text = "\n[parameters]\n";
    for (const FoundParameter& one : parameters_.all) {
      const std::string& name = one.parameter.name;
      if (!one.expression.empty())
        text += fmt::format("{} = \"{}\"\n", name, one.expression);
      else if (!one.note.empty())
        text += fmt::format("# {} = {}  # {}\n", name, one.parameter.value, one.note);
      else
        text += one.parameter.whole ? fmt::format("# {} = {}\n", name, one.parameter.value)
                                    : fmt::format("# {}: a text or a real number, left as it is\n", name);
    }
    return text;
  }

  [[nodiscard]] std::string clock_table() const {
    return "\n[clock]\n" + port_list("name", streams_.clocks, "no clock is found") +
           port_list("reset", streams_.resets, "none is found") +
           (streams_.reset_low ? "reset-active = \"low\"\n" : "");
  }
  static std::string port_list(const char* key, const std::vector<std::string>& names, const char* missing) {
    if (names.empty()) return fmt::format("{} = \"none\"  # {}\n", key, missing);
    return names.size() == 1 ? fmt::format("{} = \"{}\"\n", key, names.front()) : list(key, names);
  }

  [[nodiscard]] std::string stream(const char* table, const FoundStream& stream, bool outputs) const {
    struct Key {
      const char* name;
      StreamRole role;
      bool needed;
    };
    constexpr Key kKeys[] = {{"tvalid", StreamRole::Valid, true}, {"tready", StreamRole::Ready, false},
                             {"tdata", StreamRole::Data, true},   {"tlast", StreamRole::Last, true},
                             {"tkeep", StreamRole::Keep, false},  {"tdest", StreamRole::Dest, false},
                             {"tid", StreamRole::Id, false},      {"tuser", StreamRole::First, false},
                             {"tuser", StreamRole::User, false}};
    std::string text = fmt::format("\n[{}]\n", table);
    for (const Key& key : kKeys) {
      const FoundSignal* const signal = stream.find(key.role);
      if (signal == nullptr) {
        if (key.needed) text += missing(key.name, key.role, stream, outputs);
        continue;
      }
      const bool first_too = key.role == StreamRole::User && stream.find(StreamRole::First) != nullptr;
      if (first_too || (outputs && (key.role == StreamRole::Id || key.role == StreamRole::User))) continue;
      // What stands there as a packet leaves is the module's business: some clear it.
      const bool outputs_number = outputs && key.role == StreamRole::Dest;
      text += fmt::format("{}{} = \"{}{}\"{}\n", outputs_number ? "# " : "", key.name, signal->pattern,
                          value_of(key.role, outputs),
                          outputs_number ? "  # if it is the number of the output" : "");
    }
    return text;
  }
  /// Bytes go through a module that has a tkeep on both sides.
  [[nodiscard]] const char* value_of(StreamRole role, bool outputs) const {
    if (role == StreamRole::Keep && !outputs && streams_.out.find(role) == nullptr) return " = ones";
    return role == StreamRole::User ? " = 0" : "";
  }

  /// What follows from the shape of both sides.
  [[nodiscard]] std::string claims() const {
    std::string text;
    const unsigned in = streams_.in.ports();
    const unsigned out = streams_.out.ports();
    if (words_only()) text += "packets = \"one-beat\"  # neither side has a tlast: each beat is a packet\n";
    // Ports above those of a run are none of its.
    const auto range = [&](unsigned ports, unsigned other) {
      return ports == 1
                 ? std::string("0")
                 : fmt::format("0..{}", parameters_.sets_ports && ports > other ? kMaxPorts - 1 : ports - 1);
    };
    if (in != out && in > 0 && out > 0)
      text += fmt::format("connects = \"{}>{}\"  # {} inputs, {} outputs\n", range(in, out), range(out, in),
                          in, out);
    return text.empty() ? "" : "\n[claims]\n" + text;
  }
  [[nodiscard]] bool words_only() const {
    return streams_.in.ports() > 0 && streams_.out.ports() > 0 &&
           streams_.in.find(StreamRole::Last) == nullptr && streams_.out.find(StreamRole::Last) == nullptr;
  }

  /// A comment with the ports that it could be.
  [[nodiscard]] std::string missing(const char* key, StreamRole role, const FoundStream& stream,
                                    bool outputs) const {
    std::vector<std::string> candidates;
    for (const ModulePort& port : ports_) {
      const bool wide = port.bits > stream.ports() && stream.ports() > 0;
      const bool fits = role == StreamRole::Data ? wide : stream.ports() == 0 || port.bits == stream.ports();
      if (port.output == outputs && taken_.count(port.name) == 0 && fits) candidates.push_back(port.name);
    }
    const std::string one_beat = role == StreamRole::Last && !words_only()
                                     ? "; or, if each beat is a packet: packets = \"one-beat\" in [claims]"
                                     : "";
    return fmt::format("# {} = \"\"  # not found{}{}\n", key,
                       candidates.empty() ? "" : fmt::format("; is it {}?", fmt::join(candidates, ", ")),
                       one_beat);
  }

  [[nodiscard]] std::string ties() const {
    std::string text;
    for (const ModulePort& port : ports_) {
      if (!port.output && taken_.count(port.name) == 0)
        text += fmt::format(
            port.name.find('.') == std::string::npos ? "{} = 0  # {} bits\n" : "\"{}\" = 0  # {} bits\n",
            port.name, port.bits);
    }
    return text.empty() ? "" : "\n[tie]  # inputs that are no stream's: is 0 right?\n" + text;
  }

  const std::vector<ModulePort>& ports_;
  const FoundStreams& streams_;
  const FoundParameters& parameters_;
  std::set<std::string> taken_;
};

}  // namespace

std::string guess_description(const GuessedSources& sources, const std::vector<ModulePort>& ports,
                              const FoundStreams& streams, const FoundParameters& parameters) {
  return Guess(ports, streams, parameters).text(sources);
}

}  // namespace xb
