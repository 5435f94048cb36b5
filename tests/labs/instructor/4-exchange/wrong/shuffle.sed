# order.goal loses own-fast own-other own-small: packets in turn, waiting for nobody: the shuffle
/ requires r/d
