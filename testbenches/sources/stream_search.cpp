// SPDX-License-Identifier: Apache-2.0
#include "testbenches/sources/stream_search.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <cstdlib>
#include <optional>
#include <set>
#include <tuple>
#include <utility>

namespace xb {
namespace {

bool digit_char(char c) { return std::isdigit(static_cast<unsigned char>(c)) != 0; }
bool upper_case(char c) { return std::isupper(static_cast<unsigned char>(c)) != 0; }
bool lower_case(char c) { return std::islower(static_cast<unsigned char>(c)) != 0; }

/// The words of a name in lower case, without numbers: `S00_AXIS_TVALID`, `s00AxisTvalid`: s axis tvalid;
/// `inAValid`: in a valid.
std::vector<std::string> words_of(const std::string& name) {
  std::vector<std::string> words(1);
  for (std::size_t at = 0; at < name.size(); ++at) {
    const char c = name[at];
    const bool letter = upper_case(c) || lower_case(c);
    const bool begins =
        at + 1 < name.size() && upper_case(name[at - (at > 0 ? 1 : 0)]) && lower_case(name[at + 1]);
    const bool hump = at > 0 && upper_case(c) && (lower_case(name[at - 1]) || begins);
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
    {"valid", StreamRole::Valid},      {"vld", StreamRole::Valid},    {"dv", StreamRole::Valid},
    {"val", StreamRole::Valid},        {"req", StreamRole::Valid},    {"v", StreamRole::Valid},
    {"ready", StreamRole::Ready},      {"rdy", StreamRole::Ready},    {"ack", StreamRole::Ready},
    {"gnt", StreamRole::Ready},        {"grant", StreamRole::Ready},  {"r", StreamRole::Ready},
    {"data", StreamRole::Data},        {"dat", StreamRole::Data},     {"payload", StreamRole::Data},
    {"flit", StreamRole::Data},        {"word", StreamRole::Data},    {"d", StreamRole::Data},
    {"last", StreamRole::Last},        {"eop", StreamRole::Last},     {"eof", StreamRole::Last},
    {"endofpacket", StreamRole::Last}, {"tail", StreamRole::Last},    {"sop", StreamRole::First},
    {"sof", StreamRole::First},        {"first", StreamRole::First},  {"startofpacket", StreamRole::First},
    {"head", StreamRole::First},       {"keep", StreamRole::Keep},    {"strb", StreamRole::Keep},
    {"dest", StreamRole::Dest},        {"dst", StreamRole::Dest},     {"destination", StreamRole::Dest},
    {"sel", StreamRole::Dest},         {"channel", StreamRole::Dest}, {"route", StreamRole::Dest},
    {"addr", StreamRole::Dest},        {"target", StreamRole::Dest},  {"tgt", StreamRole::Dest},
    {"port", StreamRole::Dest},        {"egress", StreamRole::Dest},  {"id", StreamRole::Id},
    {"user", StreamRole::User},        {"error", StreamRole::User},   {"err", StreamRole::User},
};

/// Of FIFOs: what writes and reads is a handshake with what says that it cannot be.
struct FifoWord {
  const char* word;
  StreamRole role;
  bool low;  // 0 is meant
};
constexpr FifoWord kFifoWords[] = {
    {"push", StreamRole::Valid, false},  {"wr", StreamRole::Valid, false},
    {"we", StreamRole::Valid, false},    {"wren", StreamRole::Valid, false},
    {"write", StreamRole::Valid, false}, {"enq", StreamRole::Valid, false},
    {"pop", StreamRole::Ready, false},   {"rd", StreamRole::Ready, false},
    {"re", StreamRole::Ready, false},    {"rden", StreamRole::Ready, false},
    {"read", StreamRole::Ready, false},  {"deq", StreamRole::Ready, false},
    {"empty", StreamRole::Valid, true},  {"full", StreamRole::Ready, true},
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

bool is_one_of(const std::string& word, std::initializer_list<const char*> words) {
  return std::any_of(words.begin(), words.end(), [&](const char* one) { return word == one; });
}

/// The last word of a name that has a role, if it is one of these.
template <class Look, class Allowed>
const RoleWord* last_role(const std::vector<std::string>& words, Look look, Allowed allowed,
                          std::size_t& at) {
  for (std::size_t n = words.size(); n-- > 0;) {
    const RoleWord* const role = look(words[n]);
    if (role == nullptr || !allowed(role->role)) continue;
    at = n;
    return role;
  }
  return nullptr;
}

void find_role(Signal& signal, const std::string& name) {
  std::vector<std::string> words = words_of(name);
  words.erase(std::remove_if(words.begin(), words.end(), says_direction), words.end());
  signal.rest = with_underscores(words);
  const auto no_id = [](StreamRole role) { return role != StreamRole::Id; };
  const auto id = [](StreamRole role) { return role == StreamRole::Id; };
  // Of `valid_dst` and, as it comes out, `data_dst` the other word says which stream it is.
  const auto plain = [&](const std::string& word) {
    return (is_one_of(word, {"valid", "vld", "ready", "rdy", "last"}) || (signal.output && word == "data"))
               ? role_of(word)
               : nullptr;
  };
  std::size_t at = 0;
  const RoleWord* role = last_role(words, role_of, no_id, at);
  if (role != nullptr && role->role == StreamRole::Dest) {
    const RoleWord* const other = last_role(words, plain, no_id, at);
    if (other != nullptr) role = other;
  }
  signal.whole_word = role != nullptr;
  if (role == nullptr) role = last_role(words, role_at_end_of, no_id, at);
  if (role == nullptr) role = last_role(words, role_of, id, at);
  if (role == nullptr) return;
  signal.has_role = true;
  signal.role = role->role;
  words.erase(words.begin() + static_cast<std::ptrdiff_t>(at));
  signal.base = with_underscores(words);
}

/// The same of a FIFO's ports that have no other role.
void find_fifo_role(Signal& signal, const std::string& name) {
  std::vector<std::string> words = words_of(name);
  for (const char* word : {"almost", "prog", "half", "near"}) {
    if (std::count(words.begin(), words.end(), word) > 0) return;
  }
  for (std::size_t at = words.size(); at-- > 0;) {
    for (const FifoWord& one : kFifoWords) {
      if (words[at] != one.word) continue;
      signal.has_role = true;
      signal.role = one.role;
      signal.found.low = one.low;
      const auto no_name = [&](const std::string& word) {
        return says_direction(word) || word == "en" || word == "enable" || (one.low && word == one.word);
      };
      words.erase(std::remove_if(words.begin(), words.end(), no_name), words.end());
      signal.base = with_underscores(words);
      return;
    }
  }
}

/// Where a name has a number.
struct NumberAt {
  std::size_t begin, end;
};
bool hex_char(char c) { return std::isxdigit(static_cast<unsigned char>(c)) != 0; }
/// Decimal ones; one or two hexadecimal digits that end a word; and of two digits in a row each by itself.
std::vector<NumberAt> numbers_in(const std::string& name) {
  std::vector<NumberAt> found;
  const auto word_ends = [&](std::size_t at) {
    return at >= name.size() || name[at] == '_' || name[at] == '.';
  };
  for (std::size_t at = 0; at < name.size(); ++at) {
    const std::size_t begin = at;
    while (at < name.size() && digit_char(name[at])) ++at;
    if (at > begin && at - begin <= 3) found.push_back({begin, at});
    if (at == begin + 2) found.insert(found.end(), {{begin, begin + 1}, {begin + 1, at}});
    std::size_t end = begin;
    while (end < name.size() && hex_char(name[end])) ++end;
    const bool begins = begin == 0 || !hex_char(name[begin - 1]);
    if (end > at && end - begin <= 2 && word_ends(end) && begins) found.push_back({begin, end});
  }
  return found;
}

/// Ports by what their names are without one number, or without two: in front of them, between, behind.
using Family = std::map<std::pair<std::string, std::string>, const ModulePort*>;  // by the digits of both
struct FamilyKey {
  bool two;
  std::string before, between, behind;
  bool output;
  unsigned bits;
  bool operator<(const FamilyKey& other) const {
    const auto all = [](const FamilyKey& k) {
      return std::tie(k.two, k.before, k.between, k.behind, k.output, k.bits);
    };
    return all(*this) < all(other);
  }
};

/// Numbers as port_pattern.h has them.
struct Counting {
  long first = 0;
  std::size_t digits = 1;
  char base = 'd';

  [[nodiscard]] long number(const std::string& text) const {
    return std::strtol(text.c_str(), nullptr, base == 'd' ? 10 : 16);
  }
  /// `term`: what is done with a port's number first.
  [[nodiscard]] std::string placeholder(const std::string& term) const {
    const std::string form =
        (digits > 1 ? fmt::format("0{}", digits) : "") + (base == 'd' ? "" : std::string(1, base));
    return "{i" + term + (first == 1 ? "+1" : "") + (form.empty() ? "" : ":" + form) + "}";
  }
};

/// Numbers from 0 or 1 on, of equally many digits or without zeros in front.
std::optional<Counting> counting(const std::set<std::string>& texts) {
  Counting found;
  std::set<std::size_t> digits;
  bool zeros = false;
  for (const std::string& text : texts) {
    digits.insert(text.size());
    zeros |= text.size() > 1 && text.front() == '0';
    for (const char c : text) {
      if (!digit_char(c)) found.base = upper_case(c) ? 'X' : 'x';
    }
  }
  if (zeros) found.digits = *digits.begin();
  std::set<long> numbers;
  for (const std::string& text : texts) numbers.insert(found.number(text));
  found.first = *numbers.begin();
  const bool whole = *numbers.rbegin() - found.first + 1 == static_cast<long>(texts.size());
  if (found.first > 1 || (zeros && digits.size() != 1) || numbers.size() != texts.size() || !whole) return {};
  return found;
}

/// What the names of a family have in common; nothing where they do not count.
std::optional<Signal> family_signal(const FamilyKey& key, const Family& family) {
  std::set<std::string> rows, columns;
  for (const auto& [texts, port] : family) {
    rows.insert(texts.first);
    columns.insert(texts.second);
  }
  const std::size_t least = key.two ? 2 : 1;
  const auto row = counting(rows), column = counting(columns);
  if (!row || !column || family.size() < 2 || rows.size() < least || columns.size() < least ||
      rows.size() * columns.size() != family.size())
    return {};
  std::map<std::pair<long, long>, const ModulePort*> ordered;
  for (const auto& [texts, port] : family)
    ordered[{row->number(texts.first), column->number(texts.second)}] = port;
  Signal signal;
  signal.output = key.output;
  const std::string group = std::to_string(columns.size());
  signal.found.pattern = key.before + (key.two ? row->placeholder("/" + group) : "") + key.between +
                         column->placeholder(key.two ? "%" + group : "") + key.behind;
  for (const auto& [number, port] : ordered) signal.found.names.push_back(port->name);
  signal.found.ports = static_cast<unsigned>(ordered.size());
  signal.found.bits = key.bits * signal.found.ports;
  find_role(signal, key.before + "_" + key.between + "_" + key.behind);
  return signal;
}

std::map<FamilyKey, Family> families_of(const std::vector<const ModulePort*>& ports) {
  std::map<FamilyKey, Family> families;
  for (const ModulePort* port : ports) {
    const std::string& name = port->name;
    const auto text = [&](std::size_t begin, std::size_t end) { return name.substr(begin, end - begin); };
    const std::vector<NumberAt> numbers = numbers_in(name);
    for (const NumberAt& at : numbers) {
      families[{false, text(0, at.begin), "", name.substr(at.end), port->output, port->bits}]
              [{"0", text(at.begin, at.end)}] = port;
      for (const NumberAt& row : numbers) {
        if (row.end > at.begin) continue;
        families[{true, text(0, row.begin), text(row.end, at.begin), name.substr(at.end), port->output,
                  port->bits}][{text(row.begin, row.end), text(at.begin, at.end)}] = port;
      }
    }
  }
  return families;
}

/// All ports, those that differ in a number that counts, or in two, as one signal.
std::vector<Signal> signals_of(const std::vector<const ModulePort*>& ports) {
  const auto families = families_of(ports);
  std::vector<Signal> signals;
  std::set<const ModulePort*> taken;
  std::vector<std::pair<FamilyKey, Family>> largest_first(families.begin(), families.end());
  std::stable_sort(largest_first.begin(), largest_first.end(),
                   [](const auto& a, const auto& b) { return a.second.size() > b.second.size(); });
  for (const auto& [key, family] : largest_first) {
    const auto is_taken = [&](const auto& one) { return taken.count(one.second) == 1; };
    if (std::any_of(family.begin(), family.end(), is_taken)) continue;
    auto signal = family_signal(key, family);
    if (!signal) continue;
    signals.push_back(std::move(*signal));
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

/// A word that resets: `rst`, `arstn`, `resetb`; not `first`, `burst` or `worst`.
bool resets(const std::string& word) {
  const auto rst = word.find("rst");
  return word.find("reset") != std::string::npos ||
         (rst != std::string::npos &&
          (rst == 0 || std::string("iuo").find(word[rst - 1]) == std::string::npos));
}
/// A word that does so where no other does: `clr`, `aclr`, `clear`.
bool clears(const std::string& word) {
  return word.find("clr") != std::string::npos || word.rfind("clear", 0) == 0 || word == "init" ||
         word == "por";
}

/// `rst_n`, `rst_ni`, `aresetn`, `resetn_i`, `nreset`, `rst_l`, `xrst`.
bool is_low(const std::vector<std::string>& words) {
  return std::any_of(words.begin(), words.end(), [](const std::string& word) {
    return is_one_of(word, {"n", "ni", "b", "l", "nreset", "nrst", "nclr", "xrst", "xreset"}) ||
           ((resets(word) || clears(word)) && (word.back() == 'n' || word.back() == 'b'));
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
  /// `fifo`: ports may be those of FIFOs.
  StreamSearch(const std::vector<ModulePort>& ports, const std::vector<EdgeInput>& edges, bool fifo) {
    for (const ModulePort& port : ports) order_.emplace(port.name, order_.size());
    take_clocks(ports, edges);
    std::vector<const ModulePort*> others;
    for (const ModulePort& port : ports) {
      if (clocks_.count(port.name) == 0) others.push_back(&port);
    }
    std::vector<Signal> signals = signals_of(others);
    for (Signal& signal : signals) {
      if (fifo && !signal.has_role) find_fifo_role(signal, signal.found.pattern);
    }
    find_low(signals);
    std::stable_partition(signals.begin(), signals.end(), [](const Signal& one) { return one.whole_word; });
    for (Signal& signal : signals) add(std::move(signal));
    find_data();
    find_valid();
    number_words(false);
    number_words(true);
  }

  FoundStreams streams() {
    found_.in = best(false, {});
    found_.out = best(true, found_.in);
    complete(found_.in, false);
    complete(found_.out, true);
    keep_pairs_of_lasts();
    take_id_as_dest();
    std::set<std::string> others;
    for (const auto& [key, stream] : streams_) {
      const bool used = key == std::pair(found_.in.base, false) || key == std::pair(found_.out.base, true);
      if (!used && stream.ports() > 0)
        others.insert(stream.base.empty() ? stream.find(StreamRole::Valid)->pattern : stream.base);
    }
    found_.others.assign(others.begin(), others.end());
    return std::move(found_);
  }

 private:
  /// By their names, or, where these say nothing, by what the registers of the module do.
  void take_clocks(const std::vector<ModulePort>& ports, const std::vector<EdgeInput>& edges) {
    const auto edge_of = [&](const ModulePort& port) {
      const auto found = std::find_if(edges.begin(), edges.end(),
                                      [&](const EdgeInput& one) { return one.name == port.name; });
      return found == edges.end() ? nullptr : &*found;
    };
    const auto take = [&](std::vector<std::string>& taken, auto says) {
      for (const ModulePort& port : ports) {
        const std::vector<std::string> words = words_of(port.name);
        if (port.output || port.bits != 1 || clocks_.count(port.name) == 1 || !says(port, words)) continue;
        const EdgeInput* const edge = edge_of(port);
        clocks_.insert(port.name);
        taken.push_back(port.name);
        if (&taken == &found_.resets) set_polarity(edge != nullptr ? edge->falling : is_low(words));
      }
    };
    using Words = std::vector<std::string>;
    const auto any = [](bool (*says)(const std::string&)) {
      return [says](const ModulePort&, const Words& words) {
        return std::any_of(words.begin(), words.end(), says);
      };
    };
    const auto at_edge = [&](bool clocks) {
      return [&edge_of, clocks](const ModulePort& port, const Words&) {
        const EdgeInput* const edge = edge_of(port);
        return edge != nullptr && edge->clocks == clocks;
      };
    };
    take(found_.resets, any(resets));
    take(found_.clocks, [](const ModulePort&, const Words& words) {
      return has_word(words, {"clk", "clock"}) && !has_word(words, {"en", "gate", "sel", "div"});
    });
    if (found_.clocks.empty()) take(found_.clocks, at_edge(true));
    if (found_.resets.empty()) take(found_.resets, at_edge(false));
    if (found_.resets.empty()) take(found_.resets, any(clears));
  }
  /// Of the reset that was just taken.
  void set_polarity(bool low) {
    if (found_.resets.size() == 1) found_.reset_low = low;
    if (low != found_.reset_low) found_.resets.back().insert(0, "!");
  }

  /// What only one side has, and not by its name, is no last.
  void keep_pairs_of_lasts() {
    for (const auto& [one, other] :
         {std::pair(&found_.in, &found_.out), std::pair(&found_.out, &found_.in)}) {
      const FoundSignal* const last = one->find(StreamRole::Last);
      if (last == nullptr || other->find(StreamRole::Last) != nullptr) continue;
      Signal named;
      find_role(named, last->pattern);
      if (named.role != StreamRole::Last) one->signals.erase(StreamRole::Last);
    }
  }

  /// What only numbers its packets at the inputs says with that where they go.
  void take_id_as_dest() {
    auto& signals = found_.in.signals;
    const auto id = signals.find(StreamRole::Id);
    if (id == signals.end() || found_.in.find(StreamRole::Dest) != nullptr ||
        found_.out.find(StreamRole::Id) != nullptr || !fits(id->second, StreamRole::Dest, found_.in))
      return;
    signals.emplace(StreamRole::Dest, id->second);
    signals.erase(id);
  }

  /// `s_valid_n` means the opposite; beside `s_valid_s` it is that of the north.
  static void find_low(std::vector<Signal>& signals) {
    std::set<std::string> names;
    for (const Signal& one : signals) names.insert(one.rest);
    for (Signal& one : signals) {
      const std::size_t last = one.rest.rfind('_');
      const bool handshake = one.role == StreamRole::Valid || one.role == StreamRole::Ready;
      if (!one.has_role || !handshake || last == std::string::npos ||
          !is_one_of(one.rest.substr(last + 1), {"n", "ni", "no"}) ||
          names.count(one.rest.substr(0, last) + "_s") == 1)
        continue;
      one.found.low = !one.found.low;  // `empty_n`
      const std::size_t cut = one.base.rfind('_');
      one.base.erase(cut == std::string::npos ? 0 : cut);
    }
  }

  void add(Signal signal) {
    if (signal.rest.find("credit") != std::string::npos) return;
    if (!signal.has_role) return unknown_.push_back(std::move(signal));
    const bool outputs = signal.output != (signal.role == StreamRole::Ready);
    FoundStream& stream = streams_[{signal.base, outputs}];
    stream.base = signal.base;
    if (signal.role == StreamRole::Keep && signal.found.pattern.find("strb") == std::string::npos)
      stream.signals.erase(signal.role);  // says more
    stream.signals.emplace(signal.role, signal.found);
  }

  /// A valid without a word for it: the only port of a stream that has as many bits as its ready.
  void find_valid() {
    for (auto& [key, stream] : streams_) {
      const FoundSignal* const ready = stream.find(StreamRole::Ready);
      if (stream.ports() > 0 || ready == nullptr || stream.find(StreamRole::Data) == nullptr) continue;
      const bool outputs = key.second;
      const auto fits = [&, base = stream.base](const Signal& one) {
        const bool alike = one.found.bits == ready->bits && one.found.ports == ready->ports;
        return one.output == outputs && alike && begins(one.rest, base) && !says_not_ready(one.found.pattern);
      };
      if (std::count_if(unknown_.begin(), unknown_.end(), fits) != 1) continue;
      const auto valid = std::find_if(unknown_.begin(), unknown_.end(), fits);
      stream.signals.emplace(StreamRole::Valid, valid->found);
      unknown_.erase(valid);
    }
  }

  /// Streams of one port each, alike but for one word of their names: `north_in_valid`, `east_in_valid`.
  void number_words(bool outputs) {
    using Shape = std::vector<std::pair<StreamRole, unsigned>>;
    std::map<std::tuple<std::string, std::string, Shape>, std::vector<const FoundStream*>> groups;
    for (const auto& [key, stream] : streams_) {
      if (key.second != outputs || stream.ports() != 1 || stream.find(StreamRole::Data) == nullptr) continue;
      Shape shape;
      for (const auto& [role, signal] : stream.signals) shape.emplace_back(role, signal.bits);
      for (std::size_t at = 0; at <= stream.base.size();) {
        const std::size_t end = std::min(stream.base.find('_', at), stream.base.size());
        groups[{stream.base.substr(0, at), stream.base.substr(end), shape}].push_back(&stream);
        at = end + 1;
      }
    }
    for (auto& [key, group] : groups) {
      if (group.size() < 2) continue;
      std::sort(group.begin(), group.end(),
                [&](const FoundStream* a, const FoundStream* b) { return place_of(*a) < place_of(*b); });
      FoundStream whole{std::get<0>(key) + "*" + std::get<1>(key), {}};
      for (const auto& [role, bits] : std::get<2>(key)) {
        FoundSignal signal{"", {}, static_cast<unsigned>(group.size()), 0};
        for (const FoundStream* one : group) {
          signal.names.push_back(one->find(role)->names.front());
          signal.bits += bits;
        }
        signal.pattern = words_pattern(signal.names);
        whole.signals.emplace(role, std::move(signal));
      }
      for (const std::string& base : bases_of(group)) streams_.erase({base, outputs});
      streams_[{whole.base, outputs}] = std::move(whole);
      return;
    }
  }
  [[nodiscard]] std::size_t place_of(const FoundStream& stream) const {
    return order_.at(stream.find(StreamRole::Valid)->names.front());
  }
  static std::vector<std::string> bases_of(const std::vector<const FoundStream*>& streams) {
    std::vector<std::string> bases;
    for (const FoundStream* one : streams) bases.push_back(one->base);
    return bases;
  }
  /// Names that differ in one part, which is as many whole words as it has to be.
  static std::string words_pattern(const std::vector<std::string>& names) {
    const auto same = [&](auto begin) {
      std::size_t length = 0;
      const auto all = [&](char c) {
        return std::all_of(names.begin(), names.end(), [&](const std::string& name) {
          return length < name.size() && begin(name)[static_cast<std::ptrdiff_t>(length)] == c;
        });
      };
      while (length < names.front().size() && all(begin(names.front())[static_cast<std::ptrdiff_t>(length)]))
        ++length;
      return length;
    };
    std::size_t before = same([](const std::string& name) { return name.begin(); });
    std::size_t behind = same([](const std::string& name) { return name.rbegin(); });
    const std::string& first = names.front();
    while (before > 0 && first[before - 1] != '_' && first[before - 1] != '.') --before;
    const std::size_t cut = first.find_first_of("_.", first.size() - behind);
    if (cut != std::string::npos) behind = first.size() - cut;
    std::string middles;
    for (const std::string& name : names)
      middles += (middles.empty() ? "" : ",") + name.substr(before, name.size() - before - behind);
    return first.substr(0, before) + "{i:" + middles + "}" + first.substr(first.size() - behind);
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
    for (const StreamRole role :
         {StreamRole::Data, StreamRole::Ready, StreamRole::Last, StreamRole::Keep, StreamRole::Dest}) {
      if (stream.find(role) != nullptr) continue;
      const auto [near, far] = candidates(stream, role, outputs);
      const auto [shaped, any] = shaped_candidates(stream, role, outputs);
      for (const auto* signals : {&near, &far, &shaped, &any}) {
        if (signals->size() != 1) continue;
        FoundSignal found = *signals->front();
        found.low |= role == StreamRole::Ready && says_not_ready(found.pattern);
        stream.signals.emplace(role, std::move(found));
        break;
      }
    }
  }
  /// Signals of a role that belong to no stream: those whose names begin like the stream's, and others.
  using Candidates = std::pair<std::vector<const FoundSignal*>, std::vector<const FoundSignal*>>;
  [[nodiscard]] Candidates candidates(const FoundStream& stream, StreamRole role, bool outputs) const {
    Candidates found;
    for (const auto& [key, other] : streams_) {
      const FoundSignal* const signal = other.find(role);
      if (key.second != outputs || other.ports() > 0 || signal == nullptr) continue;
      if (!fits(*signal, role, stream)) continue;
      (begins(key.first, stream.base) ? found.first : found.second).push_back(signal);
    }
    return found;
  }
  /// Signals without a word for a role that have its shape; others only as data.
  [[nodiscard]] Candidates shaped_candidates(const FoundStream& stream, StreamRole role, bool outputs) const {
    Candidates found;
    const bool one_bit = role == StreamRole::Last || role == StreamRole::Dest;
    if (role == StreamRole::Keep || (outputs && role == StreamRole::Dest) || (one_bit && stream.ports() == 1))
      return found;
    for (const Signal& one : unknown_) {
      const bool direction = one.output == (outputs != (role == StreamRole::Ready));
      if (!direction || !fits(one.found, role, stream)) continue;
      if (begins(one.rest, stream.base)) found.first.push_back(&one.found);
      if (role == StreamRole::Data) found.second.push_back(&one.found);
    }
    return found;
  }
  static bool says_not_ready(const std::string& pattern) {
    return has_word(words_of(pattern), {"busy", "stall", "wait", "full", "pause", "xoff", "hold"});
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
    if (role == StreamRole::Keep) return bits * 8 == stream.bits_of(StreamRole::Data);
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
  std::map<std::string, std::size_t> order_;                     // of the module's ports
  std::set<std::string> clocks_;                                 // and resets
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

FoundStreams find_streams(const std::vector<ModulePort>& ports, const std::vector<EdgeInput>& edges) {
  const auto both = [](const FoundStreams& found) { return found.in.ports() > 0 && found.out.ports() > 0; };
  FoundStreams usual = StreamSearch(ports, edges, false).streams();
  if (both(usual)) return usual;
  FoundStreams fifos = StreamSearch(ports, edges, true).streams();
  fifos.fifos = true;
  return both(fifos) ? fifos : usual;
}

}  // namespace xb
