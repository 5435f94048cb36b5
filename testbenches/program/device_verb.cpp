// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <chrono>
#include <filesystem>
#include <memory>

#include "host/base/errors.h"
#include "host/config/config_keys.h"
#include "host/config/device_switch.h"
#include "host/device/wire_format.h"
#include "testbenches/engines/device_ports.h"
#include "testbenches/golden/junit.h"
#include "testbenches/process/output_file.h"
#include "testbenches/program/verbs.h"
#include "testbenches/sources/device_sources.h"
#include "testbenches/sources/source_search.h"
#include "testbenches/terminal/progress_line.h"
#include "testbenches/tracing/device_check.h"

namespace xb {
namespace {

namespace fs = std::filesystem;

struct DeviceNewCommand {
  GivenSources given;
  std::string output = "-";  ///< file or "-"
};

/// A description as far as it can be guessed.
void new_device(const DeviceNewCommand& command) {
  std::error_code error;
  if (command.output != "-" && fs::exists(command.output, error))
    throw InputError("--output: '{}' is not allowed (it is there); allowed: a new file", command.output);
  const fs::path folder = command.output == "-" ? fs::path() : fs::path(command.output).parent_path();
  OutputFile output(command.output);
  const std::string text = [&] {
    ProgressLine progress({});
    return new_description(command.given, folder, [&](const std::string& what) {
      progress.part("device new: elaborating " + what);
    });
  }();
  output.write(text);
  output.commit();
}

struct DeviceCheckCommand {
  std::string file;
  std::vector<SweptKey> flags;  ///< one value each
  bool longer = false;
  std::string junit;  ///< file, or empty
};

Setup checked_setup(RunConfig config, const Device& device) {
  config.packet_min = config.packet_max = least_beats(device, config);
  Setup setup = resolve(config);
  if (!setup.device->carries_keep()) return setup;
  set_key(config, "packet", fmt::format("{}B", config.packet_min * config.beat_bytes()), "device check");
  return resolve(config);
}

/// Throws RunError, one line, with the first rule that is broken.
void check_size(const DeviceCheckCommand& command, const RunConfig& config, const Device& device) {
  const Setup setup = checked_setup(config, device);
  DevicePorts().check(setup.config);
  const DeviceCheck check = [&] {
    ProgressLine progress({});  // how much a phase is of all is not known
    const PhaseSink tell = [&](const std::string& phase) {
      progress.part(fmt::format("device check {}, {} ports: {}", command.file, config.ports, phase));
    };
    tell("preparing");
    return command.longer ? check_device_long(setup, tell) : check_device(setup, tell);
  }();
  if (check.violation)
    throw RunError("{}: {} (with {}{}){}", command.file, check.violation->text(), check.phase,
                   command.longer ? fmt::format(", {} ports", config.ports) : "",
                   check.hint.empty() ? "" : "; " + check.hint);
  fmt::print("{}: {} ports of {} bits, {} runs of {} cycles{}, {} beats{}: no rule is broken\n", command.file,
             config.ports, config.width, check.runs, check.cycles, command.longer ? " in all" : "",
             check.beats, command.longer ? "" : " each");
  const unsigned least = least_beats(*setup.device, setup.config);
  const std::string shortest = least == 1 ? "one beat" : fmt::format("{} beats", least);
  if (const auto cycles = latency_text(check.least_latency, check.most_latency))
    fmt::print("  {:<26}{} {}{}\n", "zero-load latency", *cycles, *cycles == "1" ? "cycle" : "cycles",
               setup.device->claims.zero_load_latency ? ", as claimed" : "");
  else
    fmt::print("  {:<26}not measured, as no lone packet of {} comes out\n", "zero-load latency", shortest);
  if (const unsigned claimed = setup.device->claims.shortest_packet; claimed > 1)
    fmt::print("  {:<26}{} beats, as claimed: none is shorter\n", "shortest packet", claimed);
  if (const auto& longest = setup.device->claims.longest_packet)
    fmt::print("  {:<26}{} beats, as claimed: none is longer\n", "longest packet", *longest);
  if (check.held_back > 0)
    fmt::print("  {:<26}those of {} beats are held back: is the memory too small? claims.longest-packet\n",
               "longer packets", check.held_back);
  fmt::print("  {:<26}{:.4f} of the line rate, uniform packets of {}\n", "saturation", check.saturation,
             shortest);
  fmt::print("  {:<26}{} in a run, {} at least out of each output{}\n", "packets tried", check.packets,
             check.least_packets, command.longer ? "" : "; --long tries more");
  std::fflush(stdout);
}

/// Why the module is none of that size, in a line; empty: it is.
std::string not_of_size(const RunConfig& config, const Device& device) {
  try {
    const Setup setup = checked_setup(config, device);
    check_device_ports(*setup.device, setup.config);
  } catch (const InputError& error) {
    const std::string what = error.what();
    return what.substr(0, what.find('\n'));
  }
  return "";
}

void check_file(const DeviceCheckCommand& command) {
  RunConfig config;
  set_key(config, "device", command.file, "device check");
  for (const SweptKey& key : command.flags) set_key(config, key.key, key.values.back(), key.place);
  const auto device = read_device(config.device);
  take_own_sizes(config, *device);
  if (device->pauses()) set_key(config, "flow", "pfc", "device check");
  check_size(command, config, *device);
  if (!command.longer || !device->uses("ports")) return;
  // A fault of one port, or of a number that is no power of two, needs that many.
  const unsigned given = config.ports;
  for (const unsigned ports : {2U, 3U, 6U, 8U}) {
    config.ports = ports;
    if (ports == given) continue;
    const std::string why = not_of_size(config, *device);
    if (why.empty())
      check_size(command, config, *device);
    else
      fmt::print("{}: {} ports: left out, as the module does not take them ({})\n", command.file, ports, why);
  }
}

/// And its verdict for CI.
void check_and_tell(const DeviceCheckCommand& command) {
  if (!command.junit.empty()) refuse_same_file("--junit", command.junit, "the description", command.file);
  const auto junit = output_if_named(command.junit);
  const auto start = std::chrono::steady_clock::now();
  const auto tell = [&](const char* failure, bool is_error, const std::string& what) {
    const std::string line = what.substr(0, what.find('\n'));
    const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    write_verdict(junit, junit_text("xbarlab device check", command.file,
                                    {{"device", command.file, seconds, failure, line, what, is_error}}));
  };
  try {
    check_file(command);
  } catch (const InputError& error) {
    tell("input", true, error.what());
    throw;
  } catch (const RunError& error) {
    tell("rule", false, error.what());
    throw;
  }
  tell("", false, "");
}

}  // namespace

Verb device_verb(CLI::App& program) {
  const auto fresh = std::make_shared<DeviceNewCommand>();
  const auto checked = std::make_shared<DeviceCheckCommand>();
  Verb verb(program, "device", "a switch of your own: describe it (new), check it (check)");
  Verb& made = verb.part("new", "write a description, guessed from a module's elaborated ports");
  made.examples({"xbarlab device new top.v --top top --output top.toml"});
  GivenSources& sources = fresh->given;
  made.words("source", sources.words,
             "files of Verilog or SystemVerilog, folders, file lists (.f), +incdir+, +define+");
  made.text_each("-f", "LIST", sources.lists, "file list");
  made.text_each("-I", "FOLDER", sources.includes, "folder of included files");
  made.text_each("-D", "NAME=VALUE", sources.defines, "macro");
  made.text("--top", "NAME", sources.top, "module that is the switch (default: the one that no other names)");
  made.text("--output", "FILE.toml", fresh->output, "new file; - for standard output (default -)");
  made.does([fresh] {
    if (fresh->output.empty()) fresh->output = "-";
    new_device(*fresh);
  });
  Verb& check = verb.part("check", "run the switch, and say the first rule of a port that it breaks");
  check.examples({"xbarlab device check top.toml --ports 4"});
  check.word("file", checked->file, "description, .toml");
  check.keys(checked->flags, {"ports", "width", "depth", "classes", "seed", "host-cable", "pause-response"});
  check.on("--long", checked->longer,
           "also packets of 300 beats, a million beats an output, every subset of inputs, several sizes");
  check.file("--junit", "FILE", checked->junit, "write the verdict as JUnit XML");
  check.does([checked] { check_and_tell(*checked); });
  return verb;
}

}  // namespace xb
