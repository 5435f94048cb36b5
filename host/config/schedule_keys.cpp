// SPDX-License-Identifier: Apache-2.0
// The keys of schedules and hosts.
#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "host/config/key_kinds.h"
#include "host/exchange/schedule_registry.h"
#include "host/link/host_range.h"
#include "host/link/packet.h"
#include "host/liquid/transfer_list.h"
#include "host/nic/built_in_clusters.h"
#include "host/nic/cluster.h"
#include "host/step_methods/step_methods.h"

namespace xb {
namespace {

/// Schedules whose entry in the registry names the key.
KeyUse of_schedules(const std::string& key) {
  return {"schedule " + users_of(schedules(), key), [=](const RunConfig& c) {
            const ScheduleEntry* entry = c.schedule.get();
            return entry != nullptr && entry->uses(key);
          }};
}

}  // namespace

std::vector<ConfigKey> schedule_keys() {
  const KeyUse of_schedule{"a schedule", [](const RunConfig& c) { return bool(c.schedule); }};
  const KeyUse of_go_back_n{"a schedule with reliability go-back-n",
                            [](const RunConfig& c) { return c.schedule && c.go_back_n(); }};
  const KeyUse of_marks{
      "a schedule with reliability go-back-n, initial-window and ecn",
      [](const RunConfig& c) { return c.schedule && c.go_back_n() && c.initial_window > 0 && c.ecn; }};
  const KeyUse of_experts{"a complete exchange with experts",
                          [](const RunConfig& c) { return c.schedule && c.experts > 0; }};
  const KeyUse of_memory{"a schedule with memory", [](const RunConfig& c) { return c.schedule && c.memory; }};
  return {
      named_key("schedule", &ScheduleConfig::schedule, names(schedules()),
                fmt::format("{}, a .goal file, or nothing", listed(names(schedules()))),
                "program that the hosts run instead of stochastic traffic", "[.]goal$")
          .for_searches(),
      number_key("packets-per-message", &ScheduleConfig::packets_per_message, 1, 1000000, "packets",
                 "length of a message, k")
          .when({"a schedule that is not a file",
                 [](const RunConfig& c) { return c.schedule && !c.schedule.is_file(); }}),
      number_key("group-size", &ScheduleConfig::group_size, 1, kMaxHosts - 1, "partners",
                 "partners at a time in the group shuffle, omega")
          .when(of_schedules("group-size")),
      number_key("message-spread", &ScheduleConfig::message_spread, 0, 1, "of a message",
                 "lengths of a complete exchange's blocks, uniform in 1 +- so much of k packets")
          .if_set()
          .when(of_schedules("message-spread")),
      number_key("experts", &ScheduleConfig::experts, 0, 65536, "experts",
                 "experts of a mixture, whose tokens are the blocks of a complete exchange; 0: none")
          .if_set()
          .when(of_schedules("message-spread")),
      number_key("top-k", &ScheduleConfig::top_k, 1, 64, "experts", "experts that a token goes to")
          .if_set()
          .when(of_experts),
      number_key("gate-skew", &ScheduleConfig::gate_skew, 0, 4, "",
                 "preference for some experts: Zipf's exponent; 0: all are alike")
          .if_set()
          .when(of_experts),
      named_key("transfers", &ScheduleConfig::transfers, {}, kAllowedTransfers,
                "transfers of a schedule in steps, of k packets each", ">|[.]csv$")
          .if_set()
          .when(of_schedules("transfers"))
          .for_searches(),
      choice_key("step-end", &ScheduleConfig::step_end,
                 "what a rank waits for before its next step: nothing, its own packets, all "
                 "ranks, or the time")
          .if_set()
          .when(of_schedules("step-end")),
      time_key("step-time", &ScheduleConfig::step_time,
               "length of a step (step-end time); auto: a transfer's time on the slowest "
               "link")
          .if_set()
          .when(
              {"a schedule in steps with step-end time",
               [](const RunConfig& c) { return in_steps(c.schedule.get()) && c.step_end == StepEnd::Time; }}),
      named_key("step-search", &ScheduleConfig::step_search, step_search_names(),
                "none " + listed(step_search_names()),
                "what is worked out of a liquid schedule's transfers instead of a run: nothing, "
                "only their graph, the categories of its full teams, or steps by one of these "
                "ways",
                "")
          .if_set()
          .when({"schedule liquid", [](const RunConfig& c) { return c.schedule.text() == "liquid"; }, true})
          .for_searches(),
      time_key("time-limit", &ScheduleConfig::time_limit, "CPU time of a search for steps",
               "a time above 0 such as 60s, up to 1000s")
          .as(KeyRole::Run)
          .if_set()
          .when({"a step-search", [](const RunConfig& c) { return c.searches_steps(); }})
          .for_searches(),
      named_key("cluster", &ScheduleConfig::cluster, names(built_in_clusters()),
                fmt::format("{}, or a .toml file", listed(names(built_in_clusters()))),
                "host and link parameters", "[.]toml$")
          .when(of_schedule),
      choice_key("reliability", &ScheduleConfig::reliability,
                 "recovery of packets that the switch loses, by the hosts of a schedule")
          .when(of_schedule),
      time_key("timeout", &ScheduleConfig::timeout, "retransmission time-out (go-back-n)").when(of_go_back_n),
      time_key("ack-delay", &ScheduleConfig::ack_delay,
               "time that an acknowledgement waits for a packet to ride on (go-back-n)")
          .when(of_go_back_n),
      number_key("ack-beats", &ScheduleConfig::ack_beats, 1, kMaxPacketBeats, "beats",
                 "length of a frame with nothing but an acknowledgement (go-back-n)")
          .when(of_go_back_n),
      number_key("receive-window", &ScheduleConfig::receive_window, 0, 1000000, "packets",
                 "packets in a host's memory that its process has not yet received; 0: no limit")
          .when(of_schedule),
      number_key("send-window", &ScheduleConfig::send_window, 0, 1000000, "packets",
                 "packets on their way from a host to one partner; 0: no limit")
          .when(of_schedule),
      number_key("initial-window", &ScheduleConfig::initial_window, 0, 1000000, "packets",
                 "packets to one partner before any is acknowledged, where slow start begins; 0: "
                 "no slow start (go-back-n)")
          .if_set()
          .when(of_go_back_n),
      choice_key("reaction", &ScheduleConfig::reaction,
                 "reaction of a congestion window to packets that come marked (ecn)")
          .if_set()
          .when(of_marks),
      number_key("dctcp-gain", &ScheduleConfig::dctcp_gain, 0.001, 1, "",
                 "weight g of the last round trip in the share of marked packets (reaction dctcp)")
          .if_set()
          .when({"reaction dctcp",
                 [](const RunConfig& c) { return c.schedule && c.reaction == Reaction::Dctcp; }}),
      number_or_word_key(
          "global-window", &ScheduleConfig::global_window, {{"none", 0}, {"auto", {}}}, 1, 1000000, "packets",
          "packets on their way from a host to all partners (W_g); auto: what the switch's queue holds")
          .when(of_schedule),
      given_key("host-delay", &ScheduleConfig::host_delay,
                "exponential:MEAN or daemon:PERIOD:LENGTH, times with units up to 1000s, LENGTH < PERIOD",
                "random load on the hosts' processors", "^(exponential|daemon):")
          .when(of_schedule),
      number_key("start-skew", &ScheduleConfig::start_skew, 0, 1, "of the predicted time",
                 "window in which ranks start, each at random")
          .when(of_schedule),
      bytes_key("memory", &ScheduleConfig::memory,
                "main memory of a host, for the blocks of its messages and the system")
          .when(of_schedule),
      bytes_key("system-memory", &ScheduleConfig::system_memory, "part of memory that the system takes")
          .when(of_memory),
      given_key("paging", &ScheduleConfig::paging,
                "PERIOD:LENGTH, times with units up to 1000s, LENGTH < PERIOD",
                "pauses of hosts whose memory does not hold the blocks of their messages", "^[^:]+:[^:]+$")
          .when(of_memory),
  };
}

}  // namespace xb
