#pragma once

#include "sim/ir/layer.h"
#include "sim/load/text_source.h"

#include <string>

namespace systole::load {

// Reads a layer list in one of SCALE-Sim's two CSV formats (scalesim-project/SCALE-Sim 3.0.0,
// topologies/). The header tells which; its columns stand in this order:
//   Layer name, IFMAP Height, IFMAP Width, Filter Height, Filter Width, Channels, Num Filter,
//   Strides            a convolution without padding, one stride for both directions; the output
//                      has ceil((H - FH + S) / S) rows, so its last window may hang over the edge
//   Layer, M, N, K     C[M x N] = A[M x K] * B[K x N]
// and more may follow. `Batch Size` and a ninth column of a convolution, the stride along the width
// (named so, or a number without a name), are obeyed. A sparsity ratio `N:M` is checked and put
// aside with a note in Network::notes, as SCALE-Sim does without SparsitySupport; so is a column of
// a name that says nothing about shapes. A convolution with DP in its name is depthwise, as there.
// A row of a name alone is skipped with a note. A byte order mark, CR LF, blank lines, rows of
// commas alone, spaces and a comma after the last cell are fine.
//
// Errors: Error{kBadInput} with file:line, the layer and the column: those of CsvRows with the
// family "network", and network.format (the header is of neither format), network.missing-field,
// network.number (not a whole number), network.range (below 1 or above 2^31), network.shape (a
// filter larger than its map), network.sparsity, network.column (a column that would change
// the layer, but that the format does not have), network.empty, network.too-large.
ir::Network read_topology(const std::string& path);
ir::Network read_topology(TextSource source);

}  // namespace systole::load
