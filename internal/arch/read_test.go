package arch

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"path"
	"path/filepath"
	"strings"
	"testing"
)

// opening are the functions of package os that open files: a pipe or a device would
// keep whoever calls them waiting, or be read without end.
var opening = map[string]bool{"Open": true, "OpenFile": true, "ReadFile": true, "WriteFile": true, "Create": true, "CreateTemp": true, "Rename": true, "Truncate": true, "Link": true}

// TestFilesAreOpenedInOnePlace holds that what the tool reads and writes goes through
// package disk, which refuses what is no regular file. Programs that only the build
// runs may do as they like; playground/server opens devices that its page makes.
func TestFilesAreOpenedInOnePlace(t *testing.T) {
	shipped := func(name string) bool {
		dir := path.Dir(name)
		return !strings.HasSuffix(name, "_test.go") && layer(dir) >= 0 && dir != "internal/disk" && dir != "internal/playground/server" && !ofTheBuild[dir]
	}
	eachNode(t, shipped, func(place string, n ast.Node) {
		if s, ok := n.(*ast.SelectorExpr); ok && opening[s.Sel.Name] && isName(s.X, "os") {
			t.Errorf("%s uses os.%s; package disk opens files", place, s.Sel.Name)
		}
	})
}

// TestGitIsStartedInOnePlace holds that git goes through package git, which lets a repository
// make it run nothing.
func TestGitIsStartedInOnePlace(t *testing.T) {
	shipped := func(name string) bool {
		dir := path.Dir(name)
		return !strings.HasSuffix(name, "_test.go") && layer(dir) >= 0 && dir != "internal/git" && !ofTheBuild[dir]
	}
	eachNode(t, shipped, func(place string, n ast.Node) {
		call, ok := n.(*ast.CallExpr)
		if !ok {
			return
		}
		if s, ok := call.Fun.(*ast.SelectorExpr); !ok || !isName(s.X, "exec") {
			return
		}
		for _, argument := range call.Args {
			if text, ok := argument.(*ast.BasicLit); ok && strings.Trim(text.Value, "\"`") == "git" {
				t.Errorf("%s starts git; package git does", place)
			}
		}
	})
}

// eachNode calls visit for the nodes of the Go files that are wanted, with their places.
func eachNode(t *testing.T, wanted func(name string) bool, visit func(place string, n ast.Node)) {
	t.Helper()
	root := root(t)
	walk(t, root, func(name string) {
		if !strings.HasSuffix(name, ".go") || !wanted(name) {
			return
		}
		set := token.NewFileSet()
		file, err := parser.ParseFile(set, filepath.Join(root, name), nil, parser.SkipObjectResolution)
		if err != nil {
			t.Errorf("reading %s: %v", name, err)
			return
		}
		ast.Inspect(file, func(n ast.Node) bool {
			if n != nil {
				visit(fmt.Sprintf("%s:%d", name, set.Position(n.Pos()).Line), n)
			}
			return true
		})
	})
}

// ofTheBuild are packages below those of the tool that it has no use for.
var ofTheBuild = map[string]bool{"internal/syntax/grammar/internal/ebnf": true, "lsp/params/internal/extract": true, "internal/op/buffer/kerneltest": true}

func isName(e ast.Expr, name string) bool {
	id, ok := e.(*ast.Ident)
	return ok && id.Name == name
}
