// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "systemc/wires.h"

namespace xb::twin {

/// FIFO that grows by doubling, so that it allocates nothing once it has seen its longest content.
template <class T>
class GrowingRing {
 public:
  [[nodiscard]] bool empty() const { return size_ == 0; }
  [[nodiscard]] std::uint32_t size() const { return size_; }
  T& front() { return slots_[first_]; }
  [[nodiscard]] const T& front() const { return slots_[first_]; }
  T& back() { return (*this)[size_ - 1]; }
  [[nodiscard]] const T& back() const { return (*this)[size_ - 1]; }
  T& operator[](std::uint32_t index) { return slots_[(first_ + index) & (slots_.size() - 1)]; }
  const T& operator[](std::uint32_t index) const { return slots_[(first_ + index) & (slots_.size() - 1)]; }

  void clear() { first_ = size_ = 0; }
  void push(const T& value) {
    if (size_ == slots_.size()) grow();
    slots_[(first_ + size_) & (slots_.size() - 1)] = value;
    ++size_;
  }
  void pop() {
    first_ = (first_ + 1) & static_cast<std::uint32_t>(slots_.size() - 1);
    --size_;
  }

 private:
  void grow() {
    std::vector<T> larger(slots_.empty() ? 4 : slots_.size() * 2);
    for (std::uint32_t i = 0; i < size_; ++i) larger[i] = (*this)[i];
    slots_ = std::move(larger);
    first_ = 0;
  }

  std::vector<T> slots_;  // a power of two of them
  std::uint32_t first_ = 0, size_ = 0;
};

/// A packet that is in a queue, wholly or in part.
struct Packet {
  std::uint64_t tag;    ///< first word of its first beat
  std::uint32_t stamp;  ///< cycle in which its first beat was accepted
  std::uint32_t in;     ///< beats that have entered
  std::uint32_t out;    ///< beats that have left
  std::uint8_t dest;
  bool complete;  ///< its last beat has entered
};

/// Queue of packets, beat by beat at both ends: what a FIFO or a linked list of beats in the RTL holds. Beats
/// are counts; payload is kept only where the switch carries any (data_words > 0).
class PacketQueue {
 public:
  explicit PacketQueue(unsigned data_words = 0) : data_words_(data_words) {}

  void reset() {
    packets_.clear();
    payload_.clear();
    beats_ = complete_ = 0;
  }

  [[nodiscard]] bool empty() const { return beats_ == 0; }
  [[nodiscard]] std::uint32_t beats() const { return beats_; }
  /// Packets of which a beat has entered and the last has not left.
  [[nodiscard]] std::uint32_t packets() const { return packets_.size(); }
  /// ... and of which the last beat has entered.
  [[nodiscard]] std::uint32_t complete() const { return complete_; }

  /// A packet's first beat is its push with `first`; `data`: data_words words, or one (the tag) without.
  void push(bool first, bool last, std::uint8_t dest, std::uint32_t stamp, const std::uint64_t* data) {
    if (first) packets_.push({*data, stamp, 0, 0, dest, false});
    Packet& packet = packets_.back();
    ++packet.in;
    ++beats_;
    if (last) {
      packet.complete = true;
      ++complete_;
    }
    for (unsigned w = 0; w < data_words_; ++w) payload_.push(data[w]);
  }

  /// The packet at the head; packets() > 0.
  [[nodiscard]] const Packet& head() const { return packets_.front(); }
  [[nodiscard]] const Packet& packet(std::uint32_t index) const { return packets_[index]; }
  /// The beat at the head; beats of the head packet > 0.
  [[nodiscard]] Side side() const {
    const Packet& p = packets_.front();
    return {p.dest, p.out == 0, p.complete && p.out + 1 == p.in};
  }
  /// Its words, valid until the next push or pop; without payload the packet's tag.
  [[nodiscard]] const std::uint64_t* data() const {
    if (data_words_ == 0) return &packets_.front().tag;
    for (unsigned w = 0; w < data_words_; ++w) beat_[w] = payload_[w];
    return beat_;
  }
  /// Takes the beat at the head.
  void pop() {
    Packet& packet = packets_.front();
    ++packet.out;
    --beats_;
    for (unsigned w = 0; w < data_words_; ++w) payload_.pop();
    if (!packet.complete || packet.out != packet.in) return;
    packets_.pop();
    --complete_;
  }

  /// `n` further beats enter the packet at the tail, leave the one at the head; neither first nor last ones,
  /// and without payload.
  void push_middle(std::uint32_t n) {
    packets_.back().in += n;
    beats_ += n;
  }
  void pop_middle(std::uint32_t n) {
    packets_.front().out += n;
    beats_ -= n;
  }

 private:
  unsigned data_words_;
  GrowingRing<Packet> packets_;
  GrowingRing<std::uint64_t> payload_;
  mutable std::uint64_t beat_[kMaxDataWords] = {};
  std::uint32_t beats_ = 0, complete_ = 0;
};

}  // namespace xb::twin
