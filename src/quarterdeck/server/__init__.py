"""The table in the browser: store, live tables, JSON API, pages. Knows no rule of any game."""
