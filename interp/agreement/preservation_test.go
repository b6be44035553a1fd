package agreement

import (
	"context"
	"fmt"
	"testing"

	"github.com/fraccheck/fraccheck/internal/checktest"
	"github.com/fraccheck/fraccheck/internal/reference"
	"github.com/fraccheck/fraccheck/internal/syntax"
	"github.com/fraccheck/fraccheck/internal/types"
	"github.com/fraccheck/fraccheck/internal/value"
	"github.com/fraccheck/fraccheck/interp/sample"
	"github.com/fraccheck/fraccheck/typecheck"
)

// TestTypesHold runs what is defined in programs on generated arguments, and holds the
// values against the types that were inferred: shape, dtype, constructors, at every depth.
// TVM's programs with an operator each are among them.
func TestTypesHold(t *testing.T) {
	texts := checktest.Texts(t, "../../examples/*.frac", "../../examples/*.relay", "../testdata/*.frac",
		"../../typecheck/testdata/*.frac", "../../internal/effectcheck/testdata/*.frac", "../../complexity/testdata/*.frac")
	for _, name := range []string{reference.Operators, reference.Language} {
		for i, v := range reference.Verdicts(t, name) {
			if v.Verdict == "accept" && (!testing.Short() || i%10 == 0) {
				texts = append(texts, v.Program)
			}
		}
	}
	runs := 0
	for _, text := range texts {
		m := checktest.ModuleIn("", text)
		for i, item := range m.File().All() {
			if Comparable(item) {
				runs += holdTypes(t, m, i)
			}
		}
	}
	if runs < len(texts) {
		t.Errorf("%d runs of %d programs", runs, len(texts))
	}
}

// knownToErr are the definitions of which docs/cost.md says why a value may have another
// shape: a pool over an extent that is a variable.
var knownToErr = map[string]bool{"@pool": true}

// holdTypes runs an item on the arguments of each choice of sizes; it is how many runs
// gave a value.
func holdTypes(t *testing.T, m *typecheck.Module, item int) (runs int) {
	c := &comparison{subject: Subject{m, m, item, item}, name: subjectName(m, item), options: Options{MaxSteps: 1e4, MaxMemory: 1 << 26}}
	for round := range rounds {
		h, calls, err := c.build(round)
		if err != nil || knownToErr[c.name] {
			return runs
		}
		r, err := h.ready(m, item, calls.before)
		if err != nil {
			continue
		}
		out := types.Head(m.Replacement(item, syntax.ParseFile(m.File().Name, h.text(calls.before))).Object(0).Type).(*types.Func).Out
		s := sample.New(sample.Seed(h.text(calls.before)), sample.Domain{}, len(domains))
		for s.Trial = range domains {
			s.Domain = domains[s.Trial]
			args := make([]value.Value, len(h.drawn))
			for i, d := range h.drawn {
				args[i] = s.Value(d.typ)
			}
			v, err := c.evaluate(context.Background(), r, args)
			if err != nil {
				continue
			}
			runs++
			if problem := misfit(v, out); problem != "" {
				t.Errorf("%s is of type %s, and gives %s for %v: %s in\n%s", c.name, types.String(out), value.Summary(v), h.inputs(args), problem, m.File().Text())
				return runs
			}
		}
		if !h.open {
			break
		}
	}
	return runs
}

// misfit is the first part of a value that is not of its type; "" where there is none.
func misfit(v value.Value, t types.Type) string {
	switch t := types.Head(t).(type) {
	case *types.Tensor:
		return misfitArray(v, t)
	case *types.Tuple:
		if v, ok := v.(*value.Tuple); ok && len(v.Elems) == len(t.Elems) {
			return misfits(v.Elems, t.Elems)
		}
	case *types.Fractal:
		if v, ok := v.(*value.Fractal); ok {
			for i := range v.Len() {
				if problem := misfit(v.At(i), t.Elem); problem != "" {
					return problem
				}
			}
			return ""
		}
	case *types.ADT:
		if v, ok := v.(*value.Data); ok && v.Tag < len(t.Decl.Constructors) && t.Decl.Constructors[v.Tag].Name == v.Name {
			return misfits(v.Fields, t.Fields(t.Decl.Constructors[v.Tag]))
		}
	case *types.Ref:
		if v, ok := v.(*value.Cell); ok {
			return misfit(v.Elem, t.Elem)
		}
	case *types.Func:
		if _, ok := v.(value.Func); ok {
			return ""
		}
	default:
		return "" // a type that no value tells
	}
	return fmt.Sprintf("%s is no %s", value.Summary(v), types.String(t))
}

func misfits(vs []value.Value, ts []types.Type) string {
	if len(vs) != len(ts) {
		return fmt.Sprintf("%d parts, not %d", len(vs), len(ts))
	}
	for i, v := range vs {
		if problem := misfit(v, ts[i]); problem != "" {
			return problem
		}
	}
	return ""
}

// misfitArray leaves out the dtype where a text leaves it out, as TVM takes `dtype=""`, and
// extents that are not known before the run.
func misfitArray(v value.Value, t *types.Tensor) string {
	a := value.Dense(v)
	if a == nil || len(a.Shape) != len(t.Shape) || t.Dtype != (types.Dtype{}) && a.Dtype.String() != types.String(types.Scalar(t.Dtype)) {
		return fmt.Sprintf("%s is no %s", value.Summary(v), types.String(t))
	}
	for i, d := range t.Shape {
		if n, ok := d.Const(); ok && n != int64(a.Shape[i]) {
			return fmt.Sprintf("extent %d of %s is no %s", i, value.ShapeText(a.Shape), types.String(t))
		}
	}
	return ""
}
