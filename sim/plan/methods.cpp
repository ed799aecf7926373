#include "sim/plan/methods.h"

#include "sim/core/named_table.h"
#include "sim/plan/baselines/cosma.h"
#include "sim/plan/baselines/eda.h"
#include "sim/plan/baselines/hmcos.h"
#include "sim/plan/baselines/magis.h"
#include "sim/plan/schedule/base_order.h"
#include "sim/plan/schedule/mpas_order.h"
#include "sim/plan/schedule/original_order.h"

#include <array>

namespace systole::plan {
namespace {

constexpr Method ordered(std::string_view name,
                         std::string_view help,
                         decltype(Method::order) order,
                         std::string_view spill,
                         bool refine = false) {
    Method method{name, help};
    method.order = order;
    method.spill = spill;
    method.refine = refine;
    return method;
}

constexpr Method joint(std::string_view name, std::string_view help, decltype(Method::joint) plan) {
    Method method{name, help};
    method.joint = plan;
    return method;
}

constexpr Method searching(std::string_view name, std::string_view help) {
    Method method{name, help};
    method.search = true;
    return method;
}

using schedule::base_order;
using schedule::mpas_literal_order;
using schedule::mpas_order;
using schedule::original_order;

constexpr std::array kMethods = {
    ordered("original", "the trace's own order (node ids)", original_order, "belady"),
    ordered("base",
            "list order: FREE, then operations, then ALLOC by rising size (the DAN paper's Base)",
            base_order,
            "belady"),
    ordered("mpas", "stage 1 of DAN alone, best fit behind it", mpas_order, "belady"),
    ordered("dan-no-cpe", "stages 1 and 2 of DAN: MPAS, DLR", mpas_order, "tier-aware"),
    ordered("dan", "all of DAN: MPAS, DLR, CPE", mpas_order, "tier-aware", true),
    ordered("dan-literal",
            "stages 1 and 2 of DAN with MPAS's priority exactly as equation 21 writes it",
            mpas_literal_order,
            "tier-aware"),
    joint("hmcos",
          "hierarchical search for the order of least pressure (HMCOS)",
          baselines::plan_hmcos),
    joint("cosma",
          "joint search of order, addresses and replacement for least traffic (COSMA, solver-free)",
          baselines::plan_cosma),
    joint("magis",
          "reordering of the intervals around memory hot-spots (MAGIS)",
          baselines::plan_magis),
    joint("eda", "EDA-style inter-layer traversal", baselines::plan_eda),
    searching("best", "our search over orders and placements, for --objective"),
};

}  // namespace

Span<Method> methods() {
    return {kMethods.data(), kMethods.size()};
}

const Method& find_method(std::string_view name) {
    return find_named(methods(), name, "schedule.unknown", "method");
}

}  // namespace systole::plan
