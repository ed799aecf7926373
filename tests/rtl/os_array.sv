// An output-stationary array of ROWS x COLS PEs with its sequencer. It asks for one step of the
// reduction, an element for each row and each column (issue_*), and takes it in the same cycle; a
// column gives its sums, last row first (south_valid).
module os_array #(
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
    output logic                  issue,
    output logic [31:0]           issue_fold,
    output logic [31:0]           issue_step,
    input  logic [ROWS*WIDTH-1:0] west_values,
    input  logic [COLS*WIDTH-1:0] north_values,
    output logic [COLS-1:0]       south_valid,
    output logic [COLS*SUM-1:0]   south_sums
);
    // Sequencer. A column's way out is taken for ROWS cycles a fold.
    logic [31:0] fold, step;        // of the next step
    logic [31:0] since;             // cycles since the fold before began, at most ROWS
    logic [31:0] left, left_rows;   // folds that have left the last column

    wire may_begin = since >= ROWS && (double_buffered || left >= fold);
    assign issue = !rst && fold != folds && (step != 0 || may_begin);
    assign issue_fold = fold;
    assign issue_step = step;
    wire issue_last = step == streamed - 1;

    always_ff @(posedge clk) begin
        if (rst) begin
            fold <= 0;
            step <= 0;
            since <= ROWS;
            left <= 0;
            left_rows <= 0;
        end else begin
            if (issue) begin
                step <= issue_last ? 0 : step + 1;
                if (issue_last) fold <= fold + 1;
            end
            if (issue && step == 0) since <= 1;
            else if (since < ROWS) since <= since + 1;
            if (south_valid[COLS-1]) begin
                left_rows <= left_rows == ROWS - 1 ? 0 : left_rows + 1;
                if (left_rows == ROWS - 1) left <= left + 1;
            end
        end
    end

    // Skewed edges.
    logic [ROWS*WIDTH-1:0] west;
    logic [COLS*WIDTH-1:0] north;
    logic [ROWS-1:0] west_valid, west_first, west_last;
    skew #(ROWS, WIDTH) skew_west (clk, west_values, west);
    skew #(COLS, WIDTH) skew_north (clk, north_values, north);
    skew #(ROWS, 1) skew_valid (clk, {ROWS{issue}}, west_valid);
    skew #(ROWS, 1) skew_first (clk, {ROWS{issue && step == 0}}, west_first);
    skew #(ROWS, 1) skew_last (clk, {ROWS{issue && issue_last}}, west_last);

    // The grid; index 0 is the edge.
    logic [WIDTH-1:0] a[ROWS][COLS+1], b[ROWS+1][COLS];
    logic valid[ROWS][COLS+1], first[ROWS][COLS+1], last[ROWS][COLS+1];
    logic [SUM-1:0] chain[ROWS+1][COLS];
    logic moves[ROWS+1][COLS];
    logic [COLS-1:0] drain;
    for (genvar r = 0; r < ROWS; ++r) begin : row
        assign a[r][0] = west[r*WIDTH +: WIDTH];
        assign valid[r][0] = west_valid[r];
        assign first[r][0] = west_first[r];
        assign last[r][0] = west_last[r];
        for (genvar c = 0; c < COLS; ++c) begin : col
            os_pe #(WIDTH, SUM) pe (
                .clk, .rst, .double_buffered,
                .west(a[r][c]), .west_valid(valid[r][c]), .west_first(first[r][c]),
                .west_last(last[r][c]),
                .east(a[r][c+1]), .east_valid(valid[r][c+1]), .east_first(first[r][c+1]),
                .east_last(last[r][c+1]),
                .north(b[r][c]), .south(b[r+1][c]),
                .drain(drain[c]),
                .chain_north(chain[r][c]), .chain_north_moves(moves[r][c]),
                .chain(chain[r+1][c]), .chain_moves(moves[r+1][c]));
        end
    end
    for (genvar c = 0; c < COLS; ++c) begin : edges
        assign b[0][c] = north[c*WIDTH +: WIDTH];
        assign chain[0][c] = 0;
        assign moves[0][c] = 0;
        // The last PE of a column to finish starts its drain.
        always_ff @(posedge clk) drain[c] <= valid[ROWS-1][c] && last[ROWS-1][c] && !rst;
        assign south_valid[c] = moves[ROWS][c];
        assign south_sums[c*SUM +: SUM] = chain[ROWS][c];
    end
endmodule
