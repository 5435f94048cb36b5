// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>

#include "testbenches/labs/criterion.h"
#include "testbenches/labs/criterion_table.h"

namespace xb {

/// The criterion that a table describes, of the kind that it names; nothing: it names none. Throws
/// InputError.
std::optional<Criterion> read_criterion(CriterionTable& table, bool hidden);

// Each kind reads its own keys; docs/labs.md says what they mean. The criterion has its head.
void answer_kind(CriterionTable& table, Criterion& criterion);
void blocked_head_kind(CriterionTable& table, Criterion& criterion);
void bound_kind(CriterionTable& table, Criterion& criterion);
void exchange_kind(CriterionTable& table, Criterion& criterion);
void fault_kind(CriterionTable& table, Criterion& criterion);
void hol_loss_kind(CriterionTable& table, Criterion& criterion);
void least_kind(CriterionTable& table, Criterion& criterion);
void lockstep_kind(CriterionTable& table, Criterion& criterion);
void lost_at_kind(CriterionTable& table, Criterion& criterion);
void prediction_kind(CriterionTable& table, Criterion& criterion);
void report_kind(CriterionTable& table, Criterion& criterion);
void steps_kind(CriterionTable& table, Criterion& criterion);

}  // namespace xb
