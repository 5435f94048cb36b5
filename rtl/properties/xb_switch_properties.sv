// SPDX-License-Identifier: Apache-2.0
/// A whole switch of two ports, XB_SWITCH, with any traffic and receivers: AXI4-Stream is kept, packets are not mixed, and of any
/// one flow no beat is lost, doubled, changed or overtaken, by colours as in xb_fifo_properties; and while all senders offer and
/// all receivers are ready, some beat goes within Patience cycles.
///
/// Payload bit 0 is the colour in the watched flow (else 0), bit 1 the input. XB_SETTINGS connects the switch's settings:
/// the depth, constants, and of some switches either kind of forwarding.
//
// mutant offer_stays: xb_switch_input.sv s/assign pop\[i\] = shown\[i\] & .*/assign pop[i] = shown[i];/
// mutant offer_unchanged: xb_switch_input.sv s/\.ready_i(m_axis_tready_i\[j\]), \.last_i/.ready_i(1'b1), .last_i/
// mutant tdest_is_the_output: xb_switch_input.sv s/\.data_i(head_side), \.sel_i(sel)/.data_i(head_side), .sel_i('0)/
// mutant packets_whole: xb_packet_arbiter.sv s/(valid_o && ready_i && last_i)/(valid_o \&\& ready_i)/
// mutant none_made_up: xb_fifo.sv s/assign raddr      = pop ?/assign raddr      = (pop \&\& count_q != 2) ?/
// mutant none_lost: xb_fifo.sv s/\.we_i(push)/.we_i(push \&\& !pop)/
// mutant none_doubled: xb_fifo.sv s/assign raddr      = pop ?/assign raddr      = (pop \&\& count_q != 2) ?/
// mutant none_stuck: xb_packet_arbiter.sv s/locked_q ? beat_i\[sel_q\] : grant/grant \& !locked_q/
// mutant none_stuck: xb_input_queue.sv s/has_complete | !in_ready/has_complete/
//
// bound 13 xb_switch_voq none_*: the linked lists of a memory that queues share do not close in minutes; that of one input does,
// xb_voq_buffer_properties
// bound 12 xb_switch_input_pipe none_*: heads that are fetched ahead do not close in minutes
// bound 12 xb_switch_voq_pipe *: the same; all but none_* closes in a minute of CPU time. Its blocks are proved for all time
// bound 12 xb_switch_crosspoint_pipe *: the same
// bound 12 xb_switch_cicq_lqf_pipe *: the same
// bound 12 xb_switch_window none_*: the same
// bound 12 xb_switch_crosspoint none_*: the same
// bound 12 xb_switch_cicq_lqf none_*: the same
// bound 12 xb_switch_shared *: the same; a word takes so long that all of it is open after minutes
// bound 12 xb_switch_output *: the same
// bound 12 xb_switch_shared_pipe *: the same
// bound 12 xb_switch_output_pipe *: the same
// beyond xb_switch_shared_pipe reached_stall_of_all: its inputs hold so much that they do not stall within 60 cycles
// beyond xb_switch_output_pipe reached_stall_of_all: the same
`default_nettype none

module xb_switch_properties #(
  parameter int unsigned Depth = 2,
  parameter int unsigned Patience = 10
) (
  input logic       clk_i,
  input logic [1:0] s_tvalid_i,
  input logic [1:0] s_tlast_i,
  input logic [1:0] s_tdest_i,
  input logic [1:0] s_tuser_i,
  input logic [1:0] m_tready_i,
  input logic       colour_i
);
  logic        rst_ni = 1'b0;
  logic [1:0]  s_tready, m_tvalid, m_tlast, m_tdest, m_tuser, dest;
  logic [15:0] s_tdata, m_tdata;
  (* anyconst *) logic store_forward;
  (* anyconst *) logic source;
  (* anyconst *) logic target;
  logic        sent, received;
  // Per input: the next beat is a packet's first, and the packet's destination. Per output: the offer that was not taken, and
  // the packet under way.
  logic [1:0]  first_q = '1, dest_q = '0, stalled_q = '0, last_q = '0, user_q = '0, open_q = '0, owner_q = '0;
  logic [3:0]  data_q = '0;
  logic [1:0]  coloured_in_q = '0, coloured_out_q = '0;
  logic [3:0]  dead_q = '0;  // cycles in which beats could have gone, and none did

  assign dest    = (first_q & s_tdest_i) | (~first_q & dest_q);
  assign s_tdata = {6'd0, 1'b1, source & (dest[1] == target) & colour_i, 6'd0, 1'b0, !source & (dest[0] == target) & colour_i};

  `XB_SWITCH #(.NumPorts(2), .DataWidth(8), .MaxDepth(Depth) `XB_PARAMETERS) u_dut (
    .clk_i, .rst_ni,
    `XB_SETTINGS
    .s_axis_tvalid_i(s_tvalid_i), .s_axis_tready_o(s_tready), .s_axis_tdata_i(s_tdata), .s_axis_tkeep_i('1),
    .s_axis_tlast_i(s_tlast_i), .s_axis_tdest_i(s_tdest_i), .s_axis_tid_i('0), .s_axis_tuser_i(s_tuser_i),
    .m_axis_tvalid_o(m_tvalid), .m_axis_tready_i(m_tready_i), .m_axis_tdata_o(m_tdata),
    .m_axis_tlast_o(m_tlast), .m_axis_tdest_o(m_tdest), .m_axis_tuser_o(m_tuser)
  );

  assign sent     = s_tvalid_i[source] & s_tready[source] & (dest[source] == target);
  assign received = m_tvalid[target] & m_tready_i[target] & (m_tdata[8*target + 1] == source);

  always_ff @(posedge clk_i) begin
    rst_ni <= 1'b1;
    if (rst_ni) begin
      if (coloured_in_q == 2'd1) assume (colour_i);
      if (coloured_in_q == 2'd2) assume (!colour_i);
      if (sent && colour_i) coloured_in_q <= coloured_in_q + 1'b1;
      if (received && m_tdata[8*target]) coloured_out_q <= coloured_out_q + 1'b1;
      dead_q    <= (s_tvalid_i == '1 && m_tready_i == '1 && m_tvalid == '0) ? dead_q + 4'(dead_q != '1) : '0;
      stalled_q <= m_tvalid & ~m_tready_i;
      last_q    <= m_tlast;
      user_q    <= m_tuser;
      data_q    <= {m_tdata[9:8], m_tdata[1:0]};
      for (int p = 0; p < 2; p++) begin
        if (s_tvalid_i[p] && s_tready[p]) begin
          first_q[p] <= s_tlast_i[p];
          dest_q[p]  <= dest[p];
        end
        if (m_tvalid[p] && m_tready_i[p]) begin
          open_q[p]  <= !m_tlast[p];
          owner_q[p] <= m_tdata[8*p + 1];
        end
      end

      offer_stays: assert ((stalled_q & ~m_tvalid) == '0 && (stalled_q & ((m_tlast ^ last_q) | (m_tuser ^ user_q))) == '0);
      offer_unchanged: assert ((!stalled_q[0] || m_tdata[1:0] == data_q[1:0]) &&
                               (!stalled_q[1] || m_tdata[9:8] == data_q[3:2]));
      tdest_is_the_output: assert ((m_tvalid & (m_tdest ^ 2'b10)) == '0);
      packets_whole: assert ((m_tvalid & open_q & ({m_tdata[9], m_tdata[1]} ^ owner_q)) == '0);
      none_stuck: assert (dead_q < 4'(Patience));
      if (received && m_tdata[8*target]) none_made_up: assert (coloured_out_q < coloured_in_q);
      if (received && coloured_out_q == 2'd1) none_lost: assert (m_tdata[8*target]);
      if (received && coloured_out_q == 2'd2) none_doubled: assert (!m_tdata[8*target]);
      reached_both_out: cover (coloured_out_q == 2'd2);
      reached_long_packet: cover (open_q[0] && m_tvalid[0] && m_tready_i[0] && m_tlast[0]);
      reached_stall_of_all: cover (stalled_q == '1 && s_tready == '0);
      reached_both_inputs: cover (m_tvalid == '1 && m_tdata[1] != m_tdata[9]);
    end
  end
endmodule : xb_switch_properties

`default_nettype wire
