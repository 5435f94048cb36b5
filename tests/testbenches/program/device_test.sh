#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# `device` as it is called: what `check --long` does at other numbers of ports. Usage: device_test.sh PROGRAM
examples=$(cd "$(dirname -- "${BASH_SOURCE[0]}")/../../../examples" && pwd)
# shellcheck source=tests/testbenches/program/lib.sh
. "$(dirname -- "${BASH_SOURCE[0]}")/lib.sh"

# Wires, from input i to output i, of 2^LOG ports that are not 8.
cat >wires.sv <<'END'
module wires #(parameter LOG = 2)(input clk, input rst, input [(1<<LOG)-1:0] s_tvalid, output [(1<<LOG)-1:0] s_tready,
    input [(64<<LOG)-1:0] s_tdata, input [(1<<LOG)-1:0] s_tlast, output [(1<<LOG)-1:0] m_tvalid,
    input [(1<<LOG)-1:0] m_tready, output [(64<<LOG)-1:0] m_tdata, output [(1<<LOG)-1:0] m_tlast);
  assign m_tvalid = s_tvalid, s_tready = m_tready, m_tdata = s_tdata, m_tlast = s_tlast;
  generate if (LOG == 3) wires_of_eight none(); endgenerate
endmodule
END
expect 0 device new wires.sv --output wires.toml
says wires.toml 'LOG = "log2(ports)"'
printf '[claims]\nconnects = ["0>0", "1>1", "2>2", "3>3"]\n' >>wires.toml
expect 0 device check wires.toml --ports 4 --long
says stdout 'wires.toml: 4 ports of 64 bits'
says stdout 'wires.toml: 2 ports of 64 bits'
for ports in 3 6 8; do says stdout "wires.toml: $ports ports: left out, as the module does not take them ("; done
says stdout 'ports: wires has 4 ports, not 3; allowed'
says stdout "'wires_of_eight'"
# What was asked for is refused.
expect 2 device check wires.toml --ports 3 --long
says stderr 'ports: wires has 4 ports, not 3; allowed'
check test "$(wc -l <stderr)" = 1  # before anything is built
# A size at which a rule is broken ends it.
sed 's/assign m_tvalid = s_tvalid,/assign m_tvalid = LOG == 1 ? 2'"'"'b01 \& s_tvalid : s_tvalid,/' wires.sv >broken.sv
sed 's/"wires.sv"/"broken.sv"/' wires.toml >broken.toml
expect 1 device check broken.toml --ports 4 --long
says stderr 'input 1: progress: '
says stderr ', 2 ports)'

# What the module has for good need not be given to a benchmark either.
sed "/^top/a ports = 4\\nwidth = 32" "$examples/quad-switch/quad_switch.toml" >own.toml
cp "$examples/quad-switch/quad_switch.v" .
for flags in "" "--ports 4 --width 32"; do
  # shellcheck disable=SC2086  # words
  expect 0 benchmark rfc2544 --device own.toml $flags --test throughput --sizes 64 --resolution .25
  grep -v '^# xbarlab\|command' stdout >"sheet${flags:+-given}"
done
check cmp sheet sheet-given
says sheet '4 ports'
# Frames are as long as a route in them needs; and what is wrong stands where trials failed.
expect 0 benchmark hol --device "$examples/../tests/testbenches/device/foreign/mac_table.toml" --ports 4 --sizes 64 --resolution .25
sed "s/= out_beat;/= out_beat | 64'd1 << 36;/" quad_switch.v >wrong.v  # the first tlast is 1
sed 's/quad_switch.v/wrong.v/' own.toml >wrong.toml
expect 1 benchmark rfc2544 --device wrong.toml --test throughput --sizes 64 --resolution .25
says stderr '): cycle '
says stderr ': output 0: tlast: expected 0 at beat '
done_testing device_test
