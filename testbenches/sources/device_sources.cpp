// SPDX-License-Identifier: Apache-2.0
#include "testbenches/sources/device_sources.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <set>

#include "host/base/errors.h"
#include "host/base/plain_path.h"
#include "host/base/text_file.h"
#include "host/device/clock_times.h"
#include "host/device/device_writes.h"
#include "host/point/run_config.h"
#include "testbenches/process/scratch_area.h"
#include "testbenches/process/subprocess.h"
#include "testbenches/sources/device_wrapper.h"
#include "testbenches/sources/interface_shell.h"

namespace xb {
namespace {

namespace fs = std::filesystem;

/// The name of a folder in the build folder.
std::string link_to(ModelSources& sources, const fs::path& folder) {
  fs::path whole = plain_path(fs::absolute(folder));
  if (!whole.has_filename()) whole = whole.parent_path();  // of "."
  for (const auto& link : sources.links) {
    if (link.folder == whole) return link.name;
  }
  sources.links.push_back({fmt::format("d{}", sources.links.size()), whole});
  return sources.links.back().name;
}

ModelSource linked(ModelSources& sources, const fs::path& path) {
  const fs::path folder = path.has_parent_path() ? path.parent_path() : fs::path(".");
  return {link_to(sources, folder) + "/" + path.filename().string(), path};
}

/// Files that the sources may include: what they include is part of what the model is.
void add_headers(ModelSources& sources, const fs::path& folder) {
  const std::set<std::string> endings{".svh", ".vh", ".h", ".v", ".sv"};
  std::vector<fs::path> found;
  std::error_code error;
  fs::directory_iterator entries(folder, error);
  if (error)
    throw InputError("{}: the folder of included files '{}' is not allowed ({}); allowed: one that is there",
                     sources.users, folder.string(), error.message());
  for (const auto& entry : entries) {
    if (entry.is_regular_file() && endings.count(entry.path().extension().string()) == 1)
      found.push_back(entry.path());
  }
  std::sort(found.begin(), found.end());
  for (const fs::path& path : found) sources.headers.push_back(linked(sources, path));
}

constexpr const char* kVerilog2005 = "+1364-2005ext+v";
constexpr const char* kFacesAllowed =
    "allowed: INTERFACE.MODPORT NAME in its head, or a module around it whose ports are vectors";

/// What Verilator says in words of its own.
std::string in_words_of_the_description(const Device& device, const std::string& error) {
  const auto names = [&](const char* text) { return error.find(text) != std::string::npos; };
  if (names("--top-module") && names("not found"))
    return fmt::format("{}: device.top: '{}' is not in the files; allowed: a module of theirs",
                       device.top_place, device.top);
  if (error.rfind(kInterfaceShellFile, 0) == 0 && names("nterfaced port on top level"))
    return fmt::format("{}: device.top: {} has an interface as a port, without a modport; {}",
                       device.top_place, device.top, kFacesAllowed);
  if (names("nterfaced port on top level") || names("Unsupported: generic interfaces"))
    return fmt::format("{}; {}", error, kFacesAllowed);
  if (names("must not use dotted references"))
    return error +
           "; allowed: parameters of the module in the place of an interface's members (of arrays Verilator "
           "5.03 "
           "takes those that are parameters)";
  if (error.rfind(kInterfaceShellFile, 0) == 0)
    return fmt::format("{}{}", device.top_place, error.substr(error.find(": ")));
  if (is_old_name(error) && !device.sources.verilog_2005)
    return error + "; allowed: language = \"verilog-2005\" in [device], if its files .v are no SystemVerilog";
  const std::string unknown = "were not found in the design: ";
  const auto at = error.find(unknown);
  if (at == std::string::npos) return error;
  const std::string name =
      error.substr(at + unknown.size(), error.find_first_of(", ", at + unknown.size()) - at - unknown.size());
  for (const DeviceParameter& p : device.parameters) {
    if (coded_name(p.name) == name)
      return fmt::format("{}: parameters.{}: {} has no such parameter; allowed: its own", p.place, p.name,
                         device.top);
  }
  return error;
}

/// All sources in one text without macros; empty if that cannot be made.
std::string preprocessed(const ModelSources& sources, const fs::path& directory, double seconds) {
  std::vector<std::string> command{XBARLAB_VERILATOR, "-E", "-P"};
  command.insert(command.end(), sources.flags.begin(), sources.flags.end());
  for (const ModelSource& file : sources.files) command.push_back(file.name);
  const fs::path log = directory / "text.log";
  return run_program(command, directory, log, seconds) == 0 ? text_while_there(log) : "";
}

/// Hosts act as a clock rises: one at whose falling edge all registers change has to be described as that.
void check_edges(const Device& device, const std::string& netlist, const RunConfig& config) {
  if (netlist.find("edgeType=\"NEG\"") == std::string::npos) return;
  std::vector<EdgeInput> edges;
  try {
    edges = edges_in_netlist(device_netlist(device, config, {"--flatten"}));
  } catch (const std::runtime_error&) {
    return;  // then nothing is known
  }
  for (const EdgeInput& edge : edges) {
    const std::vector<std::string> clocks = with_port_numbers(device.clock.clocks, config.ports);
    if (edge.only_falls && std::count(clocks.begin(), clocks.end(), edge.name) > 0)
      throw InputError(
          "{}: clock.name: all registers of {} change at the falling edge of '{}'; allowed: '!{}'",
          device.clock.place.empty() ? device.file + ":1:1" : device.clock.place, device.top, edge.name,
          edge.name);
  }
}

}  // namespace

bool is_old_name(const std::string& message) {
  const auto place = message.find(".v:");
  return place < message.find(": ") && (message.find("SystemVerilog keyword misused") != std::string::npos ||
                                        message.find("reserved word not implemented") != std::string::npos);
}

ModelSources device_sources(const Device& device) {
  ModelSources sources;
  sources.users = device.file;
  sources.flags = flags_for_later_warnings();
  sources.flags.emplace_back("--no-timing");
  if (device.sources.verilog_2005) sources.flags.emplace_back(kVerilog2005);
  for (const fs::path& file : device.sources.files) sources.files.push_back(linked(sources, file));
  for (const fs::path& folder : device.sources.includes) {
    sources.flags.push_back("-I" + link_to(sources, folder));
    add_headers(sources, folder);
  }
  for (const std::string& define : device.sources.defines) sources.flags.push_back("-D" + define);
  const auto add_key = [&](const DevicePort& port) {
    if (!port.value.empty() || !port.code.empty()) sources.keys.push_back({port.place, port.key});
  };
  const DeviceStream &in = device.in, &out = device.out;
  for (const DevicePort* port :
       {&in.tvalid, &in.tdata, &in.tlast, &in.tdest, &in.tuser, &in.tkeep, &in.tid, &in.tready, &out.tvalid,
        &out.tlast, &out.tready, &device.observe.occupancy, &device.observe.drops, &device.observe.hol})
    add_key(*port);
  for (const DevicePort& tie : device.ties) add_key(tie);
  sources.descriptions.push_back({"description", device.file});
  for (const fs::path& list : device.sources.lists) sources.descriptions.push_back({"list", list});
  return sources;
}

std::string module_netlist(const std::string& top,
                           const std::vector<std::pair<std::string, std::string>>& parameters,
                           const ModelSources& sources, const fs::path& directory, double seconds) {
  std::vector<std::string> command{XBARLAB_VERILATOR, "--xml-only", "--xml-output", "ports.xml", "-Wno-fatal",
                                   "--top-module",    top};
  std::string values;
  for (const auto& [name, value] : parameters) {
    command.push_back(fmt::format("-G{}={}", coded_name(name), value));
    values += fmt::format("{} {} = {}", values.empty() ? " with" : ",", name, value);
  }
  command.insert(command.end(), sources.flags.begin(), sources.flags.end());
  for (const ModelSource& file : sources.files) command.push_back(file.name);
  const fs::path log = directory / "ports.log";
  const int status = run_program(command, directory, log, seconds);
  if (status == kTimeIsOver)
    throw InputError(
        "{}: verilator --xml-only of {}{} takes more than {} s; allowed: parameters, and sources, that are "
        "elaborated sooner",
        sources.users, top, values, seconds);
  const std::string said = text_while_there(log);
  if (status != 0) {
    const std::string error = first_error(sources, said, status);
    if (error.empty()) throw RunError("verilator ended with {}\n{}", status, said.substr(0, 4000));
    throw InputError(error);
  }
  std::string netlist = text_while_there(directory / "ports.xml");
  // On a full disk Verilator writes what it can, and says nothing.
  if (netlist.find("</verilator_xml>") == std::string::npos)
    throw RunError("{}: cannot be written whole (is the disk full?)", directory.parent_path().string());
  if (netlist.find(" topModule=\"1\"") ==
      std::string::npos)  // an escaped name, and Verilator loses the module
    throw InputError(
        "{}: '{}' is instantiated in the files, and Verilator takes no such name as its top; allowed: the "
        "files without that instance, or a module around it, as the top",
        sources.users, top);
  return netlist;
}

std::string device_netlist(const Device& device, const ModelSources& sources, const RunConfig& config,
                           const fs::path& directory, double seconds) {
  const auto values = device.values_at(config);
  const std::string text = preprocessed(sources, directory, seconds);
  ModelSources with_shell = sources;
  with_shell.files.push_back({kInterfaceShellFile, directory / kInterfaceShellFile});
  const auto netlist_of_shell = [&](const std::string& shell) {
    std::ofstream(with_shell.files.back().path) << shell;
    return module_netlist(kInterfaceShell, values, with_shell, directory, seconds);
  };
  try {
    const std::string interfaces = interface_shell(text, device.top, values);
    if (interfaces.empty()) return module_netlist(device.top, values, sources, directory, seconds);
    return netlist_of_shell(interface_shell(text, device.top, values, netlist_of_shell(interfaces)));
  } catch (const std::invalid_argument& error) {
    throw InputError("{}: device.top: {} has an interface as a port, {}; {}", device.top_place, device.top,
                     error.what(), kFacesAllowed);
  } catch (const InputError& error) {
    throw InputError(in_words_of_the_description(device, error.what()));
  }
}

void write_device_wrapper(const Device& device, const ModelSources& sources, const RunConfig& config,
                          const fs::path& directory) {
  const std::string netlist = device_netlist(device, sources, config, directory);
  const std::string shell = text_while_there(directory / kInterfaceShellFile);
  std::ofstream(directory / kDeviceWrapperFile)
      << shell << (shell.empty() ? "" : fmt::format("`line 1 \"{}\" 0\n", kDeviceWrapperFile))
      << device_wrapper(device, ports_in_netlist(netlist), config, !shell.empty());
  check_edges(device, netlist, config);
}

std::vector<std::string> device_shim_flags(const Device& device, const RunConfig& config) {
  const ClockTimes times = clock_times(device.clock);
  std::vector<std::string> flags{"-DXB_DEVICE",
                                 fmt::format("-DXB_SETUP_CYCLES={}", device_writes(device, config).size())};
  if (times.inner_half.empty()) return flags;
  flags.push_back(fmt::format("-DXB_PORT_HALF={}", times.port_half));
  flags.push_back(fmt::format("-DXB_INNER_HALVES={}", fmt::join(times.inner_half, ",")));
  return flags;
}

std::vector<std::string> device_wrapper_makers() {
  return {"host/device/device_writes.cpp",           "testbenches/sources/axi_ports.cpp",
          "testbenches/sources/device_wrapper.cpp",  "testbenches/sources/module_pins.cpp",
          "testbenches/sources/module_ports.cpp",    "testbenches/sources/device_sources.cpp",
          "testbenches/sources/interface_shell.cpp", "testbenches/sources/verilog_names.cpp"};
}

std::string device_netlist(const Device& device, const RunConfig& config,
                           const std::vector<std::string>& flags, double seconds) {
  const ScratchArea area;
  ModelSources sources = device_sources(device);
  sources.flags.insert(sources.flags.end(), flags.begin(), flags.end());
  for (const auto& link : sources.links)
    std::filesystem::create_directory_symlink(link.folder, area.path() / link.name);
  return device_netlist(device, sources, config, area.path(), seconds);
}

void check_device_ports(const Device& device, const RunConfig& config) {
  const std::string netlist = device_netlist(device, config);
  static_cast<void>(device_wrapper(device, ports_in_netlist(netlist), config));
  check_edges(device, netlist, config);
}

}  // namespace xb
