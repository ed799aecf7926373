#include "sim/time/session.h"

#include <systemc>

namespace systole::time {

Session::Session()
    : previous_current_(sc_core::sc_curr_simcontext),
      previous_default_(sc_core::sc_default_global_context),
      context_(std::make_unique<sc_core::sc_simcontext>()) {
    sc_core::sc_curr_simcontext = context_.get();
    sc_core::sc_default_global_context = context_.get();
    // The kernel reports on standard output, where results go.
    sc_core::sc_report_handler::set_actions(sc_core::SC_INFO, sc_core::SC_DO_NOTHING);
    sc_core::sc_report_handler::set_actions(sc_core::SC_WARNING, sc_core::SC_DO_NOTHING);
}

Session::~Session() {
    context_.reset();
    sc_core::sc_curr_simcontext = previous_current_;
    sc_core::sc_default_global_context = previous_default_;
}

}  // namespace systole::time
