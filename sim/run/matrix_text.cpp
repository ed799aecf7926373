#include "sim/run/matrix_text.h"

#include "sim/core/error.h"
#include "sim/core/half.h"

#include <fmt/format.h>

#include <charconv>
#include <cmath>
#include <limits>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

namespace systole {
namespace {

std::string_view without_blanks(std::string_view text) {
    const std::size_t first = text.find_first_not_of(" \t\n");
    if (first == std::string_view::npos) {
        return {};
    }
    return text.substr(first, text.find_last_not_of(" \t\n") - first + 1);
}

std::vector<std::string_view> split(std::string_view text, char separator) {
    std::vector<std::string_view> parts;
    while (true) {
        const std::size_t end = text.find(separator);
        parts.push_back(without_blanks(text.substr(0, end)));
        if (end == std::string_view::npos) {
            return parts;
        }
        text.remove_prefix(end + 1);
    }
}

// Whether all of `text` is a number of this type; one that the type cannot hold is a number too.
template <class Number>
bool read_number(std::string_view text, Number& value, bool& too_large) {
    const auto [end, code] = std::from_chars(text.data(), text.data() + text.size(), value);
    too_large = code == std::errc::result_out_of_range;
    return !text.empty() && end == text.data() + text.size() && (code == std::errc() || too_large);
}

template <class Element>
Element read_value(const std::string& place, std::string_view text, bool half) {
    bool too_large = false;
    if constexpr (std::is_integral_v<Element>) {
        Element value = 0;
        if (!read_number(text, value, too_large)) {
            throw_bad_input("array.matrix",
                            {},
                            fmt::format("{} is '{}', expected a whole number", place, text));
        }
        if (too_large) {
            throw_bad_input("array.element",
                            {},
                            fmt::format("{} is {}, expected {} to {}; choose a wider --element",
                                        place,
                                        text,
                                        static_cast<int>(std::numeric_limits<Element>::min()),
                                        static_cast<int>(std::numeric_limits<Element>::max())));
        }
        return value;
    } else {
        double value = 0;
        if (!read_number(text, value, too_large) || (!too_large && !std::isfinite(value))) {
            throw_bad_input(
                "array.matrix", {}, fmt::format("{} is '{}', expected a number", place, text));
        }
        const Element held = half ? nearest_half(value) : static_cast<Element>(value);
        if (too_large || !std::isfinite(held)) {
            throw_bad_input("array.element",
                            {},
                            fmt::format("{} is {}, expected at most {} in size",
                                        place,
                                        text,
                                        half ? kLargestHalf : std::numeric_limits<float>::max()));
        }
        return held;
    }
}

}  // namespace

template <class Element>
arch::Matrix<Element> parse_matrix(std::string_view what, std::string_view text, bool half) {
    if (without_blanks(text).empty()) {
        throw_bad_input(
            "array.matrix", {}, fmt::format("{} is empty, expected rows such as '1,2;3,4'", what));
    }
    std::vector<Element> values;
    const std::vector<std::string_view> rows = split(text, ';');
    const std::size_t cols = split(rows.front(), ',').size();
    for (std::size_t r = 0; r < rows.size(); ++r) {
        const std::vector<std::string_view> row = split(rows[r], ',');
        if (row.size() != cols) {
            throw_bad_input(
                "array.matrix",
                {},
                fmt::format(
                    "{}: row {} has {} values, row 1 has {}", what, r + 1, row.size(), cols));
        }
        for (std::size_t c = 0; c < cols; ++c) {
            const std::string place = fmt::format("{}: row {}, column {}", what, r + 1, c + 1);
            values.push_back(read_value<Element>(place, row[c], half));
        }
    }
    return {rows.size(), cols, std::move(values)};
}

template arch::Matrix<std::int8_t> parse_matrix(std::string_view, std::string_view, bool);
template arch::Matrix<std::int16_t> parse_matrix(std::string_view, std::string_view, bool);
template arch::Matrix<float> parse_matrix(std::string_view, std::string_view, bool);

}  // namespace systole
