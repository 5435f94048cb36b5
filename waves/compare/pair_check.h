// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "waves/compare/signal_map.h"
#include "waves/read/value_store.h"

namespace xb {

/// Whether the values of a pair differ. A bit that is x in WANT may be anything; x in GOT differs from 0, 1
/// and z. Real numbers are equal to 15 digits, which is what a VCD keeps.
class PairCheck {
 public:
  PairCheck(const std::vector<ValueSlot>& want, const std::vector<ValueSlot>& got) : want_(want), got_(got) {}

  [[nodiscard]] bool differs(const SignalPair& pair, const ValueStore& want, const ValueStore& got) const {
    if (!pair.whole || want_[pair.want_slot].kind != ValueKind::Bits)
      return differs_otherwise(pair, want, got);
    const std::size_t words = record::plane_words(pair.width);
    const std::uint64_t* const value = want.value(pair.want_slot);
    const std::uint64_t* const other = got.value(pair.got_slot);
    std::uint64_t difference = 0;
    for (std::size_t i = 0; i < words; ++i)
      difference |=
          ((value[i] ^ other[i]) | (value[words + i] ^ other[words + i])) & (value[i] | value[words + i]);
    return difference != 0;
  }

 private:
  [[nodiscard]] bool differs_otherwise(const SignalPair& pair, const ValueStore& want,
                                       const ValueStore& got) const;

  const std::vector<ValueSlot>& want_;
  const std::vector<ValueSlot>& got_;
};

}  // namespace xb
