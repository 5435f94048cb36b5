// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <filesystem>
#include <string>
#include <vector>

namespace xb {

/// A share of a study. A study has parts: its points, or its searches, numbered from 0. Those of a share are
/// `of` apart, so that all shares take about as long.
struct Share {
  std::size_t number = 0, of = 1;  ///< number < of

  [[nodiscard]] bool has(std::size_t part) const { return part % of == number; }
  /// `1/8` for number 0 of 8.
  [[nodiscard]] std::string text() const;
};

/// Of --shard. Throws InputError.
Share parse_share(const std::string& text);

/// What every chunk of a study runs, but for its share.
struct ChunkCommand {
  std::string directory;           ///< that names of files in the words and in keys are relative to
  std::vector<std::string> words;  ///< of `xbarlab`, without --shard
};

/// Writes a chunk: a script that runs `xbarlab run ... --shard SHARE`, with the script's name in the
/// environment. It is the order to run the share: a worker whose script is gone ends after the point that it
/// has in hand. Throws FolderError.
void write_chunk(const std::filesystem::path& file, const ChunkCommand& command, const std::string& share);
constexpr const char* kChunkVariable = "XBARLAB_CHUNK";  ///< names the script, absolute

/// `xbarlab work FILE`: this process becomes the script; nothing if it is gone. Throws InputError if it is
/// none, RunError.
void work_on_chunk(const std::filesystem::path& given);

/// Of who works on it, behind the dot of what it has in hand (study_folder.h).
std::string worker_name(const std::filesystem::path& chunk);
/// What the chunk's job prints.
std::filesystem::path log_file(const std::filesystem::path& chunk);
/// The end of it, in one line.
std::string end_of_log(const std::filesystem::path& chunk);

}  // namespace xb
