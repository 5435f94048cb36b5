// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <set>
#include <string>

namespace xb {

class CriterionTable;

/// A folder of a submission's RTL.
struct RtlFolder {
  std::string name;  ///< rtl, or below; empty: none
  std::set<std::string>
      handed_out;  ///< modules in it in the unit's skeleton; empty: the student may replace any
};

/// The key `rtl` of a criterion.
RtlFolder rtl_folder(CriterionTable& table);

}  // namespace xb
