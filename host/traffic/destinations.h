// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "host/base/random.h"
#include "host/config/run_config.h"
#include "host/traffic/burst_lengths.h"

namespace xb {

/// Where the packets of one input go, one after the other.
class Destinations {
 public:
  /// `config.traffic` must be registered.
  Destinations(const RunConfig& config, unsigned input);

  /// Output of the next packet.
  unsigned next() { return draw_(*this); }

 private:
  using Draw = unsigned (*)(Destinations&);
  struct Pattern {
    const char* traffic;
    Draw draw;
  };
  static Draw draw_of(const std::string& traffic);

  [[nodiscard]] unsigned wrapped(unsigned output) const { return output < ports_ ? output : output - ports_; }
  unsigned uniform() { return stream_.below(ports_); }
  /// `favourite` with the probability `unbalance`, else any output.
  unsigned favoured(unsigned favourite) { return stream_.chance(threshold_) ? favourite : uniform(); }
  unsigned log_diagonal();
  unsigned in_turn();
  unsigned bursty();

  Draw draw_;
  unsigned ports_, input_, targets_;
  std::uint64_t threshold_;
  RandomStream stream_;
  BurstLengths bursts_;   // the same bursts as those that arrive
  unsigned current_ = 0;  // bursty: output of this burst; alternate: output of the next packet
};

}  // namespace xb
