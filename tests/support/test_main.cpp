#include "tests/support/catch_session.h"

int main(int argc, char** argv) {
    return systole::test::run_catch_session(argc, argv);
}
