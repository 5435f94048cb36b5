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

/// Calls `take(part)` with what is between the separators.
template <typename Take>
bool each_part(const std::string& text, char separator, const Take& take) {
  for (std::size_t begin = 0; begin <= text.size();) {
    const std::size_t end = std::min(text.find(separator, begin), text.size());
    if (!take(text.substr(begin, end - begin))) return false;
    begin = end + 1;
  }
  return true;
}

/// The fields of a line of a file.
SizedTransfer parse_line(const std::string& line, const std::string& place) {
  std::array<unsigned, 3> fields{0, 0, 1};
  constexpr std::array<const char*, 3> names{"source", "destination", "packets"};
  constexpr std::array<unsigned, 3> least{0, 0, 1};
  constexpr std::array<unsigned, 3> most{kMaxHosts - 1, kMaxHosts - 1, kMostTransfers};
  const auto commas = std::count(line.begin(), line.end(), ',');
  if (commas < 1 || commas > 2) throw not_allowed(place, line, "{}", kAllowedLine);
  std::size_t n = 0;
  each_part(line, ',', [&](const std::string& field) {
    if (!parse_number(field, least[n], most[n], fields[n])) {
      throw InputError("{}: {} '{}' is not allowed; allowed: {}..{}", place, names[n], field, least[n],
                       most[n]);
    }
    return ++n, true;
  });
  return {{static_cast<std::uint16_t>(fields[0]), static_cast<std::uint16_t>(fields[1])}, fields[2]};
}

}  // namespace

std::shared_ptr<const std::vector<SizedTransfer>> parse_transfers(std::string_view text) {
  auto transfers = std::make_shared<std::vector<SizedTransfer>>();
  const bool good = each_part(std::string(text), ';', [&](const std::string& part) {
    const std::size_t arrow = part.find('>');
    if (arrow == std::string::npos) return false;
    const auto from = parse_hosts(part.substr(0, arrow));
    const auto to = parse_hosts(part.substr(arrow + 1));
    if (!from || !to) return false;
    for (const unsigned source : *from) {
      if (transfers->size() > kMostTransfers) return true;  // check_transfers() refuses them
      for (const unsigned destination : *to) {
        transfers->push_back(
            {{static_cast<std::uint16_t>(source), static_cast<std::uint16_t>(destination)}, 1});
      }
    }
    return true;
  });
  return good ? transfers : nullptr;
}

std::vector<SizedTransfer> read_transfers(const std::string& path) {
  std::string text = read_text_file(path, "transfers", kAllowedTransfers);
  if (!text.empty() && text.back() == '\n') text.pop_back();
  std::vector<SizedTransfer> transfers;
  unsigned line_number = 0;
  each_part(text, '\n', [&](std::string line) {
    ++line_number;
    if (!line.empty() && line.back() == '\r') line.pop_back();
    const bool heading = line_number == 1 && line.rfind("source,destination", 0) == 0;
    if (!heading) transfers.push_back(parse_line(line, fmt::format("{}:{}", path, line_number)));
    return true;
  });
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
