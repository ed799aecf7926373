#include "sim/config/route.h"

namespace systole::config {
namespace {

std::optional<Route> place_from(std::string_view text) {
    if (text == "DDR") {
        return kRouteDdr;
    }
    const std::optional<Tier> tier = tier_from(text);
    return tier ? std::optional<Route>(route_place(*tier)) : std::nullopt;
}

std::string_view trimmed(std::string_view text) {
    const std::size_t first = text.find_first_not_of(' ');
    if (first == std::string_view::npos) {
        return {};
    }
    return text.substr(first, text.find_last_not_of(' ') - first + 1);
}

}  // namespace

std::string route_text(Route route) {
    std::string text;
    const auto add = [&text](std::string_view place) {
        text += text.empty() ? "" : "+";
        text += place;
    };
    if ((route & kRouteDdr) != 0) {
        add("DDR");
    }
    for (Tier t : kTiers) {
        if ((route & route_place(t)) != 0) {
            add(name(t));
        }
    }
    return text;
}

std::optional<Route> parse_route(std::string_view text, std::string_view* bad_place) {
    unsigned route = 0;
    for (;;) {
        const std::size_t plus = text.find('+');
        const std::string_view piece = trimmed(text.substr(0, plus));
        const std::optional<Route> place = place_from(piece);
        if (!place || (route & *place) != 0) {
            if (bad_place != nullptr) {
                *bad_place = piece;
            }
            return std::nullopt;
        }
        route |= *place;
        if (plus == std::string_view::npos) {
            return static_cast<Route>(route);
        }
        text.remove_prefix(plus + 1);
    }
}

}  // namespace systole::config
