// SPDX-License-Identifier: Apache-2.0
#include "testbenches/cluster/chunk_work.h"

#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstring>

#include "host/base/errors.h"
#include "host/config/setup.h"
#include "testbenches/cluster/chunk_file.h"
#include "testbenches/process/names.h"
#include "testbenches/process/output_file.h"
#include "testbenches/study/study_run.h"

namespace xb {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;

/// What differs, in words.
std::string differences(const Json& here, const Json& there) {
  std::string text;
  for (const auto& [name, value] : there.items()) {
    const Json own = here.contains(name) ? here[name] : Json(nullptr);
    if (own != value)
      text += fmt::format("{}{} {} here, {} there", text.empty() ? "" : "; ", name, own.dump(), value.dump());
  }
  return text.empty() ? "with the same versions, by its keys or files" : text;
}

/// The points as they are here. Throws RunError if one is another.
Study study_here(const ChunkOrder& order, const std::string& worker) {
  Study study{StudyFolder(order.study, worker), {}, Identifier(study_versions())};
  PointFiles files;
  for (const ChunkOrder::Point& point : order.points) {
    study.add(resolve(config_of(point.keys), files).config);
    const std::string& hash = study.points.back().hash;
    if (hash != point.hash)
      throw RunError(
          fmt::format("point {} of the study is another point here, {}: {}; allowed: the same "
                      "checkout, tools and files on all machines",
                      point.hash, hash, differences(study.identifier.versions(), order.versions)));
  }
  return study;
}

void run_points(const fs::path& file, const ChunkOrder& order, const PointRunner& run) {
  if (chdir(order.directory.c_str()) != 0)
    throw RunError(
        fmt::format("{}: {}; allowed: a folder of all machines", order.directory, std::strerror(errno)));
  Study study = study_here(order, "." + random_name());
  StudyOptions options;
  options.jobs = 1;
  options.quiet = true;
  options.run = run;
  options.origin = order.origin;
  options.origin["host"] = host_name();
  options.origin["chunk"] = file.parent_path().filename().string() + "/" + file.filename().string();
  options.goes_on = [&] {
    std::error_code error;
    return fs::exists(file, error);
  };
  const StudyOutcome outcome = run_study(study, options);
  if (!outcome.stopped.empty()) throw RunError(outcome.stopped);
}

}  // namespace

void work_on_chunk(const fs::path& given, const PointRunner& run) {
  const fs::path file = fs::absolute(given);
  std::error_code error;
  const fs::path study = file.parent_path().parent_path().parent_path();
  if (!fs::exists(file, error) && fs::exists(study / "points", error)) {
    fmt::print("{}: not to be run any more\n", file.string());
    return;
  }
  const ChunkOrder order = read_chunk(file);
  try {
    run_points(file, order, run);
  } catch (const std::exception& failure) {
    if (!fs::exists(file, error)) return;  // what was in hand is nobody's, and its folder may be gone
    const std::string message = fmt::format("{}: {}", host_name(), failure.what());
    write_output(stop_file(file), message + "\n");
    throw RunError(message);
  }
}

}  // namespace xb
