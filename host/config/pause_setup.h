// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>

#include "host/link/pause_settings.h"

namespace xb {

struct Setup;

/// Of a point of which all else is worked out; nothing: no host is held back. Throws InputError.
std::optional<PauseSettings> pause_settings(const Setup& setup);

}  // namespace xb
