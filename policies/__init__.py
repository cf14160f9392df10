"""Policies: how choices are made, one file each."""
