package typecheck_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/fraccheck/fraccheck/internal/checktest"
	"github.com/fraccheck/fraccheck/internal/progen"
	"github.com/fraccheck/fraccheck/internal/syntax"
	"github.com/fraccheck/fraccheck/internal/types"
	"github.com/fraccheck/fraccheck/typecheck"
)

// TestSignaturesStay: a check resolves types where they stand. What definitions show to
// others, who may look at it at the same time, is none of them: it has the same parts before
// and after all checks.
func TestSignaturesStay(t *testing.T) {
	texts := checktest.Texts(t, "testdata/*.*", "../examples/*.frac")
	for seed := range uint64(200) {
		texts = append(texts, progen.Make(seed).Text)
	}
	prelude, shown := newPrelude(), 0
	for _, text := range texts {
		file := syntax.ParseFile("program.frac", text)
		m := typecheck.NewModule(typecheck.Config{File: file, Prelude: prelude, Ops: ops})
		before := shownBy(m)
		for i := range file.Len() {
			m.Check(i)
		}
		if after := shownBy(m); !slices.Equal(before, after) {
			t.Fatalf("after the check of\n%s\nits definitions show\n%s\nand before it\n%s", text, strings.Join(after, "\n"), strings.Join(before, "\n"))
		}
		shown += len(before)
	}
	if shown < 1000 {
		t.Errorf("only %d types were looked at", shown)
	}
}

// shownBy are the types of all that is visible in a module, with the place of each part.
func shownBy(m *typecheck.Module) (shown []string) {
	for _, o := range m.VisibleValues(0) {
		if o.Type != nil {
			shown = append(shown, o.Name+": "+placed(o.Type, 40))
		}
	}
	slices.Sort(shown)
	return shown
}

// placed writes a type with the places in memory of its parts, and links of variables as
// they stand.
func placed(t types.Type, depth int) string {
	if depth == 0 {
		return "…"
	}
	list := func(ts []types.Type) string {
		var parts []string
		for _, t := range ts {
			parts = append(parts, placed(t, depth-1))
		}
		return "(" + strings.Join(parts, ", ") + ")"
	}
	switch t := t.(type) {
	case *types.Tensor:
		return fmt.Sprintf("%p%v%v", t, t.Dtype, t.Shape)
	case *types.Tuple:
		return fmt.Sprintf("%p%s", t, list(t.Elems))
	case *types.ADT:
		return fmt.Sprintf("%p%s%s", t, t.Decl.Name, list(t.Args))
	case *types.Fractal:
		return fmt.Sprintf("%p[%s]", t, placed(t.Elem, depth-1))
	case *types.Ref:
		return fmt.Sprintf("%p&%s", t, placed(t.Elem, depth-1))
	case *types.Func:
		where := ""
		for _, w := range t.Where {
			where += fmt.Sprintf(" where %s = %s", list(w.Args), placed(w.Out, depth-1))
		}
		return fmt.Sprintf("%p%s -> %s%s", t, list(t.In), placed(t.Out, depth-1), where)
	case *types.Var:
		if t.Link != nil {
			return fmt.Sprintf("%p=%s", t, placed(t.Link, depth-1))
		}
		return fmt.Sprintf("%p", t)
	}
	return fmt.Sprintf("%p%v", t, t)
}
