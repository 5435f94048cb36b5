// SPDX-License-Identifier: Apache-2.0
/// A switch whose every pin is a flip-flop's, for clock.sh: a shift register before it, a chain of registered sums behind it. Its
/// settings are tied, and what it shows of itself is open.
///
/// Macros: SWITCH, the module; NUM_PORTS, DATA_WIDTH, MAX_DEPTH; QUEUES, the queues that report their occupancy.
`default_nettype none

module clock (
  input  wire clk_i,
  input  wire reset_ni,
  input  wire serial_i,
  output reg  serial_o
);
  localparam int unsigned NumPorts = `NUM_PORTS;
  localparam int unsigned DataWidth = `DATA_WIDTH;
  localparam int unsigned DestWidth = $clog2(NumPorts);
  localparam int unsigned InWidth = NumPorts * (DataWidth + DestWidth + 4);
  localparam int unsigned OutWidth = NumPorts * (DataWidth + DestWidth + 4);

  wire [31:0] cfg_depth_i = `MAX_DEPTH, cfg_output_depth_i = 4, cfg_packet_beats_i = 1;
  wire [31:0] cfg_route_delay_i = 0, cfg_seed_i = 0, cfg_crosspoint_packets_i = 1;
  wire [1:0]  cfg_arbiter_i = 0, cfg_sharing_i = 0, cfg_scheduler_i = 0;
  wire [2:0]  cfg_alpha_i = 0, cfg_iterations_i = 1;
  wire [3:0]  cfg_window_i = 2;
  wire        cfg_store_forward_i = 0, cfg_drop_i = 0;

  wire [NumPorts-1:0]           s_axis_tvalid_i, s_axis_tready_o, s_axis_tlast_i, s_axis_tuser_i;
  wire [NumPorts*DataWidth-1:0] s_axis_tdata_i, m_axis_tdata_o;
  wire [NumPorts*DestWidth-1:0] s_axis_tdest_i, m_axis_tdest_o;
  wire [NumPorts-1:0]           m_axis_tvalid_o, m_axis_tready_i, m_axis_tlast_o, m_axis_tuser_o;
  wire [NumPorts*(DataWidth/8)-1:0] s_axis_tkeep_i = '1, m_axis_tkeep_o;
  wire [`QUEUES*32-1:0]         occ_beats_o, occ_packets_o, drop_full_o;
  wire [NumPorts*32-1:0]        drop_misrouted_o;
  wire [NumPorts-1:0]           blocked_o, blocked_backpressure_o, hol_o, pool_o, idle_with_work_o;
  wire [NumPorts*DestWidth-1:0] blocked_by_o, pool_by_o;
  wire [NumPorts*NumPorts-1:0]  hol_victims_o;

  reg                  rst_ni;
  reg [InWidth-1:0]    in_q;
  reg [OutWidth-1:0]   out_q, sum_q;

  assign {s_axis_tvalid_i, s_axis_tdata_i, s_axis_tlast_i, s_axis_tdest_i, s_axis_tuser_i, m_axis_tready_i} = in_q;

  always_ff @(posedge clk_i) begin
    rst_ni <= reset_ni;
    in_q   <= {in_q[InWidth-2:0], serial_i};
    out_q  <= {s_axis_tready_o, m_axis_tvalid_o, m_axis_tdata_o, m_axis_tlast_o, m_axis_tdest_o, m_axis_tuser_o};
    // Each bit is seen at the end: what leads to it is not thrown away.
    for (int i = 0; i < OutWidth; i++) sum_q[i] <= out_q[i] ^ (i < OutWidth - 1 ? sum_q[i + 1] : 1'b0);
    serial_o <= sum_q[0];
  end

  `SWITCH #(.NumPorts(NumPorts), .DataWidth(DataWidth), .MaxDepth(`MAX_DEPTH)) u_switch (.*);
endmodule : clock

`default_nettype wire
