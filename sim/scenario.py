"""A scenario: mode, Ancient One, season, players, rulings, and values set by hand."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from sim.errors import OmensError
from sim.names import known_name
from sim.rules.state import MAX_DOOM, MAX_PLAYERS, MAX_STORMS, MAX_TRACK
from sim.rulings import RULINGS, check_ruling, in_force

MODES = ("alaska",)
SEASONS = ("summer", "winter")  # SUMMER, WINTER of sim.rules.state
ANCIENT_ONES = ("rhan-tegoth", "rlim-shaikorth", "ithaqua")  # from average to insane
DAYS = MAX_TRACK - 2


@dataclass(frozen=True, slots=True)
class Setting:
    """A value that ``--set NAME=VALUE`` replaces: whole numbers from `least` to `most`, `count` of them."""

    doc: str
    least: int
    most: int
    count: tuple[int, int] = (1, 1)
    rising: bool = False


def _settings() -> dict[str, Setting]:
    found = {"supplies": Setting("supplies at the start (A-2.4)", 0, 99)}
    for season in SEASONS:
        for day in range(1, DAYS + 1):
            found[f"{season}.day{day}"] = Setting(f"storm markers of day {day} in {season} (A-6.1)", 0, MAX_STORMS)
        found[f"{season}.table"] = Setting(
            f"storm markers of days 1 to {DAYS} in {season}, as 0,0,4,5,6,8,9 (A-6.2)", 0, MAX_STORMS, (DAYS, DAYS)
        )
    for one in ANCIENT_ONES:
        found[f"{one}.doom"] = Setting(f"doom spaces of {one} (A-13.1)", 1, MAX_DOOM)
        found[f"{one}.signs"] = Setting(f"Elder Signs that seal {one} (A-13.1)", 1, 60)
        found[f"{one}.icons"] = Setting(
            f"doom spaces of {one} with a storm icon, as 1,3,6 (A-10.10); 0 for none", 0, MAX_DOOM, (1, MAX_DOOM), True
        )
    found["ithaqua.awakens_signs"] = Setting("Elder Signs without which awakening Ithaqua loses (A-13.1)", 0, 60)
    return found


#: Every name that ``--set`` knows.
SETTINGS: Mapping[str, Setting] = _settings()


@dataclass(frozen=True)
class Scenario:
    """What is played.

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
        known_name(self.season, SEASONS, "season")
        known_name(self.ancient_one, ANCIENT_ONES, "Ancient One")
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
            "rulings": in_force(self.rulings),
            "settings": {name: list(numbers) for name, numbers in self.settings.items()},
        }


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
