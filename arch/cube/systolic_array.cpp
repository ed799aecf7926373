#include "arch/cube/systolic_array.h"

#include <algorithm>
#include <string>
#include <utility>

namespace systole::arch {
namespace {

constexpr Cycles kBatch = 4096;

// An integer sum in a wave is 64 bits wide, a floating one a real.
void store(const GridValue& value, sc_dt::int64& integer, double& real) {
    if (const auto* whole = std::get_if<std::int64_t>(&value)) {
        integer = *whole;
    } else {
        real = std::get<double>(value);
    }
}

}  // namespace

struct SystolicArray::Wave {
    Wave(std::size_t pes, std::size_t cols, bool is_integer)
        : integral(is_integer), pe(pes), column(cols) {}

    struct Value {
        bool active = false;
        sc_dt::int64 integer = 0;
        double real = 0;
    };
    bool integral;
    sc_dt::uint64 busy = 0;
    std::vector<Value> pe;      // row by row; empty for a large grid
    std::vector<Value> column;  // what leaves
};

SystolicArray::SystolicArray(sc_core::sc_module_name name,
                             CycleGrid& grid,
                             const Clock& clock,
                             ProcessGuard& guard,
                             std::function<void(const CycleGrid&)> observe)
    : sc_module(name), grid_(grid), clock_(clock), guard_(guard), observe_(std::move(observe)) {
    SC_METHOD(run);
}

SystolicArray::~SystolicArray() = default;

void SystolicArray::trace(sc_core::sc_trace_file* file) {
    const std::size_t rows = grid_.array().rows;
    const std::size_t cols = grid_.array().cols;
    const bool whole = std::holds_alternative<std::int64_t>(grid_.sum_at(0, 0));
    wave_ = std::make_unique<Wave>(rows * cols <= kTracedPes ? rows * cols : 0, cols, whole);
    grid_.record_outputs(true);
    const std::string prefix = std::string(name()) + ".";
    const auto trace_value = [&](const Wave::Value& value,
                                 const std::string& path,
                                 const char* active,
                                 const char* what) {
        sc_core::sc_trace(file, value.active, path + active);
        if (wave_->integral) {
            sc_core::sc_trace(file, value.integer, path + what);
        } else {
            sc_core::sc_trace(file, value.real, path + what);
        }
    };
    sc_core::sc_trace(file, wave_->busy, prefix + "busy");
    for (std::size_t i = 0; i < wave_->pe.size(); ++i) {
        const std::string pe =
            "pe_" + std::to_string(i / cols + 1) + "_" + std::to_string(i % cols + 1);
        trace_value(wave_->pe[i], prefix + pe, ".busy", ".sum");
    }
    for (std::size_t c = 0; c < cols; ++c) {
        trace_value(
            wave_->column[c], prefix + "south_" + std::to_string(c + 1), ".valid", ".value");
    }
}

void SystolicArray::update_wave() {
    const std::size_t cols = grid_.array().cols;
    wave_->busy = grid_.busy();
    for (std::size_t i = 0; i < wave_->pe.size(); ++i) {
        Wave::Value& pe = wave_->pe[i];
        pe.active = grid_.busy_at(i / cols, i % cols);
        store(grid_.sum_at(i / cols, i % cols), pe.integer, pe.real);
    }
    for (Wave::Value& column : wave_->column) {
        column.active = false;
    }
    for (const GridOutput& output : grid_.outputs()) {
        Wave::Value& column = wave_->column[output.column];
        column.active = true;
        store(output.value, column.integer, column.real);
    }
}

void SystolicArray::take_cycle() {
    grid_.step();
    if (wave_) {
        update_wave();
    }
    if (observe_) {
        observe_(grid_);
    }
}

void SystolicArray::run() {
    guard_.guard([&] {
        const Cycles batch = wave_ || observe_ ? 1 : kBatch;
        Cycles taken = 0;
        while (taken < batch && !grid_.done()) {
            take_cycle();
            ++taken;
        }
        if (taken > 0) {
            next_trigger(clock_.span(taken));  // the last one ends with nothing left to do
            return;
        }
        if (wave_) {
            wave_->busy = 0;
            for (auto* values : {&wave_->pe, &wave_->column}) {
                for (Wave::Value& value : *values) {
                    value.active = false;
                }
            }
        }
    });
}

}  // namespace systole::arch
