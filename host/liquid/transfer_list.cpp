// SPDX-License-Identifier: Apache-2.0
#include "host/liquid/transfer_list.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdint>

#include "host/base/errors.h"
#include "host/base/parse_number.h"
#include "host/base/text_file.h"
#include "host/link/host_list.h"
#include "host/liquid/network_transfers.h"

namespace xb {

const char* const kAllowedTransfers =
    "all, HOSTS>HOSTS;... such as 0..3>4,6 (each of the first to each of the second), or a .csv file of "
    "source,destination,packets";

namespace {

constexpr const char* kAllowedLine = "source,destination or source,destination,packets";

/// The fields of a line of a file.
SizedTransfer parse_line(const std::string& line, const std::string& place) {
  std::array<unsigned, 3> fields{0, 0, 1};
  constexpr std::array<const char*, 3> names{"source", "destination", "packets"};
  constexpr std::array<unsigned, 3> least{0, 0, 1};
  constexpr std::array<unsigned, 3> most{kMaxHosts - 1, kMaxHosts - 1, kMostTransfers};
  const std::vector<std::string> parts = list_parts(line);
  if (parts.size() < 2 || parts.size() > fields.size()) throw not_allowed(place, line, "{}", kAllowedLine);
  for (std::size_t n = 0; n < parts.size(); ++n) {
    if (!parse_number(parts[n], least[n], most[n], fields[n])) {
      throw InputError("{}: {} '{}' is not allowed; allowed: {}..{}", place, names[n], parts[n], least[n],
                       most[n]);
    }
  }
  return {{static_cast<std::uint16_t>(fields[0]), static_cast<std::uint16_t>(fields[1])}, fields[2]};
}

}  // namespace

std::shared_ptr<const std::vector<SizedTransfer>> parse_transfers(std::string_view text) {
  auto transfers = std::make_shared<std::vector<SizedTransfer>>();
  for (const std::string& part : list_parts(text, ';')) {
    const std::size_t arrow = part.find('>');
    if (arrow == std::string::npos) return nullptr;
    const auto from = parse_hosts(part.substr(0, arrow));
    const auto to = parse_hosts(part.substr(arrow + 1));
    if (!from || !to) return nullptr;
    for (const unsigned source : *from) {
      if (transfers->size() > kMostTransfers) break;  // check_transfers() refuses them
      for (const unsigned destination : *to) {
        transfers->push_back(
            {{static_cast<std::uint16_t>(source), static_cast<std::uint16_t>(destination)}, 1});
      }
    }
  }
  return transfers;
}

std::vector<SizedTransfer> read_transfers(const std::string& path) {
  std::string text = read_text_file(path, "transfers", kAllowedTransfers);
  if (!text.empty() && text.back() == '\n') text.pop_back();
  std::vector<SizedTransfer> transfers;
  unsigned line_number = 0;
  for (std::string& line : list_parts(text, '\n')) {
    ++line_number;
    if (!line.empty() && line.back() == '\r') line.pop_back();
    const bool heading = line_number == 1 && line.rfind("source,destination", 0) == 0;
    if (!heading) transfers.push_back(parse_line(line, fmt::format("{}:{}", path, line_number)));
  }
  if (transfers.empty()) throw InputError("{}: no transfer; allowed: at least one", path);
  return transfers;
}

void check_transfers(const std::vector<SizedTransfer>& transfers, const std::string& text,
                     const std::vector<bool>& taking_part) {
  std::uint64_t packets = 0;
  for (const SizedTransfer& transfer : transfers) {
    for (const unsigned host : {transfer.hosts.source, transfer.hosts.destination}) {
      if (host < taking_part.size() && taking_part[host]) continue;
      throw InputError(
          "transfers: '{}' is not allowed: host {} takes no part; allowed: hosts of "
          "the topology and of the key ranks",
          text, host);
    }
    packets += transfer.packets;
  }
  check_transfer_count(packets, text);
}

void check_transfer_count(std::uint64_t packets, const std::string& text) {
  if (packets <= kMostTransfers) return;
  throw InputError("transfers: '{}' is not allowed: {} packets; allowed: at most {}", text, packets,
                   kMostTransfers);
}

}  // namespace xb
