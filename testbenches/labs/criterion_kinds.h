// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>

#include "testbenches/labs/criterion.h"
#include "testbenches/labs/criterion_table.h"

namespace xb {

/// The criterion that a table describes, of the kind that it names; nothing: it names none. Throws
/// InputError.
std::optional<Criterion> read_criterion(CriterionTable& table, bool hidden);

/// Each kind reads its own keys; docs/labs.md says what they mean. The criterion has its head.
using CriterionKind = void(CriterionTable& table, Criterion& criterion);
CriterionKind answer_kind, blocked_head_kind, bound_kind, exchange_kind, fault_kind, hol_loss_kind,
    least_kind, lockstep_kind, lost_at_kind, prediction_kind, report_kind, steps_kind;

}  // namespace xb
