// SPDX-License-Identifier: Apache-2.0
#include "testbenches/study/search_rounds.h"

#include <algorithm>
#include <cmath>

#include "host/base/ranges.h"
#include "testbenches/study/identity.h"

namespace xb {

PointState StudySearches::state_of(Study& study, const RunConfig& config, bool retry_failed) {
  const std::string hash = study.identifier.identify(config).hash;
  const auto known = known_.find(hash);
  if (known != known_.end()) return {false, known->second};
  if (const auto text = study.folder.record(hash)) {
    const Measured measured = measured_in(result_in(nlohmann::ordered_json::parse(*text)), config);
    return {false, known_.emplace(hash, measured).first->second};
  }
  return {!retry_failed && study.folder.has_failure(hash), {}};
}

void StudySearches::look(Study& study, bool retry_failed) {
  const PointStates states = [&](const RunConfig& config) { return state_of(study, config, retry_failed); };
  findings_.clear();
  asked_for_.clear();
  study.points.clear();
  for (const SearchPlan& plan : plans_) {
    findings_.push_back(find_value(goal_, plan, states));
    const Finding& finding = findings_.back();
    const auto add = [&](const RunConfig& config) { study.add(config, findings_.size()); };
    for (const Evaluation& evaluation : finding.evaluations) add(evaluation.config);
    for (const RunConfig& config : finding.failed) add(config);
    for (const RunConfig& config : finding.wanted) {
      add(config);
      asked_for_[study.points.hash(study.points.size() - 1)].push_back(findings_.size() - 1);
    }
  }
}

void StudySearches::ask(Study& study, std::size_t search) {
  const PointStates states = [&](const RunConfig& config) { return state_of(study, config, false); };
  findings_[search] = find_value(goal_, plans_[search], states);
  for (const RunConfig& config : findings_[search].wanted) {
    const std::string hash = study.identifier.identify(config).hash;
    auto& searches = asked_for_[hash];
    if (searches.empty()) study.points.add(config, hash, search + 1);
    if (!contains(searches, search)) searches.push_back(search);
  }
}

double StudySearches::grow(Study& study, const std::string& hash) {
  const auto asked = asked_for_.find(hash);
  if (asked != asked_for_.end()) {
    const std::vector<std::size_t> searches = asked->second;
    for (const std::size_t search : searches) ask(study, search);
  }
  double cost = 0;
  for (std::size_t n = 0; n < plans_.size(); ++n) {
    const Finding& finding = findings_[n];
    const std::size_t usual = usual_asked(plans_[n].candidates.size());
    const std::size_t asked_so_far = finding.evaluations.size() + finding.wanted.size();
    if (!finding.wanted.empty() && usual > asked_so_far)
      cost += static_cast<double>(usual - asked_so_far) * cost_of(plans_[n].stands_for());
  }
  return cost;
}

bool StudySearches::wants() const {
  return any_of(findings_, [](const Finding& f) { return !f.wanted.empty(); });
}

std::vector<Point> found_points(const StudySearches& searches, Study& study) {
  std::vector<Point> points;
  for (std::size_t n = 0; n < searches.findings().size(); ++n) {
    const Finding& finding = searches.findings()[n];
    if (!finding.found) continue;
    const SearchPlan& plan = searches.plans()[n];
    const auto value = [&](const RunConfig& config) { return searched_value(searches.goal(), config); };
    const auto is_found = [&](const Evaluation& e) { return e.candidate == *finding.found; };
    const RunConfig& config =
        std::find_if(finding.evaluations.rbegin(), finding.evaluations.rend(), is_found)->config;
    FoundValue found{value(config), 0, plan.stands_for()};
    const std::size_t end = finding.beyond.value_or(plan.candidates.size());
    if (*finding.found + 1 < end) found.uncertain = std::abs(value(plan.candidates[end - 1]) - found.value);
    const std::string hash = study.identifier.identify(config).hash;
    points.push_back(
        {config, result_in(nlohmann::ordered_json::parse(study.folder.record(hash).value())), n + 1, found});
  }
  return points;
}

std::string searches_text(const StudySearches& searches, Study& study) {
  const ShowPoint show = [&](const RunConfig& config) {
    PointIdentity identity = study.identifier.identify(config);
    return ShownPoint{std::move(identity.config), std::move(identity.hash)};
  };
  std::string text;
  for (std::size_t n = 0; n < searches.findings().size(); ++n) {
    text += search_record(searches.goal(), searches.plans()[n], searches.findings()[n], n + 1, show).dump();
    text += '\n';
  }
  return text;
}

StudyOutcome run_searches(StudySearches& searches, Study& study, bool retry_failed, const StudyRunner& run) {
  const auto look = [&](bool retry) {
    searches.look(study, retry);
    write_index(study);
    study.folder.write_file("searches.jsonl", searches_text(searches, study));
    return searches.wants();
  };
  return run_rounds(study, retry_failed, run, look);
}

}  // namespace xb
