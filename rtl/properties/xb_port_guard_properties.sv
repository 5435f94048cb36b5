// SPDX-License-Identifier: Apache-2.0
/// xb_port_guard, for any sender that keeps to valid and ready, and may stop for ever: no packet is too long or open for
/// ever; one that is neither passes unchanged; a cut one is marked and counted, and nothing of its rest passes.
//
// mutant offer_stays: xb_port_guard.sv s/in_packet & !closing_q & !s_tvalid_i/in_packet \& !closing_q/
// mutant within_limit: xb_port_guard.sv s/assign m_tlast_o  = closing_q | longest |/assign m_tlast_o  = closing_q |/
// mutant one_destination: xb_port_guard.sv s/assign m_tdest_o  = in_packet ? dest_q :/assign m_tdest_o  =/
// mutant never_silent: xb_port_guard.sv s/silent_q <= silent ?/silent_q <= (silent \&\& !longest) ?/
// mutant passes_unchanged: xb_port_guard.sv s/assign m_tdata_o  = closing_q ?/assign m_tdata_o  = in_packet ?/
// mutant marks_only_cuts: xb_port_guard.sv s/= closing_q | (longest & !s_tlast_i);/= closing_q | longest;/
// mutant marks_cuts: xb_port_guard.sv s/= closing_q | (longest & !s_tlast_i);/= closing_q;/
// mutant ends_in_class: xb_port_guard.sv s/if (pass && !in_packet) id_q/if (pass) id_q/
// mutant rest_discarded: xb_port_guard.sv s/if (closing_q || (longest/if ((longest/
// mutant rest_ends: xb_port_guard.sv s/if (discarding_q && take && s_tlast_i)/if (discarding_q \&\& take \&\& s_tlast_i \&\& m_tready_i)/
// mutant cuts_counted: xb_port_guard.sv s/count_i(pass & longest & !closing_q & !s_tlast_i)/count_i(pass \& longest)/
`default_nettype none

module xb_port_guard_properties #(
  parameter int unsigned MaxBeats = 3,
  parameter int unsigned Timeout = 2
) (
  input logic       clk_i,
  input logic       tvalid_i,
  input logic [7:0] tdata_i,
  input logic       tlast_i,
  input logic       tdest_i,
  input logic [1:0] tid_i,
  input logic [1:0] tuser_i,
  input logic       ready_i
);
  localparam int unsigned CountWidth = xb_pkg::CountWidth;

  logic                  rst_ni = 1'b0;
  logic                  tready, valid, keep, last, dest;
  logic [1:0]            id, user;
  logic [7:0]            data;
  logic [CountWidth-1:0] cut_long, cut_silent;
  // The sender's beat that waits; the offer that waits.
  logic                  s_waits_q = 1'b0, m_waits_q = 1'b0;
  logic [13:0]           s_beat_q = '0, m_beat_q = '0;
  // Of the packet that passes: beats, its destination and first tid, cycles in which it had no offer. Of the sender's: whether it was cut.
  logic [1:0]            beats_q = '0, silent_q = '0, id_q = '0;
  logic                  dest_q = 1'b0, cut_q = 1'b0, cut;
  logic [CountWidth-1:0] cuts_q = '0;

  xb_port_guard #(
    .DataWidth(8), .DestWidth(1), .MaxBeats(MaxBeats), .Timeout(Timeout), .IdWidth(2), .UserWidth(2)
  ) u_dut (
    .clk_i, .rst_ni,
    .s_tvalid_i(tvalid_i), .s_tready_o(tready), .s_tdata_i(tdata_i), .s_tkeep_i(1'b1), .s_tlast_i(tlast_i),
    .s_tdest_i(tdest_i), .s_tid_i(tid_i), .s_tuser_i(tuser_i),
    .m_tvalid_o(valid), .m_tready_i(ready_i), .m_tdata_o(data), .m_tkeep_o(keep), .m_tlast_o(last), .m_tdest_o(dest),
    .m_tid_o(id), .m_tuser_o(user), .cut_long_o(cut_long), .cut_silent_o(cut_silent)
  );

  // A packet ends without its sender's last beat.
  assign cut = valid & ready_i & last & !(tvalid_i & tready & tlast_i);

  always_ff @(posedge clk_i) begin
    rst_ni <= 1'b1;
    if (rst_ni) begin
      if (s_waits_q) assume (tvalid_i && s_beat_q == {tdata_i, tlast_i, tdest_i, tid_i, tuser_i});
      s_waits_q <= tvalid_i & !tready;
      s_beat_q  <= {tdata_i, tlast_i, tdest_i, tid_i, tuser_i};
      m_waits_q <= valid & !ready_i;
      m_beat_q  <= {data, last, dest, id, user};
      if (valid && ready_i) begin
        beats_q <= last ? '0 : beats_q + 1'b1;
        if (beats_q == '0) {dest_q, id_q} <= {dest, id};
      end
      silent_q <= (beats_q != '0 && !valid) ? silent_q + 1'b1 : '0;
      if (cut) cuts_q <= cuts_q + 1'b1;
      if (cut) cut_q <= 1'b1;
      else if (cut_q && tvalid_i && tready && tlast_i) cut_q <= 1'b0;

      if (m_waits_q) offer_stays: assert (valid && m_beat_q == {data, last, dest, id, user});
      within_limit: assert (beats_q < 2'(MaxBeats));
      if (valid && beats_q != '0) one_destination: assert (dest == dest_q);
      never_silent: assert (silent_q <= 2'(Timeout));
      if (tvalid_i && tready && !cut_q) begin
        passes_unchanged: assert (valid && ready_i && data == tdata_i && keep && id == tid_i && user[1] == tuser_i[1]);
      end
      if (valid && last && user[0] && !tuser_i[0]) marks_only_cuts: assert (!(tvalid_i && tlast_i && tready));
      if (cut) marks_cuts: assert (user[0]);
      if (cut && !tready) ends_in_class: assert (id == id_q && !user[1]);
      if (cut_q) rest_discarded: assert (tready && !valid);
      if (!cut_q && tvalid_i && ready_i) rest_ends: assert (valid);
      cuts_counted: assert (CountWidth'(cut_long + cut_silent) == cuts_q);
      reached_long: cover (cut_long == CountWidth'(2) && !cut_q);
      reached_silent: cover (cut_silent == CountWidth'(2) && !cut_q);
      reached_longest_whole: cover (beats_q == 2'(MaxBeats - 1) && tvalid_i && tready && tlast_i);
    end
  end
endmodule : xb_port_guard_properties

`default_nettype wire
