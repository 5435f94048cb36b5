// SPDX-License-Identifier: Apache-2.0
/// The buffers of all crosspoints: in a cycle an input adds to one of its row at most, and an output takes from one of
/// its column.
///
/// Latency: none; a beat that arrives at an empty crosspoint is its head at once, from the arriving register. Capacity:
/// `MaxBeats` beats each, the arriving one included; the user keeps to it and knows which crosspoints hold a beat.
/// Written twice, because most of N x N memories are idle: for synthesis (SYNTHESIS is defined) as the memories and FIFOs
/// that hardware has (xb_crosspoint), else as one array of which only what moves is touched. Tests hold both against the
/// twin.
`default_nettype none

module xb_crosspoints #(
  /// Number of switch ports, 2..64.
  parameter int unsigned NumPorts = 4,
  /// Width of the data and of the side information [bits].
  parameter int unsigned DataWidth = 64,
  parameter int unsigned SideWidth = 2,
  /// Capacity of a crosspoint [beats], a power of two.
  parameter int unsigned MaxBeats = 16,
  /// Derived, do not overwrite.
  localparam int unsigned DestWidth = $clog2(NumPorts)
) (
  input  logic                          clk_i,
  input  logic                          rst_ni,
  /// Per input: a beat arrives at its crosspoint with output `dest_i` (driven by registers).
  input  logic [NumPorts-1:0]           valid_i,
  input  logic [NumPorts*DestWidth-1:0] dest_i,
  input  logic [NumPorts*DataWidth-1:0] data_i,
  input  logic [NumPorts*SideWidth-1:0] side_i,
  /// Per output: the head of its crosspoint with input `source_i`, if there is one, and its removal.
  input  logic [NumPorts*DestWidth-1:0] source_i,
  output logic [NumPorts*DataWidth-1:0] data_o,
  output logic [NumPorts*SideWidth-1:0] side_o,
  input  logic [NumPorts-1:0]           take_i
);
  if (NumPorts < 2 || NumPorts > 64) begin : gen_illegal_num_ports
    $error("NumPorts must be 2..64");
  end
  if (DataWidth < 1) begin : gen_illegal_data_width
    $error("DataWidth must be 1 or more");
  end
  if (SideWidth < 1) begin : gen_illegal_side_width
    $error("SideWidth must be 1 or more");
  end
  if (MaxBeats < 2 || (MaxBeats & (MaxBeats - 1)) != 0) begin : gen_illegal_beats
    $error("MaxBeats must be a power of two, 2 or more");
  end

`ifdef SYNTHESIS
  for (genvar j = 0; j < NumPorts; j++) begin : gen_output
    logic [DataWidth-1:0] data [NumPorts];
    logic [SideWidth-1:0] side [NumPorts];
    logic [DestWidth-1:0] source;

    for (genvar i = 0; i < NumPorts; i++) begin : gen_input
      xb_crosspoint #(.DataWidth(DataWidth), .SideWidth(SideWidth), .MaxBeats(MaxBeats)) u_crosspoint (
        .clk_i, .rst_ni,
        .valid_i(valid_i[i] && dest_i[i*DestWidth +: DestWidth] == DestWidth'(j)),
        .data_i(data_i[i*DataWidth +: DataWidth]), .side_i(side_i[i*SideWidth +: SideWidth]),
        .data_o(data[i]), .side_o(side[i]), .take_i(take_i[j] && source == DestWidth'(i))
      );
    end
    assign source = source_i[j*DestWidth +: DestWidth];
    assign data_o[j*DataWidth +: DataWidth] = data[source];
    assign side_o[j*SideWidth +: SideWidth] = side[source];
  end
`else
  localparam int unsigned AddrWidth = (MaxBeats < 2) ? 1 : $clog2(MaxBeats);
  localparam int unsigned PointerWidth = AddrWidth + 1;
  // Addresses of beats in a row of the memories.
  localparam int unsigned RowWidth = DestWidth + AddrWidth;

  // A row per input, of MaxBeats beats per output. The numbers of the beats that have come, a row per input, and gone, a row
  // per output.
  logic [DataWidth-1:0]             data_q [NumPorts][2**RowWidth];
  logic [SideWidth-1:0]             side_q [NumPorts][2**RowWidth];
  logic [NumPorts*PointerWidth-1:0] come_q [NumPorts];
  logic [NumPorts*PointerWidth-1:0] gone_q [NumPorts];

  for (genvar i = 0; i < NumPorts; i++) begin : gen_input
    logic [DestWidth-1:0]    dest;
    logic [PointerWidth-1:0] come;

    assign dest = dest_i[i*DestWidth +: DestWidth];
    assign come = come_q[i][dest*PointerWidth +: PointerWidth];

    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) come_q[i] <= '0;
      else if (valid_i[i]) come_q[i][dest*PointerWidth +: PointerWidth] <= come + 1'b1;
    end
    always_ff @(posedge clk_i) begin
      if (valid_i[i]) begin
        data_q[i][{dest, come[AddrWidth-1:0]}] <= data_i[i*DataWidth +: DataWidth];
        side_q[i][{dest, come[AddrWidth-1:0]}] <= side_i[i*SideWidth +: SideWidth];
      end
    end
  end

  for (genvar j = 0; j < NumPorts; j++) begin : gen_output
    logic [DestWidth-1:0]    source;
    logic [PointerWidth-1:0] gone;
    logic                    held;

    assign source = source_i[j*DestWidth +: DestWidth];
    assign gone   = gone_q[j][source*PointerWidth +: PointerWidth];
    assign held   = gone != come_q[source][j*PointerWidth +: PointerWidth];
    assign data_o[j*DataWidth +: DataWidth] = held ? data_q[source][{DestWidth'(j), gone[AddrWidth-1:0]}]
                                              : data_i[source*DataWidth +: DataWidth];
    assign side_o[j*SideWidth +: SideWidth] = held ? side_q[source][{DestWidth'(j), gone[AddrWidth-1:0]}]
                                              : side_i[source*SideWidth +: SideWidth];

    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) gone_q[j] <= '0;
      else if (take_i[j]) gone_q[j][source*PointerWidth +: PointerWidth] <= gone + 1'b1;
    end
  end
`endif
endmodule : xb_crosspoints

`default_nettype wire
