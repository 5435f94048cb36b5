// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

namespace xb {

enum class OpKind : std::uint8_t { Send, Receive, Compute };

constexpr std::uint32_t kAnyRank = 0xffffffff;  ///< a receive from whoever sends first
constexpr std::uint32_t kAnyTag = 0xffffffff;   ///< a receive of whatever tag

/// One operation of a rank. Sends and receives of the same (source, destination, tag) match in order.
struct Op {
  OpKind kind = OpKind::Send;
  std::uint8_t cpu = 0;    ///< the rank's processor that executes it
  std::uint8_t nic = 0;    ///< the rank's network card; Compute: none
  std::uint32_t peer = 0;  ///< destination or source rank
  std::uint32_t tag = 0;
  std::uint64_t size = 0;  ///< bytes of the message; Compute: nanoseconds
};

using OpId = std::uint32_t;
constexpr OpId kMaxOpId = 0x7fffffff;

/// What one rank does: operations, each of which starts when all that it requires have finished or started.
/// A send has finished when its last packet is handed to the NIC, a receive when the process has its message.
class RankProgram {
 public:
  struct Dependency {
    OpId op;
    OpId first : 31;
    bool on_start : 1;  ///< `op` waits for the start of `first`, not for its end
  };

  /// So many operations and dependencies are to come.
  void reserve(std::size_t ops, std::size_t dependencies) {
    ops_.reserve(ops);
    dependencies_.reserve(dependencies);
  }

  OpId add(const Op& op) {
    ops_.push_back(op);
    return static_cast<OpId>(ops_.size() - 1);
  }
  OpId send(unsigned to, std::uint64_t bytes, std::uint32_t tag = 0) {
    return add({OpKind::Send, 0, 0, to, tag, bytes});
  }
  OpId receive(unsigned from, std::uint64_t bytes, std::uint32_t tag = 0) {
    return add({OpKind::Receive, 0, 0, from, tag, bytes});
  }
  OpId compute(std::uint64_t nanoseconds) { return add({OpKind::Compute, 0, 0, 0, 0, nanoseconds}); }

  /// `op` starts after `first` has finished. Both exist.
  void require(OpId op, OpId first) { dependencies_.push_back({op, first & kMaxOpId, false}); }
  /// All that was added so far, one after the other.
  void in_order() {
    for (OpId op = 1; op < ops_.size(); ++op) require(op, op - 1);
  }
  /// `op` starts after `first` has started.
  void require_start(OpId op, OpId first) { dependencies_.push_back({op, first & kMaxOpId, true}); }

  /// Sends, or receives, that take turns packet by packet: `bytes` of the first, of the second, and so on,
  /// over and over. All are equally long, a multiple of `bytes`. They begin together, when all may start.
  struct Turns {
    std::vector<OpId> ops;
    std::uint64_t bytes;
  };
  void take_turns(std::vector<OpId> ops, std::uint64_t bytes) { turns_.push_back({std::move(ops), bytes}); }

  /// Each send to, or receive from, a rank becomes one to, or from, rename(rank).
  template <class Rename>
  void rename_peers(Rename&& rename) {
    for (Op& op : ops_) {
      const bool any = op.kind == OpKind::Receive && op.peer == kAnyRank;
      if (op.kind != OpKind::Compute && !any) op.peer = rename(op.peer);
    }
  }

  [[nodiscard]] const std::vector<Turns>& turns() const { return turns_; }
  [[nodiscard]] const std::vector<Op>& ops() const { return ops_; }
  [[nodiscard]] const std::vector<Dependency>& dependencies() const { return dependencies_; }

 private:
  std::vector<Op> ops_;
  std::vector<Dependency> dependencies_;
  std::vector<Turns> turns_;
};

/// A communication schedule, of whatever algorithm: one program per rank.
struct Schedule {
  std::vector<RankProgram> ranks;
};

}  // namespace xb
