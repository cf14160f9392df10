"""The rules H-1 to H-12, from the top floor down; each module calls only what stands below it.

    game                              a whole game
    setup, mythos_phase, turn         H-2, H-3, D-H9
    rumors, headlines                 H-11
    movement                          H-10
    gates, surge                      H-3.3, H-6, H-4
    environments
    monsters                          H-5
    terror                            H-7
    doom                              H-8
    awakening, victory                H-9, H-12
    mythos_deck, gate_stack, cup      H-2.3 to H-2.6
    piles
    choices, chance, log, compile

Whatever ends the game is noted in ``game.cause`` where it happens, and everything after looks at it (H-9).
"""
