package library_test

import (
	"regexp"
	"testing"

	"github.com/fraccheck/fraccheck/internal/op"
	"github.com/fraccheck/fraccheck/internal/op/table"
	"github.com/fraccheck/fraccheck/internal/prelude"
	"github.com/fraccheck/fraccheck/internal/syntax/habits/library"
)

var constructors = map[string]bool{"True": true, "False": true}

// isCalled tells whether a name can be called or is a constructor.
func isCalled(ops op.Table, name string) bool {
	declared := regexp.MustCompile(`(?m)^\s+` + regexp.QuoteMeta(name) + `\b`)
	return ops[name] != nil || constructors[name] || declared.MatchString(prelude.Source)
}

func TestOperatorsExist(t *testing.T) {
	ops := table.Default()
	library.Each(func(name string, n library.Name) {
		if n.Operator != "" && !isCalled(ops, n.Operator) {
			t.Errorf("%s: there is no %s", name, n.Operator)
		}
		if n.Operator == "" && n.Say == "" {
			t.Errorf("%s says nothing", name)
		}
		if o := ops[name]; o != nil && !o.Internal {
			t.Errorf("%s is an operator: take it out of table.go", name)
		}
	})
}

func TestLookup(t *testing.T) {
	ops := table.Default()
	known := func(name string) bool { return ops[name] != nil }
	for name, want := range map[string]string{
		"np.exp": "exp", "torch.relu": "nn.relu", "F.softmax": "nn.softmax", "unsqueeze": "expand_dims",
		"torch.unsqueeze": "expand_dims", "jnp.arcsin": "asin", "nn.linear": "nn.dense", "TRUE": "True",
	} {
		if n, ok := library.Lookup(name, known); !ok || n.Operator != want {
			t.Errorf("%s: got %+v, want %s", name, n, want)
		}
	}
	if n, ok := library.Lookup("helper2", known); ok {
		t.Errorf("helper2 is known as %+v", n)
	}
}
