// SPDX-License-Identifier: Apache-2.0
/// xb_voq_count_memory, for any events of its ports and any questions: two cycles after it was asked for a queue it shows
/// what came of it less what went, as it was in the cycle between, whatever its memories had before the reset.
//
// mutant beats_held: xb_voq_count_memory.sv s/if (leave_i\[p\]) begin/if (leave_i[p] \&\& !push_i[p]) begin/
// mutant packets_held: xb_voq_count_memory.sv s/Held'(leave_last_i\[p\])/Held'(1'b1)/
// mutant refused_counted: xb_voq_count_memory.sv s/if (push_i\[p\] | refused_i\[p\]) begin/if (push_i[p]) begin/
`default_nettype none

module xb_voq_count_memory_properties #(
  parameter int unsigned NumPorts = 2,
  parameter int unsigned HeldWidth = 2
) (
  input logic                clk_i,
  input logic [1:0]          queue_i,
  input logic [NumPorts-1:0] push_i,
  input logic [NumPorts-1:0] push_first_i,
  input logic [NumPorts-1:0] push_dest_i,
  input logic [NumPorts-1:0] refused_i,
  input logic [NumPorts-1:0] leave_i,
  input logic [NumPorts-1:0] leave_last_i,
  input logic [NumPorts-1:0] leave_source_i
);
  localparam int unsigned CountWidth = xb_pkg::CountWidth;
  logic                  rst_ni = 1'b0;
  logic [CountWidth-1:0] beats, packets, refused;
  // A queue, what it should count, and what it did a cycle ago; that it was asked for a cycle and two cycles ago.
  (* anyconst *) logic   input_port;
  (* anyconst *) logic   output_port;
  logic [HeldWidth-1:0]  beats_q = '0, packets_q = '0, beats_q2 = '0, packets_q2 = '0;
  logic [CountWidth-1:0] refused_q = xb_pkg::CountStart, refused_q2 = xb_pkg::CountStart;
  logic                  asked_q = 1'b0, asked_q2 = 1'b0, push, leave, refuse;

  xb_voq_count_memory #(.NumPorts(NumPorts), .HeldWidth(HeldWidth)) u_dut (
    .clk_i, .rst_ni, .queue_i, .push_i, .push_first_i, .push_dest_i, .refused_i, .leave_i, .leave_last_i, .leave_source_i,
    .occ_beats_o(beats), .occ_packets_o(packets), .drop_full_o(refused)
  );

  assign push   = push_i[input_port] & (push_dest_i[input_port] == output_port);
  assign refuse = refused_i[input_port] & (push_dest_i[input_port] == output_port);
  assign leave  = leave_i[output_port] & (leave_source_i[output_port] == input_port);

  always_ff @(posedge clk_i) begin
    rst_ni <= 1'b1;
    if (rst_ni) begin
      if (beats_q == '0) assume (!leave);
      if (packets_q == '0) assume (!(leave & leave_last_i[output_port]));
      if (beats_q == '1) assume (!push || leave);
      if (packets_q == '1) assume (!(push & push_first_i[input_port]));
      beats_q    <= beats_q + HeldWidth'(push) - HeldWidth'(leave);
      packets_q  <= packets_q + HeldWidth'(push & push_first_i[input_port]) - HeldWidth'(leave & leave_last_i[output_port]);
      refused_q  <= refused_q + CountWidth'(refuse);
      beats_q2   <= beats_q;
      packets_q2 <= packets_q;
      refused_q2 <= refused_q;
      asked_q    <= queue_i == {input_port, output_port};
      asked_q2   <= asked_q;

      if (asked_q2) begin
        beats_held: assert (beats == CountWidth'(beats_q2));
        packets_held: assert (packets == CountWidth'(packets_q2));
        refused_counted: assert (refused == refused_q2);
      end
      reached_all_at_once: cover (asked_q2 && push && leave && refuse && beats_q2 == '1 && refused_q2[1:0] == '1);
    end
  end
endmodule : xb_voq_count_memory_properties

`default_nettype wire
