#include "sim/plan/methods.h"

#include "sim/core/named_table.h"
#include "sim/plan/baselines/cosma.h"
#include "sim/plan/baselines/eda.h"
#include "sim/plan/baselines/hmcos.h"
#include "sim/plan/baselines/magis.h"

#include <array>

namespace systole::plan {
namespace {

constexpr std::array kMethods = {
    Method{"original", "the trace's own order (node ids)", "original", "belady"},
    Method{"base",
           "list order: FREE, then operations, then ALLOC by rising size (the DAN paper's Base)",
           "base",
           "belady"},
    Method{"mpas", "stage 1 of DAN alone, best fit behind it", "mpas", "belady"},
    Method{"dan-no-cpe", "stages 1 and 2 of DAN: MPAS, DLR", "mpas", "tier-aware"},
    Method{"dan", "all of DAN: MPAS, DLR, CPE", "mpas", "tier-aware", true},
    Method{"dan-literal",
           "stages 1 and 2 of DAN with MPAS's priority exactly as equation 21 writes it",
           "mpas-literal",
           "tier-aware"},
    Method{"hmcos",
           "hierarchical search for the order of least pressure (HMCOS)",
           "",
           "",
           false,
           baselines::plan_hmcos},
    Method{
        "cosma",
        "joint search of order, addresses and replacement for least traffic (COSMA, solver-free)",
        "",
        "",
        false,
        baselines::plan_cosma},
    Method{"magis",
           "reordering of the intervals around memory hot-spots (MAGIS)",
           "",
           "",
           false,
           baselines::plan_magis},
    Method{"eda", "EDA-style inter-layer traversal", "", "", false, baselines::plan_eda},
    Method{"best",
           "our search over orders and placements, for --objective",
           "",
           "",
           false,
           nullptr,
           true},
};

}  // namespace

Span<Method> methods() {
    return {kMethods.data(), kMethods.size()};
}

const Method& find_method(std::string_view name) {
    return find_named(methods(), name, "schedule.unknown", "method");
}

}  // namespace systole::plan
