// SPDX-License-Identifier: Apache-2.0
#include "host/config/key_kinds.h"

#include <fmt/ranges.h>

#include <filesystem>
#include <nlohmann/json.hpp>
#include <stdexcept>

#include "host/base/units.h"
#include "host/config/cluster_file.h"
#include "host/exchange/schedule_registry.h"
#include "host/link/host_list.h"
#include "host/link/link_rates.h"
#include "host/link/packet.h"
#include "host/liquid/transfer_list.h"
#include "host/nic/host_delay.h"
#include "host/schedule/goal_file.h"
#include "host/switches/switch_registry.h"

namespace xb {
namespace {

constexpr const char* kTimePattern = "^[0-9.]+ *(ps|ns|us|ms|s)$";

std::vector<std::string> schedule_words() {
  std::vector<std::string> words = names(schedules());
  words.emplace_back();
  return words;
}

bool set_ci(RunConfig& c, const std::string& text) {
  const bool percent = !text.empty() && text.back() == '%';
  double value = 0;
  if (!parse_number(percent ? text.substr(0, text.size() - 1) : text, 0, percent ? 100 : 1, value))
    return false;
  c.ci = percent ? value / 100 : value;
  return true;
}

bool set_warmup(RunConfig& c, const std::string& text) {
  std::uint64_t value = 0;
  if (text == "auto") return c.warmup.reset(), true;
  if (!parse_number(text, 0, 1e12, value)) return false;
  c.warmup = value;
  return true;
}

nlohmann::ordered_json get_warmup(const RunConfig& c) {
  if (!c.warmup) return "auto";
  return *c.warmup;
}

bool set_output_period(RunConfig& c, const std::string& text) {
  if (!parse_output_periods(text)) return false;
  c.output_period = text;
  return true;
}

nlohmann::ordered_json get_output_period(const RunConfig& c) {
  unsigned period = 0;
  if (parse_number(c.output_period, 1, kMaxOutputPeriod, period)) return period;
  return c.output_period;
}

}  // namespace

ConfigKey choice_key(std::string name, std::string RunConfig::*field, std::vector<std::string> values,
                     std::string help) {
  return {std::move(name),
          fmt::format("{}", fmt::join(values, " ")),
          std::move(help),
          [=](RunConfig& c, const std::string& v) {
            for (const auto& allowed : values) {
              if (v == allowed) return c.*field = v, true;
            }
            return false;
          },
          [=](const RunConfig& c) { return c.*field; },
          {values, {}, {}, ""}};
}

ConfigKey rtl_key() {
  ConfigKey key{"rtl", "a folder with .sv or .v files, or nothing",
                "folder whose modules replace those of one name in rtl/, or add to them",
                [](RunConfig& c, std::string v) {
                  while (v.size() > 1 && v.back() == '/') v.pop_back();
                  return c.rtl = v, true;
                },
                [](const RunConfig& c) { return c.rtl; }};
  key.form = {{}, {}, {}, ".*"};
  key.only_if_set = true;
  return key;
}

ConfigKey device_key() {
  ConfigKey key{"device", "a .toml file that describes a switch, or nothing",
                "switch of your own instead of one of the lab's (engine rtl)",
                [](RunConfig& c, const std::string& v) {
                  if (!v.empty() && std::filesystem::path(v).extension() != ".toml") return false;
                  return c.device = v, true;
                },
                [](const RunConfig& c) { return c.device; }};
  key.form = {{}, {}, {}, R"(^$|[.]toml$)"};
  key.only_if_set = true;
  return key;
}

ConfigKey cluster_key() {
  return {"cluster",
          allowed_clusters(),
          "host and link parameters",
          [](RunConfig& c, const std::string& v) { return c.cluster = v, !v.empty(); },
          [](const RunConfig& c) { return c.cluster; },
          {cluster_names(), {}, {}, R"([.]toml$)"}};
}

ConfigKey schedule_key() {
  return {"schedule",
          fmt::format("{}, a .goal file, or nothing", fmt::join(names(schedules()), " ")),
          "program that the hosts run instead of stochastic traffic",
          [](RunConfig& c, const std::string& v) {
            if (!v.empty() && find_schedule(v) == nullptr && !is_goal_file(v)) return false;
            return c.schedule = v, true;
          },
          [](const RunConfig& c) { return c.schedule; },
          {schedule_words(), {}, {}, R"([.]goal$)"}};
}

ConfigKey time_or_auto_key(std::string name, std::string RunConfig::*field, std::string help) {
  return {std::move(name),
          fmt::format("auto, or {}", kAllowedTime),
          std::move(help),
          [=](RunConfig& c, const std::string& v) {
            if (v != "auto") {
              try {
                parse_time(v);
              } catch (const std::invalid_argument&) {
                return false;
              }
            }
            return c.*field = v, true;
          },
          [=](const RunConfig& c) { return c.*field; },
          {{"auto"}, {}, {}, kTimePattern}};
}

ConfigKey global_window_key() {
  return {"global-window",
          "none, auto, or 1..1000000 packets",
          "packets on their way from a host to all partners (W_g); auto: what the switch's queue holds",
          [](RunConfig& c, const std::string& v) {
            unsigned packets = 0;
            if (v != "none" && v != "auto" && !parse_number(v, 1, 1000000, packets)) return false;
            return c.global_window = v, true;
          },
          [](const RunConfig& c) -> nlohmann::ordered_json {
            unsigned packets = 0;
            if (parse_number(c.global_window, 1, 1000000, packets)) return packets;
            return c.global_window;
          },
          {{"none", "auto"}, ValueForm::Range{1, 1000000, true}, {}, ""}};
}

ConfigKey host_delay_key() {
  return {"host-delay",
          "none, exponential:MEAN or daemon:PERIOD:LENGTH, times with units up to 1000s, LENGTH < PERIOD",
          "random load on the hosts' processors",
          [](RunConfig& c, const std::string& v) {
            if (!parse_host_delay(v)) return false;
            return c.host_delay = v, true;
          },
          [](const RunConfig& c) { return c.host_delay; },
          {{"none"}, {}, {}, "^(exponential|daemon):"}};
}

ConfigKey memory_key(std::string name, std::string RunConfig::*field, bool none, std::string help) {
  return {std::move(name),
          fmt::format("{}bytes with their unit, such as 128MiB (B, kB, MB, GB, KiB, MiB, GiB)",
                      none ? "none, or " : ""),
          std::move(help),
          [=](RunConfig& c, const std::string& v) {
            if (!none || v != "none") {
              try {
                parse_bytes(v);
              } catch (const std::invalid_argument&) {
                return false;
              }
            }
            return c.*field = v, true;
          },
          [=](const RunConfig& c) { return c.*field; },
          {none ? std::vector<std::string>{"none"} : std::vector<std::string>{},
           {},
           {},
           "^[0-9.]+ *([kKMG]i?)?B$"}};
}

ConfigKey paging_key() {
  return {"paging",
          "none, or PERIOD:LENGTH, times with units up to 1000s, LENGTH < PERIOD",
          "pauses of hosts whose memory does not hold the blocks of their messages",
          [](RunConfig& c, const std::string& v) {
            if (v != "none" && !parse_pauses(v)) return false;
            return c.paging = v, true;
          },
          [](const RunConfig& c) { return c.paging; },
          {{"none"}, {}, {}, "^[^:]+:[^:]+$"}};
}

ConfigKey output_period_key() {
  return {"output-period",
          fmt::format("1..{} beat times, or a list PORT:PERIOD,PORT:PERIOD", kMaxOutputPeriod),
          "period of slow receivers: a beat is taken every so many beat times",
          set_output_period,
          get_output_period,
          {{}, ValueForm::Range{1, kMaxOutputPeriod, true}, {}, "^[0-9]+:[0-9]+(,[0-9]+:[0-9]+)*$"}};
}

ConfigKey ranks_key() {
  ConfigKey key{"ranks",
                fmt::format("all, or hosts 0..{}, at least 2, each once, such as 0,1,5,8..11", kMaxHosts - 1),
                "hosts that take part, in the order of a schedule's ranks",
                [](RunConfig& c, const std::string& v) {
                  if (v != "all" && !parse_hosts(v)) return false;
                  return c.ranks = v, true;
                },
                [](const RunConfig& c) { return c.ranks; }};
  key.form = {{"all"}, {}, {}, "^[0-9]+([.][.][0-9]+)?(,[0-9]+([.][.][0-9]+)?)*$"};
  key.only_if_set = true;
  return key;
}

ConfigKey transfers_key() {
  ConfigKey key{"transfers", kAllowedTransfers, "transfers of a schedule in steps, of k packets each",
                [](RunConfig& c, const std::string& v) {
                  if (v != "all" && !is_transfer_file(v) && !parse_transfers(v)) return false;
                  return c.transfers = v, true;
                },
                [](const RunConfig& c) { return c.transfers; }};
  key.form = {{"all"}, {}, {}, ">|[.]csv$"};
  key.only_if_set = true;
  return key;
}

ConfigKey time_limit_key() {
  ConfigKey key{"time-limit", "a time above 0 such as 60s, up to 1000s", "CPU time of a search for steps",
                [](RunConfig& c, const std::string& v) {
                  try {
                    if (parse_time(v).value <= 0) return false;
                  } catch (const std::invalid_argument&) {
                    return false;
                  }
                  return c.time_limit = v, true;
                },
                [](const RunConfig& c) { return c.time_limit; }};
  key.form = {{}, {}, {}, kTimePattern};
  key.only_if_set = true;
  return key;
}

ConfigKey ci_key() {
  return {"ci",
          "0..1, or a percentage such as 1%",
          "half-width of the 95% intervals, relative to the mean, at which a run stops; 0: run all cycles",
          set_ci,
          [](const RunConfig& c) { return c.ci; },
          {{}, ValueForm::Range{0, 1, false}, {}, "^[0-9.]+%$"}};
}

ConfigKey warmup_key() {
  return {"warmup",
          "auto, or 0..1e12 cycles",
          "cycles before measuring starts; auto: until throughput and occupancy settle",
          set_warmup,
          get_warmup,
          {{"auto"}, ValueForm::Range{0, 1e12, true}, {}, ""}};
}

}  // namespace xb
