// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdio>
#include <memory>
#include <string>

namespace xb {

/// An FST file as GTKWave's library opens it: itself, or, where it is compressed as a whole (as ghdl --fst
/// and vcd2fst -c make it), what is in it, as a file without a name, which goes with this.
class WholeFst {
 public:
  /// Throws InputError.
  explicit WholeFst(const std::string& path);

  /// To open it by.
  [[nodiscard]] const std::string& path() const { return path_; }
  /// For messages: offsets are those of what is opened.
  [[nodiscard]] const std::string& name() const { return name_; }

 private:
  struct Close {
    void operator()(std::FILE* file) const { std::fclose(file); }
  };
  std::string path_, name_;
  std::unique_ptr<std::FILE, Close> unpacked_;
};

}  // namespace xb
