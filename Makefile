# make test   sets everything up and runs the tests
# make test-slow  runs the slow, exhaustive checks (some ten minutes)
# make statistical  measures whether intervals, dealing and known values are right (minutes)
# make study  sets up what it needs and answers the first five questions: tables and charts in answers/
# make atlas  makes all published results anew, in results/ (some fifteen minutes)
# make minimums  tries the toolkit with the least versions of what it needs (minutes)
# make wheel  tries the toolkit as a stranger installs it, without this folder (minutes)
# make site   sets everything up and writes guides, studies, notebooks and API to .site/

PYTHON ?= python3
OLDEST ?= python3.11
BIN := .venv/bin
BARE := .venv/.ready-bare
READY := .venv/.ready
TOOLS := .venv/.ready-tools
SLOW := .venv/.ready-slow
LINT := .venv/.ready-lint
NOTEBOOKS := .venv/.ready-notebooks
DOCS := .venv/.ready-docs
DEALS ?= 1_000_000
PLAYERS := random novice club primer expert master
OTHERS = $(filter-out maxims,$(shell $(BIN)/python -c "import analyses.contents as it; print(*it.list_studies())"))

.PHONY: test test-slow statistical minimums wheel study atlas atlas-maxims atlas-others lint format \
	notebooks site clean

test: $(TOOLS)
	$(BIN)/python -m pytest -n auto --maxprocesses 4 --dist loadfile --durations 25

test-slow: $(SLOW)
	$(BIN)/python -m pytest -n auto --maxprocesses 4 --dist loadfile -m slow

statistical: $(TOOLS)
	$(BIN)/python -m pytest -n auto --maxprocesses 4 -m statistical tests/statistical

minimums:
	$(OLDEST) .ci/check_minimums.py

wheel:
	$(PYTHON) .ci/check_wheel.py

study: $(BARE)
	@$(BIN)/piquet study essentials -n $(DEALS)

# What takes longest leaves a processor idle now and then, which the others use; one bar is shown.
atlas: $(READY)
	$(MAKE) --jobs 2 atlas-maxims atlas-others

atlas-maxims:
	$(BIN)/piquet study maxims --published --out results --json > /dev/null

atlas-others:
	$(BIN)/piquet census --out results
	$(BIN)/piquet duel $(PLAYERS) -n 2_000 --out results
	$(BIN)/piquet study $(OTHERS) --published --out results

lint: $(LINT)
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/lint-imports
	$(BIN)/python .ci/check_types.py

format: $(LINT)
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

notebooks: $(NOTEBOOKS)
	cd notebooks && export PIQUET_QUIET=1 && for text in *.py; do ../$(BIN)/jupytext --to ipynb --execute "$$text"; done

site: $(DOCS)
	$(BIN)/python .ci/make_site.py .site

clean:
	rm -rf .venv .site

# Python compiles what it imports and keeps that, whatever the shell says: to compile all that is
# installed would take longer than a study's import, and nobody needs most of it.
unexport PYTHONDONTWRITEBYTECODE
PIP_INSTALL := install --quiet --disable-pip-version-check --no-compile
PIP := $(BIN)/python -m pip $(PIP_INSTALL)
INSTALL := $(PIP) --constraint .constraints.txt --editable

# The pip that comes with an old Python takes half as long again as a new one, and venv takes longer
# to set it up than it takes to fetch the new one: venv does so only where it is not there to fetch.
define new_venv
@$(PYTHON) -m venv --without-pip .venv
@$(PYTHON) -m pip --python $(BIN)/python $(PIP_INSTALL) pip 2>/dev/null || $(PYTHON) -m venv .venv
endef

$(BARE): pyproject.toml .constraints.txt
	@echo "setting up: installing the packages (about half a minute) ..."
	$(new_venv)
	@$(INSTALL) .
	@touch $@

$(READY): $(BARE)
	@$(INSTALL) '.[records,statistics]'
	@touch $@

$(TOOLS): pyproject.toml .constraints.txt
	@echo "setting up: installing the packages and what the tests need (about a minute) ..."
	$(new_venv)
	@$(INSTALL) '.[records,statistics,test]'
	@touch $(BARE) $(READY) $@

# Only the slow checks run the notebooks.
$(SLOW): $(TOOLS)
	@$(PIP) --constraint .constraints.txt nbclient ipykernel
	@touch $@

$(LINT): $(TOOLS)
	@$(INSTALL) '.[lint]'
	@touch $@

$(NOTEBOOKS): $(READY)
	@$(INSTALL) '.[notebook]'
	@touch $@

$(DOCS): $(READY)
	@$(INSTALL) '.[docs]'
	@touch $@
