// SPDX-License-Identifier: Apache-2.0
/// xb_pair_counter, for any events of its ports: the counts of a pair are what went up less what went down.
//
// mutant counted: xb_pair_counter.sv s/down\[j\]       = 1'b0;/down[j]       = down_i[j];/
// mutant full_at_limit: xb_pair_counter.sv s/<= lower\[j\] >= limit_i;/<= lower[j] > limit_i;/
// mutant filled_while_counted: xb_pair_counter.sv s/<= lower\[j\] != '0;/<= lower[j] > 1;/
`default_nettype none

module xb_pair_counter_properties #(
  parameter int unsigned NumPorts = 2,
  parameter int unsigned Width = 2
) (
  input logic                clk_i,
  input logic [NumPorts-1:0] up_i,
  input logic [NumPorts-1:0] up_dest_i,
  input logic [NumPorts-1:0] down_i,
  input logic [NumPorts-1:0] down_source_i
);
  logic                               rst_ni = 1'b0;
  logic [NumPorts*NumPorts*Width-1:0] counts;
  logic [NumPorts*NumPorts-1:0]       full, filled;
  // A pair, and what it should count.
  (* anyconst *) logic                input_port;
  (* anyconst *) logic                output_port;
  (* anyconst *) logic [Width-1:0]    limit;
  logic [Width-1:0]                   model_q = '0, count;
  logic                               up, down;

  xb_pair_counter #(.NumPorts(NumPorts), .Width(Width)) u_dut (
    .clk_i, .rst_ni, .up_i, .up_dest_i, .down_i, .down_source_i, .limit_i(limit),
    .count_o(counts), .full_o(full), .filled_o(filled)
  );

  assign up    = up_i[input_port] & (up_dest_i[input_port] == output_port);
  assign down  = down_i[output_port] & (down_source_i[output_port] == input_port);
  assign count = counts[{input_port, output_port}*Width +: Width];

  always_ff @(posedge clk_i) begin
    rst_ni <= 1'b1;
    if (rst_ni) begin
      assume (limit != '0);
      if (model_q == '0) assume (!down);
      if (model_q == '1) assume (!up || down);
      model_q <= model_q + Width'(up) - Width'(down);

      counted: assert (count == model_q);
      full_at_limit: assert (full[{input_port, output_port}] == (model_q >= limit));
      filled_while_counted: assert (filled[{output_port, input_port}] == (model_q != '0));
      reached_full: cover (model_q == limit && limit == '1);
      reached_up_and_down: cover (up && down);
    end
  end
endmodule : xb_pair_counter_properties

`default_nettype wire
