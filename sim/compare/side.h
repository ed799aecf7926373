#pragma once

#include "sim/run/run.h"
#include "sim/run/run_request.h"
#include "sim/store/point.h"

#include <string>
#include <vector>

namespace systole::compare {

// One of the two that are compared: points, told apart by workload and `point`.
struct SidePoint {
    std::string point;  // "cube.rows=8 dan", or "" where a workload has one point alone
    store::Point result;
};

struct Side {
    std::string name;  // of the file
    std::vector<SidePoint> points;
};

// Reads a report.json, a folder of them (told apart by their folders), or a database of results.
// Error{kBadInput}: "compare.file" for what is none of these, "compare.report" for a report.json
// that lacks what it should have, those of store::Reader; Error{kRefused, "compare.empty"} for one
// without points, so that an empty file never passes for one without changes.
Side read_side(const std::string& path);

// A run as a side of its own.
SidePoint side_point(const RunRequest& request, const std::string& point, RunCache* cache);

}  // namespace systole::compare
