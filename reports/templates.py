"""Pages from templates: self-contained HTML, without scripts and without the network."""

from __future__ import annotations

from pathlib import Path
from typing import Any


def render(template: str, **values: Any) -> str:
    """The text of a page; names that a template wants and does not get are an error of jinja2's."""
    from jinja2 import Environment, FileSystemLoader, StrictUndefined  # a second that others need not wait for

    environment = Environment(
        loader=FileSystemLoader(Path(__file__).parent),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.filters["tied"] = lambda text: text.replace(" %", "\u00a0%")  # no line begins with a percent sign
    return environment.get_template(template).render(values)
