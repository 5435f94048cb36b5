// SPDX-License-Identifier: Apache-2.0
/// xb_ingress, for any sender that keeps to valid and ready: a packet is kept whole or discarded whole, and counted.
//
// mutant kept_whole: xb_ingress.sv s/assign refused          = in_packet_q ? refused_q :/assign refused          =/
// mutant one_destination: xb_ingress.sv s/dest_q      <= dest_o;/dest_q      <= s_tdest_i;/
// mutant destination_exists: xb_ingress.sv s/assign valid_o          = s_tvalid_i & !misrouted/assign valid_o          = s_tvalid_i/
// mutant first_after_last: xb_ingress.sv s/in_packet_q <= !s_tlast_i;/in_packet_q <= 1'b1;/
// mutant misrouted_counted: xb_ingress.sv s/if (misrouted && s_tlast_i)/if (misrouted)/
// mutant refused_taken: xb_ingress.sv s/assign refused_o        = take & refused & !misrouted/assign refused_o        = take \& refused/
// mutant refused_only_if_dropping: xb_ingress.sv s/(drop_i & !(room_i & (admit_i | misrouted)))/!(room_i \& (admit_i | misrouted))/
// mutant kept_if_room: xb_ingress.sv s/room_i & (admit_i | misrouted)/room_i \& admit_i \& misrouted/
// mutant takes_what_it_can: xb_ingress.sv s/(drop_i & !room_i));/(drop_i \& room_i));/
// mutant no_beat_lost: xb_ingress.sv s/assign s_tready_o       = ready_i |/assign s_tready_o       = ready_i | room_i |/
`default_nettype none

module xb_ingress_properties #(
  parameter int unsigned NumPorts = 3
) (
  input logic       clk_i,
  input logic       tvalid_i,
  input logic       tlast_i,
  input logic [1:0] tdest_i,
  input logic       room_i,
  input logic       admit_i,
  input logic       ready_i
);
  localparam int unsigned CountWidth = xb_pkg::CountWidth;

  logic                  rst_ni = 1'b0;
  logic                  tready, valid, first, refused, take;
  logic [1:0]            dest;
  logic [CountWidth-1:0] dropped;
  (* anyconst *) logic   drop;
  // The offer that waits; of the packet under way: whether it is kept, or discarded at full rate, and its destination.
  logic                  waits_q = 1'b0, last_q = 1'b0, first_q = 1'b1, kept_q = 1'b0, discarded_q = 1'b0;
  logic [1:0]            offered_q = '0, dest_q = '0;
  logic [CountWidth-1:0] misrouted_q = '0;

  xb_ingress #(.NumPorts(NumPorts)) u_dut (
    .clk_i, .rst_ni, .drop_i(drop), .s_tvalid_i(tvalid_i), .s_tready_o(tready), .s_tlast_i(tlast_i),
    .s_tdest_i(tdest_i), .room_i, .admit_i, .valid_o(valid), .ready_i, .first_o(first), .dest_o(dest),
    .refused_o(refused), .drop_misrouted_o(dropped)
  );

  assign take = tvalid_i & tready;

  always_ff @(posedge clk_i) begin
    rst_ni <= 1'b1;
    if (rst_ni) begin
      if (waits_q) assume (tvalid_i && tlast_i == last_q && tdest_i == offered_q);
      if (room_i && first) assume (ready_i);  // room for a whole packet is room for its first beat
      waits_q   <= tvalid_i & !tready;
      last_q    <= tlast_i;
      offered_q <= tdest_i;
      if (take) begin
        first_q <= tlast_i;
        if (first_q) begin
          kept_q <= valid;
          discarded_q <= drop & !(room_i & (admit_i | tdest_i >= 2'(NumPorts)));
          dest_q <= tdest_i;
        end
        if (tlast_i && (first_q ? tdest_i : dest_q) >= 2'(NumPorts)) misrouted_q <= misrouted_q + 1'b1;
      end

      first_after_last: assert (first == first_q);
      if (take && !first_q) kept_whole: assert (valid == kept_q);
      if (tvalid_i) one_destination: assert (dest == (first_q ? tdest_i : dest_q));
      if (valid) destination_exists: assert (dest < 2'(NumPorts));
      if (refused) refused_taken: assert (take && !valid && dest < 2'(NumPorts));
      if (take && dest < 2'(NumPorts)) refused_only_if_dropping: assert (valid || (refused && drop));
      if (tvalid_i && first && tdest_i < 2'(NumPorts) && room_i && admit_i) kept_if_room: assert (valid);
      takes_what_it_can: assert (tready == (ready_i | (first_q ? drop & !room_i : discarded_q)));
      if (take && valid) no_beat_lost: assert (ready_i);
      misrouted_counted: assert (dropped == misrouted_q);
      reached_refused_packet: cover (take && !first_q && tlast_i && refused);
      reached_misrouted_packet: cover (misrouted_q == CountWidth'(2));
      reached_kept_packet: cover (take && !first_q && tlast_i && valid && drop);
    end
  end
endmodule : xb_ingress_properties

`default_nettype wire
