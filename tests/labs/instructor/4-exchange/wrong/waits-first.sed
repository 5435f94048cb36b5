# order.goal loses own-whole own-fast own-other own-small: everybody receives before he sends
s/^s0: send .*/&\ns0 requires r0/
