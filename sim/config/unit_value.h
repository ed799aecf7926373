#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace systole::config {

// What turns bytes and seconds into the units of keys.
struct UnitScale {
    std::uint64_t clock_mhz = 1000;
    std::uint64_t bytes_per_unit = 256;
};

// A number with a unit of its own, as the value of a key.
struct UnitValue {
    std::optional<std::uint64_t> value;  // in the key's unit, when it is a whole number of them
    std::string reason;                  // else: why not
};

// `text` such as "1MiB", "1.2 GHz", "25.6GB/s" or "100ns" in `unit`, the unit of a key: "bytes" or
// "units" take B, kB, MB, GB, TB (powers of 1000) and KiB, MiB, GiB, TiB (of 1024); "bytes/cycle"
// takes these per second ("GB/s") or per cycle ("B/cycle"); "MHz" takes Hz, kHz, MHz, GHz; "cycles"
// takes s, ms, us, ns, ps. Exact: a value that is no whole number of `unit` has a reason instead.
// Nothing when `text` is not a number with letters behind it, or `unit` is none of these.
std::optional<UnitValue> parse_unit_value(std::string_view text,
                                          std::string_view unit,
                                          const UnitScale& scale);

// "1MiB": what to write where a number of `unit` is expected; "" when it takes no other units.
std::string_view unit_example(std::string_view unit);

}  // namespace systole::config
