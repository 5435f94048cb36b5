# SPDX-License-Identifier: Apache-2.0
#
# A module in the model of benches.sh: awk -v prefix=NAME -v given='PARAMETER=VALUE ...' -v to=FOLDER -f benches.awk FILE.sv
# appends its parameters, its ports and its instance to FOLDER/{parameters,ports,instances}, each name with the prefix, but
# for clk_i and the rst_ni of those that have it.

# TEXT with the module's own names
function own(text,   out, word) {
  while (match(text, /[A-Za-z_][A-Za-z0-9_:$]*/)) {
    word = substr(text, RSTART, RLENGTH)
    out = out substr(text, 1, RSTART - 1) (word in mine ? prefix "_" : "") word
    text = substr(text, RSTART + RLENGTH)
  }
  return out text
}

BEGIN {
  for (n = split(given, pairs, " "); n > 0; n--) {
    split(pairs[n], pair, "=")
    value[pair[1]] = pair[2]
  }
}
/^module /          { module = $2; next }
module && /^\);/    { exit }
/^ *\/\/\// || !module { next }
{ sub(/,? *$/, "") }
/^  (parameter|localparam) / {
  split($0, side, " = ")
  n = split(side[1], words, " ")
  name = words[n]
  mine[name]
  if (words[1] == "parameter") pins = pins (pins == "" ? "" : ", ") "." name "(" prefix "_" name ")"
  type = "  localparam"
  for (n = 2; words[n] != name; n++) type = type " " words[n]
  print type " " prefix "_" name " = " (name in value ? value[name] : own(side[2])) "," >>(to "/parameters")
}
/^\) \(/ { set = pins; pins = "" }
/^  (in|out)put / {
  name = $NF
  clocked += name == "clk_i"
  outer = name
  if (name != "clk_i" && !(name == "rst_ni" && clocked)) {
    sub(/^s_axil_/, "", outer)
    outer = prefix "_" outer
    print own(substr($0, 1, length($0) - length(name))) outer "," >>(to "/ports")
  }
  pins = pins (pins == "" ? "" : ", ") "." name "(" outer ")"
}
END { print "  " module " #(" set ") u_" prefix " (" pins ");" >>(to "/instances") }
