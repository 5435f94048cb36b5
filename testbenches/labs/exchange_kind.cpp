// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <memory>

#include "host/base/errors.h"
#include "host/config/setup.h"
#include "host/schedule/goal_reader.h"
#include "host/schedule/schedule_check.h"
#include "testbenches/labs/criterion_kinds.h"
#include "testbenches/labs/submission.h"
#include "testbenches/process/output_file.h"
#include "testbenches/tracing/run_point.h"

namespace xb {
namespace {

constexpr unsigned kMostSeed = 1000000000;

/// The first line of a message, and what it says of the first rank, without the folder that a file was copied
/// to.
std::string of_the_copy(std::string message, const std::string& folder) {
  static const std::string kDetail = "\n  ";
  const std::size_t end = std::min(message.find('\n'), message.size());
  const bool has_detail = message.compare(end, kDetail.size(), kDetail) == 0;
  message.resize(std::min(message.find('\n', has_detail ? end + 1 : end), message.size()));
  if (has_detail) message.replace(end, kDetail.size(), "; ");
  for (std::size_t at = message.find(folder); at != std::string::npos; at = message.find(folder))
    message.erase(at, folder.size());
  return message;
}

/// A complete exchange as a GOAL file of the student's: the blocks of the schedule that `run` names, whole or
/// in parts, in any order. What it takes counts on the board.
class OwnExchange {
 public:
  explicit OwnExchange(CriterionTable& table)
      : file_(table.text("file")),
        most_(table.number_or("at-most", 1, 1e12, 0)),
        seeds_(table.has("seeds") ? table.wholes("seeds", 0, kMostSeed) : std::vector<unsigned>{1}) {
    const LabKeys run = table.run("fast");
    if (!run.from_answers.empty())
      throw table.refusal("from-answers", "", "nothing: the file is what the student has chosen");
    config_ = run.config("fast", {});
    const Setup setup = resolve(config_);
    const bool exchange = setup.hosts && setup.hosts->schedule != nullptr &&
                          setup.hosts->schedule->family == ScheduleFamily::CompleteExchange &&
                          !setup.hosts->shape.is_uneven();
    if (!exchange)
      throw table.refusal("run", config_.schedule.text(),
                          "with the schedule of a complete exchange, all blocks alike");
    ranks_ = setup.hosts->ranks();
    block_ = setup.hosts->shape.block_bytes();
  }

  std::string judge(Submission& submission) {
    const std::uint64_t cycles = longest_run(submission.text(file_));
    std::string took = fmt::format("{} cycles", cycles);
    if (seeds_.size() > 1) took += fmt::format(", the longest of {} runs", seeds_.size());
    if (most_ > 0 && static_cast<double>(cycles) > most_)
      throw not_reached("{}: a complete exchange in {}; at most {:g} are asked for", file_, took, most_);
    return took;
  }
  [[nodiscard]] bool has_most() const { return most_ > 0; }
  double standing(Submission& submission) { return static_cast<double>(longest_run(submission.text(file_))); }

 private:
  void check_blocks(const std::string& text) const {
    try {
      const GoalProgram program = read_goal(text, file_);
      check_schedule(program.schedule, program.places);
      if (program.schedule.ranks.size() != ranks_)
        throw not_reached("{}: {} ranks; allowed: {}", file_, program.schedule.ranks.size(), ranks_);
      for (unsigned rank = 0; rank < ranks_; ++rank) check_rank(program.schedule.ranks[rank], rank);
    } catch (const InputError& error) {
      throw NotReached(of_the_copy(error.what(), "\n"));
    }
  }
  void check_rank(const RankProgram& program, unsigned rank) const {
    std::vector<std::uint64_t> sent(ranks_);
    for (const Op& op : program.ops()) {
      if (op.kind == OpKind::Compute)
        throw not_reached("{}: rank {}: calc is not allowed; allowed: send and recv", file_, rank);
      if (op.kind == OpKind::Receive && (op.peer == kAnyRank || op.tag == kAnyTag))
        throw not_reached("{}: rank {}: recv of any is not allowed; allowed: from a rank, with a tag", file_,
                          rank);
      if (op.kind == OpKind::Send) sent[op.peer] += op.size;
    }
    for (unsigned peer = 0; peer < ranks_; ++peer) {
      const std::uint64_t due = peer == rank ? 0 : block_;
      if (sent[peer] != due)
        throw not_reached("{}: rank {} sends {} bytes to rank {}; allowed: {}, its block, whole or in parts",
                          file_, rank, sent[peer], peer, due);
    }
  }

  /// Over the seeds [cycles]; throws NotReached for what is no complete exchange.
  std::uint64_t longest_run(const std::string& text) {
    const auto known = known_.find(text);
    if (known != known_.end()) return known->second;
    check_blocks(text);
    const ScratchArea area;
    RunConfig config = config_;
    config.packets_per_message = RunConfig{}.packets_per_message;  // of no use to a file
    config.schedule = (area.path() / "order.goal").string();
    write_output(config.schedule.text(), text);
    std::uint64_t longest = 0;
    try {
      for (const unsigned seed : seeds_) {
        config.seed = seed;
        longest = std::max(longest, run_point(config).completion_cycles.value());
      }
    } catch (const InputError& error) {
      throw NotReached(of_the_copy(error.what(), area.path().string() + "/"));
    } catch (const RunError& error) {
      throw NotReached(file_ + ": " + of_the_copy(error.what(), area.path().string() + "/"));
    }
    known_[text] = longest;
    return longest;
  }

  std::string file_;
  double most_;
  std::vector<unsigned> seeds_;
  RunConfig config_;
  unsigned ranks_ = 0;
  std::uint64_t block_ = 0;
  std::map<std::string, std::uint64_t> known_;
};

}  // namespace

void exchange_kind(CriterionTable& table, Criterion& criterion) {
  const auto exchange = std::make_shared<OwnExchange>(table);
  criterion.judge = [=](Submission& submission) { return exchange->judge(submission); };
  if (exchange->has_most() && !criterion.head.hidden)
    criterion.standing = [=](Submission& submission) { return exchange->standing(submission); };
}

}  // namespace xb
