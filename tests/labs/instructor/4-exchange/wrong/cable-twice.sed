# steps.txt loses conflict-free liquid: two transfers in one direction of the cable
s/^0>0 1>3 3>2$/& 2>4/; s/^2>4 4>1$/4>1/
