# order.goal loses own-whole own-fast own-other own-small: messages of one byte, a complete exchange of next to nothing
s/ 128b / 1b /
