# make report: the pages.  make test: everything CI runs.  make lab: JupyterLab on the notebooks.
# make serve: the notebooks as web pages for a classroom.  make site: a folder for any static web host.
# make dist: what is published, checked.
# Needs Python 3.11 or later; name another one with PYTHON=...
PYTHON ?= python3
VENV := .venv
PY := $(VENV)/bin/python
REPORTS := $(VENV)/installed-reports
TESTS := $(VENV)/installed-tests
SERVE := $(VENV)/installed-serve
SITE := $(VENV)/installed-site
OUT ?= site

# A virtual environment breaks when its folder or its Python is moved: begin anew when it does not answer from here.
ifneq ($(wildcard $(VENV)),)
ifneq ($(shell $(PY) -c "import sys; print(sys.prefix)" 2>/dev/null),$(CURDIR)/$(VENV))
$(shell rm -rf $(VENV))
else ifneq ($(shell cat $(VENV)/made-for 2>/dev/null),$(CURDIR))
$(shell rm -rf $(VENV))
endif
endif

.PHONY: report test lab serve site dist bench sweep notebooks clean

report: $(REPORTS)
	$(PY) -m psy report

test: $(TESTS)
	PY=$(PY) tests/run

lab: $(REPORTS)
	$(PY) -m psy lab

serve: $(SERVE)
	$(PY) -m psy serve $(OPTIONS)

# The pages come last: their list names what else is there.
site: $(SITE)
	$(PY) -m docs.site $(OUT)
	for study in data/studies/*.toml; do $(PY) -m psy study $$study --out $(OUT) || exit 1; done
	$(PY) -m psy report --out $(OUT)

dist: $(TESTS)
	rm -rf dist
	$(PY) -m hatchling build
	$(PY) -m pytest -q tests/report/test_installed.py

bench: $(TESTS)
	$(PY) -m pip install --quiet --constraint constraints.txt --editable '.[bench]'
	$(PY) -m benchmarks

# Every allowed change of one rule value, and the notebooks run under it: hours. OPTIONS="--first" takes minutes.
sweep: $(TESTS)
	$(PY) -m tests.rule_changes $(OPTIONS)

notebooks: $(REPORTS)
	$(PY) -m psy store

clean:
	rm -rf $(VENV) reports site dist

$(PY):
	@$(PYTHON) -c "import sys; sys.exit(sys.version_info < (3, 11))" || \
	{ echo "psy needs Python 3.11 or later: make PYTHON=python3.12 ..." >&2; exit 1; }
	$(PYTHON) -m venv $(VENV)
	echo $(CURDIR) > $(VENV)/made-for

# Each stamp is touched last, so that an install that broke off is tried again.
$(REPORTS): pyproject.toml constraints.txt | $(PY)
	$(PY) -m pip install --quiet --constraint constraints.txt --editable .
	touch $@

$(TESTS): pyproject.toml constraints.txt | $(PY)
	$(PY) -m pip install --quiet --constraint constraints.txt --editable '.[test]'
	touch $(REPORTS) $@

$(SERVE): pyproject.toml constraints.txt | $(PY)
	$(PY) -m pip install --quiet --constraint constraints.txt --editable '.[serve]'
	touch $(REPORTS) $@

$(SITE): pyproject.toml constraints.txt | $(PY)
	$(PY) -m pip install --quiet --constraint constraints.txt --editable '.[site]'
	touch $(REPORTS) $@
