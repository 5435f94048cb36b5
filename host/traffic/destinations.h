// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <utility>

#include "host/base/random.h"
#include "host/link/host_list.h"
#include "host/link/host_range.h"
#include "host/link/output_counts.h"
#include "host/traffic/burst_lengths.h"
#include "host/wires/port_set.h"

namespace xb {

struct TrafficConfig;

/// Where the packets of one host go, one after the other: the draws that patterns are made of
/// (traffic_registry.h). A pattern is over the hosts that take part: its inputs and outputs are positions in
/// their list.
class Destinations {
 public:
  /// Throws InputError if `config.traffic` is not registered. `reached`: hosts of one switch that the host's
  /// input is connected with.
  Destinations(const TrafficConfig& config, std::uint64_t seed, const HostList& hosts, unsigned position,
               PortMask reached = ~PortMask{0});

  /// Rank of the host that the next packet goes to, as the pattern has it; of those that are not reached,
  /// drawn again.
  unsigned next() {
    if (is_uniform_) return uniform();
    unsigned host = hosts_[draw_(*this)];
    while (reached_ != ~PortMask{0} && (reached_ >> host & 1U) == 0) host = hosts_[draw_(*this)];
    return host;
  }
  /// next() is uniform(): all hosts there are, each as likely, and all reached.
  [[nodiscard]] bool is_uniform() const { return is_uniform_; }
  /// Whether next() ends: of many draws one is reached.
  [[nodiscard]] bool reaches_some() const;

  [[nodiscard]] unsigned input() const { return input_; }
  unsigned uniform() { return stream_.below(ports_); }
  [[nodiscard]] unsigned neighbour() const { return wrapped(input_ + 1); }
  /// `favourite` with the probability `unbalance`, else any output.
  unsigned favoured(unsigned favourite) { return stream_.chance(threshold_) ? favourite : uniform(); }
  /// The own output with the probability 2/3, else the next one.
  unsigned diagonal();
  /// Output input + k, in proportion to 1/2^k.
  unsigned log_diagonal();
  /// 0 .. targets-1, over and over.
  unsigned in_turn();
  /// Any output for a whole burst.
  unsigned bursty();

 private:
  [[nodiscard]] unsigned wrapped(unsigned output) const { return output < ports_ ? output : output - ports_; }

  unsigned (*draw_)(Destinations&);
  HostList hosts_;
  unsigned ports_, input_, targets_;
  std::uint64_t threshold_;
  RandomStream stream_;
  BurstLengths bursts_;  // the same bursts as those that arrive
  PortMask reached_;
  bool is_uniform_;
  unsigned current_ = 0;  // bursty: output of this burst; alternate: output of the next packet
};

/// Where the packets go that wait at a host: a second draw of the same destinations, as they arrive, so that
/// a backlog needs no memory here either.
class WaitingPackets {
 public:
  /// `arriving`: before the first draw.
  WaitingPackets(Destinations arriving, const HostRange& hosts)
      : arriving_(std::move(arriving)), hosts_(hosts) {}

  void add(std::uint64_t count) {
    for (; count > 0; --count) add(arriving_.next(), 1);
  }
  void add(unsigned destination, std::uint64_t count) { counts_.add(hosts_.outputs_of(destination), count); }
  void remove(unsigned destination) { counts_.remove(hosts_.outputs_of(destination)); }
  /// The outputs with some.
  [[nodiscard]] PortMask wanted() const { return counts_.wanted(); }

 private:
  Destinations arriving_;
  HostRange hosts_;
  OutputCounts counts_;
};

}  // namespace xb
