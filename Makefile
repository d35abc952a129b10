# Quarterdeck. `make` lists the targets.

PYTHON ?= python3
# Arguments for play, bench and soak, e.g. make play ARGS="--help"
ARGS ?=
# Processes the tests run in: one more than cores, as those that play in a browser or with a server
# often wait for it. "auto" is one per core.
JOBS ?= $(shell expr $$(getconf _NPROCESSORS_ONLN) + 1)

VENV := .venv
BIN := $(VENV)/bin
TOOLS := $(VENV)/.tools
FINGERPRINT := $(VENV)/.fingerprint
INSTALLED := $(VENV)/.installed
ASSETS := src/quarterdeck/server/static/built/page.js

PIP := $(BIN)/python -m pip --disable-pip-version-check
# Compiled once and kept, whatever the environment says: every process of the tests loads the same.
PYTEST := PYTHONDONTWRITEBYTECODE= $(BIN)/pytest -n $(JOBS) --maxprocesses 4 --dist worksteal --durations 40 --durations-min 4
BUILD_INPUTS := pyproject.toml setup.py tools/assets.py tools/build_kind.py tools/catalogues.py tools/hot_modules.py
CHECKED := src tests tools examples setup.py $(wildcard benchmarks) docs/conf.py
SITE := $(BIN)/sphinx-build -q -E -a -W --keep-going -c docs -d build/doctrees . build/site

.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
.PHONY: help install play terminal test browser check format bench soak docs coverage interpreters hooks lock clean force

help: ## List the targets
	@awk -F ':.*## ' '/^[a-z]+:.*## / { printf "make %-12s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

install: $(INSTALLED) ## Install everything into .venv/, compiled if a C compiler works

play: $(INSTALLED) ## Serve the table: play in the browser
	@$(BIN)/quarterdeck serve $(ARGS)

terminal: $(INSTALLED) ## Play in the terminal
	@$(BIN)/quarterdeck play $(ARGS)

# Server, pages, pictures, terminal, texts, lessons, reviews, training, ladders, studies, data, tools
# and documents are the same Python in both builds, so their tests run once.
ONCE := $(foreach name,browser cli data lab lessons pictures review server statistics training, \
	--ignore=tests/$(name)) --ignore=tests/rolling_seas/test_advice.py \
	$(foreach name,arena ladder ratings sequential,--ignore=tests/bots/test_$(name).py) \
	$(foreach name,catalogues debian deploy docs drawings effects explained french_names habits howto \
	interpreters lock metadata packaging typography,--ignore=tests/test_$(name).py) \
	$(foreach name,board greedy things,--ignore-glob='tests/*/test_$(name).py')

test: $(INSTALLED) ## Run all tests, against the compiled build and against the sources
	@$(BIN)/python tools/catalogues.py
	@if [ "$$(head -n 1 $(FINGERPRINT))" = compiled ]; then \
		echo "Testing the compiled build." && \
		QUARTERDECK_EXPECT=compiled $(PYTEST) && \
		echo "Testing the pure Python sources." && \
		QUARTERDECK_EXPECT=pure QUARTERDECK_TESTED_BEFORE=1 PYTHONPATH=src $(PYTEST) $(ONCE); \
	else \
		echo "No compiled build here (see make install): testing pure Python only." && \
		QUARTERDECK_EXPECT=pure PYTHONPATH=src $(PYTEST); \
	fi

browser: $(INSTALLED) ## Run the tests in a real browser
	@QUARTERDECK_EXPECT="$$(head -n 1 $(FINGERPRINT))" $(PYTEST) tests/browser $(ARGS)

check: $(TOOLS) ## Format, lint, types, imports, catalogues, untested rules
	$(BIN)/ruff format --check $(CHECKED)
	$(BIN)/ruff check $(CHECKED)
	$(BIN)/mypy $(CHECKED)
	PYTHONPATH=src $(BIN)/lint-imports
	$(BIN)/python tools/check_stdlib_only.py
	$(BIN)/python tools/catalogues.py --check
	$(BIN)/python tools/typography.py
	$(BIN)/python tools/untested_rules.py
	$(BIN)/python tools/lock.py check
	$(BIN)/python tools/strength.py --check
	$(SITE)

format: $(TOOLS) ## Format the code and apply the safe lint fixes
	$(BIN)/ruff check --fix-only --quiet $(CHECKED)
	$(BIN)/ruff format $(CHECKED)

bench: $(INSTALLED) ## Measure the speed of the compiled build
	@$(BIN)/python benchmarks/bench.py $(ARGS)

soak: $(INSTALLED) ## Run the long tests, against the installed build
	@QUARTERDECK_EXPECT="$$(head -n 1 $(FINGERPRINT))" $(PYTEST) -m soak $(ARGS)

docs: $(TOOLS) ## Build the documentation as a site, in build/site/
	$(SITE)
	@echo "Open build/site/index.html"

coverage: $(TOOLS) $(ASSETS) ## Report what the tests reach (lines and branches), in htmlcov/
	@$(BIN)/python tools/catalogues.py
	@$(BIN)/coverage erase
	QUARTERDECK_EXPECT=pure PYTHONPATH=src $(BIN)/coverage run -m pytest -n $(JOBS) --maxprocesses 4 --dist worksteal $(ARGS)
	@$(BIN)/coverage combine --quiet
	@$(BIN)/coverage html --quiet
	@$(BIN)/coverage report --skip-covered

interpreters: $(TOOLS) $(ASSETS) ## Run the tests on every version of Python found here
	@$(BIN)/python tools/interpreters.py $(ARGS)

hooks: $(TOOLS) ## Check what changes at every commit, by pre-commit
	@$(BIN)/pre-commit install

lock: $(TOOLS) ## Renew requirements.lock after a change of pyproject.toml
	@$(BIN)/python tools/lock.py renew $(ARGS)

clean: ## Remove everything that make has created
	rm -rf $(VENV) build dist src/*.egg-info .mypy_cache .ruff_cache .pytest_cache \
		.import_linter_cache .hypothesis .coverage* htmlcov
	find src tests tools -name __pycache__ -type d -prune -exec rm -rf {} +
	rm -rf src/quarterdeck/server/static/built
	find src -type f \( -name '*.mo' -o -name '*.so' \) -delete

# The environment, without Quarterdeck itself.
$(BIN)/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
		{ echo "Quarterdeck needs Python 3.11 or newer; choose one: make PYTHON=python3.12"; exit 1; }
	@$(PYTHON) -c 'import ensurepip, venv' 2>/dev/null || \
		{ echo "Python's venv module is missing. On Debian: apt install python3-venv"; exit 1; }
	$(PYTHON) -m venv $(VENV)

# UNLOCKED=1 installs the newest versions that pyproject.toml allows instead of the locked ones.
$(TOOLS): pyproject.toml requirements.lock tools/lock.py tools/requirements.py | $(BIN)/python
	$(BIN)/python tools/lock.py install
	@touch $@

# The page's script. Without npm the pages still work, as plain forms; so that is no failure.
$(ASSETS): force | $(TOOLS)
	@$(BIN)/python tools/assets.py

# What the installed build was made from: its kind and a checksum of every source file. The file
# changes only if one of them does, so a touched or checked-out file alone rebuilds nothing.
$(FINGERPRINT): force $(ASSETS) | $(TOOLS)
	@$(BIN)/python tools/build_kind.py > $@.new
	@find src -type f ! -name '*.mo' ! -name '*.py[co]' ! -name '*.so' ! -path '*.egg-info/*' \
		-exec cksum {} + | sort -k 3 >> $@.new
	@cksum $(BUILD_INPUTS) >> $@.new
	@if cmp -s $@.new $@; then rm $@.new; else mv $@.new $@; fi

$(INSTALLED): $(FINGERPRINT) $(TOOLS)
	QUARTERDECK_WITHOUT_SCRIPT=1 $(PIP) install --quiet --no-deps --no-build-isolation --force-reinstall .
	@touch $@
