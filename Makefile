# make demo      run the demonstration
# make test      lint and all tests; of the most expensive ones this Python's share, a fifth (tests/share.py)
# make thorough  all tests, and all of them on this Python
# make lint      ruff and mypy --strict only
# make pytest    the tests only
# make bench     measure the cost of recording, and of looking back
# make stdlib    the tests over every code object of the standard library
# make conformance  CPython's own tests, plain and under track: half an hour or more
# make packages  jobs of some forty packages from PyPI, plain and tracked; they are installed in $(VENV)-packages
# make clean     remove the virtual environments and the caches
#
# PYTHON=python3.13    the interpreter (CPython 3.11 or newer)
# VENV=.venv-3.13      where its virtual environment is
# WORKERS=0            how many processes pytest uses (0: its own)
# ARGS='-k layers -x'  more arguments for pytest; the names of the jobs, for make packages

PYTHON ?= python3
VENV ?= .venv
WORKERS ?= auto
ARGS ?=

BIN := $(VENV)/bin
PIP := $(BIN)/python -m pip install --quiet --disable-pip-version-check
PYTEST := $(BIN)/python -m pytest -n $(WORKERS) -o cache_dir=$(VENV)/.pytest_cache $(ARGS)
# The stamps carry the version, so another PYTHON makes the environment anew.
VERSION := $(shell $(PYTHON) -c 'import platform; print(platform.python_version())' 2>/dev/null)
RUNTIME := $(VENV)/.installed-$(VERSION)
TEST := $(RUNTIME)-test
LINT := $(RUNTIME)-lint
PACKAGES := $(VENV)-packages/.installed-$(VERSION)

.PHONY: demo test thorough lint pytest bench stdlib conformance packages clean

demo: $(RUNTIME)
	@$(BIN)/python examples/demo.py

test: lint pytest

lint: $(LINT)
	@if [ -x $(BIN)/ruff ]; then echo "ruff check" && $(BIN)/ruff check . && echo "ruff format --check" && $(BIN)/ruff format --check .; \
	else echo "SKIPPED: ruff cannot be installed for $(PYTHON)"; fi
	@if [ -x $(BIN)/mypy ]; then echo "mypy --strict irtrack" && $(BIN)/mypy --strict irtrack; \
	else echo "SKIPPED: mypy cannot be installed for $(PYTHON)"; fi

pytest: $(TEST)
	$(PYTEST)

thorough: $(TEST)
	IRTRACK_THOROUGH=1 $(PYTEST)

bench: $(RUNTIME)
	@$(BIN)/python benchmarks/record.py
	@$(BIN)/python benchmarks/slices.py
	@$(BIN)/python benchmarks/show.py
	@$(BIN)/python benchmarks/diff.py
	@$(BIN)/python benchmarks/contexts.py

stdlib: $(TEST)
	IRTRACK_STDLIB=all $(PYTEST) tests/test_stdlib.py

conformance: $(RUNTIME)
	@$(BIN)/python -m tests.conformance $(ARGS)

packages: $(PACKAGES)
	@$(VENV)-packages/bin/python -m tests.conformance.packages $(ARGS)

clean:
	@for venv in $(VENV) $(VENV)-packages; do if [ -e $$venv/pyvenv.cfg ]; then rm -rf $$venv; fi; done
	rm -rf .mypy_cache .pytest_cache .ruff_cache .hypothesis

$(RUNTIME): pyproject.toml
	@$(PYTHON) -c 'import sys; sys.exit("irtrack needs Python 3.11 or newer: make PYTHON=python3.13" if sys.version_info < (3, 11) else 0)'
	@if [ -e $(VENV)/pyvenv.cfg ]; then rm -rf $(VENV); fi
	@echo "installing irtrack for Python $(VERSION) in $(VENV)"
	@$(PYTHON) -m venv $(VENV)
	@$(PIP) --editable .
	@touch $@

$(TEST): $(RUNTIME)
	@$(PIP) --editable '.[test]'
	@touch $@

# Where the linters have no build for this interpreter the tests still run, and lint says what it left out.
$(LINT): $(TEST)
	@if $(PIP) --editable '.[dev]'; then touch $@; else \
	for tool in ruff mypy; do $(PIP) $$tool || echo "$$tool cannot be installed for $(PYTHON)"; done; fi

$(PACKAGES): pyproject.toml tests/conformance/packages.py
	@if [ -e $(VENV)-packages/pyvenv.cfg ]; then rm -rf $(VENV)-packages; fi
	@echo "installing irtrack and other packages for Python $(VERSION) in $(VENV)-packages"
	@$(PYTHON) -m venv $(VENV)-packages
	@$(VENV)-packages/bin/python -m pip install --quiet --disable-pip-version-check --editable .
	@$(VENV)-packages/bin/python -m tests.conformance.packages --install
	@touch $@
