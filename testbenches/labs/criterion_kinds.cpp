// SPDX-License-Identifier: Apache-2.0
#include "testbenches/labs/criterion_kinds.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

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
  const auto fits = [](char c) { return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '-'; };
  return !id.empty() && std::all_of(id.begin(), id.end(), fits);
}

}  // namespace

std::unique_ptr<Criterion> read_criterion(CriterionTable& table, bool hidden) {
  CriterionHead head;
  head.id = table.text("id");
  if (!is_criterion_id(head.id)) throw table.refusal("id", head.id, "small letters, digits and dashes");
  head.title = table.text("title");
  head.hint = table.text("hint");
  head.points = table.number("points", 0, kMostPoints);
  head.hidden = hidden;
  const std::string name = table.text("kind");
  const auto kind = std::find_if(std::begin(kKinds), std::end(kKinds),
                                 [&](const CriterionKind& one) { return name == one.name; });
  if (kind == std::end(kKinds)) {
    std::vector<std::string> names;
    for (const CriterionKind& one : kKinds) names.emplace_back(one.name);
    throw table.refusal("kind", name, fmt::format("{}", fmt::join(names, " ")));
  }
  auto criterion = kind->read(std::move(head), table);
  table.finish();
  return criterion;
}

}  // namespace xb
