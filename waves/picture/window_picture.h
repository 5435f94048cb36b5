// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <optional>
#include <string>

#include "host/trace/first_look.h"
#include "host/trace/traced_window.h"

namespace xb {

/// What a picture has room for.
constexpr unsigned kMostPicturePorts = 16;
constexpr std::size_t kMostPictureCycles = 201;  // of the usual window around a trigger: 50, 1 and 150

struct PictureOptions {
  std::string heading;                 ///< empty: switch, ports and cycles
  std::string asked_by = "svg";        ///< what messages begin with, a flag
  std::optional<FirstLook> look = {};  ///< what is marked; none: first_look()
};

/// A window of cycles as one page of SVG: cycles from left to right; a row per input and output with the
/// packets that pass as bars in the colours of their destinations; the queues below, their heads at the
/// bottom; blocked heads, arrows from head-of-line blocked ones to the packets that block them, idle outputs
/// and discarded packets marked; the sentence of first_look() at the top and its cycle marked. Elements have
/// classes (README.md) and `data-packet`.
///
/// Throws InputError for a window without cycles, with more than kMostPictureCycles, or of a switch with more
/// than kMostPicturePorts.
std::string window_picture(const TracedWindow& window, const PictureOptions& options = {});

}  // namespace xb
