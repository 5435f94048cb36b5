// SPDX-License-Identifier: Apache-2.0
// An asynchronous active-low reset, an enable, and a register of two beats at each output of a crossbar.
module async_reset #(parameter int PORTS = 3) (
  input  wire clk, rst_n, enable,
  input  wire [PORTS-1:0] s_valid, s_last,
  output wire [PORTS-1:0] s_ready,
  input  wire [PORTS-1:0][31:0] s_data,
  input  wire [PORTS-1:0][1:0] s_dest,
  output logic [PORTS-1:0] m_valid, m_last,
  input  wire [PORTS-1:0] m_ready,
  output logic [PORTS-1:0][31:0] m_data,
  output logic [PORTS-1:0][1:0] m_dest
);
  wire [PORTS-1:0] valid, ready;
  wire [PORTS-1:0][32:0] in_word, word;
  fx_crossbar #(.N(PORTS), .W(33)) u_crossbar (
    .clk, .rst(~rst_n), .in_valid(s_valid & {PORTS{enable}}), .in_ready(s_ready), .in_word, .in_dest(s_dest),
    .out_valid(valid), .out_ready(ready), .out_word(word));
  for (genvar i = 0; i < PORTS; i++) begin : gen_out
    assign in_word[i] = {s_last[i], s_data[i]};
    assign m_dest[i] = 2'(i);
    // Two slots: the second takes what comes while the first waits.
    logic [32:0] first, second;
    logic have_second;
    assign ready[i] = !have_second;
    assign {m_last[i], m_data[i]} = first;
    always_ff @(posedge clk or negedge rst_n) begin
      if (!rst_n) begin
        m_valid[i] <= 1'b0;
        have_second <= 1'b0;
      end else if (!m_valid[i] || m_ready[i]) begin
        m_valid[i] <= have_second || valid[i];
        have_second <= 1'b0;
        first <= have_second ? second : word[i];
      end else if (valid[i] && !have_second) begin
        have_second <= 1'b1;
        second <= word[i];
      end
    end
  end
endmodule
