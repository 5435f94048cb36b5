// SPDX-License-Identifier: Apache-2.0
/// xb_voq_matcher with iSLIP, for any requests and free ports: partners are free, asked, and one another's only; with N rounds
/// no pair is left that could be matched; and a request that could always be matched is, within N x N matches.
//
// mutant free_only: xb_voq_matcher.sv s/if (out_free\[j\] && asking != '0)/if (asking != '0)/
// mutant asked_only: xb_voq_matcher.sv s/asking = requests_q\[j\] & in_free;/asking = in_free;/
// mutant one_partner: xb_voq_matcher.sv s/out_free    = out_free & ~picked;//
// mutant maximal: xb_voq_matcher.sv s/if (k < 32'(iterations_i)) begin/if (k < 1) begin/
// mutant work_shown: xb_voq_matcher.sv s/assign work_o\[p\] = requests_q\[p\] != '0;/assign work_o[p] = requests_q[p] == '1;/
// mutant none_starves: xb_voq_matcher.sv s/if (in_first\[p\]) accept_ptr_q/if (1'b0) accept_ptr_q/
`default_nettype none

module xb_voq_matcher_properties (
  input logic       clk_i,
  input logic [1:0] able_i,
  input logic [1:0] able_dest_i,
  input logic [1:0] exhausted_i,
  input logic [1:0] in_free_i,
  input logic [1:0] out_free_i
);
  logic       rst_ni = 1'b0;
  logic [1:0] match, dest, work;
  // Requests [input][output]; an output that some input is matched with; what the watched pair has seen since it asks.
  logic [3:0] requests_q = '0, matched, open;
  (* anyconst *) logic input_port;
  (* anyconst *) logic output_port;
  logic [3:0] others_q = '0;

  xb_voq_matcher #(.NumPorts(2)) u_dut (
    .clk_i, .rst_ni, .scheduler_i(2'd0), .iterations_i(3'd2), .load_i(1'b0), .seed_i('0), .able_i, .able_dest_i,
    .exhausted_i, .in_free_i, .out_free_i, .match_o(match), .match_dest_o(dest), .work_o(work)
  );

  for (genvar i = 0; i < 2; i++) begin : gen_input
    assign matched[2*i +: 2] = {match[i] & dest[i], match[i] & !dest[i]};
    assign open[2*i +: 2]    = requests_q[2*i +: 2] & {2{in_free_i[i] & !match[i]}} & out_free_i &
                               ~(matched[0 +: 2] | matched[2 +: 2]);
  end

  always_ff @(posedge clk_i) begin
    rst_ni <= 1'b1;
    if (rst_ni) begin
      assume ((exhausted_i & ~match) == '0);
      for (int i = 0; i < 2; i++) begin
        if (exhausted_i[i]) requests_q[{1'(i), dest[i]}] <= 1'b0;
        if (able_i[i]) requests_q[{1'(i), able_dest_i[i]}] <= 1'b1;
      end
      if (!requests_q[{input_port, output_port}] || matched[{input_port, output_port}] ||
          !in_free_i[input_port] || !out_free_i[output_port]) others_q <= '0;
      else if (match != '0) others_q <= others_q + 1'b1;

      free_only: assert ((match & ~in_free_i) == '0 && ((matched[0 +: 2] | matched[2 +: 2]) & ~out_free_i) == '0);
      asked_only: assert ((matched & ~requests_q) == '0);
      one_partner: assert ((matched[0 +: 2] & matched[2 +: 2]) == '0);
      maximal: assert (open == '0);
      work_shown: assert (work == (requests_q[0 +: 2] | requests_q[2 +: 2]));
      none_starves: assert (others_q < 4'd4);
      reached_both_matched: cover (match == '1 && matched[1]);
      reached_wait: cover (others_q == 4'd1 && matched[{input_port, output_port}]);
    end
  end
endmodule : xb_voq_matcher_properties

`default_nettype wire
