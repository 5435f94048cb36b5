// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "host/base/random.h"
#include "host/link/host_list.h"
#include "host/point/run_config.h"
#include "host/traffic/burst_lengths.h"

namespace xb {

/// Where the packets of one host go, one after the other: the draws that patterns are made of
/// (traffic_registry.h). A pattern is over the hosts that take part: its inputs and outputs are positions in
/// their list.
class Destinations {
 public:
  /// Throws InputError if `config.traffic` is not registered.
  Destinations(const RunConfig& config, const HostList& hosts, unsigned position);

  /// Rank of the host that the next packet goes to, as the pattern has it.
  unsigned next() { return hosts_[draw_(*this)]; }

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
  BurstLengths bursts_;   // the same bursts as those that arrive
  unsigned current_ = 0;  // bursty: output of this burst; alternate: output of the next packet
};

}  // namespace xb
