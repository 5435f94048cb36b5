// SPDX-License-Identifier: Apache-2.0
#include "testbenches/program/verb.h"

#include <CLI/CLI.hpp>

#include "host/base/ranges.h"
#include "testbenches/process/output_file.h"

namespace xb {
namespace {

std::optional<std::vector<std::string>> g_flags_of_keys;

/// Default of an option, and a check that it is not empty if it is given.
void add_to(std::vector<std::function<void()>>& checks, CLI::Option* option, const std::string& name,
            const std::string& to, const char* allowed) {
  if (!to.empty()) option->default_str(to);
  if (allowed == nullptr) return;
  checks.emplace_back([option, name, &to, allowed] {
    if (option->count() > 0 && to.empty())
      throw InputError("{}: '' is not allowed; allowed: {}", name, allowed);
  });
}

}  // namespace

Verb::Verb(CLI::App& program, const char* name, const char* help) : app_(program.add_subcommand(name, help)) {
  app_->footer(std::string());  // not that of what it is a part of
}

Verb& Verb::part(const char* name, const char* help) {
  app_->require_subcommand(1);
  return parts_.emplace_back(*app_, name, help);
}

void Verb::examples(const std::vector<std::string>& calls) {
  const CLI::App* program = app_;
  while (program->get_parent() != nullptr) program = program->get_parent();
  const std::string usual = "xbarlab ";
  std::string text = "Examples:";
  for (const std::string& call : calls) {
    const bool ours = call.rfind(usual, 0) == 0;
    text += "\n  " + (ours ? program->get_name() + " " + call.substr(usual.size()) : call);
  }
  app_->footer(text);
}

void Verb::word(const char* name, std::string& to, const char* help, const char* choices) {
  CLI::Option* const option = app_->add_option(name, to, help)->required();
  if (choices != nullptr) option->type_name(choices);
}

void Verb::optional_word(const char* name, std::string& to, const char* help, const char* allowed) {
  add_to(checks_, app_->add_option(name, to, help), app_->get_name(), to, allowed);
}

void Verb::words(const char* name, std::vector<std::string>& to, const char* help) {
  app_->add_option(name, to, help);
}

void Verb::text(const char* flag, const char* type, std::string& to, const std::string& help,
                const char* allowed) {
  add_to(checks_, app_->add_option(flag, to, help)->type_name(type), flag, to, allowed);
}

void Verb::text(const char* flag, const char* type, std::optional<std::string>& to, const std::string& help) {
  app_->add_option(flag, to, help)->type_name(type);
}

void Verb::texts(const char* flag, const char* type, std::vector<std::string>& to, const char* help) {
  app_->add_option(flag, to, help)->type_name(type);
}

void Verb::text_each(const char* flag, const char* type, std::vector<std::string>& to, const char* help) {
  app_->add_option(flag, to, help)->type_name(type)->allow_extra_args(false);
}

void Verb::on(const char* flag, bool& to, const char* help) { app_->add_flag(flag, to, help); }

void Verb::require(const char* flag) { app_->get_option(flag)->required(); }

void Verb::make_keys_of(std::optional<std::vector<std::string>> flags) { g_flags_of_keys = std::move(flags); }

void Verb::key(const std::string& name, const char* type, std::vector<SweptKey>& to, const std::string& help,
               const char* group) {
  if (g_flags_of_keys && !contains(*g_flags_of_keys, "--" + name)) return;
  const auto take = [&to, name](const std::string& value) { to.push_back({name, {value}, "--" + name}); };
  app_->add_option_function<std::string>("--" + name, take, help)
      ->type_name(type)
      ->group(group)
      ->trigger_on_parse();
}

void Verb::does(std::function<void()> action) {
  action_ = [action = std::move(action)] {
    action();
    return true;
  };
}

int Verb::run() const {
  for (const Verb& part : parts_) {
    if (part.app_->parsed()) return part.run();
  }
  for (const auto& check : checks_) check();
  for (const Output& output : outputs_) {
    if (outputs_to_ != nullptr && !output.path->empty())
      outputs_to_->push_back({output.flag, *output.path, output.what});
  }
  return action_() ? 0 : kFoundWrong;
}

void refuse_overwriting(const std::vector<NamedFile>& outputs, const FilesRead& inputs) {
  for (const NamedFile& file : outputs) {
    if (file.path == "-") continue;
    for (const auto& [what, input] : inputs) refuse_same_file(file.flag, file.path, what, input);
  }
  for (auto a = outputs.begin(); a != outputs.end(); ++a) {
    for (auto b = outputs.begin(); b != a; ++b) {
      if (a->path == "-" && b->path == "-")
        throw not_allowed(a->flag, a->path, "a file: {} is on standard output", b->flag);
      if (a->path != "-" && b->path != "-") refuse_same_file(a->flag, a->path, b->flag, b->path);
    }
  }
}

}  // namespace xb
