// SPDX-License-Identifier: Apache-2.0
/// Output-buffered switch: a queue per output, each with a memory share of its own, never blocked by another's.
///
/// Built as hardware builds it, with N beats written in a cycle: one memory of wide words that the ports visit in
/// turn (xb_switch_shared). The depth holds for each output; the elaborated memory is N times as large. With traffic
/// classes a beat's tid says its class, in all beats of a packet the same.
`default_nettype none

module xb_switch_output #(
  /// Number of ports N, 2..64.
  parameter int unsigned NumPorts = 4,
  /// Payload of a beat [bits], a multiple of 8.
  parameter int unsigned DataWidth = 64,
  /// Elaborated capacity of each output's queue [beats], >= 2.
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
  /// Traffic classes, 1..8. With several, tid has 3 bits at least, the lowest 3 of which say the class, and s_axis_tready_o a
  /// bit for each: i*Classes+c of input i and class c.
  parameter int unsigned Classes = 1,
  /// Derived, do not overwrite.
  localparam int unsigned DestWidth = $clog2(NumPorts),
  localparam int unsigned KeepWidth = DataWidth / 8,
  localparam int unsigned IdUsed = (Classes > 1 && IdWidth < 3) ? 3 : IdWidth,
  localparam int unsigned IdBits = (IdUsed == 0) ? 1 : IdUsed,
  localparam int unsigned CountWidth = xb_pkg::CountWidth
) (
  input  logic                            clk_i,
  input  logic                            rst_ni,
  /// Settings, registered: they count from the next cycle on, out of range as the nearest value in it.
  /// Change them only while the switch is empty.
  /// Capacity of each output's queue, with classes of each class's [beats], 1..MaxDepth; whole words of 2*NumPorts beats, and one word more (xb_admission).
  input  logic [CountWidth-1:0]           cfg_depth_i,
  /// 0 cut-through (by memory words), 1 store-and-forward.
  input  logic                            cfg_store_forward_i,
  /// 0 back-pressure, 1 tail drop: a packet that is not admitted is discarded whole.
  input  logic                            cfg_drop_i,
  /// Longest packet [beats]: what is reserved for one under tail drop or store-and-forward.
  input  logic [CountWidth-1:0]           cfg_packet_beats_i,
  /// Cycles from a header's arrival until its packet may be read, beyond the first.
  input  logic [CountWidth-1:0]           cfg_route_delay_i,
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
  /// Occupancy of each output's queue, stages included [beats, packets]; packets discarded at each input because
  /// their destination does not exist, and for each queue because the memory was full.
  output logic [NumPorts*CountWidth-1:0]  occ_beats_o,
  output logic [NumPorts*CountWidth-1:0]  occ_packets_o,
  output logic [NumPorts*CountWidth-1:0]  drop_misrouted_o,
  output logic [NumPorts*CountWidth-1:0]  drop_full_o,
  /// Head-of-line flags of the input stages in the last cycle (xb_hol_probe), set only while the memory refuses
  /// words; row i of the victims is at [i*NumPorts +: NumPorts].
  output logic [NumPorts-1:0]             blocked_o,
  output logic [NumPorts-1:0]             blocked_backpressure_o,
  output logic [NumPorts*DestWidth-1:0]   blocked_by_o,
  output logic [NumPorts-1:0]             hol_o,
  output logic [NumPorts*NumPorts-1:0]    hol_victims_o,
  /// Pool flags (xb_memory_flags), 0: no output takes another's memory.
  output logic [NumPorts-1:0]             pool_o,
  output logic [NumPorts*DestWidth-1:0]   pool_by_o,
  /// In the last cycle the output was ready and sent nothing, though at its last turn a second word for it was
  /// there to be read.
  output logic [NumPorts-1:0]             idle_with_work_o
);
  if (NumPorts < 2 || NumPorts > 64) begin : gen_illegal_num_ports
    $error("NumPorts must be 2..64");
  end

  logic [CountWidth-1:0] unused_evicted;

  xb_switch_shared #(
    .NumPorts(NumPorts), .DataWidth(DataWidth), .MaxDepth(MaxDepth), .PerOutput(1'b1),
    .Keep(Keep), .IdWidth(IdWidth), .UserWidth(UserWidth), .Observe(Observe), .Classes(Classes)
  ) u_switch (
    .*, .cfg_sharing_i('0), .cfg_alpha_i('0), .cfg_class_alphas_i('0), .cfg_drop_bandwidth_i('0), .evicted_o(unused_evicted)
  );
  logic unused;
  assign unused = ^unused_evicted;
endmodule : xb_switch_output

`default_nettype wire
