// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "systemc/admission.h"
#include "systemc/wires.h"

namespace xb::twin {

/// Twin of xb_pool_probe, one of all inputs: whose packet is held off or discarded because the input's memory
/// is full of packets for other outputs, and the output that holds most of that memory.
///
/// A memory tells what is on offer to it and what it holds: offered_dest(tdest), in_packet(),
/// beats_for(output), as InputQueue and VoqInput do.
class PoolProbe {
 public:
  void reset() { *this = PoolProbe{}; }
  /// Flags of the last cycle.
  [[nodiscard]] PortMask pool() const { return pool_; }
  [[nodiscard]] std::uint8_t by(unsigned input) const { return by_[input]; }

  /// What is on offer to the inputs, and whether it moves, in the cycle that the flags describe.
  struct Offer {
    PortMask held;     ///< inputs whose beat is not taken
    PortMask refused;  ///< inputs whose beat is taken and discarded for want of room
    PortMask silent;   ///< outputs that are ready and show nothing
    const std::uint8_t* tdest;
  };

  /// The flags to show in the next cycle, from the state at the beginning of this one. `serves_other(input,
  /// output)`: the output, which is silent, is in the middle of a packet of another input.
  template <class Memory, class ServesOther>
  void observe(const AdmissionLimits& limits, const std::vector<Memory>& memories, const Offer& offer,
               ServesOther&& serves_other) {
    if ((offer.held | offer.refused | pool_) == 0) return;
    pool_ = 0;
    for_each_held(memories, offer, serves_other, [&](unsigned i, unsigned dest) {
      pool_ |= bit(i);
      by_[i] = most(memories[i], memories.size(), dest);
    });
    for_each_port(offer.refused, [&](unsigned i) {
      const Memory& memory = memories[i];
      const unsigned dest = memory.offered_dest(offer.tdest[i]);
      if (dest >= memories.size()) return;
      if (!memory.in_packet()) {
        const bool cause =
            limits.alone(limits.packet_words(), memory.beats_for(dest), held(memory, memories.size()));
        cause_ = (cause_ & ~bit(i)) | PortMask{cause} << i;
        if (cause) blame_[i] = most(memory, memories.size(), dest);
      }
      if ((cause_ & bit(i)) == 0) return;
      pool_ |= bit(i);
      by_[i] = blame_[i];
    });
  }
  /// observe() would leave the flags as they are; what is refused is in the middle of packets.
  template <class Memory, class ServesOther>
  [[nodiscard]] bool steady(const std::vector<Memory>& memories, const Offer& offer,
                            ServesOther&& serves_other) const {
    PortMask pool = offer.refused & cause_;
    bool same = true;
    for_each_held(memories, offer, serves_other, [&](unsigned i, unsigned dest) {
      pool |= bit(i);
      same = same && by_[i] == most(memories[i], memories.size(), dest);
    });
    return same && pool == pool_;
  }

 private:
  template <class Memory, class ServesOther, class Flag>
  static void for_each_held(const std::vector<Memory>& memories, const Offer& offer,
                            ServesOther&& serves_other, Flag&& flag) {
    PortMask for_silent = 0;  // which are no processor can guess
    for_each_port(offer.silent == 0 ? 0 : offer.held, [&](unsigned i) {
      const unsigned dest = memories[i].offered_dest(offer.tdest[i]);
      if (dest < memories.size()) for_silent |= (offer.silent >> dest & 1U) << i;
    });
    for_each_port(for_silent, [&](unsigned i) {
      const unsigned dest = memories[i].offered_dest(offer.tdest[i]);
      if (memories[i].beats_for(dest) == 0 && held(memories[i], memories.size()) != 0 &&
          !serves_other(i, dest))
        flag(i, dest);
    });
  }
  template <class Memory>
  static std::uint32_t held(const Memory& memory, std::size_t ports) {
    std::uint32_t beats = 0;
    for (unsigned j = 0; j < ports; ++j) beats += memory.beats_for(j);
    return beats;
  }
  /// The output other than `dest` of which the memory holds most, of equals the lowest.
  template <class Memory>
  static std::uint8_t most(const Memory& memory, std::size_t ports, unsigned dest) {
    std::uint32_t beats = 0;
    std::uint8_t output = 0;
    for (unsigned j = 0; j < ports; ++j) {
      if (j == dest || memory.beats_for(j) <= beats) continue;
      beats = memory.beats_for(j);
      output = static_cast<std::uint8_t>(j);
    }
    return output;
  }

  PortMask pool_ = 0;
  PortMask cause_ = 0;  // inputs that discard a packet for which there would be room but for others
  std::array<std::uint8_t, kMaxPorts> by_{}, blame_{};
};

}  // namespace xb::twin
