// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <iostream>
#include <memory>
#include <new>
#include <sstream>
#include <string>
#include <vector>

#include "host/base/called_as.h"
#include "host/base/errors.h"
#include "host/base/input_errors.h"
#include "host/base/nearest_word.h"
#include "host/base/ranges.h"
#include "testbenches/process/child_process.h"
#include "testbenches/process/interrupt.h"
#include "testbenches/program/verbs.h"
#include "testbenches/terminal/text_table.h"

namespace {

constexpr int kBadInput = 2;

/// Bad input may hold line breaks; its message may not.
std::string one_line(const std::string& text) {
  std::string line;
  for (const char c : text) {
    if (c == '\n')
      line += "\\n";
    else if (static_cast<unsigned char>(c) < 0x20 || c == 0x7f)
      line += fmt::format("\\x{:02x}", static_cast<unsigned char>(c));
    else
      line += c;
  }
  return line;
}

/// What was printed has arrived; a full disk or a closed pipe is not silent.
int status_of_output(int status) {
  std::cout.flush();
  if (std::fflush(stdout) == 0 && std::ferror(stdout) == 0 && std::cout) return status;
  fmt::print(stderr, "{}: standard output: cannot be written\n", xb::this_program().name);
  return xb::kFoundWrong;
}

/// Help whose lines fit the terminal, or are as wide as the documents' elsewhere.
class HelpFormatter : public CLI::Formatter {
 public:
  HelpFormatter() { column_width(kNameColumns); }
  [[nodiscard]] std::string make_option_desc(const CLI::Option* option) const override {
    return xb::wrap(CLI::Formatter::make_option_desc(option), width() - kNameColumns);
  }
  [[nodiscard]] std::string make_description(const CLI::App* app) const override {
    return xb::wrap(app->get_description(), width()) + "\n";
  }
  [[nodiscard]] std::string make_subcommand(const CLI::App* part) const override {
    std::stringstream out;
    CLI::detail::format_help(out, part->get_name(), xb::wrap(part->get_description(), width() - kNameColumns),
                             kNameColumns);
    return out.str();
  }

 private:
  [[nodiscard]] static std::size_t width() {
    const std::size_t columns = xb::terminal_columns();
    return columns == 0 ? kUsualColumns : std::max(columns, kLeastColumns);
  }
  static constexpr std::size_t kNameColumns = 32, kUsualColumns = 120, kLeastColumns = 72;
};

/// Of what is said on standard error.
void say(const std::string& text) { fmt::print(stderr, "{}: {}\n", xb::this_program().name, text); }

struct CommandLine {
  const xb::Program program = xb::this_program();
  CLI::App app{program.what, program.name};
  std::vector<xb::Verb> verbs;  // in the order of help

  /// `word`: the line's first. Verbs behind the one that it names are left out: each flag is compared with
  /// all before it, which takes longer than a short run.
  explicit CommandLine(const std::string& word) {
    app.formatter(std::make_shared<HelpFormatter>());
    app.require_subcommand(1);
    app.set_version_flag("--version", fmt::format("{} {}", program.name, XBARLAB_VERSION),
                         "print the version");
    app.footer(
        fmt::format("`{0} help VERB` says more of a verb,\n`{0} help --man` all of it, as a page for man.",
                    program.name));
    for (const auto add : program.verbs) {
      verbs.push_back(add(app));
      if (verbs.back().app().get_name() == word) break;
    }
  }
  [[nodiscard]] std::vector<std::string> names() const {
    std::vector<std::string> names;
    for (const xb::Verb& verb : verbs) names.push_back(verb.app().get_name());
    return names;
  }
  [[nodiscard]] int execute() const {
    const auto given =
        std::find_if(verbs.begin(), verbs.end(), [](const xb::Verb& verb) { return verb.app().parsed(); });
    return given->run();
  }
};

/// CLI11 says only that a verb is missing, not which word it does not know.
void check_verb(const CommandLine& line, int argc, char** argv) {
  if (argc < 2 || argv[1][0] == '-') return;
  const std::string verb = argv[1];
  const std::vector<std::string> verbs = line.names();
  if (xb::contains(verbs, verb)) return;
  throw xb::not_allowed("verb", verb, "{}", xb::allowed_names(verbs, {}, verb));
}

/// The flags of the verb on the line, with their dashes.
std::vector<std::string> flags_given(const CommandLine& line) {
  std::vector<std::string> flags;
  for (const xb::Verb& verb : line.verbs) {
    if (!verb.app().parsed()) continue;
    for (const CLI::Option* option : verb.app().get_options()) {
      for (const std::string& name : option->get_lnames()) flags.push_back("--" + name);
    }
  }
  return flags;
}

/// What stands before the value: `--load` of `--load=0.5`.
std::string flag_of(const std::string& word) { return word.substr(0, word.find('=')); }

/// The verb on the line, or the part of it.
const CLI::App& innermost(const CLI::App& app) {
  const std::vector<const CLI::App*> given =
      app.get_subcommands([](const CLI::App* part) { return part->parsed(); });
  return given.empty() ? app : innermost(*given.front());
}

/// `lab check` of that part of the program; nothing of the program.
std::string words_of(const CLI::App& app) {
  if (app.get_parent() == nullptr) return "";
  const std::string above = words_of(*app.get_parent());
  return above.empty() ? app.get_name() : above + " " + app.get_name();
}

/// Of a line that lacks a word: which one, and what may stand there. CLI11 says the word alone, and what is
/// said here of a flag that is missing.
std::string missing_word(const CommandLine& line, const std::string& otherwise) {
  const CLI::App& app = innermost(line.app);
  const std::string words = words_of(app), place = words.empty() ? "" : words + ": ";
  if (app.get_require_subcommand_min() > 0) {
    std::vector<std::string> parts;
    for (const CLI::App* part : app.get_subcommands([](const CLI::App*) { return true; }))
      parts.push_back(part->get_name());
    return fmt::format("{}a verb is required; allowed: {} ({} help{}{} says what they do)", place,
                       fmt::join(parts, " "), line.program.name, words.empty() ? "" : " ", words);
  }
  for (const CLI::Option* word : app.get_options()) {
    if (!word->get_positional() || !word->get_required() || word->count() > 0) continue;
    std::string allowed = word->get_type_name();
    if (allowed.find('|') == std::string::npos) allowed = word->get_description();
    std::replace(allowed.begin(), allowed.end(), '|', ' ');
    return fmt::format("{}{} is required; allowed: {}", place, word->get_name(), allowed);
  }
  return otherwise;
}

/// CLI11's messages name the flag or the verb; add what is allowed: the nearest flag, or where all are
/// listed.
int bad_command_line(const CommandLine& line, int argc, char** argv, const CLI::ParseError& error) {
  std::string allowed = fmt::format("{}", fmt::join(line.names(), " "));
  const std::vector<std::string> flags = flags_given(line);
  if (!flags.empty()) allowed = fmt::format("what {} {} --help lists", line.program.name, argv[1]);
  for (int i = 2; i < argc && !flags.empty(); ++i) {
    const std::string word = flag_of(argv[i]);
    if (word.rfind("--", 0) != 0 || xb::contains(flags, word)) continue;
    const std::string nearest = xb::nearest_word(word, flags);
    if (!nearest.empty()) allowed = fmt::format("'{}', the nearest, or {}", nearest, allowed);
    break;
  }
  const std::string message = fmt::format("{}; allowed: {}", one_line(error.what()), allowed);
  say(dynamic_cast<const CLI::RequiredError*>(&error) != nullptr ? missing_word(line, message) : message);
  return kBadInput;
}

/// Does what the line says, with flags for all keys; the exit status.
int run_whole_line(int argc, char** argv) {
  xb::Verb::make_keys_of({});
  CommandLine line(argc > 1 ? argv[1] : "");
  try {
    if (argc == 3 && argv[1] == std::string("help") && argv[2] == std::string("--man")) {
      std::fputs(xb::manual_page(line.app, XBARLAB_VERSION).c_str(), stdout);
      return status_of_output(0);
    }
    // `help VERB` is `VERB --help`.
    char help_flag[] = "--help";
    if (argc > 1 && std::string(argv[1]) == "help") {
      argv[1] = argc > 2 ? argv[2] : help_flag;
      if (argc > 2) argv[2] = help_flag;
    }
    check_verb(line, argc, argv);
    line.app.parse(argc, argv);
    return status_of_output(line.execute());
  } catch (const CLI::Success& help) {
    return status_of_output(line.app.exit(help));
  } catch (const CLI::ParseError& error) {
    return bad_command_line(line, argc, argv, error);
  }
}

/// The same with flags for the keys that the line names. All have one where that matters: in help, and for
/// what is said of a wrong line.
int run_line(int argc, char** argv) {
  const std::string word = argc > 1 ? argv[1] : "";
  if (word == "help" || word == "completion") return run_whole_line(argc, argv);
  std::vector<std::string> flags;
  for (int i = 2; i < argc; ++i) flags.push_back(flag_of(argv[i]));
  xb::Verb::make_keys_of(flags);
  CommandLine line(word);
  check_verb(line, argc, argv);
  try {
    line.app.parse(argc, argv);
  } catch (const CLI::Error&) {
    return run_whole_line(argc, argv);
  }
  return status_of_output(line.execute());
}

}  // namespace

int main(int argc, char** argv) {
  setenv("SYSTEMC_DISABLE_COPYRIGHT_MESSAGE", "1", 1);
  std::signal(SIGXFSZ, SIG_IGN);  // a file that gets too large is a write that fails, and is said
  xb::undo_when_interrupted();
  if (argc > 0) xb::set_called_as(argv[0]);
  try {
    return run_line(argc, argv);
  } catch (const xb::InputErrors& errors) {
    for (const auto& message : errors.messages()) say(one_line(message));
    return kBadInput;
  } catch (const xb::InputError& error) {
    say(one_line(error.what()));
    return kBadInput;
  } catch (const std::bad_alloc&) {
    say(xb::out_of_memory(argv[1]));
    return kBadInput;
  } catch (const std::exception& error) {
    // More than a buffer of text fails before its end.
    if (std::ferror(stdout) != 0) return status_of_output(xb::kFoundWrong);
    say(error.what());
    return xb::kFoundWrong;
  }
}
