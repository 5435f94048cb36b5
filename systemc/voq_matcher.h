// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <vector>

#include "systemc/lfsr.h"
#include "systemc/random_pick.h"
#include "systemc/wires.h"

namespace xb::twin {

/// Twin of xb_voq_matcher: iSLIP, PIM or RRM, in one to four rounds.
class VoqMatcher {
 public:
  explicit VoqMatcher(unsigned ports) {
    for (unsigned p = 0; p < ports; ++p) {
      grant_random_.emplace_back(p);
      accept_random_.emplace_back(ports + p);
    }
  }

  void reset() {
    requests_ = {};
    work_ = 0;
    grant_pointer_ = {};
    accept_pointer_ = {};
  }
  void load(std::uint32_t seed) {
    for (auto& random : grant_random_) random.load(seed);
    for (auto& random : accept_random_) random.load(seed);
  }

  /// The request matrix: input `i` has a packet able to start for output `j` ...
  void request(unsigned i, unsigned j) {
    requests_[j] |= bit(i);
    work_ |= bit(j);
  }
  /// ... or has one still, or not.
  void keep(unsigned i, unsigned j, bool has) {
    requests_[j] = (requests_[j] & ~bit(i)) | PortMask{has} << i;
    work_ = (work_ & ~bit(j)) | PortMask{requests_[j] != 0} << j;
  }
  void drop(unsigned i, unsigned j) {
    requests_[j] &= ~bit(i);
    work_ &= ~(PortMask{requests_[j] == 0} << j);
  }
  /// Outputs for which some input has a packet able to start.
  [[nodiscard]] PortMask work() const { return work_; }
  /// Some free input has a packet for some free output.
  [[nodiscard]] bool possible(PortMask in_free, PortMask out_free) const {
    bool any = false;
    for_each_port(work_ & out_free, [&](unsigned j) { any |= (requests_[j] & in_free) != 0; });
    return any;
  }

  /// Matches free ports and moves the pointers. Returns the matched inputs; dest(i) is the output of input i.
  PortMask match(Scheduler scheduler, unsigned iterations, PortMask in_free, PortMask out_free) {
    switch (scheduler) {
      case Scheduler::Pim:
        return match_random(iterations, in_free, out_free);
      case Scheduler::Rrm:
        return match_round_robin<true>(iterations, in_free, out_free);
      default:
        return match_round_robin<false>(iterations, in_free, out_free);
    }
  }
  [[nodiscard]] unsigned dest(unsigned input) const { return dest_[input]; }

  /// The first requester at or after a pointer, one-hot; a pointer is the mask of the ports from it on.
  static PortMask first_from(PortMask requests, PortMask pointer) {
    const PortMask at_or_after = requests & pointer;
    const PortMask candidates = at_or_after != 0 ? at_or_after : requests;
    return candidates & (~candidates + 1);
  }
  static PortMask past(PortMask one_hot) { return ~(one_hot | (one_hot - 1)); }
  /// The number of a round: the random number, turned by 8 bits a round.
  static std::uint32_t turned(std::uint32_t number, unsigned round) {
    return round == 0 ? number : number >> 8 * round | number << (32 - 8 * round);
  }

 private:
  template <bool Rrm>
  PortMask match_round_robin(unsigned iterations, PortMask in_free, PortMask out_free) {
    const PortMask all_in = in_free;
    PortMask first_granting = 0;
    std::array<PortMask, kMaxPorts> first_granted;
    PortMask asked = work_ & out_free;
    for (unsigned k = 0; k < iterations && asked != 0; ++k) {
      PortMask inputs = 0;
      for_each_port(asked, [&](unsigned j) {
        const PortMask asking = requests_[j] & in_free;
        if (asking == 0) {
          asked &= ~bit(j);  // inputs only become fewer
          return;
        }
        const PortMask picked = first_from(asking, grant_pointer_[j]);
        const auto i = static_cast<unsigned>(__builtin_ctzll(picked));
        const PortMask others = 0 - PortMask{(inputs & picked) != 0};  // no processor can guess
        grants_[i] = (grants_[i] & others) | bit(j);
        inputs |= picked;
        if (Rrm && k == 0) {
          first_granting |= bit(j);
          first_granted[j] = picked;
        }
      });
      in_free &= ~inputs;
      for_each_port(inputs, [&](unsigned i) {
        const PortMask picked = first_from(grants_[i], accept_pointer_[i]);
        const auto j = static_cast<unsigned>(__builtin_ctzll(picked));
        dest_[i] = static_cast<std::uint8_t>(j);
        asked &= ~picked;
        if (k != 0) return;
        accept_pointer_[i] = past(picked);
        if (!Rrm) grant_pointer_[j] = past(bit(i));
      });
    }
    if (Rrm) for_each_port(first_granting, [&](unsigned j) { grant_pointer_[j] = past(first_granted[j]); });
    return all_in & ~in_free;
  }

  PortMask match_random(unsigned iterations, PortMask in_free, PortMask out_free) {
    const PortMask all_in = in_free;
    PortMask granting = 0;
    PortMask asked = work_ & out_free;
    for (unsigned k = 0; k < iterations && asked != 0; ++k) {
      PortMask inputs = 0;
      for_each_port(asked, [&](unsigned j) {
        const PortMask asking = requests_[j] & in_free;
        if (asking == 0) {
          asked &= ~bit(j);
          return;
        }
        const unsigned i = random_pick(asking, turned(grant_random_[j].value(), k));
        grants_[i] = (inputs & bit(i)) != 0 ? grants_[i] | bit(j) : bit(j);
        inputs |= bit(i);
        granting |= bit(j);
      });
      in_free &= ~inputs;
      for_each_port(inputs, [&](unsigned i) {
        const unsigned j = random_pick(grants_[i], turned(accept_random_[i].value(), k));
        dest_[i] = static_cast<std::uint8_t>(j);
        asked &= ~bit(j);
      });
    }
    for_each_port(granting, [&](unsigned j) { grant_random_[j].advance(); });
    for_each_port(all_in & ~in_free, [&](unsigned i) { accept_random_[i].advance(); });
    return all_in & ~in_free;
  }

  std::array<PortMask, kMaxPorts> requests_{};  // per output: inputs that have a packet able to start
  PortMask work_ = 0;
  std::array<PortMask, kMaxPorts> grant_pointer_{}, accept_pointer_{};
  std::array<PortMask, kMaxPorts> grants_{};  // of a round, per input
  std::array<std::uint8_t, kMaxPorts> dest_{};
  std::vector<Lfsr> grant_random_, accept_random_;
};

}  // namespace xb::twin
