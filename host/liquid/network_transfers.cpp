// SPDX-License-Identifier: Apache-2.0
#include "host/liquid/network_transfers.h"

#include <fmt/format.h>

#include <algorithm>

namespace xb {
namespace {

constexpr unsigned kNoLink = 0xffffffff;

/// The channels of a network, numbered as transfers come to use them.
class Channels {
 public:
  Channels(const Topology& topology, const Wiring& wiring, const Routes& routes)
      : topology_(topology), wiring_(wiring), routes_(routes), from_host_(wiring.hosts(), kNoLink) {
    for (unsigned at = 0; at < wiring.switches(); ++at) from_port_.emplace_back(wiring.ports(at), kNoLink);
  }

  /// The links of a transfer's path.
  const std::vector<unsigned>& path(Transfer transfer) {
    path_.clear();
    unsigned at = wiring_.switch_of(transfer.source);
    const unsigned to = wiring_.switch_of(transfer.destination);
    use(from_host_[transfer.source],
        {LinkKind::Ends::FromHost, topology_.switches[at].host_cable.period_cycles},
        [&] { return fmt::format("host {} -> {}", transfer.source, topology_.switches[at].name); });
    for (unsigned phase = 0; at != to;) {
      const unsigned port = routes_.fixed_port(at, phase, to, transfer.destination);
      phase = routes_.next_phase(at, phase, port);
      const PortEnd& end = wiring_.end(at, port);
      use(from_port_[at][port], {LinkKind::Ends::Inner, topology_.cables[end.cable].speed.period_cycles},
          [&] { return name(at, end); });
      at = end.index;
    }
    const unsigned port = wiring_.port_of(transfer.destination);
    use(from_port_[at][port], {LinkKind::Ends::ToHost, topology_.switches[at].host_cable.period_cycles},
        [&] { return name(at, wiring_.end(at, port)); });
    return path_;
  }

  [[nodiscard]] const std::vector<std::string>& names() const { return names_; }
  [[nodiscard]] LinkKind kind(unsigned link) const { return kinds_[link]; }
  /// Of a link, by the slowest one used.
  [[nodiscard]] unsigned capacity(unsigned link) const {
    unsigned slowest = 1;
    for (const LinkKind kind : kinds_) slowest = std::max(slowest, kind.period_cycles);
    return slowest / kinds_[link].period_cycles;
  }

 private:
  template <typename Name>
  void use(unsigned& link, LinkKind kind, const Name& name) {
    if (link == kNoLink) {
      link = static_cast<unsigned>(names_.size());
      names_.push_back(name());
      kinds_.push_back(kind);
    }
    path_.push_back(link);
  }
  [[nodiscard]] std::string name(unsigned at, const PortEnd& end) const {
    return fmt::format("{} -> {}", topology_.switches[at].name, end_name(topology_, end));
  }

  const Topology& topology_;
  const Wiring& wiring_;
  const Routes& routes_;
  std::vector<unsigned> from_host_;               // by host: the link's number
  std::vector<std::vector<unsigned>> from_port_;  // by switch and port
  std::vector<std::string> names_;                // by link
  std::vector<LinkKind> kinds_;                   // by link
  std::vector<unsigned> path_;
};

}  // namespace

std::vector<SizedTransfer> complete_exchange_of(const std::vector<unsigned>& hosts) {
  std::vector<SizedTransfer> all;
  all.reserve(hosts.size() * hosts.size());
  for (const unsigned source : hosts) {
    for (const unsigned destination : hosts)
      all.push_back({{static_cast<std::uint16_t>(source), static_cast<std::uint16_t>(destination)}, 1});
  }
  return all;
}

TransferSet transfers_over(const Topology& topology, const Wiring& wiring, const Routes& routes,
                           const std::vector<SizedTransfer>& transfers) {
  Channels channels(topology, wiring, routes);
  for (const SizedTransfer& transfer : transfers) channels.path(transfer.hosts);
  TransferSet set;
  for (unsigned link = 0; link < channels.names().size(); ++link) {
    set.add_link(channels.names()[link], channels.capacity(link), channels.kind(link));
  }
  for (const SizedTransfer& transfer : transfers) {
    const std::vector<unsigned>& path = channels.path(transfer.hosts);
    for (unsigned packet = 0; packet < transfer.packets; ++packet) set.add(transfer.hosts, path);
  }
  return set;
}

}  // namespace xb
