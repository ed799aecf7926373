#pragma once

#include "sim/run/run.h"

namespace systole {

// run() of the requests that simulate no core: shapes, a topology or the array alone.
RunResult roofline_alone(const ConfigSource& source,
                         const RooflineRequest& request,
                         const RunObserver& observer,
                         RunCache& cache);
RunResult scalesim_alone(const ConfigSource& source,
                         const ScalesimRequest& request,
                         const RunObserver& observer,
                         RunCache& cache);
RunResult array_alone(const ArrayRequest& request, const RunObserver& observer);

}  // namespace systole
