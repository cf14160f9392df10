"""The commands of `omens`, one file each."""
