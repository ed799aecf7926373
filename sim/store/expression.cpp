#include "sim/store/expression.h"

#include "sim/core/nearest.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <utility>

namespace systole::store {
namespace {

constexpr std::string_view kWords[] = {"and",
                                       "or",
                                       "not",
                                       "in",
                                       "is",
                                       "null",
                                       "like",
                                       "case",
                                       "when",
                                       "then",
                                       "else",
                                       "end",
                                       "true",
                                       "false",
                                       "between"};
constexpr std::string_view kFunctions[] = {
    "abs",   "ceil", "coalesce", "exp",    "floor", "iif",   "length", "ln",   "log10", "log2",
    "lower", "max",  "min",      "nullif", "pow",   "round", "sign",   "sqrt", "trunc", "upper"};

template <std::size_t N>
bool is_one_of(std::string_view word, const std::string_view (&list)[N]) {
    return std::find(std::begin(list), std::end(list), word) != std::end(list);
}

bool starts_name(char c) {
    return std::isalpha(static_cast<unsigned char>(c)) != 0 || c == '_';
}
bool continues_name(char c) {
    return starts_name(c) || std::isdigit(static_cast<unsigned char>(c)) != 0 || c == '.';
}

std::string lower(std::string_view text) {
    std::string result(text);
    std::transform(result.begin(), result.end(), result.begin(), [](unsigned char c) {
        return static_cast<char>(std::tolower(c));
    });
    return result;
}

// Reads the text from left to right and writes SQL.
class Translator {
 public:
    Translator(std::string_view text,
               const std::function<std::string(const std::string&)>& column,
               const std::vector<std::string>& known,
               const char* rule,
               const SourceRef& where)
        : text_(text), column_(column), known_(known), rule_(rule), where_(where) {}

    std::string translate() {
        while (at_ < text_.size()) {
            const char c = text_[at_];
            if (std::isspace(static_cast<unsigned char>(c)) != 0) {
                ++at_;
                sql_ += ' ';
            } else if (c == '\'' || c == '"') {
                quoted_text(c);
            } else if (std::isdigit(static_cast<unsigned char>(c)) != 0 || c == '.') {
                number();
            } else if (starts_name(c)) {
                name();
            } else {
                sign();
            }
        }
        if (sql_.find_first_not_of(' ') == std::string::npos) {
            fail("it is empty");
        }
        return sql_;
    }

 private:
    [[noreturn]] void fail(const std::string& what) const {
        throw_bad_input(rule_, where_, fmt::format("in the expression \"{}\": {}", text_, what));
    }

    void quoted_text(char quote) {
        const std::size_t end = text_.find(quote, at_ + 1);
        if (end == std::string_view::npos) {
            fail(fmt::format("the text that begins with {} does not end", text_.substr(at_)));
        }
        const std::string_view words = text_.substr(at_ + 1, end - at_ - 1);
        at_ = end + 1;
        if (quote == '\'') {
            sql_ += fmt::format("'{}'", words);
        } else {
            resolve(std::string(words));
        }
    }

    void number() {
        std::size_t end = at_;
        while (end < text_.size() &&
               (continues_name(text_[end]) || ((text_[end] == '+' || text_[end] == '-') &&
                                               lower(text_.substr(end - 1, 1)) == "e"))) {
            ++end;
        }
        const std::string_view digits = text_.substr(at_, end - at_);
        if (digits.find_first_not_of("0123456789.eE+-") != std::string_view::npos) {
            fail(fmt::format("'{}' is no number; units are those of the key", digits));
        }
        sql_ += digits;
        at_ = end;
    }

    void name() {
        std::size_t end = at_;
        while (end < text_.size() && continues_name(text_[end])) {
            ++end;
        }
        const std::string word(text_.substr(at_, end - at_));
        std::size_t next = end;
        while (next < text_.size() && text_[next] == ' ') {
            ++next;
        }
        at_ = end;
        if (is_one_of(lower(word), kWords)) {
            sql_ += word;
        } else if (next < text_.size() && text_[next] == '(') {
            if (!is_one_of(lower(word), kFunctions)) {
                const std::vector<std::string_view> functions(std::begin(kFunctions),
                                                              std::end(kFunctions));
                fail(fmt::format(
                    "there is no function '{}'{}", word, did_you_mean(word, functions)));
            }
            sql_ += word;
        } else {
            resolve(word);
        }
    }

    void resolve(const std::string& word) {
        const std::string sql = column_(word);
        if (sql.empty()) {
            const std::vector<std::string_view> names(known_.begin(), known_.end());
            fail(fmt::format("there is no '{}'{}", word, did_you_mean(word, names)));
        }
        sql_ += sql;
    }

    void sign() {
        constexpr std::pair<std::string_view, std::string_view> kSigns[] = {{"&&", " and "},
                                                                            {"||", " or "},
                                                                            {"!=", "!="},
                                                                            {"==", "="},
                                                                            {"<=", "<="},
                                                                            {">=", ">="},
                                                                            {"<>", "<>"},
                                                                            {"!", " not "},
                                                                            {"<", "<"},
                                                                            {">", ">"},
                                                                            {"=", "="},
                                                                            {"+", "+"},
                                                                            {"-", "- "},
                                                                            {"*", "*"},
                                                                            {"/", "*1.0/"},
                                                                            {"%", "%"},
                                                                            {"(", "("},
                                                                            {")", ")"},
                                                                            {",", ","}};
        for (const auto& [sign, sql] : kSigns) {
            if (text_.substr(at_, sign.size()) == sign) {
                sql_ += sql;
                at_ += sign.size();
                return;
            }
        }
        fail(fmt::format("'{}' means nothing here", text_[at_]));
    }

    std::string_view text_;
    const std::function<std::string(const std::string&)>& column_;
    const std::vector<std::string>& known_;
    const char* rule_;
    const SourceRef& where_;
    std::size_t at_ = 0;
    std::string sql_;
};

}  // namespace

std::string expression_sql(std::string_view text,
                           const std::function<std::string(const std::string&)>& column,
                           const std::vector<std::string>& known,
                           const char* rule,
                           const SourceRef& where) {
    return Translator(text, column, known, rule, where).translate();
}

Expression::Expression(std::string_view text,
                       const std::vector<std::string>& names,
                       const std::vector<std::string>& words,
                       const char* rule,
                       SourceRef where)
    : text_(text) {
    const auto column = [&](const std::string& word) -> std::string {
        const auto found = std::find(names.begin(), names.end(), word);
        if (found == names.end()) {
            const bool is_word = std::find(words.begin(), words.end(), word) != words.end();
            return is_word ? fmt::format("'{}'", word) : "";
        }
        const auto index = static_cast<std::size_t>(found - names.begin());
        auto used = std::find(uses_.begin(), uses_.end(), index);
        if (used == uses_.end()) {
            used = uses_.insert(uses_.end(), index);
        }
        return fmt::format("?{}", used - uses_.begin() + 1);
    };
    const std::string sql = expression_sql(text, column, names, rule, where);
    scratch_ = std::make_shared<Database>("expression", Database::Mode::kMemory);
    try {
        statement_ =
            std::make_shared<Statement>(scratch_->prepare(fmt::format("SELECT ({})", sql)));
    } catch (const Error& error) {
        throw_bad_input(
            rule, where, fmt::format("in the expression \"{}\": {}", text, error.message()));
    }
}

Value Expression::evaluate(const std::vector<Value>& values) {
    for (std::size_t i = 0; i < uses_.size(); ++i) {
        statement_->bind(static_cast<int>(i) + 1, values[uses_[i]]);
    }
    Value result;
    if (statement_->step()) {
        result = statement_->value(0);
    }
    statement_->reset();
    return result;
}

bool Expression::holds(const std::vector<Value>& values) {
    const Value value = evaluate(values);
    if (const auto* number = std::get_if<std::int64_t>(&value)) {
        return *number != 0;
    }
    const auto* real = std::get_if<double>(&value);
    return real != nullptr && *real != 0.0;
}

}  // namespace systole::store
