// SPDX-License-Identifier: Apache-2.0
/// xb_packet_arbiter with round robin, of any weights up to 3 or without, for inputs whose requests stay until they are
/// granted: packets are not mixed, what is on offer stays, and nobody who keeps asking sees more packets of others begin
/// than their weights add up to, which without weights is NumReq - 1.
//
// mutant begins_asked: xb_packet_arbiter.sv s/assign sel_o    = .*/assign sel_o = sel_q;/
// mutant work_conserving: xb_packet_arbiter.sv s/: grant;/: grant \& ready_i;/
// mutant whole_packets: xb_packet_arbiter.sv s/locked_q <= (valid_o && ready_i && last_i)/locked_q <= (valid_o \&\& ready_i)/
// mutant offer_stays: xb_packet_arbiter.sv s/locked_q <= (valid_o && ready_i && last_i) ? 1'b0 : (locked_q | grant);/locked_q <= ready_i ? !(valid_o \&\& last_i) \& (locked_q | grant) : 1'b0;/
// mutant held_shows_its_beats: xb_packet_arbiter.sv s/locked_q ? beat_i\[sel_q\]/locked_q ? (beat_i != '0)/
// mutant none_passed_over: xb_packet_arbiter.sv s/advance_i(grant & !locked_q)/advance_i(1'b0)/
// mutant none_passed_over: xb_arbiter.sv s/left_q <= goes_on ? left_q - 1'b1/left_q <= goes_on ? left_q/
`default_nettype none

module xb_packet_arbiter_properties #(
  parameter int unsigned NumReq = 3
) (
  input logic              clk_i,
  input logic [NumReq-1:0] req_i,
  input logic [NumReq-1:0] beat_i,
  input logic              ready_i,
  input logic              last_i
);
  localparam int unsigned IdxWidth = $clog2(NumReq);

  logic                rst_ni = 1'b0;
  logic                valid, locked, begins;
  logic [IdxWidth-1:0] sel;
  // Requests that have not been granted yet; the offer of the last cycle, if it was not taken; the packet under way.
  logic [NumReq-1:0]   asked_q = '0;
  logic                stalled_q = 1'b0, open_q = 1'b0;
  logic [IdxWidth-1:0] offered_q = '0, owner_q = '0;
  (* anyconst *) logic [IdxWidth-1:0] watched;
  (* anyconst *) logic weighted;
  (* anyconst *) logic [2*NumReq-1:0] weights;
  logic [63:0]         nibbles;
  logic [3:0]          others_q = '0, most_others;

  xb_packet_arbiter #(.NumReq(NumReq)) u_dut (
    .clk_i, .rst_ni, .kind_i({2{weighted}}), .load_i(1'b0), .seed_i('0), .weights_i(nibbles), .req_i, .age_i('0), .beat_i, .ready_i, .last_i,
    .valid_o(valid), .sel_o(sel), .locked_o(locked)
  );

  always_comb begin
    nibbles     = '0;
    most_others = '0;
    for (int i = 0; i < NumReq; i++) begin
      nibbles[4*i +: 2] = weights[2*i +: 2];
      if (IdxWidth'(i) != watched)
        most_others = most_others + ((weighted && weights[2*i +: 2] != '0) ? 4'({weights[2*i +: 2]}) : 4'd1);
    end
  end

  assign begins = valid & !open_q;

  always_ff @(posedge clk_i) begin
    rst_ni <= 1'b1;
    if (rst_ni) begin
      assume ((asked_q & ~req_i) == '0);
      assume (watched < IdxWidth'(NumReq));
      asked_q   <= open_q ? req_i : req_i & ~(NumReq'(valid) << sel);
      stalled_q <= valid & !ready_i;
      offered_q <= sel;
      open_q    <= valid ? !(ready_i & last_i) : open_q;
      if (begins) owner_q <= sel;
      if (!req_i[watched] || (begins && sel == watched)) others_q <= '0;
      else if (begins) others_q <= others_q + 1'b1;

      if (begins) begins_asked: assert (sel < IdxWidth'(NumReq) && req_i[sel]);
      if (!open_q) work_conserving: assert (valid == (req_i != '0));
      whole_packets: assert (locked == open_q && (!open_q || sel == owner_q));
      if (stalled_q) offer_stays: assert (locked && sel == offered_q);
      if (locked) held_shows_its_beats: assert (valid == beat_i[sel]);
      none_passed_over: assert (others_q <= most_others);
      reached_longest_wait: cover (begins && sel == watched && others_q == most_others);
      reached_longest_turns: cover (begins && sel == watched && others_q == 4'(3 * (NumReq - 1)));
      reached_stalled_packet: cover (stalled_q && open_q && valid && ready_i && last_i);
    end
  end
endmodule : xb_packet_arbiter_properties

`default_nettype wire
