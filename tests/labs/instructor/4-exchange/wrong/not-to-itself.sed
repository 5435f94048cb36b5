# steps.txt loses conflict-free liquid: a transfer from a host to itself taken for none
s/ 3>3//; s/ 2>2//; s/ 1>1//; s/ 4>4//; s/^0>0 //
