# make report   play the full grid and write the page
# make test     run the tests
# make check    lint, format and types
# make venv     set up .venv alone

PYTHON ?= python3
OUT ?= out/report
REPORT ?= --players all --policy expert,exact,greedy,cautious,rush,random --games 2000

BIN := .venv/bin
READY := .venv/.ready

.PHONY: report test check venv bench clean

report: $(READY)
	$(BIN)/omens run $(REPORT) --out $(OUT)
	@echo "The page: file://$(abspath $(OUT)/report.html)"

test: $(READY)
	$(BIN)/python -c "import sim.play"  # the rules are compiled once, and not by each worker
	$(BIN)/python -m pytest --numprocesses auto --dist loadfile

check: $(READY)
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(BIN)/mypy sim policies reports benchmarks

bench: $(READY)
	$(BIN)/omens bench

venv: $(READY)

$(READY): requirements.lock pyproject.toml
	@command -v $(PYTHON) >/dev/null || { echo "$(PYTHON) not found: install Python 3.11 or newer" >&2; exit 1; }
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
	  { echo "$(PYTHON) is older than Python 3.11: use make PYTHON=/path/to/a/newer/python3" >&2; exit 1; }
	@$(PYTHON) -c 'import ensurepip, venv' 2>/dev/null || \
	  { echo "$(PYTHON) cannot make a virtual environment: apt install python3-venv" >&2; exit 1; }
	$(PYTHON) -m venv .venv
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --requirement requirements.lock
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-build-isolation --no-deps --editable .
	@touch $@

clean:
	rm -rf .venv out *.egg-info .pytest_cache .ruff_cache .mypy_cache .hypothesis
	find . -name __pycache__ -type d -prune -exec rm -rf {} +
