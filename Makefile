# The jobs of this repository; what takes more than a line stands in scripts/.
.DEFAULT_GOAL := help
BIN := .venv/bin
PROTOS := $(wildcard proto/sabacc/v1/*.proto)
LOCK := uv pip compile --quiet --universal --generate-hashes --no-header --python-version 3.11 pyproject.toml
BENCHES ?= tie_in_process tie_rpc tie_latency stored_tie catalogue_import deck_clinic memory odds_speed tables_engine tables_rpc tables_open ledger_settlements
ARGS ?=

.PHONY: help run serve test torture lint types proto lock sbom audit image bench odds-page economy-page clean setup-run setup-dev

help: ## Show this list
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-12s %s\n", $$1, $$2 }' Makefile

run: ## Set up, start the service, break the example tie, verify it, stop
	@scripts/run

serve: setup-run ## Run the service in the foreground (settings: sabacc serve --help)
	@exec $(BIN)/sabacc serve $(ARGS)

test: setup-dev ## Pass all tests, a file to each core (ARGS="-k name" for some of them, ARGS="-n 0" for one by one)
	@$(BIN)/pytest --numprocesses=auto --maxprocesses=4 --dist=loadfile --no-loadscope-reorder $(ARGS)

torture: setup-dev ## Kill, restart and feed hostile bytes for long (about an hour, longer on a busy machine)
	@SABACC_TORTURE=1 $(BIN)/pytest --timeout=3600 tests/torture tests/fuzz tests/java $(ARGS)

lint: setup-dev ## Check style, import arrows, the contract and the files of the deployment
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/lint-imports
	$(BIN)/buf lint
	$(BIN)/yamllint --strict deploy
	$(BIN)/hadolint deploy/Dockerfile

types: setup-dev ## Check types
	$(BIN)/mypy

proto: setup-dev ## Generate the code of the contract again
	$(BIN)/python -m grpc_tools.protoc -Iproto --python_out=proto --pyi_out=proto --grpc_python_out=proto $(PROTOS)

lock: setup-dev ## Resolve the lock files again
	$(BIN)/$(LOCK) --group build -o requirements/run.txt
	$(BIN)/$(LOCK) --group dev -o requirements/dev.txt

sbom: setup-dev ## Write the bill of materials, var/sbom.cdx.json
	@$(BIN)/python scripts/sbom.py var/sbom.cdx.json

audit: setup-dev ## Ask for known vulnerabilities of the locked packages
	@$(BIN)/python scripts/audit_dependencies.py

image: setup-dev ## Build the image and run it as compose does (root, mmdebstrap, buildah, runc; no engine)
	@$(BIN)/python scripts/check_image.py

bench: setup-dev ## Measure, as ratios side by side (BENCHES=memory for one)
	@for name in $(BENCHES); do echo "== $$name"; $(BIN)/python -m tests.bench.$$name $(ARGS) || exit 1; done

odds-page: setup-dev ## Reckon the tables and pictures of docs/odds.md again (ARGS="--counting --dealer-decks" for all)
	@$(BIN)/python scripts/make_odds_page.py $(ARGS)

economy-page: setup-dev ## Live the campaign lives of docs/economy.md again (ARGS="--lives --counting --engine" for all)
	@$(BIN)/python scripts/make_economy_page.py $(ARGS)

clean: ## Remove .venv and caches; the database in var/ stays
	rm -rf .venv .pytest_cache .mypy_cache .ruff_cache .hypothesis .import_linter_cache deploy/gemp-client/*/target
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

setup-run:
	@scripts/setup run

setup-dev:
	@scripts/setup dev
