# `make demo` and `make test` need python3 (3.11 or newer) with venv, and nothing else: they make .venv by themselves.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
PIP := $(BIN)/python -m pip install --quiet --disable-pip-version-check

.PHONY: demo test lint bench docs wheel dist clean

demo: $(VENV)/.installed-demo
	$(BIN)/python examples/demo.py

test: $(VENV)/.installed-dev
	@.ci/chromium
	$(BIN)/python -m pytest -n 2 --dist worksteal

lint: $(VENV)/.installed-dev
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy

# Benchmarks that need public data say in --help what to download: public_sets, images, embeddings, text, films, poster, estimate_*.
bench: $(VENV)/.installed-bench
	for script in $$(grep -L "argparse" benchmarks/*.py); do $(BIN)/python "$$script" || exit 1; done

docs: $(VENV)/.installed-docs
	$(BIN)/python docs/make_commands.py
	$(BIN)/sphinx-build -q -W --keep-going docs docs/_build
	@echo "docs/_build/index.html"

wheel: $(VENV)/.installed-dev
	$(BIN)/python -m build --wheel --outdir dist .

# The wheel and the source archive as a release has them, checked: the metadata, and each alone in an empty environment.
dist: $(VENV)/.installed-dev
	rm -rf dist
	$(BIN)/python -m build --outdir dist .
	$(BIN)/python -m twine check --strict dist/*
	for file in dist/*; do \
	  rm -rf $(VENV)/check && $(BIN)/python -m venv $(VENV)/check && \
	  $(VENV)/check/bin/python -m pip install --quiet --disable-pip-version-check "$$file" && \
	  $(VENV)/check/bin/diverseed cluster example:iris --json >/dev/null || exit 1; \
	done
	rm -rf $(VENV)/check

clean:
	rm -rf $(VENV) dist demo-output docs/_build docs/gallery .pytest_cache .mypy_cache .ruff_cache

$(BIN)/python:
	@$(PYTHON) -c 'import sys; v = sys.version_info; v >= (3, 11) or sys.exit(f"diverseed needs Python 3.11 or newer; $(PYTHON) is {v.major}.{v.minor}. Name another one: make PYTHON=python3.12 ...")'
	$(PYTHON) -m venv $(VENV)

# One stamp per set of extras: installing runs again only when pyproject.toml changes.
$(VENV)/.installed-demo: EXTRAS := studio
$(VENV)/.installed-dev: EXTRAS := dev
$(VENV)/.installed-bench: EXTRAS := bench
$(VENV)/.installed-docs: EXTRAS := docs
$(VENV)/.installed-%: pyproject.toml | $(BIN)/python
	$(PIP) --editable ".[$(EXTRAS)]"
	@touch $@
