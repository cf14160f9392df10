"""The clock of Arkham Horror, second edition: gates, monsters, terror, doom, and what awakens the Ancient One.

A game of its own: it shares chance, statistics and drawing with the rest of the laboratory, and no rule.
From the facts to the numbers:

``cards/``, `facts`
    What is printed: Mythos cards, monsters, gate markers, board, limits, Ancient Ones.
`rulings`, `rates`, `scenario`
    What is asked: how the rules are read, what investigators manage, and the rest of a question.
`town`
    All of these as one record that the rules read.
`state`, ``rules/``
    A game as records, and its rules: a module a section of the rules H-1 to H-12.
`play`, `batch`, `tally`
    Many games, and what is counted.
`worth`, `replay`
    What a gate closed or sealed is worth; a game told.
"""
