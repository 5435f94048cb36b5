// SPDX-License-Identifier: Apache-2.0
// No tdest: bits 6 and 7 of a packet's first beat name the output. It stores all of a packet before it lets it go.
module in_data16 (
  input  wire clk, rst,
  input  wire [3:0] s_tvalid, s_tlast,
  output wire [3:0] s_tready,
  input  wire [63:0] s_tdata,
  output wire [3:0] m_tvalid, m_tlast,
  input  wire [3:0] m_tready,
  output wire [63:0] m_tdata
);
  wire [3:0] valid, ready;
  logic [3:0] go;
  wire [3:0][16:0] in_word, word, out_word;
  logic [3:0][1:0] dest, held;
  logic [3:0] in_packet;
  for (genvar i = 0; i < 4; i++) begin : gen_in
    logic [7:0] packets;  // whole ones in the FIFO
    assign in_word[i] = {s_tlast[i], s_tdata[16*i +: 16]};
    assign {m_tlast[i], m_tdata[16*i +: 16]} = out_word[i];
    fx_fifo #(.W(17), .LOG(7)) u_fifo (
      .clk, .rst, .in_valid(s_tvalid[i]), .in_ready(s_tready[i]), .in_data(in_word[i]),
      .out_valid(valid[i]), .out_ready(ready[i]), .out_data(word[i]));
    assign go[i] = valid[i] && packets != 0;
    assign dest[i] = in_packet[i] ? held[i] : word[i][7:6];
    always_ff @(posedge clk) begin
      packets <= packets + 8'(s_tvalid[i] && s_tready[i] && s_tlast[i]) - 8'(go[i] && ready[i] && word[i][16]);
      if (go[i] && ready[i]) begin
        in_packet[i] <= !word[i][16];
        held[i] <= dest[i];
      end
      if (rst) begin
        packets <= '0;
        in_packet[i] <= 1'b0;
      end
    end
  end
  fx_crossbar #(.N(4), .W(17)) u_crossbar (
    .clk, .rst, .in_valid(go), .in_ready(ready), .in_word(word), .in_dest(dest), .out_valid(m_tvalid),
    .out_ready(m_tready), .out_word);
endmodule
