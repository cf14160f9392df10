"""Shares of a made-up model whose shares are known, with and without noise of dice."""

import numpy as np
import pytest

from sim.stats.shares import shares

WEIGHTS = np.array([3.0, 2.0, 1.0, 0.0])


def measured(model, draws, noise, seed):
    """A, B and mixed draws of independent standard normal groups, each measured twice."""
    random = np.random.default_rng(seed)
    a, b = random.normal(size=(2, draws, len(WEIGHTS)))
    mixed = np.repeat(a[:, None, :], len(WEIGHTS), axis=1)
    for group in range(len(WEIGHTS)):
        mixed[:, group, group] = b[:, group]
    return [model(x)[..., None] + noise * random.normal(size=(*x.shape[:-1], 2)) for x in (a, b, mixed)]


@pytest.mark.parametrize("noise", [0.0, 2.0])
def test_additive_model(noise):
    """Variance 14; shares 9, 4, 1 and 0 fourteenths, first-order and total alike.

    4,000 draws, seed 1: errors are about 0.03; 0.15 is five of them and more.
    """
    found = shares(*measured(lambda x: x @ WEIGHTS, 4_000, noise, seed=1))
    assert found.variance == pytest.approx(14, rel=0.15)
    for each in (found.first, found.total):
        assert each == pytest.approx(WEIGHTS**2 / 14, abs=0.15)
    assert np.all(found.first_error < 0.06) and np.all(found.total_error < 0.06)


def test_interaction_shows_in_the_total_alone():
    """x0 x1: variance 1, no first-order share, both total shares 1."""
    found = shares(*measured(lambda x: x[..., 0] * x[..., 1], 20_000, 0.5, seed=2))
    assert found.first == pytest.approx([0, 0, 0, 0], abs=0.12)
    assert found.total == pytest.approx([1, 1, 0, 0], abs=0.12)


def test_errors_are_those_of_repetition():
    """Over 60 repetitions the shares spread as their stated errors say, within a third."""
    repeated = [shares(*measured(lambda x: x @ WEIGHTS, 300, 1.0, seed=10 + k), seed=k) for k in range(60)]
    spread = np.std([each.total for each in repeated], axis=0)
    stated = np.mean([each.total_error for each in repeated], axis=0)
    assert stated == pytest.approx(spread, rel=0.34)


def test_nothing_to_share_out():
    same = np.ones((10, 2))
    found = shares(same, same, np.ones((10, 3, 2)))
    assert found.variance == 0 and not found.clear and np.isnan(found.total).all()
