#pragma once

#include <array>
#include <cstddef>
#include <vector>

namespace systole::arch {

// A dense array of four dimensions, the last one running fastest.
template <class T>
struct Tensor {
    Tensor() = default;
    Tensor(std::size_t a, std::size_t b, std::size_t c, std::size_t d)
        : size{a, b, c, d}, values(a * b * c * d) {}

    T& at(std::size_t a, std::size_t b, std::size_t c, std::size_t d) {
        return values[((a * size[1] + b) * size[2] + c) * size[3] + d];
    }
    const T& at(std::size_t a, std::size_t b, std::size_t c, std::size_t d) const {
        return values[((a * size[1] + b) * size[2] + c) * size[3] + d];
    }

    std::array<std::size_t, 4> size{};
    std::vector<T> values;
};

}  // namespace systole::arch
