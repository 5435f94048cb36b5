// SPDX-License-Identifier: Apache-2.0
/// What an input's memory owes under store-and-forward: a packet begins to leave when all of it is there, or, if it is
/// longer than the memory, when the memory is full.
///
/// Bound from outside (end of this file), Verilator with --assert only; reports one cycle late (see xb_axis_checker).
`default_nettype none
/* verilator tracing_off */  // its registers mean nothing to a reader of waveforms

module xb_store_forward_checker #(
  /// Number of queues in the memory.
  parameter int unsigned NumQueues = 1,
  /// Derived, do not overwrite.
  localparam int unsigned QueueWidth = (NumQueues > 1) ? $clog2(NumQueues) : 1,
  localparam int unsigned CountWidth = xb_pkg::CountWidth
) (
  input logic                  clk_i,
  input logic                  rst_ni,
  /// The setting.
  input logic                  store_forward_i,
  /// A packet's last beat enters queue `enter_queue_i`; the head packet of `start_queue_i` begins to leave; the memory
  /// has no room for another beat.
  input logic                  enter_i,
  input logic [QueueWidth-1:0] enter_queue_i,
  input logic                  start_i,
  input logic [QueueWidth-1:0] start_queue_i,
  input logic                  full_i
);
  // Per queue: complete packets that have not begun to leave. A packet that is not complete has.
  logic [NumQueues-1:0][CountWidth-1:0] complete_q;
  logic                  early_q, none, early_wrong_q;
  initial early_wrong_q = 1'b0;  // nothing is wrong before the first reset

  assign none = complete_q[start_queue_i] == '0;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      early_q       <= 1'b0;
      early_wrong_q <= 1'b0;
      complete_q    <= '0;
    end else begin
      early_wrong_q <= store_forward_i & start_i & none & !full_i;
      if (enter_i) early_q <= 1'b0;
      else if (start_i && none) early_q <= 1'b1;
      for (int q = 0; q < NumQueues; q++) begin
        complete_q[q] <= complete_q[q]
                         + CountWidth'(enter_i && !early_q && enter_queue_i == QueueWidth'(q)
                                       && !(start_i && none && start_queue_i == QueueWidth'(q)))
                         - CountWidth'(start_i && !none && start_queue_i == QueueWidth'(q));
      end
    end
  end

  stored_before_forwarded: assert property (@(posedge clk_i) !early_wrong_q)
    else $error("under store-and-forward a packet begins to leave before all of it is there, and the memory has room");
endmodule : xb_store_forward_checker

/* verilator tracing_on */
`default_nettype wire

bind xb_input_queue xb_store_forward_checker u_store_forward_checker (
  .clk_i, .rst_ni, .store_forward_i, .enter_i(push & s_tlast_i), .enter_queue_i(1'b0),
  .start_i(pop_i & !started_q), .start_queue_i(1'b0), .full_i(!in_ready)
);
bind xb_pipe_input xb_store_forward_checker u_store_forward_checker (
  .clk_i, .rst_ni, .store_forward_i, .enter_i(push & s_tlast_i), .enter_queue_i(1'b0),
  .start_i(pop_i & !started_q), .start_queue_i(1'b0), .full_i(full)
);
bind xb_voq_input xb_store_forward_checker #(.NumQueues(NumPorts)) u_store_forward_checker (
  .clk_i, .rst_ni, .store_forward_i, .enter_i(push_o & s_tlast_i), .enter_queue_i(push_dest_o),
  .start_i(pop_o & !leaving_q), .start_queue_i(pop_dest_i), .full_i(!room)
);
