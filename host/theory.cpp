// SPDX-License-Identifier: Apache-2.0
#include "host/theory.h"

#include "host/hol_theory.h"
#include "host/input_theory.h"
#include "host/output_theory.h"
#include "host/shared_theory.h"
#include "host/voq_theory.h"

namespace xb {
namespace {

using Value = std::optional<double>;

/// Cells of one length to receivers that are always ready: what all of these theories are about.
bool cells(const RunConfig& c, const char* switch_name, const char* traffic) {
  return c.schedule.empty() && c.switch_name == switch_name && c.traffic == traffic &&
         c.packet_min == c.packet_max && c.receiver_stall == 0 && c.link_rates().full_rate() &&
         c.route_delay == 0;
}

/// Cells that a memory of words of 2N beats has room for; a cell takes a word.
std::optional<unsigned> memory_cells(const RunConfig& c) {
  if (c.packet_max > 2 * c.ports) return {};
  return c.depth / (2 * c.ports);
}

Value input_saturation(const RunConfig& c) {
  if (!cells(c, "input", "uniform") || c.window != 1 || c.load != 1) return {};
  return hol_saturation(c.ports);
}

Value window_value(const RunConfig& c) {
  if (!cells(c, "input", "uniform") || c.load != 1) return {};
  return window_saturation(c.ports, c.window, c.arbiter);
}

Value input_wait_value(const RunConfig& c) {
  if (!cells(c, "input", "uniform") || c.window != 1) return {};
  return input_wait(c.ports, c.load, c.arbiter);
}

Value output_wait(const RunConfig& c) {
  const bool output = cells(c, "output", "uniform") || cells(c, "shared", "uniform");
  if (!output || c.drop() || c.load == 1) return {};
  return output_queue_wait(c.ports, c.load);
}

Value output_loss(const RunConfig& c) {
  const bool own_memory = cells(c, "output", "uniform");
  const bool partition = cells(c, "shared", "uniform") && c.sharing == "partition";
  const auto places = memory_cells(c);
  if (!(own_memory || partition) || !c.drop() || !places || c.load == 0) return {};
  return output_queue_loss(c.ports, c.load, own_memory ? *places : *places / c.ports);
}

template <std::optional<double> (*Loss)(unsigned ports, double load, unsigned cells)>
Value sharing(const RunConfig& c) {
  const auto places = memory_cells(c);
  if (!cells(c, "shared", "uniform") || c.sharing != "complete" || !c.drop() || !places) return {};
  return Loss(c.ports, c.load, *places);
}

Value dynamic_threshold(const RunConfig& c) {
  const auto places = memory_cells(c);
  const bool overloaded = c.load * c.ports > c.targets;
  if (!cells(c, "shared", "alternate") || c.sharing != "dynamic" || !overloaded || !places) return {};
  return threshold_queue(c.alpha, *places, c.targets);
}

Value voq_wait(const RunConfig& c) {
  if (c.ports != 16) return {};
  if (cells(c, "voq", "uniform")) {
    const auto column = matching_column(c.scheduler, c.iterations);
    return column ? table_value(kMatchingWait, c.load, *column) : Value{};
  }
  const bool listed = c.crosspoint_depth == 1 || c.crosspoint_depth == 2 || c.crosspoint_depth == 4;
  if (!cells(c, "crosspoint", "uniform") || !listed) return {};
  return table_value(kCrosspointWait, c.load, c.crosspoint_depth / 2);
}

Value voq_saturation(const RunConfig& c) {
  if (!cells(c, "voq", "uniform") || c.load != 1) return {};
  if (c.scheduler == "islip") return 1;
  if (c.scheduler != "pim" || c.iterations == 3) return {};
  if (c.iterations == 1) return pim1_saturation(c.ports);
  return table_value(kPimSaturation, c.ports, c.iterations / 4);
}

Value unbalanced(const RunConfig& c) {
  if (c.ports != 16 || c.load != 1) return {};
  if (cells(c, "crosspoint", "unbalanced") && c.crosspoint_depth == 1)
    return table_value(kUnbalanced, c.unbalance, 3);
  if (!cells(c, "voq", "unbalanced")) return {};
  if (c.scheduler == "islip" && c.iterations == 1) return table_value(kUnbalanced, c.unbalance, 0);
  if (c.scheduler == "islip" && c.iterations == 4) return table_value(kUnbalanced, c.unbalance, 1);
  if (c.scheduler == "pim" && c.iterations == 4) return table_value(kUnbalanced, c.unbalance, 2);
  return {};
}

Value bursty_wait(const RunConfig& c) {
  for (const auto& entry : kBurstyWait) {
    if (c.ports != 16 || entry.burst != c.burst || entry.load != c.load) continue;
    if (cells(c, "output", "bursty") && !c.drop()) return entry.output;
    if (!cells(c, "voq", "bursty") || c.scheduler != "islip") return {};
    if (c.iterations == 1) return entry.islip1;
    if (c.iterations == 4) return entry.islip4;
  }
  return {};
}

}  // namespace

const std::vector<Theory>& theories() {
  static const std::vector<Theory> all{
      {"input-saturation", "throughput that head-of-line blocking leaves: exact chain of the heads",
       input_saturation},
      {"window-saturation", "throughput with a window of w cells: slot simulation, Hluchyj & Karol 1988",
       window_value},
      {"input-wait", "mean wait in FIFO inputs [slots] by arbiter: slot simulation", input_wait_value},
      {"output-wait", "mean wait in output queues [slots]: (N-1)/N p/(2(1-p))", output_wait},
      {"output-loss", "share lost by output queues of b cells: exact chain, Karol et al. 1987", output_loss},
      {"sharing-loss", "share lost by a memory shared completely, in slots: slot simulation",
       sharing<sharing_loss>},
      {"sharing-loss-turns", "the same where ports take turns: simulation of the rules",
       sharing<sharing_loss_turns>},
      {"dynamic-threshold",
       "length of an overloaded queue [cells]: alpha B/(1+alpha S), Choudhury & Hahne 1998",
       dynamic_threshold},
      {"voq-wait", "mean wait with iSLIP, PIM, RRM or crosspoints [slots], 16 ports: slot simulation",
       voq_wait},
      {"voq-saturation", "throughput of PIM (1-(1-1/N)^N with one iteration) and iSLIP (1), all queues full",
       voq_saturation},
      {"unbalanced-throughput", "throughput under unbalanced traffic, 16 ports: slot simulation", unbalanced},
      {"bursty-wait", "mean wait under bursty traffic [slots], 16 ports: slot simulation", bursty_wait},
  };
  return all;
}

const Theory* find_theory(const std::string& name) {
  for (const auto& theory : theories()) {
    if (theory.name == name) return &theory;
  }
  return nullptr;
}

}  // namespace xb
