// SPDX-License-Identifier: Apache-2.0
#include "waves/compare/signal_map.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <string_view>
#include <unordered_map>
#include <unordered_set>

#include "host/base/errors.h"
#include "host/base/parse_number.h"
#include "waves/read/signal_path.h"

namespace xb {
const char* name_of(ShapeDifference::Kind kind) {
  constexpr const char* kNames[] = {"missing", "extra", "width", "kind", "time unit", "length"};
  return kNames[static_cast<std::size_t>(kind)];
}

namespace {

const char* name_of_kind(ValueKind kind) {
  constexpr const char* kNames[] = {"bits", "text", "real", "event"};
  return kNames[static_cast<std::size_t>(kind)];
}

/// `path` without the scope, or nothing if it is not below it.
std::optional<std::string_view> below(std::string_view path, std::string_view scope) {
  if (scope.empty()) return path;
  if (path.size() <= scope.size() || path.substr(0, scope.size()) != scope || path[scope.size()] != '.')
    return {};
  return path.substr(scope.size() + 1);
}

/// The paths of a trace's signals; further signals of the same path, which are not the same signal again, are
/// told apart by their number.
std::vector<std::string> distinct_names(const TraceHeader& header) {
  std::unordered_map<std::string, std::vector<std::uint32_t>> slots_of;
  std::vector<std::string> names;
  for (const TraceSignal& signal : header.signals) {
    std::vector<std::uint32_t>& slots = slots_of[signal.path];
    const auto at = std::find(slots.begin(), slots.end(), signal.slot);
    const auto rank = at - slots.begin();
    if (at == slots.end()) slots.push_back(signal.slot);
    names.push_back(rank == 0 ? signal.path : fmt::format("{} ({})", signal.path, rank + 1));
  }
  return names;
}

class Mapper {
 public:
  Mapper(const TraceHeader& want, const TraceHeader& got)
      : want_(want), got_(got), used_(got.signals.size()) {
    want_names_ = distinct_names(want);
    got_names_ = distinct_names(got);
    for (std::size_t i = 0; i < got.signals.size(); ++i)
      got_by_path_.emplace(got_names_[i], static_cast<std::uint32_t>(i));
  }

  SignalMap map(const std::vector<std::pair<std::string, std::string>>& given) {
    std::vector<std::pair<std::string, std::string>> scopes = given;
    if (given.empty()) scopes.push_back(best_scopes(want_, got_));
    for (const auto& [mine, other] : given) {
      check_scope(want_, "WANT", mine);
      check_scope(got_, "GOT", other);
    }
    map_.want_scope = scopes.front().first;
    map_.got_scope = scopes.front().second;
    const bool want_may_miss = got_.format == TraceFormat::Line && want_.format != TraceFormat::Line;
    for (std::size_t i = 0; i < want_.signals.size(); ++i) {
      const auto signal = static_cast<std::uint32_t>(i);
      auto partner = partner_of(want_names_[i], scopes);
      if (!partner && given.empty()) partner = same_name(want_names_[i], scopes.front().second);
      if (!partner)
        (given.empty() && !want_may_miss) ? missing(signal) : void(++map_.want_not_compared);
      else if (!pair_with(signal, *partner))
        want_may_miss ? void(++map_.want_not_compared) : missing(signal);
    }
    look_for_bits_left();
    const bool got_may_miss = want_.format == TraceFormat::Line && got_.format != TraceFormat::Line;
    for (std::size_t i = 0; i < used_.size(); ++i) {
      if (used_[i] || used_[got_by_path_.at(got_names_[i])]) continue;  // a name may come twice
      bool inside = false;
      for (const auto& [mine, other] : scopes) inside |= below(got_.signals[i].path, other).has_value();
      if (!inside || got_may_miss)
        ++map_.got_not_compared;
      else
        map_.shape.push_back({ShapeDifference::Kind::Extra, got_.signals[i].path, "", describe(got_, i)});
    }
    return std::move(map_);
  }

 private:
  /// Throws InputError if there is nothing below that.
  static void check_scope(const TraceHeader& header, const char* file, const std::string& scope) {
    constexpr std::size_t kMost = 8;
    std::set<std::string> there;
    for (const TraceSignal& signal : header.signals) {
      if (below(signal.path, scope)) return;
      there.emplace(scope_of(signal.path));
    }
    std::vector<std::string> few;
    for (const std::string& one : there) {
      if (!one.empty() && few.size() < kMost) few.push_back(one);
    }
    throw InputError(
        "--scope: '{}' is not allowed (no signal of {} is in it); allowed: a scope there, such as {}", scope,
        file, few.empty() ? "none: all signals are at the top" : fmt::format("{}", fmt::join(few, " ")));
  }

  static std::optional<std::string> partner_of(
      std::string_view path, const std::vector<std::pair<std::string, std::string>>& scopes) {
    for (const auto& [mine, other] : scopes) {
      if (const auto rest = below(path, mine)) return signal_path(other, *rest);
    }
    return {};
  }

  /// What is outside of the scopes that correspond is called the same in both, or is in WANT only.
  [[nodiscard]] std::optional<std::string> same_name(const std::string& path,
                                                     std::string_view got_scope) const {
    if (below(path, got_scope) || got_by_path_.count(path) == 0) return {};
    return path;
  }

  static std::string describe(const TraceHeader& header, std::size_t signal) {
    const ValueSlot& slot = header.slots[header.signals[signal].slot];
    if (slot.kind != ValueKind::Bits) return name_of_kind(slot.kind);
    return slot.width == 0 ? "a number" : fmt::format("{} bits", slot.width);
  }

  void missing(std::uint32_t signal) {
    map_.shape.push_back(
        {ShapeDifference::Kind::Missing, want_.signals[signal].path, describe(want_, signal), ""});
  }

  /// Pairs a signal of WANT with what GOT calls `path`, or with its bits. False if there is nothing.
  bool pair_with(std::uint32_t signal, const std::string& path) {
    const auto found = got_by_path_.find(path);
    if (found != got_by_path_.end()) {
      used_[found->second] = true;
      pair_slots(signal, found->second);
      return true;
    }
    return pair_bits(signal, path) || pair_bit_of_vector(signal, path);
  }

  void pair_slots(std::uint32_t signal, std::uint32_t other) {
    const ValueSlot& mine = want_.slots[want_.signals[signal].slot];
    const ValueSlot& theirs = got_.slots[got_.signals[other].slot];
    const std::string& path = want_.signals[signal].path;
    if (mine.kind != theirs.kind) {
      map_.shape.push_back(
          {ShapeDifference::Kind::Kind, path, describe(want_, signal), describe(got_, other)});
      return;
    }
    const bool number = mine.width == 0 || theirs.width == 0;
    if (mine.kind == ValueKind::Bits && mine.width != theirs.width && !number) {
      map_.shape.push_back(
          {ShapeDifference::Kind::Width, path, describe(want_, signal), describe(got_, other)});
      return;
    }
    SignalPair pair;
    pair.whole = mine.width == theirs.width;
    pair.width = number ? 0 : mine.width;
    add(pair, signal, other);
  }

  /// GOT has `path[3]`, `path[2]` ..., one bit each.
  bool pair_bits(std::uint32_t signal, const std::string& path) {
    const TraceSignal& mine = want_.signals[signal];
    const ValueSlot& slot = want_.slots[mine.slot];
    if (slot.kind != ValueKind::Bits || slot.width == 0) return false;
    std::vector<std::uint32_t> bits;
    for (std::uint32_t bit = 0; bit < slot.width; ++bit) {
      const auto found = got_by_path_.find(bit_path(path, mine, bit));
      if (found == got_by_path_.end() || width_of(got_, found->second) != 1) return false;
      bits.push_back(found->second);
    }
    for (std::uint32_t bit = 0; bit < slot.width; ++bit) {
      SignalPair pair;
      pair.want_bit = bit;
      pair.width = 1;
      pair.whole = slot.width == 1;
      used_[bits[bit]] = true;
      add(pair, signal, bits[bit]);
    }
    map_.names -= slot.width - 1;
    return true;
  }

  /// WANT has `data[3]`, and GOT has a vector `data` with such a bit.
  bool pair_bit_of_vector(std::uint32_t signal, const std::string& path) {
    if (width_of(want_, signal) != 1 || path.empty() || path.back() != ']') return false;
    const auto found = got_by_path_.find(path.substr(0, path.rfind('[')));
    if (found == got_by_path_.end()) return false;
    const TraceSignal& vector = got_.signals[found->second];
    std::int64_t bit = 0;
    const std::string_view digits = std::string_view(path).substr(path.rfind('[') + 1);
    if (!parse_number(digits.substr(0, digits.size() - 1), -2147483648.0, 2147483647.0, bit)) return false;
    bit = vector.left >= vector.right ? bit - vector.right : vector.right - bit;
    if (bit < 0 || bit >= width_of(got_, found->second)) return false;
    SignalPair pair;
    pair.got_bit = static_cast<std::uint32_t>(bit);
    pair.width = 1;
    pair.whole = width_of(got_, found->second) == 1;
    used_[found->second] = true;
    bits_of_[found->second].insert(pair.got_bit);
    add(pair, signal, found->second);
    return true;
  }

  /// A vector of GOT's of which WANT has some bits, and not all.
  void look_for_bits_left() {
    for (const auto& [vector, bits] : bits_of_) {
      if (bits.size() == width_of(got_, vector)) continue;
      map_.shape.push_back({ShapeDifference::Kind::Width, got_.signals[vector].path,
                            fmt::format("{} bits", bits.size()), describe(got_, vector)});
    }
  }

  static std::uint32_t width_of(const TraceHeader& header, std::uint32_t signal) {
    const ValueSlot& slot = header.slots[header.signals[signal].slot];
    return slot.kind == ValueKind::Bits ? slot.width : 0;
  }

  /// Name of a bit of a vector, counted from the least significant one.
  static std::string bit_path(const std::string& path, const TraceSignal& vector, std::uint32_t bit) {
    const std::int64_t index =
        std::int64_t{vector.right} + (vector.left >= vector.right ? std::int64_t{bit} : -std::int64_t{bit});
    return fmt::format("{}[{}]", path, index);
  }

  void add(SignalPair pair, std::uint32_t signal, std::uint32_t other) {
    pair.want_signal = signal;
    pair.got_signal = other;
    pair.want_slot = want_.signals[signal].slot;
    pair.got_slot = got_.signals[other].slot;
    ++map_.names;
    const auto key = std::make_pair(std::uint64_t{pair.want_slot} << 32U | pair.got_slot,
                                    std::uint64_t{pair.want_bit} << 32U | pair.got_bit);
    const auto [place, is_new] = known_.emplace(key, map_.pairs.size());
    if (is_new)
      map_.pairs.push_back(pair);
    else
      ++map_.pairs[place->second].aliases;
  }

  struct KeyHash {
    std::size_t operator()(const std::pair<std::uint64_t, std::uint64_t>& key) const {
      return std::hash<std::uint64_t>()(key.first * 0x9e3779b97f4a7c15U ^ key.second);
    }
  };

  const TraceHeader& want_;
  const TraceHeader& got_;
  std::vector<std::string> want_names_, got_names_;
  std::unordered_map<std::string, std::uint32_t> got_by_path_;
  std::unordered_map<std::pair<std::uint64_t, std::uint64_t>, std::size_t, KeyHash> known_;
  std::vector<bool> used_;  // of GOT's signals
  std::map<std::uint32_t, std::set<std::uint32_t>>
      bits_of_;  // of GOT's vectors, those that are WANT's signals
  SignalMap map_;
};

}  // namespace

SignalMap map_signals(const TraceHeader& want, const TraceHeader& got,
                      const std::vector<std::pair<std::string, std::string>>& scopes) {
  return Mapper(want, got).map(scopes);
}

namespace {

using Scopes = std::pair<std::string, std::string>;
using ByLeaf = std::unordered_map<std::string_view, std::vector<std::string_view>>;

constexpr std::size_t kMostAlike = 8;  // names with one last part in one trace that are looked at
constexpr std::size_t kMostVotes = 100000;
constexpr std::size_t kMostTried = 16;

ByLeaf by_leaf(const TraceHeader& header) {
  ByLeaf paths;
  for (const TraceSignal& signal : header.signals) paths[leaf_of(signal.path)].push_back(signal.path);
  return paths;
}

/// What is left of two paths without the last parts that are alike.
Scopes before_common_parts(std::string_view want, std::string_view got) {
  while (!want.empty() && !got.empty() && leaf_of(want) == leaf_of(got)) {
    want = scope_of(want);
    got = scope_of(got);
  }
  return {std::string(want), std::string(got)};
}

std::size_t alike(const TraceHeader& want, const std::unordered_set<std::string_view>& got,
                  const Scopes& scopes) {
  std::size_t count = 0;
  for (const TraceSignal& signal : want.signals) {
    if (const auto rest = below(signal.path, scopes.first))
      count += got.count(signal_path(scopes.second, *rest));
  }
  return count;
}

/// Throws InputError unless what is below both scopes of GOT is the same signals.
void refuse_either(const TraceHeader& want, const TraceHeader& got, const Scopes& one, const Scopes& other) {
  std::unordered_map<std::string, std::uint32_t> slots;
  for (const TraceSignal& signal : got.signals) slots.emplace(signal.path, signal.slot);
  for (const TraceSignal& signal : want.signals) {
    const auto rest = below(signal.path, one.first);
    if (!rest) continue;
    const auto here = slots.find(signal_path(one.second, *rest));
    const auto there = slots.find(signal_path(other.second, *rest));
    if (here == slots.end() || there == slots.end() || here->second == there->second) continue;
    throw InputError("{} of WANT may be {} or {} of GOT; allowed: --scope {}={} or --scope {}={}",
                     one.first.empty() ? "all" : one.first, one.second, other.second, one.first, one.second,
                     other.first, other.second);
  }
}

}  // namespace

Scopes best_scopes(const TraceHeader& want, const TraceHeader& got) {
  const ByLeaf wanted = by_leaf(want);
  const ByLeaf gotten = by_leaf(got);
  std::map<Scopes, std::size_t> votes;
  std::size_t looked_at = 0;
  for (const TraceSignal& signal : want.signals) {
    const auto others = gotten.find(leaf_of(signal.path));
    if (others == gotten.end() || others->second.size() > kMostAlike ||
        wanted.at(leaf_of(signal.path)).size() > kMostAlike)
      continue;
    for (const std::string_view other : others->second) ++votes[before_common_parts(signal.path, other)];
    if ((looked_at += others->second.size()) > kMostVotes) break;
  }
  std::vector<std::pair<std::size_t, Scopes>> order;
  for (const auto& [scopes, count] : votes) order.emplace_back(count, scopes);
  std::stable_sort(order.begin(), order.end(),
                   [](const auto& a, const auto& b) { return a.first > b.first; });
  if (order.size() > kMostTried) order.resize(kMostTried);

  std::unordered_set<std::string_view> paths;
  for (const TraceSignal& signal : got.signals) paths.insert(signal.path);
  Scopes best, other;  // the latter is as good, or the same
  std::size_t most = alike(want, paths, best);
  for (const auto& [count, scopes] : order) {
    const std::size_t here = alike(want, paths, scopes);
    // A bench may have the names of a switch in it around it, too.
    const bool nested = below(scopes.second, best.second) || below(best.second, scopes.second);
    if (here == most && scopes.first == best.first && !nested) other = scopes;
    if (here <= most) continue;
    most = here;
    best = other = scopes;
  }
  if (other != best) refuse_either(want, got, best, other);
  return best;
}

}  // namespace xb
