package network_test

import (
	"testing"

	"github.com/fraccheck/fraccheck/complexity/network"
	"github.com/fraccheck/fraccheck/internal/assume"
	"github.com/fraccheck/fraccheck/internal/codes"
	"github.com/fraccheck/fraccheck/internal/op/table"
	"github.com/fraccheck/fraccheck/internal/prelude"
	"github.com/fraccheck/fraccheck/internal/syntax"
	"github.com/fraccheck/fraccheck/typecheck"
)

var (
	ops           = table.Default()
	preludeModule = typecheck.NewModule(typecheck.Config{File: syntax.ParseFile(prelude.Name, prelude.Source), Ops: ops})
)

// report is that of a definition of a program in which there are no errors.
func report(t testing.TB, text, name string, assumed ...string) *network.Report {
	t.Helper()
	set, err := assume.Parse(assumed, nil)
	if err != nil {
		t.Fatal(err)
	}
	file := syntax.ParseFile("net.frac", text)
	m := typecheck.NewModule(typecheck.Config{File: file, Prelude: preludeModule, Ops: ops})
	for i, item := range file.All() {
		for _, d := range append(item.Errors, m.Check(i).Diagnostics...) {
			if d.Severity == codes.Error {
				t.Fatalf("%s\n%s", d.Message, text)
			}
		}
	}
	r := network.Of(m.Value(name, 0), func(o *typecheck.Object) (*typecheck.Info, *syntax.File) {
		home, i := m.Owner(o)
		if home == nil {
			return nil, nil
		}
		return home.Check(i).Info, home.File()
	}, set)
	if r == nil {
		t.Fatalf("no report on %s", name)
	}
	return r
}

// text is a figure, or why it is not known.
func text(f network.Figure) string {
	if f.Why != nil {
		return "unknown: " + f.Why.Message
	}
	return f.Size.String()
}
