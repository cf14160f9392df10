"""What the Alaska Expedition adds to the rules both modes share."""
