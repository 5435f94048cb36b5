#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# The program slot_simulator: exit 0 all values agree, 1 one does not, 2 bad input. Usage: slot_simulator_test.sh PROGRAM
values=$(realpath -- "$(dirname -- "${BASH_SOURCE[0]}")/../../../experiments/reference/values.csv")
# shellcheck source=tests/testbenches/program/lib.sh
. "$(dirname -- "${BASH_SOURCE[0]}")/../../testbenches/program/lib.sh"

gives 0 'usage: slot_simulator' --help
gives 0 'throughput 0.6' fifo load=1 slots=20000
gives 0 'held       0.1425' choking rule=headdrop rate=5 drop=1
gives 0 '8 of 8 values agree' table "$values" place=voq-saturation share=0.05

gives 0 '| voq-saturation | voq | ports=4 load=1 queues=backlogged scheduler=pim iterations=2 | throughput | 0.956 +- 0.0005 |' \
  table "$values" place=voq-saturation share=0.05

# A value that is another one is found.
sed '/^voq-saturation.*ports=16.*iterations=2/s/0[.]882/0.890/' "$values" >other.csv
gives 1 '7 of 8 values agree' table other.csv place=voq-saturation share=0.05
gives 1 DIFFERS table other.csv place=voq-saturation share=0.05

cp "$values" whole.csv # a path without spaces
head -n 3 "$values" >cut.csv
echo 'voq-saturation,voq,ports=4' >>cut.csv
for line in measure:x,voq,load=0.5,delay key:x,voq,lord=0.5,wait model:x,cioq,load=0.5,wait; do
  { head -n 1 "$values"; echo "${line#*:},1,0.1,1000"; } >"${line%%:*}.csv"
done
refuses "unknown model 'cioq'; allowed: fifo" cioq
refuses "load: '2' is not allowed; allowed: a number, 0.001..1" voq load=2
refuses "unknown key 'prots'" voq prots=4
refuses "phase: '5' is not allowed; allowed: a number, 0..4" choking rate=5 phase=5
refuses 'no file' table
allowed=begin refuses "nowhere.csv: cannot be read" table nowhere.csv
allowed="line of" refuses "place: 'here' is in no line" table "$values" place=here
refuses_all table <<END
share: 'half' is not allowed | whole.csv share=half
cut.csv:4: not a value; allowed: place,model | cut.csv
measure.csv:2: measure: 'delay' is not allowed; allowed: wait throughput loss | measure.csv
key.csv:2: unknown key 'lord' | key.csv place=x
model.csv:2: unknown model 'cioq'; allowed: fifo | model.csv
END

done_testing slot_simulator_test
