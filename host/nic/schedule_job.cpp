// SPDX-License-Identifier: Apache-2.0
#include "host/nic/schedule_job.h"

#include <algorithm>
#include <utility>

#include "host/base/errors.h"
#include "host/nic/schedule_workload.h"

namespace xb {
namespace {

// Time-outs of a flow in a row after which a run that gets nowhere else is given up.
constexpr unsigned kPatienceTimeOuts = 50;

}  // namespace

ScheduleJob::ScheduleJob(Schedule schedule, const NicSettings& settings, std::vector<std::uint64_t> starts)
    : schedule_(std::move(schedule)),
      settings_(settings),
      messages_(schedule_, settings.sizes),
      starts_(std::move(starts)) {}

bool ScheduleJob::finished() const {
  return std::all_of(workloads_.begin(), workloads_.end(),
                     [](const ScheduleWorkload* workload) { return workload->finished(); });
}

std::uint64_t ScheduleJob::completion_cycles() const {
  std::uint64_t last = 0;
  for (const ScheduleWorkload* workload : workloads_) {
    for (const Nic& nic : workload->nics()) last = std::max(last, nic.finished_at());
  }
  return last;
}

HostCounters ScheduleJob::counters() const {
  HostCounters all;
  for (const ScheduleWorkload* workload : workloads_) {
    for (const Nic& nic : workload->nics()) {
      HostCounters one = nic.counters();
      one.block_bytes = block_bytes(schedule_.ranks[nic.rank()]);
      one.paging_hosts = settings_.memory.holds(one.block_bytes) ? 0 : 1;
      all += one;
    }
  }
  return all;
}

std::string ScheduleJob::who_waits() const {
  std::string lines;
  for (const ScheduleWorkload* workload : workloads_) lines += workload->who_waits();
  return lines;
}

void ScheduleJob::check_progress(std::uint64_t now) const {
  unsigned most = 0;
  std::uint64_t last = 0;
  for (const ScheduleWorkload* workload : workloads_) {
    for (const Nic& nic : workload->nics()) {
      most = std::max(most, nic.time_outs_in_a_row());
      last = std::max(last, nic.last_progress());
      if (nic.is_busy()) return;
    }
  }
  const std::uint64_t patience = kPatienceTimeOuts * settings_.go_back_n.timeout_cycles;
  if (most < kPatienceTimeOuts || now < last + patience) return;
  throw RunError("no progress since cycle {}: {} time-outs in a row without an acknowledgement\n{}", last,
                 most, who_waits());
}

}  // namespace xb
