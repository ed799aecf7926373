#include "tests/support/catch_session.h"

#include <systemc>

#include <cstdlib>

extern "C" int sc_main(int argc, char** argv) {
    return systole::test::run_catch_session(argc, argv);
}

int main(int argc, char** argv) {
    setenv("SYSTEMC_DISABLE_COPYRIGHT_MESSAGE", "1", 1);  // read when the kernel starts
    return sc_core::sc_elab_and_sim(argc, argv);
}
