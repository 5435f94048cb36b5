// SPDX-License-Identifier: Apache-2.0
#include "testbenches/labs/made_file.h"

#include <vector>

#include "host/base/errors.h"
#include "host/base/text_file.h"
#include "testbenches/engines/paths.h"
#include "testbenches/process/output_file.h"
#include "testbenches/process/subprocess.h"

namespace xb {
namespace {

namespace fs = std::filesystem;

constexpr const char* kScript = ".sed";
constexpr const char* kMadeFrom = "# made from: ";
constexpr double kSeconds = 10;

std::string text_in(const fs::path& file) {
  return read_text_file(file.string(), "unit", "a file that can be read");
}

/// What a script makes of its file.
std::string text_by(const fs::path& script) {
  const std::string text = text_in(script), head = kMadeFrom;
  if (text.rfind(head, 0) != 0) throw RunError("{}:1: allowed: '{}PATH'", script.string(), head);
  const fs::path from = source_dir() / text.substr(head.size(), text.find('\n') - head.size());
  const Captured made = capture({"sed", "--sandbox", "-f", script.string(), "--", from.string()}, kSeconds);
  if (made.status != 0) throw RunError("{}: sed: {}", script.string(), made.errors);
  return made.out;
}

}  // namespace

fs::path made_name(const fs::path& file) {
  return file.extension() == kScript ? file.stem() : file.filename();
}

std::string made_text(const fs::path& file) {
  std::error_code error;
  if (fs::exists(file, error)) return file.extension() == kScript ? text_by(file) : text_in(file);
  return text_by(file.string() + kScript);
}

void make_files(const fs::path& folder) {
  std::vector<fs::path> scripts;
  for (const auto& entry : fs::recursive_directory_iterator(folder)) {
    if (entry.path().extension() == kScript) scripts.push_back(entry.path());
  }
  for (const fs::path& script : scripts) {
    write_output(script.parent_path() / made_name(script), text_by(script));
    fs::remove(script);
  }
}

}  // namespace xb
