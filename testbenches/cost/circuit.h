// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <memory>
#include <string>

#include "host/config/setup.h"
#include "host/device/device.h"
#include "testbenches/cost/harness.h"
#include "testbenches/sources/model_sources.h"

namespace xb {

/// The switch of a point, to be synthesized: of what its traffic is, nothing.
class Circuit {
 public:
  explicit Circuit(const Setup& setup);

  /// All that it is made of, as a text.
  [[nodiscard]] std::string identity() const;
  /// Leaves links to the sources and the harness in a folder; its flip-flops. Throws InputError, one line, if
  /// a user's modules do not fit.
  [[nodiscard]] unsigned write(const std::filesystem::path& folder) const;
  /// What yosys reads there.
  [[nodiscard]] std::string read_command() const;
  [[nodiscard]] const ModelSources& sources() const { return sources_; }

 private:
  CostedModule module_;  // its ports are not known yet
  ModelSources sources_;
  std::shared_ptr<const Device> device_;  // of a user; null: the lab's switch
  RunConfig config_;
};

}  // namespace xb
