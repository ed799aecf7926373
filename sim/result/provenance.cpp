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

OutputSet outputs_beside(const std::vector<InputRecord>& read) {
    OutputSet out;
    for (const InputRecord& input : read) {
        out.add_input(input.id, input.name);
    }
    return out;
}

}  // namespace systole
