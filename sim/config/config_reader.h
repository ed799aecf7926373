#pragma once

#include "sim/config/arch_config.h"
#include "sim/core/input_file.h"

#include <string>
#include <string_view>
#include <vector>

namespace systole::config {

// The architecture in the YAML file `path` ("-": standard input), with the file that its `extends`
// names (relative to the extending file) below it and the `overrides` ("tiers.l1.capacity=2048"; of
// two for one key the last wins; a list is "L1+L0A,L1+L0B") on top. Throws Error{kBadInput,
// "config.*"}; the place is file:line, or "-D" for an override. The files that were read enter
// `log`, if there is one.
ArchConfig load_arch_config(const std::string& path,
                            const std::vector<std::string>& overrides,
                            InputFiles* log = nullptr);

// The same for a YAML text that is already in memory; `file` is its name in messages, and where
// `extends` starts from.
ArchConfig parse_arch_config(std::string_view text,
                             const std::string& file,
                             const std::vector<std::string>& overrides,
                             InputFiles* log = nullptr);

}  // namespace systole::config
