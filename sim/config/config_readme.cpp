#include "sim/config/config_readme.h"

#include "sim/config/key_table.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <array>
#include <string_view>

namespace systole::config {
namespace {

constexpr std::string_view kHead = R"(# Architectures

One YAML file describes one core. This text is made from the key tables of `sim/config` by the build
target `config_readme`; a test compares the two.

| file | what it is |
| --- | --- |
| `davinci.yaml` | the reference core: Davinci-class, capacities and spill costs of the public traces, array and paths of published sources |
| `davinci-tight.yaml` | the same with half the L1 and UB; an example of `extends` |
| `davinci-contended.yaml` | the same with DDR bandwidth and scratchpad ports shared among engines |
| `davinci-traces.yaml` | the core that the traces' cycles tell of: four times the multipliers, wider paths |
| `tpu-v1.yaml` | Google's first TPU: 256 x 256 int8, weight stationary |
| `eyeriss.yaml` | the MIT chip: 12 x 14 PEs of 16 bit, row stationary |
| `gemmini-16.yaml` | Berkeley's generator as it comes: 16 x 16 int8, weight stationary |
| `ethos-u55-128.yaml`, `ethos-u55-256.yaml` | Arm's microcontroller NPU in two sizes: a block unit |
| `cortex-m7.yaml` | a microcontroller's CPU, the host of a small system |
| `cpu-generic.yaml` | an 18-core server CPU, the host of a large one |

Every number in them has its source beside it, and a mark: [R] read there, [V] recalled and to be
verified, [D] derived from the numbers beside it, [A] assumed. The traces in `traces/` are made for the
Davinci cores; layer lists run on every architecture. [VALIDATION.md](VALIDATION.md) compares what comes
out with published measurements, [energy/](energy/README.md) holds the tables that `energy.table` names.

## How a file is read

- Keys nest: `tiers.l1.capacity` below is `tiers: {l1: {capacity: 4096}}` in the file.
- `extends: other.yaml` takes every key that the file does not give from another file, named relative
  to this one. A list is taken or replaced as a whole. `name` is not inherited.
- `-D tiers.l1.capacity=2048` on the command line replaces a value; a list is written
  `-D routes.mte1=L1,L1+L0A`. Of two for the same key the last one counts.
- Numbers are plain decimal digits: `010`, `1_000`, `1e3`, `0x10`, `64.0` and `"64"` are refused.
- Where a key has a unit, a number may have one of its own: `64KiB` and `1MiB` (B, kB, MB, GB, TB; KiB, MiB,
  GiB, TiB) for bytes and units, `25.6GB/s` or `256B/cycle` for bandwidths, `700MHz` or `1.2GHz` for the clock,
  `100ns` for cycles. What does not come to a whole number is refused; reports show both.
- On and off may also be written `true` and `false`.
- Environment variables are not expanded: `${X}` is the four characters it looks like.
- A key that is unknown, given twice, or out of its range is an error with file and line.
- Every report repeats the values used and where each came from.
)";

// A group of keys under a heading: those that start with `prefix` (all top-level ones for "").
struct Section {
    std::string_view prefix;
    std::string_view title;
    std::string_view text;
};

constexpr std::array<Section, 14> kSections = {{
    {"", "Core", ""},
    {"tiers.", "Scratchpads", ""},
    {"spill.",
     "Spill cost",
     "Writing a buffer of s units out, or reading it back, takes `cycles_per_unit` * s + "
     "`fixed_cycles`. A buffer that a COPY_IN filled is in DDR already: writing it out is free."},
    {"schedule.",
     "Schedulers",
     "Parameters of the methods `mpas`, `dan-no-cpe`, `dan` and `dan-literal` "
     "(`sim/plan/schedule/docs/dan.md`)."},
    {"ddr.", "DDR", ""},
    {"contention.", "Contention", ""},
    {"routes.",
     "Data paths",
     "The route of a node is the set of places it touches: the tiers of its `Bufs`, and DDR for "
     "COPY_IN and COPY_OUT. It is written with `+` in any order: `DDR`, `L1`, `UB`, `L0A`, `L0B`, "
     "`L0C`."},
    {"cube.",
     "Matrix unit",
     "What the operations of lowered layers take; the cycles of a trace are the trace's."},
    {"vector.", "Vector unit", ""},
    {"dma.", "DMA engines", ""},
    {"bandwidth.", "Bandwidths", "What a step of a data path carries in lowered layers."},
    {"paths.",
     "Operand paths",
     "The scratchpads that an operand of a matrix product passes in lowered layers. Each must have "
     "a capacity, and each step a bandwidth."},
    {"tiling.", "Tiling", "How layers are cut into tiles."},
    {"energy.", "Energy", ""},
}};

bool belongs_to(const Key& key, std::string_view prefix) {
    return prefix.empty() ? key.dotted.find('.') == std::string::npos
                          : key.dotted.compare(0, prefix.size(), prefix) == 0;
}

}  // namespace

std::string config_readme() {
    const std::vector<Key> keys = arch_keys();
    std::string text(kHead);
    for (const Section& section : kSections) {
        text += fmt::format("\n## {}\n\n", section.title);
        if (!section.text.empty()) {
            text += fmt::format("{}\n\n", section.text);
        }
        text += "| key | unit | default | range | meaning |\n| --- | --- | --- | --- | --- |\n";
        for (const Key& key : keys) {
            if (belongs_to(key, section.prefix)) {
                text += fmt::format("| `{}` | {} | {} | {} | {} |\n",
                                    key.dotted,
                                    key.unit.empty() ? "-" : key.unit,
                                    default_text(key),
                                    range_text(key),
                                    key.help);
            }
        }
    }
    return text;
}

}  // namespace systole::config
