#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

namespace systole {

// The five explicitly managed scratchpads and the six in-order pipes of a Davinci-class core, in
// the order every table prints them. (DAN-Scheduler paper, section 3.1, equation 2.)
enum class Tier : std::uint8_t { kL1, kUB, kL0A, kL0B, kL0C };
inline constexpr std::size_t kTierCount = 5;
inline constexpr std::array<std::string_view, kTierCount> kTierNames = {
    "L1", "UB", "L0A", "L0B", "L0C"};

enum class Pipe : std::uint8_t { kMTE1, kMTE2, kMTE3, kCube, kVector, kFixp, kNone };
inline constexpr std::size_t kPipeCount = 6;
inline constexpr std::array<std::string_view, kPipeCount> kPipeNames = {
    "MTE1", "MTE2", "MTE3", "CUBE", "VECTOR", "FIXP"};

constexpr std::size_t index(Tier t) {
    return static_cast<std::size_t>(t);
}
constexpr std::size_t index(Pipe p) {
    return static_cast<std::size_t>(p);
}
constexpr std::string_view name(Tier t) {
    return kTierNames[index(t)];
}
constexpr std::string_view name(Pipe p) {
    return p == Pipe::kNone ? "-" : kPipeNames[index(p)];
}

// One value per tier / per pipe, indexed by the enum.
template <class T>
struct PerTier : std::array<T, kTierCount> {
    T& operator[](Tier t) { return std::array<T, kTierCount>::operator[](index(t)); }
    const T& operator[](Tier t) const { return std::array<T, kTierCount>::operator[](index(t)); }
};
template <class T>
struct PerPipe : std::array<T, kPipeCount> {
    T& operator[](Pipe p) { return std::array<T, kPipeCount>::operator[](index(p)); }
    const T& operator[](Pipe p) const { return std::array<T, kPipeCount>::operator[](index(p)); }
};

inline constexpr std::array<Tier, kTierCount> kTiers = {
    Tier::kL1, Tier::kUB, Tier::kL0A, Tier::kL0B, Tier::kL0C};
inline constexpr std::array<Pipe, kPipeCount> kPipes = {
    Pipe::kMTE1, Pipe::kMTE2, Pipe::kMTE3, Pipe::kCube, Pipe::kVector, Pipe::kFixp};

// Pipes whose engine can reach DDR.
constexpr bool reaches_ddr(Pipe p) {
    return p == Pipe::kMTE2 || p == Pipe::kMTE3 || p == Pipe::kFixp;
}

constexpr std::optional<Tier> tier_from(std::string_view text) {
    for (Tier t : kTiers) {
        if (name(t) == text) {
            return t;
        }
    }
    return std::nullopt;
}
constexpr std::optional<Pipe> pipe_from(std::string_view text) {
    for (Pipe p : kPipes) {
        if (name(p) == text) {
            return p;
        }
    }
    return std::nullopt;
}

}  // namespace systole
