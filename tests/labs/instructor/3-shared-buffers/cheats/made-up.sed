# answers.toml loses incast-eighth incast-half bystanders-eight: numbers worked out by the formula, never measured
s/^eighth = 156/eighth = 168/; s/^half = 44/half = 53/; s/^eight = 74/eight = 83/
