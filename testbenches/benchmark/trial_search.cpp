// SPDX-License-Identifier: Apache-2.0
#include "testbenches/benchmark/trial_search.h"

#include <fmt/format.h>

#include <algorithm>

#include "testbenches/experiment/bisection.h"
#include "testbenches/terminal/text_table.h"

namespace xb {

TrialSearch search_largest(TrialBook& book, std::size_t count,
                           const std::function<Trial(std::size_t value)>& trial_of,
                           const std::function<bool(const TrialResult&)>& passes) {
  std::size_t asked = 0;
  const auto result_of = [&](std::size_t candidate) { return book.find(trial_of(candidate + 1)); };
  const Ask ask = [&](std::size_t candidate) -> std::optional<Answer> {
    const TrialResult* const result = result_of(candidate);
    ++asked;
    if (result == nullptr) return {};
    return passes(*result) ? Answer::Yes : Answer::No;
  };
  const Bracket bracket = bisect(count, ask);
  TrialSearch search;
  search.open = !bracket.wanted.empty();
  if (search.open) {
    // As long as the ends are all that is asked, they are most often all that it takes.
    const std::size_t usual = usual_asked(count);
    if (asked > 2 && usual > asked) book.expect(trial_of(count / 2), usual - asked);
    return search;
  }
  search.uneven = bracket.uneven;
  if (!bracket.last_yes) return search;
  search.value = *bracket.last_yes + 1;
  search.all = *search.value == count;
  search.result = result_of(*bracket.last_yes);
  return search;
}

bool passes_clean(const BenchPlan& plan, const TrialResult& result) {
  return result.lost == 0 && (result.due - result.sent) * 2 * plan.steps <= result.due;
}

double share_missing(const BenchPlan& plan, const TrialResult& result) {
  if (passes_clean(plan, result) || result.counted_due == 0) return 0;
  const TrialFlow all = flows_between(result, kAnyHost, kAnyHost);
  // Where frames are held off, those that come out had been due long before.
  const std::uint64_t came = result.sent == result.due ? all.received : all.in_window;
  return 1 - std::min(1.0, static_cast<double>(came) / static_cast<double>(result.counted_due));
}

TrialSearch find_throughput(TrialBook& book, const BenchPlan& plan, const BenchPattern& pattern,
                            const FrameSize& size) {
  const auto trial_of = [&](std::size_t value) {
    return pattern_trial(plan, pattern, size, {value, plan.steps});
  };
  const auto passes = [&](const TrialResult& result) { return passes_clean(plan, result); };
  return search_largest(book, plan.steps, trial_of, passes);
}

BenchTable throughput_table(const BenchPlan& plan, TrialBook& book, const BenchPattern& pattern,
                            const std::string& test, const std::string& title) {
  const unsigned share = pattern.share(plan.ports());
  const bool held_off = !plan.config.drop();
  std::string method = fmt::format(
      "Pattern {}: {}. The largest load at which {}, by bisection in steps of {}.", pattern.name,
      pattern.description,
      held_off
          ? "the hosts send all that they have to, and back-pressure holds off no more than half a step of it"
          : "no frame is lost",
      percent(plan.resolution()));
  if (share > 1)
    method +=
        fmt::format(" {} sources share one output: 100 % is 1/{} of each source's link, all of the output's.",
                    share, share);
  BenchTable table{test, title, method,
                   size_columns({{"throughput", "throughput %", BenchFormat::Percent},
                                 {"frames_per_second", "frames/s a source", BenchFormat::Whole},
                                 {"most_frames_per_second", "most possible", BenchFormat::Whole}})};
  add_size_rows(table, plan, [&](const FrameSize& size, nlohmann::ordered_json& row) {
    const TrialSearch search = find_throughput(book, plan, pattern, size);
    if (search.open) return;
    const double found = static_cast<double>(search.value.value_or(0)) / plan.steps;
    const double most = plan.frames_per_second(size) / share;
    row["throughput"] = found;
    row["frames_per_second"] = found * most;
    row["most_frames_per_second"] = most;
    if (search.uneven)
      table.notes.push_back(
          fmt::format("{} bytes: a lower load than the one found had failed, too", size.bytes));
    if (is_headline(plan, size))
      table.headlines.emplace_back(fmt::format("throughput, {}, {} bytes", pattern.name, size.bytes),
                                   percent(found));
  });
  return table;
}

}  // namespace xb
