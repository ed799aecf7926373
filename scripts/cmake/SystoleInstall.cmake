# What `cmake --install` puts where: the program, the rooms' libraries with their headers, a CMake package
# for find_package(Systole), configurations and sweeps.
include(GNUInstallDirs)
include(CMakePackageConfigHelpers)

set(package ${CMAKE_INSTALL_LIBDIR}/cmake/Systole)
install(TARGETS systole)
install(DIRECTORY sim arch DESTINATION include/systole
    FILES_MATCHING PATTERN "*.h" PATTERN "*.def" PATTERN node_modules EXCLUDE)
install(DIRECTORY configs traces DESTINATION ${CMAKE_INSTALL_DATADIR}/systole)
install(EXPORT SystoleTargets NAMESPACE systole:: DESTINATION ${package})
configure_package_config_file(${PROJECT_SOURCE_DIR}/scripts/cmake/SystoleConfig.cmake.in
    ${PROJECT_BINARY_DIR}/SystoleConfig.cmake INSTALL_DESTINATION ${package})
write_basic_package_version_file(${PROJECT_BINARY_DIR}/SystoleConfigVersion.cmake
    COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/SystoleConfig.cmake
              ${PROJECT_BINARY_DIR}/SystoleConfigVersion.cmake
              scripts/cmake/SystoleDependencies.cmake scripts/cmake/FindSystemC.cmake
    DESTINATION ${package})
