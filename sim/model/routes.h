#pragma once

#include "sim/config/arch_config.h"
#include "sim/ir/program.h"

namespace systole::model {

// A route is the places that an operation touches, "+"-joined in the order DDR, L1, UB, L0A, L0B,
// L0C; DDR stands in it for COPY_IN and COPY_OUT.
//
// Refuses the first operation whose route its pipe does not have, when the config asks for that
// (`routes.strict`): Error{kRefused, "model.route"} with the node and the routes that exist.
void check_routes(const ir::Program& program, const config::ArchConfig& config);

}  // namespace systole::model
