// SPDX-License-Identifier: Apache-2.0
// Which switches run next, and how far.
#include <algorithm>
#include <exception>
#include <utility>

#include "host/base/random.h"
#include "host/fabric/fabric.h"
#include "host/fabric/layers.h"

namespace xb {

void Fabric::make_layers(unsigned threads) {
  std::vector<std::vector<unsigned>> neighbours(groups_.size());
  for (unsigned s = 0; s < switches(); ++s) {
    for (unsigned port = 0; port < setup_.wiring.ports(s); ++port) {
      const PortEnd& end = setup_.wiring.end(s, port);
      if (end.host || nodes_[end.index]->group == nodes_[s]->group) continue;
      neighbours[nodes_[s]->group].push_back(nodes_[end.index]->group);
    }
  }
  for (unsigned thread = 0; thread < threads; ++thread) trip_pools_.emplace_back(trip_store_);
  if (threads > 1) workers_ = std::make_unique<ThreadTeam>(threads);
  for (const auto& groups : layers_of(neighbours)) {
    Layer& layer = layers_.emplace_back();
    layer.groups.resize(threads);
    // In turns: switches of one kind, which have as much to do, follow each other.
    for (std::size_t n = 0; n < groups.size(); ++n) {
      const auto thread = static_cast<unsigned>(n % threads);
      layer.groups[thread].push_back(groups[n]);
      std::vector<TripCounts*> of_class;
      for (TripMeasures& trips : class_trips_) of_class.push_back(&trips.of_thread(thread));
      for (const unsigned at : groups_[groups[n]].members)
        nodes_[at]->ports.trips().keep(trip_pools_[thread], trips_.of_thread(thread), of_class);
    }
  }
}

/// One layer after the other, each as far ahead of the others as the cables allow. With two layers, that is
/// two latencies at a time. `soonest`: before it there is nothing to do.
void Fabric::run_to(std::uint64_t soonest, std::uint64_t end) {
  for (Layer& layer : layers_) layer.now = soonest;
  std::uint64_t last = soonest;  // that any has reached
  while (last < end) {
    for (Layer& layer : layers_) {
      std::uint64_t window = end;
      for (const Layer& other : layers_)
        if (&other != &layer) window = std::min(window, other.now + lookahead_);
      if (window <= layer.now) continue;
      if (order_seed_ != 0)
        for (auto& groups : layer.groups) shuffle(groups);
      run_layer(layer, window);
      layer.now = window;
    }
    last = end;
    for (const Layer& layer : layers_) last = std::min(last, layer.now);
  }
}

/// Groups of a layer share nothing, and announce what they do to those of others only.
void Fabric::run_layer(const Layer& layer, std::uint64_t end) {
  const auto is_due = [&](unsigned g) { return due_[g].first < end; };
  const auto run = [&](unsigned thread, std::size_t& at) {
    const auto& groups = layer.groups[thread];
    for (; at < groups.size(); ++at)
      if (is_due(groups[at])) run_group(groups[at], end);
  };
  const auto has_work = [&](const auto& groups) { return std::any_of(groups.begin(), groups.end(), is_due); };
  if (workers_ && std::count_if(layer.groups.begin(), layer.groups.end(), has_work) > 1) {
    run_at_once(run);
  } else {
    for (unsigned thread = 0; thread < layer.groups.size(); ++thread) {
      std::size_t at = 0;
      run(thread, at);
    }
  }
  if (after_layer_) after_layer_();
}

/// run(thread, at) in all threads; of several that fail, the one that one thread would come to first.
template <class Run>
void Fabric::run_at_once(const Run& run) {
  struct Failure {
    std::size_t at = 0;
    std::exception_ptr what;
  };
  std::vector<Failure> failures(trip_pools_.size());
  workers_->run([&](unsigned thread) {
    try {
      run(thread, failures[thread].at);
    } catch (...) {
      failures[thread].what = std::current_exception();
    }
  });
  const Failure* first = nullptr;
  for (const Failure& failure : failures)
    if (failure.what && (first == nullptr || failure.at < first->at)) first = &failure;
  if (first != nullptr) std::rethrow_exception(first->what);
}

void Fabric::shuffle(std::vector<unsigned>& order) {
  for (std::size_t n = order.size(); n > 1; --n) {
    order_seed_ = RandomStream::mix(order_seed_);
    std::swap(order[n - 1], order[order_seed_ % n]);
  }
}

}  // namespace xb
