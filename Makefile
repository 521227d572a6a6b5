# Two commands do everything on a fresh machine: `make start` and `make test`. CI runs `make verify`.
# Node 20 or newer and npm have to be there; on Linux, the project brings the Node it runs on.

SHELL := /bin/bash
.SHELLFLAGS := -eu -o pipefail -c
.DEFAULT_GOAL := help

MAKEFLAGS += --no-print-directory
export PATH := $(CURDIR)/node_modules/.bin:$(PATH)
export ASTRO_TELEMETRY_DISABLED := 1
export NODE_COMPILE_CACHE ?= $(CURDIR)/node_modules/.cache/compiled
# Each thread would otherwise keep heaps of its own for what C code allocates.
export MALLOC_ARENA_MAX ?= 2
PREPARE := @node api/start/prepare.mjs

# `make verify` runs all tests, whatever changed.
ifneq ($(filter verify,$(MAKECMDGOALS)),)
override CHANGED :=
endif

# Two run at a time, so the two slowest are first. CHANGED=1 skips the slowest.
CHECKS := $(addprefix check-,types $(if $(CHANGED),,site-types) lint regexes words rooms unused docs)
# Reports of a test run; traces and screenshots of failed journeys.
RESULTS := test-results
# Site code for the tests of both runners, built again only after a change.
TEST_SITE := $(CURDIR)/node_modules/.cache/test-site
# Tests of one topic run if the topic changed, and in `make verify`.
test: NODE_TESTS := --tags-filter='!verify$(if $(CHANGED),, && !topic)'
test: BROWSER_TESTS := --grep-invert='@verify$(if $(CHANGED),,|@topic)'
# Programs of the tests are installed while the checks run, because apt-get mostly waits. A test that needs a missing one fails.
INSTALL_PROGRAMS := node api/commands/ensure-browser.ts
verify: INSTALL_PROGRAMS += --servers
RUN_BROWSER_TESTS = node --run test:browser -- $(BROWSER_TESTS)
# A few tests of each kind seldom keep both processors busy: with CHANGED=1 both kinds run at once.
ifdef CHANGED
AFFECTED := $(RESULTS)/affected.txt
NO_TEST := no-test-is-affected
test: NODE_TESTS += --passWithNoTests $$(grep -v ^e2e/ $(AFFECTED) || echo $(NO_TEST))
test: BROWSER_TESTS += --pass-with-no-tests $$(grep ^e2e/ $(AFFECTED) || echo $(NO_TEST))
endif

.PHONY: help installed start dev build test verify check checks test-site bench budget shots attack admin import export backup restore repair rollback doctor migration package upgrade test-deploy

help: ## lists what can be made
	@grep -hE '^[a-z-]+:.*##' $(MAKEFILE_LIST) | awk -F ':.*## ' '{ printf "  make %-10s %s\n", $$1, $$2 }'

installed:
	$(PREPARE) install

start: ## checks settings and machine, installs, builds, migrates, seeds on the first run and serves
	$(PREPARE) check install build
	@exec node api/supervisor/supervise.ts

dev: ## serves, and builds and restarts after each change of the code
	$(PREPARE) check install
	node api/commands/dev.ts

build: installed ## builds the site's code into dist/
	node api/commands/build.ts

test: ## runs the checks and all tests but those for verify; CHANGED=1: what a change can affect
verify: ## runs the checks and all tests, as CI does
test verify: installed
	@rm -rf $(RESULTS) && mkdir $(RESULTS)
	@checks=0; unit=0; browser=0; \
	$(if $(CHANGED),,$(INSTALL_PROGRAMS) >$(RESULTS)/programs.log 2>&1 & programs=$$!;) \
	$(MAKE) checks CHANGED=$(CHANGED) BUILD='$(AFFECTED) test-site' || checks=$$?; \
	$(if $(CHANGED),,wait $$programs || cat $(RESULTS)/programs.log;) \
	if [ -f $(TEST_SITE)/build.json ]; then export BUILT_SITE=$(TEST_SITE); fi; \
	$(if $(CHANGED),$(RUN_BROWSER_TESTS) >$(RESULTS)/browser.log 2>&1 & browser_tests=$$!;) \
	node --run test:node -- $(NODE_TESTS) || unit=$$?; \
	$(if $(CHANGED),wait $$browser_tests,$(RUN_BROWSER_TESTS)) || browser=$$?; \
	$(if $(CHANGED),cat $(RESULTS)/browser.log;) \
	[ $$browser = 0 ] || node --run test:traces || true; \
	node api/commands/report-tests.ts $@ $$checks $$unit $$browser

check: installed ## checks types, lint, words, rooms, regular expressions, unused code and docs
	@$(MAKE) checks

# The build keeps one processor busy, and checks the other.
checks:
	@rm -rf $(RESULTS)/checks && mkdir -p $(RESULTS)/checks
	@$(MAKE) --keep-going --jobs=2 $(BUILD) $(CHECKS)

# Both write the types of the content.
check-site-types: $(filter test-site,$(MAKECMDGOALS))

$(AFFECTED):
	@mkdir -p $(RESULTS) && node api/commands/list-affected-tests.ts >$@

# Without a build the tests build the site themselves, and say why that fails.
test-site: $(AFFECTED)
	@$(if $(CHANGED),[ ! -s $(AFFECTED) ] ||) BUILD_DIR=$(TEST_SITE) node api/start/prepare.mjs build || { rm -f $(TEST_SITE)/build.json; exit 1; }

check-%:
	@log=$(RESULTS)/checks/$*.log; \
	if node --run check:$* >$$log 2>&1; then rm $$log; echo 'check $*: ok'; \
	else cat $$log; echo 'check $*: FAILED'; exit 1; fi

bench: installed ## measures all benches, or ONLY="names"; COMPARE=commit prints ratios to that commit
	node bench/$(if $(COMPARE),compare,run).ts $(ONLY)

budget: installed ## weighs what a reader's page loads
	node bench/budget.ts

shots: installed ## takes screenshots of every page (open shots/index-light.html)
	node e2e/support/shots.ts

attack: installed ## runs the long forms of the stress tests, or ONLY="title" of one
	ONLY='$(ONLY)' node bench/attack.ts

admin: installed ## makes an admin: make admin EMAIL=you@example.org
	node api/commands/make-admin.ts

import: installed ## takes markdown, a Ghost, Medium or dev.to export, or a site: make import FROM=…
	node api/commands/import.ts

export: installed ## exports articles as Markdown (TO=folder) or the whole site (ALL=file.tar.gz)
	node api/commands/export.ts

backup: installed ## backs up into var/backups while the site runs, or with TO=folder into one file there
	node api/commands/backup.ts

restore: installed ## puts a backup in place: make restore FILE=var/backups/….tar.gz or s3://…
	node api/commands/restore.ts

upgrade: installed ## switches the running site to the newest commit, or to TO=tag, without a refused request
	node api/commands/upgrade.ts

package: installed build ## writes a package that runs without npm and without a build: make package TO=folder
	node api/commands/package.ts

test-deploy: installed build ## installs a package on a bare Debian and in a container, as root
	deploy/test.sh

migration: installed ## writes the next migration for a change of the schema: make migration NAME=add-a-table
	node api/commands/write-migration.ts

repair: installed ## computes derived values again that are stale, such as search texts
	node api/commands/repair.ts

rollback: installed ## rolls back to the previous release, rendered from the current database
	node api/commands/rollback.ts

# Nothing is prepared first, so that it also reports what keeps a site from starting.
doctor: ## checks settings, machine, data and services, and says what to do
	@[ -x node_modules/.bin/node ] || { echo 'failed   packages      They are not installed. Run make start.'; exit 2; }
	@node api/commands/doctor.ts
