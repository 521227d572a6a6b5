# Two commands do everything on a fresh machine: `make start` and `make test`.
# Node 20 or newer and npm have to be there; the project brings the Node it runs on.

SHELL := /bin/bash
.SHELLFLAGS := -eu -o pipefail -c
.DEFAULT_GOAL := help

export PATH := $(CURDIR)/node_modules/.bin:$(PATH)
export ASTRO_TELEMETRY_DISABLED := 1
export NODE_COMPILE_CACHE ?= $(CURDIR)/node_modules/.cache/compiled
# Each thread would otherwise keep heaps of its own for what C code allocates.
export MALLOC_ARENA_MAX ?= 2
INSTALLED := node_modules/.installed

.PHONY: help start dev build test check bench budget shots attack admin import export backup restore rollback

help: ## lists what can be made
	@grep -hE '^[a-z-]+:.*##' $(MAKEFILE_LIST) | awk -F ':.*## ' '{ printf "  make %-10s %s\n", $$1, $$2 }'

# `npm ci` insists on packages for every other platform, which some registries do not carry; then
# `npm install` takes the same locked versions without them.
$(INSTALLED): package.json package-lock.json
	npm ci --no-audit --no-fund --silent || npm install --no-save --no-audit --no-fund --loglevel=error
	touch $@

start: $(INSTALLED) ## installs, builds, migrates, seeds on the first run and serves
	node api/commands/build.ts || echo 'The code could not be built; what is live stays as it is.' >&2
	exec node api/server.ts

dev: $(INSTALLED) ## serves with reload of site and API
	node api/commands/dev.ts

build: $(INSTALLED) ## builds the site's code into dist/
	node api/commands/build.ts

test: $(INSTALLED) ## runs types, lint, rooms, unit, integration and browser tests
	node api/commands/test.ts

check: $(INSTALLED) ## checks types, lint, rooms, regular expressions and unused code in a minute
	node api/commands/check.ts

bench: $(INSTALLED) ## measures publishing and serving beside a bare server
	node bench/run.ts

budget: $(INSTALLED) ## weighs what a reader's page loads
	node bench/budget.ts

shots: $(INSTALLED) ## takes pictures of every page, to be looked at: shots/index-light.html
	node e2e/shots.ts

attack: $(INSTALLED) ## the long forms of the stress tests: kills, faults, corpora
	node bench/attack.ts

admin: $(INSTALLED) ## makes an admin: make admin EMAIL=you@example.org
	node api/commands/make-admin.ts

import: $(INSTALLED) ## takes markdown, a Ghost, Medium or dev.to export, or a site: make import FROM=…
	node api/commands/import.ts

export: $(INSTALLED) ## writes articles as markdown: TO=folder; or all there is: ALL=file.tar.gz
	node api/commands/export.ts

backup: $(INSTALLED) ## writes database, uploads and keys into one file while the site runs
	node api/commands/backup.ts

restore: $(INSTALLED) ## puts a backup in place: make restore FILE=var/backups/….tar.gz
	node api/commands/restore.ts

rollback: $(INSTALLED) ## serves the previous release again, rendered from the present database
	node api/commands/rollback.ts
