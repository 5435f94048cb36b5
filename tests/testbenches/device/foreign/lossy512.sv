// SPDX-License-Identifier: Apache-2.0
// Always ready: a packet for which there is no room as it begins is discarded whole. No reset but initial values.
module lossy512 #(parameter int ROOM = 32) (
  input  wire clk,
  input  wire [1:0] rx_valid, rx_last,
  input  wire [1:0][511:0] rx_data,
  input  wire [1:0] rx_dest,
  output wire [1:0] tx_valid, tx_last,
  input  wire [1:0] tx_ready,
  output wire [1:0][511:0] tx_data
);
  localparam int LongestPacket = 16;
  logic start = 1'b1;
  always_ff @(posedge clk) start <= 1'b0;
  wire [1:0] valid, ready, push, unused;
  wire [1:0][512:0] word, out_word;
  wire [1:0][0:0] dest;
  for (genvar i = 0; i < 2; i++) begin : gen_in
    logic in_packet = 1'b0, dropping = 1'b0;
    logic [31:0] lost32 = '0;  // packets
    int used = 0;
    wire drops = in_packet ? dropping : used > ROOM - LongestPacket;
    assign push[i] = rx_valid[i] && !drops;
    fx_fifo #(.W(514), .LOG($clog2(ROOM))) u_fifo (
      .clk, .rst(start), .in_valid(push[i]), .in_ready(unused[i]), .in_data({rx_dest[i], rx_last[i], rx_data[i]}),
      .out_valid(valid[i]), .out_ready(ready[i]), .out_data({dest[i], word[i]}));
    always_ff @(posedge clk) begin
      used <= used + int'(push[i]) - int'(valid[i] && ready[i]);
      if (rx_valid[i]) begin
        in_packet <= !rx_last[i];
        dropping <= drops;
        lost32 <= lost32 + 32'(drops && rx_last[i]);
      end
    end
    assign {tx_last[i], tx_data[i]} = out_word[i];
  end
  fx_crossbar #(.N(2), .W(513)) u_crossbar (
    .clk, .rst(start), .in_valid(valid), .in_ready(ready), .in_word(word), .in_dest(dest), .out_valid(tx_valid),
    .out_ready(tx_ready), .out_word);
endmodule
