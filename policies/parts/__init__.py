"""What sensible policies are made of: one file for each thing there is to decide."""
