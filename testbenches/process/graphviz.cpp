// SPDX-License-Identifier: Apache-2.0
#include "testbenches/process/graphviz.h"

#include <filesystem>
#include <fstream>

#include "host/base/errors.h"
#include "host/base/text_file.h"
#include "testbenches/process/output_file.h"
#include "testbenches/process/subprocess.h"

namespace xb {

std::string graphviz(const std::string& program, const std::string& format, const std::string& graph,
                     const std::string& flag) {
  const std::filesystem::path folder = name_beside(std::filesystem::temp_directory_path() / "xbarlab");
  std::filesystem::create_directory(folder);
  const OnInterrupt undo_folder(folder);
  const std::string given = folder / "graph.dot";
  const std::string made = folder / "made";
  const std::string log = folder / "log";
  const OnInterrupt undo_given(given);
  const OnInterrupt undo_made(made);
  const OnInterrupt undo_log(log);
  std::ofstream(given) << graph;
  const int status = run_program({program, "-T" + format, given, "-o", made}, folder, log);
  const std::string text = status == 0 ? read_text_file(made, flag.c_str(), "a drawing") : "";
  std::error_code error;
  std::filesystem::remove_all(folder, error);
  if (status == 127) {
    throw InputError(
        "{}: needs Graphviz's {}, which is not installed; allowed: after apt-get install "
        "graphviz{}",
        flag, program, flag == "--svg" ? ", or --dot" : "");
  }
  if (status != 0) throw RunError("{}: exit status {}", program, status);
  return text;
}

}  // namespace xb
