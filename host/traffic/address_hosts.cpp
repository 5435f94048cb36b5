// SPDX-License-Identifier: Apache-2.0
#include "host/traffic/address_hosts.h"

#include "host/base/errors.h"

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

}  // namespace xb
