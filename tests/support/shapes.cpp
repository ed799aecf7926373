#include "tests/support/shapes.h"

#include "sim/ir/program_builder.h"

#include <vector>

namespace systole::test {
namespace {

class Maker {
 public:
    BufId buffer() { return builder_.alloc(Tier::kUB, 16); }
    NodeId work(const std::vector<BufId>& bufs, const std::vector<BufId>& opened) {
        const NodeId v = builder_.operation(builder_.op("ADD"), Pipe::kVector, 10, bufs);
        for (const BufId b : opened) {
            builder_.edge(builder_.alloc_of(b), v);
        }
        return v;
    }
    void after(NodeId first, NodeId then) { builder_.edge(first, then); }
    NodeId free(BufId b) { return builder_.free(b); }
    ir::Program finish() { return builder_.finish(); }

 private:
    ir::ProgramBuilder builder_;
};

}  // namespace

ir::Program one_buffer(std::size_t operations) {
    Maker make;
    const BufId b = make.buffer();
    std::vector<NodeId> all;
    for (std::size_t i = 0; i < operations; ++i) {
        all.push_back(make.work({b}, {b}));
    }
    const NodeId free = make.free(b);
    for (const NodeId v : all) {
        make.after(v, free);
    }
    return make.finish();
}

ir::Program chain(std::size_t operations) {
    Maker make;
    BufId last = make.buffer();
    NodeId before = make.work({last}, {last});
    for (std::size_t i = 1; i < operations; ++i) {
        const BufId next = make.buffer();
        const NodeId v = make.work({last, next}, {next});
        make.after(before, v);
        make.after(v, make.free(last));
        last = next;
        before = v;
    }
    make.after(before, make.free(last));
    return make.finish();
}

ir::Program fan_out(std::size_t operations) {
    Maker make;
    const BufId hub = make.buffer();
    const NodeId first = make.work({hub}, {hub});
    std::vector<NodeId> readers;
    for (std::size_t i = 1; i < operations; ++i) {
        const BufId own = make.buffer();
        readers.push_back(make.work({hub, own}, {own}));
        make.after(first, readers.back());
        make.after(readers.back(), make.free(own));
    }
    const NodeId free = make.free(hub);
    make.after(first, free);
    for (const NodeId v : readers) {
        make.after(v, free);
    }
    return make.finish();
}

ir::Program fan_in(std::size_t operations) {
    Maker make;
    std::vector<NodeId> writers;
    for (std::size_t i = 1; i < operations; ++i) {
        const BufId own = make.buffer();
        writers.push_back(make.work({own}, {own}));
        make.after(writers.back(), make.free(own));
    }
    const BufId last = make.buffer();
    const NodeId sink = make.work({last}, {last});
    for (const NodeId v : writers) {
        make.after(v, sink);
    }
    make.after(sink, make.free(last));
    return make.finish();
}

}  // namespace systole::test
