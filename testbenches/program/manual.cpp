// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cctype>

#include "testbenches/program/verbs.h"

namespace xb {
namespace {

/// A line of text for roff: no command, no escape.
std::string roff(const std::string& text) {
  std::string line;
  for (const char c : text) {
    if (c == '\\')
      line += "\\e";
    else if (c == '-')
      line += "\\-";
    else if (c == '\n')
      line += "\n.br\n";
    else
      line += c;
  }
  return !line.empty() && (line[0] == '.' || line[0] == '\'') ? "\\&" + line : line;
}

/// The flags or words of one group.
std::string options_of(const CLI::App& app, const std::string& group, bool positional) {
  std::string text;
  for (const CLI::Option* option : app.get_options()) {
    if (option->get_positional() != positional || option->get_group() != group) continue;
    const std::string type =
        option->get_type_name().empty() || positional ? "" : " " + option->get_type_name();
    text += fmt::format(".TP\n.B {}\n{}\n", roff(option->get_name(positional, true) + type),
                        roff(option->get_description()));
  }
  return text;
}

/// A verb, or a part of one, and what is below it.
std::string verb_text(const CLI::App& app, const std::string& name) {  // NOLINT(misc-no-recursion)
  std::string text = fmt::format(".SS {}\n{}\n", roff(name), roff(app.get_description()));
  text += options_of(app, "Options", true);
  for (const std::string& group : app.get_groups()) {
    const std::string options = options_of(app, group, false);
    if (group != "Options" && !options.empty()) text += fmt::format(".PP\n.I {}\n", roff(group));
    text += options;
  }
  if (!app.get_footer().empty()) text += fmt::format(".PP\n.nf\n{}\n.fi\n", roff(app.get_footer()));
  for (const CLI::App* part : app.get_subcommands({}))
    text += verb_text(*part, name + " " + part->get_name());
  return text;
}

}  // namespace

std::string manual_page(const CLI::App& program, const std::string& version) {
  std::string title = program.get_name();
  std::transform(title.begin(), title.end(), title.begin(), [](unsigned char c) { return std::toupper(c); });
  std::string text = fmt::format(
      ".TH {0} 1 \"\" \"{1} {2}\"\n.SH NAME\n{1} \\- {3}\n.SH SYNOPSIS\n.B {1}\n.I verb\n"
      "[words and flags]\n.SH VERBS\n",
      title, roff(program.get_name()), version, roff(program.get_description()));
  for (const CLI::App* verb : program.get_subcommands({})) text += verb_text(*verb, verb->get_name());
  return text + fmt::format(".SH EXIT STATUS\n.TP\n.B 0\n{}\n.TP\n.B 1\n{}\n.TP\n.B 2\n{}\n",
                            "all is as it should be",
                            "a check or an expectation failed, or something could not be finished",
                            "the input was bad: a line says what is allowed");
}

}  // namespace xb
