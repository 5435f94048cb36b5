// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <string>

#include "testbenches/sources/model_sources.h"

namespace xb {

/// The sources of a model of the lab's RTL: a switch `top` and all below.
struct RtlRequest {
  std::string top;
  std::filesystem::path folder;  ///< of the lab's RTL
  bool checkers = false;         ///< with the assertions of its folder checkers/
  std::filesystem::path
      overlay;  ///< folder whose modules replace those of one name, or add to them; or empty
};

/// The package first, then in order of name. Throws InputError, one line, if a file of the overlay has no
/// module, or one that another has as well, or one that the switch does not use.
ModelSources rtl_sources(const RtlRequest& request);

/// A digest of what is in an overlay: its files' names, and their texts. Throws InputError.
std::string overlay_digest(const std::filesystem::path& overlay);

constexpr const char* kRegisteredInputs = "xb_registered_inputs";  ///< its module

/// A module with the ports and parameters of a switch of the lab's, whose text is `source`, around that
/// switch: each input but clock and reset goes through a register, whose clock is the port in_clk_i.
std::string registered_inputs(const std::string& source);

}  // namespace xb
