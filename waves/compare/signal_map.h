// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "waves/compare/diff_result.h"
#include "waves/read/trace_header.h"

namespace xb {

/// Bits of a slot of WANT that are compared with bits of a slot of GOT.
struct SignalPair {
  std::uint32_t want_slot = 0, got_slot = 0;
  std::uint32_t want_signal = 0, got_signal = 0;  ///< of the header's names
  std::uint32_t want_bit = 0, got_bit = 0;        ///< the least significant one
  std::uint32_t width = 0;
  bool whole = true;        ///< both slots, and of one width
  std::size_t aliases = 0;  ///< further names of the same pair
};

/// Which signals of two traces correspond.
struct SignalMap {
  std::vector<SignalPair> pairs;
  std::string want_scope, got_scope;
  std::size_t names = 0;  ///< that are compared
  std::size_t want_not_compared = 0, got_not_compared = 0;
  std::vector<ShapeDifference> shape;
};

/// Names below the scopes that correspond are compared; `scopes` says which do, or where it is empty, those
/// below which most names are alike. A vector corresponds to its bits (`data` to `data[3]`, `data[2]` ...).
/// Names that only one has are differences, except: a line trace need not have what other traces have, GOT
/// may have other scopes where its scope is another than WANT's, and what is outside of given scopes is left
/// out.
SignalMap map_signals(const TraceHeader& want, const TraceHeader& got,
                      const std::vector<std::pair<std::string, std::string>>& scopes);

/// The scopes of WANT and GOT below which most names are alike. Throws InputError where GOT has two such,
/// side by side.
std::pair<std::string, std::string> best_scopes(const TraceHeader& want, const TraceHeader& got);

}  // namespace xb
