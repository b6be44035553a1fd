package arch

import (
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// named is a function in the manual: `package.Function`, `package.type.method`.
var named = regexp.MustCompile("`([a-z]+)\\.([A-Za-z.]+)`")

// TestKeystroke holds that the functions on the way of a keystroke are there, and
// that each is named once.
func TestKeystroke(t *testing.T) {
	text, err := os.ReadFile(filepath.Join(root(t), "docs", "architecture.md"))
	if err != nil {
		t.Fatal(err)
	}
	_, way, _ := strings.Cut(string(text), "## The way of a keystroke")
	way, _, _ = strings.Cut(way, "\n## ")
	declared, seen := functions(t), map[string]bool{}
	for _, m := range named.FindAllStringSubmatch(way, -1) {
		name := m[1] + "." + m[2]
		if !declared[name] {
			t.Errorf("docs/architecture.md: there is no %s", name)
		}
		if seen[name] {
			t.Errorf("docs/architecture.md names %s twice on the way of a keystroke", name)
		}
		seen[name] = true
	}
	if len(seen) < 20 {
		t.Errorf("docs/architecture.md names %d functions on the way of a keystroke", len(seen))
	}
}

// functions are those of the module but of tests, as the manual names them.
func functions(t *testing.T) map[string]bool {
	root, found := root(t), map[string]bool{}
	walk(t, root, func(name string) {
		if !strings.HasSuffix(name, ".go") || strings.HasSuffix(name, "_test.go") {
			return
		}
		file, err := parser.ParseFile(token.NewFileSet(), filepath.Join(root, name), nil, parser.SkipObjectResolution)
		if err != nil {
			t.Errorf("reading %s: %v", name, err)
			return
		}
		for _, d := range file.Decls {
			if f, ok := d.(*ast.FuncDecl); ok {
				found[path.Base(path.Dir(name))+"."+receiver(f)+f.Name.Name] = true
			}
		}
	})
	return found
}

// receiver is the type of a method and a dot.
func receiver(f *ast.FuncDecl) string {
	if f.Recv == nil {
		return ""
	}
	of := f.Recv.List[0].Type
	if pointer, ok := of.(*ast.StarExpr); ok {
		of = pointer.X
	}
	if name, ok := of.(*ast.Ident); ok {
		return name.Name + "."
	}
	return ""
}
