#pragma once

#include "sim/store/expression.h"
#include "sim/store/value.h"
#include "sim/sweep/key_values.h"
#include "sim/sweep/sweep_spec.h"
#include "sim/sweep/workload_facts.h"

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace systole::sweep {

// One point: a level of every dimension, and the values that this gives the swept keys.
struct PointSpec {
    std::uint64_t number = 0;
    std::vector<std::uint32_t> levels;  // by dimension (Space)
    std::vector<std::string> texts;     // by swept key, as an override spells them
    std::vector<store::Value> values;   // the same as a database keeps them
};

// All points that a sweep may have, checked: every name exists, every value is one that its key
// takes, every workload can be read, at least one combination meets the constraints. Dimensions,
// the slowest first: workload, method, objective, spill rule, then the keys in the order of the
// file.
class Space {
 public:
    // Errors: those of read_sweep_spec's kind ("sweep.*"), of the base configuration and of the
    // workloads' readers.
    explicit Space(SweepSpec spec);

    static constexpr std::size_t kWorkload = 0, kMethod = 1, kObjective = 2, kSpill = 3, kKeys = 4;

    const SweepSpec& spec() const { return spec_; }
    const KeyValues& key_values() const { return key_values_; }
    const std::vector<WorkloadFacts>& workloads() const { return workloads_; }
    // The swept keys, linked ones too, in the order of the file.
    const std::vector<std::string>& keys() const { return keys_; }
    // How many levels each dimension has.
    const std::vector<std::uint32_t>& sizes() const { return sizes_; }
    // The product of sizes(), at most 2^64 - 1.
    std::uint64_t combinations() const { return combinations_; }

    // The levels of combination `index`, the last dimension varying fastest.
    std::vector<std::uint32_t> levels_of(std::uint64_t index) const;
    // The point of these levels, or nothing where a constraint excludes it. Error{kBadInput,
    // "sweep.link"} where a linked key's expression gives no value that the key takes.
    std::optional<PointSpec> point(std::vector<std::uint32_t> levels);
    // Whether there are constraints at all.
    bool constrained() const { return !conditions_.empty(); }

    // Names of what the point asks for; "" for the default.
    std::string method(const PointSpec& point) const;
    std::string objective(const PointSpec& point) const;
    std::string spill(const PointSpec& point) const;
    const WorkloadFacts& workload(const PointSpec& point) const {
        return workloads_[point.levels[kWorkload]];
    }
    // SHA-256 of the resolved configuration, the workload's content, the request and the model
    // version: what the point's result depends on.
    std::string identity(const PointSpec& point) const;
    // SHA-256 of what decides which points there are and in which order.
    std::string definition() const;

 private:
    struct Axis {
        std::size_t key = 0;  // place in keys_
        std::vector<std::string> texts;
        std::vector<store::Value> values;
        std::vector<std::string> marks;  // what stands for each in an identity
    };
    struct Link {
        std::size_t key = 0;
        store::Expression expression;
        SourceRef where;
    };

    void check_methods();
    void add_keys();
    void add_expressions();
    void order_links(std::vector<Link> links);
    void find_first_point();
    std::string link_text(const Link& link, const store::Value& value) const;

    SweepSpec spec_;
    KeyValues key_values_;
    std::vector<WorkloadFacts> workloads_;
    std::vector<std::string> keys_;
    std::vector<Axis> axes_;   // by dimension, from kKeys on
    std::vector<Link> links_;  // in an order in which each finds what it needs
    std::vector<store::Expression> conditions_;
    std::vector<std::string> names_;     // of the values that expressions may ask for
    std::vector<store::Value> scratch_;  // those values
    std::vector<std::size_t> key_name_;  // place of each swept key in names_
    std::size_t facts_ = 0;              // place in names_ of what depends on the workload
    std::vector<std::uint32_t> sizes_;
    std::uint64_t combinations_ = 1;
};

}  // namespace systole::sweep
