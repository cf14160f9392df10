"""A scenario: mode, Ancient One, season, players, rulings, and values set by hand."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from sim.errors import OmensError
from sim.names import known_name
from sim.rules.state import MAX_DOOM, MAX_PLAYERS, MAX_STORMS, MAX_TRACK
from sim.rulings import RULINGS, acts_in, check_ruling, in_force

MODES = ("alaska", "rlyeh")  # ALASKA, RLYEH of sim.rules.state
#: Names of the modes for people.
TITLES: Mapping[str, str] = {"alaska": "the Alaska Expedition", "rlyeh": "R'lyeh Rising"}
SEASONS = ("summer", "winter")  # SUMMER, WINTER of sim.rules.state
NO_SEASON = "-"
#: The seasons of each mode: R'lyeh Rising has none.
SEASONS_OF: Mapping[str, tuple[str, ...]] = {"alaska": SEASONS, "rlyeh": (NO_SEASON,)}
ANCIENT_ONES = ("rhan-tegoth", "rlim-shaikorth", "ithaqua")  # from average to insane
LEGIONS_LORDS = ("hydra", "dagon", "cthulhu")  # likewise; their doom icons bring Legions
#: The Ancient Ones that a mode brings along: what ``all`` means.
OWN_ANCIENT_ONES: Mapping[str, tuple[str, ...]] = {"alaska": ANCIENT_ONES, "rlyeh": LEGIONS_LORDS}
#: The Ancient Ones that can be chosen in a mode: any in R'lyeh Rising (R-2.3).
ANCIENT_ONES_OF: Mapping[str, tuple[str, ...]] = {"alaska": ANCIENT_ONES, "rlyeh": (*LEGIONS_LORDS, *ANCIENT_ONES)}
DAYS = MAX_TRACK - 2
MOST_SPACES = 20  # of the Dark Waters


@dataclass(frozen=True, slots=True)
class Setting:
    """A value that ``--set NAME=VALUE`` replaces: whole numbers from `least` to `most`, `count` of them.

    `mode` is the only one that has it; empty: any.
    """

    doc: str
    least: int
    most: int
    count: tuple[int, int] = (1, 1)
    rising: bool = False
    mode: str = ""


def _settings() -> dict[str, Setting]:
    found = {"supplies": Setting("supplies at the start (A-2.4)", 0, 99, mode="alaska")}
    for season in SEASONS:
        for day in range(1, DAYS + 1):
            about = f"storm markers of day {day} in {season} (A-6.1)"
            found[f"{season}.day{day}"] = Setting(about, 0, MAX_STORMS, mode="alaska")
        about = f"storm markers of days 1 to {DAYS} in {season}, as 0,0,4,5,6,8,9 (A-6.2)"
        found[f"{season}.table"] = Setting(about, 0, MAX_STORMS, (DAYS, DAYS), mode="alaska")
    for one in (*ANCIENT_ONES, *LEGIONS_LORDS):
        found |= _settings_of(one, "" if one in ANCIENT_ONES else "rlyeh")
    found["ithaqua.awakens_signs"] = Setting("Elder Signs without which awakening Ithaqua loses (A-13.1)", 0, 60)
    found["dark_waters.spaces"] = Setting("spaces of the Dark Waters (R-6.5)", 2, MOST_SPACES, mode="rlyeh")
    found["dark_waters.start"] = Setting("space on which the omen starts (R-6.5)", 1, MOST_SPACES - 1, mode="rlyeh")
    return found


def _settings_of(one: str, mode: str) -> dict[str, Setting]:
    """The settings of an Ancient One."""
    icon, rule = ("storm", "A-10.10") if one in ANCIENT_ONES else ("Legion", "R-13.2")
    about = f"doom spaces of {one} with a {icon} icon, as 1,3,6 ({rule}); 0 for none"
    sheet = "A-13.1" if one in ANCIENT_ONES else "R-13.3"
    return {
        f"{one}.doom": Setting(f"doom spaces of {one} ({sheet})", 1, MAX_DOOM, mode=mode),
        f"{one}.signs": Setting(f"Elder Signs that seal {one} ({sheet})", 1, 60, mode=mode),
        f"{one}.icons": Setting(about, 0, MAX_DOOM, (1, MAX_DOOM), True, mode),
    }


#: Every name that ``--set`` knows.
SETTINGS: Mapping[str, Setting] = _settings()


@dataclass(frozen=True)
class Scenario:
    """What is played; R'lyeh Rising has the season ``-``.

    `rulings` maps names to values that differ from the defaults; `settings` maps names of
    `SETTINGS` to tuples of numbers.  Raises OmensError for anything unknown or out of range.
    """

    mode: str = "alaska"
    ancient_one: str = "rhan-tegoth"
    season: str = "winter"
    players: int = 1
    rulings: Mapping[str, str] = field(default_factory=dict)
    settings: Mapping[str, tuple[int, ...]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        """Check every value."""
        known_name(self.mode, MODES, "mode")
        check_season(self.season, self.mode, "season")
        known_name(self.ancient_one, ANCIENT_ONES_OF[self.mode], "Ancient One")
        if not 1 <= self.players <= MAX_PLAYERS:
            raise OmensError(f"players: expected a number from 1 to {MAX_PLAYERS}, found {self.players}")
        for name, value in self.rulings.items():
            check_ruling(name, value)
        for name, numbers in self.settings.items():
            _check_setting(name, numbers)

    def ruling(self, name: str) -> str:
        """The value in force of a ruling."""
        return self.rulings.get(name, RULINGS[name].values[0])

    def as_dict(self) -> dict[str, Any]:
        """Plain values, for a manifest."""
        return {
            "mode": self.mode,
            "ancient_one": self.ancient_one,
            "season": self.season,
            "players": self.players,
            "rulings": {name: value for name, value in in_force(self.rulings).items() if acts_in(name, self.mode)},
            "settings": {name: list(numbers) for name, numbers in self.settings.items()},
        }


def check_season(season: str, mode: str, what: str) -> None:
    """OmensError for a season that the mode has not."""
    if SEASONS_OF[mode] == (NO_SEASON,) and season != NO_SEASON:
        raise OmensError(f"{what} '{season[:40]}': {TITLES[mode]} has no seasons; {NO_SEASON} or all would be right")
    known_name(season, SEASONS_OF[mode], what)


def without_season(
    headings: Sequence[str], rows: Sequence[Sequence[str]], words: int
) -> tuple[list[str], list[list[str]], int]:
    """A table without its column of seasons where no row has one; `words` is the number of its first columns of words.

    >>> without_season(("policy", "season", "won"), [["greedy", "-", "12"]], 2)
    (['policy', 'won'], [['greedy', '12']], 1)
    """
    kept = [at for at, name in enumerate(headings) if name != "season" or {row[at] for row in rows} - {NO_SEASON, ""}]
    words -= sum(at not in kept for at in range(words))
    return [headings[at] for at in kept], [[row[at] for at in kept] for row in rows], words


def parse_setting(text: str) -> tuple[str, tuple[int, ...]]:
    """``NAME=VALUE`` or ``NAME=V1,V2,...`` of ``--set`` as a name and its numbers.

    Raises OmensError for an unknown name (with the nearest), a value that is no number, out
    of range, or of the wrong count.
    """
    name, equals, value = (part.strip() for part in text.partition("="))
    if not equals:
        raise OmensError(f"setting '{text[:60]}': expected NAME=VALUE, as winter.day6=7")
    name = known_name(name.lower(), SETTINGS, "setting")
    parts = [part.strip() for part in value.split(",")]
    if not all(part.isascii() and part.isdigit() and len(part) < 6 for part in parts):
        raise OmensError(f"setting {name}: expected {_expected(SETTINGS[name])}, found {value[:40]}")
    numbers = tuple(map(int, parts))
    _check_setting(name, numbers)
    return name, numbers


def _check_setting(name: str, numbers: tuple[int, ...]) -> None:
    setting = SETTINGS[known_name(name, SETTINGS, "setting")]
    fewest, most = setting.count
    fits = fewest <= len(numbers) <= most and all(setting.least <= n <= setting.most for n in numbers)
    if not fits or (setting.rising and list(numbers) != sorted(set(numbers))):
        found = ",".join(map(str, numbers))
        raise OmensError(f"setting {name}: expected {_expected(setting)}, found {found[:40]}")


def _expected(setting: Setting) -> str:
    fewest, most = setting.count
    if most == 1:
        return f"a whole number from {setting.least} to {setting.most}"
    how_many = f"{fewest}" if fewest == most else f"{fewest} to {most}"
    order = "rising " if setting.rising else ""
    return f"{how_many} {order}whole numbers from {setting.least} to {setting.most}, divided by commas"
