// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "host/base/errors.h"
#include "testbenches/labs/check.h"
#include "tests/testbenches/scratch_folder.h"

namespace xb {

/// A unit of one criterion, and a submission to it.
class SmallUnit {
 public:
  /// `keys`: of the criterion, besides what each has. `answers`: of the skeleton.
  explicit SmallUnit(const std::string& keys, const std::string& answers = "") {
    write("1-small/skeleton/answers.toml", answers);
    write("1-small/unit.toml",
          "title = \"small\"\n[[criterion]]\nid = \"one\"\ntitle = \"one\"\npoints = 1\nhint = \"look\"\n" +
              keys);
  }
  /// A file of the submission.
  SmallUnit& with(const std::string& name, const std::string& text) {
    write("mine/" + name, text);
    return *this;
  }
  /// "yes: REASON" or "no: REASON".
  [[nodiscard]] std::string verdict() {
    const Mark mark = marked();
    return (mark.reached ? "yes: " : "no: ") + mark.reason;
  }
  [[nodiscard]] Mark marked() {
    unit_ = read_unit(folder_.path() / "1-small");
    std::filesystem::create_directories(folder_.path() / "mine");
    return check_submission(unit_, folder_.path() / "mine", {}).marks.at(0);
  }
  /// Why the unit is refused; empty: it is not.
  [[nodiscard]] std::string refusal() const {
    try {
      read_unit(folder_.path() / "1-small");
    } catch (const InputError& error) {
      return error.what();
    }
    return "";
  }
  [[nodiscard]] const std::filesystem::path& folder() const { return folder_.path(); }

 private:
  void write(const std::string& name, const std::string& text) {
    const std::filesystem::path path = folder_.path() / name;
    std::filesystem::create_directories(path.parent_path());
    std::ofstream(path) << text;
  }

  ScratchFolder folder_;
  LabUnit unit_;
};

}  // namespace xb
