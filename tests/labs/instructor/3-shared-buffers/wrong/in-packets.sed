# answers.toml loses absorbs fair absorbs-other fair-small: a threshold in packets, not an alpha
s/^alpha = 1$/alpha = 64/
