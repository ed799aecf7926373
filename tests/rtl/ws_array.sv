// A weight-stationary array of ROWS x COLS PEs with its sequencer. It asks for a row of a weight
// tile (load_*) or for a streamed vector (issue_*) and takes it in the same cycle; a column asks for
// the partial sum of the fold before (north_valid) and gives one (south_valid).
module ws_array #(
    parameter ROWS = 2,
    parameter COLS = 2,
    parameter WIDTH = 8,
    parameter SUM = 32
) (
    input  logic                  clk,
    input  logic                  rst,
    input  logic                  double_buffered,
    input  logic [31:0]           streamed,
    input  logic [31:0]           folds,
    output logic                  load,
    output logic [31:0]           load_tile,
    output logic [31:0]           load_row,
    input  logic [COLS*WIDTH-1:0] load_values,
    output logic                  issue,
    output logic [31:0]           issue_fold,
    output logic [31:0]           issue_step,
    input  logic [ROWS*WIDTH-1:0] issue_values,
    output logic [COLS-1:0]       north_valid,
    input  logic [COLS*SUM-1:0]   north_sums,
    output logic [COLS-1:0]       south_valid,
    output logic [COLS*SUM-1:0]   south_sums
);
    // Sequencer.
    logic [31:0] started, loaded, row_count;  // tiles begun and loaded; rows of the one on its way
    logic [31:0] fold, step;                  // of the next vector
    logic [31:0] left, left_steps;            // folds that have left the last column

    wire last_leaves = south_valid[COLS-1] && left_steps == streamed - 1;
    wire [31:0] left_now = left + 32'(last_leaves);
    wire taken = started == 0 || fold >= started ||
                 (fold + 1 == started && (step != 0 || issue));
    wire start = row_count == 0 && started != folds && loaded == started &&
                 (double_buffered ? taken : left_now >= started);

    assign issue = !rst && fold != folds && fold < loaded;
    assign issue_fold = fold;
    assign issue_step = step;
    assign load = !rst && (start || row_count != 0);
    assign load_tile = start ? started : started - 1;
    assign load_row = ROWS - 1 - row_count;
    wire load_last = load && row_count == ROWS - 1;

    always_ff @(posedge clk) begin
        if (rst) begin
            started <= 0;
            loaded <= 0;
            row_count <= 0;
            fold <= 0;
            step <= 0;
            left <= 0;
            left_steps <= 0;
        end else begin
            if (start) started <= started + 1;
            if (load) row_count <= load_last ? 0 : row_count + 1;
            if (load_last) loaded <= loaded + 1;
            if (issue) begin
                step <= step == streamed - 1 ? 0 : step + 1;
                if (step == streamed - 1) fold <= fold + 1;
            end
            left <= left_now;
            if (south_valid[COLS-1]) left_steps <= last_leaves ? 0 : left_steps + 1;
        end
    end

    // Skewed edges: rows of a vector, columns of a tile's row.
    logic [ROWS*WIDTH-1:0] west;
    logic [ROWS-1:0] west_valid, west_first;
    logic [COLS*WIDTH-1:0] tile;
    logic [COLS-1:0] shift, shift_last;
    skew #(ROWS, WIDTH) skew_west (clk, issue_values, west);
    skew #(ROWS, 1) skew_valid (clk, {ROWS{issue}}, west_valid);
    skew #(ROWS, 1) skew_first (clk, {ROWS{issue && step == 0}}, west_first);
    skew #(COLS, WIDTH) skew_tile (clk, load_values, tile);
    skew #(COLS, 1) skew_shift (clk, {COLS{load}}, shift);
    skew #(COLS, 1) skew_last (clk, {COLS{load_last}}, shift_last);

    // The grid; index 0 is the edge.
    logic [WIDTH-1:0] x[ROWS][COLS+1];
    logic x_valid[ROWS][COLS+1], x_first[ROWS][COLS+1];
    logic [SUM-1:0] sum[ROWS+1][COLS];
    logic sum_valid[ROWS][COLS];
    logic [WIDTH-1:0] chain[ROWS+1][COLS];
    logic moving[ROWS+1][COLS];
    for (genvar r = 0; r < ROWS; ++r) begin : row
        assign x[r][0] = west[r*WIDTH +: WIDTH];
        assign x_valid[r][0] = west_valid[r];
        assign x_first[r][0] = west_first[r];
        for (genvar c = 0; c < COLS; ++c) begin : col
            ws_pe #(WIDTH, SUM) pe (
                .clk, .rst, .double_buffered,
                .west(x[r][c]), .west_valid(x_valid[r][c]), .west_first(x_first[r][c]),
                .east(x[r][c+1]), .east_valid(x_valid[r][c+1]), .east_first(x_first[r][c+1]),
                .north(sum[r][c]), .south(sum[r+1][c]), .south_valid(sum_valid[r][c]),
                .shift(shift[c]), .shift_last(shift_last[c]),
                .chain_north(chain[r][c]), .chain_north_moving(moving[r][c]),
                .chain(chain[r+1][c]), .chain_moving(moving[r+1][c]));
        end
    end
    for (genvar c = 0; c < COLS; ++c) begin : edges
        assign sum[0][c] = north_sums[c*SUM +: SUM];
        assign chain[0][c] = tile[c*WIDTH +: WIDTH];
        assign moving[0][c] = 1;
        assign north_valid[c] = x_valid[0][c];
        assign south_valid[c] = sum_valid[ROWS-1][c];
        assign south_sums[c*SUM +: SUM] = sum[ROWS][c];
    end
endmodule
