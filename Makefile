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
PREPARE := @node api/start/prepare.mjs

.PHONY: help installed start dev build test check bench budget shots attack admin import export backup restore rollback

help: ## lists what can be made
	@grep -hE '^[a-z-]+:.*##' $(MAKEFILE_LIST) | awk -F ':.*## ' '{ printf "  make %-10s %s\n", $$1, $$2 }'

installed:
	$(PREPARE) install

start: ## checks settings and machine, installs, builds, migrates, seeds on the first run and serves
	$(PREPARE) check install build
	@exec node api/server.ts

dev: ## serves with reload of site and API
	$(PREPARE) check install
	node api/commands/dev.ts

build: installed ## builds the site's code into dist/
	node api/commands/build.ts

test: installed ## runs types, lint, rooms, unit, integration and browser tests
	node api/commands/test.ts

check: installed ## checks types, lint, rooms, regular expressions and unused code in a minute
	node api/commands/check.ts

bench: installed ## measures publishing and serving beside a bare server
	node bench/run.ts

budget: installed ## weighs what a reader's page loads
	node bench/budget.ts

shots: installed ## takes pictures of every page, to be looked at: shots/index-light.html
	node e2e/shots.ts

attack: installed ## the long forms of the stress tests: kills, faults, corpora
	node bench/attack.ts

admin: installed ## makes an admin: make admin EMAIL=you@example.org
	node api/commands/make-admin.ts

import: installed ## takes markdown, a Ghost, Medium or dev.to export, or a site: make import FROM=…
	node api/commands/import.ts

export: installed ## writes articles as markdown: TO=folder; or all there is: ALL=file.tar.gz
	node api/commands/export.ts

backup: installed ## writes database, uploads and keys into one file while the site runs
	node api/commands/backup.ts

restore: installed ## puts a backup in place: make restore FILE=var/backups/….tar.gz
	node api/commands/restore.ts

rollback: installed ## serves the previous release again, rendered from the present database
	node api/commands/rollback.ts
