// SPDX-License-Identifier: Apache-2.0
#include "testbenches/sources/stream_search.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <cstdlib>
#include <set>
#include <tuple>
#include <utility>

namespace xb {
namespace {

bool digit_char(char c) { return std::isdigit(static_cast<unsigned char>(c)) != 0; }
bool upper_case(char c) { return std::isupper(static_cast<unsigned char>(c)) != 0; }
bool lower_case(char c) { return std::islower(static_cast<unsigned char>(c)) != 0; }

/// The words of a name in lower case, without numbers: `S00_AXIS_TVALID`, `s00AxisTvalid`: s axis tvalid.
std::vector<std::string> words_of(const std::string& name) {
  std::vector<std::string> words(1);
  for (std::size_t at = 0; at < name.size(); ++at) {
    const char c = name[at];
    const bool letter = upper_case(c) || lower_case(c);
    const bool hump = at > 0 && upper_case(c) && lower_case(name[at - 1]);
    if ((!letter || hump) && !words.back().empty()) words.emplace_back();
    if (letter) words.back() += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  }
  if (words.back().empty()) words.pop_back();
  return words;
}

struct RoleWord {
  const char* word;
  StreamRole role;
};
constexpr RoleWord kRoleWords[] = {
    {"valid", StreamRole::Valid},      {"vld", StreamRole::Valid},
    {"val", StreamRole::Valid},        {"req", StreamRole::Valid},
    {"v", StreamRole::Valid},          {"ready", StreamRole::Ready},
    {"rdy", StreamRole::Ready},        {"ack", StreamRole::Ready},
    {"gnt", StreamRole::Ready},        {"grant", StreamRole::Ready},
    {"r", StreamRole::Ready},          {"data", StreamRole::Data},
    {"dat", StreamRole::Data},         {"payload", StreamRole::Data},
    {"flit", StreamRole::Data},        {"word", StreamRole::Data},
    {"d", StreamRole::Data},           {"last", StreamRole::Last},
    {"eop", StreamRole::Last},         {"eof", StreamRole::Last},
    {"endofpacket", StreamRole::Last}, {"tail", StreamRole::Last},
    {"sop", StreamRole::First},        {"sof", StreamRole::First},
    {"first", StreamRole::First},      {"startofpacket", StreamRole::First},
    {"head", StreamRole::First},       {"keep", StreamRole::Keep},
    {"strb", StreamRole::Keep},        {"dest", StreamRole::Dest},
    {"dst", StreamRole::Dest},         {"destination", StreamRole::Dest},
    {"sel", StreamRole::Dest},         {"channel", StreamRole::Dest},
    {"route", StreamRole::Dest},       {"addr", StreamRole::Dest},
    {"target", StreamRole::Dest},      {"id", StreamRole::Id},
    {"user", StreamRole::User},        {"error", StreamRole::User},
    {"err", StreamRole::User},
};

/// The role that a word has by itself, or AXI4-Stream's `t` in front of it.
const RoleWord* role_of(const std::string& word) {
  for (const RoleWord& one : kRoleWords) {
    const std::string name = one.word;
    if (word == name || (name.size() > 1 && word == "t" + name)) return &one;
  }
  return nullptr;
}
/// As part of one: `invalid`, `wready`. The longest word of three letters or more that it ends with.
const RoleWord* role_at_end_of(const std::string& word) {
  const RoleWord* best = nullptr;
  for (const RoleWord& one : kRoleWords) {
    const std::string name = one.word;
    if (name.size() < 3 || word.size() < name.size()) continue;
    if (word.compare(word.size() - name.size(), name.size(), name) != 0) continue;
    if (best == nullptr || std::string(best->word).size() < name.size()) best = &one;
  }
  return best;
}

/// A port, or a family of them that differ in one number.
struct Signal {
  FoundSignal found;
  bool output = false;
  bool has_role = false;
  bool whole_word = false;  // says so
  StreamRole role = StreamRole::Data;
  std::string base;  // words that are neither role nor direction
  std::string rest;  // as base, of a port without a role
};

/// Words that say which way a pin, or a stream, goes: its direction says that better.
bool says_direction(const std::string& word) {
  static const std::set<std::string> words{"i", "o", "in", "out", "inp", "outp", "input", "output"};
  return words.count(word) == 1;
}

std::string with_underscores(const std::vector<std::string>& words) {
  std::string text;
  for (const std::string& word : words) text += (text.empty() ? "" : "_") + word;
  return text;
}

void find_role(Signal& signal, const std::string& name) {
  std::vector<std::string> words = words_of(name);
  words.erase(std::remove_if(words.begin(), words.end(), says_direction), words.end());
  signal.rest = with_underscores(words);
  using Look = const RoleWord* (*)(const std::string&);
  for (const Look look : {Look{role_of}, Look{role_at_end_of}}) {
    for (std::size_t at = words.size(); at-- > 0;) {
      const RoleWord* const role = look(words[at]);
      if (role == nullptr) continue;
      signal.has_role = true;
      signal.whole_word = look == role_of;
      signal.role = role->role;
      words.erase(words.begin() + static_cast<std::ptrdiff_t>(at));
      signal.base = with_underscores(words);
      return;
    }
  }
}

/// Where a name has a number.
struct NumberAt {
  std::size_t begin, end;
};
std::vector<NumberAt> numbers_in(const std::string& name) {
  std::vector<NumberAt> found;
  for (std::size_t at = 0; at < name.size(); ++at) {
    if (!digit_char(name[at])) continue;
    const std::size_t begin = at;
    while (at < name.size() && digit_char(name[at])) ++at;
    if (at - begin <= 2) found.push_back({begin, at});
  }
  return found;
}

/// Ports by what their names are without one number.
using Family = std::map<std::string, const ModulePort*>;  // by the number's digits
using FamilyKey = std::tuple<std::string, std::string, bool, unsigned>;

/// Numbers from 0 or 1 on, of equally many digits or without zeros in front.
bool counts_up(const Family& family) {
  std::set<long> numbers;
  std::set<std::size_t> digits;
  bool zeros = false;
  for (const auto& [text, port] : family) {
    numbers.insert(std::atol(text.c_str()));
    digits.insert(text.size());
    zeros |= text.size() > 1 && text.front() == '0';
  }
  const long first = *numbers.begin();
  return family.size() > 1 && first <= 1 && (!zeros || digits.size() == 1) &&
         numbers.size() == family.size() &&
         *numbers.rbegin() - first + 1 == static_cast<long>(numbers.size());
}

Signal family_signal(const FamilyKey& key, const Family& family) {
  const auto& [before, behind, output, bits] = key;
  std::map<long, const ModulePort*> ordered;
  std::size_t digits = 1;
  for (const auto& [text, port] : family) {
    ordered[std::atol(text.c_str())] = port;
    if (text.front() == '0' && text.size() > 1) digits = text.size();
  }
  Signal signal;
  signal.output = output;
  signal.found.pattern = before + (ordered.begin()->first == 1 ? "{i+1" : "{i") +
                         (digits > 1 ? fmt::format(":0{}", digits) : "") + "}" + behind;
  for (const auto& [number, port] : ordered) signal.found.names.push_back(port->name);
  signal.found.ports = static_cast<unsigned>(ordered.size());
  signal.found.bits = bits * signal.found.ports;
  find_role(signal, before + "_" + behind);
  return signal;
}

/// All ports, those that differ in a number that counts as one signal.
std::vector<Signal> signals_of(const std::vector<const ModulePort*>& ports) {
  std::map<FamilyKey, Family> families;
  for (const ModulePort* port : ports) {
    for (const NumberAt& at : numbers_in(port->name))
      families[{port->name.substr(0, at.begin), port->name.substr(at.end), port->output, port->bits}]
              [port->name.substr(at.begin, at.end - at.begin)] = port;
  }
  std::vector<Signal> signals;
  std::set<const ModulePort*> taken;
  std::vector<std::pair<FamilyKey, Family>> largest_first(families.begin(), families.end());
  std::stable_sort(largest_first.begin(), largest_first.end(),
                   [](const auto& a, const auto& b) { return a.second.size() > b.second.size(); });
  for (const auto& [key, family] : largest_first) {
    const auto is_taken = [&](const auto& one) { return taken.count(one.second) == 1; };
    if (!counts_up(family) || std::any_of(family.begin(), family.end(), is_taken)) continue;
    signals.push_back(family_signal(key, family));
    for (const auto& [text, port] : family) taken.insert(port);
  }
  for (const ModulePort* port : ports) {
    if (taken.count(port) == 1) continue;
    Signal signal;
    signal.output = port->output;
    signal.found = {
        port->name, {port->name}, port->layout.base.empty() ? 0 : port->layout.elements, port->bits};
    find_role(signal, port->name);
    signals.push_back(std::move(signal));
  }
  return signals;
}

bool has_word(const std::vector<std::string>& words, std::initializer_list<const char*> parts) {
  return std::any_of(words.begin(), words.end(), [&](const std::string& word) {
    return std::any_of(parts.begin(), parts.end(),
                       [&](const char* part) { return word.find(part) != std::string::npos; });
  });
}

/// `rst_n`, `rst_ni`, `aresetn`, `resetn_i`, `nreset`.
bool is_low(const std::vector<std::string>& words) {
  return std::any_of(words.begin(), words.end(), [](const std::string& word) {
    return word == "n" || word == "ni" || word == "b" || word == "nreset" || word == "nrst" ||
           ((word.find("rst") != std::string::npos || word.find("reset") != std::string::npos) &&
            (word.back() == 'n' || word.back() == 'b'));
  });
}

/// How well a stream would do as the switch's: a handshake first, then what goes with it, then its size.
std::pair<unsigned, unsigned> rank_of(const FoundStream& stream) {
  unsigned rank = 0;
  const std::pair<StreamRole, unsigned> weights[] = {
      {StreamRole::Data, 8}, {StreamRole::Ready, 4}, {StreamRole::Last, 3}, {StreamRole::Dest, 1}};
  for (const auto& [role, weight] : weights) rank += stream.find(role) != nullptr ? weight : 0;
  return {rank, stream.ports() * std::max(1U, stream.bits_of(StreamRole::Data))};
}

class StreamSearch {
 public:
  explicit StreamSearch(const std::vector<ModulePort>& ports) {
    std::vector<const ModulePort*> others;
    for (const ModulePort& port : ports) {
      if (!take_clock(port)) others.push_back(&port);
    }
    std::vector<Signal> signals = signals_of(others);
    std::stable_partition(signals.begin(), signals.end(), [](const Signal& one) { return one.whole_word; });
    for (Signal& signal : signals) add(std::move(signal));
    find_data();
  }

  FoundStreams streams() {
    found_.in = best(false, {});
    found_.out = best(true, found_.in);
    complete(found_.in, false);
    complete(found_.out, true);
    for (const auto& [key, stream] : streams_) {
      const bool used = key == std::pair(found_.in.base, false) || key == std::pair(found_.out.base, true);
      if (!used && stream.ports() > 0) found_.others.push_back(stream.base);
    }
    return std::move(found_);
  }

 private:
  bool take_clock(const ModulePort& port) {
    const std::vector<std::string> words = words_of(port.name);
    if (port.output || port.bits != 1) return false;
    const bool reset = has_word(words, {"rst", "reset"});
    if (!reset && !has_word(words, {"clk", "clock"})) return false;
    (reset ? found_.resets : found_.clocks).push_back(port.name);
    found_.reset_low |= reset && is_low(words);
    return true;
  }

  void add(Signal signal) {
    if (!signal.has_role) return unknown_.push_back(std::move(signal));
    const bool outputs = signal.output != (signal.role == StreamRole::Ready);
    FoundStream& stream = streams_[{signal.base, outputs}];
    stream.base = signal.base;
    if (!stream.signals.emplace(signal.role, signal.found).second) unknown_.push_back(std::move(signal));
  }

  /// Data without a word for it: a port that is named as the stream, as `din` beside `din_vld`.
  void find_data() {
    for (auto& [key, stream] : streams_) {
      if (stream.ports() == 0 || stream.find(StreamRole::Data) != nullptr) continue;
      for (const Signal& signal : unknown_) {
        if (signal.output != key.second || signal.rest != stream.base) continue;
        stream.signals.emplace(StreamRole::Data, signal.found);
      }
    }
  }

  /// What the stream lacks, from ports of its direction that belong to no other: one that begins like it,
  /// else the only one that fits; without a word for it, by its shape.
  void complete(FoundStream& stream, bool outputs) const {
    if (stream.ports() == 0) return;
    for (const StreamRole role : {StreamRole::Data, StreamRole::Ready, StreamRole::Last, StreamRole::Dest}) {
      if (stream.find(role) != nullptr) continue;
      std::vector<const FoundSignal*> near, far, shaped;
      for (const auto& [key, other] : streams_) {
        const FoundSignal* const signal = other.find(role);
        if (key.second != outputs || other.ports() > 0 || signal == nullptr) continue;
        if (fits(*signal, role, stream)) (begins(key.first, stream.base) ? near : far).push_back(signal);
      }
      for (const Signal& one : unknown_) {
        const bool direction = one.output == (outputs != (role == StreamRole::Ready));
        if (direction && begins(one.rest, stream.base) && fits(one.found, role, stream))
          shaped.push_back(&one.found);
      }
      for (const auto* candidates : {&near, &far, &shaped}) {
        if (candidates->size() != 1) continue;
        stream.signals.emplace(role, *candidates->front());
        break;
      }
    }
  }
  static bool begins(const std::string& base, const std::string& with) {
    return with.empty() || base == with || base.rfind(with + "_", 0) == 0;
  }
  /// Whether a signal has the shape of its role: a bit a port; as many as ports have numbers, or some more;
  /// else more than that.
  static bool fits(const FoundSignal& signal, StreamRole role, const FoundStream& stream) {
    const unsigned ports = stream.ports();
    if (signal.bits == 0 || signal.bits % ports != 0) return false;
    const unsigned bits = signal.bits / ports;
    if (role == StreamRole::Ready || role == StreamRole::Last) return bits == 1;
    constexpr unsigned kLeastData = 8;
    if (role == StreamRole::Data) return bits >= kLeastData;
    return bits < kLeastData && (1U << bits) >= ports;
  }

  /// The best stream of a side, and of those that are alike the one with as many ports as the other side.
  [[nodiscard]] FoundStream best(bool outputs, const FoundStream& other) const {
    FoundStream best;
    const auto rank = [&](const FoundStream& stream) {
      return std::pair(rank_of(stream), stream.ports() == other.ports());
    };
    for (const auto& [key, stream] : streams_) {
      if (key.second != outputs || stream.ports() == 0) continue;
      if (best.ports() == 0 || rank(stream) > rank(best)) best = stream;
    }
    return best;
  }

  FoundStreams found_;
  std::map<std::pair<std::string, bool>, FoundStream> streams_;  // by base, and whether it comes out
  std::vector<Signal> unknown_;
};

}  // namespace

unsigned FoundStream::ports() const {
  const FoundSignal* const valid = find(StreamRole::Valid);
  if (valid == nullptr) return 0;
  return valid->ports > 0 ? valid->ports : valid->bits;
}

unsigned FoundStream::bits_of(StreamRole role) const {
  const FoundSignal* const signal = find(role);
  return signal == nullptr || ports() == 0 || signal->bits % ports() != 0 ? 0 : signal->bits / ports();
}

FoundStreams find_streams(const std::vector<ModulePort>& ports) { return StreamSearch(ports).streams(); }

}  // namespace xb
