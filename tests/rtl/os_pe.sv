// An output-stationary PE: west and north meet, their product is added to the sum, both go on. The
// sums form a shift chain from north to south; with double buffering the chain is a shadow register
// that copies the finished sum.
module os_pe #(
    parameter WIDTH = 8,
    parameter SUM = 32
) (
    input  logic                    clk,
    input  logic                    rst,
    input  logic                    double_buffered,
    input  logic signed [WIDTH-1:0] west,
    input  logic                    west_valid,
    input  logic                    west_first,
    input  logic                    west_last,
    output logic signed [WIDTH-1:0] east,
    output logic                    east_valid,
    output logic                    east_first,
    output logic                    east_last,
    input  logic signed [WIDTH-1:0] north,
    output logic signed [WIDTH-1:0] south,
    input  logic                    drain,  // the column's chain starts to move
    input  logic signed [SUM-1:0]   chain_north,
    input  logic                    chain_north_moves,
    output logic signed [SUM-1:0]   chain,
    output logic                    chain_moves
);
    logic signed [SUM-1:0] sum, shadow;
    logic moving;
    wire signed [SUM-1:0] next = (west_first ? SUM'(0) : sum) + SUM'(west) * SUM'(north);

    assign chain = double_buffered ? shadow : sum;
    assign chain_moves = moving || drain;

    always_ff @(posedge clk) begin
        east <= west;
        east_first <= west_first;
        east_last <= west_last;
        south <= north;
        if (west_valid) sum <= next;
        else if (!double_buffered && chain_north_moves) sum <= chain_north;
        if (west_valid && west_last) shadow <= next;
        else if (chain_north_moves) shadow <= chain_north;
        east_valid <= west_valid && !rst;
        moving <= chain_north_moves && !rst;
    end
endmodule
