# cmake -DOUT=FILE.cpp -DNAMESPACE=a::b "-DNAMES=x;y;y" "-DFILES=f;g;h" -P embed.cmake
# Writes FILE.cpp that defines `extern const std::string_view x;` ... with the bytes of each file;
# files that follow one another under the same name are joined. One string literal per file: a
# compiler reads it some ten times faster than a list of numbers.
string(REPEAT "." 64 line)
set(code "#include <string_view>\n\nnamespace ${NAMESPACE} {\n")
set(open "")
macro(close_constant)
    if(open)
        string(APPEND code ";\nextern const std::string_view ${open};\n"
                           "const std::string_view ${open}(${open}_bytes, "
                           "sizeof(${open}_bytes) - 1);\n")
    endif()
endmacro()
foreach(name file IN ZIP_LISTS NAMES FILES)
    if(NOT name STREQUAL open)
        close_constant()
        string(APPEND code "\nstatic const char ${name}_bytes[] =")
        set(open ${name})
    endif()
    file(READ ${file} hex HEX)
    string(REGEX REPLACE "(${line})" "\\1\"\n\"" hex "${hex}")
    string(REGEX REPLACE "([0-9a-f][0-9a-f])" "\\\\x\\1" bytes "${hex}")
    string(APPEND code "\n\"${bytes}\"")
endforeach()
close_constant()
string(APPEND code "\n}  // namespace ${NAMESPACE}\n")
file(WRITE ${OUT} "${code}")
