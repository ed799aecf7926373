#pragma once

#include "sim/core/input_file.h"
#include "sim/ir/layer.h"
#include "sim/load/text_source.h"

#include <string>

namespace systole::load {

// Reads a layer list: x.csv in one of SCALE-Sim's formats (topology_csv.h), x.yaml or x.yml in ours
// (layer_yaml.h); any other name, and "-" for standard input, by what it holds. Errors: those of
// the readers, and "network.open", "network.read", "network.encoding", "network.too-large" (a file
// past 64 MiB).
ir::Network load_network(const std::string& path, InputFiles* log = nullptr);

// The same from an open source, by what it holds.
ir::Network read_network(TextSource source);

// Whether a workload of that name is a layer list rather than a trace.
bool is_network_path(const std::string& path);

}  // namespace systole::load
