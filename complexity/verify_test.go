package complexity_test

import (
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/fraccheck/fraccheck/complexity"
	"github.com/fraccheck/fraccheck/internal/treewalk"
	"github.com/fraccheck/fraccheck/prelude"
	"github.com/fraccheck/fraccheck/syntax"
	"github.com/fraccheck/fraccheck/typecheck"
	"github.com/fraccheck/fraccheck/types"
)

// An argument is a random value as text, with its sizes in the order in which a
// bound lists them.
type argument struct {
	text  string
	sizes []int64
}

// An arguer makes random arguments.
type arguer struct {
	*rand.Rand
	analysis *complexity.Analysis
}

// of makes a value of a type with about n constructors; false for types that the
// test has no values of.
func (a *arguer) of(t types.Type, n int) (argument, bool) {
	counts := map[string]int64{}
	text, ok := a.text(t, &n, counts)
	if !ok {
		return argument{}, false
	}
	arg := argument{text: text}
	switch t := types.Head(t).(type) {
	case *types.Tensor:
		if t.Dtype.IsInteger() {
			k, _ := strconv.ParseInt(text, 10, 64)
			arg.sizes = []int64{k}
		}
	case *types.ADT:
		for _, m := range a.analysis.Measures(t) {
			arg.sizes = append(arg.sizes, counts[m])
		}
	}
	return arg, true
}

// text writes a value that spends n constructors, and counts those with fields by
// type.
func (a *arguer) text(t types.Type, n *int, counts map[string]int64) (string, bool) {
	switch t := types.Head(t).(type) {
	case *types.Tensor:
		if len(t.Shape) > 0 {
			return "", false
		}
		switch t.Dtype {
		case types.Int32:
			return strconv.Itoa(a.IntN(7)), true
		case types.Bool:
			return []string{"True", "False"}[a.IntN(2)], true
		}
		return "", false
	case *types.Tuple:
		var parts []string
		for _, e := range t.Elems {
			part, ok := a.text(e, n, counts)
			if !ok {
				return "", false
			}
			parts = append(parts, part)
		}
		return "(" + strings.Join(parts, ", ") + ")", len(parts) > 1
	case *types.ADT:
		return a.data(t, n, counts)
	case *types.Var:
		return strconv.Itoa(a.IntN(7)), true
	}
	return "", false
}

func (a *arguer) data(t *types.ADT, n *int, counts map[string]int64) (string, bool) {
	all := t.Decl.Constructors
	leaves := slices.DeleteFunc(slices.Clone(all), func(k *types.Constructor) bool { return len(k.Fields) > 0 })
	k := all[a.IntN(len(all))]
	switch {
	case *n <= 0 && len(leaves) > 0:
		k = leaves[a.IntN(len(leaves))]
	case *n > 0 && a.IntN(4) > 0:
		for range 4 {
			if k = all[a.IntN(len(all))]; len(k.Fields) > 0 {
				break
			}
		}
	}
	if *n < -50 {
		return "", false
	}
	*n--
	if len(k.Fields) == 0 {
		return k.Name, true
	}
	counts[types.String(t)]++
	s := &types.Substitution{Params: t.Decl.Params, Types: t.Args, Dims: make([]types.Dim, len(t.Args))}
	var parts []string
	for _, f := range k.Fields {
		part, ok := a.text(s.Apply(f), n, counts)
		if !ok {
			return "", false
		}
		parts = append(parts, part)
	}
	return k.Name + "(" + strings.Join(parts, ", ") + ")", true
}

// TestBoundsHold runs every definition of testdata on random arguments with an
// evaluator that shares nothing with the analysis, and counts.
func TestBoundsHold(t *testing.T) {
	paths, _ := filepath.Glob("testdata/*.frac")
	for _, path := range paths {
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		bounded, compared := holdBounds(t, string(text), rand.New(rand.NewPCG(1, 2)), 30)
		t.Logf("%s: %d definitions bounded, %d runs", path, bounded, compared)
	}
}

// holdBounds compares what runs cost with the bounds of all definitions.
func holdBounds(t *testing.T, text string, random *rand.Rand, runs int) (bounded, compared int) {
	m := module(t, text)
	analysis := analysisOf(m)
	a := &arguer{random, analysis}
	for i := range m.Items() {
		o := m.Object(i)
		if o == nil || o.Kind != typecheck.DefObject {
			continue
		}
		b := analysis.Of(o)
		if b.Loss != nil {
			continue
		}
		bounded++
		for n := range runs {
			compared += holdBound(t, text, a, o, b, n)
		}
	}
	return bounded, compared
}

func holdBound(t *testing.T, text string, a *arguer, o *typecheck.Object, b *complexity.Bound, n int) int {
	var sizes []int64
	var args []string
	for _, in := range types.Head(o.Type).(*types.Func).In {
		arg, ok := a.of(in, a.IntN(n+1))
		if !ok {
			return 0
		}
		args = append(args, arg.text)
		sizes = append(sizes, arg.sizes...)
	}
	call := fmt.Sprintf("%s(%s)", o.Name, strings.Join(args, ", "))
	work, ticks, ok := counted(text, call)
	if !ok {
		return 0
	}
	for m, count := range map[complexity.Metric]int64{complexity.Work: work, complexity.Tick: ticks} {
		most, _ := b.Costs[m].At(sizes).Float64()
		if float64(count) > most {
			t.Errorf("%s costs %d of metric %d, more than %s = %g\n%s", call, count, m, b.Text(m), most, text)
		}
	}
	return 1
}

// counted runs a call, and counts as the bounds do.
func counted(text, call string) (work, ticks int64, ok bool) {
	program := treewalk.New(
		syntax.ParseFile("main.frac", "def @verified() { "+call+" }"),
		syntax.ParseFile("test.frac", text), syntax.ParseFile(prelude.Name, prelude.Source))
	program.Watch = func(item *syntax.Item, n syntax.NodeID, _ treewalk.Value) {
		if strings.HasPrefix(item.Text, "def @verified()") {
			return
		}
		if n == item.Body() {
			ticks++
		}
		switch item.Kind(n) {
		case syntax.Call, syntax.If, syntax.Match, syntax.Project:
			work++
		case syntax.Binary:
			work += int64(item.Binary(n).Links())
		case syntax.Unary:
			work += int64(len(item.Unary(n).Operators))
		}
	}
	r := program.Run("@verified", 1_000_000)
	return work, ticks, r.Fault == nil
}
