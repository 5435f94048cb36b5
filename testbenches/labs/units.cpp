// SPDX-License-Identifier: Apache-2.0
#include "testbenches/labs/units.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>

#include "host/base/errors.h"
#include "host/base/text_file.h"
#include "testbenches/engines/paths.h"
#include "testbenches/labs/made_file.h"
#include "testbenches/process/output_file.h"

namespace xb {

namespace fs = std::filesystem;

fs::path usual_units() { return source_dir() / "labs"; }

std::vector<fs::path> unit_folders(const fs::path& units) {
  std::vector<fs::path> folders;
  std::error_code error;
  for (const auto& entry : fs::directory_iterator(units, error)) {
    if (fs::exists(entry.path() / "unit.toml", error)) folders.push_back(entry.path());
  }
  if (folders.empty())
    throw InputError(fmt::format("--units: '{}' is not allowed; allowed: a folder of units", units.string()));
  const auto number = [](const fs::path& folder) {
    return std::strtoul(folder.filename().string().c_str(), nullptr, 10);
  };
  std::sort(folders.begin(), folders.end(), [&](const fs::path& a, const fs::path& b) {
    return std::pair(number(a), a) < std::pair(number(b), b);
  });
  return folders;
}

fs::path unit_folder(const fs::path& units, const std::string& number) {
  std::string known;
  for (const fs::path& folder : unit_folders(units)) {
    const std::string name = folder.filename().string();
    if (name.substr(0, name.find('-')) == number || name == number) return folder;
    known += " " + name.substr(0, name.find('-'));
  }
  throw InputError(fmt::format("unit: '{}' is not allowed; allowed:{}", number, known));
}

namespace {

/// The handout, whose links into the repository hold in the student's folder, too, as long as both stay where
/// they are to each other.
void hand_out(const fs::path& unit, const fs::path& folder) {
  static const std::string kLink = "](../../";
  const fs::path name = "handout.md";
  std::string text = read_text_file((unit / name).string(), "handout", "a file that can be read");
  const std::string top = "](" + fs::relative(source_dir(), folder).string() + "/";
  for (std::size_t at = text.find(kLink); at != std::string::npos; at = text.find(kLink, at + top.size()))
    text.replace(at, kLink.size(), top);
  write_output(folder / name, text);
}

}  // namespace

void start_unit(const LabUnit& unit, const fs::path& folder) {
  std::error_code error;
  const bool there = fs::exists(folder, error);
  if (there && !(fs::is_directory(folder, error) && fs::is_empty(folder, error)))
    throw InputError(
        fmt::format("folder: '{}' is not allowed; allowed: a new or an empty folder", folder.string()));
  if (!there) fs::create_directories(folder, error);
  try {
    if (!error) fs::copy(unit.folder / "skeleton", folder, fs::copy_options::recursive, error);
    if (error)
      throw InputError(fmt::format("folder: '{}' is not allowed ({}); allowed: a folder that can be written",
                                   folder.string(), error.message()));
    make_files(folder);
    hand_out(unit.folder, folder);
  } catch (const std::exception&) {  // such as of a full disk: a half is none
    for (const auto& entry : fs::directory_iterator(folder, error)) fs::remove_all(entry.path(), error);
    if (!there) fs::remove(folder, error);
    throw;
  }
}

}  // namespace xb
