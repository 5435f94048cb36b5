// SPDX-License-Identifier: Apache-2.0
#include "testbenches/cluster/chunk_file.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>

#include "host/base/errors.h"
#include "host/base/parse_number.h"
#include "host/base/shell_word.h"
#include "host/base/text_file.h"
#include "testbenches/process/names.h"
#include "testbenches/study/folder_file.h"

namespace xb {
namespace {

namespace fs = std::filesystem;

constexpr const char* kFirstLines =
    "#!/bin/sh\n# A share of a study, as run --on gives it to xbarlab work.\n";

}  // namespace

std::string Share::text() const { return fmt::format("{}/{}", number + 1, of); }

Share parse_share(const std::string& text) {
  constexpr unsigned kMost = 1000000;
  const std::size_t slash = std::min(text.find('/'), text.size());
  unsigned number = 0, of = 0;
  const bool is_share = slash < text.size() && parse_number(text.substr(slash + 1), 1, kMost, of) &&
                        parse_number(text.substr(0, slash), 1, of, number);
  if (is_share) return {number - 1, of};
  throw not_allowed("--shard", text, "K/N, the K-th of N shares of the study");
}

void write_chunk(const fs::path& file, const ChunkCommand& command, const std::string& share) {
  std::string text =
      fmt::format("{}cd {} || exit\nexport {}={}\nexec {}", kFirstLines, shell_word(command.directory),
                  kChunkVariable, shell_word(file.string()), shell_word(own_program()));
  for (const std::string& word : command.words) text += " " + shell_word(word);
  write_whole(file, text + " --shard=" + share + "\n", Sync::Later);
}

void work_on_chunk(const fs::path& given) {
  const fs::path file = fs::absolute(given);
  std::error_code error;
  const fs::path study = file.parent_path().parent_path().parent_path();
  if (!fs::exists(file, error) && fs::exists(study / "points", error)) {
    fmt::print("{}: not to be run any more\n", file.string());
    return;
  }
  const char* const allowed = "a file of run --on";
  if (read_text_file(file.string(), "chunk", allowed).rfind(kFirstLines, 0) != 0)
    throw not_allowed("chunk", file.string(), "{}", allowed);
  execl("/bin/sh", "sh", file.c_str(), nullptr);
  throw RunError("/bin/sh: {}", std::strerror(errno));
}

std::string worker_name(const fs::path& chunk) {
  return fmt::format("{}-{}", chunk.parent_path().filename().string(), chunk.filename().string());
}

fs::path log_file(const fs::path& chunk) { return chunk.string() + ".log"; }

std::string end_of_log(const fs::path& chunk) {
  constexpr std::size_t kMost = 300;
  std::string text = text_while_there(log_file(chunk).string());
  while (!text.empty() && text.back() == '\n') text.pop_back();
  if (text.size() > kMost) text.erase(0, text.size() - kMost);
  std::replace(text.begin(), text.end(), '\n', ';');
  return text.empty() ? "it has printed nothing" : "it has printed: " + text;
}

}  // namespace xb
