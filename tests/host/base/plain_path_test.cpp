// SPDX-License-Identifier: Apache-2.0
#include "host/base/plain_path.h"

#include <fstream>

#include "tests/catch.h"
#include "tests/testbenches/scratch_folder.h"

using namespace xb;
namespace fs = std::filesystem;

TEST_CASE("a path without its dots is that of the same file, also through a link", "[host][base]") {
  const ScratchFolder scratch;
  const fs::path folder = fs::canonical(scratch.path());
  fs::create_directories(folder / "far" / "cases");
  fs::create_directory_symlink(folder / "far" / "cases", folder / "link");
  std::ofstream(folder / "far" / "a.toml") << "x";
  CHECK(plain_path(folder / "link/../a.toml") == folder / "far/a.toml");
  CHECK(plain_path(folder / "far/cases/.././a.toml") == folder / "far/a.toml");
  // What is not there, and what links do not change, stays as it is written.
  CHECK(plain_path("none/../a.toml") == "a.toml");
  CHECK(plain_path(folder / "link/../none.toml") == folder / "none.toml");
  CHECK(plain_path(folder / "link/./") == folder / "link/");
  // The file that stands where the dots seem to lead is another one.
  std::ofstream(folder / "a.toml") << "y";
  CHECK(plain_path(folder / "link/../a.toml") == folder / "far/a.toml");
}

TEST_CASE("what a linked file names is beside the link, or else beside the file", "[host][base]") {
  const ScratchFolder scratch;
  const fs::path folder = fs::canonical(scratch.path());
  fs::create_directories(folder / "far" / "rtl");
  fs::create_directory(folder / "near");
  for (const char* name : {"far/a.toml", "far/a.v", "far/both.v", "far/rtl/b.v", "near/both.v"})
    std::ofstream(folder / name) << "x";
  fs::create_symlink("../far/a.toml", folder / "near" / "first.toml");
  fs::create_symlink("first.toml", folder / "near" / "second.toml");
  for (const char* name : {"first.toml", "second.toml"}) {
    const fs::path link = folder / "near" / name;
    CHECK(path_beside(link, "a.v") == folder / "far/a.v");
    CHECK(path_beside(link, "rtl/b.v") == folder / "far/rtl/b.v");
    CHECK(path_beside(link, "both.v") == folder / "near/both.v");
    CHECK(path_beside(link, "none.v") == folder / "near/none.v");
  }
  CHECK(path_beside(folder / "far/a.toml", "none.v") == folder / "far/none.v");
  CHECK(path_beside("none.toml", "none.v") == "none.v");
  CHECK(path_beside(folder / "far/a.toml", folder / "near/both.v") == folder / "near/both.v");
}
