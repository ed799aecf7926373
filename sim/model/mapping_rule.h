#pragma once

#include "sim/core/error.h"
#include "sim/core/machine.h"

#include <string>
#include <string_view>

namespace systole::model {

// Whether an array's wiring can run a product's loops as they are asked for. Dimensions of
// C[M x N] = A[M x K] * B[K x N] (a convolution: M output positions, N filters, K what is summed);
// for row stationary those of a convolution: N images, M filters, C channels, E output rows, F
// output columns, R filter rows, S filter columns.
//
//           on rows, columns[, depth]   loops, outermost first
//     ws    K, N                        M innermost: it streams past the weights on the array
//     is    K, M                        N innermost
//     os    M, N                        K innermost: it is summed where the output stays
//     block M, N, K                     any order: one block a cycle, sums kept behind the array
//     rs    R, E                        F and S innermost: the one-row convolution of a PE
//
// What is added up from PE to PE must lie along the wires of the partial sums, what stays in place
// must be chosen by the outer loops: the loops that tile the array come before the one that
// streams. (Seed 003, sections 1.2 and 4.2; for rs Chen et al., ISCA 2016.)
//
// `unroll` lists what lies on the rows, columns and, for block, depth of the array; `loops` all
// dimensions, outermost first. Letters in either case, separated by commas. An empty text is not
// checked. Throws Error{kRefused} `mapping.unroll` or `mapping.loop-order` naming the offending
// dimensions, and bad input `mapping.dimension` for a name that is none, is missing or comes twice.
void check_mapping(Dataflow dataflow,
                   std::string_view unroll,
                   std::string_view loops,
                   const SourceRef& where = {});

// The mapping that the closed forms and the PE grid use, in the same notation.
std::string_view native_unroll(Dataflow dataflow);
std::string_view native_loops(Dataflow dataflow);

}  // namespace systole::model
