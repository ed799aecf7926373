#include "sim/result/provenance.h"

#include <filesystem>

namespace systole {

void add_inputs(const std::string& role,
                const InputFiles& files,
                std::vector<InputRecord>& inputs) {
    for (const InputFile& file : files) {
        inputs.push_back(
            {role, std::filesystem::path(file.path).filename().string(), file.sha256, file.id});
    }
}

}  // namespace systole
