# order.goal loses own-whole own-fast own-other own-small: sends that nobody receives
/^r[0-9]*: /d; / requires r/d
