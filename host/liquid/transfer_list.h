// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "host/liquid/network_transfers.h"

namespace xb {

/// A transfer set has at most so many packets, so that it fits into some hundred megabytes.
constexpr unsigned kMostTransfers = 1U << 22;

/// What the key `transfers` may be, for messages.
extern const char* const kAllowedTransfers;

/// `0..3>4,6`: from every host of the first list to every host of the second one, a packet each; several
/// such, separated by `;`. Nothing if the text is not that.
std::optional<std::vector<SizedTransfer>> parse_transfers(const std::string& text);

/// A name ends in `.csv`: a file of transfers.
bool is_transfer_file(const std::string& name);

/// Lines `source,destination` or `source,destination,packets`; the first one may be these words. Throws
/// InputError with file and line.
std::vector<SizedTransfer> read_transfers(const std::string& path);

/// `all`, from each host that takes part (`taking_part`, by host) to each, itself included; or one of the
/// above, whose hosts all must. Throws InputError, also above kMostTransfers packets.
std::vector<SizedTransfer> transfers_among(const std::string& text, const std::vector<bool>& taking_part);

}  // namespace xb
