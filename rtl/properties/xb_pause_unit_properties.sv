// SPDX-License-Identifier: Apache-2.0
/// xb_pause_unit, for any counts, limits, grants and frames: a frame is due a cycle after a count reaches xoff, no class
/// pauses or goes on without a reason, a frame has its effect after the response, and nothing else has.
//
// mutant asked_in_time: xb_pause_unit.sv s/count >= xoff/count > xoff/
// mutant pause_has_reason: xb_pause_unit.sv s/xoff   = cfg_xoff_i/xoff   = cfg_xon_i/
// mutant resumed_in_time: xb_pause_unit.sv s/count <= cfg_xon_i/count < cfg_xon_i/
// mutant resume_has_reason: xb_pause_unit.sv s/cfg_xon_i\[c\*CountWidth/cfg_xon_i[0/
// mutant requested_when_due: xb_pause_unit.sv s/if (grant_i) told_q <= asks_q/if (grant_i) told_q <= told_q | asks_q/
// mutant effect_in_time: xb_pause_unit.sv s/frame_pause_i\[c\]/frame_pause_i[0]/
// mutant pause_stays: xb_pause_unit.sv s/if (due\[0\]) paused_o/if (due[0] || grant_i) paused_o/
`default_nettype none

module xb_pause_unit_properties #(
  parameter int unsigned Classes = 2,
  parameter int unsigned CountWidth = 3,
  parameter int unsigned MaxResponse = 3
) (
  input logic                          clk_i,
  input logic [Classes*CountWidth-1:0] count_i,
  input logic [Classes*CountWidth-1:0] xoff_i,
  input logic [Classes*CountWidth-1:0] xon_i,
  input logic                          grant_i,
  input logic                          frame_i,
  input logic [Classes-1:0]            frame_pause_i
);
  logic                           rst_ni = 1'b0;
  (* anyconst *) logic [1:0]      response;
  logic                           req;
  logic [Classes-1:0]             req_pause, paused;
  // Of the cycle before: counts at xoff, counts at xon, what was shown.
  logic [Classes-1:0]             high, low, high_q = '0, low_q = '0, pause_q = '0, paused_q = '0;
  // What the last frame said that was granted; the frames that have come, the last first.
  logic [Classes-1:0]             told_q = '0;
  logic [MaxResponse-1:0]         came_q = '0;
  logic [MaxResponse*Classes-1:0] came_pause_q = '0;
  logic [1:0]                     ago;  // how many cycles, less one, it takes a frame

  xb_pause_unit #(.Classes(Classes), .CountWidth(CountWidth), .MaxResponse(MaxResponse)) u_dut (
    .clk_i, .rst_ni, .count_i, .cfg_xoff_i(xoff_i), .cfg_xon_i(xon_i), .cfg_response_i(response),
    .req_o(req), .req_pause_o(req_pause), .grant_i, .frame_i, .frame_pause_i, .paused_o(paused)
  );

  for (genvar c = 0; c < Classes; c++) begin : gen_class
    assign high[c] = xoff_i[c*CountWidth +: CountWidth] != '0 &&
                     count_i[c*CountWidth +: CountWidth] >= xoff_i[c*CountWidth +: CountWidth];
    assign low[c]  = count_i[c*CountWidth +: CountWidth] <= xon_i[c*CountWidth +: CountWidth];
  end
  assign ago = (response == '0) ? '0 : response - 1'b1;

  always_ff @(posedge clk_i) begin
    rst_ni <= 1'b1;
    if (rst_ni) begin
      high_q       <= high;
      low_q        <= low & ~high;
      pause_q      <= req_pause;
      paused_q     <= paused;
      came_q       <= MaxResponse'({came_q, frame_i});
      came_pause_q <= (MaxResponse*Classes)'({came_pause_q, frame_pause_i});
      if (grant_i) told_q <= req_pause;

      asked_in_time: assert ((high_q & ~req_pause) == '0);
      pause_has_reason: assert ((req_pause & ~pause_q & ~high_q) == '0);
      resumed_in_time: assert ((low_q & req_pause) == '0);
      resume_has_reason: assert ((pause_q & ~req_pause & ~low_q) == '0);
      requested_when_due: assert (req == (req_pause != told_q));
      if (came_q[ago]) effect_in_time: assert (paused == came_pause_q[ago*Classes +: Classes]);
      else pause_stays: assert (paused == paused_q);
      reached_resume: cover (req && told_q == 2'b11 && req_pause == 2'b10);
      reached_unasked: cover (pause_q != '0 && req_pause == '0 && told_q == '0);
      reached_frames_on_their_way: cover (ago == 2'd2 && came_q == '1 && paused == 2'b01);
    end
  end
endmodule : xb_pause_unit_properties

`default_nettype wire
