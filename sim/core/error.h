#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>

namespace systole {

// Where a piece of input stands. Empty file = no file; line 0 = no line; no node = not about a
// node.
struct SourceRef {
    std::string file;
    std::size_t line = 0;
    std::optional<std::uint64_t> node;
};

// What the error says about the program's run; `main` alone turns it into an exit status.
enum class ErrorKind {
    kRefused,   // the answer is no: illegal plan, does not fit, comparison failed
    kBadInput,  // unusable input: usage, config, trace, plan, file
    kStopped,   // the simulation stopped abnormally: deadlock, cycle limit
    kInternal,  // our own bug
};

// The one error type. `rule()` is a stable id such as "trace.free-size" that tests and scripts
// match; `what()` is "file:line: node N: message [rule]" with the parts that are known.
class Error : public std::runtime_error {
 public:
    Error(ErrorKind kind, std::string rule, SourceRef where, const std::string& message);

    ErrorKind kind() const noexcept { return kind_; }
    const std::string& rule() const noexcept { return rule_; }
    const SourceRef& where() const noexcept { return where_; }
    // The words alone, without place and rule.
    const std::string& message() const noexcept { return message_; }

 private:
    ErrorKind kind_;
    std::string rule_;
    SourceRef where_;
    std::string message_;
};

// Shorthands for the two kinds that are raised all over: unusable input, and a refusal.
[[noreturn]] void throw_bad_input(std::string rule, SourceRef where, const std::string& message);
[[noreturn]] void throw_refused(std::string rule, SourceRef where, const std::string& message);

namespace detail {
[[noreturn]] void invariant_failed(const char* condition,
                                   const char* file,
                                   int line,
                                   const std::string& message);
}  // namespace detail

}  // namespace systole

// Trips on our own bugs, in release builds too: throws Error{kInternal}. Never for checking input.
#define SYSTOLE_INVARIANT(condition, message)                                               \
    do {                                                                                    \
        if (!(condition)) {                                                                 \
            ::systole::detail::invariant_failed(#condition, __FILE__, __LINE__, (message)); \
        }                                                                                   \
    } while (false)
