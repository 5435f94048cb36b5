// SPDX-License-Identifier: Apache-2.0
/// Bench in four states: after a reset no handshake, offered beat, occupancy or flag is ever unknown, whatever the
/// memories and the registers without a reset begin with. Two rounds, cut-through and store-and-forward with tail drop;
/// the second begins with a reset in the middle of traffic. Every beat comes where it should, with the tid and tuser of its own.
///
/// Macros: SWITCH, the module; QUEUES, the queues that report their occupancy; CLASSES, traffic classes if it has several:
/// then a packet's tid is the same in all its beats.
`default_nettype none
`timescale 1ns / 1ns
`ifdef CLASSES
`define SEVERAL
`else
`define CLASSES 1
`endif

module four_state;
  localparam int unsigned NumPorts = 3;
  localparam int unsigned DataWidth = 64;
  localparam int unsigned IdWidth = 4;
  localparam int unsigned IdAt = 4;      // a beat's tid and tuser are bits of its payload, too
  localparam int unsigned UserWidth = 3;
  localparam int unsigned UserAt = 16;
  localparam int unsigned MaxDepth = 48;
  localparam int unsigned MaxBeats = 5;  // of a packet
  localparam int unsigned Cycles = 500;
  localparam int unsigned Classes = `CLASSES;

  reg                    clk_i = 1'b0;
  reg                    rst_ni = 1'b0;
  reg                    cfg_store_forward_i, cfg_drop_i;
  wire [31:0]            cfg_depth_i = MaxDepth, cfg_output_depth_i = 4, cfg_packet_beats_i = MaxBeats;
  wire [31:0]            cfg_route_delay_i = 1, cfg_seed_i = 7, cfg_crosspoint_packets_i = 2;
  wire [1:0]             cfg_arbiter_i = 0, cfg_sharing_i = 0, cfg_scheduler_i = 0;
  wire [2:0]             cfg_alpha_i = 3, cfg_iterations_i = 2;
  wire [3:0]             cfg_window_i = 4;
  wire [1:0]             cfg_service_i = 0;
  wire [63:0]            cfg_weights_i = 0, cfg_input_weights_i = 0;
  wire                   cfg_class_heads_i = 0;
  wire [31:0]            cfg_class_alphas_i = 0;
  wire [31:0]            evicted_o;
  wire [16:0]            cfg_drop_bandwidth_i = 0;
  wire [$clog2(`QUEUES)-1:0] count_queue_i = 0;
  reg  [NumPorts-1:0]    s_axis_tvalid_i, s_axis_tlast_i, m_axis_tready_i;
  reg  [NumPorts*2-1:0]  s_axis_tdest_i;
  reg  [NumPorts*DataWidth-1:0] s_axis_tdata_i;
  reg  [NumPorts*8-1:0]  s_axis_tkeep_i;
  reg  [NumPorts*IdWidth-1:0]   s_axis_tid_i;
  reg  [NumPorts*UserWidth-1:0] s_axis_tuser_i;
  wire [NumPorts*Classes-1:0] s_axis_tready_o;
  wire [NumPorts-1:0]    m_axis_tvalid_o, m_axis_tlast_o;
  wire [NumPorts*2-1:0]  m_axis_tdest_o, blocked_by_o, pool_by_o;
  wire [NumPorts*DataWidth-1:0] m_axis_tdata_o;
  wire [NumPorts*8-1:0]  m_axis_tkeep_o;
  wire [NumPorts*IdWidth-1:0]   m_axis_tid_o;
  wire [NumPorts*UserWidth-1:0] m_axis_tuser_o;
  wire [`QUEUES*32-1:0]  occ_beats_o, occ_packets_o, drop_full_o;
  wire [NumPorts*32-1:0] drop_misrouted_o;
  wire [NumPorts-1:0]    blocked_o, blocked_backpressure_o, hol_o, pool_o, idle_with_work_o;
  wire [NumPorts*NumPorts-1:0] hol_victims_o;

  `SWITCH #(
    .NumPorts(NumPorts), .DataWidth(DataWidth), .MaxDepth(MaxDepth), .Keep(1), .IdWidth(IdWidth), .UserWidth(UserWidth)
`ifdef SEVERAL
    , .Classes(`CLASSES)
`endif
  ) u_switch (.*);

  integer left [NumPorts];
  reg [IdWidth-1:0] id [NumPorts];
  integer beats = 0, unknowns = 0;

  task automatic known(input string what, input logic is_unknown);
    if (is_unknown) begin
      unknowns = unknowns + 1;
      if (unknowns <= 10) $display("%0d: %s is unknown", $time, what);
    end
  endtask

  // Just before an edge, when everything has settled.
  task automatic look;
    known("s_axis_tready_o", ^s_axis_tready_o === 1'bx);
    known("m_axis_tvalid_o", ^m_axis_tvalid_o === 1'bx);
    known("occ_beats_o", ^occ_beats_o === 1'bx);
    known("occ_packets_o", ^occ_packets_o === 1'bx);
    known("drop_full_o", ^drop_full_o === 1'bx);
    known("drop_misrouted_o", ^drop_misrouted_o === 1'bx);
    known("a flag", ^{blocked_o, blocked_backpressure_o, blocked_by_o, hol_o, hol_victims_o, pool_o, pool_by_o,
                      idle_with_work_o} === 1'bx);
    for (int j = 0; j < NumPorts; j++) begin
      if (m_axis_tvalid_o[j]) begin
        known("m_axis_tdata_o", ^m_axis_tdata_o[j*DataWidth +: DataWidth] === 1'bx);
        known("m_axis_tkeep_o", ^m_axis_tkeep_o[j*8 +: 8] === 1'bx);
        known("m_axis_tlast_o", m_axis_tlast_o[j] === 1'bx);
        known("m_axis_tid_o", m_axis_tid_o[j*IdWidth +: IdWidth] !== m_axis_tdata_o[j*DataWidth + IdAt +: IdWidth]);
        known("m_axis_tuser_o", m_axis_tuser_o[j*UserWidth +: UserWidth] !== m_axis_tdata_o[j*DataWidth + UserAt +: UserWidth]);
        known("m_axis_tdest_o", m_axis_tdest_o[j*2 +: 2] !== j);
        if (m_axis_tdata_o[j*DataWidth +: 2] !== j) begin
          $display("%0d: output %0d sends what is for %0d", $time, j, m_axis_tdata_o[j*DataWidth +: 2]);
          unknowns = unknowns + 1;
        end
        if (m_axis_tready_i[j]) beats = beats + 1;
      end
    end
  endtask

  // What the inputs and the receivers do in the next cycle; a beat that was not taken stays.
  task automatic drive(input logic [NumPorts-1:0] taken);
    m_axis_tready_i = $urandom | $urandom;
    for (int i = 0; i < NumPorts; i++) begin
      if (taken[i]) begin
        left[i] = left[i] - 1;
        s_axis_tvalid_i[i] = 1'b0;
      end
      if (left[i] == 0) begin
        left[i] = 1 + $urandom % MaxBeats;
        s_axis_tdest_i[i*2 +: 2] = $urandom % NumPorts;
        id[i] = $urandom;
      end
      if (!s_axis_tvalid_i[i]) s_axis_tid_i[i*IdWidth +: IdWidth] = 'x;
      if (!s_axis_tvalid_i[i] && $urandom % 4 != 0) begin
        s_axis_tvalid_i[i] = 1'b1;
        s_axis_tlast_i[i] = left[i] == 1;
        s_axis_tdata_i[i*DataWidth +: DataWidth] = {$urandom, $urandom};
        s_axis_tdata_i[i*DataWidth +: 2] = s_axis_tdest_i[i*2 +: 2];
        if (Classes > 1) s_axis_tdata_i[i*DataWidth + IdAt +: IdWidth] = id[i];
        s_axis_tid_i[i*IdWidth +: IdWidth] = s_axis_tdata_i[i*DataWidth + IdAt +: IdWidth];
        s_axis_tuser_i[i*UserWidth +: UserWidth] = s_axis_tdata_i[i*DataWidth + UserAt +: UserWidth];
        s_axis_tkeep_i[i*8 +: 8] = left[i] == 1 ? 8'hff >> s_axis_tdata_i[i*DataWidth + 8 +: 3] : 8'hff;
      end
    end
  endtask

  task automatic cycle(input logic traffic);
    logic [NumPorts-1:0] taken;
    integer              of_class;
    #4;
    if (traffic) look;
    for (int i = 0; i < NumPorts; i++) begin
      of_class = s_axis_tid_i[i*IdWidth +: 3];
      if (of_class >= Classes) of_class = Classes - 1;
      taken[i] = s_axis_tvalid_i[i] && s_axis_tready_o[i*Classes + of_class];
    end
    #1 clk_i = 1'b1;
    #5 clk_i = 1'b0;
    if (traffic) drive(taken);
  endtask

  initial begin
    for (int round = 0; round < 2; round++) begin
      cfg_store_forward_i = round == 1;
      cfg_drop_i          = round == 1;
      s_axis_tvalid_i = '0;
      s_axis_tlast_i  = '0;
      s_axis_tid_i    = '0;
      s_axis_tuser_i  = '0;
      s_axis_tdest_i  = '0;
      s_axis_tdata_i  = '0;
      s_axis_tkeep_i  = '0;
      m_axis_tready_i = '0;
      for (int i = 0; i < NumPorts; i++) left[i] = 0;
      rst_ni = 1'b0;
      repeat (2) cycle(1'b0);
      rst_ni = 1'b1;
      repeat (2) cycle(1'b0);  // the settings count
      repeat (Cycles) cycle(1'b1);
    end
    if (beats < Cycles) $display("only %0d beats came", beats);
    else if (unknowns == 0) $display("PASS: %0d beats", beats);
    $finish;
  end
endmodule : four_state

`default_nettype wire
