// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <fstream>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "testbenches/study/study_folder.h"

namespace xb {

enum class ExportRows { Points, Inputs, Flows };

/// The results of a study as a flat table (docs/studies.md#columns): a row per point in the order of
/// index.jsonl, or where that is missing of the points' hashes; the same columns for all. Or rows for a
/// point's inputs or flows, and one for a point that has none. One point is in memory at a time.
class ExportTable {
 public:
  /// Throws InputError, which begins with the verb, if the folder has no results.
  explicit ExportTable(const std::filesystem::path& folder, const std::string& verb = "export",
                       ExportRows rows = ExportRows::Points);

  /// The names of the columns: number, point and status; of searches; the keys that some point has; measures,
  /// or what became of an input's or a flow's packets.
  [[nodiscard]] const std::vector<std::string>& columns() const { return columns_; }
  /// The lines of searches.jsonl, by the numbers that column `search` has.
  [[nodiscard]] const std::map<std::size_t, nlohmann::ordered_json>& searches() const { return searches_; }
  /// What of the study is not in the table, or not in its order, a line for people; empty: all is.
  [[nodiscard]] const std::string& note() const { return note_; }
  /// Reads the next row; false at the end.
  bool next();

  /// Lines of CSV (RFC 4180, but with a line feed alone); null is empty.
  [[nodiscard]] std::string csv_head() const;
  [[nodiscard]] std::string csv_row() const;
  /// An object of all columns.
  [[nodiscard]] std::string json_row() const;

 private:
  struct Entry {
    std::size_t number;  // 0: not in the index
    std::string hash;
    nlohmann::ordered_json config;
    std::size_t search = 0;  // 0: no search asked for it
  };

  using Keys = std::set<std::string>;
  bool look_at_index(Keys& given);
  void count_outside(const std::set<std::string>& in_index);
  void look_at_results(Keys& given);
  std::optional<Entry> next_entry();
  std::optional<Entry> entry_in_index();
  std::optional<Entry> entry_of_result();
  void read_searches();
  void add_search(const Entry& entry);
  bool next_part();
  void add_record(const Entry& entry, const nlohmann::ordered_json& record);
  void add_measures(const Entry& entry, const nlohmann::ordered_json& result);

  StudyFolder folder_;
  ExportRows rows_;
  std::ifstream index_;
  std::vector<std::string> results_;  // without an index
  std::map<std::size_t, nlohmann::ordered_json> searches_;
  std::size_t at_ = 0;  // rows until now
  std::vector<std::string> columns_;
  std::string note_;
  nlohmann::ordered_json defaults_ =
      nlohmann::ordered_json::object();  // of keys that a record has only if set
  nlohmann::ordered_json row_;
  std::vector<std::vector<nlohmann::ordered_json>> parts_;  // rows that the point has
  std::size_t next_part_ = 0;
};

}  // namespace xb
