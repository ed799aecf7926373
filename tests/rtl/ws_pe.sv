// A weight-stationary PE: sum = north + weight * west, west goes east, sum goes south. The weights
// form a shift chain from north to south; with double buffering the chain is a shadow register, and
// the first vector of a fold takes its value over.
module ws_pe #(
    parameter WIDTH = 8,
    parameter SUM = 32
) (
    input  logic                    clk,
    input  logic                    rst,
    input  logic                    double_buffered,
    input  logic signed [WIDTH-1:0] west,
    input  logic                    west_valid,
    input  logic                    west_first,
    output logic signed [WIDTH-1:0] east,
    output logic                    east_valid,
    output logic                    east_first,
    input  logic signed [SUM-1:0]   north,
    output logic signed [SUM-1:0]   south,
    output logic                    south_valid,
    input  logic                    shift,       // this column loads
    input  logic                    shift_last,  // ... for the last cycle
    input  logic signed [WIDTH-1:0] chain_north,
    input  logic                    chain_north_moving,
    output logic signed [WIDTH-1:0] chain,
    output logic                    chain_moving
);
    logic signed [WIDTH-1:0] held;
    wire signed [WIDTH-1:0] weight = double_buffered && !west_first ? held : chain;

    always_ff @(posedge clk) begin
        east <= west;
        east_first <= west_first;
        south <= north + SUM'(weight) * SUM'(west);
        if (west_valid && west_first) held <= chain;
        if (shift && chain_north_moving) chain <= chain_north;
        east_valid <= west_valid && !rst;
        south_valid <= west_valid && !rst;
        chain_moving <= shift && chain_north_moving && !shift_last && !rst;
    end
endmodule
