// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <list>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "host/base/errors.h"
#include "host/base/parse_number.h"
#include "testbenches/experiment/swept_key.h"

namespace CLI {
class App;
}

namespace xb {

/// A file to write, the flag that names it, and what it is in words.
struct NamedFile {
  std::string flag, path;
  std::string what = {};
};

/// Files that are read, each with what it is.
using FilesRead = std::vector<std::pair<std::string, std::filesystem::path>>;
/// Throws InputError if a file to write, `-` aside, is one that is read, or if two of them are one file.
void refuse_overwriting(const std::vector<NamedFile>& outputs, const FilesRead& inputs = {});

constexpr int kFoundWrong = 1;  ///< exit status: the input was good, and something is wrong

/// A verb of the command line: its words, its flags, and what it does. What is given goes where they point,
/// which has to live as long as what the verb does. The command line's library is in verb.cpp only.
class Verb {
 public:
  /// Adds it to the program's command line.
  Verb(CLI::App& program, const char* name, const char* help);
  /// Adds a verb below this one (`device new`); one of them has to be given.
  Verb& part(const char* name, const char* help);

  /// Calls that help and the manual show.
  void examples(const std::vector<std::string>& calls);

  /// A word without a flag, which has to be given; `choices`: one of these, with | between them.
  void word(const char* name, std::string& to, const char* help, const char* choices = nullptr);
  /// One that need not be; what stands in `to` is the default. `allowed`: what else, where it may not be
  /// empty.
  void optional_word(const char* name, std::string& to, const char* help, const char* allowed = nullptr);
  void words(const char* name, std::vector<std::string>& to, const char* help);

  /// A flag with a text of that type in help; default and `allowed` as above.
  void text(const char* flag, const char* type, std::string& to, const std::string& help,
            const char* allowed = nullptr);
  /// One of which it matters whether it is given.
  void text(const char* flag, const char* type, std::optional<std::string>& to, const std::string& help);
  void texts(const char* flag, const char* type, std::vector<std::string>& to, const char* help);
  /// One each time that the flag is given.
  void text_each(const char* flag, const char* type, std::vector<std::string>& to, const char* help);
  /// A whole number in least..most, which is read when the line is done; `to` stays where it is not given.
  template <class To>
  void number(const char* flag, const char* type, To& to, const std::string& help, double least, double most,
              const char* allowed) {
    const auto given = std::make_shared<std::optional<std::string>>();
    text(flag, type, *given, help);
    checks_.emplace_back([=, &to] {
      std::uint64_t value = 0;
      if (!*given) return;
      if (!parse_number(**given, least, most, value)) throw not_allowed(flag, **given, "{}", allowed);
      to = static_cast<To>(value);
    });
  }
  /// A file to write; a file or standard output. `what` is said of it when it is written.
  void file(const char* flag, const char* type, std::string& to, const char* help, const char* what = "") {
    outputs_.push_back({flag, what, &to});
    text(flag, type, to, help, "a file");
  }
  void output(const char* flag, const char* type, std::string& to, const char* help, const char* what = "") {
    outputs_.push_back({flag, what, &to});
    text(flag, type, to, help, "a file, or - for standard output");
  }
  void json(std::string& to, const char* help, const char* what = "") {
    output("--json", "FILE", to, help, what);
  }
  /// Where those go that are given, in the order of help.
  void outputs(std::vector<NamedFile>& to) { outputs_to_ = &to; }
  void folder(const char* flag, std::string& to, const char* help) {
    text(flag, "FOLDER", to, help, "a folder");
  }
  void quiet(bool& to, const char* help = "no progress") { on("--quiet", to, help); }
  /// A flag without a value.
  void on(const char* flag, bool& to, const char* help);
  void require(const char* flag);

  /// Keys have flags only if these of the line name them; {}: all have. CLI11 compares each flag with all
  /// before it, which takes longer than a short run.
  static void make_keys_of(std::optional<std::vector<std::string>> flags);
  /// The flag of a key, in a group of the help; keys that are given are collected in order.
  void key(const std::string& name, const char* type, std::vector<SweptKey>& to, const std::string& help,
           const char* group = "Options");
  /// Of each configuration key, or of these.
  void keys(std::vector<SweptKey>& to, const std::vector<std::string>& only = {});

  void does(std::function<void()> action);
  /// Of one that says whether all is as it should be.
  void judges(std::function<bool()> action) { action_ = std::move(action); }

  [[nodiscard]] const CLI::App& app() const { return *app_; }
  /// What was given, once the line is parsed; the exit status. Throws InputError for what is empty.
  [[nodiscard]] int run() const;

 private:
  CLI::App* app_;
  std::list<Verb> parts_;
  std::vector<std::function<void()>> checks_;
  struct Output {
    const char *flag, *what;
    const std::string* path;
  };
  std::vector<Output> outputs_;
  std::vector<NamedFile>* outputs_to_ = nullptr;
  std::function<bool()> action_;
};

}  // namespace xb
