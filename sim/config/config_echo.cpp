#include "sim/config/config_echo.h"

#include "sim/config/key_table.h"

namespace systole::config {

std::vector<EchoRow> config_echo(const ArchConfig& config) {
    std::vector<EchoRow> rows;
    for (const Key& key : arch_keys()) {
        const auto source = config.sources.find(key.dotted);
        rows.push_back({key.dotted,
                        value_text(key, config),
                        std::string(key.unit),
                        source == config.sources.end() ? "default" : source->second});
    }
    return rows;
}

}  // namespace systole::config
