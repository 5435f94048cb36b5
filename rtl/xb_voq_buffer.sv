// SPDX-License-Identifier: Apache-2.0
/// The packet memory of one input with a queue per output: linked lists of beats in one block RAM.
///
/// One push and one pop a cycle, also of the same queue in cycle after cycle. Latency: a beat pushed in cycle t can be
/// popped in cycle t+1; its data is shown in the cycle after its pop. Capacity: `MaxDepth` beats for all queues
/// together; the user keeps to a lower one.
/// What must be known of a queue's head before it is popped (its address, tuser and tlast) is in registers. The
/// list memory holds the same of the beat behind, so that a pop fetches what the next pop of that queue needs: its
/// result is used from the RAM in the very next cycle, and kept in the registers.
/// Addresses come back through a FIFO; while that is empty, from a counter of those never used.
`default_nettype none

module xb_voq_buffer #(
  /// Number of queues, 2..64.
  parameter int unsigned NumPorts = 4,
  /// Payload of a beat [bits].
  parameter int unsigned DataWidth = 64,
  /// Capacity [beats], >= 2; need not be a power of two.
  parameter int unsigned MaxDepth = 1024,
  /// Derived, do not overwrite.
  localparam int unsigned DestWidth = $clog2(NumPorts)
) (
  input  logic                          clk_i,
  input  logic                          rst_ni,
  /// A beat enters queue `push_dest_i`; only with fewer than MaxDepth beats held.
  input  logic                          push_i,
  input  logic [DestWidth-1:0]          push_dest_i,
  input  logic [DataWidth-1:0]          push_data_i,
  input  logic                          push_user_i,
  input  logic                          push_last_i,
  /// The head of queue `pop_dest_i` leaves, if there is one (`beat_o`, then `pop_o`); it is its packet's last beat.
  input  logic                          pop_i,
  input  logic [DestWidth-1:0]          pop_dest_i,
  output logic                          beat_o,
  output logic                          pop_o,
  output logic                          pop_last_o,
  /// The beat popped in the last cycle.
  output logic [DataWidth-1:0]          data_o,
  output logic                          user_o,
  output logic                          last_o,
  /// Beats held now, in all queues.
  output logic [xb_pkg::CountWidth-1:0] count_o
);
  if (NumPorts < 2 || NumPorts > 64) begin : gen_illegal_num_ports
    $error("NumPorts must be 2..64");
  end
  if (DataWidth < 1) begin : gen_illegal_data_width
    $error("DataWidth must be 1 or more");
  end

  localparam int unsigned AddrWidth = $clog2(MaxDepth);
  // A beat as the list knows it: {address, tuser, tlast}.
  localparam int unsigned NodeWidth = AddrWidth + 2;

  logic [NodeWidth-1:0]          head_q [NumPorts];
  logic [AddrWidth-1:0]          tail_q [NumPorts];
  logic [NumPorts-1:0]           filled_q;
  logic [NodeWidth-1:0]          head, behind, pushed;
  logic [AddrWidth-1:0]          head_addr, fresh_q, returned, waddr;
  logic [DestWidth-1:0]          chased_dest_q;
  logic                          chased_q, chased, only, has_returned, pop;
  logic [xb_pkg::CountWidth-1:0] count_q, unused_count;
  logic                          unused_ready, unused_side;

  // In the last cycle this queue was popped, and the RAM shows what was behind that beat.
  assign chased     = chased_q & (chased_dest_q == pop_dest_i);
  assign head       = chased ? behind : head_q[pop_dest_i];
  assign head_addr  = head[NodeWidth-1:2];
  assign only       = head_addr == tail_q[pop_dest_i];
  assign beat_o     = filled_q[pop_dest_i];
  assign pop        = pop_i & beat_o;
  assign pop_o      = pop;
  assign pop_last_o = head[0];
  assign waddr      = has_returned ? returned : fresh_q;
  assign pushed     = {waddr, push_user_i, push_last_i};
  assign count_o    = count_q;

  xb_ram_1r1w #(.Width(DataWidth), .Depth(MaxDepth)) u_data_ram (
    .clk_i,
    .we_i(push_i), .waddr_i(waddr), .wdata_i(push_data_i),
    .re_i(pop), .raddr_i(head_addr), .rdata_o(data_o)
  );
  xb_ram_1r1w #(.Width(NodeWidth), .Depth(MaxDepth)) u_list_ram (
    .clk_i,
    .we_i(push_i & filled_q[push_dest_i]), .waddr_i(tail_q[push_dest_i]), .wdata_i(pushed),
    .re_i(pop), .raddr_i(head_addr), .rdata_o(behind)
  );
  xb_fifo #(.DataWidth(AddrWidth), .SideWidth(1), .MaxDepth(MaxDepth)) u_returned (
    .clk_i, .rst_ni, .depth_i(xb_pkg::CountWidth'(MaxDepth)),
    .valid_i(pop), .ready_o(unused_ready), .data_i(head_addr), .side_i(1'b0),
    .valid_o(has_returned), .ready_i(push_i), .data_o(returned), .side_o(unused_side),
    .count_o(unused_count)
  );

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      filled_q      <= '0;
      fresh_q       <= '0;
      chased_q      <= 1'b0;
      chased_dest_q <= '0;
      count_q       <= '0;
    end else begin
      if (push_i && !has_returned) fresh_q <= fresh_q + 1'b1;
      chased_q <= pop & !only;
      if (pop) begin
        chased_dest_q <= pop_dest_i;
        if (only) filled_q[pop_dest_i] <= 1'b0;
      end
      if (push_i) filled_q[push_dest_i] <= 1'b1;
      count_q <= count_q + xb_pkg::CountWidth'(push_i) - xb_pkg::CountWidth'(pop);
    end
  end

  // No reset: contents count only under filled_q, or in the cycle after a pop.
  always_ff @(posedge clk_i) begin
    if (chased_q) head_q[chased_dest_q] <= behind;
    if (push_i) begin
      tail_q[push_dest_i] <= waddr;
      if (!filled_q[push_dest_i] || (pop && only && pop_dest_i == push_dest_i)) head_q[push_dest_i] <= pushed;
    end
    user_o <= head[1];
    last_o <= head[0];
  end
endmodule : xb_voq_buffer

`default_nettype wire
