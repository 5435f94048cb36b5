// SPDX-License-Identifier: Apache-2.0
#include <memory>

#include "testbenches/program/device_command.h"
#include "testbenches/program/verb_flags.h"
#include "testbenches/program/verbs.h"

namespace xb {

namespace {
struct DeviceLine {
  DeviceNewCommand fresh;
  DeviceCheckCommand check;
};
}  // namespace

Verb device_verb(CLI::App& program) {
  const auto given = std::make_shared<DeviceLine>();
  CLI::App* const app =
      program.add_subcommand("device", "a switch of your own: describe it (new), check it (check)");
  app->require_subcommand(1);
  CLI::App* const fresh =
      app->add_subcommand("new", "write a description, guessed from a module's elaborated ports");
  GivenSources& sources = given->fresh.given;
  fresh->add_option("source", sources.words,
                    "files of Verilog or SystemVerilog, folders, file lists (.f), +incdir+, +define+");
  fresh->add_option("-f", sources.lists, "file list")->type_name("LIST");
  fresh->add_option("-I", sources.includes, "folder of included files")->type_name("FOLDER");
  fresh->add_option("-D", sources.defines, "macro")->type_name("NAME=VALUE");
  fresh->add_option("--top", sources.top, "module that is the switch (default: the one that no other names)")
      ->type_name("NAME");
  fresh->add_option("--output", given->fresh.output, "new file; - for standard output (default -)")
      ->type_name("FILE.toml")
      ->default_str("-");
  CLI::App* const check =
      app->add_subcommand("check", "run the switch, and say the first rule of a port that it breaks");
  check->add_option("file", given->check.file, "description, .toml")->required();
  add_config_flags(*check, given->check.flags, device_check_keys());
  const auto execute = [given, fresh] {
    if (fresh->parsed()) {
      if (given->fresh.output.empty()) given->fresh.output = "-";
      device_new_command(given->fresh);
    } else {
      device_check_command(given->check);
    }
    return 0;
  };
  return {app, execute};
}

}  // namespace xb
