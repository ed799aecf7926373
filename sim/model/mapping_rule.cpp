#include "sim/model/mapping_rule.h"

#include <fmt/format.h>

#include <array>
#include <cctype>
#include <cstddef>

namespace systole::model {

namespace {

// Dimensions are single letters; a list of them is a string.
struct Rule {
    std::string_view dimensions;  // all, for the error message in this order
    std::string_view unroll;      // rows, columns, depth
    std::string_view innermost;   // the loops that must be inside all others, in any order
    std::string_view unroll_text;
    std::string_view loops_text;
    std::string_view why_unroll;
    std::string_view why_loops;
};

constexpr std::array<Rule, kDataflowCount> kRules = {{
    {"MNK",
     "KN",
     "M",
     "K,N",
     "N,K,M",
     "weights stay, partial sums are added from row to row, so the rows take K and each column "
     "makes one of N",
     "M streams past the weights on the array; outside K or N it would reload them for every "
     "vector"},
    {"MNK",
     "MN",
     "K",
     "M,N",
     "N,M,K",
     "outputs stay, activations run along a row and weights down a column, so the rows take M "
     "and the columns N",
     "K is summed in the PE that holds the output; outside M or N the sum would leave it"},
    {"MNK",
     "KM",
     "N",
     "K,M",
     "M,K,N",
     "activations stay, partial sums are added from row to row, so the rows take K and each "
     "column makes one of M",
     "N streams past the activations on the array; outside K or M it would reload them for every "
     "vector"},
    {"NMCEFRS",
     "RE",
     "FS",
     "R,E",
     "M,C,N,E,R,F,S",
     "filter rows stay in a row of PEs and partial sums are added up a column, so the rows take "
     "R and the columns E",
     "a PE slides one filter row (S) along one input row (F) before it takes another"},
    {"MNK",
     "MNK",
     "",
     "M,N,K",
     "M,N,K",
     "a block has M on the rows, N on the columns and sums K over its depth",
     ""},
}};

const Rule& rule_of(Dataflow dataflow) {
    return kRules[static_cast<std::size_t>(dataflow)];
}

bool has(std::string_view letters, char letter) {
    return letters.find(letter) != std::string_view::npos;
}

// "KN" -> "K,N".
std::string listed(std::string_view letters) {
    std::string text;
    for (const char letter : letters) {
        text += text.empty() ? "" : ",";
        text += letter;
    }
    return text;
}

// The letters of a comma-separated list, in upper case.
std::string letters_of(std::string_view text,
                       const Rule& rule,
                       Dataflow dataflow,
                       const char* what,
                       const SourceRef& where) {
    std::string letters;
    std::string word;
    const auto take = [&] {
        const char letter =
            word.size() == 1 ? static_cast<char>(std::toupper(static_cast<unsigned char>(word[0])))
                             : '\0';
        if (letter == '\0' || !has(rule.dimensions, letter)) {
            throw_bad_input("mapping.dimension",
                            where,
                            fmt::format("'{}' in the {} '{}' is no dimension of {}; they are {}",
                                        word,
                                        what,
                                        text,
                                        name(dataflow),
                                        listed(rule.dimensions)));
        }
        if (has(letters, letter)) {
            throw_bad_input("mapping.dimension",
                            where,
                            fmt::format("{} comes twice in the {} '{}'", letter, what, text));
        }
        letters += letter;
        word.clear();
    };
    for (const char c : text) {
        if (c == ',') {
            take();
        } else if (c != ' ') {
            word += c;
        }
    }
    take();
    return letters;
}

void check_count(std::string_view letters,
                 std::size_t expected,
                 const char* what,
                 const char* meaning,
                 const SourceRef& where) {
    if (letters.size() != expected) {
        throw_bad_input("mapping.dimension",
                        where,
                        fmt::format("the {} '{}' has {} dimensions, expected {}: {}",
                                    what,
                                    listed(letters),
                                    letters.size(),
                                    expected,
                                    meaning));
    }
}

}  // namespace

void check_mapping(Dataflow dataflow,
                   std::string_view unroll,
                   std::string_view loops,
                   const SourceRef& where) {
    const Rule& rule = rule_of(dataflow);
    if (!unroll.empty()) {
        const std::string letters = letters_of(unroll, rule, dataflow, "unrolling", where);
        check_count(letters,
                    rule.unroll.size(),
                    "unrolling",
                    dataflow == Dataflow::kBlock ? "rows, columns, depth" : "rows, columns",
                    where);
        if (letters != rule.unroll) {
            throw_refused(
                "mapping.unroll",
                where,
                fmt::format("{} cannot have {} on the array's rows and {} on its columns: "
                            "{}; use {}",
                            name(dataflow),
                            letters[0],
                            letters[1],
                            rule.why_unroll,
                            rule.unroll_text));
        }
    }
    if (!loops.empty()) {
        const std::string letters = letters_of(loops, rule, dataflow, "loop order", where);
        check_count(letters,
                    rule.dimensions.size(),
                    "loop order",
                    "every dimension, outermost first",
                    where);
        const std::size_t outer = letters.size() - rule.innermost.size();
        for (std::size_t i = outer; i < letters.size(); ++i) {
            if (has(rule.innermost, letters[i])) {
                continue;
            }
            const std::string_view outside = std::string_view(letters).substr(0, i);
            const char streamed = outside[outside.find_last_of(rule.innermost)];
            throw_refused("mapping.loop-order",
                          where,
                          fmt::format("{} cannot run {} outside {} (loops {}): {}; use {}",
                                      name(dataflow),
                                      streamed,
                                      letters[i],
                                      listed(letters),
                                      rule.why_loops,
                                      rule.loops_text));
        }
    }
}

std::string_view native_unroll(Dataflow dataflow) {
    return rule_of(dataflow).unroll_text;
}

std::string_view native_loops(Dataflow dataflow) {
    return rule_of(dataflow).loops_text;
}

}  // namespace systole::model
