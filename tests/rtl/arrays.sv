// Arrays of several sizes side by side, so that one model serves them all. Lanes of an array's ports
// beyond its rows or columns are not used.
module arrays (
    input  logic         clk,
    input  logic         double_buffered,
    input  logic [31:0]  streamed,
    input  logic [31:0]  folds,
    input  logic         rst[4],
    output logic         ws_load[4],
    output logic [31:0]  ws_load_tile[4],
    output logic [31:0]  ws_load_row[4],
    input  logic [63:0]  ws_load_values[4],
    output logic         ws_issue[4],
    output logic [31:0]  ws_issue_fold[4],
    output logic [31:0]  ws_issue_step[4],
    input  logic [63:0]  ws_issue_values[4],
    output logic [7:0]   ws_north_valid[4],
    input  logic [255:0] ws_north_sums[4],
    output logic [7:0]   ws_south_valid[4],
    output logic [255:0] ws_south_sums[4],
    output logic         os_issue[4],
    output logic [31:0]  os_issue_fold[4],
    output logic [31:0]  os_issue_step[4],
    input  logic [63:0]  os_west_values[4],
    input  logic [63:0]  os_north_values[4],
    output logic [7:0]   os_south_valid[4],
    output logic [255:0] os_south_sums[4]
);
    localparam int ROWS[4] = '{2, 4, 8, 3};
    localparam int COLS[4] = '{2, 4, 8, 5};
    for (genvar i = 0; i < 4; ++i) begin : size
        localparam R = ROWS[i];
        localparam C = COLS[i];
        logic [C-1:0] north_valid, ws_valid, os_valid;
        logic [C*32-1:0] ws_sums, os_sums;
        ws_array #(R, C) ws (
            .clk, .rst(rst[i]), .double_buffered, .streamed, .folds,
            .load(ws_load[i]), .load_tile(ws_load_tile[i]), .load_row(ws_load_row[i]),
            .load_values(ws_load_values[i][C*8-1:0]),
            .issue(ws_issue[i]), .issue_fold(ws_issue_fold[i]), .issue_step(ws_issue_step[i]),
            .issue_values(ws_issue_values[i][R*8-1:0]),
            .north_valid, .north_sums(ws_north_sums[i][C*32-1:0]),
            .south_valid(ws_valid), .south_sums(ws_sums));
        os_array #(R, C) os (
            .clk, .rst(rst[i]), .double_buffered, .streamed, .folds,
            .issue(os_issue[i]), .issue_fold(os_issue_fold[i]), .issue_step(os_issue_step[i]),
            .west_values(os_west_values[i][R*8-1:0]),
            .north_values(os_north_values[i][C*8-1:0]),
            .south_valid(os_valid), .south_sums(os_sums));
        assign ws_north_valid[i] = 8'(north_valid);
        assign ws_south_valid[i] = 8'(ws_valid);
        assign ws_south_sums[i] = 256'(ws_sums);
        assign os_south_valid[i] = 8'(os_valid);
        assign os_south_sums[i] = 256'(os_sums);
    end
endmodule
