// SPDX-License-Identifier: Apache-2.0
#include "host/nic/message_table.h"

#include <algorithm>
#include <array>
#include <unordered_map>

#include "host/base/errors.h"
#include "host/containers/sparse_row.h"
#include "host/link/host_range.h"
#include "host/link/packet.h"

namespace xb {
namespace {

/// Numbers the pairs (source, tag) that each rank receives. Most schedules keep to one tag a pair of ranks:
/// that is looked up without hashing. Ranks without messages cost nothing.
class KeyNumbers {
 public:
  KeyNumbers(std::size_t ranks, std::vector<std::uint32_t>& counts)
      : ranks_(ranks), counts_(counts), last_(ranks, SparseRow<Last>(ranks)) {}

  std::uint32_t operator()(std::size_t receiver, std::size_t source, std::uint32_t tag) {
    Last& last = last_[receiver][source];
    if (last.number != MessageTable::kNone && last.tag == tag) return last.number;
    const std::uint64_t pair = (receiver * ranks_ + source) << 32U;
    if (last.number == MessageTable::kNone) {
      last = {tag, counts_[receiver]++, false};
      return last.number;
    }
    if (!last.listed) numbers_.try_emplace(pair | last.tag, last.number);
    const auto [entry, added] = numbers_.try_emplace(pair | tag, counts_[receiver]);
    if (added) ++counts_[receiver];
    last = {tag, entry->second, true};
    return entry->second;
  }

 private:
  struct Last {
    std::uint32_t tag = 0;
    std::uint32_t number = MessageTable::kNone;
    bool listed = false;  // among numbers_
  };
  std::size_t ranks_;
  std::vector<std::uint32_t>& counts_;
  std::vector<SparseRow<Last>> last_;                         // per receiver and source
  std::unordered_map<std::uint64_t, std::uint32_t> numbers_;  // of pairs of ranks with several tags
};

void check_ranks(std::size_t ranks) {
  if (ranks <= kMaxHosts) return;
  throw InputError("schedule: '{}' ranks are not allowed; allowed: at most {}", ranks, kMaxHosts);
}

/// Of a send's first packet, which is its longest.
std::uint64_t checked_length(std::size_t rank, std::size_t number, std::uint64_t bytes,
                             const PacketSizes& sizes) {
  static_assert(kMaxPacketBytes == kMaxPacketBeats);
  const std::uint64_t length = sizes.length(bytes, 0);
  if (length <= kMaxPacketBeats) return length;
  throw InputError(
      "schedule: rank {}, operation {}: a message of '{}' bytes in one packet is not allowed; "
      "allowed: up to {} {}, it takes {}",
      rank, number + 1, bytes, kMaxPacketBeats, sizes.unit.in_bytes() ? "bytes" : "beats", length);
}

[[noreturn]] void fail_waits(std::size_t rank, OpId op) {
  throw InputError("schedule: rank {}, operation {}: it requires too many others; allowed: {}", rank, op + 1,
                   MessageTable::kMaxWaits);
}

void count_waits(std::size_t rank, const RankProgram& program, MessageTable::Entry* entries) {
  for (const auto& d : program.dependencies()) {
    MessageTable::Entry& entry = entries[d.op];
    if (entry.waits == MessageTable::kMaxWaits) fail_waits(rank, d.op);
    ++entry.waits;
  }
}

}  // namespace

MessageTable::MessageTable(const Schedule& schedule, const PacketSizes& sizes) {
  const std::size_t ranks = schedule.ranks.size();
  check_ranks(ranks);
  std::uint32_t total = 0;
  for (const auto& program : schedule.ranks) {
    first_.push_back(total);
    total += static_cast<std::uint32_t>(program.ops().size());
  }
  keys_.resize(ranks);
  wildcards_.resize(ranks);
  calculates_.resize(ranks);
  entries_.reserve(total);
  KeyNumbers number(ranks, keys_);
  for (std::size_t rank = 0; rank < ranks; ++rank) {
    const auto& ops = schedule.ranks[rank].ops();
    std::array<std::uint8_t, 256> processor{};  // by the operations' cpu
    unsigned processors = 1;
    for (std::size_t n = 0; n < ops.size(); ++n) {
      const Op& op = ops[n];
      if (op.cpu != 0 && processor[op.cpu] == 0) processor[op.cpu] = static_cast<std::uint8_t>(processors++);
      Entry& entry = entries_.emplace_back();
      entry.kind = static_cast<std::uint32_t>(op.kind) & 3U;
      entry.processor = processor[op.cpu];
      if (op.kind == OpKind::Compute) {
        calculates_[rank] = true;
        continue;
      }
      entry.packets = static_cast<std::uint32_t>(sizes.packets(op.size));
      if (op.kind == OpKind::Send) {
        entry.key = number(op.peer, rank, op.tag);
        entry.peer = op.peer & (kMaxHosts - 1);
        packets_ += entry.packets;
        bytes_ += op.size;
        const std::uint64_t length = checked_length(rank, n, op.size, sizes);
        const std::uint64_t last = entry.packets == 1 ? length : sizes.length(op.size, entry.packets - 1);
        entry.last_length = last & 0xffffU;
      } else if (op.peer != kAnyRank && op.tag != kAnyTag) {
        entry.key = number(rank, op.peer, op.tag);
      } else {
        wildcards_[rank] = true;
      }
    }
    processors_.push_back(processors);
    count_waits(rank, schedule.ranks[rank], entries(static_cast<unsigned>(rank)));
  }
}

void MessageTable::check_all_arrived(const Schedule& schedule) const {
  for (unsigned rank = 0; rank < schedule.ranks.size(); ++rank) {
    const auto& ops = schedule.ranks[rank].ops();
    for (OpId op = 0; op < ops.size(); ++op) {
      const Entry& entry = entries_[id(rank, op)];
      if (ops[op].kind != OpKind::Send || entry.arrived == entry.packets) continue;
      throw RunError("rank {}, operation {}: {} of {} packets to rank {} (tag {}) have arrived", rank, op + 1,
                     entry.arrived, entry.packets, ops[op].peer, ops[op].tag);
    }
  }
}

unsigned longest_packet(const Schedule& schedule, const PacketSizes& sizes) {
  check_ranks(schedule.ranks.size());
  std::uint64_t longest = 0;
  for (std::size_t rank = 0; rank < schedule.ranks.size(); ++rank) {
    const auto& ops = schedule.ranks[rank].ops();
    for (std::size_t n = 0; n < ops.size(); ++n) {
      if (ops[n].kind == OpKind::Send)
        longest = std::max(longest, checked_length(rank, n, ops[n].size, sizes));
    }
  }
  return longest == 0 ? 0 : sizes.unit.beats_of(static_cast<unsigned>(longest));
}

}  // namespace xb
