# Everything is set up on first use, in .venv, for bench-hints and bench-players in .venv-bench, and for test-ha in .venv-ha;
# after that no network is needed.
#   make demo | site | quick | test | test-all | test-ha | lint | types | clean
#   make words | manual | plans | plans-check | release
#   make bench-hints | bench-players | bench-verdict | bench-air | bench-drop | bench-memory | bench-study |
#   bench-mutants | soak
#   ARGS="..." is passed on

STUBS := micropython-rp2-rpi_pico-stubs==1.28.0.post4 micropython-stdlib-stubs==1.28.0.post6
PYTHON := $(shell for p in python3 python3.11 python3.12 python3.13; do \
	$$p -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null && { echo $$p; break; }; done)
# A process more than there are cores, as some tests wait for other programs; a file in one of them,
# as its tests may share a board. The slowest files first (tests/ring.py). With ARGS, as you like.
ALL := --numprocesses=$$(($$(getconf _NPROCESSORS_ONLN) + 1)) --dist=loadfile \
	--no-loadscope-reorder --durations=10 --quiet
# Node comes from PyPI where the machine has none.
NODE := $(shell command -v node >/dev/null && command -v npm >/dev/null || echo ,micropython)
DEV := dev$(NODE)
# A package's modules are compiled when they are first imported; most never are.
INSTALL := .venv/bin/pip --quiet install --no-compile
# No looking for newer ones at each run.
export PIP_DISABLE_PIP_VERSION_CHECK := 1
export PYRIGHT_PYTHON_IGNORE_WARNINGS := 1
# What is fetched stays here too.
export TIERCE_CACHE ?= $(CURDIR)/.venv/cache
# Modules are compiled once and kept: the tests start many processes.
unexport PYTHONDONTWRITEBYTECODE

# A home as people have it; Python 3.13.0 takes no later version.
HOME_ASSISTANT := homeassistant==2025.4.4 paho-mqtt==2.1.0
HA_PYTHON ?= python3.13

.PHONY: demo site quick test test-all test-ha lint types words plans plans-check manual clean bench-hints \
	bench-players bench-verdict bench-air bench-drop bench-memory bench-study bench-mutants soak release

demo: .venv/base
	@.venv/bin/tierce demo $(ARGS)

# The same table as a folder of files, which runs in any browser by itself: site/.
site: .venv/node
	@.venv/bin/tierce site $(or $(ARGS),site)

# The referee on both Pythons, and lint: some twenty seconds, after each change.
quick: .venv/vm lint
	@.venv/bin/tierce test
	@.venv/bin/tierce test --on micropython

# Every part by its real neighbour at least once.
test: .venv/vm .venv/programs/ready
	.venv/bin/pytest $(or $(ARGS),$(ALL))

# Besides: journeys, power cuts, plans, KiCad, long matches, the emulated Pico, and many seeds: new ones
# each time, from one that is printed. With TIERCE_SEED=that one they are the same again.
test-all: export TIERCE_RING := all
test-all: export TIERCE_SEED := $(or $(TIERCE_SEED),$(shell od -An -N3 -tu4 /dev/urandom | tr -d ' '))
test-all: ALL += -rs --hypothesis-seed=$(TIERCE_SEED)
test-all: test

# A table in a real Home Assistant, which is slow to set up, and needs a Python of its own.
test-ha: .venv-ha/ready .venv/programs/ready
	@TIERCE_HA=$(CURDIR)/.venv-ha/bin/python .venv/bin/pytest --quiet tests/home $(ARGS)

lint: .venv/dev
	.venv/bin/ruff check .
	.venv/bin/ruff format --check --quiet .
	.venv/bin/codespell

types: .venv/dev .venv/typings
	.venv/bin/pyright
	.venv/bin/pyright -p firmware

bench-hints: .venv-bench/ready
	@.venv-bench/bin/python tests/bench/hints.py $(ARGS)

bench-players: .venv-bench/ready
	@.venv-bench/bin/python tests/bench/players.py $(ARGS)

bench-verdict: .venv/dev
	@.venv/bin/python tests/bench/verdict.py $(ARGS)

bench-air: .venv/dev
	@.venv/bin/python tests/bench/air.py $(ARGS)

bench-study: .venv/dev
	@.venv/bin/python tests/bench/study.py $(ARGS)

bench-mutants: .venv/mutants .venv/vm .venv/programs/ready
	@.venv/bin/python tests/bench/mutants.py $(ARGS)

bench-memory: .venv/dev .venv/vm
	@.venv/bin/python tests/bench/memory.py $(ARGS)

bench-drop: .venv/dev
	@.venv/bin/python tests/bench/drop.py $(ARGS)

soak: .venv/dev
	@.venv/bin/python tests/bench/soak.py $(ARGS)

# What a release would do, and what stands in its way: host_tools/release.py.
release: .venv/dev
	@.venv/bin/python host_tools/release.py $(ARGS)

# The catalogues, from the texts in the code; ARGS=nl begins another language.
words: .venv/dev
	@.venv/bin/python host_tools/catalogues.py $(ARGS)

# All that is made from the tables' descriptions: what the guides show, written anew, and all files
# into hardware/plans, for a release. `make plans-check` says what is stale.
plans: .venv/dev
	@.venv/bin/python -m tierce_plans.generate
	@.venv/bin/python hardware/draw_table.py
	@for script in steps draw_pictures tap_pictures shown; do \
		.venv/bin/python hardware/guides/$$script.py || exit 1; done
	@.venv/bin/python hardware/lessons/draw_lessons.py
	@.venv/bin/python tests/hardware/hw_documents.py

# Tables of games and options, from the presets and the command itself, and examples as printed.
manual: .venv/dev
	@.venv/bin/python tests/manual.py $(ARGS)

# Whether all that `make plans` writes is fresh; and KiCad opens the schematics, where there is one.
plans-check: .venv/dev
	@TIERCE_RING=all .venv/bin/pytest --numprocesses=logical --quiet -rs tests/hardware \
		tests/host/test_drawing.py -k "fresh or hw_kicad" $(ARGS)

clean:
	rm -rf .venv .venv-bench .venv-ha dist site notes.md hardware/plans .pytest_cache .ruff_cache .hypothesis
	find . -name __pycache__ -prune -exec rm -rf {} +

# pip comes last into a new environment: where it is, the environment is whole.
.venv/bin/pip:
	@test -n "$(PYTHON)" || { echo "Tierce needs Python 3.11 or later" >&2; exit 1; }
	@$(PYTHON) -m venv --clear .venv >/dev/null 2>&1 \
	|| { $(PYTHON) -m venv --clear --without-pip .venv && $(PYTHON) host_tools/first_pip.py .venv; } \
	|| { rm -rf .venv; exit 1; }

.venv/base: pyproject.toml | .venv/bin/pip
	@echo "Setting up .venv"
	@$(INSTALL) -e .
	@touch $@

# npm brings the browser's Python.
.venv/node: .venv/base
	@$(if $(NODE),$(INSTALL) -e ".[micropython]",:)
	@touch $@

.venv/dev: pyproject.toml | .venv/bin/pip
	@echo "Setting up .venv for development"
	@$(INSTALL) -e ".[$(DEV)]"
	@touch $@ .venv/base

# What makes the mutants, only for those who run them.
.venv/mutants: .venv/dev
	@$(INSTALL) -e ".[mutants]"
	@touch $@

.venv/vm: .venv/dev
	@.venv/bin/python -m tierce_tools.rules.vm install
	@touch $@

# A browser and a database server for the tests, where the machine has none.
.venv/programs/ready: tests/programs.py | .venv/dev
	@.venv/bin/python tests/programs.py
	@touch $@

# Apart from .venv: a peer wants an older numpy.
.venv-bench/ready: pyproject.toml | .venv/bin/pip
	@echo "Setting up .venv-bench with the peers"
	@$(PYTHON) -m venv --clear .venv-bench
	@.venv-bench/bin/pip --quiet install -e ".[bench]"
	@touch $@

.venv-ha/ready: Makefile | .venv/bin/pip
	@$(HA_PYTHON) -c 'import sys; sys.exit(sys.version_info[:2] != (3, 13))' 2>/dev/null || { \
		echo "make test-ha needs Python 3.13 for Home Assistant: install it, or name it by HA_PYTHON=..." >&2; exit 1; }
	@echo "Setting up .venv-ha with Home Assistant"
	@$(HA_PYTHON) -m venv --clear .venv-ha
	@.venv-ha/bin/pip --quiet install $(HOME_ASSISTANT)
	@touch $@

.venv/typings: Makefile | .venv/bin/pip
	@rm -rf $@
	@$(INSTALL) --target $@ $(STUBS)
	@touch $@
