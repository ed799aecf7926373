#include "sim/config/key_table.h"

#include "sim/config/key_rows.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <type_traits>

namespace systole::config {
namespace {

template <class Names>
std::vector<std::string_view> as_vector(const Names& names) {
    return {names.begin(), names.end()};
}

struct ChoiceNames {
    template <class T>
    std::vector<std::string_view> operator()(const T* /*field*/) const {
        if constexpr (std::is_same_v<T, Dataflow>) {
            return as_vector(kDataflowNames);
        } else if constexpr (std::is_same_v<T, ElementType>) {
            return as_vector(kElementTypeNames);
        } else if constexpr (std::is_same_v<T, TilingGoal>) {
            return as_vector(kTilingGoalNames);
        } else if constexpr (std::is_same_v<T, Sharing>) {
            return as_vector(kSharingNames);
        } else if constexpr (std::is_same_v<T, BusLoad>) {
            return as_vector(kBusLoadNames);
        } else if constexpr (std::is_same_v<T, DdrModel>) {
            return as_vector(kDdrModelNames);
        } else if constexpr (std::is_same_v<T, DdrStandard>) {
            return as_vector(kDdrStandardNames);
        } else {
            static_assert(!std::is_enum_v<T>, "name the choices of this type here");
            return {};
        }
    }
};

struct ValueText {
    std::string operator()(const std::uint64_t* value) const { return std::to_string(*value); }
    std::string operator()(const bool* value) const { return *value ? "on" : "off"; }
    std::string operator()(const std::string* value) const {
        return value->empty() ? "none" : *value;
    }
    std::string operator()(const std::vector<Route>* value) const {
        std::vector<std::string> texts;
        for (const Route route : *value) {
            texts.push_back(route_text(route));
        }
        return texts.empty() ? "none" : fmt::format("{}", fmt::join(texts, ", "));
    }
    std::string operator()(const AddressMap* value) const {
        std::vector<std::string_view> names;
        for (const DramPart part : *value) {
            names.push_back(kDramPartNames[static_cast<std::size_t>(part)]);
        }
        return fmt::format("{}", fmt::join(names, "-"));
    }
    std::string operator()(const std::vector<Tier>* value) const {
        std::vector<std::string_view> names;
        for (const Tier t : *value) {
            names.push_back(name(t));
        }
        return fmt::format("{}", fmt::join(names, ", "));
    }
    template <class Enum>
    std::string operator()(const Enum* value) const {
        return std::string(ChoiceNames()(value).at(static_cast<std::size_t>(*value)));
    }
};

}  // namespace

std::vector<Key> arch_keys() {
    std::vector<Key> keys;
    append_core_keys(keys);
    append_memory_keys(keys);
    append_compute_keys(keys);
    append_movement_keys(keys);
    append_policy_keys(keys);
    return keys;
}

std::vector<std::string_view> choices(const Slot& slot) {
    return std::visit(ChoiceNames(), slot);
}

bool is_list(const Slot& slot) {
    return std::holds_alternative<std::vector<Route>*>(slot) ||
           std::holds_alternative<std::vector<Tier>*>(slot);
}

std::string expected_text(const Key& key) {
    ArchConfig any;
    const Slot slot = key.slot(any);
    if (std::holds_alternative<std::uint64_t*>(slot)) {
        const std::string unit = key.unit.empty() ? "" : fmt::format(" ({})", key.unit);
        return fmt::format("a whole number from {} to {}{}", key.range.min, key.range.max, unit);
    }
    if (std::holds_alternative<bool*>(slot)) {
        return "on or off";
    }
    if (std::holds_alternative<std::string*>(slot)) {
        return fmt::format("a text of {} to {} bytes on one line", key.range.min, key.range.max);
    }
    if (std::holds_alternative<std::vector<Route>*>(slot)) {
        return "a list of routes such as [DDR+L1, L1+L0A]";
    }
    if (std::holds_alternative<std::vector<Tier>*>(slot)) {
        return "a list of scratchpads such as [L1, L0A]";
    }
    if (std::holds_alternative<AddressMap*>(slot)) {
        return fmt::format("each of {} once, joined by '-'", fmt::join(kDramPartNames, ", "));
    }
    return fmt::format("one of {}", fmt::join(choices(slot), ", "));
}

std::string range_text(const Key& key) {
    ArchConfig any;
    const Slot slot = key.slot(any);
    if (std::holds_alternative<bool*>(slot)) {
        return "on, off";
    }
    if (std::holds_alternative<std::string*>(slot)) {
        return fmt::format("text of {} to {} bytes", key.range.min, key.range.max);
    }
    if (std::holds_alternative<std::vector<Route>*>(slot)) {
        return "list of routes";
    }
    if (std::holds_alternative<std::vector<Tier>*>(slot)) {
        return "list of scratchpads";
    }
    if (std::holds_alternative<AddressMap*>(slot)) {
        return "the five parts in any order";
    }
    if (const auto names = choices(slot); !names.empty()) {
        return fmt::format("{}", fmt::join(names, ", "));
    }
    return fmt::format("{} to {}", key.range.min, key.range.max);
}

std::string value_text(const Key& key, ArchConfig config) {
    return std::visit(ValueText(), key.slot(config));
}

std::string default_text(const Key& key) {
    if (key.required) {
        return "required";
    }
    return key.default_text.empty() ? value_text(key, ArchConfig()) : std::string(key.default_text);
}

}  // namespace systole::config
