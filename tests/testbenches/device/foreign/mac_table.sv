// SPDX-License-Identifier: Apache-2.0
// Routes by a packet's first six bytes, a MAC address, with a table that is written before traffic.
module mac_table #(parameter int N = 4) (
  input  wire clk, rst,
  input  wire table_we,
  input  wire [1:0] table_port,
  input  wire [47:0] table_mac,
  input  wire [N-1:0] s_tvalid, s_tlast,
  output wire [N-1:0] s_tready,
  input  wire [N-1:0][63:0] s_tdata,
  output wire [N-1:0] m_tvalid, m_tlast,
  input  wire [N-1:0] m_tready,
  output wire [N-1:0][63:0] m_tdata
);
  logic [3:0][47:0] macs;
  always_ff @(posedge clk) begin
    if (rst) macs <= '0;
    else if (table_we) macs[table_port] <= table_mac;
  end
  wire [N-1:0][64:0] in_word, out_word;
  logic [N-1:0][1:0] dest, held;
  logic [N-1:0] in_packet;
  for (genvar i = 0; i < N; i++) begin : gen_in
    wire [47:0] mac = {s_tdata[i][7:0], s_tdata[i][15:8], s_tdata[i][23:16], s_tdata[i][31:24], s_tdata[i][39:32],
                       s_tdata[i][47:40]};
    always_comb begin
      dest[i] = held[i];
      for (int o = 0; o < 4; o++) if (!in_packet[i] && macs[o] == mac) dest[i] = 2'(o);
    end
    always_ff @(posedge clk) begin
      if (s_tvalid[i] && s_tready[i]) begin
        in_packet[i] <= !s_tlast[i];
        held[i] <= dest[i];
      end
      if (rst) {in_packet[i], held[i]} <= '0;
    end
    assign in_word[i] = {s_tlast[i], s_tdata[i]};
    assign {m_tlast[i], m_tdata[i]} = out_word[i];
  end
  fx_switch #(.N(N), .W(65)) u_switch (
    .clk, .rst, .in_valid(s_tvalid), .in_ready(s_tready), .in_word, .in_dest(dest), .out_valid(m_tvalid),
    .out_ready(m_tready), .out_word);
endmodule
