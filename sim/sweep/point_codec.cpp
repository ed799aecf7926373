#include "sim/sweep/point_codec.h"

#include "sim/core/error.h"

#include <cstring>
#include <type_traits>
#include <utility>

namespace systole::sweep {
namespace {

// One description of a point's fields for both directions: `Writer` appends, `Reader` fills in.
class Writer {
 public:
    static constexpr bool kReads = false;

    template <class Number, class = std::enable_if_t<std::is_arithmetic_v<Number>>>
    void operator()(const Number& number) {
        bytes.append(reinterpret_cast<const char*>(&number), sizeof number);
    }
    void operator()(const std::string& text) {
        (*this)(text.size());
        bytes += text;
    }

    std::string bytes;
};

class Reader {
 public:
    static constexpr bool kReads = true;

    explicit Reader(std::string_view bytes) : bytes_(bytes) {}

    template <class Number, class = std::enable_if_t<std::is_arithmetic_v<Number>>>
    void operator()(Number& number) {
        std::memcpy(&number, take(sizeof number).data(), sizeof number);
    }
    void operator()(std::string& text) {
        std::size_t size = 0;
        (*this)(size);
        text = take(size);
    }
    bool at_end() const { return bytes_.empty(); }

 private:
    std::string_view take(std::size_t size) {
        SYSTOLE_INVARIANT(size <= bytes_.size(), "a worker sends whole points");
        const std::string_view taken = bytes_.substr(0, size);
        bytes_.remove_prefix(size);
        return taken;
    }

    std::string_view bytes_;
};

template <class Coder, class List, class Each>
void each(Coder& coder, List& list, Each code) {
    std::size_t size = list.size();
    coder(size);
    if constexpr (Coder::kReads) {
        list.resize(size);
    }
    for (auto& item : list) {
        code(item);
    }
}

template <class Coder, class Optional, class Some>
void optional(Coder& coder, Optional& value, Some code) {
    bool there = value.has_value();
    coder(there);
    if constexpr (Coder::kReads) {
        if (there) {
            value.emplace();
        }
    }
    if (there) {
        code(*value);
    }
}

template <class Coder, class Value>
void cell(Coder& coder, Value& value) {
    std::size_t kind = value.index();
    coder(kind);
    if constexpr (Coder::kReads) {
        if (kind == 1) {
            value = std::int64_t{0};
        } else if (kind == 2) {
            value = 0.0;
        } else if (kind == 3) {
            value = std::string();
        }
    }
    std::visit(
        [&](auto& held) {
            if constexpr (!std::is_same_v<std::decay_t<decltype(held)>, std::monostate>) {
                coder(held);
            }
        },
        value);
}

template <class Coder, class Layer>
void code_layer(Coder& coder, Layer& layer) {
    coder(layer.name);
    coder(layer.nodes);
    coder(layer.start);
    coder(layer.end);
    coder(layer.cycles);
    for (auto& cycles : layer.busy) {
        coder(cycles);
    }
    coder(layer.macs);
    optional(coder, layer.pe_utilization, [&](auto& share) { coder(share); });
    coder(layer.vector_ops);
    coder(layer.ddr_read);
    coder(layer.ddr_write);
    coder(layer.ddr_spills);
    optional(coder, layer.energy_pj, [&](auto& energy) { coder(energy); });
}

template <class Coder, class Point>
void code_point(Coder& coder, Point& point) {
    for (auto* text : {&point.identity,
                       &point.workload,
                       &point.config,
                       &point.method,
                       &point.spill,
                       &point.objective,
                       &point.command,
                       &point.rule,
                       &point.message}) {
        coder(*text);
    }
    auto status = static_cast<std::uint8_t>(point.status);
    coder(status);
    if constexpr (Coder::kReads) {
        point.status = static_cast<store::Status>(status);
    }
    each(coder, point.keys, [&](auto& key) {
        coder(key.first);
        cell(coder, key.second);
    });
    each(coder, point.metrics, [&](auto& metric) { cell(coder, metric); });
    optional(coder, point.accounting, [&](auto& accounts) {
        for (auto& account : accounts) {
            coder(account.busy);
            coder(account.dependency);
            coder(account.address);
            coder(account.contention);
            coder(account.drained);
        }
    });
    each(coder, point.layers, [&](auto& layer) { code_layer(coder, layer); });
    each(coder, point.energy_pj, [&](auto& entry) {
        coder(entry.first);
        coder(entry.second);
    });
}

}  // namespace

std::string encode_point(const store::Point& point) {
    Writer writer;
    code_point(writer, point);
    return std::move(writer.bytes);
}

store::Point decode_point(std::string_view bytes) {
    Reader reader(bytes);
    store::Point point;
    code_point(reader, point);
    SYSTOLE_INVARIANT(reader.at_end(), "a worker sends whole points");
    return point;
}

}  // namespace systole::sweep
