// SPDX-License-Identifier: Apache-2.0
#include "testbenches/labs/criterion_kinds.h"

#include <algorithm>

namespace xb {
namespace {

std::vector<CriterionKind> criterion_kinds() {
  std::vector<CriterionKind> kinds = measure_kinds();
  kinds.insert(kinds.end(), {blocked_head_kind(), exchange_kind(), fault_kind(), hol_loss_kind(),
                             lockstep_kind(), report_kind(), steps_kind()});
  return kinds;
}

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
  const std::vector<CriterionKind> kinds = criterion_kinds();
  for (const CriterionKind& one : kinds) names.emplace_back(one.name);
  const std::string name = table.word("kind", names);
  const auto kind =
      std::find_if(kinds.begin(), kinds.end(), [&](const CriterionKind& one) { return name == one.name; });
  if (kind == kinds.end()) return nullptr;
  auto criterion = kind->read(std::move(head), table);
  table.finish();
  return criterion;
}

}  // namespace xb
