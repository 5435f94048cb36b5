// SPDX-License-Identifier: Apache-2.0
/// Which packets of one input may bid: how many wait per output, able to start and not yet begun to leave.
///
/// A packet is able to start from the cycle on that follows the acceptance of its first beat (cut-through) or last
/// beat (store-and-forward), and `route_delay_i` cycles after that of its first beat at the earliest. Packets become
/// able in the order of arrival, so those in between wait in one FIFO, whatever their output.
/// A packet longer than the memory can never be held whole: under store-and-forward it becomes able when it alone fills
/// the memory.
`default_nettype none

module xb_voq_bids #(
  /// Number of outputs, 2..64.
  parameter int unsigned NumPorts = 4,
  /// Packets that may wait for their routing delay, >= 2.
  parameter int unsigned MaxDepth = 1024,
  /// Derived, do not overwrite.
  localparam int unsigned DestWidth = $clog2(NumPorts),
  localparam int unsigned CountWidth = xb_pkg::CountWidth
) (
  input  logic                  clk_i,
  input  logic                  rst_ni,
  /// Settings; the cycle's number.
  input  logic                  store_forward_i,
  input  logic [CountWidth-1:0] route_delay_i,
  input  logic [CountWidth-1:0] now_i,
  /// A beat enters the memory; which has no room for another.
  input  logic                  push_i,
  input  logic                  push_first_i,
  input  logic                  push_last_i,
  input  logic [DestWidth-1:0]  push_dest_i,
  input  logic                  full_i,
  /// A packet begins to leave; one is under way (not from the cycle on in which its last beat leaves).
  input  logic                  start_i,
  input  logic [DestWidth-1:0]  start_dest_i,
  input  logic                  leaving_i,
  /// A packet becomes able to start, the cycle in which its first beat came; the only one that was, for
  /// `start_dest_i`, starts.
  output logic                  able_o,
  output logic [DestWidth-1:0]  able_dest_o,
  output logic [CountWidth-1:0] able_stamp_o,
  output logic                  exhausted_o,
  /// Outputs for which a packet is able to start.
  output logic [NumPorts-1:0]   bids_o
);
  if (NumPorts < 2 || NumPorts > 64) begin : gen_illegal_num_ports
    $error("NumPorts must be 2..64");
  end

  logic [CountWidth-1:0] able_q [NumPorts];
  logic [NumPorts-1:0]   bids_q;
  logic [CountWidth-1:0] stamp_q, first_stamp, delayed_stamp, unused_count;
  logic [DestWidth-1:0]  delayed_dest, dest_q;
  logic                  open_q, early_q, enter, routed, early, delayed, delay_over, unused_ready;

  // The arriving packet: when its first beat came, and whether its routing delay is over.
  assign first_stamp = (push_i && push_first_i) ? now_i : stamp_q;
  assign routed      = now_i - first_stamp >= route_delay_i;
  assign enter       = push_i & (store_forward_i ? push_last_i & !early_q : push_first_i);
  assign early       = store_forward_i & full_i & open_q & !early_q & routed & !leaving_i & !delayed
                       & (bids_q == '0);

  xb_fifo #(.DataWidth(CountWidth), .SideWidth(DestWidth), .MaxDepth(MaxDepth)) u_delayed (
    .clk_i, .rst_ni, .depth_i(CountWidth'(MaxDepth)),
    .valid_i(enter & !routed), .ready_o(unused_ready), .data_i(first_stamp), .side_i(push_dest_i),
    .valid_o(delayed), .ready_i(delay_over), .data_o(delayed_stamp), .side_o(delayed_dest),
    .count_o(unused_count)
  );
  assign delay_over = now_i - delayed_stamp >= route_delay_i;

  // Never two of them in one cycle: the FIFO has passed on all packets whose delay is over before the next one's is.
  assign able_o = (enter & routed) | (delayed & delay_over) | early;
  assign {able_dest_o, able_stamp_o} = (delayed & delay_over) ? {delayed_dest, delayed_stamp}
                                       : early ? {dest_q, stamp_q} : {push_dest_i, first_stamp};
  assign exhausted_o = start_i & (able_q[start_dest_i] == CountWidth'(1));
  assign bids_o      = bids_q;

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      bids_q  <= '0;
      open_q  <= 1'b0;
      early_q <= 1'b0;
      stamp_q <= '0;
      dest_q  <= '0;
      // By eight: Verilator takes arrays in loops that it unrolls, and with many ports it unrolls no longer ones.
      for (int k = 0; k < NumPorts; k += 8) begin
        for (int j = 0; j < 8; j++) if (k + j < NumPorts) able_q[k + j] <= '0;
      end
    end else begin
      if (push_i) begin
        open_q  <= !push_last_i;
        stamp_q <= first_stamp;
        dest_q  <= push_dest_i;
      end
      if (push_i && push_last_i) early_q <= 1'b0;
      else if (early) early_q <= 1'b1;
      if (!(able_o && start_i && able_dest_o == start_dest_i)) begin
        if (start_i) able_q[start_dest_i] <= able_q[start_dest_i] - 1'b1;
        if (exhausted_o) bids_q[start_dest_i] <= 1'b0;
        if (able_o) begin
          able_q[able_dest_o] <= able_q[able_dest_o] + 1'b1;
          bids_q[able_dest_o] <= 1'b1;
        end
      end
    end
  end
endmodule : xb_voq_bids

`default_nettype wire
