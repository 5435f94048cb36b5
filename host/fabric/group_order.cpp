// SPDX-License-Identifier: Apache-2.0
#include "host/fabric/group_order.h"

#include "host/base/random.h"
#include "host/fabric/layers.h"

namespace xb {

GroupOrder::GroupOrder(const std::vector<std::vector<unsigned>>& neighbours, unsigned threads,
                       std::uint64_t lookahead)
    : threads_(threads), lookahead_(lookahead) {
  if (threads > 1) workers_ = std::make_unique<ThreadTeam>(threads);
  for (const auto& groups : layers_of(neighbours)) {
    Layer& layer = layers_.emplace_back();
    layer.groups.resize(threads);
    // In turns: switches of one kind, which have as much to do, follow each other.
    for (std::size_t n = 0; n < groups.size(); ++n) layer.groups[n % threads].push_back(groups[n]);
  }
}

void GroupOrder::run_at_once(const std::function<void(unsigned, std::size_t&)>& run) {
  struct Failure {
    std::size_t at = 0;
    std::exception_ptr what;
  };
  std::vector<Failure> failures(threads_);
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

void GroupOrder::draw_order(std::vector<unsigned>& groups) {
  for (std::size_t n = groups.size(); n > 1; --n) {
    seed_ = RandomStream::mix(seed_);
    std::swap(groups[n - 1], groups[seed_ % n]);
  }
}

}  // namespace xb
