# make test   sets everything up and runs the tests
# make trust  sets everything up and measures whether the numbers can be trusted (minutes)
# make study  sets everything up and runs the main job: tables and charts in results/
# make api    sets everything up and writes the pages of the API to .api/

PYTHON ?= python3
BIN := .venv/bin
READY := .venv/.ready
DEALS ?= 1_000_000

.PHONY: test test-slow study trust lint format notebooks api clean

test: $(READY)
	$(BIN)/python -m pytest -n auto --maxprocesses 4 --dist loadfile --durations 25

test-slow: $(READY)
	$(BIN)/python -m pytest -n auto --maxprocesses 4 --dist load -m slow

study: $(READY)
	$(BIN)/piquet simulate -n $(DEALS)
	$(BIN)/piquet study all -n $(DEALS)

trust: $(READY)
	$(BIN)/piquet trust --full --out results

lint: $(READY)
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/lint-imports

format: $(READY)
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

notebooks: $(READY)
	cd notebooks && export PIQUET_QUIET=1 && for text in *.py; do ../$(BIN)/jupytext --to ipynb --execute "$$text"; done

api: $(READY)
	$(BIN)/python .ci/make_api.py

clean:
	rm -rf .venv .api

# Python is compiled here, side by side, since where it may not keep what it compiles every process
# would do so anew; a few files of others that are not Python's are passed over.
$(READY): pyproject.toml .constraints.txt
	$(PYTHON) -m venv .venv
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-compile \
		--constraint .constraints.txt --editable '.[notebook,test,lint]'
	$(BIN)/python -m compileall -q -j 0 .venv/lib piquet_sim analyses tests || true
	touch $@
