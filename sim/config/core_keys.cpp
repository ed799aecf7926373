#include "sim/config/key_rows.h"

namespace systole::config {
namespace {

constexpr KeyRow<ArchConfig> kCoreKeys[] = {
    {"name",
     &ArchConfig::name,
     "",
     {1, 100},
     "Name of the core in tables and reports. Not inherited through `extends`.",
     false,
     false,
     "the file's name without `.yaml`"},
    {"clock_mhz",
     &ArchConfig::clock_mhz,
     "MHz",
     {1, 100'000},
     "Core clock. Turns cycles into seconds and bytes per cycle into bytes per second; no cycle "
     "count depends on it."},
    {"bytes_per_unit",
     &ArchConfig::bytes_per_unit,
     "bytes",
     {1, 65'536},
     "Bytes in one size unit of the traces."},
};

}  // namespace

void append_core_keys(std::vector<Key>& keys) {
    append_keys(keys, "", kCoreKeys, "", [](ArchConfig& config) -> ArchConfig& { return config; });
}

}  // namespace systole::config
