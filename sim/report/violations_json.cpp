#include "sim/report/violations_json.h"

#include <nlohmann/json.hpp>

namespace systole::report {

nlohmann::ordered_json violations_json(const std::vector<Error>& violations) {
    using Json = nlohmann::ordered_json;
    Json list = Json::array();
    for (const Error& violation : violations) {
        const SourceRef& where = violation.where();
        list.push_back({{"rule", violation.rule()},
                        {"file", where.file},
                        {"line", where.line == 0 ? Json(nullptr) : Json(where.line)},
                        {"node", where.node ? Json(*where.node) : Json(nullptr)},
                        {"message", violation.message()}});
    }
    return {{"schema", "systole.violations/1"}, {"legal", false}, {"violations", list}};
}

}  // namespace systole::report
