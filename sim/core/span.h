#pragma once

#include <cstddef>
#include <vector>

namespace systole {

// A read-only view of a contiguous array (std::span is C++20). Does not own.
template <class T>
class Span {
 public:
    Span() = default;
    Span(const T* data, std::size_t size) : data_(data), size_(size) {}
    Span(const std::vector<T>& v) : data_(v.data()), size_(v.size()) {}  // NOLINT: a view of it

    const T* begin() const { return data_; }
    const T* end() const { return data_ + size_; }
    const T* data() const { return data_; }
    std::size_t size() const { return size_; }
    bool empty() const { return size_ == 0; }
    const T& operator[](std::size_t i) const { return data_[i]; }
    const T& front() const { return data_[0]; }
    const T& back() const { return data_[size_ - 1]; }

 private:
    const T* data_ = nullptr;
    std::size_t size_ = 0;
};

}  // namespace systole
