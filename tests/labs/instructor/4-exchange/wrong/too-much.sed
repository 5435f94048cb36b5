# order.goal loses own-whole own-fast own-other own-small: rank 1 gets twice its block
s/send 128b to 1$/send 256b to 1/; /^rank 1 /,/^}/s/recv 128b/recv 256b/
