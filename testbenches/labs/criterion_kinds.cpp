// SPDX-License-Identifier: Apache-2.0
#include "testbenches/labs/criterion_kinds.h"

#include <algorithm>
#include <string>
#include <vector>

namespace xb {
namespace {

struct NamedKind {
  const char* name;
  CriterionKind* read;
};

constexpr NamedKind kKinds[] = {
    {"answer", answer_kind},     {"bound", bound_kind},           {"least", least_kind},
    {"lost-at", lost_at_kind},   {"prediction", prediction_kind}, {"blocked-head", blocked_head_kind},
    {"exchange", exchange_kind}, {"fault", fault_kind},           {"hol-loss", hol_loss_kind},
    {"lockstep", lockstep_kind}, {"report", report_kind},         {"steps", steps_kind},
};

constexpr double kMostPoints = 1000;

bool is_criterion_id(const std::string& id) {
  return id.find_first_not_of("abcdefghijklmnopqrstuvwxyz0123456789-") == std::string::npos;
}

}  // namespace

std::optional<Criterion> read_criterion(CriterionTable& table, bool hidden) {
  Criterion criterion;
  CriterionHead& head = criterion.head;
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
  for (const NamedKind& kind : kKinds) names.emplace_back(kind.name);
  const auto named = std::find(names.begin(), names.end(), table.word("kind", names));
  if (named == names.end()) return {};
  kKinds[named - names.begin()].read(table, criterion);
  table.finish();
  return criterion;
}

}  // namespace xb
