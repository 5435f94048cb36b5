// SPDX-License-Identifier: Apache-2.0
/// Priority flow control at one end of a link (IEEE 802.1Q, 36): asks the other end to pause the traffic classes of which
/// much is held here, and pauses what goes there as the other end asks.
///
/// A pause frame says of all classes whether they are to pause, when it begins: classes do not wait for each other's
/// frames. How many beats it has, and where in them the classes stand, is its sender's business; it goes between two
/// packets, before the next one. Latency: 1 cycle from a count to the request, cfg_response_i from a frame to the pause.
/// All outputs come from registers.
`default_nettype none

module xb_pause_unit #(
  /// Traffic classes, 1..8.
  parameter int unsigned Classes = 8,
  /// Width of a count [bits].
  parameter int unsigned CountWidth = xb_pkg::CountWidth,
  /// Longest response [cycles], 1..1024.
  parameter int unsigned MaxResponse = 16,
  /// Derived, do not overwrite; at least 1, so that tools get as far as the message below.
  localparam int unsigned ResponseWidth = (MaxResponse < 1) ? 1 : $clog2(MaxResponse + 1)
) (
  input  logic                          clk_i,
  input  logic                          rst_ni,
  /// By class, what the memory holds that this end fills from the link [beats].
  input  logic [Classes*CountWidth-1:0] count_i,
  /// By class: the other end is to pause from so many on, and may go on from so few on, fewer than that. The memory needs
  /// room for the headroom above xoff (docs/pauses.md). A class whose xoff is 0 never asks for a pause.
  input  logic [Classes*CountWidth-1:0] cfg_xoff_i,
  input  logic [Classes*CountWidth-1:0] cfg_xon_i,
  /// From a frame's last beat to the pause, 1..MaxResponse; to be changed in reset.
  input  logic [ResponseWidth-1:0]      cfg_response_i,
  /// To the arbiter of the link: a frame is due, and the classes that it has to pause, all others may go on. The frame
  /// begins in the cycle of the grant, with the classes of that cycle.
  output logic                          req_o,
  output logic [Classes-1:0]            req_pause_o,
  input  logic                          grant_i,
  /// From the link: a frame's last beat has come, and the classes that it pauses.
  input  logic                          frame_i,
  input  logic [Classes-1:0]            frame_pause_i,
  /// No packet of the class may begin towards the other end.
  output logic [Classes-1:0]            paused_o
);
  if (Classes < 1 || Classes > 8) begin : gen_illegal_classes
    $error("Classes must be 1..8");
  end
  if (CountWidth < 1 || CountWidth > 32) begin : gen_illegal_count_width
    $error("CountWidth must be 1..32");
  end
  if (MaxResponse < 1 || MaxResponse > 1024) begin : gen_illegal_max_response
    $error("MaxResponse must be 1..1024");
  end

  // Classes that the other end has to pause, and those that the last frame said. The two differ: a frame is due.
  logic [Classes-1:0]       asks_q, told_q;
  logic [ResponseWidth-1:0] response;
  // Frames that have come and have no effect yet, bit k: in k cycles; and with the one that comes.
  logic [MaxResponse-1:0]   coming_q, due;

  assign req_o       = asks_q != told_q;
  assign req_pause_o = asks_q;
  assign response    = ResponseWidth'({xb_pkg::bounded(32'(cfg_response_i), 32'd1, MaxResponse)} - 32'd1);
  assign due         = coming_q | (MaxResponse'(frame_i) << response);

  always_ff @(posedge clk_i or negedge rst_ni) begin
    if (!rst_ni) begin
      told_q   <= '0;
      coming_q <= '0;
    end else begin
      if (grant_i) told_q <= asks_q;
      coming_q <= due >> 1;
    end
  end

  for (genvar c = 0; c < Classes; c++) begin : gen_class
    logic [CountWidth-1:0]  count, xoff;
    logic [MaxResponse-1:0] pauses_q, pauses;

    assign count  = count_i[c*CountWidth +: CountWidth];
    assign xoff   = cfg_xoff_i[c*CountWidth +: CountWidth];
    assign pauses = pauses_q | (MaxResponse'({frame_i & frame_pause_i[c]}) << response);

    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) begin
        asks_q[c]   <= 1'b0;
        pauses_q    <= '0;
        paused_o[c] <= 1'b0;
      end else begin
        if (count >= xoff && xoff != '0) asks_q[c] <= 1'b1;
        else if (count <= cfg_xon_i[c*CountWidth +: CountWidth]) asks_q[c] <= 1'b0;
        pauses_q <= pauses >> 1;
        if (due[0]) paused_o[c] <= pauses[0];
      end
    end
  end
endmodule : xb_pause_unit

`default_nettype wire
