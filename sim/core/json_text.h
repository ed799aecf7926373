#pragma once

#include <string>

namespace systole {

// The text of a JSON document (nlohmann::json or ordered_json), on one line without `indent`. The
// one way from JSON to text: paths and names need not be UTF-8, JSON text has to be, so a byte that
// is none becomes U+FFFD in place of an exception.
template <class Json>
std::string json_text(const Json& json, int indent = -1) {
    return json.dump(indent, ' ', false, Json::error_handler_t::replace);
}

}  // namespace systole
