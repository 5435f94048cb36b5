// SPDX-License-Identifier: Apache-2.0
#include "testbenches/sources/device_guess.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <set>

#include "host/base/lower_case.h"
#include "host/base/ranges.h"
#include "host/device/device.h"
#include "host/device/port_entries.h"
#include "host/wires/port_set.h"
#include "testbenches/sources/port_words.h"
#include "testbenches/sources/stream_search.h"

namespace xb {
namespace {

class Guess {
 public:
  Guess(const std::vector<ModulePort>& ports, const FoundStreams& streams, const FoundParameters& parameters)
      : ports_(ports), streams_(streams), parameters_(parameters) {
    for (const auto* names : {&streams.clocks, &streams.resets})
      for (const std::string& name : *names) taken_.insert(name.substr(name.front() == '!' ? 1 : 0));
    take(streams.in);
    take(streams.out);
    if (streams.axi) take_axi();
  }

  std::string text(const GuessedSources& sources) const {
    std::string text =
        fmt::format("# Guessed from the ports of {}: read it, and run xbarlab device check.\n", sources.top);
    for (const std::string& note : sources.notes) text += "# " + note + "\n";
    text += protocol();
    for (const std::string& other : streams_.others)
      text += fmt::format("# The stream '{}' is left out: a switch has one for each side.\n", other);
    text += fmt::format("\n[device]\ntop = {}\n", quoted(sources.top));
    text += list("files", sources.files);
    if (!sources.includes.empty()) text += list("include", sources.includes);
    if (!sources.defines.empty()) text += list("defines", sources.defines);
    if (sources.verilog_2005) text += "language = \"verilog-2005\"  # of the files .v\n";
    text += own_sizes() + parameter_table() + clock_table();
    text +=
        streams_.axi ? axi_tables() : stream("in", streams_.in, false) + stream("out", streams_.out, true);
    return text + claims() + ties();
  }

 private:
  void take(const FoundStream& stream) {
    for (const auto& [role, signal] : stream.signals) {
      if (role == StreamRole::User && stream.find(StreamRole::First) != nullptr) continue;
      taken_.insert(signal.names.begin(), signal.names.end());
    }
  }
  /// All ports whose names are those of an awvalid, or aw_valid, but for that word.
  void take_axi() {
    for (const FoundStream* side : {&streams_.in, &streams_.out}) {
      for (const std::string& valid : side->find(StreamRole::Valid)->names) {
        const auto [begin, size] = axi_valid_in(valid);
        const std::string before = valid.substr(0, begin), behind = valid.substr(begin + size);
        for (const ModulePort& port : ports_) {
          for (const std::string& name : {port.name, DeviceAxi::other_way(port.name)}) {
            if (name.size() > before.size() + behind.size() && name.rfind(before, 0) == 0 &&
                name.compare(name.size() - behind.size(), behind.size(), behind) == 0)
              taken_.insert(port.name);
          }
        }
      }
    }
  }
  [[nodiscard]] std::string axi_tables() const {
    const auto side = [](const FoundStream& stream) {
      const std::size_t first = stream.base.find("_*");
      const bool plain = first != 0 && first == stream.base.size() - 2 && stream.base.find('*') == first + 1;
      return fmt::format("axi = \"{}\"\n",
                         plain ? stream.base.substr(0, stream.base.size() - 2) : stream.base);
    };
    const unsigned id_bits = streams_.in.bits_of(StreamRole::Id);
    const unsigned most_ids = id_bits > 2 ? 4 : 1U << id_bits;
    return "\n[in]\n" + side(streams_.in) + "\n[out]\n" + side(streams_.out) +
           fmt::format(
               "\n[axi]\nbase = \"port << 24\"  # of the memory at each port: are these the module's?\n"
               "size = \"1 << 24\"\n# unmapped = 0  # an address where nothing is: DECERR is asked for\n"
               "traffic = \"write\"  # read, or both with twice the ports\nids = {}\n",
               most_ids);
  }
  static std::string quoted(const std::string& name) {
    if (name.find_first_of("\"\\") == std::string::npos) return '"' + name + '"';
    if (name.find('\'') == std::string::npos) return '\'' + name + '\'';
    std::string text;
    for (const char c : name) text += c == '"' || c == '\\' ? std::string("\\") + c : std::string(1, c);
    return '"' + text + '"';
  }
  /// A name as a key of TOML.
  static std::string key_of(const std::string& name) {
    const bool bare = is_plain_name(name) && name.find('$') == std::string::npos;
    return bare ? name : quoted(name);
  }
  static std::string list(const char* key, const std::vector<std::string>& names) {
    std::vector<std::string> all;
    for (const std::string& name : names) all.push_back(quoted(name));
    return fmt::format("{} = [{}]\n", key, fmt::join(all, ", "));
  }

  /// A protocol that is not valid and ready, by words that its ports have.
  [[nodiscard]] std::string protocol() const {
    struct Protocol {
      const char *name, *one, *other;
      const char* advice = "";
      bool bus = false;
    };
    if (streams_.axi || streams_.methods) return "";
    if (streams_.in.find(StreamRole::Credit) != nullptr) return "";
    constexpr const char* kCredits =
        "# Where a bit a port gives credits back, none is needed: credit and credits of [in] and [out].\n";
    constexpr Protocol kProtocols[] = {
        {"AXI with addresses", "awvalid", "wvalid", "", true},
        {"Wishbone", "cyc", "stb", "", true},
        {"APB", "psel", "penable", "", true},
        {"AHB", "htrans", "hready", "", true},
        {"TileLink", "a_opcode", "d_opcode", "", true},
        {"Bluespec's methods", "\nen_", "\nrdy_",
         "# If data and last are ports of their own, none is needed:\n"
         "# in.tvalid = \"EN_PUT = valid && ready\", in.tready = \"RDY_PUT\",\n"
         "# out.tvalid = \"RDY_GET\", out.tready = \"EN_GET = valid && ready\".\n"},
        {"a link with credits", "v", "credit", kCredits},
        {"a link with credits", "v", "crd", kCredits},
        {"a link with credits", "v", "yummy", kCredits}};
    std::string all = "\n";
    for (const ModulePort& port : ports_) all += port.name + "\n";
    all = lower_case(all);
    for (const Protocol& one : kProtocols) {
      if (all.find(one.one) == std::string::npos || all.find(one.other) == std::string::npos) continue;
      if (one.bus && is_beside(all, one.one))
        return fmt::format(
            "# The ports of {} beside the streams are tied: its registers stay as they are after reset.\n",
            one.name);
      return fmt::format(
          "# The ports look like those of {}. Hosts have one stream a port and side, with valid and\n"
          "# ready: a module around this one has to make it of them, and is given as --top.\n{}",
          one.name, one.advice);
    }
    return "";
  }

  /// Whether both sides are streams without the ports of a bus, one of which has this word. `all`: names,
  /// each in a line.
  [[nodiscard]] bool is_beside(const std::string& all, const std::string& word) const {
    const std::size_t at = all.find(word), begin = all.rfind('\n', at) + 1;
    const std::string before = all.substr(begin, at - begin);
    const auto is_other = [&](const FoundStream& stream) {
      const FoundSignal* const valid = stream.find(StreamRole::Valid);
      if (valid == nullptr) return false;
      const std::string name = lower_case(valid->names.front());
      const bool channel =
          word == "awvalid" && has_word(words_of(name), {"awvalid", "wvalid", "bvalid", "arvalid", "rvalid"});
      return !channel && (before.empty() || name.rfind(before, 0) != 0);
    };
    return is_other(streams_.in) && is_other(streams_.out);
  }

  /// What no parameter says, the module has for good.
  [[nodiscard]] std::string own_sizes() const {
    std::string text;
    const unsigned ports = std::max(streams_.in.ports(), streams_.out.ports());
    const unsigned width = streams_.in.bits_of(StreamRole::Data);
    if (!parameters_.sets_ports && ports > kMaxPorts)
      text +=
          fmt::format("# ports = {}  # a switch has 2..{}: as --top a module around this one with so many\n",
                      ports, kMaxPorts);
    else if (!parameters_.sets_ports && ports > 0)
      text += fmt::format("ports = {}\n", std::max(ports, 2U));
    const unsigned width_out = streams_.out.bits_of(StreamRole::Data);
    if (width != width_out && width > 0 && width_out > 0)
      text += fmt::format(
          "# tdata has {} bits at inputs and {} at outputs; hosts have one width: as --top a module around "
          "this one\n",
          width, width_out);
    if (parameters_.sets_width || width == 0) return text;
    if (is_width(width)) return text + fmt::format("width = {}\n", width);
    return text + fmt::format("# width = {}  # hosts have 8 16 32 64 128 256 512: {}\n", width,
                              has_parts(width) ? "so many of its bits, as tdata = PORT[HIGH:LOW]"
                                               : "as --top a module around this one");
  }

  [[nodiscard]] std::string parameter_table() const {
    std::string text = "\n[parameters]\n";
    for (const FoundParameter& one : parameters_.all) {
      const std::string name = key_of(one.parameter.name);
      if (!one.expression.empty())
        text +=
            fmt::format("{} = \"{}\"{}{}\n", name, one.expression, one.note.empty() ? "" : "  # ", one.note);
      else if (!one.note.empty())
        text += fmt::format("# {} = {}  # {}\n", name, one.parameter.value, one.note);
      else if (!one.parameter.text.empty())
        text += fmt::format("# {} = {}\n", name, quoted('"' + one.parameter.text + '"'));
      else
        text +=
            one.parameter.whole
                ? fmt::format("# {} = {}\n", name, one.parameter.value)
                : fmt::format(
                      "# {}: a text, an array, a real number or one of more than 60 bits, left as it is\n",
                      name);
    }
    return text;
  }

  [[nodiscard]] std::string clock_table() const {
    return "\n[clock]\n" + port_list("name", streams_.clocks, "no clock is found") +
           port_list("reset", streams_.resets, "none is found") +
           (streams_.reset_low ? "reset-active = \"low\"\n" : "");
  }
  [[nodiscard]] std::string port_list(const char* key, const std::vector<std::string>& names,
                                      const char* missing) const {
    if (names.empty()) {
      std::vector<std::string> candidates;
      for (const ModulePort& port : ports_) {
        if (!port.output && port.bits == 1 && taken_.count(port.name) == 0) candidates.push_back(port.name);
      }
      return fmt::format("{} = \"none\"  # {}{}\n", key, missing, is_it(candidates));
    }
    const std::vector<std::string> all = numbered(names);
    return all.size() == 1 ? fmt::format("{} = \"{}\"\n", key, all.front()) : list(key, all);
  }
  /// With `{i}` in the place of names that each port of both sides has.
  [[nodiscard]] std::vector<std::string> numbered(std::vector<std::string> names) const {
    std::vector<const ModulePort*> there;
    for (const ModulePort& port : ports_) there.push_back(&port);
    const unsigned ports = streams_.in.ports();
    for (const Signal& signal : signals_of(there)) {
      const std::vector<std::string>& family = signal.found.names;
      const auto is_named = [&](const std::string& name) { return contains(names, name); };
      if (ports < 2 || streams_.out.ports() != ports || family.size() != ports || !all_of(family, is_named))
        continue;
      *std::find(names.begin(), names.end(), family.front()) = signal.found.pattern;
      erase_if(names, [&](const std::string& name) { return contains(family, name); });
    }
    return names;
  }

  /// Of those that a module may do without: outputs are chosen by it, or some port may be it. Without a ready
  /// receivers always are. `outputs`: it is one of the module.
  [[nodiscard]] bool is_missed(StreamRole role, const FoundStream& stream, bool outputs) const {
    if (role == StreamRole::Dest) return !outputs && streams_.out.ports() > 1;
    return role == StreamRole::Ready && stream.ports() > 0 && stream.find(StreamRole::Credit) == nullptr &&
           !candidates(role, stream, outputs).empty();
  }

  [[nodiscard]] std::string stream(const char* table, const FoundStream& stream, bool outputs) const {
    struct Key {
      const char* name;
      StreamRole role;
      bool needed;
    };
    constexpr Key kKeys[] = {{"tvalid", StreamRole::Valid, true},   {"tready", StreamRole::Ready, false},
                             {"credit", StreamRole::Credit, false}, {"tdata", StreamRole::Data, true},
                             {"tlast", StreamRole::Last, true},     {"tkeep", StreamRole::Keep, false},
                             {"tdest", StreamRole::Dest, false},    {"tid", StreamRole::Id, false},
                             {"tuser", StreamRole::First, false},   {"tuser", StreamRole::User, false},
                             {"pause", StreamRole::Pause, false}};
    std::string text = fmt::format("\n[{}]\n", table);
    for (const Key& key : kKeys) {
      const FoundSignal* const signal = stream.find(key.role);
      if (signal == nullptr) {
        const bool side = key.role == StreamRole::Ready ? !outputs : outputs;
        if (key.needed || is_missed(key.role, stream, side))
          text += missing(key.name, key.role, stream, side);
        continue;
      }
      const bool first_too = key.role == StreamRole::User && stream.find(StreamRole::First) != nullptr;
      const bool other_id = key.role == StreamRole::Id && streams_.in.find(key.role) == nullptr;
      const bool low_first = key.role == StreamRole::First && signal->low;
      if (first_too || (outputs && (other_id || low_first || key.role == StreamRole::User))) continue;
      // What stands there as a packet leaves is the module's business: some clear it.
      const bool outputs_number = outputs && key.role == StreamRole::Dest;
      text += fmt::format("{}{} = \"{}{}{}\"{}\n", outputs_number ? "# " : "", key.name,
                          signal->low && !low_first && key.role != driven(outputs) ? "!" : "",
                          signal->pattern, value_of(key.role, stream, outputs), note(key.role, outputs));
    }
    return text;
  }
  /// How many there are: what the only parameter of such a name says, or nobody.
  [[nodiscard]] std::string credits() const {
    const auto says = [](const FoundParameter& one) {
      return one.parameter.whole &&
             has_word(words_of(one.parameter.name), {"credit", "depth", "buf", "fifo"});
    };
    const auto found = std::find_if(parameters_.all.begin(), parameters_.all.end(), says);
    if (count_if(parameters_.all, says) != 1)
      return "# credits = 8  # not found: beats that there is room for";
    return fmt::format("credits = {}  # if {} says for how many beats there is room", found->parameter.value,
                       found->parameter.name);
  }
  /// Bytes go through a module that has a tkeep on both sides; who writes to a FIFO, or reads from it, has to
  /// look whether that can be.
  [[nodiscard]] std::string value_of(StreamRole role, const FoundStream& stream, bool outputs) const {
    if (role == StreamRole::Keep && !outputs && streams_.out.find(role) == nullptr) return " = ones";
    if (role == StreamRole::Dest && !outputs && !dest_value().empty()) return " = " + dest_value();
    if (role == driven(outputs)) return handshake_value(role, stream, outputs);
    if (role == StreamRole::First && is_low(stream, role)) return " = !first";
    return role == StreamRole::User ? " = 0" : "";
  }
  /// Of a valid at an input, or a ready at an output.
  [[nodiscard]] std::string handshake_value(StreamRole role, const FoundStream& stream, bool outputs) const {
    const std::string& pattern = stream.find(role)->pattern;
    if (streams_.methods && is_call_of_method(pattern)) return " = valid && ready";
    if (outputs ? takes(pattern) : calls(pattern)) return " = valid && ready";
    if (is_low(stream, role)) return outputs ? " = !ready" : " = !valid";
    if (streams_.fifos && is_of_fifo(stream, outputs)) return " = valid && ready";
    return !outputs && leaves_room(stream.find(StreamRole::Ready)) ? " = valid && ready" : "";
  }
  /// Who writes where something says that it is full, or reads where something is empty.
  static bool is_of_fifo(const FoundStream& stream, bool outputs) {
    const StreamRole other = outputs ? StreamRole::Valid : StreamRole::Ready;
    const FoundSignal* const says = stream.find(other);
    return is_low(stream, other) || (says != nullptr && has_word(words_of(says->pattern), {"full", "empty"}));
  }
  /// A ready that takes what is there, and may not be without it: `pop`, `yumi_i`.
  static bool takes(const std::string& pattern) {
    const std::string name = lower_case(pattern);
    if (name.find("ready") != std::string::npos || name.find("rdy") != std::string::npos) return false;
    constexpr std::array kWords{"pop", "yumi", "deq", "rd_en", "rden"};
    return any_of(kWords, [&](const char* word) { return name.find(word) != std::string::npos; });
  }
  /// A ready that ends while there is room, in which a beat that is offered goes in: `almost_full`, `afull`.
  static bool leaves_room(const FoundSignal* ready) {
    return ready != nullptr && has_word(words_of(ready->pattern), {"almost", "afull", "prog"});
  }
  /// A valid that is a call, and may not be without a ready: `recv_en`.
  static bool calls(const std::string& pattern) {
    const std::string name = lower_case(pattern);
    return name.size() > 3 && name.compare(name.size() - 3, 3, "_en") == 0;
  }
  /// What hosts drive of a handshake.
  static StreamRole driven(bool outputs) { return outputs ? StreamRole::Ready : StreamRole::Valid; }
  static bool is_low(const FoundStream& stream, StreamRole role) {
    const FoundSignal* const signal = stream.find(role);
    return signal != nullptr && signal->low;
  }
  /// What to look at: also a destination that is wider than the number of an output.
  [[nodiscard]] std::string note(StreamRole role, bool outputs) const {
    if (outputs && role == StreamRole::Dest) return "  # if it is the number of the output";
    if (role == StreamRole::Credit) return "\n" + credits();
    if (role == StreamRole::Pause) return "  # if it asks hosts to pause: they send without ready then";
    if (outputs && role == StreamRole::Id) return "  # if it is that of the packet: its class";
    if (role != StreamRole::Dest || outputs) return "";
    if (!dest_value().empty()) return "  # as its bits say; or, if it is the plain number, without =";
    const std::string others = is_it(candidates(StreamRole::Dest, streams_.in, false));
    if (a_bit_each()) return "  # or, if it has one bit an output, with = 64'd1 << dest" + others;
    return others.empty() ? "" : "  # or" + others.substr(1);
  }
  [[nodiscard]] bool a_bit_each() const {
    const unsigned ports = streams_.out.ports();
    return ports > 2 && streams_.in.bits_of(StreamRole::Dest) == ports;
  }
  [[nodiscard]] std::string dest_value() const {
    if (!parameters_.dest_value.empty() || !a_bit_each()) return parameters_.dest_value;
    const std::string name = lower_case(streams_.in.find(StreamRole::Dest)->pattern) + "_";
    const bool says = name.find("onehot") != std::string::npos || name.find("one_hot") != std::string::npos ||
                      name.find("_oh_") != std::string::npos;
    return says ? "64'd1 << dest" : "";
  }

  /// What follows from the shape of both sides.
  [[nodiscard]] std::string claims() const {
    std::string text;
    const unsigned in = streams_.in.ports();
    const unsigned out = streams_.out.ports();
    const std::string type = words_only() ? flit_type() : "";
    if (words_only() && type.empty())
      text += "packets = \"one-beat\"  # neither side has a tlast: each beat is a packet\n";
    if (!type.empty())
      text += fmt::format(
          "# packets = \"one-beat\"  # if {} does not say where packets end: else as --top a module around "
          "this one\n"
          "# that makes tlast of it\n",
          type);
    const auto has_credits = [](const ModulePort& port) { return says_credit(port.name); };
    if (in > 0 && streams_.in.find(StreamRole::Ready) == nullptr &&
        streams_.in.find(StreamRole::Pause) == nullptr && none_of(ports_, has_credits))
      text += "# lossless = false  # no input has a ready: if the switch drops what it has no room for\n";
    // Ports above those of a run are none of its.
    const auto range = [&](unsigned ports, unsigned other) {
      return ports == 1
                 ? std::string("0")
                 : fmt::format("0..{}", parameters_.sets_ports && ports > other ? kMaxPorts - 1 : ports - 1);
    };
    if (in == 2 && out == 2 && streams_.in.find(StreamRole::Dest) == nullptr)
      text += "# connects = [\"0>1\", \"1>0\"]  # without a destination: if it is a bridge\n";
    if (is_matrix())
      text += matrix_pairs();
    else if ((in != out && in > 0 && out > 0 && !parameters_.sets_each_side) || (in == 1 && out == 1))
      text += fmt::format("connects = \"{}>{}\"  # {} inputs, {} outputs\n", range(in, out), range(out, in),
                          in, out);
    return text.empty() ? "" : "\n[claims]\n" + text;
  }
  /// Inputs that are numbered by two numbers, the second of which says the output that they go to.
  [[nodiscard]] bool is_matrix() const {
    const FoundSignal* const valid = streams_.in.find(StreamRole::Valid);
    return valid != nullptr && streams_.out.ports() > 0 && streams_.in.find(StreamRole::Dest) == nullptr &&
           valid->pattern.find(fmt::format("{{i%{}", streams_.out.ports())) != std::string::npos;
  }
  [[nodiscard]] std::string matrix_pairs() const {
    const unsigned in = streams_.in.ports();
    const unsigned out = streams_.out.ports();
    std::vector<std::string> pairs;
    for (unsigned output = 0; output < out; ++output) {
      std::vector<unsigned> inputs;
      for (unsigned input = output; input < in; input += out) inputs.push_back(input);
      pairs.push_back(fmt::format("\"{}>{}\"", fmt::join(inputs, ","), output));
    }
    return fmt::format("connects = [{}]  # {} inputs for each of {} outputs\n", fmt::join(pairs, ", "),
                       in / out, out);
  }
  [[nodiscard]] bool words_only() const {
    return streams_.in.ports() > 0 && streams_.out.ports() > 0 &&
           streams_.in.find(StreamRole::Last) == nullptr && streams_.out.find(StreamRole::Last) == nullptr;
  }

  /// An input that may say of each beat what part of a packet it is: head, body, tail; or of a first beat, or
  /// how many follow. Empty: there is none.
  [[nodiscard]] std::string flit_type() const {
    const FoundSignal* const first = streams_.in.find(StreamRole::First);
    if (first != nullptr) return first->pattern;
    const auto says = [&](const ModulePort& port) {
      const std::vector<std::string> words = words_of(port.name);
      return !port.output && taken_.count(port.name) == 0 && any_of(words, [](const std::string& word) {
        const bool type = word.size() >= 4 && word.compare(word.size() - 4, 4, "type") == 0;
        return type || is_one_of(word, {"len", "length", "size"});
      });
    };
    const auto found = std::find_if(ports_.begin(), ports_.end(), says);
    return found == ports_.end() ? "" : found->name;
  }

  /// Ports that no stream has and that would fit.
  [[nodiscard]] std::vector<std::string> candidates(StreamRole role, const FoundStream& stream,
                                                    bool outputs) const {
    std::vector<std::string> found;
    const FoundSignal* const valid = stream.find(StreamRole::Valid);
    const bool is_flat = valid == nullptr || valid->names.size() == 1;
    const unsigned ports = is_flat ? stream.ports() : 1;  // of the switch, that a port of the module has
    for (const ModulePort& port : ports_) {
      const bool wide = port.bits > ports && ports > 0;
      const bool number = ports > 0 && port.bits % ports == 0 && port.bits / ports <= 8 &&
                          (1U << port.bits / ports) >= streams_.out.ports();
      const bool fits = role == StreamRole::Data   ? wide
                        : role == StreamRole::Dest ? number
                                                   : ports == 0 || port.bits == ports;
      const bool free =
          taken_.count(port.name) == 0 || (role == StreamRole::Dest && is_wide_user(port, stream));
      const bool control = streams_.methods && is_control_of_method(port.name);
      if (port.output == outputs && free && fits && !control && !says_credit(port.name))
        found.push_back(port.name);
    }
    return found;
  }
  /// A tuser of several bits a port, which may say where a packet goes.
  static bool is_wide_user(const ModulePort& port, const FoundStream& stream) {
    const FoundSignal* const user = stream.find(StreamRole::User);
    return user != nullptr && user->bits > stream.ports() && user->names.front() == port.name;
  }
  /// A comment with the ports that it could be.
  [[nodiscard]] std::string missing(const char* key, StreamRole role, const FoundStream& stream,
                                    bool outputs) const {
    const std::string one_beat = role == StreamRole::Last && !words_only()
                                     ? "; or, if each beat is a packet: packets = \"one-beat\" in [claims]"
                                     : "";
    constexpr unsigned kLeastWidth = 16;  // of a beat with the output in it
    const bool holds = parameters_.sets_width || stream.bits_of(StreamRole::Data) >= kLeastWidth;
    const bool in_parts =
        (role == StreamRole::Last || role == StreamRole::Dest) && has_parts(stream.bits_of(StreamRole::Data));
    const char* const payload =
        in_parts                   ? "; a part of the vector of tdata is PORT[HIGH:LOW] or PORT[BIT]"
        : role != StreamRole::Dest ? ""
        : holds                    ? ": the number of the output is in bits 6 to 11 of a packet's first tdata"
                                   : ": the switch learns the output from it, or from route.header";
    return fmt::format("# {} = \"\"  # not found{}{}{}\n", key, payload,
                       is_it(candidates(role, stream, outputs)), one_beat);
  }
  /// Whether a tdata may hold more than the payload.
  static bool has_parts(unsigned bits) { return bits > 8 && !is_width(bits); }
  static bool is_width(unsigned bits) { return bits >= 8 && bits <= 512 && (bits & (bits - 1)) == 0; }
  static std::string is_it(std::vector<std::string> candidates) {
    constexpr std::size_t kMost = 8;
    if (candidates.empty()) return "";
    const bool more = candidates.size() > kMost;
    candidates.resize(std::min(candidates.size(), kMost));
    return fmt::format("; is it {}{}?", fmt::join(candidates, ", "), more ? ", ..." : "");
  }

  [[nodiscard]] std::string ties() const {
    std::string text;
    for (const ModulePort& port : ports_) {
      if (port.output || port.both || taken_.count(port.name) == 1) continue;
      const bool called = streams_.methods && is_call_of_method(port.name);  // of `EN_clear`
      text += fmt::format("{} = {}  # {} bits\n", key_of(port.name),
                          !called && enables(port.name) != is_active_low(port) ? "\"ones\"" : "0", port.bits);
    }
    return text.empty() ? "" : "\n[tie]  # inputs that are no stream's: are these values right?\n" + text;
  }
  /// A control that does nothing where it is 1: `flush_n`; of `en_n` that is 0.
  [[nodiscard]] bool is_active_low(const ModulePort& port) const {
    const std::string name = lower_case(port.name);
    const auto ends = [&](const std::string& with) {
      return name.size() > with.size() && name.compare(name.size() - with.size(), with.size(), with) == 0;
    };
    return (port.bits == 1 || port.bits == streams_.in.ports()) &&
           (ends("_n") || ends("_ni") || ends("_n_i"));
  }
  /// An input that lets a module work: `en`, `clk_en`, `enable_i`, `clken`, `s_strb`; not `loopback_en`, that
  /// of a feature without which it is a switch, and not APB's `penable`.
  static bool enables(const std::string& port) {
    const std::string name = "_" + lower_case(port) + "_";
    if (has_word(words_of(port), {"scan",  "test", "bist",  "loop",   "mirror", "drop",  "bypass",
                                  "debug", "dbg",  "err",   "inject", "flush",  "clear", "clr",
                                  "sleep", "halt", "pause", "irq",    "intr",   "force", "penable"}))
      return false;
    constexpr std::array kWords{"_en_",  "_ena_",      "enable_", "clken_",   "_ce_",   "_cs_",   "strb_",
                                "keep_", "_ap_start_", "_up_",    "_active_", "_done_", "locked_"};
    return any_of(kWords, [&](const char* word) { return name.find(word) != std::string::npos; });
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
