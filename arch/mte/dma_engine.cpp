#include "arch/mte/dma_engine.h"

#include "sim/core/error.h"

#include <algorithm>

namespace systole::arch {

DmaEngine::DmaEngine(sc_core::sc_module_name name,
                     Pipe pipe,
                     const CoreProgram& program,
                     const DdrTraits& ddr,
                     OverlapMeter& ddr_use,
                     bool contention,
                     const Clock& clock,
                     ProcessGuard& guard)
    : Engine(name, pipe, program, clock, contention, guard),
      out_ddr("out_ddr"),
      ddr_(ddr),
      ddr_use_(ddr_use),
      data_(contention ? ddr.cut.size : 0) {
    out_ddr.register_nb_transport_bw(this, &DmaEngine::from_ddr);
    SC_METHOD(transferred);
    sensitive << ev_transferred_;
    dont_initialize();
}

std::uint32_t DmaEngine::start_parts(NodeId node) {
    const std::uint32_t t = program_.transfer[index(node)];
    if (t == kNoTransfer) {
        return 0;
    }
    const Transfer& transfer = program_.transfers[t];
    const bool reads = transfer.direction == Transfer::Direction::kRead;
    const Bytes bytes = transfer.bytes();
    (reads ? read_ : written_) += bytes;
    if (!contention_ || !transfer.shares_bus || bytes == 0) {
        return 0;
    }
    command_ = reads ? tlm::TLM_READ_COMMAND : tlm::TLM_WRITE_COMMAND;
    row_start_ = transfer.address;
    stride_ = transfer.stride;
    row_bytes_ = transfer.row_bytes;
    sent_of_row_ = 0;
    rows_to_send_ = transfer.rows;
    transfer_ = &transfer;
    transfer_begun_ = clock_.now();
    ddr_use_.begin(index(pipe_), transfer_begun_);
    send_bursts();
    return 1;
}

void DmaEngine::send_bursts() {
    while (rows_to_send_ > 0 && outstanding_ < ddr_.in_flight) {
        const std::uint64_t address = row_start_ + sent_of_row_;
        const Bytes length = ddr_.cut.first_of(address, row_bytes_ - sent_of_row_);
        sent_of_row_ += length;
        if (sent_of_row_ == row_bytes_) {
            sent_of_row_ = 0;
            row_start_ += stride_;
            --rows_to_send_;
        }
        ++outstanding_;
        send_burst(address, length);
    }
}

void DmaEngine::send_burst(std::uint64_t address, Bytes length) {
    tlm::tlm_generic_payload* payload = new_payload();
    payload->acquire();
    payload->set_command(command_);
    payload->set_address(address);
    payload->set_data_ptr(data_.data());
    payload->set_data_length(static_cast<unsigned>(length));
    payload->set_streaming_width(static_cast<unsigned>(length));
    payload->set_byte_enable_ptr(nullptr);
    payload->set_dmi_allowed(false);
    payload->set_response_status(tlm::TLM_INCOMPLETE_RESPONSE);
    tlm::tlm_phase phase = tlm::BEGIN_REQ;
    sc_core::sc_time delay = sc_core::SC_ZERO_TIME;
    out_ddr->nb_transport_fw(*payload, phase, delay);
}

tlm::tlm_sync_enum DmaEngine::from_ddr(tlm::tlm_generic_payload& payload,
                                       tlm::tlm_phase& phase,
                                       sc_core::sc_time& delay) {
    SYSTOLE_INVARIANT(phase == tlm::BEGIN_RESP, "the DDR side sends only responses");
    if (payload.get_response_status() != tlm::TLM_OK_RESPONSE) {
        throw Error(ErrorKind::kStopped,
                    "arch.ddr-response",
                    {},
                    "the DDR model answered a burst with " + payload.get_response_string());
    }
    payload.release();
    --outstanding_;
    if (rows_to_send_ > 0) {
        send_bursts();
    } else if (outstanding_ == 0) {
        // Another clock's DDR may answer between two edges of ours; the engine sees it at the next.
        ev_transferred_.notify(delay + clock_.to_edge());
    }
    return tlm::TLM_COMPLETED;
}

void DmaEngine::transferred() {
    guard_.guard([&] {
        const Cycles now = clock_.now();
        part_ended(alone(now - transfer_begun_, ddr_use_.end(index(pipe_), now)));
    });
}

// Cycles of the current transfer's `took` that it would have taken with the DDR to itself; others
// were at it for `shared` of them.
Cycles DmaEngine::alone(Cycles took, Cycles shared) const {
    return shared == 0 ? took
                       : std::min(took,
                                  std::max(took - shared,
                                           alone_cycles(*transfer_, ddr_, clock_.period_ps())));
}

tlm::tlm_generic_payload* DmaEngine::new_payload() {
    if (free_payloads_.empty()) {
        payloads_.push_back(std::make_unique<tlm::tlm_generic_payload>(this));
        return payloads_.back().get();
    }
    tlm::tlm_generic_payload* payload = free_payloads_.back();
    free_payloads_.pop_back();
    return payload;
}

void DmaEngine::free(tlm::tlm_generic_payload* payload) {
    payload->reset();
    free_payloads_.push_back(payload);
}

void DmaEngine::sample(std::vector<stats::Sample>& into) const {
    Engine::sample(into);
    stats::sample(name(), read_, into);
    stats::sample(name(), written_, into);
}

}  // namespace systole::arch
