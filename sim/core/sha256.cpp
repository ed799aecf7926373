#include "sim/core/sha256.h"

#include "sim/core/error.h"

#include <fmt/format.h>
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

std::string sha256_of_file(const std::string& path) {
    const std::unique_ptr<std::FILE, CloseFile> file(std::fopen(path.c_str(), "rb"));
    if (!file) {
        throw_bad_input("input.open",
                        {path, 0, {}},
                        fmt::format("cannot open this file: {}", std::strerror(errno)));
    }
    const std::unique_ptr<EVP_MD_CTX, FreeDigest> digest(EVP_MD_CTX_new());
    SYSTOLE_INVARIANT(digest && EVP_DigestInit_ex(digest.get(), EVP_sha256(), nullptr) == 1,
                      "OpenSSL offers no SHA-256");
    std::vector<unsigned char> chunk(kChunk);
    for (;;) {
        const std::size_t got = std::fread(chunk.data(), 1, chunk.size(), file.get());
        const int code = errno;
        if (std::ferror(file.get()) != 0) {
            throw_bad_input("input.read",
                            {path, 0, {}},
                            fmt::format("cannot read this file: {}", std::strerror(code)));
        }
        if (got == 0) {
            break;
        }
        SYSTOLE_INVARIANT(EVP_DigestUpdate(digest.get(), chunk.data(), got) == 1,
                          "SHA-256 refused its input");
    }
    std::array<unsigned char, EVP_MAX_MD_SIZE> bytes{};
    unsigned int size = 0;
    SYSTOLE_INVARIANT(EVP_DigestFinal_ex(digest.get(), bytes.data(), &size) == 1,
                      "SHA-256 gave no result");
    std::string hex;
    for (unsigned int i = 0; i < size; ++i) {
        hex += fmt::format("{:02x}", bytes[i]);
    }
    return hex;
}

}  // namespace systole
