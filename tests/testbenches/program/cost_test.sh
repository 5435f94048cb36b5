#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# What a switch costs, from the command line: a device whose flip-flops one can count, the cache, tools that are missing.
# Usage: cost_test.sh PROGRAM [long], that also of a whole switch, and of the points of a study.
# shellcheck source=tests/testbenches/program/lib.sh
. "$(dirname -- "${BASH_SOURCE[0]}")/lib.sh"

# Counts the syntheses, and not that its version is asked for.
real=$(command -v "${YOSYS:-yosys}") || { echo "cost_test: no yosys"; exit 77; }
cat >counted_yosys <<EOF
#!/bin/sh
[ "\$1" = -V ] || echo >>"$scratch/syntheses"
exec "$real" "\$@"
EOF
# A clock and a path as nextpnr reports them.
cat >placed <<'EOF'
#!/bin/sh
[ "$1" = --version ] && { echo '"nextpnr-ecp5" (Version 7-test)'; exit; }
cat >/dev/null
echo "$*" >"$(dirname "$0")/asked"
cat <<'JSON'
{"fmax": {"slow": {"achieved": 100.5}, "fast": {"achieved": 200}}, "critical_paths": [
 {"from": "posedge fast", "to": "posedge fast", "path": []},
 {"from": "posedge slow", "to": "posedge slow", "path": [
  {"type": "clk-to-q", "delay": 0.5, "from": {"cell": "any"}, "to": {"cell": "u_switch.u_device.gen_half[1].u_out.q_TRELLIS_FF_Q"}},
  {"type": "routing", "delay": 1.25, "from": {"cell": "u_switch.u_device.gen_half[1].u_out.q_TRELLIS_FF_Q"}, "to": {"cell": "x"}},
  {"type": "logic", "delay": 0.25, "from": {"cell": "u_switch.u_device.x_LUT4_Z"}, "to": {"cell": "x"}},
  {"type": "setup", "delay": 0, "from": {"cell": "out_q_TRELLIS_FF_Q"}, "to": {"cell": "x"}}]}]}
JSON
EOF
chmod +x counted_yosys placed
export YOSYS=$scratch/counted_yosys NEXTPNR=/no/nextpnr

# syntheses NUMBER: so many have been made
syntheses() {
  checks=$((checks + 1))
  [ "$(wc -l <syntheses)" = "$1" ] || fail "$(wc -l <syntheses) syntheses, expected $1"
}

# Twelve flip-flops a port, which are not those of a shift register. The comment is this test's own: nothing of it is known.
cat >tiny.sv <<EOF
// $$ $RANDOM$RANDOM
module tiny (
  input  logic clk, rst, input logic [1:0] iv, il, iu, it, output logic [1:0] ir, input logic [15:0] id,
  output logic [1:0] ov, ol, ou, ot, input logic [1:0] oready, output logic [15:0] od
);
  assign ir = oready | ~ov;
  for (genvar i = 0; i < 2; i++) begin : gen_half
    tiny_out #(.Width(12)) u_out (.clk, .rst, .d({iv[i], il[i], iu[i], it[i], id[8*i+:8]}),
                                  .q({ov[i], ol[i], ou[i], ot[i], od[8*i+:8]}));
  end
endmodule
module tiny_out #(parameter int Width = 1) (input logic clk, rst, input logic [Width-1:0] d, output logic [Width-1:0] q);
  always_ff @(posedge clk) q <= rst ? '0 : q ^ d;
endmodule
EOF
cat >tiny.toml <<'EOF'
[device]
top = "tiny"
files = ["tiny.sv"]
ports = 2
width = 8
[clock]
name = "clk"
reset = ["rst"]
[in]
tvalid = "iv"
tready = "ir"
tdata = "id"
tlast = "il"
tdest = "it"
tuser = "iu"
[out]
tvalid = "ov"
tready = "oready"
tdata = "od"
tlast = "ol"
tdest = "ot"
tuser = "ou"
EOF

# In 26 flip-flops at inputs, 26 and 26 at outputs, reset and the last: 80. In the device: 24.
expect 0 cost --device tiny.toml --target ice40 --json -
says stdout '"cost":{"target":"ice40","lut4":'
says stdout '"ff":104,"bram":0,"lutram":null,"dsp":0,"carry":0,"gates":null,"memory_bits":null,"harness_ff":80,'
says stdout '"fmax_mhz":null,"fmax_why":"only ecp5 is placed and routed","path":[],"yosys":"'
syntheses 1
cp stdout first
expect 0 cost --device tiny.toml --target ice40 --json -
cmp -s stdout first || fail "another answer from the cache: $(cat stdout)"
syntheses 1
echo >>tiny.sv
expect 0 cost --device tiny.toml --target ice40
says stdout '  flip-flops                104, with up to 80 at the pins'
syntheses 2
expect 0 cost --device tiny.toml --target generic --json -
says stdout '"lut4":null,"ff":104,"bram":null,"lutram":null,"dsp":null,"carry":null,"gates":'
says stdout '"memory_bits":0,'

expect 0 cost --device tiny.toml
says stdout "  fastest clock             not known: '/no/nextpnr' does not start"
NEXTPNR=$scratch/placed expect 0 cost --device tiny.toml --json out.json
says stdout '  fastest clock             100.50 MHz'
grep -qE '^  tiny_out +1.75 +87.50 %  u_switch.u_device.gen_half\[1\].u_out$' stdout || fail "no module of the path: $(cat stdout)"
says out.json '"fmax_mhz":100.5,"path":[{"instance":"u_switch.u_device.gen_half[1].u_out","module":"tiny_out","ns":1.75},'
says out.json '{"instance":"u_switch.u_device","module":"tiny","ns":0.25},{"instance":"","module":"xb_cost_harness","ns":0.0}]'
says out.json '"nextpnr":"7-test"'
syntheses 5
says asked ' --seed 1 --router router1 '
NEXTPNR=$scratch/placed expect 0 cost --device tiny.toml --router router2 --placement-seed 7
says asked ' --seed 7 --router router2 '

# shellcheck disable=SC2016  # a program
printf '#!/bin/sh\n[ "$1" = --version ] && exec "%s" "$1"\necho ERROR: too large >&2\nexit 1\n' "$scratch/placed" >unplaced
chmod +x unplaced
echo >>tiny.sv
NEXTPNR=$scratch/unplaced expect 0 cost --device tiny.toml --json -
says stdout '"fmax_mhz":null,"fmax_why":"ERROR: too large","path":[]'

# shellcheck disable=SC2016  # a program
printf '#!/bin/sh\n[ "$1" = -V ] && exec yosys -V\nkill -9 $$\n' >killed
chmod +x killed
echo >>tiny.sv
YOSYS=$scratch/killed expect 1 cost --device tiny.toml
says stderr 'cost: yosys was killed, as the system does where memory runs out; allowed: fewer ports, '

refuses_all cost <<'END'
xbarlab: --target: 'asic' is not allowed; allowed: ecp5 ice40 xc7 generic | --target asic
xbarlab: --router: 'router3' is not allowed; allowed: router1 router2 | --router router3
--placement-seed: '-1' is not allowed; allowed: 0..1000000000 | --placement-seed=-1
END
YOSYS=/no/yosys refuses "xbarlab: cost: '/no/yosys' does not start; allowed: yosys on PATH, or its name in YOSYS" cost --device tiny.toml
# Verilator finds a module in a folder of included files.
mkdir inc
sed -n '/^module tiny_out/,$p' tiny.sv >inc/tiny_out.sv
sed '/^module tiny_out/,$d' tiny.sv >without.sv
sed 's/"tiny.sv"]/"without.sv"]\ninclude = "inc"/' tiny.toml >without.toml
expect 2 cost --device without.toml --target ice40
says stderr 'tiny_out'
says stderr '; allowed: the file of that module in device.files, as yosys looks for none in device.include'
sed -i 's/q ^ d/unread(d)/; s/^module tiny_out/function automatic logic [11:0] unread(input logic [11:0] d); unread = {>>{d}}; endfunction\n&/' tiny.sv
expect 2 cost --device tiny.toml --target ice40
says stderr 'tiny.sv:12: ERROR: syntax error'
says stderr '; allowed: the SystemVerilog that yosys reads, which is less than Verilator does (sv2v makes Verilog of it)'
check test "$(grep -c '^xbarlab: ' stderr)" = 1

[ "${2:-}" = long ] || { done_testing cost_test; exit; }
unset NEXTPNR
expect 0 cost --switch input --pipeline 1 --ports 2 --depth 16 --target ecp5 --json -
says stdout '"bram":'
# Side information is in LUT RAMs, payload in block RAMs of 36 bits: two a port.
says stdout '"lutram":'
expect 0 cost --switch input --pipeline 1 --ports 2 --depth 16 --target ecp5
says stdout '  switch                    pipelined input, 2 ports,'

cat >cost.toml <<'EOF'
engine = "fast"
switch = "input"
pipeline = 1
ports = 2
depth = 16
cycles = 2000
load = [0.5, 1]
cost = "generic"
[expect]
measure = "cost.ff"
at-least = 100
EOF
expect 0 run cost.toml --out out --quiet
expect 0 export out --jsonl -
[ "$(grep -o '"cost_gates":[0-9]*' stdout | sort | uniq -c | awk '{ print $1 }')" = 2 ] || fail "costs differ: $(cat stdout)"
expect 0 report out --output page.html
says page.html 'Throughput against cost'
done_testing cost_test
