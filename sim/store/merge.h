#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace systole::store {

struct Merged {
    std::uint64_t points = 0;  // that `out` did not have yet
    std::uint64_t known = 0;   // that it had
};

// Adds all that the files of results `from` hold to `out`, which is made when it is missing. A
// point that several have is taken once; one that is ok wins over one that is not. `holder`: as for
// WriterLock. Errors: those of Database, the schema and WriterLock; Error{kBadInput, "merge.sweep"}
// where sweeps of one name have different points, Error{kRefused, "merge.conflict"} where two files
// disagree about the numbers of a point: then `out` stays as it was.
Merged merge(const std::string& out,
             const std::vector<std::string>& from,
             const std::string& holder);

}  // namespace systole::store
