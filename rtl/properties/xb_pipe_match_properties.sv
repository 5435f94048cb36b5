// SPDX-License-Identifier: Apache-2.0
/// xb_pipe_match, for any beats and any room: what goes was there, one beat an input and one an output, packets are not
/// mixed, nothing begins without room; and who keeps asking for an output is served, busy ones aside; a
/// flow by itself goes at full rate.
//
// mutant asked_only: xb_pipe_match.sv s/assign goes_of_output\[.*/assign goes_of_output[j*NumPorts +: NumPorts] = held \& {NumPorts{room_i[j]}};/
// mutant one_output: xb_pipe_match.sv s/assign free    = .*/assign free = '1;/
// mutant one_input: xb_pipe_match.sv s/ & !is_held_q\[j\]//
// mutant whole_packets: xb_pipe_match.sv s/is_held_q\[j\]     <= is_held .*/is_held_q[j] <= 1'b0;/
// mutant room_kept: xb_pipe_match.sv s/picked & {NumPorts{room_i\[j\] & /picked \& {NumPorts{1'b1 \& /
// mutant held_shown: xb_pipe_match.sv s/assign held_o = held_q;/assign held_o = grant_q;/
// mutant none_stuck: xb_pipe_match.sv s/if (pop != '0) busy_q\[i\] <=/if (pop != '0 \&\& !busy_q[i]) busy_q[i] <=/
// mutant full_rate: xb_pipe_match.sv s/assign v1_t\[.*/assign v1_t[j*NumPorts + i] = 1'b0;/
// mutant none_starves: xb_pipe_match.sv s/accept_ptr_late_q <= (accept != '0) ?.*/accept_ptr_late_q <= accept_ptr_q;/
`default_nettype none

module xb_pipe_match_properties (
  input logic       clk_i,
  input logic [3:0] come_i,
  input logic [3:0] last_i,
  input logic [1:0] room_i
);
  logic       rst_ni = 1'b0;
  logic [3:0] v0_q = '0, v1_q = '0, l0_q = '0, l1_q = '0, pop, held;
  // Per output: the packet under way, of which input. Of the previous cycle: was there room?
  logic [1:0] open_q = '0, owner_q = '0, room_q = '0, goes, in_goes;
  (* anyconst *) logic input_port;
  (* anyconst *) logic output_port;
  logic [2:0] stuck_q = '0;
  logic [3:0] others_q = '0;
  logic       watched, waits, alone;
  logic [1:0] flow_q = '0;

  xb_pipe_match #(.NumPorts(2)) u_dut (.clk_i, .rst_ni, .v0_i(v0_q), .v1_i(v1_q), .l0_i(l0_q), .room_i, .pop_o(pop), .held_o(held));

  assign goes    = {pop[1] | pop[3], pop[0] | pop[2]};
  assign in_goes = {pop[3:2] != '0, pop[1:0] != '0};
  assign watched = pop[{input_port, output_port}];
  assign waits   = v0_q[{input_port, output_port}] & room_i[output_port] & !open_q[output_port] &
                   !(open_q[!output_port] && owner_q[!output_port] == input_port);

  assign alone   = v0_q == 4'd1 << {input_port, output_port} && v1_q[{input_port, output_port}] && room_i[output_port] &&
                   !open_q[!output_port] && !(open_q[output_port] && owner_q[output_port] != input_port);

  always_ff @(posedge clk_i) begin
    rst_ni <= 1'b1;
    if (rst_ni) begin
      for (int q = 0; q < 4; q++) begin  // queues of up to two beats
        v0_q[q] <= pop[q] ? v1_q[q] | come_i[q] : v0_q[q] | come_i[q];
        v1_q[q] <= pop[q] ? v1_q[q] & come_i[q] : v1_q[q] | (v0_q[q] & come_i[q]);
        l0_q[q] <= pop[q] ? (v1_q[q] ? l1_q[q] : last_i[q]) : (v0_q[q] ? l0_q[q] : last_i[q]);
        l1_q[q] <= (!pop[q] && v1_q[q]) ? l1_q[q] : last_i[q];
      end
      for (int j = 0; j < 2; j++) begin
        if (goes[j]) begin
          open_q[j]  <= pop[j] ? !l0_q[j] : !l0_q[2 + j];
          owner_q[j] <= pop[2 + j];
        end
      end
      room_q  <= room_i;
      flow_q  <= alone ? flow_q + 2'(flow_q != '1) : '0;
      stuck_q <= (waits && goes[output_port] == 1'b0 && in_goes[input_port] == 1'b0) ? stuck_q + 3'(stuck_q != '1) : '0;
      if (!v0_q[{input_port, output_port}] || watched || !waits) others_q <= '0;
      else if (pop != '0) others_q <= others_q + 4'(others_q != '1);

      asked_only: assert ((pop & ~v0_q) == '0);
      one_output: assert (pop[1:0] != 2'b11 && pop[3:2] != 2'b11);
      one_input: assert ((pop[1:0] & pop[3:2]) == '0);
      whole_packets: assert ((goes & open_q & ({pop[3], pop[2]} ^ owner_q)) == '0);
      room_kept: assert ((goes & ~(room_i | room_q)) == '0);
      held_shown: assert (held == {open_q[1] & owner_q[1], open_q[1] & !owner_q[1], open_q[0] & owner_q[0], open_q[0] & !owner_q[0]});
      none_stuck: assert (stuck_q < 3'd4);
      if (alone && flow_q == '1) full_rate: assert (watched);
      none_starves: assert (others_q < 4'd12);
      reached_both: cover (goes == '1 && in_goes == '1 && pop[1]);
      reached_wait: cover (others_q == 4'd2 && watched);
    end
  end
endmodule : xb_pipe_match_properties

`default_nettype wire
