// SPDX-License-Identifier: Apache-2.0
#include "testbenches/labs/rtl_folder.h"

#include <filesystem>

#include "testbenches/labs/criterion_table.h"
#include "testbenches/labs/made_file.h"
#include "testbenches/sources/verilog_names.h"

namespace xb {

RtlFolder rtl_folder(CriterionTable& table) {
  RtlFolder folder;
  const auto read = [&folder](const TomlValue& value) {
    folder.name = value.text();
    const bool below = folder.name == "rtl" || folder.name.rfind("rtl/", 0) == 0;
    if (!below || folder.name.find("..") != std::string::npos || folder.name.back() == '/') value.refuse();
  };
  table.read({"rtl", {"rtl, or a folder below, such as rtl/arbiter", read}, kNeeded});
  const std::filesystem::path skeleton = table.unit_folder() / "skeleton" / folder.name;
  std::error_code error;
  for (const auto& entry : std::filesystem::directory_iterator(skeleton, error)) {
    if (made_name(entry.path()).extension() != ".sv") continue;
    const auto modules = verilog_names(made_text(entry.path())).modules;
    folder.handed_out.insert(modules.begin(), modules.end());
  }
  return folder;
}

}  // namespace xb
