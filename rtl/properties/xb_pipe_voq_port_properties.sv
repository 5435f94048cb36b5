// SPDX-License-Identifier: Apache-2.0
/// xb_pipe_voq_port with two classes, for any beats and any receiver: what is shown is there and stays until it is taken, a
/// packet is not interrupted, no beat leaves unseen; with strict priority the higher class begins first; with deficit round
/// robin, weights 1 and packets of one beat, no more than 12 go before one of the lower class that waits: two weights, a packet
/// and three beats of each class.
//
// mutant shown_is_there: xb_pipe_voq_port.sv s/first & valid_i;/first | valid_i;/
// mutant stays: xb_pipe_voq_port.sv s/if (held_q) first = shown_q/if (held_q \&\& !ready_i) first = shown_q/
// mutant whole_packets: xb_pipe_voq_port.sv s/!ready_i || (shown & last_i) == '0/!ready_i/
// mutant taken_is_shown: xb_pipe_voq_port.sv s/ & first & (valid_i/ \& (valid_i/
// mutant goes: xb_pipe_voq_port.sv s/assign ready_o = {Classes{ready_i}} & /assign ready_o = {Classes{ready_i \& held_q}} \& /
// mutant highest_first: xb_pipe_voq_port.sv s/(d > c ? eligible/(d < c ? eligible/
// mutant some_shown: xb_pipe_voq_port.sv s/if (held_q) first = shown_q/if (held_q || shown_q[0]) first = shown_q/
// mutant ready_for_next: xb_pipe_voq_port.sv s/{Classes{!valid_o}}/{Classes{valid_o}}/
// mutant shares_kept: xb_pipe_voq_port.sv s/sent_i(shown & /sent_i(shown | /
// bound 24 xb_pipe_voq_port shares_kept: counters of 16 bits
`default_nettype none

module xb_pipe_voq_port_properties (
  input logic       clk_i,
  input logic [1:0] come_i,
  input logic [1:0] last_i,
  input logic       ready_i
);
  logic       rst_ni = 1'b0;
  // The queues: a beat is there, its packet's last. Of the port: a packet is under way, of which class; what it showed stalled.
  logic [1:0] valid_q = '0, last_q = '0, ready, shown, taken;
  logic [1:0] open_q = '0, stalled_q = '0;
  logic       valid;
  logic [4:0] passed_q = '0;  // beats of the higher class while one of the lower waits
  (* anyconst *) logic [1:0] service;
  (* anyconst *) logic       one_beat;

  // A word says its class, in one bit for each.
  xb_pipe_voq_port #(.Classes(2), .Width(2)) u_dut (
    .clk_i, .rst_ni, .service_i(service), .weights_i(16'h0101), .valid_i(valid_q), .ready_o(ready), .last_i(last_q),
    .word_i(4'b1001), .valid_o(valid), .ready_i, .word_o(shown)
  );

  assign taken = valid_q & ready;

  always_ff @(posedge clk_i) begin
    rst_ni <= 1'b1;
    if (rst_ni) begin
      for (int c = 0; c < 2; c++) begin
        valid_q[c] <= come_i[c] | (valid_q[c] & !taken[c]);
        if (!valid_q[c] || taken[c]) last_q[c] <= last_i[c] | one_beat;
      end
      if (valid && ready_i) open_q <= ((shown & last_q) == '0) ? shown : '0;
      if (!valid_q[0] || taken[0]) passed_q <= '0;
      else if (taken[1]) passed_q <= passed_q + 1'b1;
      stalled_q <= (valid && !ready_i) ? shown : '0;

      if (valid) shown_is_there: assert ((shown == 2'b01 || shown == 2'b10) && (shown & valid_q) != '0);
      if (stalled_q != '0) stays: assert (valid && shown == stalled_q);
      if (valid && open_q != '0) whole_packets: assert (shown == open_q);
      taken_is_shown: assert (taken == '0 || (valid && ready_i && taken == shown));
      if (valid && ready_i) goes: assert (taken == shown);
      if (valid && service == '0 && open_q == '0 && stalled_q == '0) highest_first: assert (shown[1] == valid_q[1]);
      if (valid_q != '0 && open_q == '0) some_shown: assert (valid);
      if (!valid) ready_for_next: assert (ready == ({2{ready_i}} & ((open_q == '0) ? '1 : open_q)));
      if (one_beat && service == 2'd1) shares_kept: assert (passed_q <= 5'd12);
      reached_low_before_high: cover (service == 2'd1 && valid && valid_q == 2'b11 && open_q == '0 && stalled_q == '0 && shown == 2'b01);
      reached_gap: cover (open_q == 2'b01 && valid_q == 2'b10);
    end
  end
endmodule : xb_pipe_voq_port_properties

`default_nettype wire
