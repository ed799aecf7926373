#include "sim/cli/console.h"

#include "sim/core/error.h"
#include "sim/core/visible_text.h"

#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <utility>

namespace systole::cli {

bool Console::colour() const {
    const char* no_colour = std::getenv("NO_COLOR");
    return ::isatty(STDOUT_FILENO) != 0 && (no_colour == nullptr || *no_colour == '\0');
}

bool Console::shows_progress() const {
    return !quiet && ::isatty(STDERR_FILENO) != 0;
}

void Console::note(std::string_view text) const {
    if (!quiet) {
        print_error_stream(fmt::format("{}\n", visible(text, true)));
    }
}

void Console::stage(std::string_view label) const {
    if (shows_progress()) {
        print_error_stream(fmt::format("\r\x1b[K{} ...", label));
    }
}

std::function<void(Cycles, Cycles)> Console::progress(std::string label) const {
    if (!shows_progress()) {
        return {};
    }
    return [label = std::move(label), shown = Cycles{101}](Cycles done, Cycles total) mutable {
        const Cycles percent = done >= total ? 100 : done / ((total + 99) / 100);
        if (percent != shown) {
            shown = percent;
            print_error_stream(fmt::format("\r\x1b[K{} {:3}%", label, percent));
        }
    };
}

void Console::end_progress() const {
    if (shows_progress()) {
        print_error_stream("\r\x1b[K");
    }
}

RunObserver observer_of(const Console& console) {
    RunObserver observer;
    observer.stage = [&console](std::string_view what) { console.stage(what); };
    observer.note = [&console](const std::string& note) { console.note(note); };
    if (console.progress("")) {
        struct Shown {
            std::string what;
            std::function<void(Cycles, Cycles)> show;
        };
        observer.progress = [&console, shown = std::make_shared<Shown>()](
                                std::string_view what, std::uint64_t done, std::uint64_t total) {
            if (!shown->show || shown->what != what) {
                *shown = {std::string(what), console.progress(std::string(what))};
            }
            shown->show(done, total);
        };
    }
    return observer;
}

void print_error_stream(std::string_view text) {
    std::fwrite(text.data(), 1, text.size(), stderr);
}

void print_result(std::string_view text) {
    const bool written = std::fwrite(text.data(), 1, text.size(), stdout) == text.size();
    if (!written || std::fflush(stdout) != 0) {
        throw_bad_input("output.write",
                        {"standard output", 0, {}},
                        fmt::format("cannot write the result: {}", std::strerror(errno)));
    }
}

}  // namespace systole::cli
