# Every third-party package, found once. scripts/setup installs them on Debian and names them elsewhere.
macro(systole_require package)
    find_package(${package} ${ARGN} QUIET)
    if(NOT ${package}_FOUND)
        message(FATAL_ERROR "systole needs ${package}, which was not found. "
                            "Run scripts/setup: it installs what is missing on Debian and "
                            "lists it on other systems.")
    endif()
endmacro()

systole_require(SystemC)
systole_require(Threads)
systole_require(fmt 9)
systole_require(nlohmann_json 3.11)
systole_require(yaml-cpp 0.7)
systole_require(CLI11 2.1)
systole_require(OpenSSL 3 COMPONENTS Crypto)
systole_require(SQLite3 3.34)
if(SYSTOLE_TESTS)
    systole_require(Catch2 2)
endif()

find_path(LibCsv_INCLUDE_DIR NAMES csv.h)
find_library(LibCsv_LIBRARY NAMES csv)
if(NOT LibCsv_INCLUDE_DIR OR NOT LibCsv_LIBRARY)
    message(FATAL_ERROR "systole needs libcsv, which was not found. Run scripts/setup.")
endif()
add_library(LibCsv::csv UNKNOWN IMPORTED)
set_target_properties(LibCsv::csv PROPERTIES
    IMPORTED_LOCATION ${LibCsv_LIBRARY}
    INTERFACE_SYSTEM_INCLUDE_DIRECTORIES ${LibCsv_INCLUDE_DIR})

# yaml-cpp 0.7 exports the bare target, 0.8 a namespaced one.
if(NOT TARGET yaml-cpp::yaml-cpp)
    add_library(yaml-cpp::yaml-cpp INTERFACE IMPORTED)
    target_link_libraries(yaml-cpp::yaml-cpp INTERFACE yaml-cpp)
endif()

# A SystemC built for another C++ standard fails only at link, with an unreadable symbol: say it now.
include(CheckCXXSourceCompiles)
set(CMAKE_REQUIRED_LIBRARIES SystemC::systemc)
set(CMAKE_REQUIRED_FLAGS -std=c++17)
check_cxx_source_compiles("
#include <systemc>
int sc_main(int, char**) { sc_core::sc_start(); return 0; }
" SYSTOLE_SYSTEMC_LINKS)
unset(CMAKE_REQUIRED_LIBRARIES)
unset(CMAKE_REQUIRED_FLAGS)
if(NOT SYSTOLE_SYSTEMC_LINKS)
    message(FATAL_ERROR "SystemC at ${SystemC_LIBRARY} does not link with C++17 code. "
                        "It must have been built with -std=c++17 (Debian's libsystemc-dev is).")
endif()
