// SPDX-License-Identifier: Apache-2.0
#include "testbenches/engines/model_library.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <fstream>
#include <iomanip>
#include <new>
#include <sstream>

#include "host/base/errors.h"
#include "host/base/input_errors.h"
#include "host/base/ranges.h"
#include "host/base/text_file.h"
#include "host/device/device.h"
#include "host/switches/switch_registry.h"
#include "testbenches/engines/paths.h"
#include "testbenches/process/child_process.h"
#include "testbenches/process/file_lock.h"
#include "testbenches/process/subprocess.h"
#include "testbenches/sources/axi_ports.h"
#include "testbenches/sources/device_sources.h"
#include "testbenches/sources/device_wrapper.h"
#include "testbenches/sources/digest.h"
#include "testbenches/sources/rtl_sources.h"
#include "testbenches/terminal/progress_line.h"

namespace xb {
namespace {

namespace fs = std::filesystem;

/// Of what a model is made of: one that is not there is no model like another.
std::string read_part(const fs::path& path) {
  return read_text_file(path.string(), "model", "a whole installation");
}

ModelSources sources_of(const ModelSpec& spec) {
  if (spec.device) {
    ModelSources sources = device_sources(*spec.device);
    const fs::path folder = source_dir() / "testbenches/sources";
    const std::vector<std::string> parts = wrapper_parts(*spec.device);
    if (!parts.empty()) sources.links.push_back({kWrapperParts, folder});
    for (const std::string& file : parts)
      sources.files.push_back({fmt::format("{}/{}", kWrapperParts, file), folder / file});
    return sources;
  }
  return rtl_sources({spec.rtl_module, spec.rtl_dir, spec.checkers, spec.overlay});
}

constexpr const char* kRegisteredFile = "registered_inputs.sv";

/// The module that the others are below.
std::string top_of(const ModelSpec& spec) {
  if (spec.device) return kDeviceWrapper;
  return spec.registered ? kRegisteredInputs : spec.rtl_module;
}

std::string registered_text(const ModelSpec& spec) {
  return registered_inputs(read_part(spec.rtl_dir / (spec.rtl_module + ".sv")));
}

std::vector<std::string> verilator_command(const ModelSpec& spec, const ModelSources& sources) {
  std::vector<std::string> command{XBARLAB_VERILATOR,
                                   "--cc",
                                   "-O3",
                                   spec.checkers ? "--assert" : "--noassert",
                                   "-Wall",
                                   "-Wno-fatal",
                                   "-Werror-USERERROR",
                                   "-Werror-USERFATAL",
                                   "--x-assign",
                                   spec.random_start ? "unique" : "fast",
                                   "--x-initial",
                                   spec.random_start ? "unique" : "fast",
                                   "--prefix",
                                   "Vswitch",
                                   "--Mdir",
                                   ".",
                                   "--top-module",
                                   top_of(spec)};
  if (!spec.device) {
    command.insert(command.end(),
                   {fmt::format("-GNumPorts={}", spec.ports), fmt::format("-GDataWidth={}", spec.width),
                    fmt::format("-GMaxDepth={}", spec.max_depth)});
    if (spec.keep) command.emplace_back("-GKeep=1");
    if (spec.classes > 1) command.push_back(fmt::format("-GClasses={}", spec.classes));
  }
  for (const auto& p : spec.parameters) command.push_back(fmt::format("-G{}={}", p.name, p.value));
  if (spec.trace) command.insert(command.end(), {"--trace-fst", "--trace-structs"});
  // N x N crosspoints: loops stay loops, functions are short, and no vector of all pairs is put together bit
  // by bit; of many ports, nor any vector of all. Loops of many ports stay loops where none writes an array.
  const bool crosspoints = any_of(
      spec.parameters, [](const RtlParameter& parameter) { return parameter.name == "MaxCrosspointBeats"; });
  constexpr unsigned kManyPorts = 33;
  const bool many_ports = !spec.device && spec.ports >= kManyPorts;
  if (crosspoints || (many_ports && spec.fifo_inputs)) command.insert(command.end(), {"--unroll-count", "8"});
  if (crosspoints) command.insert(command.end(), {"--output-split-cfuncs", "1000"});
  if (crosspoints || many_ports) command.emplace_back("-fno-dfg");
  command.insert(command.end(), sources.flags.begin(), sources.flags.end());
  for (const ModelSource& source : sources.files) command.push_back(source.name);
  if (spec.device) command.emplace_back(kDeviceWrapperFile);
  if (spec.registered) command.emplace_back(kRegisteredFile);
  return command;
}

/// Folders that the compiler reads. A model is the same wherever they are.
struct ModelParts {
  fs::path sources, built;
};

// -O1: models run as fast as with -O2 and build in a fraction of the time (99 s become 30 s for 64 ports).
// -O0: a fifth of that again, and a third of the speed. What runs once (`*__Slow.cpp`) is compiled with -O0
// in any case.
std::vector<std::string> compiler_command(const ModelSpec& spec, const ModelParts& from) {
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
                                 fmt::format("-DXB_WIDTH={}", spec.width),
                                 "-include",
                                 (from.built / "verilated_headers.h").string(),
                                 "-I.",
                                 "-I" + from.sources.string(),
                                 "-isystem",
                                 XBARLAB_VERILATOR_INCLUDE,
                                 "-isystem",
                                 std::string(XBARLAB_VERILATOR_INCLUDE) + "/vltstd",
                                 "model.cpp",
                                 (from.built / "libxb_verilated.a").string(),
                                 "-o",
                                 "model.so"});
  if (spec.device) {
    const auto macros = device_shim_flags(*spec.device, spec.config);
    command.insert(command.end(), macros.begin(), macros.end());
  }
  if (spec.keep) command.emplace_back("-DXB_KEEP");
  if (spec.classes > 1) command.push_back(fmt::format("-DXB_CLASSES={}", spec.classes));
  if (spec.registered) command.emplace_back("-DXB_REGISTERED");
  if (!spec.flags) command.emplace_back("-DXB_NO_FLAGS");
  if (spec.trace) command.emplace_back("-DXB_TRACE");
  return command;
}

/// Digest of everything the library is made of. `wrapper`: of a device, once it is made.
std::string recipe_digest(const ModelSpec& spec, const ModelSources& sources, const std::string& wrapper) {
  Digest digest;
  digest.add(XBARLAB_VERILATOR_VERSION "\n" XBARLAB_CXX_VERSION "\n");
  for (const auto& word : verilator_command(spec, sources)) digest.add(word + "\n");
  for (const auto& word : compiler_command(spec, {"sources", "built"})) digest.add(word + "\n");
  digest.add(sources.digest());
  for (const char* part :
       {"testbenches/engines/verilated_shim.cpp", "testbenches/engines/verilated_api.h",
        "testbenches/engines/verilated_headers.h", "testbenches/engines/verilated_messages.h",
        "testbenches/engines/verilated_clocks.h", "testbenches/engines/verilated_trace.cpp",
        "testbenches/engines/verilated_wires.h", "host/trace/signal_sink.h", "host/link/switch_wires.h",
        "host/wires/port_set.h", "host/wires/switch_settings.h"}) {
    digest.add(read_part(source_dir() / part));
  }
  if (spec.registered) digest.add(registered_text(spec));
  digest.add(wrapper);
  if (spec.device && wrapper.empty()) {
    for (const auto& part : device_wrapper_makers()) digest.add(read_part(source_dir() / part));
    for (const auto& [name, value] : spec.device->values_at(spec.config))
      digest.add(fmt::format("{}={}\n", name, value));
  }
  if (!spec.extra_source.empty()) digest.add(read_part(source_dir() / spec.extra_source));
  return digest.hex();
}

std::string key_of(const ModelSpec& spec, const ModelSources& sources, const std::string& wrapper = "") {
  return fmt::format("{}-{}x{}-{}", spec.rtl_module, spec.ports, spec.width,
                     recipe_digest(spec, sources, wrapper));
}

/// Whether the library is there and whole; of a device a link to one that other descriptions share.
bool is_model(const fs::path& library) {
  std::error_code error;
  const fs::path whole = fs::weakly_canonical(library, error);
  return !error && is_sealed_model(whole, whole.stem().string());
}

fs::path model_cache() { return build_dir() / "models"; }
/// The model that came with the program, if it did.
fs::path shipped(const std::string& key) { return parts_dir() / "models" / (key + ".so"); }

/// All that the spec says, as a text.
std::string all_of(const ModelSpec& spec) {
  std::string text = fmt::format("{} {} {} {} {} {}{}{}{}{}", spec.rtl_module, spec.ports, spec.queues,
                                 spec.width, spec.max_depth, int{spec.trace}, int{spec.checkers},
                                 int{spec.random_start}, int{spec.optimised}, int{spec.keep}) +
                     fmt::format(" {}{} {}", int{spec.registered}, int{spec.flags}, spec.classes);
  for (const auto& p : spec.parameters) text += fmt::format(" {}={}", p.name, p.value);
  if (spec.device) text += "\n" + spec.device->file;
  return text + "\n" + spec.rtl_dir.string() + "\n" + spec.overlay.string() + "\n" + spec.extra_source;
}

/// A lock-step run of so many cycles or fewer is over before an optimised model would be built.
constexpr std::uint64_t kShortRun = 20000;

/// What compilers say, too.
constexpr const char* kDiskFull = "No space left on device";

/// `sources` where the program reads them: of what is wrong with them, the lab's included, the first error.
void must(const std::vector<std::string>& command, const fs::path& directory,
          const ModelSources* sources = nullptr) {
  const fs::path log_file = directory / "log";
  const std::size_t earlier = text_while_there(log_file).size();
  const int status = run_program(command, directory, log_file);
  if (status == 0) return;
  const std::string log = text_while_there(log_file).substr(earlier);
  std::error_code unknown;
  if (log.find(kDiskFull) != std::string::npos || fs::space(directory, unknown).available == 0)
    throw RunError("{}: cannot be written whole: {}", directory.parent_path().string(), kDiskFull);
  if (const std::string error = sources == nullptr ? "" : first_error(*sources, log, status); !error.empty())
    throw InputError(sources->says(error));
  throw RunError("building a model failed: {} ended with {}\n{}", command.front(), status,
                 log.substr(0, 4000));
}

/// Verilator 5.006 fails on some sources where it propagates constants, as of a read channel that is not
/// used; without that it takes them.
void verilate(const ModelSpec& spec, const ModelSources& sources, const fs::path& directory) {
  std::vector<std::string> command = verilator_command(spec, sources);
  try {
    must(command, directory, &sources);
  } catch (const InputError& error) {
    if (std::string(error.what()).rfind(kVerilatorFails, 0) != 0) throw;
    command.emplace_back("-fno-gate");
    must(command, directory, &sources);
  }
}

/// Seen by this process and all its children.
std::atomic<bool>* shared_flag() {
  void* const memory =
      mmap(nullptr, sizeof(std::atomic<bool>), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  return memory == MAP_FAILED ? nullptr : new (memory) std::atomic<bool>(false);
}
std::atomic<bool>* const g_said_once = shared_flag();  // made before there are children

/// Several models of one command may have one name: that each is built once needs to be said once.
bool first_to_say_once() { return g_said_once == nullptr || !g_said_once->exchange(true); }

std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream stream(text);
  for (std::string line; std::getline(stream, line);) lines.push_back(line);
  return lines;
}

/// What Verilator warns of that can keep a run from going on: `FILE:LINE:COLUMN: WHAT`, the first few.
std::string suspects_in(const std::string& log) {
  constexpr std::size_t kMost = 3;
  std::vector<std::string> found;
  for (const std::string& line : lines_of(log)) {
    for (const std::string kind : {"UNOPTFLAT", "INFINITELOOP", "STMTDLY", "ZERODLY"}) {
      const std::string begin = "%Warning-" + kind + ": ";
      if (line.rfind(begin, 0) == 0 && line.find(kDeviceWrapperFile) == std::string::npos &&
          found.size() < kMost)
        found.push_back(line.substr(begin.size()));
    }
  }
  return fmt::format("{}", fmt::join(found, "; "));
}

/// Writes a device's wrapper. The library, whatever else the description says, such as claims and comments.
fs::path shared_library(const ModelSpec& spec, ModelSources sources, const fs::path& directory) {
  write_device_wrapper(*spec.device, sources, spec.config, directory);
  sources.descriptions.clear();
  return model_cache() / (key_of(spec, sources, read_part(directory / kDeviceWrapperFile)) + ".so");
}

/// Leaves the library as model.so, sealed.
void build(const ModelSpec& spec, const ModelSources& sources, const std::string& model_name,
           const fs::path& directory) {
  if (spec.registered) std::ofstream(directory / kRegisteredFile) << registered_text(spec);
  verilate(spec, sources, directory);
  // One translation unit: the generated headers are parsed once.
  std::ofstream unit(directory / "model.cpp");
  unit << "#define XB_SUSPECTS " << std::quoted(suspects_in(text_while_there(directory / "log"))) << "\n";
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
  auto command = compiler_command(spec, {source_dir(), parts_dir()});
  command.push_back(fmt::format("-DXB_MODEL_NAME=\"{}\"", model_name));
  must(command, directory);
  seal_model(directory / "model.so", model_name);
}

/// Builds in `directory`, which goes away, and gives the library its name: in a child process, which tidies
/// up even if this one is killed.
void build_in_child(const ModelSpec& spec, const ModelSources& sources, const fs::path& directory,
                    const fs::path& library) {
  const auto work = [&] {
    std::error_code ignored;
    setenv("TMPDIR", ".", 1);  // the compiler's scratch files go with the folder
    try {
      fs::create_directory(directory);
      for (const auto& link : sources.links)  // tools dislike spaces in paths
        fs::create_directory_symlink(link.folder, directory / link.name);
      const fs::path whole = spec.device ? shared_library(spec, sources, directory) : library;
      if (!is_model(whole)) {
        build(spec, sources, whole.stem().string(), directory);
        fs::rename(directory / "model.so", whole);
      }
      if (spec.device) {
        fs::create_symlink(whole.filename(), directory / "link");
        fs::rename(directory / "link", library);
      }
    } catch (const std::exception&) {
      fs::remove_all(directory, ignored);
      throw;
    }
    fs::remove_all(directory, ignored);
    return std::string();
  };
  in_child_process(work, Orphan::CleansUp);
}

/// Makes the folder that models are kept in.
void make_writable(const fs::path& folder) {
  std::error_code error;
  fs::create_directories(folder, error);
  if (!error && access(folder.c_str(), W_OK) != 0) error.assign(errno, std::generic_category());
  if (!error) return;
  throw InputError(
      "{}: cannot be written ({}); allowed: a folder that can; XDG_CACHE_HOME of an installed "
      "xbarlab names one",
      folder.string(), error.message());
}

}  // namespace

ModelSpec ModelSpec::of(const Setup& setup, bool trace) {
  const RunConfig& config = setup.config;
  const bool lockstep = config.engine == Engine::Lockstep;
  ModelSpec spec;
  spec.rtl_module = setup.entry->rtl_module;
  spec.fifo_inputs = setup.entry->fifo_inputs && config.rtl.empty();
  spec.ports = config.ports;
  spec.queues = setup.queues;
  spec.width = config.width;
  spec.max_depth = setup.max_depth;
  spec.parameters = setup.parameters;
  spec.keep = setup.lengths.in_bytes();
  spec.classes = config.classes;
  spec.trace = trace;
  // Some assertions look into the modules that are replaced.
  spec.checkers = (trace || lockstep) && config.rtl.empty();
  spec.random_start = lockstep;
  spec.optimised = !lockstep || !config.is_random() || config.cycles > kShortRun;
  spec.rtl_dir = source_dir() / "rtl";
  spec.overlay = config.rtl;
  spec.device = setup.device;
  spec.config = config;
  return spec;
}

ModelSpec ModelSpec::for_results(const Setup& setup) {
  ModelSpec spec = of(setup, false);
  if (spec.device || !spec.overlay.empty() || spec.config.engine != Engine::Rtl || spec.classes > 1)
    return spec;
  spec.registered = true;
  spec.flags = !setup.entry->fifo_inputs;
  if (!spec.flags) spec.parameters.push_back({"Observe", 1});
  return spec;
}

std::string in_users_names(const ModelSpec& spec, const std::string& text) {
  const ModelSources sources = sources_of(spec);
  std::string said = sources.users.empty() ? text : sources.with_paths(text);
  if (!spec.device) return said;
  for (const std::string top : {"TOP.", ""}) {
    const std::string inside = fmt::format("{}{}.u_device", top, kDeviceWrapper);
    for (std::size_t at = said.find(inside); at != std::string::npos; at = said.find(inside, at))
      said.replace(at, inside.size(), spec.device->top);
  }
  return said;
}

bool has_model(const ModelSpec& spec) {
  const std::string key = key_of(spec, sources_of(spec));
  return is_model(model_cache() / (key + ".so")) || is_model(shipped(key));
}

fs::path model_library(const ModelSpec& spec) {
  const ModelSources sources = sources_of(spec);
  const std::string key = key_of(spec, sources);
  const fs::path cache = model_cache();
  fs::path library = cache / (key + ".so");
  for (const fs::path& known : {library, shipped(key)}) {
    if (is_model(known)) return fs::canonical(known);
  }

  make_writable(cache);
  const std::string what = fmt::format("the model of {} with {} ports", spec.rtl_module, spec.ports);
  const FileLock lock(cache / (key + ".lock"), what);
  if (is_model(library)) return fs::canonical(library);  // another process has built it meanwhile
  const char* why = first_to_say_once() ? " (once)" : "";
  std::error_code error;
  if (fs::exists(library, error)) why = " (again: what was built is damaged)";
  const ProgressNote note(fmt::format("building {}{}", what, why));
  const fs::path work =
      cache / (key + ".tmp");  // ours alone under the lock; a leftover is of an interrupted build
  fs::remove_all(work);
  try {
    build_in_child(spec, sources, work, library);
  } catch (const std::bad_alloc&) {
    throw;
  } catch (const InputError& failure) {
    fs::remove_all(work, error);
    throw InputErrors(lines_of(failure.what()));  // the list has come from a process of its own as a text
  } catch (const std::exception& failure) {
    fs::remove_all(work, error);
    throw RunError(failure.what());
  }
  return fs::canonical(library);
}

const fs::path& ModelLibraries::of(const ModelSpec& spec) {
  const std::string key = all_of(spec);
  const auto known = found_.find(key);
  return known != found_.end() ? known->second : found_.emplace(key, model_library(spec)).first->second;
}

}  // namespace xb
