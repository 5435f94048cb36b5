# answers.toml loses n4 n8 n16 n8-other-seed: numbers made up to fit a law
s/^n4 = 0.656/n4 = 0.68/; s/^n8 = 0.618/n8 = 0.64/; s/^n16 = 0.602/n16 = 0.62/
