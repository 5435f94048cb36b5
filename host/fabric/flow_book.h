// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <map>
#include <tuple>
#include <utility>
#include <vector>

#include "host/containers/sparse_row.h"
#include "host/fabric/trip.h"
#include "host/link/receiver.h"

namespace xb {

/// A packet that has come to its host's switch, and how it came.
struct Arrival {
  DeliveredPacket packet;
  Trip trip;
};

/// The end-to-end check of the packets from and to one switch's hosts: each comes once, and in order. Where
/// packets of a flow may take different ways (adaptive routes), those that come early wait at the receiving
/// card until those before them have come; where switches may drop packets, a gap is a loss.
class FlowBook {
 public:
  struct Rules {
    bool lossy = false;     ///< a packet may be missing
    bool adaptive = false;  ///< packets may overtake each other; not together with lossy
  };

  /// `first_rank`, `hosts`: of this switch; `all`: hosts of the network. Classes have no order between them.
  FlowBook(unsigned first_rank, unsigned hosts, unsigned all, const Rules& rules, unsigned classes = 1)
      : rules_(rules),
        first_(first_rank),
        classes_(classes),
        all_(all),
        row_pages_((all + Row::kPage - 1) / Row::kPage),
        sent_(std::size_t{hosts} * classes * row_pages_ * Row::kPage),
        due_(sent_),
        gaps_(sent_) {}

  /// A packet of a host of this switch starts. Its trip gets its number by number(), which finds the count in
  /// the cache if there is some time between them.
  void start(Trip& trip) {
    ++started_;
    __builtin_prefetch(sent_.find(place(trip.source, trip.note.of_class, trip.destination)));
    unnumbered_.push_back(&trip);
  }
  /// All that have started have the next numbers of their flows, in the order in which they did.
  void number() {
    for (Trip* trip : unnumbered_)
      trip->sequence = sent_[place(trip->source, trip->note.of_class, trip->destination)]++;
    unnumbered_.clear();
  }

  /// What a packet that comes for a host of this switch is compared with.
  [[nodiscard]] const std::uint32_t* due(const Trip& trip) const {
    return due_.find(place(trip.destination, trip.note.of_class, trip.source));
  }
  /// A packet has come for a host of this switch: calls on_packet(get) for it, and for those that waited for
  /// it, in order; get() is the packet's Arrival, `arrival()` that of this one. Throws RunError if it comes
  /// twice or out of order.
  template <class GetArrival, class OnPacket>
  void arrived(const Trip& trip, GetArrival&& arrival, OnPacket&& on_packet) {
    const std::size_t flow = place(trip.destination, trip.note.of_class, trip.source);
    std::uint32_t& due = due_[flow];
    ++arrived_;
    if (trip.sequence == due) {
      ++due;
      on_packet(arrival);
      if (!early_.empty()) release(arrival(), due, on_packet);
      return;
    }
    const bool goes_back = trip.sequence - due > kHalf;
    if (goes_back || (!rules_.lossy && !rules_.adaptive)) fault(trip, due);
    if (rules_.lossy) {
      gaps_[flow] += trip.sequence - due;
      due = trip.sequence + 1;
      on_packet(arrival);
      return;
    }
    ++overtaken_;
    if (!early_.insert({key_of(trip, trip.sequence), arrival()}).second) fault(trip, due);
  }

  using Row = SparseRow<std::uint32_t>;
  /// Packets that a host of this switch has sent so far to each host of the network, and has got from each,
  /// modulo 2^32.
  [[nodiscard]] Row sent(unsigned source) const;
  [[nodiscard]] Row received(unsigned destination) const;
  [[nodiscard]] std::uint32_t received(unsigned destination, unsigned source) const;

  [[nodiscard]] std::uint64_t started() const { return started_; }
  [[nodiscard]] std::uint64_t arrived() const { return arrived_; }
  /// Packets that came before one that was sent earlier.
  [[nodiscard]] std::uint64_t overtaken() const { return overtaken_; }
  /// Packets that wait for those before them.
  [[nodiscard]] std::size_t waiting() const { return early_.size(); }

 private:
  static constexpr std::uint32_t kHalf = 1U << 31U;
  struct Key {
    unsigned source, destination, of_class;
    std::uint32_t sequence;
    bool operator<(const Key& b) const {
      return std::tie(source, destination, of_class, sequence) <
             std::tie(b.source, b.destination, b.of_class, b.sequence);
    }
  };
  static Key key_of(const Trip& trip, std::uint32_t sequence) {
    return {trip.source, trip.destination, trip.note.of_class, sequence};
  }
  /// The first page of a host of this switch and a class.
  [[nodiscard]] std::size_t page(unsigned rank, unsigned of_class) const {
    return (std::size_t{rank - first_} * classes_ + of_class) * row_pages_;
  }
  /// Of a flow between it and another host.
  [[nodiscard]] std::size_t place(unsigned rank, unsigned of_class, unsigned other) const {
    return page(rank, of_class) * Row::kPage + other;
  }
  void add(Row& sum, const Row& flows, std::size_t first_page, std::uint32_t factor = 1) const;
  template <class OnPacket>
  void release(const Arrival& arrival, std::uint32_t& due, OnPacket&& on_packet) {
    for (;;) {
      const auto found = early_.find(key_of(arrival.trip, due));
      if (found == early_.end()) return;
      Arrival next = found->second;
      early_.erase(found);
      ++due;
      // It is the host's from now on.
      next.packet.last_out_cycle = arrival.packet.last_out_cycle;
      on_packet([&] { return next; });
    }
  }
  [[noreturn]] static void fault(const Trip& trip, std::uint32_t due);

  Rules rules_;
  unsigned first_, classes_, all_;
  std::size_t row_pages_;
  // Per host of this switch and class, and per host of the network: one row after the other, all in one, so
  // that what finds a value stays in the cache.
  Row sent_, due_;
  Row gaps_;  // likewise, packets of due_ that did not come
  std::vector<Trip*> unnumbered_;
  std::map<Key, Arrival> early_;
  std::uint64_t started_ = 0, arrived_ = 0, overtaken_ = 0;
};

}  // namespace xb
