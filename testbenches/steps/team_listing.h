// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "host/liquid/transfer_set.h"

namespace xb {

enum class Listing { FullSimultaneities, FullTeams };

/// Writes all of them to a file, or `-`, as they are found, one a line; the last line says how many there
/// are. After so many seconds of CPU time (0: never) it is a count of those found so far. Throws InputError
/// for what has no congestion graph.
void list_simultaneities(Listing listing, const TransferSet& transfers, const std::string& path,
                         double cpu_seconds);

}  // namespace xb
