// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "waves/read/fst_blocks.h"

namespace xb {
namespace {

constexpr std::uint64_t kMostMemory = std::uint64_t{1} << 31U;  // of a block's unpacked changes

/// The places of the changes of each handle in a block, from its index: offsets from `begin`.
class ChainIndex {
 public:
  ChainIndex(FstBytes index, std::uint64_t handles, std::uint64_t limit)
      : index_(index), handles_(handles), limit_(limit) {}

  void read(bool newest) {
    while (!index_.done()) {
      if (newest)
        entry();
      else
        older_entry();
    }
  }
  /// Offset and length of each handle's chain; {0, 0}: no changes.
  struct Chain {
    std::uint64_t offset = 0, length = 0;
  };
  std::vector<Chain> chains;

 private:
  void add_chain(std::uint64_t step) {
    if (step > limit_ - last_) index_.refuse("changes behind the end of their block");
    if (last_chain_ != kNone) chains[last_chain_].length = step;
    last_ += step;
    last_chain_ = chains.size();
    push({last_, limit_ - last_});
  }
  void add_alias(std::uint64_t of) {
    if (of >= chains.size()) index_.refuse("an alias of a later signal");
    aliases_.emplace_back(chains.size(), of);
    push({});
  }
  void add_none(std::uint64_t count) {
    if (count > handles_ - chains.size()) index_.refuse("an index of more signals than there are");
    chains.resize(chains.size() + count);
  }
  void push(Chain chain) {
    if (chains.size() >= handles_) index_.refuse("an index of more signals than there are");
    chains.push_back(chain);
  }

  void entry() {
    // A signed number whose lowest bit says that it is no count of signals without changes.
    std::uint64_t value = 0;
    unsigned shift = 0;
    std::uint8_t part = 0;
    do {
      part = index_.byte();
      if (shift > 63) index_.refuse("a number of more than 64 bits");
      value |= static_cast<std::uint64_t>(part & 0x7fU) << shift;
      shift += 7;
    } while ((part & 0x80U) != 0);
    if ((value & 1U) == 0) return add_none(value >> 1U);
    if ((part & 0x40U) != 0 && shift < 64) value |= ~std::uint64_t{0} << shift;
    const std::int64_t step = static_cast<std::int64_t>(value) >> 1U;
    if (step > 0) return add_chain(static_cast<std::uint64_t>(step));
    if (step < 0) alias_ = ~static_cast<std::uint64_t>(step);
    add_alias(alias_);
  }

  void older_entry() {
    const std::uint64_t value = index_.varint();
    if (value == 0) {
      const std::uint64_t of = index_.varint();
      if (of == 0) index_.refuse("an alias of no signal");
      add_alias(of - 1);
    } else if ((value & 1U) != 0) {
      add_chain(value >> 1U);
    } else {
      add_none(value >> 1U);
    }
  }

 public:
  void resolve() {
    for (const auto& [alias, of] : aliases_) chains[alias] = chains[of];
  }

 private:
  static constexpr std::size_t kNone = ~std::size_t{0};

  FstBytes index_;
  std::uint64_t handles_, limit_;
  std::uint64_t last_ = 0, alias_ = kNone;
  std::size_t last_chain_ = kNone;
  std::vector<std::pair<std::size_t, std::size_t>> aliases_;
};

}  // namespace

FstValueBlock check_fst_values(const FstBlocks& blocks, FstBytes bytes, const std::string& path,
                               std::string_view file, bool newest) {
  FstValueBlock block;
  const std::uint64_t end = bytes.at() + bytes.left();
  block.first_time = bytes.number();
  block.last_time = bytes.number();
  const std::uint64_t memory = bytes.number();
  if (block.first_time > block.last_time) bytes.refuse("times that end before they begin");
  if (memory > kMostMemory) bytes.refuse("changes of more than 2^31 bytes in one block");

  // The times, at the block's end.
  constexpr std::uint64_t kTail = 3 * 8;
  if (bytes.left() < kTail + 8) bytes.refuse("a block of values that is too short");
  FstBytes tail(path, file, end - kTail, end);
  const std::uint64_t times_size = tail.number();
  const std::uint64_t times_packed = tail.number();
  const std::uint64_t times = tail.number();
  if (times_packed > bytes.left() - kTail - 8 || times == 0 || times > times_size)
    tail.refuse(fmt::format("{} times in {} bytes, packed {}", times, times_size, times_packed));
  FstBytes packed_times(path, file, end - kTail - times_packed, end - kTail);
  const Unpacked table = unpack(tail, packed_times.bytes(times_packed), times_size, Packing::Zlib);
  std::uint64_t numbers = 0;
  for (const char c : table.view()) numbers += (static_cast<unsigned char>(c) & 0x80U) == 0 ? 1U : 0U;
  if (numbers < times) tail.refuse("fewer times than announced");

  // The index of the changes, before the times.
  const std::uint64_t index_end = end - kTail - times_packed - 8;
  FstBytes index_length(path, file, index_end, index_end + 8);
  const std::uint64_t length = index_length.number();
  if (length == 0 || length > index_end - bytes.at()) index_length.refuse("an index longer than its block");

  // The values at the beginning, then the changes.
  FstBytes data(path, file, bytes.at(), index_end - length);
  const std::uint64_t frame_size = data.varint();
  const std::uint64_t frame_packed = data.varint();
  const std::uint64_t frame_handles = data.varint();
  if (frame_handles > blocks.slots.size()) data.refuse("first values of more signals than there are");
  std::uint64_t needed = 0;
  for (std::uint64_t i = 0; i < frame_handles; ++i) needed += blocks.lengths[i];
  if (needed > frame_size) data.refuse("fewer first values than signals");
  if (frame_size > 1040 * frame_packed + 64) data.refuse("more bytes than what is packed there can give");
  data.bytes(frame_packed);
  const std::uint64_t handles = data.varint();
  if (handles > blocks.slots.size()) data.refuse("changes of more signals than there are");
  const std::uint64_t begin = data.at();
  data.byte();  // how they are packed

  ChainIndex index(FstBytes(path, file, index_end - length, index_end), handles, index_end - length - begin);
  index.read(newest);
  index.resolve();
  std::uint64_t unpacked = 0;
  for (const ChainIndex::Chain& chain : index.chains) {
    if (chain.offset == 0) continue;
    FstBytes changes(path, file, begin + chain.offset, begin + chain.offset + chain.length);
    std::uint64_t size = changes.varint();
    if (size == 0) size = changes.left();
    if (size == 0) changes.refuse("changes of no bytes");
    if (size > memory - unpacked) changes.refuse("more changes than announced");
    unpacked += size;
  }
  return block;
}

}  // namespace xb
