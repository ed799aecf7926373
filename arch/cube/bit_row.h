#pragma once

#include <cstddef>
#include <cstdint>

namespace systole::arch {

// One-bit registers of a row (or an edge) of PEs, 64 to a word, bit 0 at the west (or north) end.
using BitWord = std::uint64_t;
inline constexpr std::size_t kBitWord = 64;

constexpr std::size_t bit_words(std::size_t bits) {
    return (bits + kBitWord - 1) / kBitWord;
}
// The bits of word `w` that exist in a row of `bits`.
constexpr BitWord bits_in_word(std::size_t bits, std::size_t w) {
    const std::size_t left = bits - w * kBitWord;
    return left >= kBitWord ? ~BitWord{0} : (BitWord{1} << left) - 1;
}
inline bool bit_at(const BitWord* row, std::size_t b) {
    return (row[b / kBitWord] >> (b % kBitWord) & 1) != 0;
}
inline void set_bit(BitWord* row, std::size_t b) {
    row[b / kBitWord] |= BitWord{1} << (b % kBitWord);
}
inline bool any_bit(const BitWord* row, std::size_t words) {
    BitWord all = 0;
    for (std::size_t w = 0; w < words; ++w) {
        all |= row[w];
    }
    return all != 0;
}

// Every register takes its neighbour's bit; `in` enters at bit 0.
inline void shift_bits(BitWord* row, std::size_t bits, bool in) {
    BitWord carry = in ? 1 : 0;
    const std::size_t words = bit_words(bits);
    for (std::size_t w = 0; w < words; ++w) {
        const BitWord out = row[w] >> (kBitWord - 1);
        row[w] = (row[w] << 1 | carry) & bits_in_word(bits, w);
        carry = out;
    }
}

// visit(b) for every bit that is set, in order.
template <class Visit>
void for_each_bit(const BitWord* row, std::size_t words, Visit visit) {
    for (std::size_t w = 0; w < words; ++w) {
        for (BitWord left = row[w]; left != 0; left &= left - 1) {
            visit(w * kBitWord + static_cast<std::size_t>(__builtin_ctzll(left)));
        }
    }
}

// visit(begin, end) for every run of set bits, in order.
template <class Visit>
void for_each_run(const BitWord* row, std::size_t words, Visit visit) {
    std::size_t begin = 0;
    bool open = false;
    for (std::size_t w = 0; w < words; ++w) {
        const std::size_t base = w * kBitWord;
        std::size_t at = 0;
        while (at < kBitWord) {
            // The bits from `at` on, turned so that the next change of the run is a set bit.
            const BitWord rest = (open ? ~row[w] : row[w]) >> at;
            if (rest == 0) {
                break;
            }
            at += static_cast<std::size_t>(__builtin_ctzll(rest));
            if (open) {
                visit(begin, base + at);
            } else {
                begin = base + at;
            }
            open = !open;
        }
    }
    if (open) {
        visit(begin, words * kBitWord);
    }
}

}  // namespace systole::arch
