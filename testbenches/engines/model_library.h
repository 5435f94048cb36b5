// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "host/config/setup.h"

namespace xb {

/// What a Verilated model is built for.
struct ModelSpec {
  std::string rtl_module;
  unsigned ports = 0, queues = 0, width = 0;
  std::uint32_t max_depth = 0;
  std::vector<RtlParameter> parameters;  ///< further ones
  bool keep = false;                     ///< beats have a tkeep
  unsigned classes = 1;                  ///< of traffic
  bool fifo_inputs = false;              ///< the lab's, with a FIFO an input
  bool trace = false;                    ///< with waveforms (slower)
  bool checkers = false;                 ///< with the assertions of rtl/checkers (slower)
  bool random_start = false;             ///< whatever is not reset begins with a random value
  bool registered = false;               ///< with a register behind each input, which spares an evaluation
  bool flags = true;                     ///< it shows its flags
  bool optimised = false;                ///< compiled for speed, which takes five times as long
  std::filesystem::path rtl_dir;         ///< where its sources are
  std::filesystem::path overlay;         ///< folder with modules in the place of some of those; or empty
  std::shared_ptr<const Device> device;  ///< instead of all those; null: the lab's RTL
  RunConfig config;                      ///< that the device's parameters follow from
  std::string extra_source;  ///< C++ compiled behind the shim, relative to the checkout; usually empty

  /// For a run: checkers wherever speed is not the point, which is with traces and in lock-step; not
  /// optimised for a short one in lock-step, which takes less time than the optimiser.
  static ModelSpec of(const Setup& setup, bool trace);
  /// For results alone: of the lab's RTL registered, and without flags where the hosts know them.
  static ModelSpec for_results(const Setup& setup);
};

/// Path of the model's shared library; builds it first if no cached one is made of the same things (RTL,
/// shim, tools, parameters), saying so on standard error. Waits for another process that builds the same one,
/// saying so as well, and an interrupted build leaves nothing that a later run would take for a model. Throws
/// RunError.
std::filesystem::path model_library(const ModelSpec& spec);

/// What a model says, or Verilator of it, with the files and the module as the user knows them.
std::string in_users_names(const ModelSpec& spec, const std::string& text);

/// Whether that library is there already.
bool has_model(const ModelSpec& spec);

/// The libraries of the switches of one run, each looked for once.
class ModelLibraries {
 public:
  /// model_library() when it is first asked for; later the same path.
  const std::filesystem::path& of(const ModelSpec& spec);

 private:
  std::map<std::string, std::filesystem::path> found_;  // by all that a spec says
};

/// Appends a checksum of the name and of the whole library, which loaders do not look at.
void seal_model(const std::filesystem::path& library, const std::string& name);

/// Whether the library is as it was when it was sealed under this name. A missing one is not.
bool is_sealed_model(const std::filesystem::path& library, const std::string& name);

}  // namespace xb
