#pragma once

#include "sim/core/error.h"
#include "sim/core/input_file.h"
#include "sim/core/sha256.h"

#include <cstddef>
#include <memory>
#include <string>
#include <string_view>

namespace systole {

// The bytes of a file or of standard input ("-"), once and in pieces. With a log, the file enters
// it when it is opened and its SHA-256 when its end is reached.
class ByteSource {
 public:
    // Rule ids of its errors, all Error{kBadInput}: `open` for a file that is missing, a folder or
    // unreadable, `read` when the system fails on the way. `asked_by` is the place that names the
    // file; without one, errors stand at the file itself.
    struct Rules {
        std::string open;
        std::string read;
        SourceRef asked_by = {};
    };
    // `log` must outlive the source, and nobody else may remove from it meanwhile.
    ByteSource(const std::string& path, Rules rules, InputFiles* log = nullptr);
    ~ByteSource();
    ByteSource(ByteSource&& other) noexcept;
    ByteSource& operator=(ByteSource&&) = delete;

    // The next piece, at most 64 KiB, valid until the next call; empty at the end.
    std::string_view next();
    const std::string& name() const { return name_; }

 private:
    void open(const std::string& path);
    [[noreturn]] void fail(const std::string& rule, const std::string& why) const;

    std::string name_;
    Rules rules_;
    int descriptor_ = -1;
    std::unique_ptr<char[]> chunk_;
    InputFiles* log_;
    std::size_t entry_ = 0;  // ours in the log
    std::unique_ptr<Sha256> digest_;
};

}  // namespace systole
