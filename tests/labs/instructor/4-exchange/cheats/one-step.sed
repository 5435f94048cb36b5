# steps.txt loses conflict-free liquid: all in one step
/^#/d; :all
N
$!b all
s/\n/ /g
