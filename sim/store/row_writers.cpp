#include "sim/store/row_writers.h"

#include "sim/core/json_text.h"
#include "sim/store/value.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

namespace systole::store {
namespace {

constexpr std::size_t kPiece = 1 << 16;  // bytes handed on at once

class Buffered : public RowSink {
 public:
    explicit Buffered(TextSink out) : out_(std::move(out)) {}

 protected:
    std::string text_;

    void hand_on(std::size_t least) {
        if (text_.size() > least) {
            out_(text_);
            text_.clear();
        }
    }

 private:
    TextSink out_;
};

class Csv final : public Buffered {
 public:
    using Buffered::Buffered;

    void begin(const std::vector<std::string>& columns) override {
        for (std::size_t i = 0; i < columns.size(); ++i) {
            field(columns[i], i == 0);
        }
        text_ += '\n';
    }
    void row(const std::vector<Value>& cells) override {
        for (std::size_t i = 0; i < cells.size(); ++i) {
            if (const auto* number = std::get_if<std::int64_t>(&cells[i])) {
                const fmt::format_int digits(*number);
                text_.append(i == 0 ? 0 : 1, ',').append(digits.data(), digits.size());
            } else {
                field(value_text(cells[i]), i == 0);
            }
        }
        text_ += '\n';
        hand_on(kPiece);
    }
    void end() override { hand_on(0); }

 private:
    void field(std::string_view words, bool first) {
        if (!first) {
            text_ += ',';
        }
        if (words.find_first_of(",\"\r\n") == std::string_view::npos) {
            text_ += words;
            return;
        }
        text_ += '"';
        for (const char c : words) {
            text_.append(c == '"' ? 2 : 1, c);
        }
        text_ += '"';
    }
};

class Json final : public Buffered {
 public:
    using Buffered::Buffered;

    void begin(const std::vector<std::string>& columns) override {
        names_ = columns;
        text_ += "[";
    }
    void row(const std::vector<Value>& cells) override {
        nlohmann::ordered_json object = nlohmann::ordered_json::object();
        for (std::size_t i = 0; i < cells.size(); ++i) {
            nlohmann::ordered_json& cell = object[names_[i]];
            std::visit(
                [&](const auto& value) {
                    if constexpr (!std::is_same_v<std::decay_t<decltype(value)>, std::monostate>) {
                        cell = value;
                    }
                },
                cells[i]);
        }
        text_ += first_ ? "\n" : ",\n";
        first_ = false;
        text_ += json_text(object);
        hand_on(kPiece);
    }
    void end() override {
        text_ += first_ ? "]\n" : "\n]\n";
        hand_on(0);
    }

 private:
    std::vector<std::string> names_;
    bool first_ = true;
};

// Widths are those of the first rows; later ones may stand out.
class Table final : public Buffered {
 public:
    using Buffered::Buffered;

    void begin(const std::vector<std::string>& columns) override {
        waiting_.push_back(columns);
        right_.assign(columns.size(), true);
    }
    void row(const std::vector<Value>& cells) override {
        std::vector<std::string> line;
        for (std::size_t i = 0; i < cells.size(); ++i) {
            if (std::holds_alternative<std::string>(cells[i])) {
                right_[i] = false;
            }
            const auto* real = std::get_if<double>(&cells[i]);
            line.push_back(real != nullptr ? fmt::format("{:.6g}", *real) : value_text(cells[i]));
        }
        waiting_.push_back(std::move(line));
        if (waiting_.size() > kLook) {
            print();
        }
    }
    void end() override {
        print();
        hand_on(0);
    }

 private:
    static constexpr std::size_t kLook = 500;

    void print() {
        widths_.resize(right_.size(), 0);
        for (const auto& line : waiting_) {
            for (std::size_t i = 0; i < line.size(); ++i) {
                widths_[i] = std::max(widths_[i], line[i].size());
            }
        }
        for (const auto& line : waiting_) {
            const std::size_t start = text_.size();
            for (std::size_t i = 0; i < line.size(); ++i) {
                text_ += fmt::format(right_[i] ? "{:>{}}" : "{:<{}}", line[i], widths_[i]);
                text_ += "  ";
            }
            text_.resize(std::max(start, text_.find_last_not_of(' ') + 1));
            text_ += '\n';
            hand_on(kPiece);
        }
        waiting_.clear();
    }

    std::vector<std::vector<std::string>> waiting_;
    std::vector<bool> right_;
    std::vector<std::size_t> widths_;
};

}  // namespace

std::unique_ptr<RowSink> csv_rows(TextSink out) {
    return std::make_unique<Csv>(std::move(out));
}
std::unique_ptr<RowSink> json_rows(TextSink out) {
    return std::make_unique<Json>(std::move(out));
}
std::unique_ptr<RowSink> table_rows(TextSink out) {
    return std::make_unique<Table>(std::move(out));
}

}  // namespace systole::store
