"""What R'lyeh Rising adds to the rules both modes share."""
