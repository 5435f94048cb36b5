// SPDX-License-Identifier: Apache-2.0
#include "tests/host/schedule/earlier_ops.h"

#include "host/schedule/schedule_check.h"

namespace xb {

EarlierOps::EarlierOps(const RankProgram& program)
    : words_((program.ops().size() + 63) / 64), bits_(program.ops().size() * words_, 0) {
  std::vector<std::vector<RankProgram::Dependency>> required(program.ops().size());
  for (const auto& d : program.dependencies()) required[d.op].push_back(d);
  for (const OpId op : start_order(program)) {
    for (const auto& d : required[op]) {
      // Who waits for a start knows what that one waited for.
      for (std::size_t w = 0; w < words_; ++w) bits_[op * words_ + w] |= bits_[d.first * words_ + w];
      if (!d.on_start) bits_[op * words_ + d.first / 64] |= std::uint64_t{1} << (d.first % 64);
    }
  }
}

}  // namespace xb
