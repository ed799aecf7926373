#pragma once

#include <memory>
#include <string>
#include <string_view>

namespace systole {

// SHA-256 of bytes that come in pieces.
class Sha256 {
 public:
    Sha256();
    ~Sha256();
    Sha256(const Sha256&) = delete;
    Sha256& operator=(const Sha256&) = delete;

    void update(std::string_view bytes);
    // 64 lower-case hex digits; once, at the end.
    std::string finish();

 private:
    struct State;
    std::unique_ptr<State> state_;
};

// The SHA-256 of a text, as 64 lower-case hex digits.
std::string sha256_of_text(std::string_view text);

// The SHA-256 of the bytes of a file, as 64 lower-case hex digits. Error{kBadInput, "input.open" /
// "input.read"} with the path and the system's reason when it cannot be read.
std::string sha256_of_file(const std::string& path);

}  // namespace systole
