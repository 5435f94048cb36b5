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

gives 2 "unknown model 'cioq'; allowed: fifo" cioq
gives 2 "load: '2' is not allowed; allowed: a number, 0.001..1" voq load=2
gives 2 "unknown key 'prots'" voq prots=4
gives 2 "phase: '5' is not allowed; allowed: a number, 0..4" choking rate=5 phase=5
gives 2 'no file' table
gives 2 "nowhere.csv: cannot be read" table nowhere.csv
gives 2 "place: 'here' is in no line" table "$values" place=here
gives 2 "share: 'half' is not allowed" table "$values" share=half
head -n 3 "$values" >cut.csv
echo 'voq-saturation,voq,ports=4' >>cut.csv
gives 2 'cut.csv:4: not a value; allowed: place,model' table cut.csv
{ head -n 1 "$values"; echo 'x,voq,load=0.5,delay,1,0.1,1000'; } >measure.csv
gives 2 "measure.csv:2: measure: 'delay' is not allowed; allowed: wait throughput loss" table measure.csv
{ head -n 1 "$values"; echo 'x,voq,lord=0.5,wait,1,0.1,1000'; } >key.csv
gives 2 "key.csv:2: unknown key 'lord'" table key.csv place=x
{ head -n 1 "$values"; echo 'x,cioq,load=0.5,wait,1,0.1,1000'; } >model.csv
gives 2 "model.csv:2: unknown model 'cioq'; allowed: fifo" table model.csv

done_testing slot_simulator_test
