# make test   sets everything up and runs the tests
# make trust  sets everything up and measures whether the numbers can be trusted (minutes)
# make study  sets up what it needs and answers the first five questions: tables and charts in answers/
# make atlas  makes all published results anew, in results/ (about half an hour)
# make minimums  tries the toolkit with the least versions of what it needs (minutes)
# make wheel  tries the toolkit as a stranger installs it, without this folder (minutes)
# make api    sets everything up and writes the site to .api/: guides, charts, glossary, the API

PYTHON ?= python3
OLDEST ?= python3.11
BIN := .venv/bin
READY := .venv/.ready
TOOLS := .venv/.ready-tools
NOTEBOOKS := .venv/.ready-notebooks
DEALS ?= 1_000_000
LADDER := random,novice,club,primer,expert,master

.PHONY: test test-slow minimums wheel study atlas trust lint format notebooks api clean

test: $(TOOLS)
	$(BIN)/python -m pytest -n auto --maxprocesses 4 --dist loadfile --durations 25

test-slow: $(TOOLS)
	$(BIN)/python -m pytest -n auto --maxprocesses 4 --dist loadfile -m slow

minimums:
	$(OLDEST) .ci/check_minimums.py

wheel:
	$(PYTHON) .ci/check_wheel.py

study: $(READY)
	@$(BIN)/piquet study essentials -n $(DEALS)

atlas: $(READY)
	$(BIN)/piquet census --out results
	$(BIN)/piquet ladder -n 2_000 --strategies $(LADDER) --out results
	$(BIN)/piquet study all --published --out results

trust: $(READY)
	$(BIN)/piquet trust --full --out results

lint: $(TOOLS)
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/lint-imports
	$(BIN)/python .ci/check_types.py

format: $(TOOLS)
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

notebooks: $(NOTEBOOKS)
	cd notebooks && export PIQUET_QUIET=1 && for text in *.py; do ../$(BIN)/jupytext --to ipynb --execute "$$text"; done

api: $(TOOLS)
	$(BIN)/python .ci/make_api.py

clean:
	rm -rf .venv .api

# What is installed is compiled here, side by side, since where Python may not keep what it compiles
# every process would compile it anew; a few files of others are not Python and are passed over.
INSTALL = $(BIN)/python -m pip install --quiet --disable-pip-version-check --no-compile \
	--constraint .constraints.txt --editable
COMPILE = $(BIN)/python -m compileall -q -j 0 .venv/lib piquet_sim analyses

$(READY): pyproject.toml .constraints.txt
	@echo "setting up: installing the packages (about half a minute) ..."
	@$(PYTHON) -m venv .venv
	@$(INSTALL) '.[records,statistics]'
	@$(COMPILE) || true
	@touch $@

$(TOOLS): $(READY)
	@echo "setting up: installing what the tests need ..."
	@$(INSTALL) '.[test,lint]'
	@$(COMPILE) tests || true
	@touch $@

$(NOTEBOOKS): $(READY)
	@$(INSTALL) '.[notebook]'
	@touch $@
