// SPDX-License-Identifier: Apache-2.0
#include "testbenches/labs/unit.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <utility>

#include "host/base/errors.h"
#include "host/base/parse_number.h"
#include "host/base/ranges.h"
#include "host/base/table_reader.h"
#include "host/base/text_file.h"
#include "testbenches/engines/paths.h"
#include "testbenches/labs/criterion_kinds.h"
#include "testbenches/labs/made_file.h"
#include "testbenches/process/output_file.h"
#include "testbenches/process/subprocess.h"

namespace xb {
namespace {

namespace fs = std::filesystem;

constexpr unsigned kMostUnits = 999;
constexpr double kShaSeconds = 60;
constexpr std::size_t kShaDigits = 64;

/// Reads the entries of unit.toml, or the criteria alone of a file of hidden ones.
void read_unit_file(LabUnit& unit, const fs::path& file, bool hidden) {
  const std::string text = read_text_file(file.string(), "unit", "a file of a unit");
  TableReader reader(file.string(), text);
  unit.text += text;
  const auto read_digest = [&](const TomlValue& value) {
    unit.hidden = value.text();
    if (unit.hidden.size() != kShaDigits ||
        unit.hidden.find_first_not_of("0123456789abcdef") != std::string::npos)
      value.refuse();
  };
  const auto read_one = [&](const TomlValue& value) {
    CriterionTable table(value, unit.skeleton, unit.folder);
    auto criterion = read_criterion(table, hidden);
    if (!criterion) return;
    const std::string id = criterion->head.id;
    for (const Criterion& other : unit.criteria) {
      if (other.head.id == id) throw table.refusal("id", id, "an id that no other criterion has");
    }
    unit.criteria.push_back(std::move(*criterion));
  };
  std::uint64_t megabytes = unit.limits.memory_bytes >> 20U;
  TomlKeys keys{{"criterion", tables_of(read_one), kNeeded}};
  const std::string digest =
      fmt::format("what sha256sum says of the instructor's file, {} digits", kShaDigits);
  if (!hidden)
    keys.insert(keys.begin(), {{"title", text_to(unit.title), kNeeded},
                               {"minutes", whole_to(unit.minutes, 1, 10000)},
                               {"cpu-seconds", whole_to(unit.limits.cpu_seconds, 1, 100000)},
                               {"memory-mb", whole_to(megabytes, 256, 1 << 20U)},
                               {"hidden", {digest, read_digest}}});
  reader.read(keys);
  reader.throw_if_any();
  unit.limits.memory_bytes = megabytes << 20U;
}

/// The number that a folder's name begins with.
unsigned number_in(const std::string& name) {
  unsigned number = 0;
  const std::size_t dash = name.find('-');
  if (dash == std::string::npos || !parse_number(name.substr(0, dash), 1, kMostUnits, number))
    throw InputError("unit: '{}' is not allowed; allowed: folders named NUMBER-NAME", name);
  return number;
}

/// The handout, whose links into the repository hold in the student's folder, too, as long as both stay where
/// they are to each other.
void hand_out(const fs::path& unit, const fs::path& folder) {
  static const std::string kLink = "](../../";
  const fs::path name = "handout.md";
  std::string text = read_text_file((unit / name).string(), "handout", "a file that can be read");
  const std::string top = "](" + fs::relative(source_dir(), folder).string() + "/";
  for (std::size_t at = text.find(kLink); at != std::string::npos; at = text.find(kLink, at + top.size()))
    text.replace(at, kLink.size(), top);
  write_output(folder / name, text);
}

}  // namespace

double LabUnit::points() const {
  double sum = 0;
  for (const Criterion& criterion : criteria) sum += criterion.head.points;
  return sum;
}

bool LabUnit::runs_code() const {
  return any_of(criteria, [](const Criterion& one) { return one.runs_code; });
}

LabUnit read_unit(const fs::path& folder) {
  LabUnit unit;
  unit.folder = folder;
  unit.name = folder.filename().string();
  unit.number = number_in(unit.name);
  const std::string answers = (folder / "skeleton" / "answers.toml").string();
  unit.skeleton = Answers(answers, read_text_file(answers, "skeleton", "a file of answers"));
  read_unit_file(unit, folder / "unit.toml", false);
  return unit;
}

void add_hidden_criteria(LabUnit& unit, const fs::path& instructor) {
  const fs::path file = instructor / (unit.name + ".toml");
  std::error_code error;
  if (!fs::is_regular_file(file, error))
    throw InputError("--instructor: '{}' is not allowed; allowed: a folder with {}.toml", instructor.string(),
                     unit.name);
  const std::string digest = sha256_of(file);
  if (digest != unit.hidden)
    throw InputError(
        "--instructor: '{}' is not allowed, its SHA-256 is {}; allowed: the file of which {} says hidden = "
        "\"{}\"",
        file.string(), digest, (unit.folder / "unit.toml").string(), unit.hidden);
  read_unit_file(unit, file, true);
}

std::string sha256_of(const fs::path& file) {
  const Captured captured = capture({"sha256sum", "--", file.string()}, kShaSeconds);
  const std::size_t begin = captured.out.rfind('\\', 0) == 0 ? 1 : 0;  // of a name with odd characters
  if (captured.status != 0 || captured.out.size() < begin + kShaDigits)
    throw RunError("sha256sum {}: {}", file.string(), captured.errors);
  return captured.out.substr(begin, kShaDigits);
}

fs::path usual_units() { return source_dir() / "labs"; }

std::vector<fs::path> unit_folders(const fs::path& units) {
  std::vector<fs::path> folders;
  std::error_code error;
  for (const auto& entry : fs::directory_iterator(units, error)) {
    if (fs::exists(entry.path() / "unit.toml", error)) folders.push_back(entry.path());
  }
  if (folders.empty())
    throw InputError("--units: '{}' is not allowed; allowed: a folder of units", units.string());
  const auto number = [](const fs::path& folder) {
    return std::strtoul(folder.filename().string().c_str(), nullptr, 10);
  };
  std::sort(folders.begin(), folders.end(), [&](const fs::path& a, const fs::path& b) {
    return std::pair(number(a), a) < std::pair(number(b), b);
  });
  return folders;
}

fs::path unit_folder(const fs::path& units, const std::string& number) {
  std::string known;
  for (const fs::path& folder : unit_folders(units)) {
    const std::string name = folder.filename().string();
    if (name.substr(0, name.find('-')) == number || name == number) return folder;
    known += " " + name.substr(0, name.find('-'));
  }
  throw InputError("unit: '{}' is not allowed; allowed:{}", number, known);
}

void start_unit(const LabUnit& unit, const fs::path& folder) {
  std::error_code error;
  const bool there = fs::exists(folder, error);
  if (there && !(fs::is_directory(folder, error) && fs::is_empty(folder, error)))
    throw InputError("folder: '{}' is not allowed; allowed: a new or an empty folder", folder.string());
  if (!there) fs::create_directories(folder, error);
  try {
    if (!error) fs::copy(unit.folder / "skeleton", folder, fs::copy_options::recursive, error);
    if (error)
      throw InputError("folder: '{}' is not allowed ({}); allowed: a folder that can be written",
                       folder.string(), error.message());
    make_files(folder);
    hand_out(unit.folder, folder);
  } catch (const std::exception&) {  // such as of a full disk: a half is none
    for (const auto& entry : fs::directory_iterator(folder, error)) fs::remove_all(entry.path(), error);
    if (!there) fs::remove(folder, error);
    throw;
  }
}

}  // namespace xb
