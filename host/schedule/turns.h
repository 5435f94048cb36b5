// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "host/schedule/schedule.h"

namespace xb {

/// The same schedule with every turn written out as an operation of its own, each of which requires the one
/// before: what a GOAL file can say.
Schedule without_turns(const Schedule& schedule);

/// Whose turn it is among the operations of a program that take turns.
class TurnKeeper {
 public:
  explicit TurnKeeper(const RankProgram& program);
  TurnKeeper(TurnKeeper&&) = default;  // a copy would point into the other
  TurnKeeper(const TurnKeeper&) = delete;
  TurnKeeper& operator=(const TurnKeeper&) = delete;
  TurnKeeper& operator=(TurnKeeper&&) = delete;
  ~TurnKeeper() = default;

  struct Member {
    OpId op;
    std::uint32_t here = 0;  ///< packets that have come and wait for their turn
  };
  struct Group {
    Member* members = nullptr;
    std::uint32_t count = 0;
    std::uint32_t waiting = 0;  ///< operations that may not start yet
    std::uint32_t at = 0;       ///< of members: whose turn it is
    bool claimed = false;       ///< the process is to take the packet of this turn, or is about it
    std::uint64_t left = 0;     ///< turns

    Member& now() { return members[at]; }
    void next() {
      --left;
      at = at + 1 == count ? 0 : at + 1;
    }
  };

  /// Operations that take turns have a group and a place in it; for the others it is null.
  Group* group(OpId op) { return place_.empty() ? nullptr : place_[op].group; }
  Member& member(OpId op) { return *place_[op].member; }

 private:
  struct Place {
    Group* group = nullptr;
    Member* member = nullptr;
  };
  std::vector<Place> place_;  // per operation; empty if none take turns
  std::vector<Group> groups_;
  std::vector<Member> members_;
};

}  // namespace xb
