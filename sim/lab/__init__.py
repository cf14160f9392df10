"""What is asked of the games: is a change real, what does a value do, what matters, how much is luck."""
