// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>

#include "waves/read/trace_source.h"

namespace xb {

/// A Fast Signal Trace. Structure and names are read here; the changes by GTKWave's library, which may crash
/// or end the process where they are bad.
std::unique_ptr<TraceSource> open_fst(const std::string& path);

}  // namespace xb
