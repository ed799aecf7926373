# One static library per room: systole_room(NAME SOURCES ... DEPS ... [PRIVATE_DEPS ...]) makes
# systole_NAME with the alias systole::NAME, includes rooted at the repository, warnings on.
function(systole_room name)
    cmake_parse_arguments(ROOM "" "" "SOURCES;DEPS;PRIVATE_DEPS" ${ARGN})
    add_library(systole_${name} STATIC ${ROOM_SOURCES})
    add_library(systole::${name} ALIAS systole_${name})
    target_include_directories(systole_${name} PUBLIC $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}>
                                                      $<INSTALL_INTERFACE:include/systole>)
    set_target_properties(systole_${name} PROPERTIES EXPORT_NAME ${name})
    install(TARGETS systole_${name} EXPORT SystoleTargets)
    target_link_libraries(systole_${name} PUBLIC ${ROOM_DEPS} PRIVATE ${ROOM_PRIVATE_DEPS})
    systole_warnings(systole_${name})
endfunction()

function(systole_warnings target)
    target_compile_options(${target} PRIVATE -Wall -Wextra -Wpedantic -Wshadow -Wconversion)
endfunction()
