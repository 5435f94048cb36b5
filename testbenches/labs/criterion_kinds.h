// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>

#include "testbenches/labs/criterion.h"
#include "testbenches/labs/criterion_table.h"

namespace xb {

/// The criterion that a table describes, of the kind that it names; null: it names none. Throws InputError.
std::unique_ptr<Criterion> read_criterion(CriterionTable& table, bool hidden);

// Each kind reads its own keys. docs/labs.md says what they mean.
std::unique_ptr<Criterion> read_answer_kind(CriterionHead head, CriterionTable& table);
std::unique_ptr<Criterion> read_blocked_head_kind(CriterionHead head, CriterionTable& table);
std::unique_ptr<Criterion> read_bound_kind(CriterionHead head, CriterionTable& table);
std::unique_ptr<Criterion> read_exchange_kind(CriterionHead head, CriterionTable& table);
std::unique_ptr<Criterion> read_fault_kind(CriterionHead head, CriterionTable& table);
std::unique_ptr<Criterion> read_hol_loss_kind(CriterionHead head, CriterionTable& table);
std::unique_ptr<Criterion> read_least_kind(CriterionHead head, CriterionTable& table);
std::unique_ptr<Criterion> read_lockstep_kind(CriterionHead head, CriterionTable& table);
std::unique_ptr<Criterion> read_lost_at_kind(CriterionHead head, CriterionTable& table);
std::unique_ptr<Criterion> read_prediction_kind(CriterionHead head, CriterionTable& table);
std::unique_ptr<Criterion> read_report_kind(CriterionHead head, CriterionTable& table);
std::unique_ptr<Criterion> read_steps_kind(CriterionHead head, CriterionTable& table);

}  // namespace xb
