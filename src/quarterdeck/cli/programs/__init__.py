"""Programs that speak the JSON API, on the ladder: their games are played at a real server."""
