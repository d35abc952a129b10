"""One class per decision, chance or automatic phase: the rules, in the order they are met."""
