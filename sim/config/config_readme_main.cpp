// Writes the text of configs/README.md to the file named on the command line.
#include "sim/config/config_readme.h"
#include "sim/core/error.h"
#include "sim/core/exit_code.h"
#include "sim/core/output_set.h"

#include <cstdio>

int main(int argc, char** argv) {
    if (argc != 2) {
        std::fputs("usage: systole_config_readme FILE\n", stderr);
        return systole::kExitBadInput;
    }
    try {
        systole::OutputSet out;
        out.open(argv[1]).write(systole::config::config_readme());
        out.commit();
        return systole::kExitDone;
    } catch (const systole::Error& e) {
        std::fprintf(stderr, "%s\n", e.what());
        return systole::exit_code_for(e.kind());
    }
}
