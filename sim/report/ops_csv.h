#pragma once

#include "sim/core/output_file.h"
#include "sim/report/csv_field.h"
#include "sim/result/run_result.h"

#include <string>

namespace systole::report {

// Writes ops.csv: a header and one line per executed node, in execution order (columns:
// sim/report/SCHEMA.md). Streams; memory does not grow with the run. Errors as OutputFile.
void write_ops_csv(const RunResult& report, OutputFile& file, CsvNames names = CsvNames::kPlain);

}  // namespace systole::report
