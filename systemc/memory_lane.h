// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "systemc/hol_probe.h"
#include "systemc/ingress_stage.h"
#include "systemc/packet_lists.h"

namespace xb::twin {

/// An input of a memory switch, or a class at one: its stage, and the packet that it writes. `queue` is that
/// of the word at the stage's head.
struct MemoryLane {
  /// What becomes of that word at the input's turn.
  enum class Fate : std::uint8_t { None, Write, Discard, Wait };

  IngressStage stage;
  HolProbe probe{};
  std::uint32_t packet = 0;    // being written
  std::uint32_t reserved = 0;  // words that it may still take
  bool listed = false;         // it may be read
  bool discarding = false;

  /// There is a word. `drops`: a packet that finds no room is discarded.
  template <class Admission>
  [[nodiscard]] Fate decide(const Admission& admission, const PacketLists& lists, unsigned queue,
                            bool drops) const {
    const auto& word = stage.word();
    if (word.first) {
      if (admission.admits(queue, admission.packet_words(word.shared_on()))) return Fate::Write;
      return drops ? Fate::Discard : Fate::Wait;
    }
    if (discarding) return Fate::Discard;
    if (reserved != 0 || admission.admits(queue, 1)) return Fate::Write;
    // The packet that its output is sending may always take a word when it has none stored.
    const bool overdraft = lists.starved(queue) && lists.list(queue).head == packet;
    return overdraft ? Fate::Write : Fate::Wait;
  }

  /// The word goes to the memory in cycle `now`. Says whether its packet may be read from now on.
  template <class Admission>
  bool write(Admission& admission, PacketLists& lists, unsigned input, unsigned queue, bool store_forward,
             std::uint64_t now) {
    const auto word = stage.word();
    if (word.first) {
      packet = lists.create(word.tag, word.stamp, static_cast<std::uint8_t>(input));
      reserved = admission.packet_words(word.shared_on());
      listed = discarding = false;
      probe.leave(word.dest);
      admission.commit(queue, reserved);
    } else if (reserved == 0) {
      admission.commit(queue, 1);
      reserved = 1;
    }
    --reserved;
    if (word.last) {
      admission.commit(queue, 0U - reserved);
      reserved = 0;
    }
    auto& stored = lists[packet];
    const auto keep = [&](std::uint64_t payload) { stored.payload.push(payload); };
    const auto begin = [&](const IngressStage::Begin& b) {
      IngressStage::Begin& to = stored.begins.extend();
      to.tag = b.tag;
      to.at = stored.in + b.at;
    };
    stage.take(now, keep, begin);
    stored.in += word.beats;
    stored.complete = word.last;
    // Under store-and-forward a packet that is longer than what was reserved for it is forwarded as it comes.
    if (listed || (store_forward && !word.last && reserved != 0)) return false;
    listed = true;
    lists.append(queue, packet);
    return true;
  }

  /// The word is discarded in cycle `now`. Returns it.
  IngressStage::Word discard(std::uint64_t now) {
    const auto word = stage.word();
    discarding = true;
    if (word.first) probe.leave(word.dest);
    const auto lose = [](std::uint64_t /*payload*/) {};
    const auto nothing = [](const IngressStage::Begin& /*begin*/) {};
    stage.take(now, lose, nothing);
    return word;
  }
};

}  // namespace xb::twin
