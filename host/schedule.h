// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

namespace xb {

enum class OpKind : std::uint8_t { Send, Receive, Compute };

/// One operation of a rank. Sends and receives of the same (source, destination, tag) match in order.
struct Op {
  OpKind kind = OpKind::Send;
  std::uint16_t peer = 0;  ///< destination or source rank
  std::uint32_t tag = 0;
  std::uint32_t packets = 0;  ///< length of the message; Compute: cycles
};

using OpId = std::uint32_t;

/// What one rank does: operations, each of which starts when all that it requires have finished.
/// A send has finished when its last packet is handed to the NIC, a receive when the process has its message.
class RankProgram {
 public:
  OpId send(unsigned to, std::uint32_t packets, std::uint32_t tag = 0) {
    return add({OpKind::Send, port(to), tag, packets});
  }
  OpId receive(unsigned from, std::uint32_t packets, std::uint32_t tag = 0) {
    return add({OpKind::Receive, port(from), tag, packets});
  }
  OpId compute(std::uint32_t cycles) { return add({OpKind::Compute, 0, 0, cycles}); }
  /// `op` starts after `first` has finished. Both exist.
  void require(OpId op, OpId first) { dependencies_.push_back({op, first}); }

  struct Dependency {
    OpId op, first;
  };
  [[nodiscard]] const std::vector<Op>& ops() const { return ops_; }
  [[nodiscard]] const std::vector<Dependency>& dependencies() const { return dependencies_; }

 private:
  static std::uint16_t port(unsigned rank) { return static_cast<std::uint16_t>(rank); }
  OpId add(const Op& op) {
    ops_.push_back(op);
    return static_cast<OpId>(ops_.size() - 1);
  }
  std::vector<Op> ops_;
  std::vector<Dependency> dependencies_;
};

/// A communication schedule, of whatever algorithm: one program per rank.
struct Schedule {
  std::vector<RankProgram> ranks;
};

}  // namespace xb
