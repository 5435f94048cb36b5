// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "bench/tape.h"
#include "host/base/cpu_clock.h"
#include "host/run/run_result.h"

namespace xb {

struct Setup;

std::string load_average();
/// Resident memory of this process [bytes].
double resident_bytes();
double median(std::vector<double> values);

using Rows = std::vector<std::vector<std::string>>;
/// On standard output, a blank line before it.
void print_table(const std::string& title, const std::vector<std::string>& head, const Rows& rows);

/// A run without warm-up, and what parts of it took.
struct TimedRun {
  RunResult result;
  double make_seconds = 0;  ///< switches, hosts, checks and measures made
  double run_seconds = 0;   ///< all cycles until the last packet is out
  double bytes_per_switch = 0;
  [[nodiscard]] double hops() const { return static_cast<double>(result.network->packet_hops); }
};
/// Of a network. `tapes`: if given, what is done to each switch is written down.
TimedRun timed_run(const Setup& setup, std::vector<Tape>* tapes = nullptr);

/// The switches of a network one after the other, each by itself, with what its tape says: CPU time without
/// making them [s]. Throws RunError unless each measures what it did in `network`.
double alone_seconds(const Setup& setup, const std::vector<Tape>& tapes, const RunResult& network);

}  // namespace xb
