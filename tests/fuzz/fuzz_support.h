#pragma once

#include "sim/core/error.h"
#include "sim/ir/layer.h"
#include "sim/ir/program.h"
#include "sim/load/trace_check.h"
#include "sim/load/trace_json.h"
#include "sim/model/layer_math.h"

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

namespace systole::test {

inline std::string_view text_of(const std::uint8_t* data, std::size_t size) {
    return {reinterpret_cast<const char*>(data), size};
}

// Takes the part of `text` up to a line "%%"; what follows stays.
inline std::string_view take_part(std::string_view& text) {
    constexpr std::string_view kBorder = "\n%%\n";
    const std::size_t border = text.find(kBorder);
    const std::string_view part = text.substr(0, border);
    text.remove_prefix(border == std::string_view::npos ? text.size() : border + kBorder.size());
    return part;
}

// Runs a reader. An Error about the input is a fine answer; one about our own bug, any other
// exception and a crash are findings.
template <class Read>
void expect_answer(Read read) {
    try {
        read();
    } catch (const Error& error) {
        if (error.kind() == ErrorKind::kInternal) {
            std::abort();
        }
    }
}

inline std::string json_of(const ir::Program& trace) {
    std::string text;
    load::write_trace_json(trace, [&](std::string_view piece) { text += piece; });
    return text;
}

// What every accepted trace must stand: the check, and the way out and back. `reread` writes the
// trace and reads it again; that it cannot is a finding.
template <class Reread>
void use_trace(const ir::Program& trace, Reread reread) {
    load::check_trace(trace, 5);
    bool same = false;
    try {
        same = json_of(reread(trace)) == json_of(trace);
    } catch (const Error&) {
    }
    if (!same) {
        std::abort();
    }
}

// What every accepted network must stand: the sizes that its reader promises, and sums of them.
inline void use_network(const ir::Network& network) {
    constexpr std::uint64_t kMost = std::uint64_t{1} << 60;
    std::uint64_t sum = 0;
    for (const ir::Layer& layer : network.layers) {
        const PerOperand<std::uint64_t> elements = model::unique_elements(layer);
        bool fits = layer.out_h >= 1 && layer.out_w >= 1 && layer.channels % layer.groups == 0 &&
                    model::macs(layer) <= kMost && model::im2col_elements(layer) <= kMost;
        for (const std::uint64_t of_operand : elements) {
            fits = fits && of_operand <= kMost;
        }
        sum += model::macs(layer);
        if (!fits || sum >> 63 != 0) {
            std::abort();
        }
    }
    if (network.layers.empty()) {
        std::abort();
    }
}

}  // namespace systole::test
