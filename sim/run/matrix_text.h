#pragma once

#include "arch/cube/matrix.h"

#include <cstdint>
#include <string_view>

namespace systole {

// A matrix written as '1,2;3,4': values separated by commas, rows by semicolons, blanks allowed.
// `what` names it in messages. Bad input: "array.matrix" for a text that is none, a row shorter or
// longer than the first, a value that is no number; "array.element" for one that the element type
// does not have. Element: std::int8_t, std::int16_t, float; `half`: floats are binary16, the
// nearest one is taken.
template <class Element>
arch::Matrix<Element> parse_matrix(std::string_view what, std::string_view text, bool half);

extern template arch::Matrix<std::int8_t> parse_matrix(std::string_view, std::string_view, bool);
extern template arch::Matrix<std::int16_t> parse_matrix(std::string_view, std::string_view, bool);
extern template arch::Matrix<float> parse_matrix(std::string_view, std::string_view, bool);

}  // namespace systole
