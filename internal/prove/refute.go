package prove

import (
	"context"
	"math/rand/v2"
	"slices"
	"strings"
	"time"

	"github.com/fraccheck/fraccheck/internal/op"
	"github.com/fraccheck/fraccheck/internal/pattern"
	"github.com/fraccheck/fraccheck/internal/pattern/rewriting"
	"github.com/fraccheck/fraccheck/internal/prove/instance"
	"github.com/fraccheck/fraccheck/internal/prove/meaning"
	"github.com/fraccheck/fraccheck/internal/prove/term"
	"github.com/fraccheck/fraccheck/internal/syntax"
	"github.com/fraccheck/fraccheck/internal/types"
	"github.com/fraccheck/fraccheck/internal/value"
	"github.com/fraccheck/fraccheck/internal/workspace"
	"github.com/fraccheck/fraccheck/internal/workspace/ruleuse"
	"github.com/fraccheck/fraccheck/interp"
	"github.com/fraccheck/fraccheck/typecheck"
)

// A Counterexample is a program that a rule changes in what it computes.
type Counterexample struct {
	Before    string   `json:"before"`
	After     string   `json:"after"`
	Arguments []string `json:"arguments"`
	// What both programs give, or how they fail.
	Gives   string `json:"gives"`
	Instead string `json:"instead"`
}

// Problem says which program a rule changes, and what it gives before and after.
func (c *Counterexample) Problem(r *pattern.Rule) (problem, detail string) {
	return "`" + r.Name + "` changes what this program gives: " + strings.Join(strings.Fields(c.Before), " "),
		"@f(" + strings.Join(c.Arguments, ", ") + ") gives " + c.Gives + " before, and after " + c.Instead
}

// A trial is an instance with values on which both sides agree.
type trial struct {
	in     *instance.Instance
	values map[*term.Term]value.Value
	left   value.Value
	right  value.Value
}

// mostKept is how many trials are kept to hold proofs against.
const mostKept = 40

// A refuter looks for a counterexample among small instances.
type refuter struct {
	ctx        context.Context
	snapshot   *workspace.Snapshot
	rule       *pattern.Rule
	until      time.Time
	instances  int             // whose sides were computed
	slight     *Counterexample // to an exact rule, whose results differ by no more than rounding
	zeros      bool            // one in the sign of a zero
	disagreed  bool            // kernels found a difference that the programs do not have
	signatures map[*term.Rule]*types.Func
	kept       []trial // instances that agree
}

// tensors looks among instances of a rule between operators on tensors.
func (r *refuter) tensors(t *term.Rule, most int) *Counterexample {
	c := instance.NewChooser(t, 7)
	rough := jumps(t)
	seen := map[string]int{}
	misses := 0
	for r.instances < most && time.Now().Before(r.until) && r.ctx.Err() == nil {
		in := c.Next()
		if in == nil {
			if misses++; misses > 400 && r.instances == 0 || misses > 3*most {
				break
			}
			continue
		}
		key := in.Key()
		if seen[key]++; seen[key] > 3 {
			misses++
			continue
		}
		if found := r.try(in, rand.New(rand.NewPCG(uint64(r.instances), 3)), rough); found != nil {
			return found
		}
		r.instances++
	}
	return r.slight
}

// jumps reports whether a rule has operators that round beside operators whose results
// jump where an operand changes a little: equal numbers then decide nothing.
func jumps(r *term.Rule) bool {
	rounds, steps := false, false
	for _, side := range []*term.Term{r.Left, r.Right} {
		for _, c := range term.Calls(side) {
			switch c.Op.Traits.Rounding {
			case op.Smooth, op.UnknownRounding:
				rounds = true
			case op.Chooses:
				steps = true
			}
			steps = steps || c.Op.Numbers.Have(op.Steps)
		}
	}
	return rounds && steps
}

// try computes both sides of an instance on some values.
func (r *refuter) try(in *instance.Instance, random *rand.Rand, rough bool) *Counterexample {
	confirmed := 0
	for trial := range 3 * instance.Styles {
		style := instance.Style(trial % instance.Styles)
		if style == instance.Spread && !r.rule.Exact {
			continue
		}
		if rough && !r.rule.Exact && style != instance.Rough && style != instance.Extremes {
			continue
		}
		values, err := in.Draw(random, style)
		if err != nil {
			return nil
		}
		if !r.differ(in, values) {
			continue
		}
		if confirmed++; rough && confirmed < 2 && !r.rule.Exact {
			continue
		}
		if found := r.confirm(in, values); found != nil {
			return found
		}
	}
	return nil
}

// differ reports whether the sides of an instance differ by more than rounding, or the right
// one alone fails.
func (r *refuter) differ(in *instance.Instance, values map[*term.Term]value.Value) bool {
	run := in.NewRun(values)
	left, err := run.Value(in.Rule.Left)
	most := 1e5
	if r.rule.Exact {
		most = 1e20
	}
	if err != nil || run.Odd || run.Greatest > most {
		return false
	}
	right, err := run.Value(in.Rule.Right)
	if err != nil {
		return err != instance.ErrNoKernel
	}
	if run.Odd || run.Greatest > most {
		return false
	}
	if len(r.kept) < mostKept && !slices.ContainsFunc(r.kept, func(t trial) bool { return t.in == in }) {
		r.kept = append(r.kept, trial{in, values, left, right})
	}
	switch instance.Compare(left, right, run.Greatest) {
	case instance.SignOfZero:
		r.zeros = true
	case instance.Bitwise:
		return r.rule.Exact
	case instance.Different:
		return r.rule.Exact || !run.Floats() || r.differsWide(in, values, left, right, run.Greatest)
	}
	return false
}

// differsWide reports whether the sides differ in float64 too. A difference that is rounding in a
// narrow dtype vanishes there.
func (r *refuter) differsWide(in *instance.Instance, values map[*term.Term]value.Value, left, right value.Value, scale float64) bool {
	wide := in.Widened()
	run := wide.NewRun(wide.Convert(values))
	wideLeft, err := run.Value(in.Rule.Left)
	if err != nil {
		return true // a dtype is fixed: what is known decides
	}
	wideRight, err := run.Value(in.Rule.Right)
	if err != nil || run.Odd {
		return err != nil
	}
	return instance.Compare(wideLeft, wideRight, scale) == instance.Different
}

// confirm writes the instance as a program, applies the rule, and runs both.
func (r *refuter) confirm(in *instance.Instance, values map[*term.Term]value.Value) *Counterexample {
	before, arguments, err := in.Program(values)
	if err != nil {
		return nil
	}
	found := r.programs(before, [][]string{arguments})
	if found == nil && r.slight == nil {
		r.disagreed = true
	}
	return found
}

// programs applies the rule to a program and runs both on rows of arguments, until they
// differ.
func (r *refuter) programs(before string, rows [][]string) *Counterexample {
	after := r.rewritten(before)
	if after == "" || after == before {
		return nil
	}
	was, is := r.compile(before, rows), r.compile(after, rows)
	if was == nil || is == nil {
		return nil
	}
	for i, row := range rows {
		a, err := was.run(r.ctx, i)
		if err != nil {
			continue
		}
		found := &Counterexample{Before: before, After: after, Arguments: row, Gives: value.Text(a)}
		b, err := is.run(r.ctx, i)
		if err != nil {
			if r.ctx.Err() != nil {
				return nil
			}
			found.Instead = "fails: " + faultText(err)
			return found
		}
		found.Instead = value.Text(b)
		if differs(a, b) {
			return found
		}
		if r.rule.Exact && r.slight == nil && instance.Compare(a, b, 0) >= instance.Bitwise {
			r.slight = found
		}
	}
	return nil
}

// rewritten is the program after the rule was applied everywhere, or only at the result of its
// definition where applying it everywhere does not end; "" where it is not applied.
func (r *refuter) rewritten(before string) string {
	x := ruleuse.NewScratch(r.snapshot, "<instance>", before)
	if len(x.Errors()) > 0 {
		return ""
	}
	if result, err := x.Apply(r.ctx, r.rule); err == nil && len(result.Rewrites) > 0 {
		return result.Module.File().Text()
	}
	rw := rewriting.New([]*pattern.Rule{r.rule})
	for i := range x.Module.File().Len() {
		target := x.Target(r.ctx, i)
		for _, m := range rw.Matches(target) {
			if edits, err := rw.Edits(target, m); err == nil && len(edits) > 0 && m.Root {
				return before[:x.Module.File().Start(i)] + syntax.ApplyEdits(x.Module.File().Item(i).Text, edits) + before[int(x.Module.File().Start(i))+len(x.Module.File().Item(i).Text):]
			}
		}
	}
	return ""
}

// A compiled program has a call of @f for each row of arguments.
type compiled struct {
	program *interp.Program
	entries []int
}

func (r *refuter) compile(text string, rows [][]string) *compiled {
	for _, row := range rows {
		text += "\n@f(" + joined(row) + ")\n"
	}
	x := ruleuse.NewScratch(r.snapshot, "<instance>", text)
	if len(x.Errors()) > 0 {
		return nil
	}
	program, err := interp.Compile(x.Module, func(item int) *typecheck.Result { return x.Module.Check(item) })
	if err != nil {
		return nil
	}
	entries := program.Entries()
	if len(entries) != len(rows) {
		return nil
	}
	return &compiled{program, entries}
}

// What a run of an instance may take.
const (
	runSteps  = 2_000_000
	runMemory = 64 << 20
)

func (c *compiled) run(ctx context.Context, i int) (value.Value, error) {
	v, _, err := c.program.Run(ctx, interp.Entry{Item: c.entries[i]}, nil, interp.Options{Sequential: true, MaxSteps: runSteps, MaxMemory: runMemory, MaxDepth: 2000})
	return v, err
}

func joined(row []string) string {
	text := ""
	for i, a := range row {
		if i > 0 {
			text += ", "
		}
		text += a
	}
	return text
}

func faultText(err error) string {
	if f, ok := err.(*interp.Fault); ok {
		return f.Message
	}
	return err.Error()
}

// differs compares results of runs: of floats only what is far beyond rounding counts.
func differs(a, b value.Value) bool {
	scale := max(1, value.Magnitude(a), value.Magnitude(b))
	return value.Difference(b, a, value.Tolerance{Scale: scale, Finite: true, Relative: map[value.Dtype]float64{value.Float16: 0.05, value.Bfloat16: 0.2, value.Float32: 5e-4, value.Float64: 1e-6}}) != ""
}

// contradicted compares the meaning of both sides of a rule with what kernels computed of the
// instances that were kept; "" where all agree. A proof by a meaning that kernels do not have is none.
func (r *refuter) contradicted(t *term.Rule) string {
	for _, k := range r.kept {
		if k.in.Rule != t {
			continue
		}
		in := meaning.Instance{Types: k.in.Types, Attrs: k.in.Attrs, Values: k.values}
		for side, computed := range map[*term.Term]value.Value{t.Left: k.left, t.Right: k.right} {
			if _, why := meaning.Agree(t, side, in, computed); why != "" {
				return why
			}
		}
	}
	return ""
}
