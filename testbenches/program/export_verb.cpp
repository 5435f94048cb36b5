// SPDX-License-Identifier: Apache-2.0
#include "testbenches/process/output_file.h"
#include "testbenches/program/commands.h"
#include "testbenches/study/export_table.h"

namespace xb {

void export_command(const ExportCommand& command) {
  const bool csv = !command.csv.empty();
  ExportTable table(command.folder, "export", command.rows);
  OutputFile file(csv ? command.csv : command.jsonl);
  if (csv) file.write(table.csv_head());
  while (table.next()) file.write(csv ? table.csv_row() : table.json_row());
  file.commit();
}

}  // namespace xb
