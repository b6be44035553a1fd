# `make test` needs Go and, the first time, the network for its modules. It
# installs nothing: what else is missing on the machine is left out with a
# message. `.ci/run` installs that first, where it can.

GO ?= go
FUZZTIME ?= 10s
NODE_CLIENT := editors/node-client

# The releases of Debian whose Neovim `make neovim` fetches: 0.10 and 0.12.
NEOVIM_SUITES ?= trixie forky

# The Neovims that the server is tried in: those that were fetched, else the
# machine's own.
NVIM ?= $(or $(wildcard bin/neovim/*/root/usr/bin/nvim),$(shell command -v nvim 2>/dev/null))

# Packages with goroutines of their own.
RACE := ./internal/workspace/... ./lsp/... ./interp/... ./internal/evaluate/...

.PHONY: help build test bench-keystroke bench-kernels vet fmt-check test-go test-long attack test-race test-node test-extension latency-vscode test-neovim neovim test-vscode test-report manual fuzz lint vuln bench generate release

help: ## list the targets
	@sed -n 's/^\([a-z-]*\):.*## \(.*\)/\1\t\2/p' $(MAKEFILE_LIST) | expand -t 12

build: ## build bin/fraccheck
	CGO_ENABLED=0 $(GO) build -o bin/fraccheck ./cmd/fraccheck

.PHONY: man
man: build ## manual pages and completions of shells, in bin/share
	mkdir -p bin/share/bash-completion/completions bin/share/zsh/site-functions bin/share/fish/vendor_completions.d
	bin/fraccheck man -o bin/share/man/man1
	bin/fraccheck completion bash > bin/share/bash-completion/completions/fraccheck
	bin/fraccheck completion zsh > bin/share/zsh/site-functions/_fraccheck
	bin/fraccheck completion fish > bin/share/fish/vendor_completions.d/fraccheck.fish

ifdef CI
test: vet fmt-check subjects lint test-race test-go test-node test-extension test-tree-sitter test-neovim test-vim test-helix test-emacs
else
test: vet fmt-check subjects test-race test-go test-node test-extension test-tree-sitter test-neovim test-vim test-helix test-emacs
endif

test: ## vet, format, all tests, the fuzz targets' kept inputs among them; with CI set also lint

vet: ## go vet
	$(GO) vet ./...

fmt-check: ## fail when a Go file is not formatted
	@files=$$(gofmt -l $$(git ls-files -co --exclude-standard '*.go' 2>/dev/null || find . -name '*.go')); \
	if [ -n "$$files" ]; then echo "not formatted by gofmt:"; echo "$$files"; exit 1; fi

test-go: ## the tests of all packages, generated files included
	@[ -d ../shared ] || echo "test-go: reference data is tried in part, ../shared is not there"
	@command -v ocamlc >/dev/null 2>&1 || echo "test-go: matches are not held against the OCaml compiler, ocamlc is missing"
	@for shell in zsh fish; do command -v $$shell >/dev/null 2>&1 || echo "test-go: completions of $$shell are not tried, it is missing"; done
	@command -v bazel >/dev/null 2>&1 || echo "test-go: the rules for Bazel are not tried, bazel is missing"
	@[ "$$(id -u)" = 0 ] || echo "test-go: the container's binary is not run in a root of its own, that needs root"
	$(GO) test -timeout 30m ./...

# The random tests with many more programs than `make test` has time for; hours, not
# minutes. SEED is where the programs begin.
SEED ?= 1
test-long: ## the random tests at length; not part of test
	NORMALFORM_PROGRAMS=10000 NORMALFORM_SEED=$(SEED) $(GO) test -timeout 6h ./internal/normalform -run RandomPrograms
	SHARING_PROGRAMS=2000 SHARING_SEED=$(SEED) $(GO) test -timeout 6h ./internal/sharing -run KeepMeaning
	ORDER_PROGRAMS=4000 $(GO) test -timeout 6h ./internal/effectcheck -run OrderIsFree
	MATCHER_CASES=40000 MATCHER_SEED=$(SEED) $(GO) test -timeout 6h ./internal/pattern/matcher -run 'Oracle|Forms'
	$(GO) test -timeout 6h ./internal/pattern/rewriting -run Meaning -programs=100
	$(GO) test -timeout 6h ./interp -run TestSteppedPrograms -stepped-programs=3000
	$(GO) test -timeout 6h ./internal/op/table -run TestKernelsSurvive -hostile=10000 -hostileseed=$(SEED)
	COST_RECURSIVE=1500 $(GO) test -timeout 6h ./complexity -run TestRecursivePrograms

# Minutes, not seconds. ATTACK_ONLY=REGEXP tries some kinds of input alone.
attack: ## hostile input of every kind, large, with limits of time and memory; not part of test
	ATTACK=1 $(GO) test -count 1 -timeout 3h -v ./internal/attack/...

# `-short`: what one goroutine does in many programs is tried without the detector, whole.
test-race: ## the concurrent packages under the race detector
	@if [ "$$($(GO) env CGO_ENABLED)" = 1 ] && command -v "$$($(GO) env CC)" >/dev/null 2>&1; then \
		echo "$(GO) test -race -short $(RACE)"; $(GO) test -race -short -timeout 30m $(RACE); \
	else \
		echo "test-race: left out, the race detector needs cgo and a C compiler"; \
	fi

# What one run finds out, no other one is to know.
test-node test-neovim test-helix test-vscode test-report: export FRACCHECK_CACHE := off

# A language client from npm talks to the real server. Node 18 and later do.
test-node: ## the server driven by a language client in Node
	@if ! { command -v node && command -v npm; } >/dev/null 2>&1; then \
		echo "test-node: left out, node or npm is missing"; exit 0; \
	fi; \
	cd $(NODE_CLIENT) && npm ci --silent --no-audit --no-fund && npm test --silent

test-neovim: build ## the server driven by Neovim, and the screen that a user sees of it
	@if [ -z "$(strip $(NVIM))" ]; then \
		echo "test-neovim: left out, there is no nvim; on Debian, \`make neovim\` fetches it into bin/"; exit 0; \
	fi; \
	for nvim in $(NVIM); do \
		FRACCHECK=$(CURDIR)/bin/fraccheck editors/neovim/test.sh "$$nvim" || exit 1; \
	done; \
	if ! command -v tmux >/dev/null 2>&1; then echo "test-neovim: the screen is left out, tmux is missing"; exit 0; fi; \
	for nvim in $(NVIM); do \
		FRACCHECK=$(CURDIR)/bin/fraccheck editors/neovim/screen.sh "$$nvim" || exit 1; \
	done

# Neovim comes out of Debian's packages into a directory of its own, whatever
# the machine has.
neovim: ## fetch the Neovims that test-neovim uses; needs Debian's apt-get
	@for suite in $(NEOVIM_SUITES); do editors/install.sh bin/neovim/$$suite $$suite neovim nvim || exit 1; done

# Helix comes out of Debian's packages, too. It is driven on a terminal of tmux, and builds the
# grammar for editors with cc.
HX ?= $(or $(wildcard bin/helix/root/usr/bin/hx),$(shell command -v hx 2>/dev/null))

.PHONY: helix test-helix
helix: ## fetch the Helix that test-helix uses; needs Debian's apt-get
	@editors/install.sh bin/helix forky hx hx

test-helix: build ## the server driven by Helix, on a terminal
	@if ! { [ -x "$(HX)" ] && command -v tmux && command -v cc; } >/dev/null 2>&1; then \
		echo "test-helix: left out, hx, tmux or cc is missing; on Debian, \`make helix\` fetches the first"; exit 0; \
	fi; \
	FRACCHECK=$(CURDIR)/bin/fraccheck editors/helix/test.sh $(HX)

# The grammar for editors is generated and tried by tree-sitter's own command, which
# comes out of Debian's packages as well. Tests of internal/syntax/grammar look for it there.
TREE_SITTER ?= $(abspath bin/tree-sitter/root/usr/bin/tree-sitter)
GRAMMAR := editors/tree-sitter-frac

.PHONY: tree-sitter generate-tree-sitter test-tree-sitter
tree-sitter: ## fetch the tree-sitter that test-tree-sitter uses; needs Debian's apt-get
	@editors/install.sh bin/tree-sitter forky tree-sitter-cli tree-sitter

# ABI 14 is the newest that Neovim 0.10 loads.
generate-tree-sitter: ## write src/parser.c of the grammar for editors again
	cd $(GRAMMAR) && $(TREE_SITTER) generate --abi 14

test-tree-sitter: ## the grammar for editors: its corpus, its generated parser, and it against the parser
	@if ! { [ -x "$(TREE_SITTER)" ] && command -v cc; } >/dev/null 2>&1; then \
		echo "test-tree-sitter: left out, tree-sitter or cc is missing; on Debian, \`make tree-sitter\` fetches the first"; exit 0; \
	fi; \
	dir=$$(mktemp -d) && trap 'rm -rf "$$dir"' EXIT && \
	mkdir "$$dir/tree-sitter" && echo '{"parser-directories":[]}' > "$$dir/tree-sitter/config.json" && \
	export XDG_CONFIG_HOME=$$dir XDG_CACHE_HOME=$$dir && \
	cp -r $(GRAMMAR) "$$dir/grammar" && \
	(cd "$$dir/grammar" && "$(TREE_SITTER)" generate --abi 14 >/dev/null && "$(TREE_SITTER)" test && \
		for queries in $(CURDIR)/editors/zed/languages/frac/*.scm; do \
			"$(TREE_SITTER)" query "$$queries" $(CURDIR)/examples/*.frac >"$$dir/found" 2>&1 && grep -q capture "$$dir/found" || \
				{ echo "$$queries finds nothing:"; tail -n 3 "$$dir/found"; exit 1; }; \
		done) && \
	diff -q "$$dir/grammar/src/parser.c" $(GRAMMAR)/src/parser.c && \
	TREE_SITTER=$(TREE_SITTER) $(GO) test ./internal/syntax/grammar -count 1 -run TreeSitter

# Vim with ALE: on Debian the packages vim-nox and vim-ale.
.PHONY: test-vim
test-vim: export FRACCHECK_CACHE := off
test-vim: build ## the server driven by Vim with ALE
	@if ! { vim --version 2>/dev/null | grep -q '+job' && [ -n "$$ALE" -o -d /usr/share/vim-ale ]; }; then \
		echo "test-vim: left out, vim with jobs or ALE is missing; on Debian, \`apt-get install vim-nox vim-ale\` has them"; exit 0; \
	fi; \
	FRACCHECK=$(CURDIR)/bin/fraccheck editors/vim/test.sh

# Emacs with eglot, in batch: on Debian 12 the packages emacs-nox and elpa-eglot.
.PHONY: test-emacs
test-emacs: export FRACCHECK_CACHE := off
test-emacs: build ## the server driven by Emacs with eglot
	@if ! emacs --batch --eval '(progn (ignore-errors (package-initialize)) (require (quote eglot)))' >/dev/null 2>&1; then \
		echo "test-emacs: left out, emacs with eglot is missing; on Debian, \`apt-get install emacs-nox elpa-eglot\` has it"; exit 0; \
	fi; \
	PATH=$(CURDIR)/bin:$$PATH timeout 100 emacs --batch -l editors/emacs/test.el

# What of the extension for VS Code needs no VS Code. Node 20 and later do.
test-extension: ## the extension for VS Code without VS Code: its types, its grammars, where it looks for the server
	@if ! { command -v node && command -v npm; } >/dev/null 2>&1 || [ "$$(node -p 'process.versions.node.split(".")[0]')" -lt 20 ]; then \
		echo "test-extension: left out, node 20 or npm is missing"; exit 0; \
	fi; \
	cd editors/vscode && npm ci --ignore-scripts --silent --no-audit --no-fund && npm run --silent check && npm test --silent

# VS Code itself, in a browser without a screen. It is some 900 MB from npm, and
# not part of `make test`. CHROMIUM names the browser, SCREENSHOTS a directory for pictures,
# ONLY and RELEASE a part of the names of the tests and releases that are tried. What they
# leave behind is removed even where they are killed: `exec` hands signals for make on to them.
test-vscode: VSCODE_SCRIPT = test/run.mjs
latency-vscode: VSCODE_SCRIPT = test/latency.mjs
test-vscode: build ## the packaged extension in VS Code; not part of test
latency-vscode: build ## how long from a keystroke to the screen of VS Code; not part of test
test-vscode latency-vscode:
	@if ! { command -v node && command -v npm; } >/dev/null 2>&1; then echo "$@: left out, node or npm is missing"; exit 0; fi; \
	editors/vscode/test/browser.sh || exit 0; \
	editors/vscode/test/install.sh bin/vscode && cd editors/vscode && \
	PATH="$(CURDIR)/bin/vscode/node/package/bin:$$PATH" && \
	npm ci --ignore-scripts --silent --no-audit --no-fund && npm run --silent check && npm test --silent && \
	exec node $(VSCODE_SCRIPT) $(CURDIR)/bin/fraccheck $(CURDIR)/bin/vscode

# Chromium looks at a report: CHROMIUM names it. Node 20 and later do. SCREENSHOTS names a
# directory for pictures of the pages that PAGES lists.
CHROMIUM ?= $(shell command -v chromium 2>/dev/null)
test-report: build ## the pages of a report, of the manual and of graphs in Chromium, held against axe-core; not part of test
	@if ! { command -v node && command -v npm && [ -x "$(CHROMIUM)" ]; } >/dev/null 2>&1; then \
		echo "test-report: left out, node, npm or chromium is missing"; exit 0; \
	fi; \
	dir=$$(mktemp -d) && trap 'rm -rf "$$dir"' EXIT && \
	bin/fraccheck report --hints --measure --max-steps 20000 -o "$$dir/site" internal/generate/testdata/mistakes.frac docs/cost.md examples/attention.frac examples/trees.frac examples/rules/shapes.fracrule examples/models/decoder.onnx && \
	$(GO) run ./internal/manual "$$dir/manual" && \
	mkdir "$$dir/graphs" && bin/fraccheck show graph examples/models/decoder.onnx -o "$$dir/graphs/decoder.html" && \
	bin/fraccheck show graph examples/convnet.relay -o "$$dir/graphs/convnet.html" && \
	cd internal/report/test/browser && npm ci --ignore-scripts --silent --no-audit --no-fund && \
	CHROMIUM=$(CHROMIUM) node run.mjs "$$dir/site" && CHROMIUM=$(CHROMIUM) node run.mjs "$$dir/manual" && \
	CHROMIUM=$(CHROMIUM) node graph.mjs "$$dir/graphs"

manual: ## docs/ as a site, in bin/manual
	$(GO) run ./internal/manual bin/manual

# The playground: the manual with programs that run, and a page with an editor, as static files.
# The modules are compressed as they are served; docs/playground.md has their sizes. Without inlining
# (-l) they are smaller by a fifth in gzip, and check and run the examples in the same time.
PLAYGROUND := bin/playground
.PHONY: playground test-playground
playground: ## the manual with programs that run, and an editor, as static files in bin/playground; needs node and npm
	rm -rf $(PLAYGROUND) && mkdir -p $(PLAYGROUND)
	$(GO) run ./internal/manual -playground $(PLAYGROUND)
	cd editors/playground && npm ci --ignore-scripts --silent --no-audit --no-fund && node build.mjs "$(CURDIR)/$(PLAYGROUND)" "$$($(GO) env GOROOT)"
	for module in first server; do \
		GOOS=js GOARCH=wasm $(GO) build -trimpath -gcflags=all=-l -ldflags "-s -w" -o bin/$$module.wasm ./internal/playground/$$module && \
		gzip -9 -n -c bin/$$module.wasm > $(PLAYGROUND)/playground/$$module.wasm.gz || exit 1; \
	done

test-playground: playground ## the playground in Chromium: every example, runs, fixes, sharing; not part of test
	@if ! command -v $(CHROMIUM) >/dev/null 2>&1; then echo "test-playground: left out, there is no $(CHROMIUM); on Debian, \`apt-get install chromium\`"; exit 0; fi; \
	cd editors/playground && CHROMIUM=$$(command -v $(CHROMIUM)) node test/run.mjs "$(CURDIR)/$(PLAYGROUND)" $(SCREENSHOTS)

# Each target has one worker, and there are as many at a time as cores: while one is linked, which
# takes one core and as long as half of the fuzzing, another one is fuzzed.
fuzz: ## every fuzz target for FUZZTIME
	@grep -r --include='*_test.go' '^func Fuzz' . | sed -E 's|^(.*)/[^/]*:func (Fuzz[A-Za-z0-9_]*)\(.*|\2 \1|' | sort -k 2 | \
		GO="$(GO)" xargs -L 1 -P "$$(getconf _NPROCESSORS_ONLN)" sh -c 'tools/fuzz.sh "$$0" "$$1" $(FUZZTIME)'

.PHONY: subjects
subjects: ## fail when the subject of a commit is too long
	@tools/subjects.sh

lint: ## staticcheck, at the version that tools/go.mod names
	$(GO) tool -modfile=tools/go.mod staticcheck ./...

vuln: ## known vulnerabilities in the modules that the binary is built from
	$(GO) tool -modfile=tools/go.mod govulncheck ./...

bench-keystroke: build ## from a key to the diagnostics, as a client of the server sees it; BESIDE: other builds to compare
	$(GO) run ./internal/bench/keystroke -keys 100 bin/fraccheck $(BESIDE)

bench-kernels: ## kernels beside NumPy with OpenBLAS and SciPy, and (MODELS=DIR) models beside onnxruntime-web
	GO="$(GO)" tools/bench-kernels.sh

bench: ## the benchmarks of docs/performance.md
	$(GO) test -run '^$$' -bench . -benchmem ./...

generate: ## write the generated files of docs/ again
	$(GO) generate ./...

# Each binary is built twice and compared; the commit must be tagged. RELEASE_FLAGS may
# name systems (-only linux/amd64) or leave the tag out (-untagged).
release: ## archives and packages for VS Code for all systems, bills of materials and sums, in dist/
	rm -rf dist && $(GO) run ./internal/release -o dist $(RELEASE_FLAGS)
