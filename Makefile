# `make test` needs Go and, the first time, the network for its modules.
# Everything else is optional: what is missing is left out with a message,
# unless CI is set.

GO ?= go
FUZZTIME ?= 15s
NODE_CLIENT := editors/node-client

# The releases of Debian whose Neovim the server is tried in: 0.10 and 0.12.
NEOVIM_SUITES ?= trixie forky

# Packages with goroutines of their own.
RACE := ./workspace/... ./lsp/... ./interp/... ./evaluate/...

.PHONY: help build test vet fmt-check test-go test-race test-node test-neovim test-vscode ocaml fuzz lint vuln bench generate

help: ## list the targets
	@sed -n 's/^\([a-z-]*\):.*## \(.*\)/\1\t\2/p' $(MAKEFILE_LIST) | expand -t 12

build: ## build bin/fraccheck
	$(GO) build -o bin/fraccheck ./cmd/fraccheck

ifdef CI
test: vet fmt-check lint fuzz test-race test-go test-node test-neovim
else
test: vet fmt-check test-race test-go test-node test-neovim
endif

test: ## vet, format, all tests; with CI set also lint and fuzz

vet: ## go vet
	$(GO) vet ./...

fmt-check: ## fail when a Go file is not formatted
	@files=$$(gofmt -l $$(git ls-files -co --exclude-standard '*.go' 2>/dev/null || find . -name '*.go')); \
	if [ -n "$$files" ]; then echo "not formatted by gofmt:"; echo "$$files"; exit 1; fi

test-go: ocaml ## the tests of all packages, generated files included
	@[ -d ../shared ] || echo "test-go: tests that hold reference documents and data are left out, ../shared is not there"
	$(GO) test ./...

test-race: ## the concurrent packages under the race detector
	@if [ "$$($(GO) env CGO_ENABLED)" = 1 ] && command -v "$$($(GO) env CC)" >/dev/null 2>&1; then \
		echo "$(GO) test -race $(RACE)"; $(GO) test -race $(RACE); \
	else \
		echo "test-race: left out, the race detector needs cgo and a C compiler"; \
	fi

# Package exhaustive holds 5,000 random matches against the OCaml compiler, and
# skips that where there is none.
ocaml: ## with CI set, the OCaml compiler that match checks are held against
	@if [ -n "$$CI" ] && ! command -v ocamlc >/dev/null 2>&1; then \
		root=; [ "$$(id -u)" = 0 ] || root=sudo; \
		if ! command -v apt-get >/dev/null 2>&1; then \
			echo "ocaml: left out, there is neither ocamlc nor apt-get"; \
		elif ! { $$root apt-get update -qq && \
			$$root apt-get install -y -qq --no-install-recommends ocaml-nox; } >/dev/null 2>&1; then \
			echo "ocaml: left out, apt-get could not install ocaml-nox"; \
		fi; \
	fi

# A language client from npm talks to the real server. Node 18 and later do.
test-node: ## the server driven by a language client in Node
	@if ! { command -v node && command -v npm; } >/dev/null 2>&1; then \
		if [ -z "$$CI" ]; then echo "test-node: left out, node or npm is missing"; exit 0; fi; \
		root=; [ "$$(id -u)" = 0 ] || root=sudo; \
		$$root apt-get update && $$root apt-get install -y --no-install-recommends nodejs npm || exit 1; \
	fi; \
	cd $(NODE_CLIENT) && npm ci --silent --no-audit --no-fund && npm test --silent

# Neovim itself, headless. It comes from Debian's packages into a directory of
# its own, whatever the machine has.
test-neovim: build ## the server driven by Neovim
	@if ! { command -v apt-get && command -v dpkg-deb; } >/dev/null 2>&1; then \
		echo "test-neovim: left out, Neovim is taken from Debian's packages, and apt-get or dpkg-deb is missing"; exit 0; \
	fi; \
	for suite in $(NEOVIM_SUITES); do \
		nvim=$$(editors/neovim/install.sh bin/neovim/$$suite $$suite) || exit 1; \
		FRACCHECK=$(CURDIR)/bin/fraccheck editors/neovim/test.sh "$$nvim" || exit 1; \
	done

# VS Code itself, in a browser without a screen. It is some 500 MB from npm, and
# not part of `make test`. CHROMIUM names the browser.
test-vscode: build ## the extension in VS Code; not part of test
	@editors/vscode/test/install.sh bin/vscode && \
	(cd editors/vscode && npm ci --silent --no-audit --no-fund) && \
	FRACCHECK=$(CURDIR)/bin/fraccheck node editors/vscode/test/run.mjs bin/vscode

fuzz: ## every fuzz target for FUZZTIME
	@grep -rl --include='*_test.go' '^func Fuzz' . | while read -r file; do \
		for name in $$(sed -n 's/^func \(Fuzz[A-Za-z0-9_]*\)(.*/\1/p' "$$file"); do \
			for_=$(FUZZTIME); [ "$$name" != FuzzCheck ] || for_=30s; \
			echo "fuzz: $$name in $$(dirname "$$file") for $$for_"; \
			$(GO) test -run '^$$' -fuzz "^$$name$$" -fuzztime $$for_ -fuzzminimizetime 10x "$$(dirname "$$file")" || exit 1; \
		done; \
	done

lint: ## staticcheck, at the version that tools/go.mod names
	$(GO) tool -modfile=tools/go.mod staticcheck ./...

vuln: ## known vulnerabilities in the modules that the binary is built from
	$(GO) tool -modfile=tools/go.mod govulncheck ./...

bench: ## the benchmarks of docs/performance.md
	$(GO) test -run '^$$' -bench . -benchmem ./...

generate: ## write the generated files of docs/ again
	$(GO) generate ./...
