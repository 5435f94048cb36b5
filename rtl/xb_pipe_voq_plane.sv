// SPDX-License-Identifier: Apache-2.0
/// What a pipelined switch with virtual output queues has for each traffic class: inputs with a ring per output, iSLIP, a
/// crossbar, and a queue at each output.
///
/// A beat that is taken in cycle t bids in t+1, is accepted in t+2, read in t+3, goes through the crossbar in t+4 and is
/// offered in t+5; with RamRegister the last two are a cycle later. Capacity: a ring of `cfg_depth_i` / NumPorts beats
/// per input and output, OutputBeats per output.
`default_nettype none

module xb_pipe_voq_plane #(
  /// Number of switch ports, 2..64.
  parameter int unsigned NumPorts = 4,
  /// Payload of a beat [bits].
  parameter int unsigned DataWidth = 64,
  /// Elaborated capacity of an input's memory [beats], >= 2; an equal part for each output, of two at least.
  parameter int unsigned MaxDepth = 1024,
  /// 1: a register behind the data RAMs.
  parameter int unsigned RamRegister = 0,
  /// Derived, do not overwrite.
  localparam int unsigned DestWidth = $clog2(NumPorts),
  localparam int unsigned CountWidth = xb_pkg::CountWidth,
  localparam int unsigned Ring = (MaxDepth / NumPorts < 2) ? 2 : MaxDepth / NumPorts,
  localparam int unsigned LevelWidth = $clog2(Ring + 1),
  localparam int unsigned BeatWidth = DataWidth + 2,
  localparam int unsigned OutWidth = BeatWidth + DestWidth,
  localparam int unsigned NumQueues = NumPorts * NumPorts
) (
  input  logic                           clk_i,
  input  logic                           rst_ni,
  /// Of the pool flags, low where nobody looks at them.
  input  logic                           rst_flags_ni,
  /// Settings and AXI4-Stream inputs, as those of xb_switch_voq_pipe.
  input  logic [CountWidth-1:0]          cfg_depth_i,
  input  logic                           cfg_store_forward_i,
  input  logic                           cfg_drop_i,
  input  logic [CountWidth-1:0]          cfg_packet_beats_i,
  input  logic [NumPorts-1:0]            s_axis_tvalid_i,
  output logic [NumPorts-1:0]            s_axis_tready_o,
  input  logic [NumPorts*DataWidth-1:0]  s_axis_tdata_i,
  input  logic [NumPorts-1:0]            s_axis_tlast_i,
  input  logic [NumPorts*DestWidth-1:0]  s_axis_tdest_i,
  input  logic [NumPorts-1:0]            s_axis_tuser_i,
  /// Per output: a beat is on offer, with its source, user, last, data; it is taken.
  output logic [NumPorts-1:0]            m_valid_o,
  input  logic [NumPorts-1:0]            m_ready_i,
  output logic [NumPorts*OutWidth-1:0]   m_word_o,
  /// Per input: a beat is taken, its packet's output, it is the first; a beat is discarded for want of room.
  output logic [NumPorts-1:0]            push_o,
  output logic [NumPorts*DestWidth-1:0]  push_dest_o,
  output logic [NumPorts-1:0]            push_first_o,
  output logic [NumPorts-1:0]            refused_o,
  output logic [NumPorts*CountWidth-1:0] drop_misrouted_o,
  /// Per output: when it could have been granted what it would show now, there was work for it.
  output logic [NumPorts-1:0]            work_o,
  output logic [NumPorts-1:0]            pool_o,
  output logic [NumPorts*DestWidth-1:0]  pool_by_o
);
  if (DataWidth < 1) begin : gen_illegal_data_width
    $error("DataWidth must be 1 or more");
  end

  localparam int unsigned OutputBeats = 16;
  localparam int unsigned CreditWidth = $clog2(OutputBeats + 1);

  logic [NumQueues*LevelWidth-1:0] unused_level;
  logic [NumPorts-1:0]             room, held, fire_q, fire_late_q, fire;
  logic [NumPorts*DestWidth-1:0]   sel_q, sel_late_q, sel, owner;
  logic [NumQueues-1:0]            v0, v1, l0, pop, held_by;
  logic [NumPorts*BeatWidth-1:0]   read, crossed;
  // Per output: there was work for it 0 to 3 cycles ago, or 4.
  localparam int unsigned Work = 4 + RamRegister;
  logic [NumPorts-1:0]             work_q [Work];

  xb_pipe_voq_inputs #(.NumPorts(NumPorts), .DataWidth(DataWidth), .MaxDepth(MaxDepth), .RamRegister(RamRegister)) u_inputs (
    .clk_i, .rst_ni, .rst_flags_ni, .cfg_depth_i, .cfg_store_forward_i, .cfg_drop_i, .cfg_packet_beats_i,
    .s_axis_tvalid_i, .s_axis_tready_o, .s_axis_tdata_i, .s_axis_tlast_i, .s_axis_tdest_i, .s_axis_tuser_i,
    .v0_o(v0), .v1_o(v1), .l0_o(l0), .pop_i(pop), .level_o(unused_level), .word_o(read),
    .push_o, .push_dest_o, .push_first_o, .refused_o, .drop_misrouted_o,
    .silent_i(m_ready_i & ~m_valid_o), .locked_i(held), .owner_i(owner), .pool_o, .pool_by_o
  );

  xb_pipe_match #(.NumPorts(NumPorts)) u_match (
    .clk_i, .rst_ni, .v0_i(v0), .v1_i(v1), .l0_i(l0), .room_i(room), .pop_o(pop), .held_o(held_by)
  );

  xb_delay #(.Width(NumPorts + NumPorts*DestWidth), .Cycles(RamRegister)) u_late (
    .clk_i, .rst_ni, .now_i({fire_late_q, sel_late_q}), .late_o({fire, sel})
  );
  xb_crossbar #(.NumPorts(NumPorts), .Width(BeatWidth)) u_crossbar (.data_i(read), .sel_i(sel), .data_o(crossed));

  for (genvar j = 0; j < NumPorts; j++) begin : gen_output
    logic [NumPorts-1:0]    mine, waits;
    logic [CreditWidth-1:0] credit_q;
    logic                   room_q, returned_q;

    for (genvar i = 0; i < NumPorts; i++) begin : gen_turn
      assign mine[i]  = pop[i*NumPorts + j];
      assign waits[i] = (mine[i] ? v1[i*NumPorts + j] : v0[i*NumPorts + j]) & !held_by[j*NumPorts + i];
    end
    assign room[j] = room_q;
    assign held[j] = held_by[j*NumPorts +: NumPorts] != '0;
    assign owner[j*DestWidth +: DestWidth] = DestWidth'({xb_pkg::index_of(64'(held_by[j*NumPorts +: NumPorts]))});

    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) begin
        fire_q[j]      <= 1'b0;
        fire_late_q[j] <= 1'b0;
        sel_q[j*DestWidth +: DestWidth]      <= '0;
        sel_late_q[j*DestWidth +: DestWidth] <= '0;
        credit_q       <= CreditWidth'(OutputBeats);
        room_q         <= 1'b0;
        returned_q     <= 1'b0;
        for (int c = 0; c < Work; c++) work_q[c][j] <= 1'b0;
      end else begin
        fire_q[j]      <= mine != '0;
        fire_late_q[j] <= fire_q[j];
        sel_q[j*DestWidth +: DestWidth]      <= DestWidth'({xb_pkg::index_of(64'(mine))});
        sel_late_q[j*DestWidth +: DestWidth] <= sel_q[j*DestWidth +: DestWidth];
        returned_q     <= m_valid_o[j] & m_ready_i[j];
        credit_q       <= credit_q - CreditWidth'(fire_q[j]) + CreditWidth'(returned_q);
        // Two beats are gone that are not taken from the credit, one goes, and one may be granted.
        room_q         <= credit_q >= CreditWidth'(5);
        work_q[0][j]   <= waits != '0;
        for (int c = 1; c < Work; c++) work_q[c][j] <= work_q[c - 1][j];
      end
    end
    xb_pipe_output #(.Width(OutWidth), .Depth(OutputBeats)) u_output (
      .clk_i, .rst_ni,
      .valid_i(fire[j]), .word_i({sel[j*DestWidth +: DestWidth], crossed[j*BeatWidth +: BeatWidth]}),
      .valid_o(m_valid_o[j]), .ready_i(m_ready_i[j]), .word_o(m_word_o[j*OutWidth +: OutWidth])
    );
  end

  assign work_o = work_q[Work - 1];
endmodule : xb_pipe_voq_plane

`default_nettype wire
