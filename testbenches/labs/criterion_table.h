// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <set>
#include <string>
#include <vector>

#include "host/base/table_reader.h"
#include "testbenches/labs/answers.h"

namespace xb {

struct RunConfig;

/// Keys of a run as a criterion has them, and those whose values are numbers of the submission's
/// answers.toml.
struct LabKeys {
  struct Key {
    std::string key, value;
  };
  std::vector<Key> keys;
  std::vector<Key> from_answers;  ///< `value` names the answer

  /// The configuration, with `engine` where none is named. Throws InputError; NotReached for an answer that
  /// is missing or that its key does not allow.
  [[nodiscard]] RunConfig config(const std::string& engine, const Answers& answers) const;
  /// The flags of `xbarlab run` for it.
  [[nodiscard]] std::vector<std::string> flags(const Answers& answers) const;
};

/// One `[[criterion]]` of a unit's file, read key by key. What is wrong goes to the file's errors, and what
/// is read then is of no use; finish() refuses what none has asked for.
class CriterionTable {
 public:
  /// `skeleton`: the unit's answers.toml, which has every name that a criterion may give. `unit`: its folder.
  CriterionTable(TomlValue value, const Answers& skeleton, std::filesystem::path unit);

  [[nodiscard]] const std::filesystem::path& unit_folder() const { return unit_; }

  [[nodiscard]] bool has(const std::string& key) const { return value_.node.as_table()->contains(key); }
  /// Any key.
  void read(const TomlKey& key);
  std::string text(const std::string& key);
  std::string text_or(const std::string& key, const std::string& otherwise);
  /// `what`: these words, for messages.
  std::string word(const std::string& key, const std::vector<std::string>& words,
                   const std::string& what = {});
  /// In low..high.
  double number(const std::string& key, double low, double high);
  double number_or(const std::string& key, double low, double high, double otherwise);
  /// A list of whole numbers, each in low..high and none twice.
  std::vector<unsigned> wholes(const std::string& key, unsigned low, unsigned high);
  /// A file, relative to the one that names it, whose SHA-256 is the text of `sha256`; empty: not named.
  std::filesystem::path sealed_file_or_none(const std::string& key, const std::string& sha256);
  /// A name of answers.toml; a list of them.
  std::string answer(const std::string& key);
  std::vector<std::string> answers(const std::string& key);
  /// A key of a run, such as depth.
  std::string key(const std::string& key);
  /// Of a run's result, such as queueing.mean: one that what run() reads has.
  std::string measure(const std::string& key);
  /// The tables `run` and `from-answers`; the point must be one that can run on `engine`. Keys that say whose
  /// code runs are refused.
  LabKeys run(const std::string& engine);
  /// Of `key`: what is not allowed about it.
  [[nodiscard]] InputError refusal(const std::string& key, const std::string& value,
                                   const std::string& allowed) const;
  void finish() const;

 private:
  TomlValue value_;
  const Answers& skeleton_;
  std::filesystem::path unit_;
  std::set<std::string> known_;
  std::string measure_;  // empty: none was asked for
};

class CriterionTable;

/// A folder of a submission's RTL.
struct RtlFolder {
  std::string name;  ///< rtl, or below; empty: none
  std::set<std::string>
      handed_out;  ///< modules in it in the unit's skeleton; empty: the student may replace any
};

/// The key `rtl` of a criterion.
RtlFolder rtl_folder(CriterionTable& table);

}  // namespace xb
