// SPDX-License-Identifier: Apache-2.0
/// The crosspoints of one output and its arbiter: a round robin over those that hold a beat, which stays with a packet
/// to its last beat.
///
/// Latency: a beat that arrives is offered in the same cycle, if its crosspoint has the turn; the arriving beats come
/// from registers, and so do all outputs.
`default_nettype none

module xb_crosspoint_outputs #(
  /// Number of switch ports, 2..64.
  parameter int unsigned NumPorts = 4,
  /// Number of this output.
  parameter int unsigned Output = 0,
  /// Payload of a beat [bits].
  parameter int unsigned DataWidth = 64,
  /// Capacity of a crosspoint [beats], a power of two.
  parameter int unsigned MaxCrosspointBeats = 16,
  /// Derived, do not overwrite.
  localparam int unsigned DestWidth = $clog2(NumPorts)
) (
  input  logic                          clk_i,
  input  logic                          rst_ni,
  /// Beats that arrive from the inputs, each for the output that it names.
  input  logic [NumPorts-1:0]           valid_i,
  input  logic [NumPorts*DestWidth-1:0] dest_i,
  input  logic [NumPorts*DataWidth-1:0] data_i,
  input  logic [NumPorts-1:0]           user_i,
  input  logic [NumPorts-1:0]           last_i,
  /// Inputs whose crosspoint has a beat, the arriving ones included.
  input  logic [NumPorts-1:0]           filled_i,
  /// AXI4-Stream output, and the input that its beat came in by.
  output logic                          m_tvalid_o,
  input  logic                          m_tready_i,
  output logic [DataWidth-1:0]          m_tdata_o,
  output logic                          m_tlast_o,
  output logic                          m_tuser_o,
  output logic [DestWidth-1:0]          m_source_o,
  /// A packet holds the output; while nothing is on offer, one of input `m_source_o`.
  output logic                          locked_o
);
  if (NumPorts < 2 || NumPorts > 64) begin : gen_illegal_num_ports
    $error("NumPorts must be 2..64");
  end
  if (Output >= NumPorts) begin : gen_illegal_output
    $error("Output must be below NumPorts");
  end
  if (DataWidth < 1) begin : gen_illegal_data_width
    $error("DataWidth must be 1 or more");
  end
  if (MaxCrosspointBeats < 2 || (MaxCrosspointBeats & (MaxCrosspointBeats - 1)) != 0) begin : gen_illegal_beats
    $error("MaxCrosspointBeats must be a power of two, 2 or more");
  end

  logic [DataWidth-1:0] data [NumPorts];
  logic [1:0]           side [NumPorts];

  xb_packet_arbiter #(.NumReq(NumPorts), .InstanceSeed(Output)) u_arbiter (
    .clk_i, .rst_ni, .kind_i('0), .load_i(1'b0), .seed_i('0), .age_i('0),
    .req_i(filled_i), .beat_i(filled_i), .ready_i(m_tready_i), .last_i(m_tlast_o),
    .valid_o(m_tvalid_o), .sel_o(m_source_o), .locked_o
  );

  for (genvar i = 0; i < NumPorts; i++) begin : gen_crosspoint
    xb_crosspoint #(.DataWidth(DataWidth), .SideWidth(2), .MaxBeats(MaxCrosspointBeats)) u_crosspoint (
      .clk_i, .rst_ni,
      .valid_i(valid_i[i] && dest_i[i*DestWidth +: DestWidth] == DestWidth'(Output)),
      .data_i(data_i[i*DataWidth +: DataWidth]), .side_i({user_i[i], last_i[i]}),
      .data_o(data[i]), .side_o(side[i]),
      .take_i(m_tvalid_o & m_tready_i & (m_source_o == DestWidth'(i)))
    );
  end

  assign m_tdata_o              = data[m_source_o];
  assign {m_tuser_o, m_tlast_o} = side[m_source_o];
endmodule : xb_crosspoint_outputs

`default_nettype wire
