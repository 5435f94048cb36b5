// SPDX-License-Identifier: Apache-2.0
// The keys of the switch.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "host/config/key_kinds.h"
#include "host/point/traffic_config.h"
#include "host/switches/switch_registry.h"
#include "host/wires/port_set.h"

namespace xb {
namespace {

template <auto field, auto setting>
void copied(const RunConfig& c, SwitchSettings& s) {
  s.*setting = static_cast<std::remove_reference_t<decltype(s.*setting)>>(c.*field);
}

std::uint32_t alpha_code(double alpha) {
  return static_cast<std::uint32_t>(std::lround(std::log2(alpha)) + 3);
}

constexpr const char* kHostPausePattern =
    "^[0-9]+(/[0-7])?:[0-9]+[.][.][0-9]*(,[0-9]+(/[0-7])?:[0-9]+[.][.][0-9]*)*$";
constexpr double kMostDropBandwidth = 1;
constexpr std::uint32_t kStageBeats = 4;  // an output stage behind a crossbar: pipeline and stalls

/// A buffer gives each switch of a network a depth of its own.
bool has_depth(const RunConfig& c) { return !c.is_network() || !c.buffer || c.depth != RunConfig{}.depth; }

bool own_switch(const RunConfig& c) { return !c.has_device(); }
bool shares(const RunConfig& c) { return own_switch(c) && find_switch(c).shares(c); }

bool set_flow(RunConfig& c, const std::string& text) {
  const auto one = find_choice<FlowControl>(text);
  const auto by_class = one ? std::nullopt : parse_class_flows(text);
  if (!one && !by_class) return false;
  c.flow = one.value_or(FlowControl::BackPressure);
  c.class_flow = by_class;
  return true;
}

/// What is measured by class is known of packets that come by themselves.
bool has_class_traffic(const RunConfig& c) {
  const bool by_themselves =
      c.replays() || (c.is_random() && !c.traffic->has_pattern(TrafficPattern::Incast));
  return by_themselves && !c.traffic->flow_sizes && c.gap_bytes == 0 &&
         (c.reference == Reference::None || c.service == Service::Strict);
}

/// One number, or a number for each class.
ConfigKey alpha_key(std::string help) {
  ConfigKey key =
      listed_key("alpha", &SwitchConfig::alpha, {kAlphas.begin(), kAlphas.end()}, std::move(help));
  key.allowed += ", or CLASS:ALPHA,CLASS:ALPHA of these (1 if not named)";
  key.form.pattern = kClassPattern;
  key.set = [one = key.set](RunConfig& c, const std::string& v) {
    auto given = decltype(c.class_alpha)::read(v);
    if (!given || !*given) {
      if (!one(c, v)) return false;
      given = kWordNone;
    } else {
      c.alpha = SwitchConfig{}.alpha;
    }
    c.class_alpha = *given;
    return true;
  };
  key.get = [one = key.get](const RunConfig& c) -> nlohmann::ordered_json {
    return c.class_alpha ? nlohmann::ordered_json(c.class_alpha.text()) : one(c);
  };
  return key;
}

/// A number of beats, or text.
ConfigKey ecn_key() {
  ConfigKey key = given_key(
      "ecn", &SwitchConfig::ecn, "K, or KMIN..KMAX:P, beats 0..1048576, KMIN < KMAX, probability 0..1",
      "beats in the queue that it joins above which a packet is marked; with P at random from KMIN on",
      "^[0-9]+[.][.][0-9]+:[0-9.e%-]+$");
  key.form.number = {0, 1048576, true};
  return key;
}

/// "a, b or c"
std::string any_of_text(const std::vector<std::string>& names) {
  std::string text;
  for (std::size_t n = 0; n < names.size(); ++n)
    text += (n == 0 ? "" : n + 1 == names.size() ? " or " : ", ") + names[n];
  return text;
}

/// Switches whose entry in the registry names the key.
KeyUse of_switches(const std::string& key, bool by_all = false) {
  return {"switch " + users_of(switches(), key),
          [=](const RunConfig& c) { return own_switch(c) && find_switch(c).uses(key); }, by_all};
}

KeyUse without_device(const std::string& with) { return {with, own_switch}; }

}  // namespace

std::vector<ConfigKey> switch_keys() {
  using Config = SwitchConfig;
  using Settings = SwitchSettings;
  const std::vector<std::string> architectures = names(switches());
  const std::string sharing = any_of_text(switches_sharing(QueueSharing::Always));
  const std::string sharing_under_drop = any_of_text(switches_sharing(QueueSharing::UnderDrop));
  constexpr auto flows = words(FlowControl{});
  const KeyUse pfc{"flow pfc", [](const RunConfig& c) { return c.classes_with(FlowControl::Pfc) != 0; }};
  const KeyUse pauses{"flow pfc cbfc", [](const RunConfig& c) { return c.pauses_hosts(); }};
  const KeyUse no_pipeline{"pipeline 0", [](const RunConfig& c) { return c.pipeline == 0; }};
  return {
      text_key(
          "switch", &Config::switch_name, listed(architectures), "switch architecture",
          [=](const std::string& v) { return std::count(architectures.begin(), architectures.end(), v) > 0; },
          {architectures, {}, {}, ""})
          .each()
          .when(without_device("no device")),
      number_key("ports", &Config::ports, kMinPorts, kMaxPorts, "ports", "inputs and outputs of the switch")
          .recorded_if(has_ports)
          .when({"topology one-switch", has_ports})
          .for_searches(),
      listed_key("width", &Config::width, {8, 16, 32, 64, 128, 256, 512},
                 "payload of a beat [bits]; below 64 with a device")
          .as(KeyRole::Detail),
      number_key("depth", &Config::depth, kLeastDepth, kMostDepth, "beats", "capacity of one queue memory")
          .recorded_if(has_depth)
          .sets(copied<&Config::depth, &Settings::depth>),
      bytes_key("buffer", &Config::buffer,
                "memory of the whole switch, for packets; sets the depth of its queue memories")
          .as(KeyRole::Detail)
          .each()
          .if_set()
          .when(without_device("no device")),
      choice_key("arbiter", &Config::arbiter, "arbitration of an output (input)")
          .when(of_switches("arbiter"), no_pipeline)
          .sets(copied<&Config::arbiter, &Settings::arbiter>),
      given_key("input-weights", &Config::input_weights,
                "INPUT:WEIGHT,INPUT:WEIGHT, inputs 0..15, weights 1..15 (1 if not named)",
                "weights of inputs: packets in a turn at an output (arbiter wrr)",
                "^[0-9]+:[0-9]+(,[0-9]+:[0-9]+)*$")
          .if_set()
          .when({"arbiter wrr", [](const RunConfig& c) { return c.arbiter == Arbitration::Weighted; }})
          .sets_of_all([](const RunConfig& c, Settings& s) {
            for (unsigned i = 0; c.input_weights && i < kWeightedInputs; ++i)
              s.input_weights += (std::uint64_t{(*c.input_weights)[i].value_or(1)} - 1) << 4 * i;
          }),
      number_key("window", &Config::window, 1, 8, "packets", "first packets of a FIFO that may bid (input)")
          .when(of_switches("window"), no_pipeline)
          .sets(copied<&Config::window, &Settings::window>),
      number_key("pipeline", &Config::pipeline, 0, 1, "",
                 fmt::format("form of the switch for a fast clock, of more cycles ({})",
                             fmt::join(names_using(switches(), "pipeline"), ", ")))
          .each()
          .elaborates()
          .if_set()
          .when(of_switches("pipeline")),
      number_key("ram-register", &Config::ram_register, 0, 1, "",
                 "register behind the data RAMs, a cycle more, for the clock of deep ones (pipeline 1)")
          .each()
          .elaborates()
          .if_set()
          .when(of_switches("pipeline"))
          .when({"pipeline 1", [](const RunConfig& c) { return c.pipeline != 0; }}),
      choice_key("forwarding", &Config::forwarding, "time from which a packet may leave")
          .when(without_device("no device (its description claims it)"))
          .sets([](const RunConfig& c, Settings& s) { s.store_forward = c.store_forward(); }),
      ConfigKey{"flow",
                fmt::format("{}, or CLASS:FLOW,CLASS:FLOW", fmt::join(flows, " ")),
                "flow control of a full buffer: packets are held off, or discarded whole; pfc: hosts are "
                "asked to pause; cbfc: they have credits",
                set_flow,
                [](const RunConfig& c) { return c.flow_text(); },
                {{flows.begin(), flows.end()}, {}, {}, kClassPattern}}
          .when({"no device (its description claims it, but for pfc)",
                 [](const RunConfig& c) { return own_switch(c) || c.pauses_hosts(); }})
          .sets([](const RunConfig& c, Settings& s) { s.drop = c.drop(); }),
      number_or_word_key("xoff", &Config::xoff, {{"auto", {}}}, 1, kMostDepth, "beats",
                         "beats of an input from which on its host is to pause; auto: depth less headroom")
          .if_set()
          .when(pfc),
      number_or_word_key("xon", &Config::xon, {{"auto", {}}}, 0, kMostDepth, "beats",
                         "beats of an input down to which its host pauses; auto: xoff less a packet")
          .if_set()
          .when(pfc),
      number_or_word_key("headroom", &Config::headroom, {{"auto", {}}}, 0, kMostDepth, "beats",
                         "room for what comes after xoff; auto: as much as can come")
          .if_set()
          .when(pfc),
      number_key("pause-beats", &Config::pause_beats, 1, 65535, "beats", "length of a pause frame")
          .if_set()
          .when(pfc),
      number_key("host-cable", &Config::host_cable, 0, 1000000, "cycles",
                 "latency between a host and the switch, each way, for its pauses and credits")
          .if_set()
          .when(pauses),
      number_key("pause-response", &Config::pause_response, 0, 1000000, "cycles",
                 "cycles from a pause frame's last beat, or a credit, until the host obeys")
          .if_set()
          .when(pauses),
      given_key("pause-storm", &Config::pause_storm, "SHARE:CYCLES, such as 0.5:1000",
                "storms to be counted: a host that is paused for more than SHARE of CYCLES cycles",
                "^[0-9.]+:[0-9]+$")
          .if_set()
          .when(pauses),
      given_key("host-pause", &Config::host_pause,
                "HOST:FIRST..END, HOST/CLASS:FIRST..END, or without END, hosts 0..65535, cycles 0..1e12",
                "cycles in which a host asks its switch to pause what comes to it, of a class or of all with "
                "flow pfc; without END: for ever",
                kHostPausePattern)
          .if_set()
          .when(pfc),
      choice_key("sharing", &Config::sharing,
                 fmt::format("sharing of a memory among outputs ({}; {}: under drop); headdrop: shared, and "
                             "abm pushout: its engines systemc, fast",
                             fmt::join(switches_sharing(QueueSharing::Always), ", "),
                             fmt::join(switches_sharing(QueueSharing::UnderDrop), ", ")))
          .when({"switch " + sharing + ", or with flow drop and switch " + sharing_under_drop, shares})
          .sets([](const RunConfig& c, Settings& s) {
            // To a dynamic threshold head drop adds a bandwidth.
            s.sharing = c.sharing == Sharing::HeadDrop ? Sharing::Dynamic : c.sharing;
          }),
      alpha_key("a queue's limit, in units of the free memory (sharing dynamic abm headdrop)")
          .when({"sharing dynamic of " + sharing + ", or with flow drop of " + sharing_under_drop +
                     "; sharing abm headdrop",
                 [](const RunConfig& c) { return shares(c) && c.has_threshold(); }})
          .sets([](const RunConfig& c, Settings& s) {
            s.alpha = static_cast<std::uint8_t>(alpha_code(c.alpha));
            s.class_alphas = 0;
            for (unsigned k = 0; k < kMaxClasses; ++k)
              s.class_alphas |= alpha_code(c.class_alpha ? (*c.class_alpha)[k].value_or(1) : c.alpha)
                                << 4 * k;
          }),
      number_key("drop-bandwidth", &Config::drop_bandwidth, 0, kMostDropBandwidth, "words a cycle",
                 "words of packets that lose their place in memory (sharing headdrop)")
          .if_set()
          .when({"sharing headdrop",
                 [](const RunConfig& c) { return shares(c) && c.sharing == Sharing::HeadDrop; }})
          .sets([](const RunConfig& c, Settings& s) {
            s.drop_bandwidth = static_cast<std::uint32_t>(std::lround(c.drop_bandwidth * kDropWord));
          }),
      ecn_key().each().as(KeyRole::Detail).if_set().when(without_device("no device")),
      choice_key("scheduler", &Config::scheduler, "matching algorithm (voq; ccf: engines systemc, fast)")
          .when(of_switches("scheduler"), no_pipeline)
          .sets(copied<&Config::scheduler, &Settings::scheduler>),
      number_key("iterations", &Config::iterations, 1, 4, "", "matching iterations (voq)")
          .when(of_switches("iterations"))
          .when({"a scheduler other than ccf",
                 [](const RunConfig& c) { return c.scheduler != Scheduler::Ccf; }})
          .when(no_pipeline)
          .sets(copied<&Config::iterations, &Settings::iterations>),
      number_key("speedup", &Config::speedup, 1, 2, "", "cycles of the switch in a link's beat time (voq)")
          .when(of_switches("speedup", true), no_pipeline)
          .sets_of_all([](const RunConfig& c, Settings& s) {
            s.output_depth = c.speedup == 1 ? kStageBeats : c.depth;
          }),
      number_key("crosspoint-depth", &Config::crosspoint_depth, 1, 64, "packets",
                 fmt::format("capacity of one crosspoint ({})",
                             fmt::join(names_using(switches(), "crosspoint-depth"), ", ")))
          .when(of_switches("crosspoint-depth"), no_pipeline)
          .sets(copied<&Config::crosspoint_depth, &Settings::crosspoint_packets>),
      number_key("route-delay", &Config::route_delay, 0, 1000000, "cycles",
                 "delay from a packet's first beat until it may bid")
          .when(without_device("no device"), no_pipeline)
          .sets(copied<&Config::route_delay, &Settings::route_delay>),
      number_key("classes", &Config::classes, 1, kMaxClasses, "classes",
                 fmt::format("traffic classes 0, 1, ...; each has queues of its own ({})",
                             fmt::join(names_using(switches(), "classes"), ", ")))
          .if_set()
          .elaborates()
          .when(
              {fmt::format("window 1 and switch {}, or a device with a tid", users_of(switches(), "classes")),
               [](const RunConfig& c) { return c.has_device() || find_switch(c).uses("classes"); }})
          .when({"a scheduler other than ccf", [](const RunConfig& c) { return !c.critical_cells(); }})
          .when({"random traffic but incast, or a capture, no flow-sizes, gap 0B, reference none or service "
                 "strict",
                 has_class_traffic}),
      choice_key(
          "service", &Config::service,
          "service of classes: the highest first, by weight, or the highest first and the others by weight")
          .if_set()
          .when(without_device("no device"), kWithClasses)
          .sets_of_all(copied<&Config::service, &Settings::service>),
      given_key("weights", &Config::weights, "CLASS:WEIGHT,CLASS:WEIGHT, weights 1..255 (1 if not named)",
                "weights of classes: beats in a round (service dwrr, strict+dwrr)", kClassPattern)
          .if_set()
          .when(kWithClasses)
          .when({"service dwrr strict+dwrr", [](const RunConfig& c) { return c.service != Service::Strict; }})
          .sets_of_all([](const RunConfig& c, Settings& s) {
            for (unsigned k = 0; c.weights && k < kMaxClasses; ++k)
              s.weights += (std::uint64_t{(*c.weights)[k].value_or(1)} - 1) << 8 * k;
          }),
      choice_key(
          "class-heads", &Config::class_heads,
          fmt::format("lower heads of an input whose highest waiting head cannot go: held, or offered ({})",
                      fmt::join(names_using(switches(), "class-heads"), ", ")))
          .if_set()
          .when(of_switches("class-heads"), no_pipeline, kWithClasses)
          .sets_of_all(copied<&Config::class_heads, &Settings::class_heads>),
      text_key("rtl", &Config::rtl, "a folder with .sv or .v files, or nothing",
               "folder whose modules replace those of one name in rtl/, or add to them",
               [](std::string& v) {
                 while (v.size() > 1 && v.back() == '/') v.pop_back();
                 return true;
               },
               {{}, {}, {}, ".*"})
          .of_file("")
          .if_set()
          .when({"engine rtl lockstep and no device",
                 [](const RunConfig& c) { return !c.has_device() && c.has_rtl(); }}),
      text_key(
          "device", &Config::device, "a .toml file that describes a switch, or nothing",
          "switch of your own instead of one of the lab's (engine rtl)",
          [](const std::string& v) { return v.empty() || std::filesystem::path(v).extension() == kTomlFile; },
          {{""}, {}, {}, "[.]toml$"})
          .of_file(kTomlFile)
          .if_set(),
  };
}

}  // namespace xb
