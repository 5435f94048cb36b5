// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <functional>
#include <memory>
#include <utility>
#include <vector>

#include "host/fabric/thread_team.h"

namespace xb {

/// Which groups of a network's switches run next, and how far ahead of each other. What a group does reaches
/// another one after the latency of a cable, so that those without a common cable, a layer, wait for none of
/// each other: they run in whatever order, or at once in several threads, as far as the least latency allows.
class GroupOrder {
 public:
  /// `neighbours`: by group, those at the other ends of its cables; `lookahead`: the least latency [cycles].
  GroupOrder(const std::vector<std::vector<unsigned>>& neighbours, unsigned threads, std::uint64_t lookahead);

  [[nodiscard]] std::uint64_t lookahead() const { return lookahead_; }
  /// Calls visit(group, thread) for all groups: in which thread each runs.
  template <class Visit>
  void for_each(Visit&& visit) const {
    for (const Layer& layer : layers_)
      for (unsigned thread = 0; thread < layer.groups.size(); ++thread)
        for (const unsigned group : layer.groups[thread]) visit(group, thread);
  }
  /// For tests: groups run in an order drawn from `seed` in each window.
  void shuffle(std::uint64_t seed) { seed_ = seed | 1U; }
  /// Called when a layer has run, and before the next does.
  void after_layer(std::function<void()> call) { after_layer_ = std::move(call); }

  /// All groups run to cycle `end`, one layer after the other, each as far ahead of the others as the cables
  /// allow. With two layers, that is two latencies at a time. `soonest`: before it there is nothing to do;
  /// is_due(group, end): it has something to do before that; run(group, end) does it.
  template <class IsDue, class Run>
  void run_to(std::uint64_t soonest, std::uint64_t end, const IsDue& is_due, const Run& run) {
    for (Layer& layer : layers_) layer.now = soonest;
    std::uint64_t last = soonest;  // that any has reached
    while (last < end) {
      for (Layer& layer : layers_) {
        std::uint64_t window = end;
        for (const Layer& other : layers_)
          if (&other != &layer) window = std::min(window, other.now + lookahead_);
        if (window <= layer.now) continue;
        if (seed_ != 0)
          for (auto& groups : layer.groups) draw_order(groups);
        run_layer(
            layer, [&](unsigned group) { return is_due(group, window); },
            [&](unsigned group) { run(group, window); });
        layer.now = window;
      }
      last = end;
      for (const Layer& layer : layers_) last = std::min(last, layer.now);
    }
  }

 private:
  /// Its groups share nothing, and announce what they do to those of others only.
  struct Layer {
    std::vector<std::vector<unsigned>> groups;  ///< of each thread
    std::uint64_t now = 0;                      ///< reached, while they run
  };

  template <class IsDue, class Run>
  void run_layer(const Layer& layer, const IsDue& is_due, const Run& run) {
    const auto run_some = [&](unsigned thread, std::size_t& at) {
      const auto& groups = layer.groups[thread];
      for (; at < groups.size(); ++at)
        if (is_due(groups[at])) run(groups[at]);
    };
    const auto has_work = [&](const auto& groups) {
      return std::any_of(groups.begin(), groups.end(), is_due);
    };
    if (workers_ && std::count_if(layer.groups.begin(), layer.groups.end(), has_work) > 1) {
      run_at_once(run_some);
    } else {
      for (unsigned thread = 0; thread < layer.groups.size(); ++thread) {
        std::size_t at = 0;
        run_some(thread, at);
      }
    }
    if (after_layer_) after_layer_();
  }
  /// run(thread, at) in all threads; of several that fail, the one that one thread would come to first.
  void run_at_once(const std::function<void(unsigned, std::size_t&)>& run);
  void draw_order(std::vector<unsigned>& groups);

  unsigned threads_;
  std::uint64_t lookahead_;
  std::vector<Layer> layers_;
  std::unique_ptr<ThreadTeam> workers_;  // null: one thread
  std::function<void()> after_layer_;
  std::uint64_t seed_ = 0;
};

}  // namespace xb
