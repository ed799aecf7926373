#include "sim/core/byte_source.h"

#include "sim/core/output_folder.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <utility>

namespace systole {
namespace {

constexpr std::size_t kChunk = 65536;

}  // namespace

ByteSource::ByteSource(const std::string& path, Rules rules, InputFiles* log)
    : name_(input_name(path)),
      rules_(std::move(rules)),
      chunk_(std::make_unique<char[]>(kChunk)),
      log_(log) {
    open(path);
    struct stat info {};
    if (::fstat(descriptor_, &info) == 0 && S_ISDIR(info.st_mode)) {
        ::close(std::exchange(descriptor_, -1));
        fail(rules_.open, "this is a folder; the path of a file was expected");
    }
    if (log_ != nullptr) {
        entry_ = log_->size();
        log_->push_back({name_, {info.st_dev, info.st_ino}, 0, ""});
        digest_ = std::make_unique<Sha256>();
    }
}

void ByteSource::open(const std::string& path) {
    if (path == "-") {
        descriptor_ = STDIN_FILENO;
        return;
    }
    if (path.find('\0') != std::string::npos) {  // the system would open what stands before it
        fail(rules_.open, "the name of this file has a NUL byte in it");
    }
    finish_interrupted_change(std::filesystem::path(path).parent_path().string());
    descriptor_ = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
    if (descriptor_ < 0) {
        fail(rules_.open, fmt::format("cannot open this file: {}", std::strerror(errno)));
    }
}

ByteSource::~ByteSource() {
    if (descriptor_ > STDIN_FILENO) {
        ::close(descriptor_);
    }
}

ByteSource::ByteSource(ByteSource&& other) noexcept
    : name_(std::move(other.name_)),
      rules_(std::move(other.rules_)),
      descriptor_(std::exchange(other.descriptor_, -1)),
      chunk_(std::move(other.chunk_)),
      log_(other.log_),
      entry_(other.entry_),
      digest_(std::move(other.digest_)) {}

std::string_view ByteSource::next() {
    ssize_t size = 0;
    do {
        size = ::read(descriptor_, chunk_.get(), kChunk);
    } while (size < 0 && errno == EINTR);
    if (size < 0) {
        fail(rules_.read, fmt::format("cannot read on: {}", std::strerror(errno)));
    }
    const std::string_view piece(chunk_.get(), static_cast<std::size_t>(size));
    if (digest_) {
        InputFile& entry = (*log_)[entry_];
        if (piece.empty()) {
            entry.sha256 = digest_->finish();
            digest_.reset();
        } else {
            entry.bytes += piece.size();
            digest_->update(piece);
        }
    }
    return piece;
}

void ByteSource::fail(const std::string& rule, const std::string& why) const {
    if (rules_.asked_by.file.empty()) {
        throw_bad_input(rule, {name_, 0, {}}, why);
    }
    throw_bad_input(rule, rules_.asked_by, fmt::format("{}: {}", name_, why));
}

}  // namespace systole
