// SPDX-License-Identifier: Apache-2.0
#include "host/nic/built_in_clusters.h"

#include "host/base/named_entries.h"
#include "host/nic/cluster.h"

namespace xb {
namespace {

Seconds time(const char* text) { return parse_time(text).value(); }

/// Hosts without any cost: a packet follows the last one at once, and the links have no length.
Cluster ideal() {
  Cluster cluster;
  cluster.name = "ideal";
  cluster.clock_period = {1e-8};
  return cluster;
}

/// Fast Ethernet, 64 bits a beat at 100 Mb/s; a frame of 1492 bytes of payload is 1518 bytes.
Cluster tam_326() {
  Cluster cluster;
  cluster.name = "tam-326";
  cluster.clock_period = time("640ns");
  cluster.frame_beats = 190;
  cluster.payload_bytes = 1492;
  cluster.send_overhead = time("12.5us");
  cluster.send_gap = time("122us");
  cluster.receive_gap = time("123us");
  cluster.receive_overhead = time("20us");
  cluster.user_overhead = time("7us");
  cluster.latency_base = time("149us");
  cluster.latency_per_node = time("0.3387us");
  return cluster;
}

Cluster tam_416() {
  Cluster cluster = tam_326();
  cluster.name = "tam-416";
  cluster.latency_base = time("264us");
  cluster.latency_per_node = time("0.3413us");
  cluster.switch_name = "shared";
  cluster.store_forward = true;
  return cluster;
}

/// Jacunski, Sadayappan & Panda (1999): a flit of 16 ns is a beat, a message a worm of 256 of them. The costs
/// are those that give the paper's Table 2 for one switch: 1 us of processor time to send and to receive, 10
/// ns until a waiting process looks; the card injects one message while the next is ready.
Cluster jacunski() {
  Cluster cluster;
  cluster.name = "jacunski";
  cluster.clock_period = time("16ns");
  cluster.frame_beats = 256;
  cluster.payload_bytes = 2048;
  cluster.send_overhead = cluster.receive_overhead = time("1us");
  cluster.poll = time("10ns");
  cluster.send_ring = 2;
  cluster.whole_messages = true;
  cluster.defaults = {{"depth", "16"}, {"packets-per-message", "1"}, {"route-delay", "31"}};
  return cluster;
}

}  // namespace

const std::vector<Cluster>& built_in_clusters() {
  static const std::vector<Cluster> all{ideal(), tam_326(), tam_416(), jacunski()};
  return all;
}

const Cluster* find_cluster(std::string_view name) { return find_named(built_in_clusters(), name); }

}  // namespace xb
