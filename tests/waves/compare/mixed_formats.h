// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <string>

#include "tests/catch.h"
#include "tests/testbenches/scratch_folder.h"
#include "tests/waves/test_trace.h"
#include "waves/compare/compare.h"

namespace xb {

/// Compares the two, in all mixes of VCD and FST, and has each result checked.
inline void in_all_mixes(const TestTrace& want, const TestTrace& got,
                         const std::function<void(const DiffResult&)>& check,
                         const DiffOptions& options = {}) {
  const ScratchFolder folder;
  write_vcd(want, folder.path() / "want.vcd");
  write_fst(want, folder.path() / "want.fst");
  write_vcd(got, folder.path() / "got.vcd");
  write_fst(got, folder.path() / "got.fst");
  for (const char* const first : {"want.vcd", "want.fst"}) {
    for (const char* const second : {"got.vcd", "got.fst"}) {
      CAPTURE(first, second);
      DiffOptions mix = options;
      mix.want = folder.path() / first;
      mix.got = folder.path() / second;
      check(compare_traces(mix));
    }
  }
}

inline void check_same(const DiffResult& result) {
  CHECK(result.same);
  CHECK(result.signals.empty());
  CHECK(result.shape.empty());
  CHECK_FALSE(result.first);
}

/// Nothing differs but one thing that the traces say of themselves.
inline std::function<void(const DiffResult&)> one_shape(ShapeDifference::Kind kind, const std::string& path) {
  return [=](const DiffResult& result) {
    CHECK_FALSE(result.same);
    CHECK(result.signals.empty());
    REQUIRE(result.shape.size() == 1);
    CHECK(result.shape[0].kind == kind);
    CHECK(result.shape[0].path == path);
  };
}

}  // namespace xb
