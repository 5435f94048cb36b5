# answers.toml loses absorbs absorbs-other: the incast was tried with half of its senders
s/^alpha = 1$/alpha = 0.5/
