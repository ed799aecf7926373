#include "sim/core/sha256.h"

#include "sim/core/error.h"

#include <fmt/format.h>
#include <openssl/crypto.h>
#include <openssl/evp.h>

#include <array>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <memory>
#include <vector>

namespace systole {
namespace {

struct CloseFile {
    void operator()(std::FILE* file) const { std::fclose(file); }
};
struct FreeDigest {
    void operator()(EVP_MD_CTX* context) const { EVP_MD_CTX_free(context); }
};

constexpr std::size_t kChunk = 1 << 16;

}  // namespace

struct Sha256::State {
    std::unique_ptr<EVP_MD_CTX, FreeDigest> digest{EVP_MD_CTX_new()};
};

Sha256::Sha256() {
    // Before all else: a hash depends on no openssl.cnf, and reading one costs a millisecond.
    OPENSSL_init_crypto(OPENSSL_INIT_NO_LOAD_CONFIG, nullptr);
    state_ = std::make_unique<State>();
    SYSTOLE_INVARIANT(
        state_->digest && EVP_DigestInit_ex(state_->digest.get(), EVP_sha256(), nullptr) == 1,
        "OpenSSL offers no SHA-256");
}

Sha256::~Sha256() = default;

void Sha256::update(std::string_view bytes) {
    SYSTOLE_INVARIANT(EVP_DigestUpdate(state_->digest.get(), bytes.data(), bytes.size()) == 1,
                      "SHA-256 refused its input");
}

std::string Sha256::finish() {
    std::array<unsigned char, EVP_MAX_MD_SIZE> bytes{};
    unsigned int size = 0;
    SYSTOLE_INVARIANT(EVP_DigestFinal_ex(state_->digest.get(), bytes.data(), &size) == 1,
                      "SHA-256 gave no result");
    std::string hex;
    for (unsigned int i = 0; i < size; ++i) {
        hex += fmt::format("{:02x}", bytes[i]);
    }
    return hex;
}

std::string sha256_of_text(std::string_view text) {
    Sha256 digest;
    digest.update(text);
    return digest.finish();
}

std::string sha256_of_file(const std::string& path) {
    const std::unique_ptr<std::FILE, CloseFile> file(std::fopen(path.c_str(), "rb"));
    if (!file) {
        throw_bad_input("input.open",
                        {path, 0, {}},
                        fmt::format("cannot open this file: {}", std::strerror(errno)));
    }
    Sha256 digest;
    std::vector<char> chunk(kChunk);
    for (;;) {
        const std::size_t got = std::fread(chunk.data(), 1, chunk.size(), file.get());
        const int code = errno;
        if (std::ferror(file.get()) != 0) {
            throw_bad_input("input.read",
                            {path, 0, {}},
                            fmt::format("cannot read this file: {}", std::strerror(code)));
        }
        if (got == 0) {
            return digest.finish();
        }
        digest.update({chunk.data(), got});
    }
}

}  // namespace systole
