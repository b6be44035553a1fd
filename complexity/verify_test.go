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
	if tuple, ok := types.Head(t).(*types.Tuple); ok {
		return a.parts(tuple, n)
	}
	counts := map[string]int64{}
	text, ok := a.text(t, &n, counts)
	if !ok {
		return argument{}, false
	}
	arg := argument{text: text}
	switch t := types.Head(t).(type) {
	case *types.Func:
		arg.sizes = []int64{0}
	case *types.Tensor:
		if t.Dtype.IsInteger() {
			digits, _, _ := strings.Cut(strings.Replace(text, "u", "i", 1), "i")
			k, _ := strconv.ParseInt(digits, 10, 64)
			arg.sizes = []int64{k}
		}
	case *types.ADT:
		for _, m := range a.analysis.Measures(t) {
			arg.sizes = append(arg.sizes, counts[m])
		}
	}
	return arg, true
}

// parts makes a tuple; each part of it has its own sizes.
func (a *arguer) parts(t *types.Tuple, n int) (argument, bool) {
	var whole argument
	var parts []string
	for _, e := range t.Elems {
		part, ok := a.of(e, a.IntN(n+1))
		if !ok {
			return argument{}, false
		}
		parts = append(parts, part.text)
		whole.sizes = append(whole.sizes, part.sizes...)
	}
	whole.text = "(" + strings.Join(parts, ", ") + ")"
	return whole, len(parts) > 1
}

// text writes a value that spends n constructors, and counts those with fields by
// type.
func (a *arguer) text(t types.Type, n *int, counts map[string]int64) (string, bool) {
	switch t := types.Head(t).(type) {
	case *types.Tensor:
		if len(t.Shape) == 1 && t.Dtype == types.Float32 {
			return "Constant([1f, 2f, 3f])", true
		}
		if len(t.Shape) > 0 {
			return "", false
		}
		switch t.Dtype {
		case types.Int32:
			return strconv.Itoa(a.IntN(7)), true
		case types.Dtype{Class: types.IntClass, Bits: 8, Lanes: types.Int32.Lanes}:
			return strconv.Itoa([]int{0, 1, 5, 126, 127}[a.IntN(5)]) + "i8", true
		case types.Dtype{Class: types.UintClass, Bits: 8, Lanes: types.Int32.Lanes}:
			return strconv.Itoa([]int{0, 1, 5, 254, 255}[a.IntN(5)]) + "u8", true
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
	case *types.Func:
		// Its own calls are not counted, as those of what stands in the call are not.
		out, ok := a.text(t.Out, new(int), map[string]int64{})
		names := strings.TrimSuffix(strings.Repeat("%_, ", len(t.In)), ", ")
		for i := range t.In {
			names = strings.Replace(names, "%_", "%a"+strconv.Itoa(i), 1)
		}
		return "fn(" + names + ") { " + out + " }", ok
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
	for i, arg := range t.Args {
		if extent, ok := types.Head(arg).(*types.Extent); ok {
			s.Dims[i] = extent.Dim
		}
	}
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
		bounded, compared := holdBounds(t, string(text), rand.New(rand.NewPCG(1, 2)), 16)
		t.Logf("%s: %d definitions bounded, %d runs", path, bounded, compared)
	}
}

// holdBounds compares what runs cost with the bounds of all definitions.
func holdBounds(t *testing.T, text string, random *rand.Rand, runs int) (bounded, compared int) {
	return holdModule(t, module(t, text), text, random, runs)
}

func holdModule(t *testing.T, m *typecheck.Module, text string, random *rand.Rand, runs int) (bounded, compared int) {
	analysis := analysisOf(m)
	a := &arguer{random, analysis}
	c := newCounter(text)
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
			compared += holdBound(t, c, text, a, o, b, n)
		}
	}
	return bounded, compared
}

func holdBound(t *testing.T, c *counter, text string, a *arguer, o *typecheck.Object, b *complexity.Bound, n int) int {
	var sizes []int64
	var args []string
	for _, in := range types.Head(o.Type).(*types.Func).In {
		arg, ok := a.of(in, a.IntN(min(n, 40)+1))
		if !ok {
			return 0
		}
		args = append(args, arg.text)
		sizes = append(sizes, arg.sizes...)
	}
	call := fmt.Sprintf("%s(%s)", o.Name, strings.Join(args, ", "))
	work, ticks, ok := c.run(call)
	if !ok {
		return 0
	}
	for m, count := range map[complexity.Metric]int64{complexity.Work: work, complexity.Tick: ticks} {
		most, err := b.At(m, sizes)
		if err != nil {
			continue
		}
		if float64(count) > most {
			t.Errorf("%s costs %d of metric %d, more than %s = %g", call, count, m, b.Text(m), most)
			return 1
		}
	}
	return 1
}

// A counter runs calls of a program's definitions, and counts as the bounds do.
type counter struct{ files []*syntax.File }

func newCounter(text string) *counter {
	return &counter{[]*syntax.File{syntax.ParseFile("test.frac", text), syntax.ParseFile(prelude.Name, prelude.Source)}}
}

// run counts one call; false where it says nothing. Of a run that is broken off,
// what was begun is counted: it may only have become more.
func (c *counter) run(call string) (work, ticks int64, ok bool) {
	program := treewalk.New(append([]*syntax.File{syntax.ParseFile("main.frac", "def @verified() { "+call+" }")}, c.files...)...)
	var begun, done [2]int64
	program.Begin = func(item *syntax.Item, n syntax.NodeID) { count(&begun, item, n) }
	program.Watch = func(item *syntax.Item, n syntax.NodeID, _ treewalk.Value) { count(&done, item, n) }
	r := program.Run("@verified", 100_000)
	if r.Fault != nil && r.Fault.Kind == treewalk.Unsupported {
		return 0, 0, false
	}
	if r.Fault != nil && r.Fault.Kind == treewalk.Limited {
		done = begun
	}
	return done[0], done[1], true
}

func count(sums *[2]int64, item *syntax.Item, n syntax.NodeID) {
	if strings.HasPrefix(item.Text, "def @verified()") {
		return
	}
	if n == item.Body() {
		sums[1]++
	}
	switch item.Kind(n) {
	case syntax.Call, syntax.If, syntax.Match, syntax.Project:
		sums[0]++
	case syntax.Binary:
		sums[0] += int64(item.Binary(n).Links())
	case syntax.Unary:
		sums[0] += int64(len(item.Unary(n).Operators))
	}
}
