"""The functions that give data frames: their documented examples, and the notebooks from top to bottom."""

import doctest
import importlib
import json
from pathlib import Path

import matplotlib as mpl
import pytest

import sim
import sim.frames
from sim.errors import OmensError

NOTEBOOKS = sorted((Path(sim.__file__).parent.parent / "notebooks").glob("*.ipynb"))


def test_documented_examples():
    for module, least in ((sim.frames, 6), (importlib.import_module("sim.odds"), 2)):
        result = doctest.testmod(module)
        assert result.failed == 0 and result.attempted >= least


def test_the_module_of_odds_is_the_function_too():
    from sim.odds import answer

    assert callable(answer) and float(sim.odds("lore")["success"][0]) == pytest.approx(0.978263, abs=1e-6)  # E-20


def test_mistakes():
    with pytest.raises(TypeError, match="unknown: player"):
        sim.run(player=1)
    with pytest.raises(OmensError, match="did you mean ithaqua"):
        sim.run(ancient_one="ithaka", games=1)
    with pytest.raises(AttributeError, match="no attribute 'nothing'"):
        _ = sim.nothing


def test_there_are_four_notebooks():
    assert len(NOTEBOOKS) == 4


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_notebooks_run_from_top_to_bottom(path):
    """Cells one after the other as a newcomer runs them, with fewer games; none holds stale output."""
    mpl.use("Agg")
    cells = json.loads(path.read_text(encoding="utf-8"))["cells"]
    names: dict = {}
    for cell in cells:
        if cell["cell_type"] == "code":
            assert not cell["outputs"], "outputs are made anew, never kept"
            source = "".join(cell["source"]).replace("GAMES = 200", "GAMES = 40").replace("GAMES = 300", "GAMES = 40")
            exec(compile(source.replace("games=2000", "games=100"), path.name, "exec"), names)
