# Two commands do all the set-up: `make ask Q="..."` and `make test`. Each makes the environment first where it is missing.
SHELL := /bin/bash
PYTHON ?= python3
VENV := $(CURDIR)/.venv
BIN := $(VENV)/bin
STAMP := $(VENV)/.installed
Q ?= May dummy call the director?

.PHONY: ask test check lint evals clean
.DEFAULT_GOAL := ask

$(STAMP): pyproject.toml constraints.txt
	@$(PYTHON) -c 'import sys; sys.exit("Lawbook needs Python 3.11 or later; this is %d.%d. Name another with PYTHON=..." % sys.version_info[:2] if sys.version_info < (3, 11) else 0)'
	@test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	@echo "Installing Lawbook and what it needs (once; some minutes) ..." >&2
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --constraint constraints.txt torch >&2
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --constraint constraints.txt --editable '.[dev]' >&2
	@touch $@

ask: $(STAMP)
	@$(BIN)/lawbook ask "$(subst ",\",$(Q))"

# Tests and evaluation have a state folder of their own, so that what a club has imported is not measured.
test evals: export LAWBOOK_HOME := $(CURDIR)/.lawbook-test

test: lint
	@cd $(CURDIR) && $(BIN)/python -m pytest
	@cd $(CURDIR) && $(BIN)/python -m evals

lint: $(STAMP)
	@cd $(CURDIR) && $(BIN)/ruff check . && $(BIN)/ruff format --check . && $(BIN)/mypy

evals: $(STAMP)
	@cd $(CURDIR) && $(BIN)/python -m evals

clean:
	rm -rf $(VENV)
