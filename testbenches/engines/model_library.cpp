// SPDX-License-Identifier: Apache-2.0
#include "testbenches/engines/model_library.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <fstream>
#include <new>
#include <sstream>
#include <vector>

#include "host/base/errors.h"
#include "host/switches/switch_registry.h"
#include "testbenches/engines/digest.h"
#include "testbenches/engines/model_seal.h"
#include "testbenches/engines/paths.h"
#include "testbenches/process/child_process.h"
#include "testbenches/process/file_lock.h"
#include "testbenches/process/subprocess.h"
#include "testbenches/terminal/progress_line.h"

namespace xb {
namespace {

namespace fs = std::filesystem;

std::string read_file(const fs::path& path) {
  std::ifstream file(path, std::ios::binary);
  std::stringstream text;
  text << file.rdbuf();
  return text.str();
}

/// The model's RTL sources, the package first, then in order of name; relative to the folder.
std::vector<fs::path> rtl_sources(const ModelSpec& spec) {
  std::vector<fs::path> files;
  const auto add_folder = [&](const fs::path& folder) {
    for (const auto& entry : fs::directory_iterator(spec.rtl_dir / folder)) {
      if (entry.path().extension() == ".sv") files.push_back(folder / entry.path().filename());
    }
  };
  add_folder("");
  if (spec.checkers) add_folder("checkers");
  std::sort(files.begin(), files.end(), [](const fs::path& a, const fs::path& b) {
    const bool a_is_package = a == "xb_pkg.sv";
    const bool b_is_package = b == "xb_pkg.sv";
    return a_is_package != b_is_package ? a_is_package : a < b;
  });
  return files;
}

std::vector<std::string> verilator_command(const ModelSpec& spec, const std::vector<fs::path>& sources) {
  std::vector<std::string> command{XBARLAB_VERILATOR,
                                   "--cc",
                                   "-O3",
                                   spec.checkers ? "--assert" : "--noassert",
                                   "-Wall",
                                   "-Wno-fatal",
                                   "-Werror-USERERROR",
                                   "--x-assign",
                                   spec.random_start ? "unique" : "fast",
                                   "--x-initial",
                                   spec.random_start ? "unique" : "fast",
                                   "--prefix",
                                   "Vswitch",
                                   "--Mdir",
                                   ".",
                                   "--top-module",
                                   spec.rtl_module,
                                   fmt::format("-GNumPorts={}", spec.ports),
                                   fmt::format("-GDataWidth={}", spec.width),
                                   fmt::format("-GMaxDepth={}", spec.max_depth)};
  for (const auto& p : spec.parameters) command.push_back(fmt::format("-G{}={}", p.name, p.value));
  if (spec.trace) command.insert(command.end(), {"--trace-fst", "--trace-structs"});
  // N x N crosspoints: loops stay loops, functions are short, and no vector of all pairs is put together bit
  // by bit.
  const bool crosspoints =
      std::any_of(spec.parameters.begin(), spec.parameters.end(),
                  [](const RtlParameter& parameter) { return parameter.name == "MaxCrosspointBeats"; });
  if (crosspoints) {
    command.insert(command.end(), {"--unroll-count", "8", "--output-split-cfuncs", "1000", "-fno-dfg"});
  }
  for (const auto& source : sources) command.push_back((fs::path("rtl") / source).string());
  return command;
}

// -O1: models run as fast as with -O2 and build in a fraction of the time (99 s become 30 s for 64 ports).
// -O0: a fifth of that again, and a third of the speed. What runs once (`*__Slow.cpp`) is compiled with -O0
// in any case.
std::vector<std::string> compiler_command(const ModelSpec& spec) {
  std::vector<std::string> command{XBARLAB_CXX, spec.optimised ? "-O1" : "-O0"};
  std::istringstream flags(XBARLAB_MODEL_FLAGS);
  for (std::string flag; flags >> flag;) command.push_back(flag);
  command.insert(command.end(), {"-shared",
                                 "-Wno-attributes",
                                 "-Wl,-Bsymbolic",
                                 "-Wl,--exclude-libs,ALL",
                                 fmt::format("-DVM_TRACE={}", spec.trace ? 1 : 0),
                                 fmt::format("-DVM_TRACE_FST={}", spec.trace ? 1 : 0),
                                 fmt::format("-DXB_PORTS={}", spec.ports),
                                 fmt::format("-DXB_QUEUES={}", spec.queues),
                                 fmt::format("-DXB_DATA_WORDS={}", spec.width / 64),
                                 "-include",
                                 XBARLAB_MODEL_HEADERS,
                                 "-I.",
                                 "-I" + source_dir().string(),
                                 "-isystem",
                                 XBARLAB_VERILATOR_INCLUDE,
                                 "-isystem",
                                 XBARLAB_VERILATOR_INCLUDE "/vltstd",
                                 "model.cpp",
                                 XBARLAB_RUNTIME_LIB,
                                 "-o",
                                 "model.so"});
  if (spec.trace) {
    command.push_back("-DXB_TRACE");
    command.push_back(XBARLAB_ZLIB);
  }
  return command;
}

/// Digest of everything the library is made of.
std::string recipe_digest(const ModelSpec& spec, const std::vector<fs::path>& sources) {
  Digest digest;
  digest.add(XBARLAB_VERILATOR_VERSION "\n" XBARLAB_CXX_VERSION "\n");
  for (const auto& word : verilator_command(spec, sources)) digest.add(word + "\n");
  for (const auto& word : compiler_command(spec)) digest.add(word + "\n");
  for (const auto& source : sources) digest.add(source.string() + "\n" + read_file(spec.rtl_dir / source));
  for (const char* part :
       {"testbenches/engines/verilated_shim.cpp", "testbenches/engines/verilated_api.h",
        "testbenches/engines/verilated_headers.h", "testbenches/engines/verilated_messages.h",
        "host/link/switch_wires.h", "host/wires/port_set.h", "host/wires/switch_settings.h"}) {
    digest.add(read_file(source_dir() / part));
  }
  if (!spec.extra_source.empty()) digest.add(read_file(source_dir() / spec.extra_source));
  return digest.hex();
}

/// All that the spec says, as a text.
std::string all_of(const ModelSpec& spec) {
  std::string text = fmt::format("{} {} {} {} {} {}{}{}{}", spec.rtl_module, spec.ports, spec.queues,
                                 spec.width, spec.max_depth, int{spec.trace}, int{spec.checkers},
                                 int{spec.random_start}, int{spec.optimised});
  for (const auto& p : spec.parameters) text += fmt::format(" {}={}", p.name, p.value);
  return text + "\n" + spec.rtl_dir.string() + "\n" + spec.extra_source;
}

/// A lock-step run of so many cycles or fewer is over before an optimised model would be built.
constexpr std::uint64_t kShortRun = 20000;

void must(const std::vector<std::string>& command, const fs::path& directory) {
  const int status = run_program(command, directory, directory / "log");
  if (status == 0) return;
  throw RunError(fmt::format("building a model failed: {} ended with {}\n{}", command.front(), status,
                             read_file(directory / "log").substr(0, 4000)));
}

/// Leaves the library as model.so, sealed.
void build(const ModelSpec& spec, const std::vector<fs::path>& sources, const std::string& model_name,
           const fs::path& directory) {
  fs::create_directory(directory);
  fs::create_directory_symlink(fs::absolute(spec.rtl_dir),
                               directory / "rtl");  // tools dislike spaces in paths
  must(verilator_command(spec, sources), directory);
  // One translation unit: the generated headers are parsed once.
  std::ofstream unit(directory / "model.cpp");
  std::vector<fs::path> parts;
  for (const auto& entry : fs::directory_iterator(directory)) {
    const auto name = entry.path().filename().string();
    if (entry.path().extension() == ".cpp" && name.rfind("Vswitch", 0) == 0)
      parts.push_back(entry.path().filename());
  }
  std::sort(parts.begin(), parts.end());
  const auto slow = std::stable_partition(parts.begin(), parts.end(), [](const fs::path& part) {
    return part.string().find("Slow") == std::string::npos;
  });
  for (auto part = parts.begin(); part != slow; ++part) unit << "#include \"" << part->string() << "\"\n";
  unit << "#include \"testbenches/engines/verilated_shim.cpp\"\n";
  if (!spec.extra_source.empty()) unit << "#include \"" << spec.extra_source << "\"\n";
  unit << "#pragma GCC optimize(\"O0\")\n";
  for (auto part = slow; part != parts.end(); ++part) unit << "#include \"" << part->string() << "\"\n";
  unit.close();
  auto command = compiler_command(spec);
  command.push_back(fmt::format("-DXB_MODEL_NAME=\"{}\"", model_name));
  must(command, directory);
  seal_model(directory / "model.so", model_name);
}

/// Builds in `directory`, which goes away, and gives the library its name: in a child process, which tidies
/// up even if this one is killed.
void build_in_child(const ModelSpec& spec, const std::vector<fs::path>& sources, const fs::path& directory,
                    const fs::path& library) {
  const auto work = [&] {
    std::error_code ignored;
    setenv("TMPDIR", ".", 1);  // the compiler's scratch files go with the folder
    try {
      build(spec, sources, library.stem().string(), directory);
      fs::rename(directory / "model.so", library);
    } catch (const std::exception&) {
      fs::remove_all(directory, ignored);
      throw;
    }
    fs::remove_all(directory, ignored);
    return std::string();
  };
  in_child_process(work, Orphan::CleansUp);
}

}  // namespace

ModelSpec ModelSpec::of(const Setup& setup, bool trace) {
  const RunConfig& config = setup.config;
  const bool lockstep = config.engine == "lockstep";
  ModelSpec spec;
  spec.rtl_module = setup.entry->rtl_module;
  spec.ports = config.ports;
  spec.queues = setup.queues;
  spec.width = config.width;
  spec.max_depth = setup.max_depth;
  spec.parameters = setup.parameters;
  spec.trace = trace;
  spec.checkers = trace || lockstep;
  spec.random_start = lockstep;
  spec.optimised = !lockstep || !config.schedule.empty() || config.cycles > kShortRun;
  spec.rtl_dir = source_dir() / "rtl";
  return spec;
}

fs::path model_library(const ModelSpec& spec) {
  const auto sources = rtl_sources(spec);
  const std::string key =
      fmt::format("{}-{}x{}-{}", spec.rtl_module, spec.ports, spec.width, recipe_digest(spec, sources));
  const fs::path cache = build_dir() / "models";
  const fs::path library = cache / (key + ".so");
  if (is_sealed_model(library, key)) return library;

  std::error_code error;
  fs::create_directories(cache, error);
  if (error) throw RunError(fmt::format("{}: {}", cache.string(), error.message()));
  const std::string what = fmt::format("the model of {} with {} ports", spec.rtl_module, spec.ports);
  const FileLock lock(cache / (key + ".lock"), what);
  if (is_sealed_model(library, key)) return library;  // another process has built it meanwhile
  const ProgressNote note(fmt::format(
      "building {} ({})", what, fs::exists(library, error) ? "again: what was built is damaged" : "once"));
  const fs::path work =
      cache / (key + ".tmp");  // ours alone under the lock; a leftover is of an interrupted build
  fs::remove_all(work);
  try {
    build_in_child(spec, sources, work, library);
  } catch (const std::bad_alloc&) {
    throw;
  } catch (const std::exception& failure) {
    fs::remove_all(work, error);
    throw RunError(failure.what());
  }
  return library;
}

const fs::path& ModelLibraries::of(const ModelSpec& spec) {
  const std::string key = all_of(spec);
  const auto known = found_.find(key);
  return known != found_.end() ? known->second : found_.emplace(key, model_library(spec)).first->second;
}

}  // namespace xb
