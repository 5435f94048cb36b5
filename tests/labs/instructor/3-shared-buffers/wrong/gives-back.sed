# answers.toml loses queue-classes: both limits at once, as if the low class gave back what it has
s/^classes = 74.2/classes = 102.4/
