// SPDX-License-Identifier: Apache-2.0
/// The packets of one input in the order of arrival, of which the first eight may be taken from the middle.
///
/// A packet is its destination and the cycle in which it came. One enters and one is taken per cycle. Latency: one
/// that enters in cycle t is shown in cycle t+1, if fewer than eight are before it. Those behind the first eight
/// wait in a FIFO; while it holds any, all eight slots are filled.
`default_nettype none

module xb_order_window #(
  /// Number of switch ports, 2..64.
  parameter int unsigned NumPorts = 4,
  /// Packets that the FIFO holds, >= 2.
  parameter int unsigned MaxDepth = 1024,
  /// Derived, do not overwrite.
  localparam int unsigned NumSlots = 8,
  localparam int unsigned DestWidth = $clog2(NumPorts),
  localparam int unsigned CountWidth = xb_pkg::CountWidth
) (
  input  logic                           clk_i,
  input  logic                           rst_ni,
  /// A packet enters.
  input  logic                           push_i,
  input  logic [DestWidth-1:0]           push_dest_i,
  input  logic [CountWidth-1:0]          push_stamp_i,
  /// The packet in slot `take_slot_i` is taken; those behind it move up.
  input  logic                           take_i,
  input  logic [2:0]                     take_slot_i,
  /// Slots filled, and the packets in them: slot s at [s*width +: width], the oldest in slot 0.
  output logic [3:0]                     count_o,
  output logic [NumSlots*DestWidth-1:0]  dest_o,
  output logic [NumSlots*CountWidth-1:0] stamp_o
);
  if (NumPorts < 2 || NumPorts > 64) begin : gen_illegal_num_ports
    $error("NumPorts must be 2..64");
  end

  logic [DestWidth-1:0]  dest_q [NumSlots];
  logic [CountWidth-1:0] stamp_q [NumSlots];
  logic [3:0]            count_q, kept;
  logic [DestWidth-1:0]  behind_dest;
  logic [CountWidth-1:0] behind_stamp, unused_count;
  logic                  behind, room, enter, unused_ready;

  assign count_o = count_q;
  assign kept    = count_q - 4'(take_i);
  assign room    = !kept[3];
  assign enter   = room & (behind | push_i);

  for (genvar s = 0; s < NumSlots; s++) begin : gen_slot
    assign dest_o[s*DestWidth +: DestWidth]    = dest_q[s];
    assign stamp_o[s*CountWidth +: CountWidth] = stamp_q[s];
  end

  xb_fifo #(.DataWidth(CountWidth), .SideWidth(DestWidth), .MaxDepth(MaxDepth)) u_behind (
    .clk_i, .rst_ni, .depth_i(CountWidth'(MaxDepth)),
    .valid_i(push_i & (behind | !room)), .ready_o(unused_ready), .data_i(push_stamp_i), .side_i(push_dest_i),
    .valid_o(behind), .ready_i(room), .data_o(behind_stamp), .side_o(behind_dest), .count_o(unused_count)
  );

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) count_q <= '0;
    else count_q <= kept + 4'(enter);
  end

  // No reset: a slot's content counts only below count_q.
  always_ff @(posedge clk_i) begin
    if (take_i) begin
      for (int s = 0; s < NumSlots - 1; s++) begin
        if (3'(s) >= take_slot_i) begin
          dest_q[s]  <= dest_q[s+1];
          stamp_q[s] <= stamp_q[s+1];
        end
      end
    end
    if (enter) begin
      dest_q[kept[2:0]]  <= behind ? behind_dest : push_dest_i;
      stamp_q[kept[2:0]] <= behind ? behind_stamp : push_stamp_i;
    end
  end
endmodule : xb_order_window

`default_nettype wire
