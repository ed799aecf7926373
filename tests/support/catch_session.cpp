#define CATCH_CONFIG_RUNNER
#include "tests/support/catch_session.h"

#include <catch2/catch.hpp>

namespace systole::test {

int run_catch_session(int argc, char** argv) {
    return Catch::Session().run(argc, argv);
}

}  // namespace systole::test
