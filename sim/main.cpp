#include "sim/cli/app.h"
#include "sim/core/interrupt.h"

#include <systemc>

#include <cstdlib>

// The SystemC library refers to it; simulations are started by sim/time.
int sc_main(int, char**) {
    return 0;
}

int main(int argc, char** argv) {
    // Must stand before the kernel's first use: it prints its banner there.
    ::setenv("SYSTEMC_DISABLE_COPYRIGHT_MESSAGE", "1", 1);
    systole::install_interrupt_cleanup();
    return systole::cli::run_program(argc, argv);
}
