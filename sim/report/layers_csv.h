#pragma once

#include "sim/core/output_file.h"
#include "sim/report/csv_field.h"
#include "sim/result/run_result.h"

#include <string>

namespace systole::report {

// Writes layers.csv: a header and one line per layer of a lowered trace, in execution order
// (columns: sim/report/SCHEMA.md). Errors as OutputFile.
void write_layers_csv(const RunResult& report, OutputFile& file, CsvNames names = CsvNames::kPlain);

}  // namespace systole::report
