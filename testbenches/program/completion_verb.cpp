// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <CLI/CLI.hpp>
#include <map>
#include <memory>
#include <sstream>
#include <string>
#include <vector>

#include "host/base/errors.h"
#include "host/config/config_keys.h"
#include "testbenches/program/verbs.h"

namespace xb {
namespace {

/// What may stand behind a flag: the words of its key, a file, or what nobody knows.
struct FlagValue {
  std::vector<std::string> words;
  bool file = false;
};

/// Names of verbs and flags, as the command line has them.
struct Words {
  std::map<std::string, FlagValue> values;  ///< of flags that have one, in whichever verb
  std::string cases;                        ///< of a shell: what a verb, or a part of one, may be followed by
};

bool names_file(const std::string& type) {
  return type.rfind("FILE", 0) == 0 || type.rfind("FOLDER", 0) == 0 || type == "LIST";
}

FlagValue value_of(const CLI::Option& option) {
  const std::string type = option.get_type_name();
  FlagValue value;
  if (type.find('|') != std::string::npos) {
    std::istringstream list(type);
    for (std::string word; std::getline(list, word, '|');) value.words.push_back(word);
  }
  if (const ConfigKey* const key = find_key(option.get_single_name())) {
    for (const std::string& word : key->form.words) {
      if (!word.empty()) value.words.push_back(word);
    }
    value.file = key->file_ending != nullptr && key->before_file.empty();
  }
  value.file = value.file || names_file(type);
  return value;
}

/// The names of an app's flags, parts and words to choose from; its flags' values go to `words`.
std::string names_in(const CLI::App& app, Words& words) {
  std::vector<std::string> names;
  for (const CLI::App* part : app.get_subcommands({})) names.push_back(part->get_name());
  for (const CLI::Option* option : app.get_options()) {
    const FlagValue value = value_of(*option);
    if (option->get_positional()) {
      names.insert(names.end(), value.words.begin(), value.words.end());
      continue;
    }
    for (const std::string& name : option->get_lnames()) {
      names.push_back("--" + name);
      if (option->get_items_expected_max() == 0) continue;
      FlagValue& known = words.values["--" + name];
      if (known.words.empty()) known.words = value.words;
      known.file = known.file || value.file;
    }
  }
  return fmt::format("{}", fmt::join(names, " "));
}

void add_case(const std::string& which, const CLI::App& app, Words& words) {
  words.cases += fmt::format("    '{}') words='{}' ;;\n", which, names_in(app, words));
}

Words words_of(const CLI::App& program) {
  Words words;
  for (const CLI::App* verb : program.get_subcommands({})) {
    for (const CLI::App* part : verb->get_subcommands({}))
      add_case(verb->get_name() + " " + part->get_name(), *part, words);
    add_case(verb->get_name() + " '*|'" + verb->get_name(), *verb, words);
  }
  words.cases += fmt::format("    *) words='{} help' ;;\n", names_in(program, words));
  return words;
}

/// A function for bash, which zsh's bashcompinit calls as well.
std::string function_text(const CLI::App& program) {
  const Words words = words_of(program);
  std::map<std::string, std::string> actions;  // to the flags that have it
  for (const auto& [flag, value] : words.values) {
    std::string action;
    if (!value.words.empty()) action = fmt::format("words='{}'", fmt::join(value.words, " "));
    if (value.file) action += (action.empty() ? "" : " ") + std::string("files=yes");
    std::string& flags = actions[action.empty() ? ":" : action];
    flags += (flags.empty() ? "" : "|") + flag;
  }
  std::string values;
  for (const auto& [action, flags] : actions) values += fmt::format("    {}) {} ;;\n", flags, action);
  return fmt::format(
      R"(_xbarlab() {{
  local current=${{COMP_WORDS[COMP_CWORD]}} last=${{COMP_WORDS[COMP_CWORD-1]}} words='' files='' value=yes
  local verb=''
  [[ $COMP_CWORD -gt 1 ]] && verb=${{COMP_WORDS[1]}}
  [[ $COMP_CWORD -gt 2 ]] && verb+=" ${{COMP_WORDS[2]}}"
  case $last in
{}    *) value='' ;;
  esac
  if [[ -z $value ]]; then
    [[ $current == -* || -z $verb ]] || files=yes
    case $verb in
{}    esac
  fi
  COMPREPLY=($(compgen -W "$words" -- "$current"))
  local IFS=$'\n'
  [[ -z $files ]] || COMPREPLY+=($(compgen -f -- "$current"))
}}
)",
      values, words.cases);
}

void print_completion(const CLI::App& program, const std::string& shell) {
  if (shell == "bash") {
    fmt::print(
        "# Completion for bash, as `xbarlab completion bash` prints it.\n{}complete -o filenames -F _xbarlab "
        "xbarlab ./lab\n",
        function_text(program));
  } else if (shell == "zsh") {
    fmt::print(
        "#compdef xbarlab\n# Completion for zsh, as `xbarlab completion zsh` prints it.\n"
        "autoload -U +X bashcompinit && bashcompinit\n{}complete -F _xbarlab xbarlab\n"
        "# In a folder of fpath this file is the function: it completes what it was called for.\n"
        "[[ ${{funcstack[1]}} != _xbarlab ]] || _bash_complete -F _xbarlab\n",
        function_text(program));
  } else {
    throw not_allowed("completion", shell, "bash zsh");
  }
}

}  // namespace

Verb completion_verb(CLI::App& program) {
  const auto shell = std::make_shared<std::string>();
  Verb verb(program, "completion", "print a script that completes verbs, flags and their values in a shell");
  verb.word("shell", *shell, "shell that is to load it", "bash|zsh");
  verb.examples({"xbarlab completion bash >~/.local/share/bash-completion/completions/xbarlab",
                 "source <(xbarlab completion zsh)"});
  verb.does([shell, &program] { print_completion(program, *shell); });
  return verb;
}

}  // namespace xb
