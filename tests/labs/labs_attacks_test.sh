#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
#
# Points without work, and one submission that stops the marks of all. Usage: labs_attacks_test.sh PROGRAM
# shellcheck disable=SC2016  # what is in single quotes is SystemVerilog
# shellcheck source=tests/labs/lib.sh
. "$(dirname -- "${BASH_SOURCE[0]}")/lib.sh"
[ -n "$isolated" ] || exit 77

small=(--units "$labs/units")
made "$labs/units/1-small/skeleton/rtl/xb_rr_arbiter.sv" >good.sv

# checked REASON: what is in arbiter/rtl loses `same` for it
checked() {
  expect 1 lab check 1 arbiter "${small[@]}"
  says stdout "$1"
  ! grep -q 'cycles as the twin' stdout || fail "it has points: $(cat stdout)"
}
# begun: a submission that has all points, and the files of which an attack changes
begun() {
  rm -rf arbiter
  mkdir -p arbiter/rtl
  echo 'guess = 1' >arbiter/answers.toml
  cp good.sv arbiter/rtl/xb_rr_arbiter.sv
}
# attack LINE REASON [FILE TEXT]...: LINE (as of printf) in the arbiter, and other files; it loses the points for REASON,
# or for what the tools say of it
attack() {
  local line=$1 reason=$2
  shift 2
  begun
  # shellcheck disable=SC2059  # it is a format
  { sed '/^endmodule/,$d' good.sv; printf "$line\nendmodule\n"; } >arbiter/rtl/xb_rr_arbiter.sv
  while [ $# -gt 0 ]; do
    printf '%s\n' "$2" >"arbiter/rtl/$1"
    shift 2
  done
  checked "$reason"
}

begun
expect 0 lab check 1 arbiter "${small[@]}"
sed -i 's/$/\r/' arbiter/rtl/xb_rr_arbiter.sv # by an editor of Windows
expect 0 lab check 1 arbiter "${small[@]}"

# --- words that end elsewhere than it seems ----------------------------------------------------------------------------
evil='$c("std::abort();")'
attack "  wire \\\\a\\f; initial $evil;" 'the character 0x0c is not allowed'
attack "  wire \\\\a\\v; initial $evil;" 'the character 0x0b is not allowed'
attack "  wire \\\\a\\r; initial $evil;" 'the character 0x0d is not allowed'
attack "  wire \\\\a\\000; initial $evil;" 'not UTF-8, but UTF-16 or binary'
attack "  initial #1$evil;" '$c is not allowed here'
attack "  initial #1e5$evil;" '$c is not allowed here'
attack "  logic [7:0] h = 'h ff; initial #'h ff$evil;" '$c is not allowed here'
attack '  logic f; initial #1force f = 1;' '1force is not allowed here'
attack "  // x \\\\\n  initial $evil;" '$c is not allowed here'
attack "  initial \$\\\\\n c(\"x\");" ''

# --- macros: across files, put together, in texts ----------------------------------------------------------------------
attack '  a_first u_first ();\n`ifdef LATE\n  initial $c("std::abort();");\n`endif' '$c is not allowed here' \
  a_first.sv $'`define LATE\nmodule a_first; endmodule'
attack '  z_last u_last ();' '$c is not allowed here' \
  z_last.sv $'`ifdef LATE\nmodule z_last; initial $c("x"); endmodule\n`else\nmodule z_last; endmodule\n`endif' \
  a_pkg.sv $'`define LATE\npackage a_pkg; endpackage'
attack '`include "late.svh"\n  initial `CALL("x");' '$c is not allowed here' late.svh '`define CALL $c'
attack '`define D $\n`define J(a) `D``a\n  initial `J(c)("x");' '$c is not allowed here'
attack '`define J(a,b) a``b\n  initial `J($,c)("x");' '$c is not allowed here'
attack '`define Q `"\n  initial $display(`Q x `Q); initial $c("x");' ''
attack '`line 1 "rtl/other.sv" 0 \n  initial $c("x");' 'it is not one of your files'
attack '`line 1 "/lab/rtl/other.sv" 0 \n  initial $c("x");' 'rtl/other.sv:1: $c is not allowed here'
attack '`pragma protect begin_protected\n' 'not allowed here'
attack '`verilator_config\nlint_off -rule WIDTH\n`verilog' 'it configures the tool'
attack '/*verilator lint_off WIDTH */ initial $c("x"); /* */' '$c is not allowed here'
attack '// verilator lint_off WIDTH */ initial $c("x"); /*' ''

# --- files that Verilator looks for by itself --------------------------------------------------------------------------
late=$'`ifdef LATE\nmodule \\late.svh ; initial $c("std::abort();"); endmodule\n`endif'
attack '`define LATE\n  \\late.svh u_late ();' '' late.svh "$late"
attack '  \\/lab/rtl/late.svh u_late ();' 'it is the name of a file' late.svh "$late"
attack '  \\user/late.svh u_late ();' 'it is the name of a file' late.svh "$late"
attack '`include "/lab/errors.txt"' ''
attack '`include "../../rtl/xb_pkg.sv"' ''
attack '`include "/usr/include/stdio.h"' 'not one of your files'
attack '`include "/dev/null"' 'not one of your files'
attack '' "file 'a b.sv' is not allowed" 'a b.sv' 'module b; endmodule'
attack '' 'is not allowed; allowed: names of letters' $'a\n.sv' 'module b; endmodule'
attack '' 'is not allowed; allowed: names of letters' 'a".sv' 'module b; endmodule'
attack '' '' xb_rr_arbiter.sv '`include "xb_rr_arbiter.vlt"' xb_rr_arbiter.vlt '`verilator_config'

# --- what is not the student's -----------------------------------------------------------------------------------------
attack 'endmodule\npackage xb_pkg; endpackage\nmodule c;' "module 'xb_pkg' is not allowed, it is the lab's"
attack 'endmodule\nmodule xb_switch_input; endmodule\nmodule c;' "module 'xb_switch_input' is not allowed"
attack '  always_ff @(posedge clk_i) xb_switch_input.drop_full_o <= 0;' 'xb_switch_input. is not allowed here'
attack '  if (NumReq == 77) begin : gen_x\n    wire a = xb_switch_input.rst_ni;\n  end' 'the lab has this name'
attack '  import "DPI-C" context function int system(string s);' 'import of C functions'
attack '  initial $writememh("x", ptr_q);' '$writememh is not allowed here'

# --- files that are none -----------------------------------------------------------------------------------------------
# instead FILE COMMAND... : COMMAND makes what is in its place
instead() {
  local file=arbiter/$1 reason=$2
  shift 2
  begun
  rm -rf "$file"
  "$@" "$file"
  checked "$reason"
}

instead rtl/xb_rr_arbiter.sv 'rtl/xb_rr_arbiter.sv is no file' mkfifo
instead rtl/xb_rr_arbiter.sv 'rtl/xb_rr_arbiter.sv is no file' mkdir
instead rtl/xb_rr_arbiter.sv 'rtl/xb_rr_arbiter.sv is a link' ln -s "$scratch/good.sv"
instead rtl/xb_rr_arbiter.sv 'rtl/xb_rr_arbiter.sv is a link' ln -s xb_rr_arbiter.sv
instead rtl/xb_rr_arbiter.sv 'rtl/xb_rr_arbiter.sv is larger than 1 MB' truncate -s 1T
instead rtl 'rtl is a link' ln -s /
instead rtl 'there is no folder rtl' mkfifo

begun
rm arbiter/answers.toml
mkfifo arbiter/answers.toml
expect 1 lab check 1 arbiter "${small[@]}"
says stdout 'answers.toml is no file'

# Models that a submission brings are not used, and nothing is written through its links.
begun
mkdir -p outside arbiter/.lab
sed -i 's/: idx_o + .*/: idx_o;/' arbiter/rtl/xb_rr_arbiter.sv
ln -s "$scratch/outside" arbiter/.lab/models
ln -s "$scratch/outside" arbiter/check
checked 'where the twin'
[ -z "$(ls outside)" ] || fail "written outside: $(ls outside)"
rm arbiter/check
mkdir -p arbiter/check/same
echo mine >outside/wave
ln -s "$scratch/outside/wave" arbiter/check/same/lockstep-seed1.fst
checked 'where the twin'
[ "$(cat outside/wave)" = mine ] || fail 'a file outside is overwritten'

# --- what has got past the scan ----------------------------------------------------------------------------------------
# inside COMMANDS REASON: what a job runs in its sandbox is COMMANDS instead
inside() {
  mkdir -p in_front
  cat >in_front/bwrap <<EOF
#!/usr/bin/env bash
words=()
for word; do
  [ "\$word" != prlimit ] || break
  words+=("\$word")
done
exec $(command -v bwrap) "\${words[@]}" bash -c $(printf %q "$1")
EOF
  chmod +x in_front/bwrap
  begun
  PATH=$PWD/in_front:$PATH checked "it was stopped: $2"
}

inside 'echo {1..11000} | xargs touch; sleep 600' 'it left more than 10000 files'
inside 'echo {1..11000} | xargs touch' 'it left more than 10000 files'
inside 'for n in {1..9}; do truncate -s 200M $n; done' 'it left more than 1024 MB in files'
[ "$(id -u)" != 0 ] ||  # the system limits others
  inside 'for n in {1..300}; do sleep 600 & done; wait' 'it had more than 256 processes and threads'

# Its record is not written by the process that has its code, be there a waveform or not.
begun
forged='$c("(void)!write(1, \"forged\", 6); _exit(0);")'
{ sed '/^endmodule/,$d' good.sv; printf '%s\n' "  initial $forged;" endmodule; } >arbiter/rtl/xb_rr_arbiter.sv
for waveform in '' '--trace run.fst'; do
  # shellcheck disable=SC2086  # two words
  XBARLAB_APART=1 expect 1 run --ports 2 --cycles 100 --engine rtl --rtl arbiter/rtl $waveform --json -
  ! grep -q forged stdout || fail "it has written: $(cat stdout)"
done

done_testing labs_attacks_test
