// SPDX-License-Identifier: Apache-2.0
/// Switch with buffered crosspoints for a fast clock whose inputs serve their longest queue first: xb_switch_cicq_lqf in
/// five cycles. It is xb_switch_crosspoint_pipe with LongestFirst, and has its latency, capacity and rate.
`default_nettype none

module xb_switch_cicq_lqf_pipe #(
  /// Number of ports N, 2..64.
  parameter int unsigned NumPorts = 4,
  /// Payload of a beat [bits], a multiple of 8.
  parameter int unsigned DataWidth = 64,
  /// Elaborated capacity of an input's memory [beats], >= 2; an equal part for each output, of two at least.
  parameter int unsigned MaxDepth = 1024,
  /// 1: beats have a tkeep, which goes with the payload through every memory; 0: none, its ports cost nothing.
  parameter int unsigned Keep = 0,
  /// Bits of tid, which goes with the payload likewise; 0: none, its ports are one bit a port and cost nothing.
  parameter int unsigned IdWidth = 0,
  /// Bits of tuser, all of which go with the payload.
  parameter int unsigned UserWidth = 1,
  /// What it shows of itself: 2 all, 1 no flags, 0 nothing, and 3, if it has a `count_queue_i`, as 1 with counts of that queue
  /// alone. Ports that show nothing are 0, and what counts for them is not there.
  parameter int unsigned Observe = 2,
  /// 1: a register behind the data RAMs, for the clock of deep memories; a cycle more latency.
  parameter int unsigned RamRegister = 0,
  /// Capacity of a crosspoint [beats], 2..2**30; full rate takes 6, and one more with RamRegister.
  parameter int unsigned CrosspointBeats = 16,
  /// Traffic classes, 1..8. With several, tid has 3 bits at least, the lowest 3 of which say the class, and s_axis_tready_o a
  /// bit for each: i*Classes+c of input i and class c.
  parameter int unsigned Classes = 1,
  /// Derived, do not overwrite.
  localparam int unsigned DestWidth = $clog2(NumPorts),
  localparam int unsigned QueueWidth = $clog2(NumPorts * NumPorts),
  localparam int unsigned KeepWidth = DataWidth / 8,
  localparam int unsigned IdUsed = (Classes > 1 && IdWidth < 3) ? 3 : IdWidth,
  localparam int unsigned IdBits = (IdUsed == 0) ? 1 : IdUsed,
  localparam int unsigned CountWidth = xb_pkg::CountWidth,
  localparam int unsigned NumQueues = NumPorts * NumPorts
) (
  input  logic                            clk_i,
  input  logic                            rst_ni,
  /// Settings, registered: they count from the next cycle on, out of range as the nearest value in it.
  /// Change them only while the switch is empty. Capacity of each input's memory [beats], 1..MaxDepth.
  input  logic [CountWidth-1:0]           cfg_depth_i,
  /// 0 cut-through, 1 store-and-forward.
  input  logic                            cfg_store_forward_i,
  /// 0 back-pressure, 1 tail drop: a packet that finds no room for cfg_packet_beats_i is discarded whole.
  input  logic                            cfg_drop_i,
  /// Longest packet [beats], under tail drop.
  input  logic [CountWidth-1:0]           cfg_packet_beats_i,
  /// With classes: service 0 strict priority, 1 deficit round robin, 2 that of all but the highest, which goes first; weight of
  /// class c in byte c, 1..255.
  input  logic [1:0]                      cfg_service_i,
  input  logic [63:0]                     cfg_weights_i,
  /// AXI4-Stream inputs, port i in bit i or at [i*width +: width]; tdest counts with a packet's first beat.
  input  logic [NumPorts-1:0]             s_axis_tvalid_i,
  output logic [NumPorts*Classes-1:0]     s_axis_tready_o,
  input  logic [NumPorts*DataWidth-1:0]   s_axis_tdata_i,
  input  logic [NumPorts*KeepWidth-1:0]   s_axis_tkeep_i,
  input  logic [NumPorts-1:0]             s_axis_tlast_i,
  input  logic [NumPorts*DestWidth-1:0]   s_axis_tdest_i,
  input  logic [NumPorts*IdBits-1:0]      s_axis_tid_i,
  input  logic [NumPorts*UserWidth-1:0]   s_axis_tuser_i,
  /// AXI4-Stream outputs.
  output logic [NumPorts-1:0]             m_axis_tvalid_o,
  input  logic [NumPorts-1:0]             m_axis_tready_i,
  output logic [NumPorts*DataWidth-1:0]   m_axis_tdata_o,
  output logic [NumPorts*KeepWidth-1:0]   m_axis_tkeep_o,
  output logic [NumPorts-1:0]             m_axis_tlast_o,
  output logic [NumPorts*DestWidth-1:0]   m_axis_tdest_o,
  output logic [NumPorts*IdBits-1:0]      m_axis_tid_o,
  output logic [NumPorts*UserWidth-1:0]   m_axis_tuser_o,
  /// Per queue (i * NumPorts + j): beats and packets held, in the input's memory, at the crosspoint or on their way through
  /// the output; packets discarded for a destination that does not exist, per input, and for want of room.
  output logic [NumQueues*CountWidth-1:0] occ_beats_o,
  output logic [NumQueues*CountWidth-1:0] occ_packets_o,
  output logic [NumPorts*CountWidth-1:0]  drop_misrouted_o,
  output logic [NumQueues*CountWidth-1:0] drop_full_o,
  /// With Observe = 3: the queue i*N+j whose counts the first words of these show two cycles later, as they are in the cycle
  /// between; all other words are 0.
  input  logic [QueueWidth-1:0]           count_queue_i,
  /// Head-of-line flags: always 0, as no queue blocks another.
  output logic [NumPorts-1:0]             blocked_o,
  output logic [NumPorts-1:0]             blocked_backpressure_o,
  output logic [NumPorts*DestWidth-1:0]   blocked_by_o,
  output logic [NumPorts-1:0]             hol_o,
  output logic [NumPorts*NumPorts-1:0]    hol_victims_o,
  /// Pool flags of the last cycle (xb_pool_probe): the input is held off, or discards, because its memory is full of
  /// packets for other outputs; the output that holds most of it.
  output logic [NumPorts-1:0]             pool_o,
  output logic [NumPorts*DestWidth-1:0]   pool_by_o,
  /// In the last cycle the output was ready and sent nothing, though a packet for it could have been sent.
  output logic [NumPorts-1:0]             idle_with_work_o
);
  xb_switch_crosspoint_pipe #(
    .NumPorts(NumPorts), .DataWidth(DataWidth), .MaxDepth(MaxDepth), .CrosspointBeats(CrosspointBeats),
    .Keep(Keep), .IdWidth(IdWidth), .UserWidth(UserWidth), .LongestFirst(1'b1), .Observe(Observe), .RamRegister(RamRegister),
    .Classes(Classes)
  ) u_switch (.*);
endmodule : xb_switch_cicq_lqf_pipe

`default_nettype wire
