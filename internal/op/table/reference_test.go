package table

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/fraccheck/fraccheck/internal/op"
	"github.com/fraccheck/fraccheck/internal/reference"
	"github.com/fraccheck/fraccheck/internal/types"
)

// deliberate lists the rows on which the table differs from TVM, with the
// reason.
var deliberate = map[string]string{
	"nn.adaptive_avg_pool1d/003": noneExtent,
	"nn.adaptive_avg_pool2d/048": noneExtent,
	"nn.adaptive_max_pool1d/025": noneExtent,
	"nn.adaptive_max_pool1d/038": noneExtent,

	"nn.contrib_dense_pack/005": "TVM 0.18 reads the class of nn.dense, and fails on all calls in a text",
}

const noneExtent = "TVM prints an extent `None`, which is none; the extent of the data is kept, with a warning"

// TestReference holds the verdict and the result type of every operator in the
// table against TVM's.
func TestReference(t *testing.T) {
	table := Default()
	agree, all := map[string]int{}, map[string]int{}
	for _, r := range reference.Verdicts(t, reference.Operators) {
		o, ok := table[r.Op]
		if !ok || r.Verdict == "crash" {
			continue
		}
		all[r.Op]++
		got, want := answerOf(o, r.Program), expected(r)
		switch _, differs := deliberate[r.ID]; {
		case got.verdict == want:
			agree[r.Op]++
			if differs {
				t.Errorf("%s agrees with TVM: take it off the list of deliberate differences", r.ID)
			}
		case !differs:
			t.Errorf("%s: got %s (%s), want %s (%s)\n%s", r.ID, got.verdict, got.message, want, r.Error, r.Program)
		}
	}
	report(t, agree, all)
}

func report(t *testing.T, agree, all map[string]int) {
	sum, of := 0, 0
	for _, name := range slices.Sorted(mapKeys(all)) {
		sum, of = sum+agree[name], of+all[name]
		if agree[name] < all[name] {
			t.Logf("%-40s %d of %d", name, agree[name], all[name])
		}
	}
	t.Logf("%d of %d rows agree, %d operators", sum, of, len(all))
}

func mapKeys(m map[string]int) func(func(string) bool) {
	return func(yield func(string) bool) {
		for k := range m {
			if !yield(k) {
				return
			}
		}
	}
}

var int64Suffix = regexp.MustCompile(`(\d)i64\b`)

// expected is TVM's result type, or "reject". Extents print without their
// width here, and those that it cannot print as `?`.
func expected(r reference.Verdict) string {
	if r.Verdict != "accept" {
		return "reject"
	}
	text := strings.ReplaceAll(int64Suffix.ReplaceAllString(r.Type, "$1"), "Storage[]", "Storage")
	return unprintable.ReplaceAllString(text, "!")
}

var unprintable = regexp.MustCompile(`meta\[tir\.\w+\]\[\d+\]`)

// A result is the table's verdict: a type or "reject", and why.
type result struct{ verdict, message string }

func reject(message string) result { return result{"reject", message} }

func answerOf(o *op.Op, text string) result {
	p, err := readProgram(text)
	if err != nil {
		return reject(err.Error())
	}
	if least, most := o.Arity(); len(p.args) < least || most >= 0 && len(p.args) > most {
		return reject("arity")
	}
	attrs, errs := op.Bind(o, p.attrs)
	if len(errs) > 0 {
		return reject(errs[0].Message)
	}
	return settle(&op.Call{Op: o, Args: p.args, Attrs: attrs, Last: true, Fresh: fresh, FreshLeaf: fresh})
}

func fresh() types.Type { return &types.Var{} }

// settle asks a relation until nothing new becomes known.
func settle(c *op.Call) result {
	for range 4 {
		a := c.Op.Relation(c)
		if a.Err != nil {
			return reject(a.Err.Message)
		}
		changed := false
		for _, e := range a.Equal {
			v, isVar := c.Arg(e.Arg).(*types.Var)
			switch {
			case isVar:
				v.Link, changed = e.Type, true
			case !agrees(c.Arg(e.Arg), e.Type):
				return reject(fmt.Sprintf("argument %d is not %s", e.Arg, types.String(e.Type)))
			}
		}
		if !a.Waits && !changed {
			return result{textOf(a.Out), warnings(a)}
		}
		if a.Waits && !changed {
			return reject("no type")
		}
	}
	return reject("the relation does not settle")
}

func warnings(a op.Answer) string {
	var texts []string
	for _, w := range a.Warn {
		texts = append(texts, w.Message)
	}
	return strings.Join(texts, "; ")
}

// agrees is the checker's compatibility, on tensors and tuples.
func agrees(a, b types.Type) bool {
	switch a := types.Head(a).(type) {
	case *types.Tensor:
		b, ok := types.Head(b).(*types.Tensor)
		if !ok || a.Dtype != b.Dtype {
			return false
		}
		_, ok = op.Unify(a.Shape, b.Shape)
		return ok
	case *types.Tuple:
		b, ok := types.Head(b).(*types.Tuple)
		if !ok || len(a.Elems) != len(b.Elems) {
			return false
		}
		for i := range a.Elems {
			if !agrees(a.Elems[i], b.Elems[i]) {
				return false
			}
		}
		return true
	}
	_, same := types.Equivalent(a, b)
	return same
}

// textOf prints a type with Unknown as `!`, to tell it from `?`.
func textOf(t types.Type) string {
	tensor, ok := types.Head(t).(*types.Tensor)
	if !ok || !slices.ContainsFunc(tensor.Shape, types.Dim.IsUnknown) {
		return types.String(t)
	}
	texts := make([]string, len(tensor.Shape))
	for i, d := range tensor.Shape {
		texts[i] = d.String()
		if d.IsUnknown() {
			texts[i] = "!"
		}
	}
	return "Tensor[(" + strings.Join(texts, ", ") + "), " + tensor.Dtype.String() + "]"
}
