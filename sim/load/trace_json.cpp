#include "sim/load/trace_json.h"

#include "sim/core/error.h"
#include "sim/core/visible_text.h"
#include "sim/load/layer_record.h"
#include "sim/load/line_counting_cursor.h"
#include "sim/load/node_record.h"
#include "sim/load/trace_collector.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace systole::load {
namespace {

// The handler of nlohmann's event parser. Its member functions have the names that the library
// asks for; every error is thrown, so they return true.
class TraceHandler {
 public:
    using number_integer_t = nlohmann::json::number_integer_t;
    using number_unsigned_t = nlohmann::json::number_unsigned_t;
    using number_float_t = nlohmann::json::number_float_t;
    using string_t = nlohmann::json::string_t;
    using binary_t = nlohmann::json::binary_t;

    TraceHandler(const std::string& file, LineCountingCursor& cursor)
        : file_(file), cursor_(cursor), collector_(file) {}

    ir::Program finish();

    bool null() { return scalar("null"); }
    bool boolean(bool value) { return scalar(value ? "true" : "false"); }
    bool number_integer(number_integer_t value) {
        return value >= 0 ? number_unsigned(static_cast<number_unsigned_t>(value))
                          : bad_number(std::to_string(value));
    }
    bool number_unsigned(number_unsigned_t value);
    bool number_float(number_float_t, const string_t& text) { return bad_number(text); }
    bool string(string_t& value);
    bool binary(binary_t&) { return true; }  // JSON text has none
    bool start_object(std::size_t);
    bool key(string_t& value);
    bool end_object();
    bool start_array(std::size_t);
    bool end_array();
    bool parse_error(std::size_t, const std::string& token, const nlohmann::json::exception& error);

 private:
    enum class Place {
        kDocument,
        kTop,
        kNodes,
        kNode,
        kBufs,
        kEdges,
        kEdge,
        kLayers,
        kLayer,
        kSkipped
    };
    enum class TopKey { kNodes, kEdges, kLayers, kElement, kOther };

    SourceRef here() const;
    std::string subject() const;
    std::string expected() const;
    bool ignored() const;
    bool skip();
    bool scalar(const std::string& found);
    bool bad_number(const std::string& found);
    [[noreturn]] void wrong_type(const std::string& found) const;

    const std::string& file_;
    LineCountingCursor& cursor_;
    TraceCollector collector_;

    Place place_ = Place::kDocument;
    Place resume_ = Place::kDocument;  // where to go on after a skipped value
    std::size_t skip_depth_ = 0;

    TopKey top_key_ = TopKey::kOther;
    bool has_nodes_ = false;
    bool has_edges_ = false;
    std::vector<std::string> unknown_top_keys_;

    NodeRecord node_;
    std::optional<Field> field_;  // of the key read last; none for an unknown one
    LayerRecord layer_;
    std::optional<LayerField> layer_field_;  // likewise
    bool has_layers_ = false;
    bool has_element_ = false;
    std::array<std::uint32_t, 2> ends_{};
    std::size_t ends_found_ = 0;
    std::size_t edge_line_ = 0;
};

constexpr std::size_t kMaxUnknownKeys = 16;  // kept for hints; a trace may carry many more

SourceRef TraceHandler::here() const {
    const bool in_node = place_ == Place::kNode || place_ == Place::kBufs;
    return {file_, cursor_.line(), in_node ? node_.node() : std::nullopt};
}

// What the value at hand belongs to, for messages.
std::string TraceHandler::subject() const {
    switch (place_) {
        case Place::kDocument:
            return "the document";
        case Place::kTop:
            return top_key_ == TopKey::kNodes     ? "Nodes"
                   : top_key_ == TopKey::kEdges   ? "Edges"
                   : top_key_ == TopKey::kElement ? "Element"
                                                  : "Layers";
        case Place::kNodes:
            return "an element of Nodes";
        case Place::kNode:
            return std::string(name(*field_));
        case Place::kBufs:
            return "an element of Bufs";
        case Place::kEdges:
            return "an element of Edges";
        case Place::kLayers:
            return "an element of Layers";
        case Place::kLayer:
            return std::string(name(*layer_field_));
        case Place::kEdge:
        case Place::kSkipped:
            break;
    }
    return "an end of an edge";
}

std::string TraceHandler::expected() const {
    switch (place_) {
        case Place::kDocument:
            return "an object with Nodes and Edges";
        case Place::kTop:
            return top_key_ == TopKey::kElement ? "a string" : "an array";
        case Place::kLayer:
            return is_text(*layer_field_) ? "a string" : "an integer";
        case Place::kNodes:
        case Place::kLayers:
            return "an object";
        case Place::kEdges:
            return "an array [from, to]";
        case Place::kNode:
            return is_text(*field_)         ? "a string"
                   : field_ == Field::kBufs ? "an array of integers"
                                            : "an integer";
        default:
            return "an integer";
    }
}

void TraceHandler::wrong_type(const std::string& found) const {
    throw_bad_input("trace.wrong-type",
                    here(),
                    fmt::format("{} must be {}, found {}", subject(), expected(), found));
}

// A value under a key that nobody knows.
bool TraceHandler::ignored() const {
    return place_ == Place::kSkipped || (place_ == Place::kNode && !field_) ||
           (place_ == Place::kLayer && !layer_field_) ||
           (place_ == Place::kTop && top_key_ == TopKey::kOther);
}

bool TraceHandler::skip() {
    if (place_ != Place::kSkipped) {
        resume_ = place_;
        place_ = Place::kSkipped;
    }
    ++skip_depth_;
    return true;
}

bool TraceHandler::scalar(const std::string& found) {
    const bool absent = found == "null" && place_ == Place::kNode;
    if (!ignored() && !absent) {
        wrong_type(found);
    }
    return true;
}

bool TraceHandler::bad_number(const std::string& found) {
    if (ignored()) {
        return true;
    }
    const bool integer_expected = place_ == Place::kBufs || place_ == Place::kEdge ||
                                  (place_ == Place::kNode && is_number(*field_)) ||
                                  (place_ == Place::kLayer && !is_text(*layer_field_));
    if (!integer_expected) {
        wrong_type("the number " + found);
    }
    throw_bad_input("trace.number",
                    here(),
                    fmt::format("{} is {}, expected an integer from 0 to {}",
                                subject(),
                                found,
                                place_ == Place::kLayer  ? largest(Field::kAddress)
                                : place_ == Place::kNode ? largest(*field_)
                                                         : ir::kMaxNodeValue));
}

bool TraceHandler::number_unsigned(number_unsigned_t value) {
    if (place_ == Place::kLayer && layer_field_ && !is_text(*layer_field_)) {
        if (value > largest(Field::kAddress)) {
            return bad_number(std::to_string(value));
        }
        layer_.set(*layer_field_, value);
        return true;
    }
    const bool in_field = place_ == Place::kNode && field_ && is_number(*field_);
    if (in_field && *field_ == Field::kAddress && value <= largest(*field_)) {
        node_.address = value;
        node_.mark(*field_);
        return true;
    }
    if (!in_field && place_ != Place::kBufs && place_ != Place::kEdge) {
        return ignored() || bad_number(std::to_string(value));
    }
    if (value > ir::kMaxNodeValue) {
        return bad_number(std::to_string(value));
    }
    const auto number = static_cast<std::uint32_t>(value);
    if (in_field) {
        node_.number(*field_) = number;
        node_.mark(*field_);
    } else if (place_ == Place::kBufs) {
        node_.bufs.push_back(number);
    } else if (ends_found_ < ends_.size()) {
        ends_[ends_found_++] = number;
    } else {
        throw_bad_input("trace.edge",
                        here(),
                        fmt::format("an edge has more than two ends, expected [from, to]"));
    }
    return true;
}

bool TraceHandler::string(string_t& value) {
    if (place_ == Place::kNode && field_ && is_text(*field_)) {
        node_.text(*field_) = value;
        node_.mark(*field_);
        return true;
    }
    if (place_ == Place::kLayer && layer_field_ && is_text(*layer_field_)) {
        layer_.set(*layer_field_, value);
        return true;
    }
    if (place_ == Place::kTop && top_key_ == TopKey::kElement) {
        collector_.set_element(element_from(value, here()));
        return true;
    }
    return ignored() || scalar(fmt::format("the string \"{}\"", excerpt(value)));
}

bool TraceHandler::start_object(std::size_t) {
    if (ignored()) {
        return skip();
    }
    if (place_ == Place::kDocument) {
        place_ = Place::kTop;
    } else if (place_ == Place::kNodes) {
        place_ = Place::kNode;
        node_.reset(line_number(cursor_.line()));
    } else if (place_ == Place::kLayers) {
        place_ = Place::kLayer;
        layer_ = {};
    } else {
        wrong_type("an object");
    }
    return true;
}

bool TraceHandler::key(string_t& value) {
    const auto remember = [&](std::vector<std::string>& keys) {
        if (keys.size() < kMaxUnknownKeys) {
            keys.push_back(value);
        }
    };
    if (place_ == Place::kTop) {
        top_key_ = value == "Nodes"     ? TopKey::kNodes
                   : value == "Edges"   ? TopKey::kEdges
                   : value == "Layers"  ? TopKey::kLayers
                   : value == "Element" ? TopKey::kElement
                                        : TopKey::kOther;
        if (top_key_ == TopKey::kOther) {
            remember(unknown_top_keys_);
        } else {
            bool& seen = top_key_ == TopKey::kNodes    ? has_nodes_
                         : top_key_ == TopKey::kEdges  ? has_edges_
                         : top_key_ == TopKey::kLayers ? has_layers_
                                                       : has_element_;
            if (seen) {
                throw_bad_input(
                    "trace.duplicate-field", here(), fmt::format("{} stands twice", value));
            }
            seen = true;
        }
    } else if (place_ == Place::kLayer) {
        layer_field_ = layer_field_from(value);
    } else if (place_ == Place::kNode) {
        field_ = field_from(value);
        if (!field_) {
            remember(node_.unknown);
        } else if (node_.has(*field_)) {
            throw_bad_input("trace.duplicate-field",
                            here(),
                            fmt::format("{} stands twice in this node", value));
        }
    }
    return true;
}

bool TraceHandler::end_object() {
    if (place_ == Place::kSkipped) {
        if (--skip_depth_ == 0) {
            place_ = resume_;
        }
    } else if (place_ == Place::kNode) {
        collector_.add_node(node_);
        place_ = Place::kNodes;
    } else if (place_ == Place::kLayer) {
        collector_.add_layer(layer_from(layer_, here()));
        place_ = Place::kLayers;
    } else {
        place_ = Place::kDocument;
    }
    return true;
}

bool TraceHandler::start_array(std::size_t) {
    if (ignored()) {
        return skip();
    }
    if (place_ == Place::kTop && top_key_ != TopKey::kElement) {
        place_ = top_key_ == TopKey::kNodes   ? Place::kNodes
                 : top_key_ == TopKey::kEdges ? Place::kEdges
                                              : Place::kLayers;
    } else if (place_ == Place::kNode && field_ == Field::kBufs) {
        place_ = Place::kBufs;
    } else if (place_ == Place::kEdges) {
        place_ = Place::kEdge;
        ends_found_ = 0;
        edge_line_ = cursor_.line();
    } else {
        wrong_type("an array");
    }
    return true;
}

bool TraceHandler::end_array() {
    switch (place_) {
        case Place::kSkipped:
            return end_object();
        case Place::kBufs:
            node_.mark(Field::kBufs);
            place_ = Place::kNode;
            break;
        case Place::kEdge:
            if (ends_found_ != ends_.size()) {
                throw_bad_input("trace.edge",
                                {file_, edge_line_, {}},
                                fmt::format("an edge has {} of its two ends, expected [from, to]",
                                            ends_found_));
            }
            collector_.add_edge(ends_[0], ends_[1], edge_line_);
            place_ = Place::kEdges;
            break;
        case Place::kNodes:
            collector_.end_nodes();
            place_ = Place::kTop;
            break;
        default:
            place_ = Place::kTop;
    }
    return true;
}

bool TraceHandler::parse_error(std::size_t,
                               const std::string&,
                               const nlohmann::json::exception& error) {
    std::string what = error.what();
    if (cursor_.ended()) {
        const bool nothing_read =
            place_ == Place::kDocument && what.find("unexpected end of input") != std::string::npos;
        if (nothing_read) {
            throw_bad_input(
                "trace.empty", {file_, 0, {}}, "the file is empty; a JSON trace was expected");
        }
        throw_bad_input("trace.truncated",
                        here(),
                        "the file ends in the middle of the trace; it seems to be cut off");
    }
    // "[json.exception.parse_error.101] parse error at line 1, column 2: what": the line is ours.
    constexpr std::size_t kMaxBytes = 200;
    for (const std::string_view start : {"[json.exception.", "parse error at "}) {
        const std::size_t end = what.find(start.front() == '[' ? "] " : ": ");
        if (what.compare(0, start.size(), start) == 0 && end != std::string::npos) {
            what.erase(0, end + 2);
        }
    }
    throw_bad_input("trace.syntax", here(), "this is not JSON: " + excerpt(what, kMaxBytes));
}

ir::Program TraceHandler::finish() {
    for (const bool nodes : {true, false}) {
        if (!(nodes ? has_nodes_ : has_edges_)) {
            const std::string_view missing = nodes ? "Nodes" : "Edges";
            throw_bad_input("trace.missing-field",
                            {file_, 0, {}},
                            fmt::format("the document has no {}{}",
                                        missing,
                                        misspelt_hint(missing, unknown_top_keys_)));
        }
    }
    return collector_.finish();
}

}  // namespace

ir::Program read_trace_json(TextSource source) {
    LineCountingCursor cursor(source);
    TraceHandler handler(source.name(), cursor);
    nlohmann::json::sax_parse(CursorIterator(cursor), CursorIterator(), &handler);
    return handler.finish();
}

}  // namespace systole::load
