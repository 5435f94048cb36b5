// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <array>
#include <vector>

#include "host/containers/ring.h"
#include "systemc/arbiter.h"
#include "systemc/wires.h"

namespace xb::twin {

/// The packets of one input that are able to start, in the order of arrival; twin of xb_order_window.
class OrderWindow {
 public:
  static constexpr unsigned kSlots = 8;
  struct Entry {
    std::uint32_t stamp;  ///< cycle in which the packet's first beat came
    std::uint8_t dest;
  };

  void reset() {
    count_ = 0;
    behind_.clear();
  }
  [[nodiscard]] unsigned count() const { return count_; }
  [[nodiscard]] const Entry& slot(unsigned index) const { return slots_[index]; }

  void push(const Entry& entry) {
    if (count_ < kSlots)
      slots_[count_++] = entry;
    else
      behind_.push(entry);
  }
  /// Takes the packet in a slot; those behind it move up.
  void take(unsigned index) {
    std::copy(&slots_[index + 1], &slots_[count_], &slots_[index]);
    if (behind_.empty()) {
      --count_;
      return;
    }
    slots_[kSlots - 1] = behind_.front();
    behind_.pop();
  }

 private:
  std::array<Entry, kSlots> slots_{};
  unsigned count_ = 0;
  Ring<Entry> behind_;
};

/// Twin of xb_window_matcher: in round k every unmatched input bids with its k-th packet.
class WindowMatcher {
 public:
  explicit WindowMatcher(unsigned ports) {
    for (unsigned j = 0; j < ports; ++j) arbiters_.emplace_back(ports, j);
  }

  void reset() {
    for (auto& arbiter : arbiters_) arbiter.reset();
  }
  void load(std::uint32_t seed) {
    for (auto& arbiter : arbiters_) arbiter.load(seed);
  }

  struct Match {
    PortMask inputs = 0, outputs = 0;
  };
  /// Matches free ports; dest(i), slot(i) are the output and the packet of a matched input. `bidding`: inputs
  /// whose window is not empty.
  Match match(const Settings& s, const std::vector<OrderWindow>& windows, PortMask bidding, PortMask in_free,
              PortMask out_free, std::uint32_t now) {
    Match match;
    in_free &= bidding;
    for (unsigned k = 0; k < s.window && in_free != 0 && out_free != 0; ++k) {
      PortMask outputs = 0;
      for_each_port(in_free, [&](unsigned i) {
        if (k >= windows[i].count()) {
          in_free &= ~bit(i);  // nor in a later round
          return;
        }
        const unsigned j = windows[i].slot(k).dest;
        if ((out_free & bit(j)) == 0) return;
        bidders_[j] = (outputs & bit(j)) != 0 ? bidders_[j] | bit(i) : bit(i);
        outputs |= bit(j);
      });
      for_each_port(outputs, [&](unsigned j) {
        const unsigned i = arbiters_[j].pick(s.arbiter, bidders_[j],
                                             [&](unsigned x) { return now - windows[x].slot(k).stamp; });
        arbiters_[j].advance(s.arbiter, i);
        dest_[i] = static_cast<std::uint8_t>(j);
        slot_[i] = static_cast<std::uint8_t>(k);
        match.inputs |= bit(i);
      });
      match.outputs |= outputs;
      out_free &= ~outputs;
      in_free &= ~match.inputs;
    }
    return match;
  }
  /// match() would find a match.
  [[nodiscard]] static bool possible(const Settings& s, const std::vector<OrderWindow>& windows,
                                     PortMask bidding, PortMask in_free, PortMask out_free) {
    bool any = false;
    for_each_port(in_free & bidding, [&](unsigned i) {
      for (unsigned k = 0; k < s.window && k < windows[i].count(); ++k)
        any |= (out_free & bit(windows[i].slot(k).dest)) != 0;
    });
    return any;
  }
  [[nodiscard]] unsigned dest(unsigned input) const { return dest_[input]; }
  [[nodiscard]] unsigned slot(unsigned input) const { return slot_[input]; }

 private:
  std::vector<Arbiter> arbiters_;  // per output
  std::array<PortMask, kMaxPorts> bidders_{};
  std::array<std::uint8_t, kMaxPorts> dest_{}, slot_{};
};

}  // namespace xb::twin
