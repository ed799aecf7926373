#include "sim/generate/kernel.h"

#include "sim/core/error.h"
#include "sim/core/nearest.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace systole::generate {

Values::Values(const Kernel& kernel) : kernel_(&kernel) {
    for (const Parameter& p : kernel.parameters) {
        values_.push_back(p.default_value);
    }
}

void Values::set(std::string_view name, std::uint64_t value) {
    const std::size_t at = find(name);
    if (at == values_.size()) {
        std::vector<std::string_view> names;
        for (const Parameter& p : kernel_->parameters) {
            names.push_back(p.name);
        }
        throw_bad_input("generate.parameter",
                        {},
                        fmt::format("{} has no parameter '{}'; it has: {}{}",
                                    kernel_->name,
                                    name,
                                    fmt::join(names, ", "),
                                    did_you_mean(name, names)));
    }
    const Parameter& p = kernel_->parameters[at];
    if (value < p.min || value > p.max) {
        throw_bad_input("generate.range",
                        {},
                        fmt::format("{}: --{} is {}, but must be from {} to {} {}",
                                    kernel_->name,
                                    p.name,
                                    value,
                                    p.min,
                                    p.max,
                                    p.unit));
    }
    values_[at] = static_cast<std::uint32_t>(value);
}

std::uint32_t Values::operator[](std::string_view name) const {
    const std::size_t at = find(name);
    SYSTOLE_INVARIANT(at < values_.size(), "a kernel asks for a parameter it does not declare");
    return values_[at];
}

std::string Values::command() const {
    std::string text = fmt::format("systole generate {}", kernel_->name);
    for (std::size_t i = 0; i < values_.size(); ++i) {
        const Parameter& p = kernel_->parameters[i];
        if (values_[i] != p.default_value) {
            text += fmt::format(" --{} {}", p.name, values_[i]);
        }
    }
    return text;
}

std::size_t Values::find(std::string_view name) const {
    std::size_t at = 0;
    while (at < values_.size() && kernel_->parameters[at].name != name) {
        ++at;
    }
    return at;
}

}  // namespace systole::generate
