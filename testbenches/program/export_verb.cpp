// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <memory>
#include <optional>

#include "host/base/errors.h"
#include "testbenches/process/output_file.h"
#include "testbenches/program/verbs.h"
#include "testbenches/study/export_table.h"

namespace xb {
namespace {

/// Results of a study as a table.
struct ExportCommand {
  std::string folder;
  std::string csv, jsonl;  ///< files or "-"; one of them
  std::optional<std::string> by;
};

ExportRows export_rows(const std::string& by) {
  if (by == "point") return ExportRows::Points;
  if (by == "input") return ExportRows::Inputs;
  if (by == "flow") return ExportRows::Flows;
  throw not_allowed("--by", by, "point input flow");
}

void export_table(const ExportCommand& command) {
  const bool csv = !command.csv.empty();
  if (csv == !command.jsonl.empty())
    throw InputError("export: not allowed like this; allowed: --csv FILE or --jsonl FILE");
  ExportTable table(command.folder, "export", export_rows(command.by.value_or("point")));
  OutputFile file(csv ? command.csv : command.jsonl);
  if (csv) file.write(table.csv_head());
  while (table.next()) file.write(csv ? table.csv_row() : table.json_row());
  file.commit();
  if (!table.note().empty()) fmt::print(stderr, "xbarlab: {}\n", table.note());
}

}  // namespace

Verb export_verb(CLI::App& program) {
  const auto given = std::make_shared<ExportCommand>();
  Verb verb(program, "export", "write the results of a study as a table");
  verb.examples({"xbarlab export results --csv results.csv"});
  verb.word("folder", given->folder, "folder of the study: that of run --out");
  verb.output("--csv", "FILE", given->csv, "file for CSV; - for standard output");
  verb.output("--jsonl", "FILE", given->jsonl, "file for JSON Lines; - for standard output");
  verb.text("--by", "WHAT", given->by,
            "point: a row each (default); input, flow: a row for each input or flow of a point, with its "
            "packets");
  verb.does([given] { export_table(*given); });
  return verb;
}

}  // namespace xb
