# Pages that are compiled in: their text, and their scripts as one bundle each.

# esbuild bundles the scripts' modules with those of D3 they use. Both come from npm's registry, by
# sim/report/html/package-lock.json; once they are installed, a build asks nothing of the network.
set(SYSTOLE_PAGE_TOOLS ${PROJECT_SOURCE_DIR}/sim/report/html)
find_program(SYSTOLE_NODE node DOC "Node.js, at least 18")
if(SYSTOLE_NODE)
    execute_process(
        COMMAND ${SYSTOLE_NODE} --input-type=module
                --eval "await Promise.all([import('esbuild'), import('d3')])"
        WORKING_DIRECTORY ${SYSTOLE_PAGE_TOOLS}
        RESULT_VARIABLE status OUTPUT_QUIET ERROR_VARIABLE reason)
endif()
if(NOT SYSTOLE_NODE OR NOT status EQUAL 0)
    string(REGEX MATCH "Cannot find package[^\n]*" reason "${reason}")
    message(FATAL_ERROR "systole needs Node.js (at least 18), esbuild and D3, which build its pages, "
                        "and not all were found. Run scripts/setup build: it installs them on "
                        "Debian. Elsewhere install Node.js with npm, then run\n"
                        "  npm ci --ignore-scripts --prefix sim/report/html\n${reason}")
endif()

# embed_page(OUT.cpp NAMESPACE TEXT name file... | SCRIPT name entry.js ...)
#   OUT.cpp    written in the build folder; defines `extern const std::string_view name;` for each
#              name in NAMESPACE, to be declared in a header of the caller's
#   TEXT       the bytes of the files, one after the other
#   SCRIPT     the modules that entry.js reaches (its own folder's and npm's), as one script with the
#              licence texts of the packages in it
# Files are absolute or relative to the current source folder; what every page shares lies in
# ${SYSTOLE_PAGE_TOOLS}. A change of any .js file beside the entry, of the text or of the lock file
# embeds again.
function(embed_page out namespace)
    set(names "")
    set(files "")
    foreach(word IN LISTS ARGN)
        if(word MATCHES "^(TEXT|SCRIPT)$")
            set(kind ${word})
            set(name "")
            continue()
        elseif(name STREQUAL "")
            set(name ${word})
            continue()
        endif()
        cmake_path(ABSOLUTE_PATH word BASE_DIRECTORY ${CMAKE_CURRENT_SOURCE_DIR})
        if(kind STREQUAL "TEXT")
            list(APPEND files ${word})
        else()
            set(bundle ${CMAKE_CURRENT_BINARY_DIR}/${name}.js)
            cmake_path(GET word PARENT_PATH folder)
            file(GLOB modules CONFIGURE_DEPENDS ${folder}/*.js ${SYSTOLE_PAGE_TOOLS}/js/*.js)
            add_custom_command(OUTPUT ${bundle}
                COMMAND ${SYSTOLE_NODE} ${SYSTOLE_PAGE_TOOLS}/bundle.mjs ${word} ${bundle}
                DEPENDS ${modules} ${SYSTOLE_PAGE_TOOLS}/bundle.mjs
                        ${SYSTOLE_PAGE_TOOLS}/package-lock.json
                COMMENT "Bundling ${name}"
                VERBATIM)
            list(APPEND files ${bundle})
        endif()
        list(APPEND names ${name})
    endforeach()
    set(embed ${PROJECT_SOURCE_DIR}/scripts/cmake/embed.cmake)
    cmake_path(GET out FILENAME shown)
    add_custom_command(OUTPUT ${out}
        COMMAND ${CMAKE_COMMAND} -DOUT=${out} -DNAMESPACE=${namespace}
                "-DNAMES=${names}" "-DFILES=${files}" -P ${embed}
        DEPENDS ${files} ${embed}
        COMMENT "Embedding ${shown}"
        VERBATIM)
endfunction()
