#include "sim/time/session.h"

#include <systemc>

namespace systole::time {

Session::Session()
    : previous_current_(sc_core::sc_curr_simcontext),
      previous_default_(sc_core::sc_default_global_context),
      context_(std::make_unique<sc_core::sc_simcontext>()) {
    sc_core::sc_curr_simcontext = context_.get();
    sc_core::sc_default_global_context = context_.get();
}

Session::~Session() {
    context_.reset();
    sc_core::sc_curr_simcontext = previous_current_;
    sc_core::sc_default_global_context = previous_default_;
}

}  // namespace systole::time
