// SPDX-License-Identifier: Apache-2.0
#include "host/traffic/replay.h"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>

#include "host/base/errors.h"
#include "host/link/packet.h"

namespace xb {

AddressHosts::AddressHosts(const Capture& capture, const std::vector<std::uint32_t>& order,
                           const HostList& taking_part, unsigned hosts)
    : capture_(capture), taking_part_(taking_part), takes_part_(hosts, false) {
  for (unsigned position = 0; position < taking_part.size(); ++position)
    takes_part_[taking_part[position]] = true;
  for (const std::uint32_t number : order) learn(capture.frames[number]);
  for (const std::uint32_t number : order) place(capture.frames[number]);
}

/// An address of the lab's must be that of a host that takes part.
void AddressHosts::check_address(const CapturedFrame& frame, std::uint64_t address, const char* which) const {
  const auto host = host_of_address(address);
  if (!host || (*host < takes_part_.size() && takes_part_[*host])) return;
  throw InputError("{}: byte {}: a frame whose {} is {}, host {}; allowed: the hosts 0..{}{}", capture_.path,
                   frame.data, which, address_text(address), *host, takes_part_.size() - 1,
                   taking_part_.is_all() ? "" : " that take part, of the key ranks");
}

/// An address that is seen at an interface is there, from the file's first frame on.
void AddressHosts::learn(const CapturedFrame& frame) {
  const EthernetHeader header = ethernet_header(capture_.data(frame));
  const Sides sides = this->sides(frame);
  check_address(frame, header.source, "source");
  check_address(frame, header.destination, "destination");
  if (!sides.source_by_interface && !sides.destination_by_interface) return;
  if (frame.interface >= taking_part_.size())
    throw InputError(
        "{}: byte {}: a frame of interface {}; allowed: 0..{}, one a host (ports, ranks), or a "
        "capture of one "
        "interface (editcap -F pcap makes it that)",
        capture_.path, frame.data, frame.interface, taking_part_.size() - 1);
  const std::uint64_t there = sides.source_by_interface ? header.source : header.destination;
  if (!is_group_address(there) && !host_of_address(there)) position_.emplace(there, frame.interface);
}

/// All others have the hosts in turn, in the order in which they appear.
void AddressHosts::place(const CapturedFrame& frame) {
  const EthernetHeader header = ethernet_header(capture_.data(frame));
  const Sides sides = this->sides(frame);
  const auto put = [&](std::uint64_t address, bool by_interface) {
    if (by_interface || host_of_address(address)) return;
    if (position_.emplace(address, next_).second) next_ = next_ + 1 < taking_part_.size() ? next_ + 1 : 0;
  };
  put(header.source, sides.source_by_interface);
  put(header.destination, sides.destination_by_interface);
}

unsigned AddressHosts::host_of(std::uint64_t address) const {
  if (const auto host = host_of_address(address)) return *host;
  return taking_part_[position_.at(address)];
}

AddressHosts::Ends AddressHosts::ends(const CapturedFrame& frame) const {
  const EthernetHeader header = ethernet_header(capture_.data(frame));
  const Sides sides = this->sides(frame);
  const auto side = [&](std::uint64_t address, bool by_interface) {
    return by_interface && !host_of_address(address) ? taking_part_[frame.interface] : host_of(address);
  };
  return {side(header.source, sides.source_by_interface),
          side(header.destination, sides.destination_by_interface)};
}

namespace {

constexpr std::uint64_t kMostCycles = 10000000000000000;  // a tenth of what can be run

[[noreturn]] void refuse(const Capture& capture, const CapturedFrame& frame, const std::string& why) {
  throw InputError("{}: byte {}: {}", capture.path, frame.data, why);
}

/// The frames' numbers in the order of time; those of one time in the order of the file.
std::vector<std::uint32_t> by_time(const Capture& capture) {
  std::vector<std::uint32_t> order(capture.frames.size());
  std::iota(order.begin(), order.end(), 0U);
  const auto earlier = [&](std::uint32_t a, std::uint32_t b) {
    return capture.frames[a].nanoseconds < capture.frames[b].nanoseconds;
  };
  std::stable_sort(order.begin(), order.end(), earlier);
  return order;
}

/// Of the lab's own packets the header is not part of what the beats carried.
std::uint64_t bytes_of(const Capture& capture, const CapturedFrame& frame) {
  const unsigned envelope = is_lab_frame(ethernet_header(capture.data(frame))) ? kEthernetHeaderBytes : 0;
  return std::max<std::uint64_t>(1, frame.length - envelope);
}

/// The length of a frame's packet, in the unit of the rules.
unsigned length_of(const Capture& capture, const CapturedFrame& frame, const ReplayRules& rules) {
  const std::uint64_t bytes = bytes_of(capture, frame);
  const std::uint64_t beats = beats_of_bytes(bytes, rules.width);
  if (rules.lengths.in_bytes() && bytes > kMaxPacketBytes)
    refuse(capture, frame,
           fmt::format("a frame of {} bytes; allowed: at most {}", frame.length, kMaxPacketBytes));
  if (beats > kMaxPacketBeats)
    refuse(capture, frame,
           fmt::format("a frame of {} bytes, {} beats of {} bits; allowed: at most {} beats", frame.length,
                       beats, rules.width, kMaxPacketBeats));
  return static_cast<unsigned>(rules.lengths.in_bytes() ? bytes : beats);
}

/// The eight priorities shared among the classes, the highest for the highest class.
unsigned class_of(const Capture& capture, const CapturedFrame& frame, const ReplayRules& rules) {
  return rules.classes == 1 ? 0 : rules.priority(capture.data(frame)) * rules.classes / 8;
}

/// The beat time from which on a frame may go, with so many beats before it.
std::uint64_t spaced(std::uint64_t beats_before, double load) {
  const double beat_time = std::floor(static_cast<double>(beats_before) / load);
  if (beat_time > static_cast<double>(kMostCycles))
    throw InputError(
        "load: '{}' is not allowed here; allowed: so much that the capture takes at "
        "most {} beat times",
        load, kMostCycles);
  return static_cast<std::uint64_t>(beat_time);
}

std::uint64_t cycle_of(const Capture& capture, const CapturedFrame& frame, std::uint64_t start,
                       const ClockScale& clock) {
  constexpr std::uint64_t kMostNanoseconds = 1000000000000000000;
  if (!frame.timed)
    refuse(capture, frame, "a frame without a time (a simple packet block); allowed: with replay load");
  const std::uint64_t since = frame.nanoseconds - start;
  const std::uint64_t cycle = since > kMostNanoseconds ? kMostCycles + 1 : clock.cycles(since);
  if (cycle > kMostCycles)
    refuse(capture, frame,
           fmt::format("a frame {} s after the first; allowed: at most {} cycles, or with replay load",
                       since / 1000000000, kMostCycles));
  return cycle;
}

}  // namespace

std::uint64_t beats_of_bytes(std::uint64_t bytes, unsigned width) {
  const std::uint64_t beat = width / 8;
  return std::max<std::uint64_t>(1, (bytes + beat - 1) / beat);
}

PacketBytes packet_bytes(const Capture& capture) {
  PacketBytes bytes{bytes_of(capture, capture.frames.front()), 0};
  for (const CapturedFrame& frame : capture.frames) {
    bytes.least = std::min(bytes.least, bytes_of(capture, frame));
    bytes.most = std::max(bytes.most, bytes_of(capture, frame));
  }
  return bytes;
}

Replay make_replay(const Capture& capture, const ReplayRules& rules) {
  const std::vector<std::uint32_t> order = by_time(capture);
  const AddressHosts addresses(capture, order, rules.taking_part, rules.hosts);
  const ClockScale clock(rules.clock_mhz);
  Replay replay;
  replay.by_host.resize(rules.hosts);
  replay.in_beat_times = rules.load.has_value();
  replay.frames = order.size();
  replay.start_nanoseconds = capture.frames[order.front()].nanoseconds;
  replay.shortest = std::max(kMaxPacketBeats, kMaxPacketBytes);
  std::vector<std::uint64_t> beats_before(rules.hosts, 0);
  for (const std::uint32_t number : order) {
    const CapturedFrame& frame = capture.frames[number];
    const AddressHosts::Ends ends = addresses.ends(frame);
    const unsigned length = length_of(capture, frame, rules);
    std::uint64_t& before = beats_before[ends.source];
    const std::uint64_t at =
        rules.load ? spaced(before, *rules.load) : cycle_of(capture, frame, replay.start_nanoseconds, clock);
    before += rules.lengths.beats_of(length);
    replay.by_host[ends.source].push_back({at, class_of(capture, frame, rules), number,
                                           static_cast<std::uint16_t>(ends.destination),
                                           static_cast<std::uint16_t>(length)});
    replay.shortest = std::min(replay.shortest, length);
    replay.longest = std::max(replay.longest, length);
  }
  return replay;
}

}  // namespace xb
