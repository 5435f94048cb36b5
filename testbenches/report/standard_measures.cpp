// SPDX-License-Identifier: Apache-2.0
#include "testbenches/report/measure_figures.h"

namespace xb {

const std::vector<MeasureFigure>& traffic_measures() {
  static const std::vector<MeasureFigure> all{
      {"throughput",
       "Throughput",
       "throughput [share of the line rate]",
       {{"throughput", "throughput_ci95", "throughput"}},
       TheoryMeasure::Throughput},
      {"latency",
       "Latency",
       "latency [cycles]",
       {{"latency_mean_cycles", "latency_ci95_cycles", "mean"},
        {"latency_p99_cycles", "", "p99", CurveKind::Percentile}},
       {},
       true,
       false,
       1,
       "First beat in to last beat out. The time that packets wait at their hosts is not in it: above "
       "saturation "
       "it is bounded by the buffers."},
      {"queueing",
       "Queueing",
       "queueing [cycles]",
       {{"queueing_mean_cycles", "queueing_ci95_cycles", "mean"}},
       TheoryMeasure::QueueingCycles,
       true,
       true,
       1,
       "First beat in to first beat out, less what an empty switch takes: the waiting time of queueing "
       "theory."},
      {"loss",
       "Loss",
       "lost packets / offered packets",
       {{"loss", "loss_ci95", "loss"}},
       TheoryMeasure::Loss,
       true,
       true},
      {"hol",
       "Head-of-line blocking",
       "share of input-cycles",
       {{"hol_fraction", "hol_fraction_ci95", "head-of-line blocked"}},
       {},
       false,
       true,
       1,
       "Inputs whose head is blocked while a packet behind it is bound for an idle output."},
      {"idle-with-work",
       "Idle outputs with work",
       "share of output-cycles",
       {{"idle_with_work", "idle_with_work_ci95", "idle with work"}},
       {},
       false,
       true,
       1,
       "Outputs that send nothing although a packet for them waits in the switch: what an ideal switch would "
       "not "
       "lose."}};
  return all;
}

const std::vector<MeasureFigure>& schedule_measures() {
  static const std::vector<MeasureFigure> all{
      {"completion",
       "Completion",
       "completion [ms]",
       {{"completion_seconds", "", "measured"}, {"predicted_seconds", "", "predicted", CurveKind::Theory}},
       {},
       false,
       false,
       1e3,
       "From the first send to the last receive. The table has seconds."},
      {"over-ideal",
       "Completion over the ideal",
       "completion / the least time whatever the order",
       {{"completion_over_ideal", "", "measured"}}},
      {"blocked-schedules",
       "Head-of-line blocking of schedules",
       "share of input-cycles",
       {{"hol_fraction", "", "head-of-line blocked"}},
       {},
       false,
       true}};
  return all;
}

}  // namespace xb
