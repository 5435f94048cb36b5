// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <utility>

#include "host/containers/ring.h"
#include "systemc/wires.h"

namespace xb::twin {

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
class alignas(64) PacketQueue {
 public:
  explicit PacketQueue(unsigned data_words = 0)
      : data_words_(static_cast<std::uint8_t>(data_words)), cells_(data_words == 0) {
    if (data_words > 0) payload_ = std::make_unique<Payload>();
  }
  /// An empty queue of the same kind.
  PacketQueue(const PacketQueue& other) : PacketQueue(other.data_words_) {}
  PacketQueue& operator=(const PacketQueue&) = delete;
  ~PacketQueue() = default;

  void reset() {
    packets_.clear();
    if (payload_) payload_->words.clear();
    beats_ = 0;
    open_ = false;
    cells_ = data_words_ == 0;
  }

  [[nodiscard]] bool empty() const { return beats_ == 0; }
  [[nodiscard]] std::uint32_t beats() const { return beats_; }
  /// Packets of which a beat has entered and the last has not left.
  [[nodiscard]] std::uint32_t packets() const { return packets_.size(); }
  /// ... and of which the last beat has entered.
  [[nodiscard]] std::uint32_t complete() const { return packets_.size() - (open_ ? 1 : 0); }

  /// A packet's first beat is its push with `first`; `data`: data_words words, or one (the tag) without.
  [[gnu::always_inline]] void push(bool first, bool last, std::uint8_t dest, std::uint32_t stamp,
                                   const std::uint64_t* data) {
    ++beats_;
    open_ = !last;
    cells_ = false;
    if (first) {
      packets_.push({*data, stamp, 1, 0, dest, last});
    } else {
      Packet& packet = packets_.back();
      ++packet.in;
      packet.complete = last;
    }
    for (unsigned w = 0; w < data_words_; ++w) payload_->words.push(data[w]);
  }

  /// Without payload.
  [[nodiscard]] bool counts_only() const { return data_words_ == 0; }
  /// A packet of one beat enters, leaves: short cuts without payload. All in the queue are such packets.
  void push_single(std::uint8_t dest, std::uint32_t stamp, std::uint64_t tag) {
    packets_.push({tag, stamp, 1, 0, dest, true});
    ++beats_;
  }
  /// `may_be_long`: then what comes next has left the cache since it came.
  void pop_single(bool may_be_long = true) {
    packets_.pop();
    if (may_be_long) __builtin_prefetch(&packets_[2]);
    --beats_;
  }
  /// Nothing has come since the queue was empty but by push_single().
  [[nodiscard]] bool cells() const { return cells_; }

  /// The packet at the head; packets() > 0.
  [[nodiscard]] const Packet& head() const { return packets_.front(); }
  [[nodiscard]] const Packet& packet(std::uint32_t index) const { return packets_[index]; }
  /// The beat at the head; beats of the head packet > 0.
  [[nodiscard]] Side side() const {
    const Packet& p = head();
    return {p.dest, p.out == 0, p.complete && p.out + 1 == p.in};
  }
  /// The same of which only the marks count.
  [[nodiscard]] Side marks() const { return cells_ ? Side{0, true, true} : side(); }
  /// Its words, valid until the next push or pop; without payload the packet's tag.
  [[nodiscard]] const std::uint64_t* data() const {
    if (data_words_ == 0) return &head().tag;
    for (unsigned w = 0; w < data_words_; ++w) payload_->beat[w] = payload_->words[w];
    return payload_->beat;
  }
  /// Takes the beat at the head.
  void pop() {
    Packet& packet = packets_.front();
    --beats_;
    ++packet.out;
    for (unsigned w = 0; w < data_words_; ++w) payload_->words.pop();
    if (!packet.complete || packet.out != packet.in) return;
    packets_.pop();
    cells_ = packets_.empty() && counts_only();
  }
  /// Takes it, and says what it was.
  [[gnu::always_inline]] Side take() {
    if (cells_) {
      const std::uint8_t dest = head().dest;
      pop_single();
      return {dest, true, true};
    }
    const Side beat = side();
    pop();
    return beat;
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
  /// The same of the only packet, a beat each; `last` enters.
  void pass(bool last) {
    Packet& packet = packets_.front();
    ++packet.in;
    ++packet.out;
    packet.complete = last;
    open_ = !last;
  }
  /// Its last beat, the only one in the queue, leaves, and the first one of a longer packet enters.
  void follow(std::uint8_t dest, std::uint32_t stamp, std::uint64_t tag) {
    packets_.front() = {tag, stamp, 1, 0, dest, false};
    open_ = true;
  }

 private:
  struct Payload {
    Ring<std::uint64_t> words;
    std::uint64_t beat[kMaxBeatWords] = {};
  };

  Ring<Packet> packets_;
  std::uint32_t beats_ = 0;
  std::uint8_t data_words_;
  bool open_ = false;  // the packet at the tail is not complete
  bool cells_;
  std::unique_ptr<Payload> payload_;
};

}  // namespace xb::twin
