// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "host/containers/ring.h"
#include "systemc/ingress_stage.h"
#include "systemc/wires.h"

namespace xb::twin {

/// Twin of xb_packet_lists: the chains of words in the shared memory, each of whole packets, and per output
/// the list of those that may be read. Where the RTL links words through RAMs, here a chain counts the beats
/// that were written and read.
class PacketLists {
 public:
  static constexpr std::uint32_t kNone = ~std::uint32_t{0};

  struct Stored {
    std::uint64_t tag;  ///< of the packet that is delivered
    std::uint32_t stamp;
    std::uint32_t in, out, sent;  ///< beats written, of which read (by whole words), of which delivered
    std::uint32_t begin;          ///< beat with which the packet that is delivered begins
    std::uint32_t next;           ///< in its output's list, or among the free ones
    std::uint8_t source;
    bool complete;                     ///< its last word is written
    Ring<IngressStage::Begin> begins;  ///< of the packets after that
    Ring<std::uint64_t> payload;

    /// Beat at which the packet that is delivered ends; not yet known: beyond all.
    [[nodiscard]] std::uint32_t end() const {
      if (!begins.empty()) return begins.front().at;
      return complete ? in : ~std::uint32_t{0};
    }
  };
  struct List {
    std::uint32_t head = kNone, tail = kNone;
    bool eligible = false;  ///< the head's routing delay is over
  };

  /// With classes, a list for each output and class.
  PacketLists(unsigned ports, unsigned data_words, unsigned classes = 1)
      : word_beats_(2 * ports), data_words_(data_words), lists_(std::size_t{ports} * classes) {}

  void reset() {
    for (auto& list : lists_) list = {};
    free_ = kNone;
    for (std::uint32_t p = 0; p < packets_.size(); ++p) release(p);
  }

  Stored& operator[](std::uint32_t packet) { return packets_[packet]; }
  const Stored& operator[](std::uint32_t packet) const { return packets_[packet]; }
  List& list(unsigned output) { return lists_[output]; }
  [[nodiscard]] const List& list(unsigned output) const { return lists_[output]; }
  [[nodiscard]] bool empty(unsigned output) const { return lists_[output].head == kNone; }

  std::uint32_t create(std::uint64_t tag, std::uint32_t stamp, std::uint8_t source) {
    if (free_ == kNone) {
      packets_.emplace_back();
      release(static_cast<std::uint32_t>(packets_.size() - 1));
    }
    const std::uint32_t packet = free_;
    Stored& stored = packets_[packet];
    free_ = stored.next;
    stored.tag = tag;
    stored.stamp = stamp;
    stored.in = stored.out = stored.sent = stored.begin = 0;
    stored.next = kNone;
    stored.source = source;
    stored.complete = false;
    stored.begins.clear();
    stored.payload.clear();
    return packet;
  }
  void release(std::uint32_t packet) {
    packets_[packet].next = free_;
    free_ = packet;
  }

  /// The packet may be read: it goes to the end of the output's list.
  void append(unsigned output, std::uint32_t packet) {
    List& list = lists_[output];
    (list.head == kNone ? list.head : packets_[list.tail].next) = packet;
    list.tail = packet;
  }
  /// There is a chain that is written whole and of which nothing is read.
  [[nodiscard]] bool has_whole(unsigned output) const {
    std::uint32_t packet = lists_[output].head;
    while (packet != kNone && !is_whole(packet)) packet = packets_[packet].next;
    return packet != kNone;
  }
  /// Takes the first such chain off the list; kNone: there is no such chain.
  std::uint32_t take_whole(unsigned output) {
    List& list = lists_[output];
    std::uint32_t before = kNone, packet = list.head;
    while (packet != kNone && !is_whole(packet)) {
      before = packet;
      packet = packets_[packet].next;
    }
    if (packet == kNone) return kNone;
    if (before == kNone) list.eligible = false;
    (before == kNone ? list.head : packets_[before].next) = packets_[packet].next;
    if (list.tail == packet) list.tail = before;
    return packet;
  }

  /// Takes the chain behind the head off the list if it is whole; kNone: there is no such chain.
  std::uint32_t take_behind_head(unsigned output) {
    List& list = lists_[output];
    const std::uint32_t packet = list.head == kNone ? kNone : packets_[list.head].next;
    if (packet == kNone || !is_whole(packet)) return kNone;
    packets_[list.head].next = packets_[packet].next;
    if (list.tail == packet) list.tail = list.head;
    return packet;
  }

  /// The output has read all that was written of its head packet, which goes on.
  [[nodiscard]] bool starved(unsigned output) const {
    const List& list = lists_[output];
    return list.head != kNone && packets_[list.head].in == packets_[list.head].out;
  }
  /// Beats of the word that the output would read next, 0 if there is none or its packet is not routed yet.
  [[nodiscard]] std::uint32_t readable(unsigned output, std::uint32_t now, std::uint32_t delay) const {
    const List& list = lists_[output];
    if (list.head == kNone) return 0;
    const Stored& packet = packets_[list.head];
    if (packet.out == 0 && !list.eligible && now - packet.stamp <= delay) return 0;
    return std::min(packet.in - packet.out, word_beats_);
  }
  /// Reads that word. Returns whether its packet is read to its end and has left the list.
  bool read(unsigned output, std::uint32_t beats) {
    List& list = lists_[output];
    Stored& packet = packets_[list.head];
    packet.out += beats;
    list.eligible = false;
    if (!packet.complete || packet.out != packet.in) return false;
    list.head = packet.next;
    return true;
  }

  /// First word of the beat that is delivered next of the packet, without payload its tag.
  [[nodiscard]] const std::uint64_t* data(std::uint32_t packet) const {
    const Stored& stored = packets_[packet];
    if (data_words_ == 0) return &stored.tag;
    for (unsigned w = 0; w < data_words_; ++w) beat_[w] = stored.payload[w];
    return beat_;
  }
  struct Delivered {
    bool last;  ///< of its packet
    bool gone;  ///< and of its chain, which is no more
  };
  /// A beat of the chain is delivered.
  Delivered deliver(std::uint32_t packet) {
    Stored& stored = packets_[packet];
    for (unsigned w = 0; w < data_words_; ++w) stored.payload.pop();
    if (++stored.sent != stored.end()) return {false, false};
    if (stored.begins.empty()) {
      release(packet);
      return {true, true};
    }
    stored.tag = stored.begins.front().tag;
    stored.begin = stored.sent;
    stored.begins.pop();
    return {true, false};
  }

 private:
  [[nodiscard]] bool is_whole(std::uint32_t packet) const {
    return packets_[packet].complete && packets_[packet].out == 0;
  }

  std::uint32_t word_beats_;
  unsigned data_words_;
  std::vector<Stored> packets_;
  std::uint32_t free_ = kNone;
  std::vector<List> lists_;
  mutable std::uint64_t beat_[kMaxBeatWords] = {};
};

}  // namespace xb::twin
