#pragma once

#include "sim/config/energy_table.h"
#include "sim/core/error.h"
#include "sim/core/input_file.h"

#include <string>
#include <string_view>

namespace systole::config {

// Reads a table of per-action energies (configs/energy/README.md). Every number is a section
// {value, unit, source}; every action has to be there, in the file or in one that it extends.
// `asked_by` is the place that names the file, for the message when it cannot be read.
// Throws Error{kBadInput}: config.file, config.encoding, config.syntax, config.empty; energy.type
// (a section where a number belongs, or the other way round), energy.key-unknown,
// energy.key-duplicate, energy.value, energy.unit, energy.source, energy.extends, energy.missing
// (names every action that is not there). The files that were read enter `log`, if there is one.
EnergyTable load_energy_table(const std::string& path,
                              const SourceRef& asked_by = {},
                              InputFiles* log = nullptr);

// The same from a text; `file` is its name in messages, and `extends` is relative to it.
EnergyTable parse_energy_table(std::string_view text, const std::string& file);

}  // namespace systole::config
