"""What the page of the clock says its numbers rest on."""

from __future__ import annotations

import pytest

from reports.arkham_words import assumptions
from sim.arkham.run import plan


def said(policy: str, *rates: str, players: str = "2,8") -> str:
    return " ".join(
        assumptions(plan(ancient_one="all", players=players, policy=policy, games=1, seed=0, rates=rates)),
    )


def test_nobody_acts_so_nothing_is_assumed():
    assert "assumed" not in said("idle") and "Pictures" not in said("idle")


@pytest.mark.parametrize("policies", ["steady", "idle,steady", "steady,idle"])
def test_rates_are_told_whichever_policy_comes_first(policies):
    """Rates for each investigator are 2 and 8 times as much for groups, rates of the group are not."""
    text = said(policies, "closings=0.25", "sealing=0.5")
    two, eight = text.split("with 2 players: ")[1].split("with 8 players: ")
    assert "closings 0.5, sealing 0.5" in two and "closings 2, sealing 0.5" in eight
    assert ("Pictures are of the policy" in text) == ("," in policies)
    if "," in policies:
        assert f"the policy {policies.split(',')[0]} alone" in text


def test_what_befalls_is_told_though_nobody_acts():
    assert "with 3 players: encounter gates 0.5." in said("idle", "encounter_gates=0.5", players="3")


def test_what_checks_at_gates_need():
    """H-6.2: without dice they all succeed, and that is said in words."""
    assert "checks at gates that fail 0" in said("steady")
    assert "lore 4, fight 0" in said("steady", "lore=4") and "that fail" not in said("steady", "lore=4")
