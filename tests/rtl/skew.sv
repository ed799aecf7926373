// Delays lane i of a vector by i cycles.
module skew #(
    parameter LANES = 2,
    parameter WIDTH = 8
) (
    input  logic                   clk,
    input  logic [LANES*WIDTH-1:0] in,
    output logic [LANES*WIDTH-1:0] out
);
    for (genvar i = 0; i < LANES; ++i) begin : lane
        if (i == 0) begin : direct
            assign out[WIDTH-1:0] = in[WIDTH-1:0];
        end else begin : delayed
            logic [WIDTH-1:0] stage[i];
            always_ff @(posedge clk) begin
                stage[0] <= in[i*WIDTH +: WIDTH];
                for (int s = 1; s < i; ++s) stage[s] <= stage[s-1];
            end
            assign out[i*WIDTH +: WIDTH] = stage[i-1];
        end
    end
endmodule
