// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <map>
#include <sstream>

#include "host/base/errors.h"
#include "host/base/parse_number.h"
#include "host/liquid/certificate_check.h"
#include "host/liquid/network_transfers.h"
#include "host/network/topology_registry.h"
#include "testbenches/labs/criterion_kinds.h"
#include "testbenches/labs/submission.h"

namespace xb {
namespace {

using HostPair = std::pair<unsigned, unsigned>;

/// Transfers of a file, a step a line: which line each is in, and which step that is.
struct WrittenSteps {
  struct Place {
    unsigned line, step;  // from 1; from 0
  };
  std::map<HostPair, Place> places;
  std::vector<unsigned> lines;  // by step
};

/// `0>4`, of hosts that there are; else NotReached.
HostPair written_transfer(const std::string& word, unsigned hosts, const std::string& place) {
  HostPair pair;
  const std::size_t arrow = word.find('>');
  if (arrow == std::string::npos || !parse_number(word.substr(0, arrow), 0U, hosts - 1, pair.first) ||
      !parse_number(word.substr(arrow + 1), 0U, hosts - 1, pair.second))
    throw not_reached("{}: '{}' is not allowed; allowed: SOURCE>DESTINATION, hosts 0..{}, such as 0>1", place,
                      word, hosts - 1);
  return pair;
}

WrittenSteps read_steps(const std::string& text, const std::string& file, unsigned hosts) {
  WrittenSteps written;
  std::istringstream lines(text);
  unsigned number = 0;
  for (std::string line; std::getline(lines, line);) {
    ++number;
    std::istringstream words(line.substr(0, line.find('#')));
    bool begun = false;
    for (std::string word; words >> word; begun = true) {
      const std::string place = fmt::format("{}:{}", file, number);
      const HostPair pair = written_transfer(word, hosts, place);
      if (!begun) written.lines.push_back(number);
      const auto step = static_cast<unsigned>(written.lines.size() - 1);
      const auto [found, is_new] = written.places.insert({pair, {number, step}});
      if (!is_new)
        throw not_reached("{}: {} is not allowed twice, it is in line {}; allowed: each pair once", place,
                          word, found->second.line);
    }
  }
  return written;
}

/// Transfers put into steps so that no link is used twice in one, and into no more steps than there may be.
class StepsWritten {
 public:
  explicit StepsWritten(CriterionTable& table)
      : file_(table.text("file")),
        most_(static_cast<unsigned>(table.number_or("at-most", 1, 1e6, 1e6))),
        transfers_(exchange_over(table)) {}

  std::string judge(Submission& submission) const {
    const std::string text = submission.text(file_);
    const WrittenSteps written = read_steps(text, file_, hosts_);
    StepSchedule schedule;
    schedule.steps = static_cast<unsigned>(written.lines.size());
    unsigned missing = 0;
    std::string first_missing;
    for (unsigned t = 0; t < transfers_.size(); ++t) {
      const auto found = written.places.find({transfers_[t].source, transfers_[t].destination});
      if (found != written.places.end()) {
        schedule.step_of.push_back(found->second.step);
      } else if (missing++ == 0) {
        first_missing = fmt::format("{}>{}", transfers_[t].source, transfers_[t].destination);
      }
    }
    if (missing > 0)
      throw not_reached("{}: {} of {} transfers are missing, the first is {}", file_, missing,
                        transfers_.size(), first_missing);
    if (const std::string fault = step_fault(transfers_, schedule); !fault.empty())
      throw NotReached(conflict(schedule, written, fault));
    if (schedule.steps > most_)
      throw not_reached("{}: {} steps without a conflict; at most {} are asked for", file_, schedule.steps,
                        most_);
    return fmt::format("{} steps without a conflict", schedule.steps);
  }

 private:
  TransferSet exchange_over(CriterionTable& table) {
    const std::string name = table.text("topology");
    try {
      const Topology topology = make_topology(name);
      const Wiring wiring(topology);
      hosts_ = wiring.hosts();
      std::vector<unsigned> hosts(hosts_);
      for (unsigned host = 0; host < hosts_; ++host) hosts[host] = host;
      return transfers_over(topology, wiring, routes_of(topology, wiring), complete_exchange_of(hosts));
    } catch (const InputError&) {
      throw table.refusal("topology", name, "one of xbarlab list topologies, with its arguments");
    }
  }

  /// What the lab's checker says, as the two transfers of a step that meet, and the line that they are in.
  std::string conflict(const StepSchedule& schedule, const WrittenSteps& written,
                       const std::string& fault) const {
    for (unsigned step = 0; step < schedule.steps; ++step) {
      std::map<unsigned, unsigned> user;  // by link
      for (unsigned t = 0; t < transfers_.size(); ++t) {
        if (schedule.step_of[t] != step) continue;
        for (const unsigned link : transfers_.path(t)) {
          const auto [other, is_new] = user.insert({link, t});
          if (!is_new && transfers_.capacity(link) == 1)
            return fmt::format(
                "{}:{}: step {}: {} and {} both use the link {}; allowed: one transfer a link and step",
                file_, written.lines[step], step + 1, named(other->second), named(t),
                transfers_.link_name(link));
        }
      }
    }
    return file_ + ": " + fault;
  }
  std::string named(unsigned t) const {
    return fmt::format("{}>{}", transfers_[t].source, transfers_[t].destination);
  }

  std::string file_;
  unsigned most_, hosts_ = 0;
  TransferSet transfers_;
};

}  // namespace

void steps_kind(CriterionTable& table, Criterion& criterion) {
  criterion.judge = [steps = StepsWritten(table)](Submission& submission) { return steps.judge(submission); };
}

}  // namespace xb
