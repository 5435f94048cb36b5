// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <mutex>
#include <vector>

#include "host/link/host_range.h"
#include "host/link/packet_note.h"

namespace xb {

/// A packet's way through the network, from its first switch to its last. It travels beside the beats, as
/// PacketNote does: the header on the wire is of one switch and checks that switch. Just one line of the
/// cache.
struct alignas(64) Trip {
  std::uint16_t source = 0, destination = 0;  ///< ranks
  std::uint16_t switches = 0;                 ///< that it has begun to leave
  std::uint8_t phase = 0;                     ///< of its route (Routes)
  unsigned length = 0;                        ///< in the run's unit (LengthUnit)
  std::uint32_t sequence = 0;                 ///< of the packets from this source to this destination
  std::uint64_t first_in_cycle = 0;           ///< in which the first switch took its first beat
  std::uint64_t zero_load_cycles = 0;  ///< first beat in to first beat out, of the switches and cables so far
  std::uint64_t cable_cycles = 0;      ///< latency of the cables so far
  PacketNote note;                     ///< from host to host
};
static_assert(sizeof(Trip) == 64 && kMaxHosts <= 65536);

/// Packets and beats that have passed a place.
struct Sent {
  std::uint64_t packets = 0, beats = 0;
  Sent& operator+=(const Sent& b) {
    packets += b.packets;
    beats += b.beats;
    return *this;
  }
  Sent operator-(const Sent& b) const { return {packets - b.packets, beats - b.beats}; }
};

/// The trips of all packets in a network, each in one place from its first switch to its last; the number of
/// that place travels beside the packet, as its note in a switch, and by itself on a cable.
class TripStore {
 public:
  TripStore() { blocks_.reserve(kMostBlocks); }
  using Block = std::unique_ptr<Trip[]>;
  /// All blocks, which stay there: those of places that were given.
  [[nodiscard]] const Block* blocks() const { return blocks_.data(); }
  /// Some free places more, for a thread.
  void give(std::vector<std::uint32_t>& free);
  /// Half of those that a thread has.
  void take_back(std::vector<std::uint32_t>& free);

  static constexpr std::uint32_t kBlock = 1024;

 private:
  static constexpr std::size_t kMostBlocks = std::size_t{1} << 18U;  // 16 GB; they stay where they are

  std::mutex mutex_;
  std::vector<Block> blocks_;
  std::vector<std::uint32_t> free_;  // that threads have given back
};

/// The store as one thread sees it, with free places of its own.
class TripPool {
 public:
  explicit TripPool(TripStore& store) : store_(store), blocks_(store.blocks()) {}
  /// A place for a new trip.
  std::uint32_t add() {
    if (free_.empty()) store_.give(free_);
    const std::uint32_t slot = free_.back();
    free_.pop_back();
    (*this)[slot] = {};
    return slot;
  }
  /// What refers to a trip does so until its place is another's.
  Trip& operator[](std::uint32_t slot) { return blocks_[slot / TripStore::kBlock][slot % TripStore::kBlock]; }
  void remove(std::uint32_t slot) {
    free_.push_back(slot);
    if (free_.size() == kMostFree) store_.take_back(free_);
  }

 private:
  static constexpr std::size_t kMostFree = std::size_t{8} * TripStore::kBlock;

  TripStore& store_;
  const TripStore::Block* blocks_;
  std::vector<std::uint32_t> free_;
};

}  // namespace xb
