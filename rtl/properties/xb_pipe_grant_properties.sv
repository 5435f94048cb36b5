// SPDX-License-Identifier: Apache-2.0
/// xb_pipe_grant, for any requests and a receiver that returns what it got: packets are not mixed, no more beats go than the
/// output holds, nobody is passed over NumPorts times, and every credit comes back.
//
// mutant granted_asked: xb_pipe_turn.sv s/held_o ? want_i & ptr_o : picked_i/held_o ? ptr_o : picked_i/
// mutant whole_packets: xb_pipe_turn.sv s/held_o <= ended == '0/held_o <= 1'b0/
// mutant within_capacity: xb_pipe_grant.sv s/credit_q >= CreditWidth'(2)/credit_q >= CreditWidth'(1)/
// mutant none_passed_over: xb_pipe_turn.sv s/{ended\[NumReq-2:0\], ended\[NumReq-1\]}/ended/
// mutant fire_shown: xb_pipe_grant.sv s/fire_o     <= any;/fire_o <= any \& !held_o;/
// mutant owner_shown: xb_pipe_turn.sv s/(next & ~last_i) |/NumReq'(1) |/
// mutant credits_back: xb_pipe_grant.sv s/+ CreditWidth'(returned_q)/+ CreditWidth'(returned_q \& !any)/
// mutant goes_on: xb_pipe_turn.sv s/else if (any_o) begin/else begin/
`default_nettype none

module xb_pipe_grant_properties #(
  parameter int unsigned NumPorts = 3,
  parameter int unsigned Depth = 4
) (
  input logic                clk_i,
  input logic [NumPorts-1:0] want_i,
  input logic [NumPorts-1:0] last_i,
  input logic                return_i
);
  logic                rst_ni = 1'b0;
  logic                fire, of_class, room, held, any, begins, sent_q = 1'b0, open_q = 1'b0;
  logic [NumPorts-1:0] grant;
  logic [1:0]          sel, owner, granted, granted_q = '0, owner_q = '0;
  logic [2:0]          out_q = '0, others_q = '0;  // beats that have not been returned
  logic [1:0]          still_q = '0;               // cycles in which nothing went or came back
  (* anyconst *) logic [1:0] watched;

  xb_pipe_grant #(.NumPorts(NumPorts), .Depth(Depth)) u_dut (
    .clk_i, .rst_ni, .service_i('0), .weights_i('0), .want_i, .last_i, .waiting_i('0), .return_i, .grant_o(grant), .fire_o(fire), .sel_o(sel),
    .class_o(of_class), .room_o(room), .held_o(held), .owner_o(owner)
  );

  assign any     = grant != '0;
  assign granted = {grant[2], grant[1]};
  assign begins  = any & !open_q;

  always_ff @(posedge clk_i) begin
    rst_ni <= 1'b1;
    if (!rst_ni) assume (!return_i);
    else begin
      assume (watched < 2'(NumPorts));
      if (return_i) assume (out_q != '0);
      out_q     <= out_q + 3'(any) - 3'(return_i);
      still_q   <= (any || return_i) ? '0 : still_q + 2'(still_q != '1);
      sent_q    <= any;
      granted_q <= granted;
      if (any) begin
        open_q  <= (grant & last_i) == '0;
        owner_q <= granted;
      end
      if (!want_i[watched] || (begins && granted == watched)) others_q <= '0;
      else if (begins) others_q <= others_q + 1'b1;

      granted_asked: assert ((grant & ~want_i) == '0 && (grant & (grant - 1'b1)) == '0);
      if (any && open_q) whole_packets: assert (granted == owner_q);
      within_capacity: assert (out_q <= 3'(Depth));
      none_passed_over: assert (others_q < 3'(NumPorts));
      fire_shown: assert (fire == sent_q && of_class == sent_q && (!fire || sel == granted_q));
      owner_shown: assert (held == open_q && (!open_q || owner == owner_q));
      if (still_q == '1) credits_back: assert (room == (out_q <= 3'(Depth - 2)));
      if (room) goes_on: assert (any == (open_q ? want_i[owner_q] : want_i != '0));
      reached_longest_wait: cover (begins && granted == watched && others_q == 3'(NumPorts - 1));
      reached_no_credit: cover (!room && out_q == 3'(Depth));
    end
  end
endmodule : xb_pipe_grant_properties

`default_nettype wire
