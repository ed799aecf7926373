#include "sim/config/key_rows.h"

namespace systole::config {
namespace {

constexpr std::uint64_t kMaxSide = 4096;  // PEs

constexpr KeyRow<CubeConfig> kCubeKeys[] = {
    {"rows", &CubeConfig::rows, "PEs", {1, kMaxSide}, "PEs from north to south."},
    {"cols", &CubeConfig::cols, "PEs", {1, kMaxSide}, "PEs from west to east."},
    {"depth",
     &CubeConfig::depth,
     "",
     {1, kMaxSide},
     "Products that one PE sums at a time: with `block` any number, else 1.",
     false,
     true,
     "16 with `block`, else 1"},
    {"dataflow",
     &CubeConfig::dataflow,
     "",
     {},
     "What stays in the PEs: weights (`ws`), outputs (`os`), activations (`is`), rows of a filter "
     "and of its outputs (`rs`), or nothing (`block`: rows x depth x cols products at a time, "
     "operands broadcast)."},
    {"element", &CubeConfig::element, "", {}, "Type of activations and weights."},
    {"weight_bits",
     &CubeConfig::weight_bits,
     "bits",
     {0, 32},
     "Width of a stored weight, 4 for int4; 0: as `cube.element`."},
    {"multiplier_bits",
     &CubeConfig::multiplier_bits,
     "bits",
     {0, 64},
     "Width of the operands that a multiplier takes; wider ones take a pass for each pair of their "
     "parts. 0: as `cube.element`."},
    {"split_multipliers",
     &CubeConfig::split_multipliers,
     "",
     {},
     "Whether a multiplier does two products of operands half as wide (four of a quarter)."},
    {"accumulator_bytes",
     &CubeConfig::accumulator_bytes,
     "bytes",
     {0, 8},
     "Width of a sum; 0: 4, and 8 for int16."},
    {"register_sums",
     &CubeConfig::register_sums,
     "",
     {},
     "Whether sums stay in the multipliers' registers for a whole matrix product, or go to the "
     "accumulators and back with every block. Used with `block`."},
    {"mac_latency",
     &CubeConfig::mac_latency,
     "cycles",
     {1, 64},
     "Stages of a PE's multiply-accumulate pipeline."},
    {"interval",
     &CubeConfig::interval,
     "cycles",
     {1, 64},
     "From the start of one multiply-accumulate of a PE to the next; more than 1 for operands "
     "wider than the multiplier."},
    {"double_buffered",
     &CubeConfig::double_buffered,
     "",
     {},
     "Whether the next stationary operand loads while the array computes (`os`: the last outputs "
     "drain)."},
    {"partial",
     &CubeConfig::partial,
     "",
     {},
     "Whether a product may run on a part of the array, in the corner where operands enter and "
     "results leave, when it is done sooner there. Used with `ws`, `is`, `os`."},
    {"start_cycles",
     &CubeConfig::start_cycles,
     "cycles",
     {0, kMaxCycles},
     "Fixed cost of issuing one matrix product."},
    {"rf_activations",
     &CubeConfig::rf_activations,
     "elements",
     {1, kMaxBytes},
     "Activations that the register file of one PE holds. Used with `rs`."},
    {"rf_weights",
     &CubeConfig::rf_weights,
     "elements",
     {1, kMaxBytes},
     "Weights that the register file of one PE holds. Used with `rs`."},
    {"rf_outputs",
     &CubeConfig::rf_outputs,
     "elements",
     {1, kMaxBytes},
     "Partial sums that the register file of one PE holds. Used with `rs`."},
    {"rs_buffer",
     &CubeConfig::rs_buffer,
     "elements",
     {1, kMaxUnits},
     "Input rows and partial sums that the buffer behind the array holds. Used with `rs`."},
    {"rs_weights_per_cycle",
     &CubeConfig::rs_weights_per_cycle,
     "elements/cycle",
     {1, kMaxBytes},
     "Weights that enter the array in a cycle. Used with `rs`."},
    {"rs_words_per_cycle",
     &CubeConfig::rs_words_per_cycle,
     "elements/cycle",
     {1, kMaxBytes},
     "Inputs, sums read and sums written, each, that go between the array and the buffer behind it "
     "in a cycle. Used with `rs`."},
};

constexpr KeyRow<VectorConfig> kVectorKeys[] = {
    {"bytes_per_cycle",
     &VectorConfig::bytes_per_cycle,
     "bytes/cycle",
     {1, kMaxBytes},
     "Operand bytes that the vector unit works on in a cycle."},
    {"start_cycles",
     &VectorConfig::start_cycles,
     "cycles",
     {0, kMaxCycles},
     "Fixed cost of a vector operation."},
};

}  // namespace

void append_compute_keys(std::vector<Key>& keys) {
    append_keys(
        keys, "cube", kCubeKeys, "", [](ArchConfig& config) -> CubeConfig& { return config.cube; });
    append_keys(keys, "vector", kVectorKeys, "", [](ArchConfig& config) -> VectorConfig& {
        return config.vector;
    });
}

}  // namespace systole::config
