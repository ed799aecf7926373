#pragma once

#include "sim/run/run_request.h"

#include <nlohmann/json.hpp>

namespace systole {

// canonical() as a document, for the .cpp files of this room.
nlohmann::ordered_json request_json(const RunRequest& request);

}  // namespace systole
