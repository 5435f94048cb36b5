# SPDX-License-Identifier: Apache-2.0
#
# The mutants of a module: awk -f sites.awk [-v only=K | -v all=NAME] FILE.sv
#   without either: a line for each, `LINE TEXT`: `63 pop = valid_o & ready_i => valid_o | ready_i`
#   only=K:         the module, with the K-th in it
#   all=NAME:       the module with all of them; the variable NAME says which one counts, 0 none
#
# What is mutated: in all expressions of assignments, conditions and input ports: operators, each by its opposite or its
# neighbour; `!` and `~`, which go; the condition of `?:`, stuck at 0 and at 1. Conditions of `if` are stuck at 0 and at 1;
# the right sides of assignments become 0 and inverted, those at a reset, too. Not in indices, loops and generate blocks, which
# are constants, nor what is assigned to `unused...`.

function squeezed(s) { gsub(/[ \n]+/, " ", s); sub(/^ /, "", s); sub(/ $/, "", s); return s }
function blank(s) { gsub(/[^\n]/, " ", s); return s }
function is_word(c) { return c ~ /[A-Za-z0-9_$]/ }

# The position behind what closes the bracket at `i`.
function behind(i,   depth, c) {
  for (depth = 0; i <= size; i++) {
    c = substr(text, i, 1)
    if (c ~ /[([{]/) depth++
    else if (c ~ /[])}]/ && --depth == 0) return i + 1
  }
  return i
}
# The first of the characters `set` from `i` on, outside brackets.
function find(i, set,   c) {
  while (i <= size) {
    c = substr(text, i, 1)
    if (index(set, c)) return i
    i = c ~ /[([{]/ ? behind(i) : i + 1
  }
  return i
}
function word_at(i,   w) { for (w = ""; is_word(substr(text, i, 1)); i++) w = w substr(text, i, 1); return w }
function skip(i) { while (substr(text, i, 1) ~ /[ \n]/) i++; return i }

# A mutant of the expression [from, to): what is in [at, end) becomes `new`.
function mutant(at, end, new) {
  of[++count] = spans
  became[count] = substr(text, from[spans], at - from[spans]) new substr(text, end, to[spans] - end)
}

# Operators of the expression [i, end). `after` is 1 where an operand has ended, so that an operator has two.
function operators(i, end,   c, op, after, depth, begins, closed) {
  after = depth = 0
  begins[0] = i
  while (i < end) {
    c = substr(text, i, 1)
    if (c ~ /[ \n]/) { i++; continue }
    if (c ~ /['A-Za-z0-9_$]/) {  # a name, perhaps of a package, or a number
      match(substr(text, i, end - i), /^('|::|[A-Za-z0-9_$])+/)
      i += RLENGTH; after = 1
      continue
    }
    if (c == "[") { i = behind(i); after = 1; continue }
    if (c ~ /[({]/) {
      closed = behind(i)
      if (substr(text, closed, 1) == "'") { i = closed; after = 1; continue }  # a width
      begins[++depth] = ++i; after = 0
      continue
    }
    if (c ~ /[)}]/) { depth--; i++; after = 1; continue }
    if (c ~ /[,:]/) { begins[depth] = ++i; after = 0; continue }
    if (c == "?") {
      mutant(begins[depth], i, "1'b0 ")
      mutant(begins[depth], i, "1'b1 ")
      begins[depth] = ++i; after = 0
      continue
    }
    op = substr(text, i, 2)
    if (!(op in opposite)) op = c
    if (!after && op ~ /^[!~]$/) mutant(i, i + 1, "")
    else if (op in opposite) mutant(i, i + length(op), opposite[op])
    i += length(op); after = 0
  }
}

# The expression [i, end) of `name` (value, condition or port).
function expression(name, kind, i, end,   e) {
  e = squeezed(substr(text, i, end - i))
  spans++
  from[spans] = i; to[spans] = end; named[spans] = name; was[spans] = e
  if (kind == "value") {
    if (e !~ /^([0-9a-zA-Z]*)?'[bd]?0$/) mutant(i, end, "'0")
    if (e ~ /^([0-9a-zA-Z]*)?'[bd]?0$/) mutant(i, end, "'1")
    else if (e ~ /^('1|1'b1)$/) became[count] = "'0"
    else mutant(i, end, "~(" e ")")
  } else if (kind == "if") {
    mutant(i, end, "1'b0")
    mutant(i, end, "1'b1")
  }
  operators(i, end)
  if (count == 0 || of[count] != spans) spans--
}

function instance(i,   end, at, name) {
  i = skip(i + length(word_at(i)))
  if (substr(text, i, 1) == "#") i = skip(behind(find(i, "(")))
  i = find(i, "(")
  end = behind(i)
  for (i++; i < end; i++) {
    if (substr(text, i, 1) != ".") continue
    name = word_at(i + 1)
    at = i + 1 + length(name)
    if (substr(text, at, 1) != "(") continue
    i = behind(at) - 1
    expression("." name, "port", at + 1, i)
  }
  return find(end, ";") + 1
}

function statements(i,   w, end, left) {
  while ((i = skip(i)) <= size) {
    w = word_at(i)
    end = i + length(w)
    if (w == "endmodule") return
    if (w ~ /^xb_/) i = instance(i)
    else if (w ~ /^(begin|end|endfunction)$/) {
      i = skip(end)
      if (substr(text, i, 1) == ":") i = skip(i + 1) + length(word_at(skip(i + 1)))
    } else if (w ~ /^(else|always_comb)$/) i = end
    else if (w ~ /^(always_ff|for)$/) i = behind(find_open(end))
    else if (w == "if") {
      i = find_open(end)
      end = behind(i)
      left = squeezed(substr(text, i + 1, end - i - 2))
      if (left != "!rst_ni" && substr(text, skip(end), 20) !~ /^begin[ ]*:[ ]*gen_/) expression("if", "if", i + 1, end - 1)
      i = end
    } else if (w ~ /^(localparam|logic|function|input|output|genvar|int|typedef)$/ || substr(text, i, 1) ~ /[$;]/) i = find(i, ";") + 1
    else if (substr(text, i, 1) == "`") i += index(substr(text, i), "\n")
    else if (substr(text, i, 1) == "(") i = behind(i)
    else {
      if (w == "assign") i = skip(end)
      end = find(i, "=")
      left = squeezed(substr(text, i, end - i))
      sub(/ ?[<+|&-]$/, "", left)
      i = find(end, ";")
      if (left !~ /^unused/) expression(left, "value", skip(end + 1), i)
      i++
    }
  }
}
function find_open(i) { return i + index(substr(text, i), "(") - 1 }

BEGIN {
  split("&& || == != <= >= << >> < > + - & | ^", ops, " ")
  split("|| && != == < > >> << <= >= - + | & |", opposites, " ")
  for (o in ops) opposite[ops[o]] = opposites[o]
}
{ whole = whole $0 "\n" }
END {
  # Without comments, in the same places.
  n = split(whole, lines, "\n")
  for (l = 1; l < n; l++) {
    at = index(lines[l], "//")
    text = text (at ? substr(lines[l], 1, at - 1) blank(substr(lines[l], at)) : lines[l]) "\n"
  }
  size = length(text)
  statements(index(text, "\n);\n") + 4)

  at = 1
  for (k = 1; k <= count; k++) {
    s = of[k]
    if (only == "" && all == "") {
      before = substr(text, 1, from[s])
      what = named[s] (named[s] == "if" ? " " : " = ") was[s] " => " squeezed(became[k])
      if (seen[what]++) what = what " #" seen[what]
      print gsub(/\n/, "", before) + 1, what
      continue
    }
    if (all == "" && k != only) continue
    if (k == 1 || of[k - 1] != s || all == "") {
      printf "%s", substr(whole, at, from[s] - at)
      at = to[s]
    }
    if (all == "") { printf "%s", became[k]; continue }
    printf "(%s == %d) ? (%s) : ", all, k, became[k]
    if (k == count || of[k + 1] != s) printf "(%s)", substr(text, from[s], to[s] - from[s])
  }
  if (only != "" || all != "") printf "%s", substr(whole, at)
}
