// SPDX-License-Identifier: Apache-2.0
#include "testbenches/sources/stream_search.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>
#include <tuple>
#include <utility>

#include "host/base/ranges.h"
#include "testbenches/sources/port_words.h"

namespace xb {
namespace {

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
/// A whole name that does so where nothing else does.
bool resets_by_a_letter(const std::string& word) { return is_one_of(word, {"n", "rn"}); }

/// `rst_n`, `rst_ni`, `aresetn`, `resetn_i`, `nreset`, `rst_l`, `xrst`; `rst_done` is 1 once the reset is
/// over.
bool is_low(const std::vector<std::string>& words) {
  return any_of(words, [](const std::string& word) {
    return is_one_of(word, {"n", "ni", "b", "l", "rn", "nreset", "nrst", "nclr", "xrst", "xreset", "done"}) ||
           ((resets(word) || clears(word)) && (word.back() == 'n' || word.back() == 'b'));
  });
}

/// Of `clk_en` or `clken`; not of `enet_clk`.
bool controls_clock(const std::string& word) {
  return is_one_of(word, {"en", "ena", "enable", "gate", "gated", "sel", "select", "div", "divider", "locked",
                          "ok"}) ||
         (has_word({word}, {"clk", "clock"}) &&
          has_word({word}, {"en", "gate", "sel", "div", "locked", "ok"}));
}

bool names_clock(const std::vector<std::string>& words) {
  return has_word(words, {"clk", "clock"}) && none_of(words, controls_clock);
}

/// A name that says nothing but clock or reset: `clk_i`, `rst_ni`. A vector has a bit of it for each port.
bool is_clock_or_reset(const std::vector<std::string>& words) {
  return all_of(words, [](const std::string& word) {
    return resets(word) ||
           is_one_of(word, {"clk", "aclk", "clock", "n", "ni", "i", "b", "l", "s", "m", "axis"});
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

/// What names may be besides words of streams: those of FIFOs, two letters, `iv` or `vo`, or methods.
enum class Names { Words, Fifos, Letters, Methods };

class StreamSearch {
 public:
  StreamSearch(const std::vector<ModulePort>& ports, const std::vector<EdgeInput>& edges, Names names) {
    for (const ModulePort& port : ports) order_.emplace(port.name, order_.size());
    take_clocks(ports, edges);
    std::vector<const ModulePort*> others;
    for (const ModulePort& port : ports) {
      if (clocks_.count(port.name) == 0) others.push_back(&port);
    }
    std::vector<Signal> signals = signals_of(others);
    for (Signal& signal : signals) {
      if (names == Names::Fifos && !signal.has_role) find_fifo_role(signal, signal.found.pattern);
      if (names == Names::Letters) find_letter_role(signal);
    }
    if (names == Names::Methods) find_method_roles(signals);
    find_ready_of_sides(signals);
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
    take_pause();
    take_credits(found_.in, true);
    take_credits(found_.out, false);
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
        const EdgeInput* const edge = edge_of(port);
        const bool fits = port.bits == 1 || edge != nullptr || is_clock_or_reset(words);
        if (port.output || !fits || clocks_.count(port.name) == 1 || !says(port, words)) continue;
        clocks_.insert(port.name);
        taken.push_back(port.name);
        if (&taken == &found_.resets)
          set_polarity(edge != nullptr ? edge->falling : is_low(words));
        else if (only_falls(edge))
          taken.back().insert(0, "!");
      }
    };
    using Words = std::vector<std::string>;
    const auto any = [](bool (*says)(const std::string&)) {
      return [says](const ModulePort&, const Words& words) { return any_of(words, says); };
    };
    const auto at_edge = [&](bool clocks) {
      return [&edge_of, clocks](const ModulePort& port, const Words&) {
        const EdgeInput* const edge = edge_of(port);
        return edge != nullptr && edge->clocks == clocks;
      };
    };
    take(found_.resets, any(resets));
    take(found_.clocks, [](const ModulePort&, const Words& words) { return names_clock(words); });
    if (found_.clocks.empty()) take(found_.clocks, at_edge(true));
    if (found_.clocks.empty())
      take(found_.clocks, [&](const ModulePort& port, const Words&) { return only_falls(edge_of(port)); });
    // Also of several resets the one that has no word for it.
    if (found_.resets.empty() || !found_.clocks.empty()) take(found_.resets, at_edge(false));
    if (found_.resets.empty()) take(found_.resets, any(clears));
    if (found_.resets.empty()) {
      take(found_.resets, [](const ModulePort&, const Words& words) {
        return words.size() == 1 && resets_by_a_letter(words.front());
      });
    }
  }
  static bool only_falls(const EdgeInput* edge) { return edge != nullptr && edge->only_falls; }
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

  /// An output that asks hosts to pause, with a bit for each input, or for each input and class.
  void take_pause() {
    const unsigned ports = found_.in.ports();
    const FoundSignal* const ready = found_.in.find(StreamRole::Ready);
    for (const Signal& one : unknown_) {
      const bool says = has_word(words_of(one.found.pattern), {"pause", "xoff", "pfc"});
      const bool other = ready == nullptr || ready->pattern != one.found.pattern;
      if (one.output && says && other && ports > 0 && one.found.bits % ports == 0)
        found_.in.signals.emplace(StreamRole::Pause, one.found);
    }
  }

  /// Of a stream without a ready, what gives credits back: a bit a port, the only one or that begins like it.
  void take_credits(FoundStream& stream, bool outputs) const {
    if (stream.ports() == 0 || stream.find(StreamRole::Ready) != nullptr) return;
    std::vector<const Signal*> near, all;
    for (const Signal& one : credits_) {
      if (one.output != outputs || one.found.bits != stream.ports()) continue;
      all.push_back(&one);
      if (begins(one.rest, stream.base)) near.push_back(&one);
    }
    const auto& found = near.empty() ? all : near;
    if (found.size() == 1) stream.signals.emplace(StreamRole::Credit, found.front()->found);
  }

  /// `src_ready` beside `src_valid` is the ready of that stream, and so is `dst_ready` beside `dst_valid`.
  static void find_ready_of_sides(std::vector<Signal>& signals) {
    std::set<std::string> names;
    for (const Signal& one : signals) names.insert(one.rest);
    for (Signal& one : signals) {
      for (const std::string side : {"src", "dst"}) {
        for (const std::string word : {"_ready", "_rdy"}) {
          const std::size_t at = one.rest.find(side + word);
          if (at == std::string::npos) continue;
          const std::string before = one.rest.substr(0, at) + side;
          const std::string behind = one.rest.substr(before.size() + word.size());
          const auto beside = [&](const char* valid) {
            return names.count(fmt::format("{}{}{}", before, valid, behind));
          };
          if (beside("_valid") + beside("_vld") == 0) continue;
          one.role = StreamRole::Ready;
          one.base = before + behind;
        }
      }
    }
  }

  /// `s_valid_n` means the opposite; beside `s_valid_s` it is that of the north.
  static void find_low(std::vector<Signal>& signals) {
    std::set<std::string> names;
    for (const Signal& one : signals) names.insert(one.rest);
    for (Signal& one : signals) {
      const std::vector<std::string> words = words_of(one.found.pattern);
      const auto says_no = [](const std::string& word) {  // as a whole: `invalid` is an input's
        return is_one_of(word, {"nready", "nrdy", "nvalid", "nack", "nlast", "neop"});
      };
      one.found.low = one.found.low || any_of(words, says_no);
      const std::size_t last = one.rest.rfind('_');
      const bool one_bit = one.role == StreamRole::Valid || one.role == StreamRole::Ready ||
                           one.role == StreamRole::Last || one.role == StreamRole::First;
      if (!one.has_role || !one_bit || last == std::string::npos ||
          !is_one_of(one.rest.substr(last + 1), {"n", "ni", "no"}) ||
          names.count(one.rest.substr(0, last) + "_s") == 1)
        continue;
      one.found.low = !one.found.low;  // `empty_n`
      const std::size_t cut = one.base.rfind('_');
      one.base.erase(cut == std::string::npos ? 0 : cut);
    }
  }

  void add(Signal signal) {
    if (says_credit(signal.found.pattern)) return credits_.push_back(std::move(signal));
    if (!signal.has_role) return unknown_.push_back(std::move(signal));
    const bool outputs = signal.output != (signal.role == StreamRole::Ready);
    FoundStream& stream = streams_[{signal.base, outputs}];
    stream.base = signal.base;
    if (signal.role == StreamRole::Keep && !has_word(words_of(signal.found.pattern), {"strb"}))
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
      if (count_if(unknown_, fits) != 1) continue;
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
      const std::vector<std::string> bases = bases_of(group);
      for (const std::string& base : bases) streams_.erase({base, outputs});
      streams_[{whole.base, outputs}] = std::move(whole);
      number_unknown(bases, key);
      return;
    }
  }
  /// What has no word for a role, and is there for each of these streams.
  template <class Key>
  void number_unknown(const std::vector<std::string>& bases, const Key& key) {
    std::vector<Signal> wholes;
    for (const Signal& first : unknown_) {
      if (first.rest.rfind(bases.front() + "_", 0) != 0) continue;
      const std::string behind = first.rest.substr(bases.front().size());
      Signal whole = first;
      whole.rest = std::get<0>(key) + "*" + std::get<1>(key) + behind;
      whole.found = {"", {}, static_cast<unsigned>(bases.size()), 0};
      for (const std::string& base : bases) {
        const FoundSignal* const one = without_role(base + behind, first.output);
        if (one == nullptr || one->bits != first.found.bits) continue;
        whole.found.names.push_back(one->names.front());
        whole.found.bits += one->bits;
      }
      if (whole.found.names.size() != bases.size()) continue;
      whole.found.pattern = words_pattern(whole.found.names);
      wholes.push_back(std::move(whole));
    }
    const auto is_part = [&](const Signal& one) {
      return any_of(wholes,
                    [&](const Signal& whole) { return contains(whole.found.names, one.found.pattern); });
    };
    erase_if(unknown_, is_part);
    unknown_.insert(unknown_.end(), wholes.begin(), wholes.end());
  }
  /// By its words; of `d_to` beside `a_to` the letter is no data.
  [[nodiscard]] const FoundSignal* without_role(const std::string& rest, bool output) const {
    for (const Signal& one : unknown_)
      if (one.rest == rest && one.output == output) return &one.found;
    for (const auto& [key, stream] : streams_) {
      const FoundSignal* const data = stream.find(StreamRole::Data);
      if (key.second != output || stream.ports() > 0 || data == nullptr) continue;
      Signal named;
      find_role(named, data->pattern);
      if (named.rest == rest) return data;
    }
    return nullptr;
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
        return all_of(names, [&](const std::string& name) {
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
    for (auto& [key, stream] : streams_) {
      if (stream.ports() > 0 && stream.find(StreamRole::Data) == nullptr) take_whole_name(key, stream);
    }
  }
  /// Of `din_d` beside `din_d_vld` the letter is the stream's, as it is that of `din_a`.
  void take_whole_name(const std::pair<std::string, bool>& key, FoundStream& stream) {
    for (auto& [other_key, other] : streams_) {
      const FoundSignal* const data = other.find(StreamRole::Data);
      if (other_key.second != key.second || other.ports() > 0 || data == nullptr) continue;
      Signal named;
      find_role(named, data->pattern);
      if (named.rest != key.first) continue;
      stream.signals.emplace(StreamRole::Data, *data);
      other.signals.erase(StreamRole::Data);
      return;
    }
  }

  /// What the stream lacks, from ports of its direction that belong to no other: one that begins like it,
  /// else the only one that fits; without a word for it, by its shape.
  void complete(FoundStream& stream, bool outputs) const {
    if (stream.ports() == 0) return;
    for (const StreamRole role : {StreamRole::Data, StreamRole::Ready, StreamRole::Last, StreamRole::First,
                                  StreamRole::Keep, StreamRole::Dest}) {
      if (stream.find(role) != nullptr) continue;
      const auto [near, far] = candidates(stream, role, outputs);
      const auto [shaped, any] = shaped_candidates(stream, role, outputs);
      for (const auto* signals : {&near, &far, &shaped, &any}) {
        if (signals->size() != 1) continue;
        FoundSignal found = *signals->front();
        if (role == StreamRole::Ready && says_not_ready(found.pattern))
          found.low = !is_one_of(words_of(found.pattern).back(), {"n", "ni", "no"});
        if (role == StreamRole::Last && has_word(words_of(found.pattern), {"more"})) found.low = true;
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
    if (role == StreamRole::Keep || role == StreamRole::First || (outputs && role == StreamRole::Dest) ||
        (one_bit && stream.ports() == 1))
      return found;
    for (const Signal& one : unknown_) {
      const bool direction = one.output == (outputs != (role == StreamRole::Ready));
      const bool not_ready = says_not_ready(one.found.pattern);
      if (!direction || !fits(one.found, role, stream) || (not_ready && role != StreamRole::Ready)) continue;
      if (role == StreamRole::Dest && counts_bytes(one.found.pattern)) continue;
      if (begins(one.rest, stream.base)) found.first.push_back(&one.found);
      if (role == StreamRole::Data) found.second.push_back(&one.found);
    }
    // What says so is one before what only has its shape.
    const auto says = [](const FoundSignal* one) { return says_not_ready(one->pattern); };
    if (any_of(found.first, says))
      found.first.erase(std::stable_partition(found.first.begin(), found.first.end(), says),
                        found.first.end());
    return found;
  }
  /// Of a beat, where it is the last.
  static bool counts_bytes(const std::string& name) {
    return has_word(words_of(name), {"bytes", "byte", "empty", "mod", "len", "length", "size"});
  }
  static bool begins(const std::string& base, const std::string& with) {
    return with.empty() || base == with || base.rfind(with + "_", 0) == 0;
  }
  /// Whether a signal has the shape of its role: a bit a port; one an output, as many as outputs have
  /// numbers, or some more; else more than that.
  [[nodiscard]] bool fits(const FoundSignal& signal, StreamRole role, const FoundStream& stream) const {
    const unsigned ports = stream.ports();
    if (signal.bits == 0 || signal.bits % ports != 0) return false;
    const unsigned bits = signal.bits / ports;
    if (role == StreamRole::Ready || role == StreamRole::Last || role == StreamRole::First) return bits == 1;
    constexpr unsigned kLeastData = 8;
    if (role == StreamRole::Data) return bits >= kLeastData;
    if (role == StreamRole::Keep) return bits * 8 == stream.bits_of(StreamRole::Data);
    const unsigned outputs = found_.out.ports() > 0 ? found_.out.ports() : ports;
    return bits == outputs || (bits < kLeastData && (1U << bits) >= outputs);
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
  std::vector<Signal> unknown_, credits_;
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
  const auto calls_methods = [](const FoundStreams& found) {
    return is_call_of_method(found.in.find(StreamRole::Valid)->pattern);
  };
  if (has_methods(ports)) {
    FoundStreams methods = StreamSearch(ports, edges, Names::Methods).streams();
    methods.methods = true;
    if (both(methods) && calls_methods(methods)) return methods;
  }
  FoundStreams usual = StreamSearch(ports, edges, Names::Words).streams();
  if (find_axi(ports, usual) || both(usual)) return usual;
  FoundStreams fifos = StreamSearch(ports, edges, Names::Fifos).streams();
  fifos.fifos = true;
  if (both(fifos)) return fifos;
  FoundStreams letters = StreamSearch(ports, edges, Names::Letters).streams();
  return both(letters) ? letters : usual;
}

}  // namespace xb
