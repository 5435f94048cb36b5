// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>
#include <vector>

#include "host/base/geometric.h"
#include "host/link/host_list.h"
#include "host/link/length_unit.h"
#include "host/link/packet_lengths.h"
#include "host/traffic/burst_lengths.h"
#include "host/wires/port_set.h"

namespace xb {

struct RunConfig;

/// When packets arrive at the hosts of one switch. A source is on for a burst of packets, back to back, and
/// off for a geometric number of time units, 0 included; bursts of one packet each are Bernoulli arrivals.
/// The time unit is the slot (packets of one length), or the beat time of the link (mixed lengths).
/// Where lengths are bytes, the slot is the time of such a packet on its link, gap included, and the time
/// unit of mixed lengths the byte time; a packet arrives with the first beat time that is not before it. The
/// next arrival of each source is drawn ahead, so that time without arrivals costs nothing. The streams are
/// those of the ranks: a rank draws the same whatever switch it is on.
class Arrivals {
 public:
  /// `senders`: of all hosts. `cycles_per_beat`: of the hosts' cables, besides the switch's speed-up.
  Arrivals(const RunConfig& config, const HostRange& hosts, const HostList& senders,
           unsigned cycles_per_beat = 1);

  /// The next cycle in which a packet arrives anywhere.
  [[nodiscard]] std::uint64_t next_cycle() const { return next_cycle_; }
  /// ... and at one of these.
  [[nodiscard]] std::uint64_t next_cycle(PortMask ports) const {
    if ((ports >> next_port_ & 1U) != 0) return next_cycle_;
    std::uint64_t soonest = kNever;
    for_each_port(ports, [&](unsigned port) { soonest = std::min(soonest, next_unit_[port]); });
    return cycle_of(soonest);
  }

  /// Takes all arrivals up to cycle `now`, included; calls arrive(port, packets) for each port with some.
  template <class Arrive>
  void take_until(std::uint64_t now, Arrive&& arrive) {
    if (now < next_cycle_) return;
    const std::uint64_t last = last_unit_by(now);
    if (full_) {
      take_units(last, arrive, [last](Source& /*source*/, std::uint64_t& unit) {
        const std::uint64_t packets = last - unit + 1;
        unit = last + 1;
        return packets;
      });
    } else if (plain_) {
      take_units(last, arrive, [this, last](Source& source, std::uint64_t& unit) {
        unit += 1 + gap_.draw(source.gaps);
        if (__builtin_expect(unit > last, 1)) return std::uint64_t{1};
        const Late late = take_late(source, unit, last);
        unit = late.next_unit;
        return 1 + late.packets;
      });
    } else {
      take_units(last, arrive, [this, last](Source& source, std::uint64_t& unit) {
        std::uint64_t packets = 0;
        for (; unit <= last; ++packets) unit += units_until_next(source);
        return packets;
      });
    }
  }

  [[nodiscard]] std::uint64_t offered_beats() const {
    return cells_ ? offered_packets() * packets_.least() : offered_beats_;
  }
  [[nodiscard]] std::uint64_t offered_packets() const {
    std::uint64_t packets = 0;
    for (const Source& source : sources_) packets += source.packets;
    return packets;
  }
  [[nodiscard]] std::uint64_t offered_packets_of(unsigned port) const { return sources_[port].packets; }
  /// Bytes that the last beats of these packets have room for and do not have.
  [[nodiscard]] std::uint64_t missing_bytes() const { return missing_bytes_; }

 private:
  static constexpr std::uint64_t kNever = std::numeric_limits<std::uint64_t>::max();
  struct Source {
    RandomStream gaps;
    std::uint64_t packets = 0;  // offered
    RandomStream lengths;
    BurstLengths bursts;
  };

  /// Takes what arrives up to time unit `last`; packets(source, unit) says how many come to a source from
  /// `unit` on, and makes that the unit of the next one.
  template <class Arrive, class Packets>
  void take_units(std::uint64_t last, Arrive&& arrive, Packets&& packets) {
    // Copies, as what is written might be any of these to a compiler.
    const std::size_t ports = next_unit_.size();
    std::uint64_t* const units = next_unit_.data();
    Source* const sources = sources_.data();
    std::uint64_t soonest = kNever;
    std::size_t next = 0;
    for (std::size_t port = 0; port < ports; ++port) {
      std::uint64_t unit = units[port];
      if (unit <= last) {
        const std::uint64_t count = packets(sources[port], unit);
        sources[port].packets += count;
        arrive(static_cast<unsigned>(port), count);
        units[port] = unit;
      }
      // Not a branch: nobody can predict it.
      const bool sooner = unit < soonest;
      soonest = sooner ? unit : soonest;
      next = sooner ? port : next;
    }
    next_port_ = static_cast<unsigned>(next);
    next_cycle_ = cycle_of(soonest);
  }
  struct Late {
    std::uint64_t packets, next_unit;
  };
  /// Of cells without bursts, those of a source from `unit` to `last`. A copy, since a number whose address
  /// is known is in no register.
  [[gnu::noinline]] Late take_late(Source& source, std::uint64_t unit, std::uint64_t last) const {
    std::uint64_t packets = 0;
    for (; unit <= last; ++packets) unit += 1 + gap_.draw(source.gaps);
    return {packets, unit};
  }
  /// A packet has arrived: the time to the source's next one.
  std::uint64_t units_until_next(Source& source);
  std::uint64_t take_bytes(Source& source);
  [[nodiscard]] std::uint64_t cycle_of(std::uint64_t unit) const {
    return unit == kNever ? kNever : lengths_.beats_of(unit * unit_times_) * beat_cycles_;
  }
  /// The last one whose cycle_of() is not after `now`.
  [[nodiscard]] std::uint64_t last_unit_by(std::uint64_t now) const {
    const std::uint64_t beats = now / beat_cycles_;
    return (lengths_.in_bytes() ? beats * beat_bytes_ : beats) / unit_times_;
  }

  PacketLengths packets_;
  bool cells_;  // packets of one length in beats
  LengthUnit lengths_;
  unsigned beat_bytes_, gap_bytes_;
  std::uint64_t unit_times_;   // beat times, or byte times, of the time unit
  std::uint64_t beat_cycles_;  // of a beat time
  bool bursty_;
  bool plain_;  // cells, one at a time
  bool full_;   // ... in every slot: nothing is to be drawn
  Geometric gap_;
  std::vector<Source> sources_;
  std::vector<std::uint64_t> next_unit_;  // per port; kNever: no more, or no sender
  unsigned next_port_ = 0;                // with the least of them, or one of several
  std::uint64_t next_cycle_ = 0;
  std::uint64_t offered_beats_ = 0, missing_bytes_ = 0;  // of lengths that are not all the same
};

}  // namespace xb
