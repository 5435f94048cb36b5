// SPDX-License-Identifier: Apache-2.0
#include "testbenches/sources/port_words.h"

#include <algorithm>
#include <cctype>
#include <set>

#include "host/base/ranges.h"

namespace xb {
namespace {

bool is_upper(char c) { return std::isupper(static_cast<unsigned char>(c)) != 0; }
bool is_lower(char c) { return std::islower(static_cast<unsigned char>(c)) != 0; }

struct RoleWord {
  const char* word;
  StreamRole role;
};
constexpr RoleWord kRoleWords[] = {
    {"valid", StreamRole::Valid},
    {"vld", StreamRole::Valid},
    {"dv", StreamRole::Valid},
    {"val", StreamRole::Valid},
    {"req", StreamRole::Valid},
    {"wrreq", StreamRole::Valid},
    {"irdy", StreamRole::Valid},
    {"nd", StreamRole::Valid},
    {"v", StreamRole::Valid},
    {"ready", StreamRole::Ready},
    {"rdy", StreamRole::Ready},
    {"ack", StreamRole::Ready},
    {"gnt", StreamRole::Ready},
    {"grant", StreamRole::Ready},
    {"rdreq", StreamRole::Ready},
    {"accept", StreamRole::Ready},
    {"rfd", StreamRole::Ready},
    {"r", StreamRole::Ready},
    {"data", StreamRole::Data},
    {"dat", StreamRole::Data},
    {"payload", StreamRole::Data},
    {"pld", StreamRole::Data},
    {"stb", StreamRole::Valid},
    {"adr", StreamRole::Dest},
    {"vc", StreamRole::Id},
    {"flit", StreamRole::Data},
    {"word", StreamRole::Data},
    {"d", StreamRole::Data},
    {"msg", StreamRole::Data},
    {"be", StreamRole::Keep},
    {"byteenable", StreamRole::Keep},
    {"last", StreamRole::Last},
    {"eop", StreamRole::Last},
    {"eof", StreamRole::Last},
    {"endofpacket", StreamRole::Last},
    {"tail", StreamRole::Last},
    {"sop", StreamRole::First},
    {"sof", StreamRole::First},
    {"first", StreamRole::First},
    {"startofpacket", StreamRole::First},
    {"head", StreamRole::First},
    {"keep", StreamRole::Keep},
    {"strb", StreamRole::Keep},
    {"dest", StreamRole::Dest},
    {"dst", StreamRole::Dest},
    {"destination", StreamRole::Dest},
    {"sel", StreamRole::Dest},
    {"channel", StreamRole::Dest},
    {"route", StreamRole::Dest},
    {"addr", StreamRole::Dest},
    {"target", StreamRole::Dest},
    {"tgt", StreamRole::Dest},
    {"port", StreamRole::Dest},
    {"egress", StreamRole::Dest},
    {"id", StreamRole::Id},
    {"end", StreamRole::Last},
    {"user", StreamRole::User},
    {"error", StreamRole::User},
    {"err", StreamRole::User},
};

/// Of FIFOs: what writes and reads is a handshake with what says that it cannot be.
struct FifoWord {
  const char* word;
  StreamRole role;
  bool low;  // 0 is meant
};
constexpr FifoWord kFifoWords[] = {
    {"push", StreamRole::Valid, false},   {"wr", StreamRole::Valid, false},
    {"we", StreamRole::Valid, false},     {"wren", StreamRole::Valid, false},
    {"write", StreamRole::Valid, false},  {"enq", StreamRole::Valid, false},
    {"pop", StreamRole::Ready, false},    {"rd", StreamRole::Ready, false},
    {"re", StreamRole::Ready, false},     {"rden", StreamRole::Ready, false},
    {"read", StreamRole::Ready, false},   {"deq", StreamRole::Ready, false},
    {"winc", StreamRole::Valid, false},   {"rinc", StreamRole::Ready, false},
    {"empty", StreamRole::Valid, true},   {"full", StreamRole::Ready, true},
    {"rempty", StreamRole::Valid, true},  {"wfull", StreamRole::Ready, true},
    {"rdempty", StreamRole::Valid, true}, {"wrfull", StreamRole::Ready, true},
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
    if (name.size() < 3 || word.size() < name.size() || name == "end") continue;  // `send`
    if (word.compare(word.size() - name.size(), name.size(), name) != 0) continue;
    if (best == nullptr || std::string(best->word).size() < name.size()) best = &one;
  }
  return best;
}

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

/// Of `validD` the letter says which stream it is; of `data_v` it is the valid of the data.
const RoleWord* beside_letter(const std::vector<std::string>& words, const RoleWord& letter,
                              std::size_t& at) {
  const std::string word = letter.word;
  if (word.size() != 1) return nullptr;
  const auto is_longer = [&](const std::string& one) {
    const RoleWord* const role = one.size() > 1 ? role_of(one) : nullptr;
    return role != nullptr && (role->role != StreamRole::Data || word == "d") ? role : nullptr;
  };
  const auto is_no_id = [](StreamRole role) { return role != StreamRole::Id; };
  std::size_t found = at;
  const RoleWord* const other = last_role(words, is_longer, is_no_id, found);
  if (other != nullptr) at = found;
  return other;
}

/// Of `src_rdy` and `dst_rdy` the source's is a valid.
bool find_side_that_is_ready(Signal& signal, std::vector<std::string> words) {
  for (std::size_t at = 0; at + 1 < words.size(); ++at) {
    const bool source = words[at] == "src";
    if ((!source && words[at] != "dst") || !is_one_of(words[at + 1], {"rdy", "ready"})) continue;
    const auto begin = words.begin() + static_cast<std::ptrdiff_t>(at);
    words.erase(begin, begin + 2);
    signal.has_role = signal.whole_word = true;
    signal.role = source ? StreamRole::Valid : StreamRole::Ready;
    signal.base = with_underscores(words);
    return true;
  }
  return false;
}

/// Of `port_full` the port is whose the signal is, of `port` or `port_id` where a packet goes.
std::vector<std::string> without_ports(std::vector<std::string> words) {
  for (std::size_t at = 0; at + 1 < words.size(); ++at) {
    if (words[at] == "port" && !is_one_of(words[at + 1], {"id", "num", "no", "number", "sel", "n"}))
      words[at].clear();
  }
  return words;
}

}  // namespace

std::vector<std::string> words_of(const std::string& name) {
  std::vector<std::string> words(1);
  for (std::size_t at = 0; at < name.size(); ++at) {
    const char c = name[at];
    const bool letter = is_upper(c) || is_lower(c);
    const bool begins =
        at + 1 < name.size() && is_upper(name[at - (at > 0 ? 1 : 0)]) && is_lower(name[at + 1]);
    const bool hump = at > 0 && is_upper(c) && (is_lower(name[at - 1]) || begins);
    if ((!letter || hump) && !words.back().empty()) words.emplace_back();
    if (letter) words.back() += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  }
  if (words.back().empty()) words.pop_back();
  return words;
}

bool is_one_of(const std::string& word, std::initializer_list<const char*> words) {
  return any_of(words, [&](const char* one) { return word == one; });
}

bool has_word(const std::vector<std::string>& words, std::initializer_list<const char*> parts) {
  return any_of(words, [&](const std::string& word) {
    return any_of(parts, [&](const char* part) { return word.find(part) != std::string::npos; });
  });
}

bool says_credit(const std::string& pattern) {
  return has_word(words_of(pattern), {"credit", "crd", "yummy"});
}

bool says_not_ready(const std::string& pattern) {
  const std::vector<std::string> words = words_of(pattern);
  return std::count(words.begin(), words.end(), "bp") > 0 ||
         has_word(words,
                  {"busy", "stall", "wait", "full", "pause", "xoff", "hold", "stop", "halt", "backpressure"});
}

void find_role(Signal& signal, const std::string& name) {
  std::vector<std::string> words = words_of(name);
  erase_if(words, says_direction);
  signal.rest = with_underscores(words);
  if (find_side_that_is_ready(signal, words)) return;
  const auto no_id = [](StreamRole role) { return role != StreamRole::Id; };
  const auto id = [](StreamRole role) { return role == StreamRole::Id; };
  // Of `valid_dst` and, as it comes out, `data_dst` the other word says which stream it is.
  const auto plain = [&](const std::string& word) {
    return (is_one_of(word, {"valid", "vld", "ready", "rdy", "last"}) || (signal.output && word == "data"))
               ? role_of(word)
               : nullptr;
  };
  const std::vector<std::string> whole = words;
  words = without_ports(std::move(words));
  std::size_t at = 0;
  const RoleWord* role = last_role(words, role_of, no_id, at);
  if (role != nullptr && role->role == StreamRole::Dest) {
    const RoleWord* const other = last_role(words, plain, no_id, at);
    if (other != nullptr) role = other;
  }
  if (const RoleWord* const other = role == nullptr ? nullptr : beside_letter(words, *role, at)) role = other;
  signal.whole_word = role != nullptr;
  if (role == nullptr) role = last_role(words, role_at_end_of, no_id, at);
  if (role == nullptr) role = last_role(words, role_of, id, at);
  if (role == nullptr || (role->role == StreamRole::Dest && says_not_ready(name))) return;  // `dst_stop`
  signal.has_role = true;
  signal.role = role->role;
  words = whole;
  words.erase(words.begin() + static_cast<std::ptrdiff_t>(at));
  signal.base = with_underscores(words);
}

void find_letter_role(Signal& signal) {
  std::string pattern = signal.found.pattern, name;
  for (std::size_t at = 0; (at = pattern.find('{', at)) != std::string::npos;)
    pattern.replace(at, pattern.find('}', at) + 1 - at, "_");
  for (const std::string& word : words_of(pattern)) {
    const bool letters = word.size() == 2 && !says_direction(word);
    name += (name.empty() ? "" : "_") + (letters ? word.substr(0, 1) + "_" + word.substr(1) : word);
  }
  signal.has_role = false;
  find_role(signal, name);
}

void find_fifo_role(Signal& signal, const std::string& name) {
  std::vector<std::string> words = words_of(name);
  for (const char* word : {"almost", "prog", "half", "near", "count", "level", "ok"}) {
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
      erase_if(words, no_name);
      signal.base = with_underscores(words);
      return;
    }
  }
  erase_if(words, says_direction);
  if (words.size() < 2 || words.back() != "en") return;  // of `tx_en`
  words.pop_back();
  signal.has_role = true;
  signal.role = StreamRole::Valid;
  signal.base = with_underscores(words);
}

}  // namespace xb
