# The Debian package of SystemC has no CMake config. Defines SystemC::systemc, a SYSTEM imported
# target, from an installed SystemCLanguage config where there is one and from pkg-config elsewhere.
find_package(SystemCLanguage CONFIG QUIET)
if(TARGET SystemC::systemc)
    set(SystemC_FOUND TRUE)
    return()
endif()

find_package(PkgConfig QUIET)
if(PkgConfig_FOUND)
    pkg_check_modules(PC_SystemC QUIET systemc)
endif()
find_path(SystemC_INCLUDE_DIR NAMES systemc HINTS ${PC_SystemC_INCLUDE_DIRS})
find_library(SystemC_LIBRARY NAMES systemc HINTS ${PC_SystemC_LIBRARY_DIRS})

include(FindPackageHandleStandardArgs)
find_package_handle_standard_args(SystemC
    REQUIRED_VARS SystemC_LIBRARY SystemC_INCLUDE_DIR
    VERSION_VAR PC_SystemC_VERSION)

if(SystemC_FOUND AND NOT TARGET SystemC::systemc)
    add_library(SystemC::systemc UNKNOWN IMPORTED)
    set_target_properties(SystemC::systemc PROPERTIES
        IMPORTED_LOCATION ${SystemC_LIBRARY}
        INTERFACE_INCLUDE_DIRECTORIES ${SystemC_INCLUDE_DIR}
        INTERFACE_SYSTEM_INCLUDE_DIRECTORIES ${SystemC_INCLUDE_DIR})
endif()
mark_as_advanced(SystemC_INCLUDE_DIR SystemC_LIBRARY)
