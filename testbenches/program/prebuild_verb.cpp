// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <filesystem>
#include <memory>

#include "testbenches/engines/model_library.h"
#include "testbenches/program/verbs.h"
#include "testbenches/terminal/progress_line.h"

namespace xb {

void prebuild_command(const std::string& copies) {
  ProgressLine progress({16, 2, 4, 8}, ProgressLine::Notes::AreTheWork);
  unsigned n = 0;
  for (const unsigned ports : {16U, 2U, 4U, 8U}) {
    progress.part(fmt::format("model {} of 4", ++n));
    RunConfig config;
    config.ports = ports;
    const std::filesystem::path library = model_library(ModelSpec::for_results(resolve(config)));
    if (copies.empty()) continue;
    std::filesystem::create_directories(copies);
    std::filesystem::copy_file(library, std::filesystem::path(copies) / library.filename(),
                               std::filesystem::copy_options::overwrite_existing);
  }
}

Verb prebuild_verb(CLI::App& program) {
  Verb verb(program, "prebuild", "build the common models ahead");
  verb.examples({"xbarlab prebuild"});
  const auto copies = std::make_shared<std::string>();
  verb.folder("--copy", *copies, "folder for copies of them, which a package brings along");
  verb.does([copies] { prebuild_command(*copies); });
  return verb;
}

}  // namespace xb
