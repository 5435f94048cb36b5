// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <utility>
#include <vector>

#include "testbenches/labs/criterion.h"
#include "testbenches/labs/criterion_table.h"

namespace xb {

/// The criterion that a table describes, of the kind that it names; null: it names none. Throws InputError.
std::unique_ptr<Criterion> read_criterion(CriterionTable& table, bool hidden);

/// A kind of criterion: its name, and what makes one of a table.
struct CriterionKind {
  const char* name;
  std::unique_ptr<Criterion> (*read)(CriterionHead head, CriterionTable& table);
};

template <class Kind>
CriterionKind criterion_kind(const char* name) {
  return {name, [](CriterionHead head, CriterionTable& table) -> std::unique_ptr<Criterion> {
            return std::make_unique<Kind>(std::move(head), table);
          }};
}

// Each kind reads its own keys. docs/labs.md says what they mean.
CriterionKind blocked_head_kind();
CriterionKind exchange_kind();
CriterionKind fault_kind();
CriterionKind hol_loss_kind();
CriterionKind lockstep_kind();
CriterionKind report_kind();
CriterionKind steps_kind();
std::vector<CriterionKind> measure_kinds();  ///< answer, bound, least, lost-at, prediction

}  // namespace xb
