// SPDX-License-Identifier: Apache-2.0
/// xb_pipe_voq_input, for any sender and any order of pops, rings of one and of three beats, both ways of forwarding and both
/// of flow control: a ring's beats go in order, none lost, doubled or changed (colours, as in xb_fifo_properties), their
/// packets' ends as shown before; what is taken is kept or refused, a packet whole and only for want of room; room comes
/// back; what is held is shown, under store-and-forward in whole packets; what leaves is told.
//
// mutant none_made_up: xb_pipe_voq_input.sv s/if (popped_q\[j\]) raddr_q/if (popped_q[j] \&\& !enter) raddr_q/
// mutant none_lost: xb_pipe_voq_input.sv s/\.we_i(push), \.waddr_i({dest_o, waddr}), \.wdata_i({s_tuser_i/.we_i(push \& !popped_o), .waddr_i({dest_o, waddr}), .wdata_i({s_tuser_i/
// mutant none_doubled: xb_pipe_voq_input.sv s/if (enter) waddr_q/if (enter \&\& !popped_q[j]) waddr_q/
// mutant last_foretold: xb_pipe_voq_input.sv s/l0_q <= pop_i\[j\] ? (v1_q ? l1_q : in_l)/l0_q <= pop_i[j] ? in_l/
// mutant within_capacity: xb_pipe_voq_input.sv s/!(full | (almost & enter))/!full/
// mutant takes_below_capacity: xb_pipe_voq_input.sv s/if (enter != popped_q\[j\]) count_q/if (enter) count_q/
// mutant kept_or_refused: xb_pipe_voq_input.sv s/assign push      = valid_o/assign push      = valid_o \& !popped_o/
// mutant refused_for_room: xb_pipe_voq_input.sv s/begins != '0/begins == '0/
// mutant refused_whole: xb_ingress.sv s/refused_q   <= refused;/refused_q   <= 1'b0;/
// mutant goes_on_alone: xb_pipe_voq_input.sv s/in_packet ? (mine & ~ok) == '0/in_packet ? (mine \& ~ok) != '0/
// mutant whole_or_long: xb_pipe_voq_input.sv s/assign leave      = .*/assign leave = 1'b1;/
// mutant shown_at_once: xb_pipe_voq_input.sv s/assign direct     = .*/assign direct = 1'b0;/
// mutant second_shown: xb_pipe_voq_input.sv s/assign v1_o\[j\]    = v1_q/assign v1_o[j] = 1'b0/
// mutant counted: xb_pipe_voq_input.sv s/count_q - LevelWidth'(popped_q\[j\]);/count_q;/
// mutant leaving_told: xb_pipe_voq_input.sv s/assign popped_o      = .*/assign popped_o = 1'b0;/
// mutant held_is_shown: xb_pipe_voq_input.sv s/lacks_q\[j\]  <= .*/lacks_q[j] <= 1'b0;/
`default_nettype none

module xb_pipe_voq_input_properties (
  input logic       clk_i,
  input logic       tvalid_i,
  input logic       tlast_i,
  input logic       tdest_i,
  input logic       colour_i,
  input logic [1:0] pop_i
);
  localparam int unsigned CountWidth = xb_pkg::CountWidth;

  logic                  rst_ni = 1'b0;
  logic                  tready, valid, push, dest, first, refused, popped, popped_dest;
  logic [1:0]            v0, v1, l0;
  logic [2:0]            word;
  logic [CountWidth-1:0] misrouted;
  (* anyconst *) logic   ring;
  (* anyconst *) logic   target;
  (* anyconst *) logic   store_forward;
  (* anyconst *) logic   drop;
  // Per ring: beats held. Cycles in which the watched ring has a beat to show, and shows none; in which all have room.
  logic [1:0]            held_q [2];
  logic [1:0]            coloured_in_q = '0, coloured_out_q = '0, roomy_q = '0;
  logic [2:0]            waits_q = '0, second_q = '0;
  logic [3:0]            level;
  // Of the packet on offer: its ring has room for a beat, in the last three cycles; it is refused. Of the watched ring: its
  // packet is too long to wait for its end, beats that may leave; it was empty.
  logic [1:0]            own_room_q = '0, may_q = '0;
  logic                  refusing_q = 1'b0, early_q = 1'b0, empty_q = 1'b0, fresh_q = 1'b0, comes, early;
  logic                  whole_q = 1'b1;  // no packet of the watched ring is incomplete
  logic                  pop_q = 1'b0, out_q = 1'b0, last_q = 1'b0, out_last_q = 1'b0, below;
  logic [1:0]            capacity, capacity_less_1, gone_q = '0;

  assign capacity = {ring, 1'b1};
  assign capacity_less_1 = capacity - 1'b1;
  assign comes    = push && dest == target;
  assign early    = early_q | (held_q[target] == capacity && !whole_q && may_q == '0);
  assign below    = held_q[0] < capacity && held_q[1] < capacity;

  xb_pipe_voq_input #(.NumPorts(2), .DataWidth(1), .MaxDepth(6)) u_dut (
    .clk_i, .rst_ni, .ring_i(capacity), .ring_less_1_i(capacity_less_1), .limit_i(capacity), .limit_less_1_i(capacity_less_1),
    .store_forward_i(store_forward), .drop_i(drop), .s_tvalid_i(tvalid_i), .s_tready_o(tready), .s_tdata_i(colour_i),
    .s_tlast_i(tlast_i), .s_tuser_i(1'b0), .s_tdest_i(tdest_i), .v0_o(v0), .v1_o(v1), .l0_o(l0), .pop_i, .level_o(level), .word_o(word),
    .valid_o(valid), .push_o(push), .dest_o(dest), .first_o(first), .refused_o(refused), .drop_misrouted_o(misrouted),
    .popped_o(popped), .popped_dest_o(popped_dest)
  );

  initial begin
    held_q[0] = '0;
    held_q[1] = '0;
  end

  always_ff @(posedge clk_i) begin
    rst_ni <= 1'b1;
    if (!rst_ni) assume (pop_i == '0);
    else begin
      assume ((pop_i & ~v0) == '0 && pop_i != '1);
      if (coloured_in_q == 2'd1) assume (colour_i);
      if (coloured_in_q == 2'd2) assume (!colour_i);
      if (push && dest != target) assume (!colour_i);
      if (push && dest == target && colour_i) coloured_in_q <= coloured_in_q + 1'b1;
      if (out_q && word[0]) coloured_out_q <= coloured_out_q + 1'b1;
      for (int j = 0; j < 2; j++) held_q[j] <= held_q[j] + 2'(push && dest == 1'(j)) - 2'(pop_i[j]);
      pop_q      <= pop_i[target];
      gone_q     <= pop_i;
      out_q      <= pop_q;
      last_q     <= l0[target];
      out_last_q <= last_q;
      if (push && dest == target) whole_q <= tlast_i;
      waits_q    <= (held_q[target] != '0 && !v0[target] && (whole_q || !store_forward || early)) ? waits_q + 3'(waits_q != '1) : '0;
      second_q   <= (held_q[target] >= 2'd2 && !v1[target] && pop_i == '0 && !store_forward) ? second_q + 3'(second_q != '1) : '0;
      early_q    <= early && !(comes && tlast_i);
      may_q      <= (!store_forward || early || (comes && tlast_i)) ? held_q[target] + 2'(comes) - 2'(pop_i[target])
                                                                   : may_q - 2'(pop_i[target]);
      own_room_q <= (!first && !push && held_q[dest] < capacity) ? own_room_q + 2'(own_room_q != '1) : '0;
      if (tvalid_i && tready) refusing_q <= refused;
      empty_q    <= held_q[target] == '0 && !comes;
      fresh_q    <= !store_forward && empty_q && held_q[target] == '0 && comes;
      roomy_q    <= (below && !push) ? roomy_q + 2'(roomy_q != '1) : '0;

      if (out_q && word[0]) none_made_up: assert (coloured_out_q < coloured_in_q);
      if (out_q && coloured_out_q == 2'd1) none_lost: assert (word[0]);
      if (out_q && coloured_out_q == 2'd2) none_doubled: assert (!word[0]);
      if (out_q) last_foretold: assert (word[1] == out_last_q);
      within_capacity: assert (held_q[0] <= capacity && held_q[1] <= capacity);
      kept_or_refused: assert ((tvalid_i && tready) ? push != refused : !push && !refused);
      if (refused && first) refused_for_room: assert (drop && roomy_q != '1);
      if ((push || refused) && !first) refused_whole: assert (refused == refusing_q);
      if (own_room_q == '1) goes_on_alone: assert (tready);
      if (store_forward && v0[target]) whole_or_long: assert (may_q != '0 || early);
      if (fresh_q) shown_at_once: assert (v0[target]);
      if (roomy_q == '1) takes_below_capacity: assert (tready);
      held_is_shown: assert (waits_q < 3'd5);
      second_shown: assert (second_q < 3'd5 && (!v1[target] || held_q[target] >= 2'd2));
      counted: assert (level[2*target +: 2] == held_q[target]);
      leaving_told: assert (popped == (gone_q != '0) && (!popped || popped_dest == gone_q[1]));
      reached_both_out: cover (coloured_out_q == 2'd2);
      reached_full: cover (held_q[target] == 2'd3);
    end
  end
endmodule : xb_pipe_voq_input_properties

`default_nettype wire
