// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "host/schedule/packet_sizes.h"
#include "host/schedule/schedule.h"

namespace xb {

/// What a run knows of each operation of a schedule, side by side: a run touches little else. A message is
/// named by its send: the number of that operation among those of all ranks. What (source, tag) a receive
/// must match is a small number of its own, its key, so that matching is indexing.
///
/// Of an entry, what has arrived and which receive takes it is the receiving rank's to change, all else the
/// rank's whose operation it is: ranks may run at different times.
class MessageTable {
 public:
  static constexpr std::uint32_t kNone = 0xffffffff;
  static constexpr std::uint32_t kMaxWaits = (1U << 22U) - 1;

  struct Entry {
    std::uint32_t key = kNone;       ///< at the receiving rank; kNone: a receive from any rank or of any tag
    std::uint32_t packets = 0;       ///< of a send or receive
    std::uint32_t receive = kNone;   ///< send: the operation of the other rank that takes it, once known
    std::uint32_t arrived = 0;       ///< send: packets that the receiving process has or will have
    std::uint32_t packets_left = 0;  ///< of the operation, once it has started
    std::uint32_t successors = 0;    ///< where those that wait for it begin in the rank's list
    std::uint32_t waits : 22;        ///< requirements left, up to kMaxWaits
    std::uint32_t processor : 8;     ///< of the rank, in order of first use but 0
    std::uint32_t kind : 2;          ///< OpKind
    std::uint32_t last_length : 16;  ///< send: of the last packet, in the run's unit
    std::uint32_t peer : 16;         ///< send: the destination
    Entry() : waits(0), processor(0), kind(0), last_length(0), peer(0) {}
    [[nodiscard]] bool is(OpKind k) const { return kind == static_cast<std::uint32_t>(k); }
  };

  /// Throws InputError for too many ranks, a packet that is too long, or an operation with more than
  /// kMaxWaits requirements.
  MessageTable(const Schedule& schedule, const PacketSizes& sizes);

  [[nodiscard]] std::uint32_t id(unsigned rank, OpId op) const { return first_[rank] + op; }
  [[nodiscard]] OpId op(unsigned rank, std::uint32_t id) const { return id - first_[rank]; }
  Entry& operator[](std::uint32_t id) { return entries_[id]; }
  const Entry& operator[](std::uint32_t id) const { return entries_[id]; }
  /// A rank's operations.
  Entry* entries(unsigned rank) { return entries_.data() + first_[rank]; }
  /// Keys in use at a rank: 0..keys-1.
  [[nodiscard]] std::uint32_t keys(unsigned rank) const { return keys_[rank]; }
  [[nodiscard]] unsigned processors(unsigned rank) const { return processors_[rank]; }
  /// The rank has receives from any rank or of any tag.
  [[nodiscard]] bool wildcards(unsigned rank) const { return wildcards_[rank]; }
  /// It calculates.
  [[nodiscard]] bool calculates(unsigned rank) const { return calculates_[rank]; }

  /// Packets and bytes of all messages.
  [[nodiscard]] std::uint64_t packets() const { return packets_; }
  [[nodiscard]] std::uint64_t bytes() const { return bytes_; }
  /// When a message's first beat was first offered to the switch, and when its last beat had come out of the
  /// packets that the receiving host accepted.
  struct Times {
    std::uint64_t offered = ~std::uint64_t{0}, came = 0;
  };
  /// From now on these are kept, by the messages' names.
  void keep_times() { times_.resize(entries_.size()); }
  [[nodiscard]] const std::vector<Times>& times() const { return times_; }
  /// The sending rank's to say.
  void offered(std::uint32_t message, std::uint64_t now) {
    if (!times_.empty()) times_[message].offered = std::min(times_[message].offered, now);
  }
  /// The receiving rank's.
  void came(std::uint32_t message, std::uint64_t now) {
    if (!times_.empty()) times_[message].came = now;
  }
  /// Throws RunError unless every message has come whole.
  void check_all_arrived(const Schedule& schedule) const;

 private:
  std::vector<std::uint32_t> first_;
  std::vector<std::uint32_t> keys_;
  std::vector<unsigned> processors_;
  std::vector<bool> wildcards_, calculates_;
  std::vector<Entry> entries_;  // per operation of all ranks
  std::vector<Times> times_;    // likewise, or empty
  std::uint64_t packets_ = 0, bytes_ = 0;
};

/// The longest packet of a schedule [beats]. Throws as the table does, but for requirements.
unsigned longest_packet(const Schedule& schedule, const PacketSizes& sizes);

}  // namespace xb
