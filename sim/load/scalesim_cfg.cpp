#include "sim/load/scalesim_cfg.h"

#include "sim/core/error.h"
#include "sim/core/nearest.h"
#include "sim/core/number_text.h"
#include "sim/core/visible_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <cstddef>
#include <map>
#include <optional>
#include <string_view>
#include <utility>

namespace systole::load {
namespace {

enum class Kind { kText, kNumber, kNumbers, kTruth };

struct Key {
    std::string_view section;
    std::string_view name;
    Kind kind;
};

// Every key of the files in its configs/ folder, and what its reader takes them for.
constexpr std::array<Key, 34> kKeys = {{
    {"general", "run_name", Kind::kText},
    {"architecture_presets", "ArrayHeight", Kind::kNumber},
    {"architecture_presets", "ArrayWidth", Kind::kNumber},
    {"architecture_presets", "IfmapSramSzkB", Kind::kNumber},
    {"architecture_presets", "FilterSramSzkB", Kind::kNumber},
    {"architecture_presets", "OfmapSramSzkB", Kind::kNumber},
    {"architecture_presets", "IfmapOffset", Kind::kNumber},
    {"architecture_presets", "FilterOffset", Kind::kNumber},
    {"architecture_presets", "OfmapOffset", Kind::kNumber},
    {"architecture_presets", "Bandwidth", Kind::kNumbers},
    {"architecture_presets", "Dataflow", Kind::kText},
    {"architecture_presets", "MemoryBanks", Kind::kNumber},
    {"architecture_presets", "ReadRequestBuffer", Kind::kNumber},
    {"architecture_presets", "WriteRequestBuffer", Kind::kNumber},
    {"layout", "IfmapCustomLayout", Kind::kTruth},
    {"layout", "IfmapSRAMBankBandwidth", Kind::kNumber},
    {"layout", "IfmapSRAMBankNum", Kind::kNumber},
    {"layout", "IfmapSRAMBankPort", Kind::kNumber},
    {"layout", "FilterCustomLayout", Kind::kTruth},
    {"layout", "FilterSRAMBankBandwidth", Kind::kNumber},
    {"layout", "FilterSRAMBankNum", Kind::kNumber},
    {"layout", "FilterSRAMBankPort", Kind::kNumber},
    {"sparsity", "SparsitySupport", Kind::kTruth},
    {"sparsity", "SparseRep", Kind::kText},
    {"sparsity", "OptimizedMapping", Kind::kTruth},
    {"sparsity", "BlockSize", Kind::kNumber},
    {"sparsity", "RandomNumberGeneratorSeed", Kind::kNumber},
    {"run_presets", "InterfaceBandwidth", Kind::kText},
    {"run_presets", "UseRamulatorTrace", Kind::kTruth},
    {"run_presets", "SRAM_row_size", Kind::kNumber},
    {"run_presets", "SRAM_bank_size", Kind::kNumber},
    {"run_presets", "DRAM_row_size", Kind::kNumber},
    {"run_presets", "DRAM_bank_size", Kind::kNumber},
    {"network_presets", "TopologyCsvLoc", Kind::kText},
}};

std::string lower(std::string_view text) {
    std::string folded(text);
    std::transform(folded.begin(), folded.end(), folded.begin(), [](unsigned char c) {
        return static_cast<char>(std::tolower(c));
    });
    return folded;
}

std::string_view trimmed(std::string_view text) {
    constexpr std::string_view kBlank = " \t\r";
    const std::size_t first = text.find_first_not_of(kBlank);
    if (first == std::string_view::npos) {
        return {};
    }
    return text.substr(first, text.find_last_not_of(kBlank) - first + 1);
}

// The words that Python's ConfigParser takes for truth values.
std::optional<bool> truth(std::string_view text) {
    const std::string word = lower(text);
    if (word == "true" || word == "yes" || word == "on" || word == "1") {
        return true;
    }
    if (word == "false" || word == "no" || word == "off" || word == "0") {
        return false;
    }
    return std::nullopt;
}

class Reader {
 public:
    explicit Reader(TextSource source) : source_(std::move(source)), lines_(source_) {
        cfg_.file = source_.name();
    }

    ScalesimCfg read() {
        std::string_view line;
        while (lines_.next(line)) {
            const std::string_view text = trimmed(line);
            if (text.empty() || text.front() == '#' || text.front() == ';') {
                continue;
            }
            check_indent(line.find_first_not_of(" \t"), text);
            if (text.front() == '[') {
                open_section(text);
            } else {
                take_pair(text);
            }
        }
        return finish();
    }

 private:
    struct Value {
        std::string text;
        std::size_t line;
    };

    SourceRef here() const { return {source_.name(), lines_.number(), {}}; }

    [[noreturn]] void fail(std::string_view what, const std::string& message) const {
        throw_bad_input(source_.rule(what), here(), message);
    }

    void note(std::size_t line, const std::string& message) {
        cfg_.notes.push_back(fmt::format("{}:{}: {}", source_.name(), line, message));
    }

    // Python's ConfigParser takes a line that is indented further than the key above it for more of
    // that key's value.
    void check_indent(std::size_t indent, std::string_view text) {
        if (after_key_ && indent > indent_) {
            fail("syntax",
                 fmt::format("'{}' is indented further than the key above it: SCALE-Sim reads it "
                             "as part of that key's value; indent both alike",
                             excerpt(text)));
        }
        indent_ = indent;
        after_key_ = text.front() != '[';
    }

    void open_section(std::string_view text) {
        if (text.back() != ']') {
            fail("syntax", fmt::format("'{}' opens a section without a ']'", excerpt(text)));
        }
        section_ = std::string(text.substr(1, text.size() - 2));
        if (!sections_.emplace(section_, lines_.number()).second) {
            fail("syntax", fmt::format("section [{}] comes twice", excerpt(section_)));
        }
        std::vector<std::string_view> known;
        for (const Key& key : kKeys) {
            known.push_back(key.section);
        }
        section_known_ = std::find(known.begin(), known.end(), section_) != known.end();
        if (!section_known_) {
            note(lines_.number(),
                 fmt::format("section [{}] is not known and not used{}",
                             excerpt(section_),
                             did_you_mean(section_, known)));
        }
    }

    void take_pair(std::string_view text) {
        const std::size_t at = text.find_first_of(":=");
        if (at == std::string_view::npos || at == 0) {
            fail("syntax",
                 fmt::format("'{}' is neither a [section] nor a 'Key: value'", excerpt(text)));
        }
        if (section_.empty()) {
            fail("syntax", fmt::format("'{}' stands before the first [section]", excerpt(text)));
        }
        if (!section_known_) {
            return;
        }
        const std::string_view name = trimmed(text.substr(0, at));
        const std::string_view value = trimmed(text.substr(at + 1));
        std::vector<std::string_view> known;
        for (const Key& key : kKeys) {
            if (key.section != section_) {
                continue;
            }
            known.push_back(key.name);
            if (lower(key.name) == lower(name)) {
                check(key, value);
                if (!values_.emplace(key.name, Value{std::string(value), lines_.number()}).second) {
                    fail("syntax", fmt::format("{} comes twice", key.name));
                }
                return;
            }
        }
        note(lines_.number(),
             fmt::format("{} is not known in [{}] and not used{}",
                         excerpt(name),
                         section_,
                         did_you_mean(name, known)));
    }

    void check(const Key& key, std::string_view value) const {
        bool good = true;
        const char* expected = "";
        if (key.kind == Kind::kNumber) {
            good = parse_whole_number(value).has_value();
            expected = "a whole number";
        } else if (key.kind == Kind::kNumbers) {
            expected = "whole numbers with commas between them";
            for (std::string_view rest = value; good;) {
                const std::size_t comma = rest.find(',');
                good = parse_whole_number(trimmed(rest.substr(0, comma))).has_value();
                if (comma == std::string_view::npos) {
                    break;
                }
                rest.remove_prefix(comma + 1);
            }
        } else if (key.kind == Kind::kTruth) {
            good = truth(value).has_value();
            expected = "true or false";
        }
        if (!good) {
            fail("value",
                 fmt::format("{} is '{}', expected {}{}",
                             key.name,
                             excerpt(value),
                             expected,
                             value.find_first_of("#;") == std::string_view::npos
                                 ? ""
                                 : " (a comment needs a line of its own)"));
        }
    }

    const Value* find(std::string_view key) const {
        const auto found = values_.find(key);
        return found == values_.end() ? nullptr : &found->second;
    }

    const Value& need(std::string_view key) const {
        const Value* value = find(key);
        if (value == nullptr) {
            const auto row = std::find_if(
                kKeys.begin(), kKeys.end(), [&](const Key& k) { return k.name == key; });
            throw_bad_input(source_.rule("missing-key"),
                            {source_.name(), 0, {}},
                            fmt::format("[{}] has no {}", row->section, key));
        }
        return *value;
    }

    [[noreturn]] void fail_at(const Value& value,
                              std::string_view what,
                              const std::string& message) const {
        throw_bad_input(source_.rule(what), {source_.name(), value.line, {}}, message);
    }

    std::uint64_t size(std::string_view key, std::uint64_t largest = std::uint64_t{1} << 31) const {
        const Value& value = need(key);
        // Of several bandwidths the first counts.
        const std::string_view text =
            trimmed(std::string_view(value.text).substr(0, value.text.find(',')));
        const std::uint64_t number = *parse_whole_number(text);
        if (number < 1 || number > largest) {
            fail_at(value, "range", fmt::format("{} is {}, expected 1 .. {}", key, text, largest));
        }
        return number;
    }

    bool is_true(std::string_view key) const {
        const Value* value = find(key);
        return value != nullptr && *truth(value->text);
    }

    ScalesimCfg finish() {
        cfg_.rows = size("ArrayHeight");
        cfg_.cols = size("ArrayWidth");
        read_dataflow();
        read_interface();
        if (const Value* value = find("run_name")) {
            cfg_.run_name = value->text;
            // It names a folder below the one the user gave.
            if (value->text.empty() || value->text.find('/') != std::string::npos ||
                value->text == "." || value->text == "..") {
                fail_at(*value,
                        "value",
                        fmt::format("run_name is '{}', expected the name of a folder",
                                    excerpt(value->text)));
            }
        }
        if (is_true("SparsitySupport")) {
            fail_at(
                *find("SparsitySupport"),
                "sparsity",
                "SparsitySupport is true, but sparse filters are not modelled; set it to false");
        }
        return std::move(cfg_);
    }

    void read_dataflow() {
        const Value& value = need("Dataflow");
        for (const Dataflow dataflow : {Dataflow::kWeightStationary,
                                        Dataflow::kOutputStationary,
                                        Dataflow::kInputStationary}) {
            if (value.text == name(dataflow)) {
                cfg_.dataflow = dataflow;
                return;
            }
        }
        fail_at(value,
                "value",
                fmt::format("Dataflow is '{}', expected os, ws or is", excerpt(value.text)));
    }

    void read_interface() {
        if (const Value* value = find("InterfaceBandwidth")) {
            if (value->text != "CALC" && value->text != "USER") {
                fail_at(*value,
                        "value",
                        fmt::format("InterfaceBandwidth is '{}', expected CALC or USER",
                                    excerpt(value->text)));
            }
            if (value->text == "USER") {
                read_buffers();
            }
        }
        if (is_true("UseRamulatorTrace")) {
            fail_at(*find("UseRamulatorTrace"),
                    "memory",
                    "UseRamulatorTrace is true, but latencies of a DRAM trace are not modelled; "
                    "set it to False");
        }
    }

    void read_buffers() {
        for (const char* key : {"IfmapCustomLayout", "FilterCustomLayout"}) {
            if (is_true(key)) {
                fail_at(*find(key),
                        "memory",
                        fmt::format("{} is true, but with InterfaceBandwidth USER a layout of "
                                    "banks is not modelled; set it to False",
                                    key));
            }
        }
        constexpr std::uint64_t kLargest = std::uint64_t{1} << 20;
        ScalesimBuffers& buffers = cfg_.buffers.emplace();
        buffers.ifmap_kb = size("IfmapSramSzkB", kLargest);
        buffers.filter_kb = size("FilterSramSzkB", kLargest);
        buffers.ofmap_kb = size("OfmapSramSzkB", kLargest);
        buffers.ifmap_bandwidth = size("IfmapSRAMBankBandwidth", kLargest);
        buffers.filter_bandwidth = size("FilterSRAMBankBandwidth", kLargest);
        buffers.ofmap_bandwidth = size("Bandwidth", kLargest);
    }

    TextSource source_;
    LineReader lines_;
    ScalesimCfg cfg_;
    std::string section_;
    bool section_known_ = false;
    std::size_t indent_ = 0;  // of the line above
    bool after_key_ = false;  // which was a key
    std::map<std::string, std::size_t> sections_;
    std::map<std::string_view, Value> values_;
};

}  // namespace

ScalesimCfg read_scalesim_cfg(const std::string& path, InputFiles* log) {
    return read_scalesim_cfg(TextSource::open(path, "scalesim", log));
}

ScalesimCfg read_scalesim_cfg(TextSource source) {
    return Reader(std::move(source)).read();
}

}  // namespace systole::load
