# steps.txt loses liquid: the last step's two transfers in steps of their own
s/^2>4 4>1$/2>4\n4>1/
