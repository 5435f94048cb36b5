// SPDX-License-Identifier: Apache-2.0
#include "testbenches/program/text_report.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>
#include <set>

#include "host/base/units.h"
#include "host/config/cluster_file.h"
#include "host/config/config_keys.h"
#include "host/config/key_use.h"
#include "host/exchange/schedule_registry.h"
#include "host/point/run_config.h"
#include "host/point/traffic_config.h"
#include "host/run/delivery_lines.h"
#include "host/run/point_facts.h"
#include "host/schedule/goal_file.h"
#include "host/switches/switch_registry.h"
#include "host/theory/theory.h"
#include "testbenches/experiment/point.h"
#include "testbenches/program/measure_text.h"
#include "testbenches/steps/step_search_point.h"
#include "testbenches/terminal/text_table.h"

namespace xb {
namespace {

/// Saturated FIFO inputs: what theory says the throughput is, where it says anything.
std::string theory_note(const Point& p) {
  if (p.result.network) return "";
  const auto exact = find_theory("input-saturation")->value(p.config);
  return exact ? fmt::format("   (exact for FIFO inputs: {:.4f})", *exact) : "";
}

/// First beat in to first beat out, of lone packets of one beat.
std::string zero_load_text(const ZeroLoadLatency& latency) {
  constexpr const char* kWhat = "from the first beat in to the first beat out";
  if (latency.min != latency.max)
    return fmt::format("{} to {} cycles {}, by ports", latency.min, latency.max, kWhat);
  return fmt::format("{} cycle{} {}", latency.min, latency.min == 1 ? "" : "s", kWhat);
}

/// What a formula says of a schedule's completion, a prediction or only a bound.
std::string prediction_note(const Point& p) {
  if (!p.result.predicted_seconds) return "";
  const ScheduleEntry* entry = p.config.schedule.get();
  const bool bound =
      entry != nullptr && (entry->bound_only || p.config.message_spread > 0 || p.config.experts > 0);
  const char* const what = bound              ? "at least"
                           : p.result.network ? "the formula of one switch says"
                                              : "predicted";
  return fmt::format("; {} {} ({})", what, format_time({*p.result.predicted_seconds}),
                     signed_percent(*p.result.completion_seconds / *p.result.predicted_seconds - 1));
}

/// The keys that the cluster has values of its own for, and where the run has others.
std::string cluster_keys_text(const RunConfig& c, const Cluster& cluster) {
  std::string text;
  for (const ClusterDefault& d : cluster.defaults) {
    if (!uses_key(c, d.key)) continue;
    const auto value = to_json(c).at(d.key);
    RunConfig own = c;
    set_key(own, d.key, d.value, cluster.name);
    text += fmt::format("{}{} {}", text.empty() ? "" : ", ", d.key, value_text(value));
    if (to_json(own).at(d.key) != value) text += fmt::format(" (its own: {})", d.value);
  }
  return text;
}

/// What reliability and memory cost, where they cost anything.
std::string hosts_text(const RunResult& r) {
  if (!r.hosts) return "";
  std::string text;
  const auto add = [&](std::uint64_t count, const char* what) {
    if (count > 0) text += fmt::format("{}{} {}", text.empty() ? "" : ", ", count, what);
  };
  add(r.hosts->time_outs, "time-outs");
  add(r.hosts->retransmitted_packets, "packets sent again");
  add(r.hosts->ack_frames, "acknowledgements alone");
  add(r.hosts->discarded_out_of_order, "discarded out of order");
  add(r.hosts->discarded_no_room, "discarded for want of room");
  add(r.hosts->paging_hosts, "hosts short of memory");
  return text;
}

/// Cycles as time, where the clock is more than the usual one.
std::string time_note(const RunResult& r, const Distribution& cycles) {
  if (!r.facts || !r.facts->clock_given) return "";
  const auto time = [&](double count) {
    return format_time({std::stod(fmt::format("{:.4g}", count / r.facts->clock_mhz * 1e-6))});
  };
  return fmt::format("; {} mean, p99 {}", time(cycles.mean), time(static_cast<double>(cycles.p99)));
}

/// Beats as bytes.
std::string bytes_note(const RunResult& r) {
  if (!r.facts) return "";
  return fmt::format("; {:.1f} KiB mean", r.occupancy_beats.mean * r.facts->width_bits / 8 / 1024);
}

/// What all traffic has, unless each class has its own, and what classes have of their own.
template <class ClassValues>
std::string by_class(const std::string& of_all, const ClassValues& own, unsigned classes) {
  if (!own) return of_all;
  const bool has_each =
      std::all_of(own->begin(), own->begin() + classes, [](const auto& v) { return v.has_value(); });
  return fmt::format("{}{} by class", has_each ? "" : of_all + ", ", own.text());
}

std::string traffic_text(const RunConfig& c) {
  const TrafficConfig& t = *c.traffic;
  if (c.is_random()) {
    const std::string burst =
        !t.has_pattern(TrafficPattern::Incast)
            ? ""
            : fmt::format(", {} to 1 of {} every {} cycles", t.fan_in ? std::to_string(*t.fan_in) : "all",
                          t.incast_bytes.text(), t.period);
    const std::string hosts = fmt::format("{}{}", t.victim ? fmt::format(", victim {}", *t.victim) : "",
                                          t.senders ? ", senders " + t.senders.text() : "");
    const std::string flows = t.flow_sizes ? " in flows of " + t.flow_sizes.text() : "";
    return fmt::format("{}{}{}, load {}{}, seed {}", by_class(t.traffic.text(), t.class_traffic, c.classes),
                       burst, hosts, by_class(fmt::format("{}", t.load), t.class_load, c.classes), flows,
                       c.seed);
  }
  return t.replay == ReplayPace::Load ? fmt::format("{} at load {}", t.traffic.text(), t.load)
                                      : fmt::format("{} with its own times", t.traffic.text());
}

std::string lost_text(const RunResult& r) {
  if (!r.known.drops) return "losses not measured";
  return fmt::format("{} lost{}", r.lost_packets,
                     r.lost_packets > 0 ? fmt::format(" ({:.3g})", r.loss.mean) : "");
}

/// Packets that wait, at the hosts or in the switch: a few in every run, and many beyond saturation.
std::string waiting_text(const RunResult& r) {
  constexpr double kMany = 0.01;  // of those offered
  const std::uint64_t gone = r.delivered_packets + r.lost_packets;
  const std::uint64_t waiting = r.offered_packets - std::min(r.offered_packets, gone);
  const auto offered = static_cast<double>(r.offered_packets);
  const double share = static_cast<double>(waiting) / offered;
  if (!r.known.drops || !(share > kMany)) return "";
  return fmt::format(", {} not delivered ({:.3g})", waiting, share);
}

/// Which queues had no room, and for how many packets each; the first of them.
std::string full_queues_text(const RunResult& r) {
  constexpr std::size_t kMostQueues = 16;
  std::string text;
  std::size_t full = 0;
  for (std::size_t queue = 0; queue < r.dropped_per_queue.size(); ++queue) {
    if (r.dropped_per_queue[queue] == 0 || ++full > kMostQueues) continue;
    text += fmt::format("{}{} ({})", text.empty() ? "" : ", ", queue, r.dropped_per_queue[queue]);
  }
  return full > kMostQueues ? fmt::format("{}, and {} more", text, full - kMostQueues) : text;
}

/// What was run, but for what the hosts do.
template <class Add>
void add_switch_lines(const Add& add, const RunConfig& c, const RunResult& r) {
  if (r.network) {
    const std::size_t cables = r.network->links.size() / 2;  // one each way
    add("network", fmt::format("{}, {} switches, {} cable{} between them", c.topology.text(),
                               r.network->switches.size(), cables, cables == 1 ? "" : "s"));
    const std::string depth = c.buffer ? c.buffer.text() + " each" : fmt::format("{} beats deep", c.depth);
    add("switches",
        fmt::format("{}, {}, {}, {}, engine {} (where the topology says nothing else)",
                    find_switch(c).circuit(), depth, word(c.forwarding), c.flow_text(), word(c.engine)));
  } else if (c.has_device()) {
    add("switch",
        fmt::format("{}, {} ports of {} bits, engine {}", c.device, c.ports, c.width, word(c.engine)));
  } else {
    add("switch", fmt::format("{}, {} ports, {} beats deep, {}, {}, engine {}", find_switch(c).circuit(),
                              c.ports, c.depth, word(c.forwarding), c.flow_text(), word(c.engine)));
  }
  if (r.facts) {
    for (const auto& [name, value] : fact_lines(c, *r.facts)) add(name.c_str(), value);
  }
}

/// Lines of a network among those of describe_point().
template <class Add>
void add_network_lines(const Add& add, const RunResult& r) {
  const NetworkResult& n = *r.network;
  const double hops = r.delivered_packets == 0
                          ? 0
                          : static_cast<double>(n.packet_hops) / static_cast<double>(r.delivered_packets);
  add("packet hops", fmt::format("{} ({:.3f} switches a packet)", n.packet_hops, hops));
  if (n.overtaken_packets > 0)
    add("overtaken", fmt::format("{} packets came before one sent earlier, and waited", n.overtaken_packets));
  if (n.bottleneck.utilisation > 0)
    add("bottleneck",
        fmt::format("{}, {:.1f} % busy", link_name(n.bottleneck), n.bottleneck.utilisation * 100));
  if (!n.idle_links.empty()) add("idle links", describe_idle_links(n));
  if (r.ecn && r.ecn->marked > 0) add("marks of switch", r.ecn->switch_name);
}

/// The lines that are in the table of measures, each once.
template <class Add>
class MeasureLines {
 public:
  MeasureLines(const Point& point, const Add& add) : texts_(point), add_(add) {}

  /// `text`: instead of the row's.
  void add(const std::string& path, const char* text = nullptr, const std::string& note = "") {
    shown_.insert(path);
    const Measure& measure = *find_measure(path);
    const std::string line = texts_.line(measure, text);
    if (!line.empty()) add_(measure.label, line + note);
  }
  /// Those that have no place of their own.
  void add_others() {
    for (const Measure& measure : measures()) {
      if (*measure.label != 0 && shown_.count(measure.path) == 0) add(measure.path);
    }
  }

 private:
  MeasureTexts texts_;
  const Add& add_;
  std::set<std::string> shown_;
};

/// Of hosts, and of links in networks, that pause or have no credit. Credits ask for nothing, and have no
/// headroom.
template <class Add>
void add_pause_lines(MeasureLines<Add>& measured, const RunConfig& c, const RunResult& r) {
  if (!r.pause) return;
  const bool credits = c.classes_with(FlowControl::Cbfc) > 0 && r.pause->frames == 0;
  const std::string of = r.network ? " of input-cycles" : " of host-cycles";
  const std::string why = credits ? ", for want of credit" : ", in {pause.frames} pauses";
  measured.add("pause.paused", ("{pause.paused}" + of + why).c_str());
  measured.add("pause.victims",
               ("{pause.victims}" + of + " paused with a packet for an idle output").c_str());
  for (const char* path : {"pause.overshoot_beats", "pause.headroom_beats"})
    if (credits) measured.add(path, "");
  if (!r.pause->sweep_cycles) return;
  const bool too_few = r.measured_cycles < *r.pause->sweep_cycles;
  measured.add("pause.sweep_cycles", nullptr, too_few ? ": too few were measured" : "");
}

/// What the hosts of a schedule did.
template <class Add>
void add_schedule_lines(const Add& add, MeasureLines<Add>& measured, const Point& p) {
  const RunConfig& c = p.config;
  const RunResult& r = p.result;
  const std::string length =
      c.schedule.is_file() ? "" : fmt::format(", k = {} packets", c.packets_per_message);
  add("schedule", fmt::format("{}{}, cluster {}", c.schedule.text(), length, c.cluster.text()));
  add("completion", fmt::format("{} ({} cycles){}", format_time({*r.completion_seconds}),
                                *r.completion_cycles, prediction_note(p)));
  auto named = c.cluster;
  named.load(read_cluster);
  const Cluster& cluster = *named;
  if (const std::string keys = cluster_keys_text(c, cluster); !keys.empty()) add("cluster's keys", keys);
  const bool other_forwarding = cluster.store_forward != c.store_forward();
  if (other_forwarding)
    add("", fmt::format("(the cluster's L is that of a switch with {})",
                        c.store_forward() ? "cut-through" : "store-and-forward"));
  measured.add("bandwidth_per_node");
  if (r.steps) {
    add("steps",
        fmt::format("{} for {} transfers; Lambda {}", r.steps->steps, r.steps->transfers, r.steps->lambda));
    add("throughput of transfers", fmt::format("{:.3f} links, {:.2f} % of what the busiest link allows",
                                               r.steps->transfer_throughput, 100 * r.steps->of_liquid));
  }
  if (r.global_window) {
    const GlobalWindowResult& w = *r.global_window;
    add("global window", fmt::format("W_g = {} packets, for B_L = {} and nu = {:.4g} of them a step", w.w_g,
                                     w.buffer_packets, w.nu));
    add("packets on their way",
        fmt::format("eta = {} of a host at once; on schedule at most {}, ceil(L / g_s)", w.eta,
                    w.eta_on_schedule));
  }
  if (const std::string hosts = hosts_text(r); !hosts.empty()) add("hosts", hosts);
}

/// Packets, and where they were lost or not delivered.
template <class Add>
void add_packet_lines(const Add& add, const RunConfig& c, const RunResult& r) {
  if (r.bytes) {
    const std::string gap = c.gap_bytes == 0 ? ""
                                             : fmt::format(", {:.4f} with gaps of {} bytes",
                                                           r.bytes->wire_throughput, c.gap_bytes);
    add("bits of frames", fmt::format("{:.4f} of the line rate{}", r.bytes->throughput, gap));
  }
  add("packets", fmt::format("{} offered, {} delivered, {}{}", r.offered_packets, r.delivered_packets,
                             lost_text(r), waiting_text(r)));
  if (const std::string full = full_queues_text(r); !full.empty()) add("lost at queue", full);
  if (r.delivery) {
    for (const auto& [name, value] : delivery_lines(*r.delivery, r.network.has_value()))
      add(name.c_str(), value);
  }
}

/// What the packets of each class have seen.
std::string class_table(const RunResult& r) {
  TextTable table;
  table.column("class");
  for (const char* name : {"offered", "throughput", "latency [cycles]", "p99 latency", "queueing [cycles]",
                           "loss", "held by higher"})
    table.column(name);
  const bool hol = r.classes.front().hol.has_value(), lag = r.classes.front().lag.has_value();
  if (hol) table.column("HOL"), table.column("behind others");
  if (lag) table.column("lag [cycles]");
  for (const ClassResult& c : r.classes) {
    const bool some = c.delivered_packets > 0;
    std::vector<std::string> row{std::to_string(c.of_class),
                                 fmt::format("{:.4f}", c.offered_load),
                                 fmt::format("{:.4f}", c.throughput.mean),
                                 some ? fmt::format("{:.2f}", c.latency.mean) : "-",
                                 some ? std::to_string(c.latency.p99) : "-",
                                 some ? fmt::format("{:.3f}", c.queueing.mean) : "-",
                                 fmt::format("{:.3g}", c.loss),
                                 c.held_by_higher ? fmt::format("{:.2f} %", 100 * *c.held_by_higher) : "?"};
    if (hol) {
      row.push_back(percent(c.hol->fraction));
      row.push_back(percent(c.hol->fraction - c.hol->behind_class[c.of_class]));
    }
    if (lag) row.push_back(c.lag->packets > 0 ? fmt::format("{:.3f}", c.lag->mean) : "-");
    table.row(row);
  }
  return "\n" + table.text();
}

}  // namespace

std::string describe_point(const Point& p) {
  if (p.result.step_search) return describe_step_search(p);
  const RunConfig& c = p.config;
  const RunResult& r = p.result;
  std::string text;
  const auto add = [&](const char* name, const std::string& value) { text += report_line(name, value); };
  MeasureLines measured(p, add);
  add_switch_lines(add, c, r);
  if (r.completion_cycles)
    add_schedule_lines(add, measured, p);
  else
    add("traffic", traffic_text(c));
  add("cycles", fmt::format("{} measured, after {} of warm-up{}", r.measured_cycles, r.warmup_cycles,
                            r.warmup_settled ? "" : " (not settled)"));
  if (c.engine == Engine::Lockstep && !r.network)
    add("lock-step", fmt::format("RTL and twin show the same in all {} cycles", r.cycles));
  measured.add("offered_load");
  measured.add("throughput", nullptr, theory_note(p));
  add_packet_lines(add, c, r);
  measured.add("latency.mean", nullptr, time_note(r, r.latency));
  if (r.zero_load) add("latency, no load", zero_load_text(*r.zero_load));
  measured.add("queueing.mean", nullptr, r.known.zero_load ? time_note(r, r.queueing) : "");
  for (const char* path : {"hol.blocked_fraction", "hol.hol_fraction"}) measured.add(path);
  if (r.hol_at_hosts.value_or(0) > 0) add("", percent(*r.hol_at_hosts) + " at the hosts in front of it");
  if (r.device_hol) {
    const auto& differs = r.device_hol->differs;
    add("as the device shows it",
        fmt::format("{} of input-cycles{}", percent(r.device_hol->fraction),
                    differs ? fmt::format(", otherwise than its ports tell in {}", percent(*differs)) : ""));
  }
  for (const char* path : {"hol.pool_fraction", "hol.idle_with_work"}) measured.add(path);
  measured.add("occupancy.mean", r.network ? "{occupancy.mean} beats mean (all switches)" : nullptr,
               r.known.queues ? bytes_note(r) : "");
  add_pause_lines(measured, c, r);
  measured.add_others();
  if (r.network) add_network_lines(add, r);
  add("speed", r.cpu_seconds > 0 ? fmt::format("{:.0f} cycles per CPU second",
                                               static_cast<double>(r.cycles) / r.cpu_seconds)
                                 : "not measured");
  if (r.network) text += describe_network(r);
  if (!r.classes.empty()) text += class_table(r);
  return text;
}

}  // namespace xb
