# make test   sets everything up and runs the tests
# make test-slow  runs the slow, exhaustive checks (some ten minutes)
# make statistical  measures whether intervals, dealing and known values are right (minutes)
# make study  sets up what it needs and answers the first five questions: tables and charts in answers/
# make atlas  makes all published results anew, in results/ (some twenty minutes)
# make minimums  tries the toolkit with the least versions of what it needs (minutes)
# make wheel  tries the toolkit as a stranger installs it, without this folder (minutes)
# make site   sets everything up and writes guides, studies, notebooks and API to .site/

PYTHON ?= python3
OLDEST ?= python3.11
BIN := .venv/bin
BARE := .venv/.ready-bare
READY := .venv/.ready
TOOLS := .venv/.ready-tools
LINT := .venv/.ready-lint
NOTEBOOKS := .venv/.ready-notebooks
DOCS := .venv/.ready-docs
DEALS ?= 1_000_000
PLAYERS := random novice club primer expert master

.PHONY: test test-slow statistical minimums wheel study atlas lint format notebooks site clean

test: $(TOOLS)
	$(BIN)/python -m pytest -n auto --maxprocesses 4 --dist loadfile --durations 25

test-slow: $(TOOLS)
	$(BIN)/python -m pytest -n auto --maxprocesses 4 --dist loadfile -m slow

statistical: $(TOOLS)
	$(BIN)/python -m pytest -n auto --maxprocesses 4 -m statistical tests/statistical

minimums:
	$(OLDEST) .ci/check_minimums.py

wheel:
	$(PYTHON) .ci/check_wheel.py

study: $(BARE)
	@$(BIN)/piquet study essentials -n $(DEALS)

atlas: $(READY)
	$(BIN)/piquet census --out results
	$(BIN)/piquet duel $(PLAYERS) -n 2_000 --out results
	$(BIN)/piquet study all --published --out results

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

# What is installed is compiled here, side by side, since where Python may not keep what it compiles
# every process would compile it anew; a few files of others are not Python and are passed over, and
# nobody needs the tests of other packages, or those of their files that every run goes without.
INSTALL = $(BIN)/python -m pip install --quiet --disable-pip-version-check --no-compile \
	--constraint .constraints.txt --editable
UNUSED := tests|pip|setuptools|pkg_resources|pygments|cuda|_vendored|[a-z]+Lib
COMPILE = $(BIN)/python -m compileall -q -j 0 -x '/($(UNUSED))/' .venv/lib piquet_sim analyses

$(BARE): pyproject.toml .constraints.txt
	@echo "setting up: installing the packages (about half a minute) ..."
	@$(PYTHON) -m venv .venv
	@$(INSTALL) .
	@$(COMPILE) || true
	@touch $@

$(READY): $(BARE)
	@$(INSTALL) '.[records,statistics]'
	@$(COMPILE) || true
	@touch $@

$(TOOLS): pyproject.toml .constraints.txt
	@echo "setting up: installing the packages and what the tests need (about a minute) ..."
	@$(PYTHON) -m venv .venv
	@$(INSTALL) '.[records,statistics,test]'
	@$(COMPILE) tests || true
	@touch $(BARE) $(READY) $@

$(LINT): $(TOOLS)
	@$(INSTALL) '.[lint]'
	@touch $@

$(NOTEBOOKS): $(READY)
	@$(INSTALL) '.[notebook]'
	@touch $@

$(DOCS): $(READY)
	@$(INSTALL) '.[docs]'
	@touch $@
