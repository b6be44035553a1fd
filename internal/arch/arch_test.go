package arch

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

const module = "github.com/fraccheck/fraccheck"

// layers lists the packages from the bottom up; those of internal/ that are not in it
// are for tests and generators. A package may import those
// above it in this list and, within its own line, itself and its subfolders
// (which are in their parent's line unless they have one of their own).
var layers = []string{
	"internal/lazyregexp",
	"internal/steps",
	"internal/scratch",
	"internal/sequence",
	"internal/cells",
	"internal/rope",
	"internal/digraph",
	"internal/egraph",
	"internal/symbolic",
	"internal/codes",
	"internal/spelling",
	"internal/excerpt",
	"internal/console",
	"internal/syntax/habits",
	"internal/syntax",
	"internal/attribute",
	"internal/python",
	"internal/syntax/grammar",
	"internal/syntax/format",
	"internal/prelude",
	"internal/explain",
	"internal/commandline",
	"internal/types",
	"internal/assume",
	"internal/vector",
	"internal/value",
	"internal/interval",
	"internal/op",
	"internal/declared",
	"typecheck",
	"analysis",
	"internal/graph",
	"internal/drawing",
	"internal/rewrite",
	"exhaustive",
	"complexity/linear",
	"complexity/ranking",
	"internal/effect",
	"complexity/amortize",
	"complexity/recurrence",
	"complexity/constraint",
	"complexity/measure",
	"complexity/solving",
	"complexity",
	"internal/contract",
	"internal/ranges",
	"internal/treewalk",
	"complexity/lower",
	"complexity/trial",
	"internal/binding",
	"internal/constcheck",
	"internal/effectcheck",
	"internal/sharing",
	"internal/pattern",
	"interp/code",
	"interp/compile",
	"interp/machine",
	"interp",
	"internal/shadow",
	"internal/witness",
	"internal/refactor",
	"internal/normalform",
	"internal/optimize",
	"internal/lawcheck",
	"internal/matchcheck",
	"internal/contractcheck",
	"internal/rangecheck",
	"internal/costcheck",
	"analysis/registry",
	"internal/disk",
	"internal/model/onnx/wire",
	"internal/model/onnx/schema",
	"internal/model/onnx/dataset",
	"internal/model",
	"internal/model/onnx",
	"internal/model/fractaltensor",
	"internal/resource",
	"internal/git",
	"internal/cache",
	"internal/workspace/sourcefile",
	"internal/workspace/readers",
	"internal/workspace/gitignore",
	"internal/workspace/config",
	"internal/workspace/baseline",
	"internal/workspace/language",
	"internal/workspace/ruleset",
	"internal/workspace/suppress",
	"internal/workspace/walk",
	"internal/workspace/linediff",
	"internal/workspace/signature",
	"internal/workspace",
	"internal/workspace/reference",
	"internal/workspace/scip",
	"internal/workspace/repair",
	"internal/workspace/definition",
	"internal/workspace/cost",
	"internal/workspace/picture",
	"internal/workspace/convert",
	"internal/workspace/ruleuse",
	"internal/workspace/fixer",
	"internal/workspace/batch",
	"internal/revisions",
	"internal/isolation",
	"internal/evaluate",
	"internal/fill",
	"internal/prove/term",
	"internal/prove/instance",
	"internal/prove/scalar",
	"internal/prove/meaning",
	"internal/prove/lists",
	"internal/prove",
	"internal/evaluate/worker",
	"internal/output",
	"internal/compare",
	".",
	"lsp/text",
	"lsp/complete",
	"lsp/rename",
	"lsp/token",
	"lsp/hint",
	"lsp/rules",
	"lsp/settings",
	"lsp/request",
	"lsp/card",
	"lsp/rulematch",
	"lsp/runs",
	"lsp/configuration",
	"lsp/hover",
	"lsp/navigation",
	"lsp/actions",
	"lsp/completion",
	"lsp/structure",
	"lsp/lenses",
	"lsp/commands",
	"lsp/panels",
	"lsp",
	"internal/dap",
	"internal/report",
	"internal/playground",
	"internal/repl",
	"cmd/fraccheck",
}

// A pkg is one package of the module as its files declare it.
type pkg struct {
	path       string // relative to the module
	imports    []string
	documented bool
}

func TestImportsGoUpwards(t *testing.T) {
	for _, p := range packages(t) {
		if strings.HasPrefix(p.path, "internal/") && layer(p.path) < 0 {
			continue
		}
		own := layer(p.path)
		if own < 0 {
			t.Errorf("%s has no place in the list of layers: add a line to `layers` in internal/arch/arch_test.go, below all that it imports", p.path)
			continue
		}
		for _, imported := range p.imports {
			if strings.HasPrefix(imported, "internal/") && layer(imported) < 0 {
				t.Errorf("%s imports %s, which is for tests and generators", p.path, imported)
			} else if layer(imported) > own {
				t.Errorf("%s imports %s, which stands below it", p.path, imported)
			}
		}
	}
}

// TestChecksCanBeDeleted holds that nothing but the registry imports a check, so that deleting its
// folder and its line in the registry deletes it. What two checks need is a package below both.
func TestChecksCanBeDeleted(t *testing.T) {
	all := packages(t)
	registry := all[slices.IndexFunc(all, func(p pkg) bool { return p.path == "analysis/registry" })]
	for _, check := range registry.imports {
		if check == "analysis" {
			continue
		}
		for _, p := range all {
			if p.path != registry.path && p.path != check && slices.Contains(p.imports, check) {
				t.Errorf("%s imports the check %s", p.path, check)
			}
		}
	}
}

// features are the packages of the language server that answer requests. Each can be read
// and deleted without the others.
var features = []string{
	"lsp/hover", "lsp/navigation", "lsp/actions", "lsp/completion", "lsp/structure", "lsp/lenses", "lsp/commands", "lsp/panels",
}

// TestFeaturesAreSeparate holds that no feature of the server imports another one, and that
// only the server imports them.
func TestFeaturesAreSeparate(t *testing.T) {
	for _, p := range packages(t) {
		for _, imported := range p.imports {
			if slices.Contains(features, imported) && p.path != "lsp" {
				t.Errorf("%s imports %s, a feature of the server", p.path, imported)
			}
		}
	}
}

func TestPackagesAreDocumented(t *testing.T) {
	for _, p := range packages(t) {
		if !p.documented {
			t.Errorf("%s has no package comment", p.path)
		}
	}
}

// layer is the index of the line that a package belongs to, -1 for none. Only the package at the root
// of the module belongs to the line of the root.
func layer(p string) int {
	if p == "." {
		return slices.Index(layers, p)
	}
	for ; p != "."; p = path.Dir(p) {
		if i := slices.Index(layers, p); i >= 0 {
			return i
		}
	}
	return -1
}

// packages reads the imports of all files but tests.
func packages(t *testing.T) []pkg {
	t.Helper()
	root := root(t)
	found := map[string]*pkg{}
	walk(t, root, func(name string) {
		if !strings.HasSuffix(name, ".go") || strings.HasSuffix(name, "_test.go") || strings.HasPrefix(name, "tools/") {
			return
		}
		file, err := parser.ParseFile(token.NewFileSet(), filepath.Join(root, name), nil, parser.ImportsOnly|parser.ParseComments)
		if err != nil {
			t.Errorf("reading imports: %v", err)
			return
		}
		dir := path.Dir(name)
		if found[dir] == nil {
			found[dir] = &pkg{path: dir}
		}
		found[dir].add(file)
	})
	var all []pkg
	for _, p := range found {
		all = append(all, *p)
	}
	slices.SortFunc(all, func(a, b pkg) int { return strings.Compare(a.path, b.path) })
	return all
}

func (p *pkg) add(file *ast.File) {
	p.documented = p.documented || file.Doc != nil
	for _, spec := range file.Imports {
		imported := strings.Trim(spec.Path.Value, `"`)
		if inner, ok := strings.CutPrefix(imported, module+"/"); ok {
			p.imports = append(p.imports, inner)
		} else if imported == module {
			p.imports = append(p.imports, ".")
		}
	}
}

func root(t *testing.T) string {
	t.Helper()
	dir, err := filepath.Abs("../..")
	if err != nil {
		t.Fatal(err)
	}
	return dir
}

// walk calls visit with the slash path of every file of the repository, but
// for what tools put there.
func walk(t *testing.T, root string, visit func(name string)) {
	t.Helper()
	err := filepath.WalkDir(root, func(file string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		name, err := filepath.Rel(root, file)
		if err != nil {
			return err
		}
		if d.IsDir() && slices.Contains([]string{".git", "node_modules", "bin"}, d.Name()) {
			return fs.SkipDir
		}
		if d.Type().IsRegular() && d.Name() != ".git" { // in a worktree of git that is a file
			visit(filepath.ToSlash(name))
		}
		return nil
	})
	if err != nil && !os.IsNotExist(err) {
		t.Fatal(err)
	}
}
