# answers.toml loses fair fair-small: chosen by the incast alone, the larger the better
s/^alpha = 1$/alpha = 4/
