// SPDX-License-Identifier: Apache-2.0
#include "host/step_methods/congestion_graph.h"

#include <algorithm>
#include <numeric>
#include <vector>

#include "host/base/errors.h"

namespace xb {
namespace {

unsigned checked_size(const TransferSet& transfers) {
  if (!transfers.unit_capacity()) {
    throw InputError(
        "congestion graph: links that carry several transfers a step are not allowed; allowed: links that "
        "are equally fast");
  }
  if (transfers.size() > CongestionGraph::kMostTransfers) {
    throw InputError("congestion graph: {} transfers are not allowed; allowed: at most {}", transfers.size(),
                     CongestionGraph::kMostTransfers);
  }
  return transfers.size();
}

}  // namespace

CongestionGraph::CongestionGraph(const TransferSet& transfers)
    : vertices_(checked_size(transfers)),
      users_(users_of_links(transfers)),
      congesting_(congestion(transfers, users_)) {
  for (unsigned t = 0; t < vertices_; ++t) edges_ += count_bits(congesting_[t], words());
  edges_ /= 2;  // each was counted at both ends
}

double CongestionGraph::density() const {
  const double n = vertices_;
  return vertices_ < 2 ? 0.0 : static_cast<double>(edges_) / (n * (n - 1) / 2);
}

std::optional<CongestionGraph> congestion_of(const TransferSet& transfers) {
  if (!transfers.unit_capacity() || transfers.size() > CongestionGraph::kMostTransfers) return {};
  return CongestionGraph(transfers);
}

StepSchedule dsatur_steps(const TransferSet& transfers) {
  const CongestionGraph graph(transfers);
  struct Vertex {
    unsigned steps = 0;   // of those that it congests with
    unsigned others = 0;  // that it congests with and have no step
  };
  std::vector<Vertex> vertices(transfers.size());
  unsigned most = 0;
  for (unsigned t = 0; t < transfers.size(); ++t) {
    vertices[t].others = count_bits(graph.congesting(t), graph.words());
    most = std::max(most, vertices[t].others);
  }
  BitRows taken(transfers.size(), most + 1);  // by transfer: the steps of those that it congests with
  StepSchedule schedule;
  schedule.step_of.resize(transfers.size());
  std::vector<unsigned> left(transfers.size());
  std::iota(left.begin(), left.end(), 0U);
  while (!left.empty()) {
    const auto next = std::max_element(left.begin(), left.end(), [&](unsigned a, unsigned b) {
      const Vertex& first = vertices[a];
      const Vertex& second = vertices[b];
      if (first.steps != second.steps) return first.steps < second.steps;
      return first.others != second.others ? first.others < second.others : a > b;
    });
    const unsigned t = *next;
    *next = left.back();
    left.pop_back();
    unsigned step = 0;
    while (has_bit(taken[t], step)) ++step;
    schedule.step_of[t] = step;
    schedule.steps = std::max(schedule.steps, step + 1);
    all_bits(graph.congesting(t), graph.words(), [&](unsigned other) {
      --vertices[other].others;
      if (!has_bit(taken[other], step)) {
        add_bit(taken[other], step);
        ++vertices[other].steps;
      }
      return true;
    });
  }
  return schedule;
}

}  // namespace xb
