// SPDX-License-Identifier: Apache-2.0
/// iSLIP in two cycles, one iteration: outputs grant, and in the next cycle inputs accept; a match holds to its packet's
/// last beat.
///
/// There are two sets of pointers that take turns, so that each moves on the outcome of its own grants: two iSLIPs that
/// interleave. An output looks ahead: it grants nothing to an input that is about to be busy, nor a beat that is taken in
/// this cycle. Pops are combinational from registers.
`default_nettype none

module xb_pipe_match #(
  /// Number of switch ports, 2..64.
  parameter int unsigned NumPorts = 4
) (
  input  logic                         clk_i,
  input  logic                         rst_ni,
  /// Per input and output, [i*NumPorts + j], registers: a beat is there, a second one is; the first is its packet's last.
  input  logic [NumPorts*NumPorts-1:0] v0_i,
  input  logic [NumPorts*NumPorts-1:0] v1_i,
  input  logic [NumPorts*NumPorts-1:0] l0_i,
  /// Per output: there is room for what is granted and taken until this falls, and two beats more; register.
  input  logic [NumPorts-1:0]          room_i,
  /// The beats that go.
  output logic [NumPorts*NumPorts-1:0] pop_o,
  /// Per output, [j*NumPorts + i]: the input whose packet is under way.
  output logic [NumPorts*NumPorts-1:0] held_o
);
  if (NumPorts < 2 || NumPorts > 64) begin : gen_illegal_num_ports
    $error("NumPorts must be 2..64");
  end

  // Rows per output: grants, who holds it, beats that go, those of packets under way, last ones of these.
  logic [NumPorts*NumPorts-1:0] grant_q, held_q, pop_of_output, goes_of_output, v0_t, v1_t, l0_t;
  // Rows per input: the same, and grants that still hold.
  logic [NumPorts*NumPorts-1:0] goes, valid;
  logic [NumPorts-1:0]          busy_q, ends, begins, is_held_q;

  assign held_o = held_q;

  // A grant holds unless its output has begun another packet since: only beats that stay and inputs that are not busy now
  // were granted.
  for (genvar i = 0; i < NumPorts; i++) begin : gen_input
    logic [NumPorts-1:0] accept, pop, begun, accept_ptr_q, accept_ptr_late_q;

    for (genvar j = 0; j < NumPorts; j++) begin : gen_turn
      assign v0_t[j*NumPorts + i] = v0_i[i*NumPorts + j];
      assign v1_t[j*NumPorts + i] = v1_i[i*NumPorts + j];
      assign l0_t[j*NumPorts + i] = l0_i[i*NumPorts + j];
      assign goes[i*NumPorts + j] = goes_of_output[j*NumPorts + i];
      assign valid[i*NumPorts + j] = grant_q[j*NumPorts + i] & !is_held_q[j];
      assign pop_of_output[j*NumPorts + i] = pop_o[i*NumPorts + j];
    end
    xb_pipe_pick #(.NumReq(NumPorts)) u_accept (
      .req_i(valid[i*NumPorts +: NumPorts]), .ptr_i(accept_ptr_q), .pick_o(accept)
    );
    assign pop       = accept | goes[i*NumPorts +: NumPorts];
    assign begun     = valid[i*NumPorts +: NumPorts] & ~l0_i[i*NumPorts +: NumPorts];
    assign begins[i] = begun != '0;
    assign ends[i]   = (goes[i*NumPorts +: NumPorts] & l0_i[i*NumPorts +: NumPorts]) != '0;
    assign pop_o[i*NumPorts +: NumPorts] = pop;

    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) begin
        busy_q[i]         <= 1'b0;
        accept_ptr_q      <= NumPorts'(1);
        accept_ptr_late_q <= NumPorts'(1);
      end else begin
        if (pop != '0) busy_q[i] <= (pop & ~l0_i[i*NumPorts +: NumPorts]) != '0;
        accept_ptr_q      <= accept_ptr_late_q;
        accept_ptr_late_q <= (accept != '0) ? {accept[NumPorts-2:0], accept[NumPorts-1]} : accept_ptr_q;
      end
    end
  end

  for (genvar j = 0; j < NumPorts; j++) begin : gen_output
    logic [NumPorts-1:0] grant, held, last, taken, req, free, picked, pop, grant_ptr_q, grant_ptr_late_q;
    logic                is_held, goes_on, ends_here;

    assign grant   = grant_q[j*NumPorts +: NumPorts];
    assign held    = held_q[j*NumPorts +: NumPorts];
    assign pop     = pop_of_output[j*NumPorts +: NumPorts];
    assign last    = l0_t[j*NumPorts +: NumPorts];
    assign is_held = is_held_q[j];
    // The packet that was granted, if it is accepted; that which is under way.
    assign goes_on   = (grant & ~last) != '0;
    assign ends_here = (goes_of_output[j*NumPorts +: NumPorts] & last) != '0;
    assign goes_of_output[j*NumPorts +: NumPorts] = held & v0_t[j*NumPorts +: NumPorts] & {NumPorts{room_i[j]}};
    // Of these the head may go in this cycle; then the second beat must be there.
    assign taken   = grant | held;
    assign free    = (busy_q & ends) | ~(busy_q | begins);
    assign req     = ((taken & v1_t[j*NumPorts +: NumPorts]) | (~taken & v0_t[j*NumPorts +: NumPorts])) & free;
    xb_pipe_pick #(.NumReq(NumPorts)) u_grant (.req_i(req), .ptr_i(grant_ptr_q), .pick_o(picked));

    always_ff @(posedge clk_i or negedge rst_ni) begin
      if (!rst_ni) begin
        grant_q[j*NumPorts +: NumPorts] <= '0;
        held_q[j*NumPorts +: NumPorts]  <= '0;
        is_held_q[j]     <= 1'b0;
        grant_ptr_q      <= NumPorts'(1);
        grant_ptr_late_q <= NumPorts'(1);
      end else begin
        grant_q[j*NumPorts +: NumPorts] <= picked & {NumPorts{room_i[j] & (!is_held | ends_here)}};
        held_q[j*NumPorts +: NumPorts]  <= (pop & ~last) | (held & ~pop);
        is_held_q[j]     <= is_held ? !ends_here : (pop != '0) & goes_on;
        grant_ptr_q      <= (!is_held & (pop != '0)) ? {grant[NumPorts-2:0], grant[NumPorts-1]} : grant_ptr_late_q;
        grant_ptr_late_q <= grant_ptr_q;
      end
    end
  end
endmodule : xb_pipe_match

`default_nettype wire
