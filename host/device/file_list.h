// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace xb {

/// What a device is compiled from. Paths are absolute, or relative to where the program runs.
struct DeviceSources {
  std::vector<std::filesystem::path> files;     ///< Verilog and waivers (.vlt), in the order given
  std::vector<std::filesystem::path> includes;  ///< folders
  std::vector<std::string> defines;             ///< NAME or NAME=VALUE
  std::vector<std::filesystem::path> lists;     ///< file lists that they come from
  bool verilog_2005 = false;  ///< of the files .v: `do`, `bit` and other keywords of SystemVerilog are names
};

/// Adds what a file list names: a file, `+incdir+FOLDER`, `+define+NAME=VALUE` or `-f LIST` a line, or
/// several with blanks between; `//`, `#` and `/*` begin comments, `$NAME` is a variable of the environment.
/// Its paths are relative to its folder, else to the nearest above in which they are. Throws InputError,
/// `LIST:LINE: ...`.
void read_file_list(const std::filesystem::path& list, DeviceSources& sources, const char* key);

}  // namespace xb
