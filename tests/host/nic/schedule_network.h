// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <map>
#include <memory>
#include <random>
#include <tuple>
#include <vector>

#include "host/nic/schedule_job.h"
#include "host/nic/schedule_workload.h"
#include "tests/catch.h"

namespace xb {

/// Hosts of several switches that run a schedule over a network without contention: the last beat of a packet
/// comes out kTransit cycles after it went in, a notice takes `way_back` more. A switch runs up to `ahead`
/// cycles ahead of the others, and what it sends them waits until their time has come.
class ScheduleNetwork {
 public:
  static constexpr std::uint64_t kTransit = 37;
  struct Start {
    std::uint64_t at;
    unsigned source, destination, beats;
    std::uint32_t message, index;
    [[nodiscard]] auto all() const { return std::tie(at, source, destination, beats, message, index); }
    bool operator<(const Start& o) const { return all() < o.all(); }
    bool operator==(const Start& o) const { return all() == o.all(); }
  };

  ScheduleNetwork(const Schedule& schedule, const NicSettings& settings, const std::vector<unsigned>& hosts,
                  std::uint64_t way_back = 0)
      : job(schedule, settings), way_back_(way_back) {
    unsigned first = 0, all = 0;
    for (const unsigned count : hosts) all += count;
    for (const unsigned count : hosts) {
      switches_.push_back(std::make_unique<Switch>(*this, HostRange{first, count, all}));
      first += count;
    }
  }

  /// Runs to the end, the switches in an order that is shuffled each time, and `ahead` <= kTransit cycles at
  /// once (with more than one, notices must take so long, too).
  void run(std::uint64_t ahead, unsigned seed) {
    advance(ahead, seed, 1000000);
    REQUIRE(job.finished());
    job.check_all_arrived();
  }
  /// The same up to the cycle `limit`.
  void advance(std::uint64_t ahead, unsigned seed, std::uint64_t limit) {
    REQUIRE(ahead <= std::min(kTransit, way_back_ + 1));
    std::mt19937 random(seed);
    std::vector<Switch*> order;
    for (const auto& s : switches_) order.push_back(s.get());
    for (std::uint64_t now = 0; !job.finished() && now < limit; now += ahead) {
      std::shuffle(order.begin(), order.end(), random);
      std::shuffle(notices_.begin(), notices_.end(), random);
      for (const Notice& n : notices_) switch_of(n.source).workload.notice(n.source, n.destination, n.at);
      notices_.clear();
      for (Switch* s : order) s->run_to(now + ahead);
    }
    std::sort(starts.begin(), starts.end());
  }

  ScheduleJob job;
  std::vector<Start> starts;    ///< packets, acknowledgements alone included
  unsigned lose_every_nth = 0;  ///< packet of a pair of ranks; 0: none

 private:
  struct Notice {
    unsigned source, destination;
    std::uint64_t at;
  };
  struct Switch : Forwarding, NoticeSink {
    Switch(ScheduleNetwork& n, const HostRange& h)
        : network(n), hosts(h), workload(n.job, h, this), transmitter(kMaxPorts, 0), scoreboard(kMaxPorts) {
      transmitter.forward_by(*this);
    }
    unsigned enter(unsigned port, unsigned destination, unsigned beats, std::uint64_t at,
                   PacketNote& note) override {
      network.send(hosts.first + port, destination, beats, at, note);
      return 0;
    }
    void notice(unsigned source, unsigned destination, std::uint64_t at) override {
      network.notices_.push_back({source, destination, at});
    }
    void run_to(std::uint64_t end) {
      for (; now < end; ++now) {
        workload.before_cycle(now, transmitter);
        transmitter.advance(transmitter.wires().s_tvalid, now, scoreboard);
        for (; !arriving.empty() && arriving.begin()->first.first == now; arriving.erase(arriving.begin()))
          workload.delivered(arriving.begin()->second);
      }
    }
    ScheduleNetwork& network;
    HostRange hosts;
    ScheduleWorkload workload;
    Transmitter transmitter;
    Scoreboard scoreboard;
    std::uint64_t now = 0;
    std::map<std::pair<std::uint64_t, unsigned>, DeliveredPacket> arriving;  // by last cycle and source
  };

  Switch& switch_of(unsigned rank) {
    return **std::find_if(switches_.begin(), switches_.end(),
                          [&](const auto& s) { return s->hosts.has(rank); });
  }
  void send(unsigned source, unsigned destination, unsigned beats, std::uint64_t at, const PacketNote& note) {
    starts.push_back({at, source, destination, beats, note.message, note.index});
    if (lose_every_nth != 0 && ++sent_[{source, destination}] % lose_every_nth == 0) return;
    const std::uint64_t last = at + beats - 1 + kTransit;
    DeliveredPacket& packet = switch_of(destination).arriving[{last, source}];
    packet = {source, destination, beats, at, at + kTransit, last, note};
    packet.cable_cycles = way_back_;
  }

  std::uint64_t way_back_;
  std::vector<std::unique_ptr<Switch>> switches_;
  std::vector<Notice> notices_;
  std::map<std::pair<unsigned, unsigned>, unsigned> sent_;
};

}  // namespace xb
