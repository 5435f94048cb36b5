// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace xb {

struct SizedTransfer;

/// A transfer set has at most so many packets, so that it fits into some hundred megabytes.
constexpr unsigned kMostTransfers = 1U << 22;

/// What the key `transfers` may be, for messages.
extern const char* const kAllowedTransfers;

/// `0..3>4,6`: from every host of the first list to every host of the second one, a packet each; several
/// such, separated by `;`. Null if the text is not that.
std::shared_ptr<const std::vector<SizedTransfer>> parse_transfers(std::string_view text);

/// Of a file: lines `source,destination` or `source,destination,packets`; the first one may be these words.
/// Throws InputError with file and line.
std::vector<SizedTransfer> read_transfers(const std::string& path);

/// Throws InputError, with the `text` that gave them, where a host takes no part (`taking_part`, by host),
/// and above kMostTransfers packets.
void check_transfers(const std::vector<SizedTransfer>& transfers, const std::string& text,
                     const std::vector<bool>& taking_part);
/// The second of these, before there are any.
void check_transfer_count(std::uint64_t packets, const std::string& text);

}  // namespace xb
