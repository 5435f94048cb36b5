// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <vector>

#include "testbenches/benchmark/bench_patterns.h"
#include "testbenches/benchmark/trial_book.h"

namespace xb {

/// RFC 2889 5.5's block of ports: one source alternates between an uncongested and a congested output, others
/// send to the congested one alone, all at full load.
struct HolBlock {
  unsigned mixed;                    ///< the source that alternates
  std::vector<unsigned> congesting;  ///< the others
  unsigned uncongested, congested;   ///< outputs
};

constexpr unsigned kMostCongesting = 3;  ///< of a benchmark or a lab
/// With so many congesting sources, from port `first` on, ports beyond the last being the first ones again.
HolBlock hol_block(unsigned ports, unsigned first, unsigned congesting);
constexpr unsigned hol_block_ports(unsigned congesting) { return congesting + 3; }
void add_hol_block(Trial& trial, const HolBlock& block);

/// What RFC 2889 5.5 reports of a block.
struct HolReport {
  double uncongested_loss = 0;  ///< of the frames that were sent
  double uncongested_rate = 0;  ///< of the link's frames; without blocking 0.5
  double congested_loss = 0;
  double congested_rate = 0;
};
HolReport hol_report(const TrialResult& result, const HolBlock& block);

/// What the congested output costs the uncongested one.
struct HolVerdict {
  bool loses = false;   ///< frames for it are lost, the RFC's own sign
  bool lowers = false;  ///< it gets less than if the other sources are silent
  /// What it then gets [share of the link's frames]; empty: it gets half of its link anyway.
  std::optional<double> rate_alone;

  [[nodiscard]] bool blocked() const { return loses || lowers; }
};
/// Loss says nothing of a switch that holds its sources back, so the rate is judged as well: against a trial
/// in which only the sources that alternate send, because a switch may be too slow for half a link by itself.
/// Empty: that trial is wanted, and not known yet.
std::optional<HolVerdict> hol_verdict(const Trial& trial, const TrialResult& result, const HolBlock& block,
                                      TrialBook& book);

}  // namespace xb
