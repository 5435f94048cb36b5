// SPDX-License-Identifier: Apache-2.0
#include "testbenches/labs/criterion_kinds.h"

#include <algorithm>

namespace xb {
namespace {

struct CriterionKind {
  const char* name;
  std::unique_ptr<Criterion> (*read)(CriterionHead head, CriterionTable& table);
};

constexpr CriterionKind kKinds[] = {
    {"answer", read_answer_kind},     {"blocked-head", read_blocked_head_kind},
    {"bound", read_bound_kind},       {"hol-loss", read_hol_loss_kind},
    {"lockstep", read_lockstep_kind}, {"prediction", read_prediction_kind},
    {"report", read_report_kind},     {"lost-at", read_lost_at_kind},
    {"exchange", read_exchange_kind}, {"steps", read_steps_kind},
    {"least", read_least_kind},       {"fault", read_fault_kind},
};

constexpr double kMostPoints = 1000;

bool is_criterion_id(const std::string& id) {
  return id.find_first_not_of("abcdefghijklmnopqrstuvwxyz0123456789-") == std::string::npos;
}

}  // namespace

std::unique_ptr<Criterion> read_criterion(CriterionTable& table, bool hidden) {
  CriterionHead head;
  const auto read_id = [&](const TomlValue& value) {
    head.id = value.text();
    if (!is_criterion_id(head.id)) value.refuse();
  };
  table.read({"id", {"small letters, digits and dashes", read_id}, kNeeded});
  head.title = table.text("title");
  head.hint = table.text("hint");
  head.points = table.number("points", 0, kMostPoints);
  head.hidden = hidden;
  std::vector<std::string> names;
  for (const CriterionKind& one : kKinds) names.emplace_back(one.name);
  const std::string name = table.word("kind", names);
  const auto kind = std::find_if(std::begin(kKinds), std::end(kKinds),
                                 [&](const CriterionKind& one) { return name == one.name; });
  if (kind == std::end(kKinds)) return nullptr;
  auto criterion = kind->read(std::move(head), table);
  table.finish();
  return criterion;
}

}  // namespace xb
