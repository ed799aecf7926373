#pragma once

#include <string>

namespace systole::store {

// The right to write a file of results, held until the end of the scope or of the process, however
// that ends. It is a lock on `path` + "-lock", which says who holds it; a forked child does not
// inherit it. Error{kBadInput, "store.locked"} names the holder when another process has it,
// "store.read-only" or "store.open" when the lock file cannot be made.
class WriterLock {
 public:
    // `holder`: what to say of this process, such as its command line.
    WriterLock(const std::string& path, const std::string& holder);
    ~WriterLock();
    WriterLock(const WriterLock&) = delete;
    WriterLock& operator=(const WriterLock&) = delete;

 private:
    std::string path_;
    int file_ = -1;
    int owner_ = 0;  // process that holds it
};

}  // namespace systole::store
