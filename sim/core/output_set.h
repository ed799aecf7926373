#pragma once

#include "sim/core/input_file.h"
#include "sim/core/output_file.h"

#include <memory>
#include <string>
#include <vector>

namespace systole {

// All that one run writes. Nothing appears before commit(); then each folder changes from its old
// files to the new ones as a whole (output_folder.h). None of the files may be one that was read,
// whatever name or link leads to it: that is asked here, once, for every verb.
//
// Errors, all Error{kBadInput}: "output.is-input"; "output.twice" for two outputs that are one
// file; those of OutputFile and change_folder.
class OutputSet {
 public:
    OutputSet() = default;
    explicit OutputSet(const InputFiles& inputs) { add_inputs(inputs); }

    // More files that were read, before the outputs are opened.
    void add_inputs(const InputFiles& inputs);
    void add_input(FileId id, const std::string& name);

    // For before a long run, without making anything: `check` refuses a path that is an input,
    // `check_with_folder` one whose folder is not there, too.
    void check(const std::string& path) const;
    void check_with_folder(const std::string& path) const;

    // A new file of the set, to be written; its folder exists. The reference holds as long as the
    // set.
    OutputFile& open(const std::string& path);

    // The file goes when the set comes: what an earlier run left and this one does not write. No
    // error when there is none.
    void remove(const std::string& path);

    // Puts the files into place. Once; without it nothing changes.
    void commit();

 private:
    struct Input {
        FileId id;
        std::string name;
    };
    std::vector<Input> inputs_;
    std::vector<std::unique_ptr<OutputFile>> files_;
    std::vector<std::string> removals_;
    std::vector<std::string> folders_;  // swept
};

}  // namespace systole
