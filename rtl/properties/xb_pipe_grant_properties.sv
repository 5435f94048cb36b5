// SPDX-License-Identifier: Apache-2.0
/// xb_pipe_grant with two classes, for any requests and a receiver that returns what it got: packets are not mixed, no more
/// beats go than the output holds, nobody is passed over NumPorts times by its class, and every credit comes back; with strict
/// priority the higher class begins first; with deficit round robin, weights 1 and packets of one beat, no more than 12 go
/// before one of the lower class that asks: two weights, a packet and three beats of each class.
//
// mutant granted_asked: xb_pipe_turn.sv s/held_o ? want_i & ptr_o : picked_i/held_o ? ptr_o : picked_i/
// mutant whole_packets: xb_pipe_turn.sv s/held_o <= ended == '0/held_o <= 1'b0/
// mutant within_capacity: xb_pipe_grant.sv s/credit_q >= CreditWidth'({1'b1/credit_q >= CreditWidth'({1'b0/
// mutant none_passed_over: xb_pipe_turn.sv s/{ended\[NumReq-2:0\], ended\[NumReq-1\]}/ended/
// mutant fire_shown: xb_pipe_grant.sv s/fire_o     <= any;/fire_o <= any \& !held_o;/
// mutant class_known: xb_pipe_grant.sv s/serve \& asks;/serve;/
// mutant owner_shown: xb_pipe_turn.sv s/(next & ~last_i) |/NumReq'(1) |/
// mutant credits_back: xb_pipe_grant.sv s/+ CreditWidth'(returned_q)/+ CreditWidth'(returned_q \& !any)/
// mutant goes_on: xb_pipe_turn.sv s/else if (any_o) begin/else begin/
// mutant highest_first: xb_pipe_grant.sv s/(d > c ? eligible/(d < c ? eligible/
// mutant shares_kept: xb_pipe_grant.sv s/sent_i(any_of_class)/sent_i('1)/
// bound 20 xb_pipe_grant shares_kept: counters of 16 bits
`default_nettype none

module xb_pipe_grant_properties #(
  parameter int unsigned NumPorts = 2,
  parameter int unsigned Depth = 4,
  localparam int unsigned NumReq = 2 * NumPorts  // of the higher class from NumPorts on
) (
  input logic              clk_i,
  input logic [NumReq-1:0] want_i,
  input logic [NumReq-1:0] last_i,
  input logic              return_i
);
  logic              rst_ni = 1'b0;
  logic              fire, sel, room, held, owner, any, begins;
  logic [1:0]        of_class, asks;
  logic [NumReq-1:0] grant, last, granted_q = '0, owner_q = '0;  // owner_q: of the packet that is open; 0: none
  logic [2:0]        out_q = '0, others_q = '0;  // beats that have not been returned
  logic [1:0]        still_q = '0;               // cycles in which nothing went or came back
  logic [4:0]        passed_q = '0;              // beats of the higher class while the lower asks
  (* anyconst *) logic [1:0] watched;
  (* anyconst *) logic       shares, one_beat;

  assign asks = {want_i[NumPorts +: NumPorts] != '0, want_i[0 +: NumPorts] != '0};
  assign last = last_i | {NumReq{one_beat}};
  xb_pipe_grant #(.NumPorts(NumPorts), .Depth(Depth), .Classes(2)) u_dut (
    .clk_i, .rst_ni, .service_i({1'b0, shares}), .weights_i(16'h0101), .want_i, .last_i(last), .waiting_i(asks), .return_i,
    .grant_o(grant), .fire_o(fire), .sel_o(sel), .class_o(of_class), .room_o(room), .held_o(held), .owner_o(owner)
  );

  assign any    = grant != '0;
  assign begins = any & (owner_q == '0);

  always_ff @(posedge clk_i) begin
    rst_ni <= 1'b1;
    if (!rst_ni) assume (!return_i);
    else begin
      if (return_i) assume (out_q != '0);
      out_q     <= out_q + 3'(any) - 3'(return_i);
      still_q   <= (any || return_i) ? '0 : still_q + 2'(still_q != '1);
      granted_q <= grant;
      if (any) owner_q <= grant & ~last;
      if (!want_i[watched] || grant[watched]) others_q <= '0;
      else if (begins && (watched[1] ? grant[3:2] : grant[1:0]) != '0) others_q <= others_q + 1'b1;
      if (!asks[0] || grant[1:0] != '0) passed_q <= '0;
      else if (any) passed_q <= passed_q + 1'b1;

      granted_asked: assert ((grant & ~want_i) == '0 && (grant & (grant - 1'b1)) == '0);
      if (any && owner_q != '0) whole_packets: assert (grant == owner_q);
      within_capacity: assert (out_q <= 3'(Depth));
      none_passed_over: assert (others_q < 3'(NumPorts));
      fire_shown: assert (fire == (granted_q != '0) && (!fire || sel == (granted_q[3] | granted_q[1])));
      if (any) class_known: assert (of_class == {grant[3:2] != '0, grant[1:0] != '0});
      owner_shown: assert (held == (owner_q != '0) && (!held || owner == (owner_q[3] | owner_q[1])));
      if (still_q == '1) credits_back: assert (room == (out_q <= 3'(Depth - 2)));
      if (room) goes_on: assert (any == ((owner_q == '0 ? want_i : want_i & owner_q) != '0));
      if (begins && !shares) highest_first: assert (asks[1] == (grant[3:2] != '0));
      if (shares && one_beat) shares_kept: assert (passed_q <= 5'd12);
      reached_longest_wait: cover (begins && grant[watched] && others_q == 3'(NumPorts - 1));
      reached_no_credit: cover (!room && out_q == 3'(Depth));
      reached_low_before_high: cover (begins && asks == 2'b11 && grant[1:0] != '0);
    end
  end
endmodule : xb_pipe_grant_properties

`default_nettype wire
