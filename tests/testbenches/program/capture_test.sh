#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Packet captures as the program writes and reads them; tcpdump, with libpcap, says what is in them, and writes some itself.
# Usage: capture_test.sh PROGRAM
# shellcheck source=tests/testbenches/program/lib.sh
. "$(dirname -- "${BASH_SOURCE[0]}")/lib.sh"

command -v tcpdump >/dev/null || { echo 'capture_test: no tcpdump'; exit 77; }

# frames FILE: a line for each as libpcap sees it: nanoseconds, source, destination, type, length
frames() {
  tcpdump -r "$1" -tt --nano -e -nn 2>/dev/null |
    sed -nE 's/^([0-9]+)\.([0-9]{9}) ([0-9a-f:]+) > ([0-9a-f:]+), ethertype .*\(0x([0-9a-f]+)\), length ([0-9]+):.*/\1\2 \3 \4 \5 \6/p'
}

run=(--ports 4 --engine fast --packet 1..9 --load 0.6 --warmup 0 --cycles 1000)
touch stdout stderr
expect 0 run "${run[@]}" --capture own.pcapng --line-trace own.txt
says stdout 'capture                   own.pcapng'
expect 0 run "${run[@]}" --capture own.pcap

# The cycle of each packet's last beat at an output, and its beats, as the line trace has them; a cycle of 6.4 ns.
awk -F' *[|][|] *' '!/^#/ {
  outs = split($3, out, / *[|] */)
  for (n = 1; n <= outs; n++) if (out[n] ~ />/) { last[out[n]] = $1; ++beats[out[n]] }
}
END {
  for (packet in last) {
    split(packet, ends, /[>#]/)
    printf "%d 02:78:62:00:00:%02x 02:78:62:00:00:%02x 88b5 %d\n", last[packet] * 6.4 + 0.5, ends[1], ends[2], 14 + 8 * beats[packet]
  }
}' own.txt | sort >want
check test "$(wc -l <want)" -gt 300
for file in own.pcapng own.pcap; do
  frames $file | sed -E 's/^0+([0-9])/\1/' | sort >got
  check cmp want got
done
# Each frame's bytes: the header's length field, 16 bits from bit 12 on of the first beat, is the packet's beats.
tcpdump -r own.pcap -x 2>/dev/null | awk '/0x0000:/ { print substr($2, 3, 2) substr($2, 1, 2) substr($3, 1, 2) }' | head -3 >bytes
check test -s bytes

# What libpcap has written is the same traffic.
tcpdump -r own.pcapng -w libpcap.pcap 2>/dev/null
for file in own.pcapng own.pcap libpcap.pcap; do
  expect 0 run --ports 4 --engine fast --traffic "capture:$file" --replay load --load 0.8 --capture "again-$file"
  frames "again-$file" | cut -d' ' -f2- >"$file.frames"
done
check test -s own.pcap.frames
check cmp own.pcapng.frames own.pcap.frames
check cmp own.pcap.frames libpcap.pcap.frames
check cmp <(sort own.pcap.frames) <(cut -d' ' -f2- want | sort)
# ... and both say of each flow the same bytes in the same order.
flow() { tcpdump -r "$1" -t -x 'ether src 02:78:62:00:00:01 and ether dst 02:78:62:00:00:03' 2>/dev/null; }
flow own.pcap >want
check test -s want
check cmp want <(flow again-own.pcapng)

# Packets of any number of bytes: libpcap has of each flow the lengths that tkeep had at the outputs, when they were written, and of
# the same packets replayed.
# shown FILE: a line for each packet of a line trace: source, destination, number, bytes
shown() {
  awk -F' *[|][|] *' '!/^#/ {
    outs = split($3, out, / *[|] */)
    for (n = 1; n <= outs; n++) if (split(out[n], beat, /:/)) if (beat[1] ~ />/) bytes[beat[1]] += beat[2] ? beat[2] : 8
  }
  END { for (packet in bytes) { split(packet, ends, /[>#]/); print ends[1], ends[2], ends[3], bytes[packet] } }' "$1" | sort
}
captured() { frames "$1" | awk '{ print substr($2, 17) + 0, substr($3, 17) + 0, n[$2 $3]++ + 0, $5 - 14 }' | sort; }
expect 0 run --ports 4 --engine fast --packet 1B..100B --load 0.6 --warmup 0 --cycles 1000 --capture bytes.pcap --line-trace bytes.txt
captured bytes.pcap >want
check test "$(wc -l <want)" -gt 100
check cmp want <(shown bytes.txt)
tcpdump -r bytes.pcap -w libpcap-bytes.pcap 2>/dev/null
for engine in fast systemc; do
  expect 0 run --ports 4 --engine $engine --traffic capture:libpcap-bytes.pcap --replay load --load 0.8 --capture again.pcap --line-trace again.txt
  check cmp want <(shown again.txt)
  check cmp want <(captured again.pcap)
done
expect 0 list traffic
says stdout 'capture:FILE'

# With its times: on the link that it was captured at, on one of another rate, in a study, in a schedule's clock.
expect 0 run --ports 4 --engine fast --traffic capture:own.pcap --clock 312.5 --json -
says stdout '"traffic":"capture:own.pcap","load":0.5,"clock":312.5,"packet":"auto"'
expect 0 run --ports 4 --engine fast --traffic capture:own.pcapng
says stdout 'traffic                   capture:own.pcapng with its own times'
printf '%s\n' 'ports = 4' 'engine = "fast"' 'traffic = ["capture:own.pcap", "uniform"]' 'replay = ["times", "load"]' 'cycles = 1000' >study.toml
expect 0 run study.toml --set 'replay=times' --out results --quiet --jobs 1
expect 0 run --ports 4 --engine fast --schedule shift --packets-per-message 2 --cluster tam-326 --capture shift.pcapng
check test "$(frames shift.pcapng | wc -l)" = 24

# Refusals.
head -c 100 own.pcap >cut.pcap
allowed='cut.pcap: byte ' refuses 'expected the bytes of a frame' run --ports 4 --traffic capture:cut.pcap
refuses_all run <<'END'
traffic: 'nowhere.pcap' is not allowed | --ports 4 --traffic capture:nowhere.pcap
allowed: uniform | --ports 4 --traffic capture:
allowed: the hosts 0..1 | --ports 2 --traffic capture:own.pcap
load: '0.9' is not allowed here | --ports 4 --traffic capture:own.pcap --load 0.9
load: '0' is not allowed with replay load | --ports 4 --traffic capture:own.pcap --replay load --load 0
cycles: '5' is not allowed here | --ports 4 --traffic capture:own.pcap --cycles 5
packet: '5' is not allowed here | --ports 4 --traffic capture:own.pcap --packet 5
replay: 'load' is not allowed here | --replay load
clock: '0' is not allowed; allowed: auto, 0.001..100000 MHz | --clock 0
--capture: 'x.txt' is not allowed; allowed: a file whose name ends in .pcap or .pcapng | --capture x.txt
own.pcap | --ports 4 --traffic capture:own.pcap --capture own.pcap
--capture: 'x.pcap' is not allowed with 2 points | --capture x.pcap --seeds 2
--capture | --capture x.pcap --out folder
cannot be written | --capture nowhere/x.pcap
search: 'saturation' is not allowed with traffic capture:own.pcap | --ports 4 --traffic capture:own.pcap --search saturation
END

done_testing capture_test
