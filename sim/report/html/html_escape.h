#pragma once

#include <string>
#include <string_view>

namespace systole::report::html {

// `text` as the content of an HTML element or a quoted attribute.
std::string escape_text(std::string_view text);

// A JSON document as the content of a <script> element: every `<`, `>` and `&` and the line
// separators U+2028 and U+2029 become \u escapes, which means the same to a JSON parser (they
// stand only inside its strings) and cannot end the element.
std::string escape_json_for_script(std::string_view json);

}  // namespace systole::report::html
