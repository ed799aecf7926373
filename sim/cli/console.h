#pragma once

#include "sim/core/ids.h"
#include "sim/run/run.h"

#include <functional>
#include <string>
#include <string_view>

namespace systole::cli {

// What the program may print beside results: progress on stderr and only on a terminal, colours on
// stdout only on a terminal and without NO_COLOR; `quiet` silences progress and notes.
struct Console {
    bool quiet = false;

    bool colour() const;
    // A line for people on stderr, such as where a report went.
    void note(std::string_view text) const;
    // Overwrites one stderr line with what is being done, and how much of it is done.
    void stage(std::string_view label) const;
    std::function<void(Cycles done, Cycles total)> progress(std::string label) const;
    void end_progress() const;
    // Whether progress is shown at all.
    bool shows_progress() const;
};

// Shows what a run does: stages and progress on a terminal, notes. The console outlives it.
RunObserver observer_of(const Console& console);

// Prints on stderr, as far as there is one: a closed stderr must not turn an error into another.
void print_error_stream(std::string_view text);

// Prints a result on stdout and makes sure it got there: Error{kBadInput, "output.write"} when not
// (disk full, closed pipe).
void print_result(std::string_view text);

}  // namespace systole::cli
