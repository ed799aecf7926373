#pragma once

#include <functional>
#include <string>
#include <utility>
#include <vector>

namespace systole {

// How a folder takes a set of new files as a whole.
//
// The new files are complete under temporary names (".systole-...") in the folder itself. A journal
// that lists what is to be renamed and removed is then written, synced and renamed to
// ".systole-journal": from that moment the new set holds. The renames follow, and the journal goes.
// A process that is killed leaves the whole old set before that moment, and after it a journal that
// the next writer into the folder, or the next reader of one of its files, carries out. All of it
// happens under an advisory lock (flock) of the folder, so that two writers never mix their sets.
// A file system without locks, such as some network ones, gives all but the exclusion.
struct FolderChange {
    std::vector<std::pair<std::string, std::string>> renames;  // temporary name, final name
    std::vector<std::string> removals;  // names; those that are not there are no error
};

// Creates the folder and its parents. Error{kBadInput, "output.folder"} when that is not possible.
void create_output_folder(const std::string& path);

// The same errors where they can be foreseen, without making anything: for before a long run.
void check_output_folder(const std::string& path);

// Carries the change out. Names are those of files directly in `folder`; the temporaries' contents
// have been synced. `at_switch` is called when the new set holds, before the renames and while
// signals are held back: from there on nobody may remove the temporaries. Errors: Error{kBadInput,
// "output.open"} with the system's reason, before anything has changed; "output.locked" when
// another process keeps the folder locked for 10 s.
void change_folder(const std::string& folder,
                   const FolderChange& change,
                   const std::function<void()>& at_switch);

// Carries out the journal that a killed process of the same user left in `folder`. Costs one system
// call where there is none.
void finish_interrupted_change(const std::string& folder);

// Removes the temporaries that killed processes of the same user left in `folder`. Those of a live
// process are locked (PendingFile), and stay.
void sweep_temporaries(const std::string& folder);

// The folder's advisory lock, held until the end of the scope.
class FolderLock {
 public:
    enum class Mode { kShared, kExclusive };
    // kShared and kExclusive as flock(2). Waits at most `patience_ms`.
    FolderLock(const std::string& folder, Mode mode, int patience_ms);
    ~FolderLock();
    FolderLock(const FolderLock&) = delete;
    FolderLock& operator=(const FolderLock&) = delete;

    bool held() const { return held_; }
    // Somebody else holds it; false also where the file system has no locks.
    bool busy() const { return busy_; }

 private:
    int descriptor_ = -1;
    bool held_ = false;
    bool busy_ = false;
};

inline constexpr const char* kTemporaryStart = ".systole-";

}  // namespace systole
