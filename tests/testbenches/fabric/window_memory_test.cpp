// SPDX-License-Identifier: Apache-2.0
#include <malloc.h>

#include <memory>
#include <vector>

#include "host/run/network_flows.h"
#include "tests/catch.h"
#include "tests/testbenches/fabric/small_fabric.h"

using namespace xb;

namespace {

/// Of the heap, with what is free in it: while it does not shrink, the most that was ever in use. Sanitizers
/// have a heap of their own, of which this knows nothing: 0.
std::size_t heap_bytes() { return mallinfo2().arena; }

/// Takes what is free in the heap, in blocks of this size.
std::vector<std::unique_ptr<char[]>> fill_heap(std::size_t size) {
  std::vector<std::unique_ptr<char[]>> blocks;
  blocks.reserve(1U << 20U);
  for (const std::size_t before = heap_bytes(); heap_bytes() == before && before > 0;)
    blocks.push_back(std::make_unique<char[]>(size));
  return blocks;
}

}  // namespace

TEST_CASE("at the end of the window the flows of a network are not copied again") {
  // Each host talks, so that its switch has a row of counts for it.
  constexpr unsigned kHosts = 1024;
  std::vector<naive::Packet> packets;
  for (unsigned host = 0; host < kHosts; ++host) packets.push_back({host, (host + 1) % kHosts, 1, host % 7});
  SmallFabric small(fabric_of({"fat-tree(16)"}), packets);
  NetworkFlows flows;
  flows.open(small.fabric);
  small.run();
  mallopt(M_TRIM_THRESHOLD, 1 << 30);
  constexpr std::size_t kRow = kHosts * sizeof(std::uint32_t);
  const auto filled = fill_heap(kRow);
  const std::size_t before = heap_bytes();
  flows.close(small.fabric);
  CHECK(heap_bytes() - before < 64 * kRow);  // of 2 x 1024 rows
  CHECK_FALSE(flows.result(small.fabric));
}
