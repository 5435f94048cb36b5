# order.goal loses own-whole own-fast own-other own-small: time spent instead of packets sent
s/^s0: send .*/&\nc: calc 1000\ns0 requires c/
