package agreement

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/fraccheck/fraccheck/internal/types"
	"github.com/fraccheck/fraccheck/internal/value"
	"github.com/fraccheck/fraccheck/interp"
	"github.com/fraccheck/fraccheck/interp/sample"
)

// domains are what the arguments of the runs of a round are drawn from.
var domains = []sample.Domain{
	{Halves: true},
	{Rough: true, Small: true},
	{Halves: true, Positive: true},
	{Rough: true, Small: true, Edges: true},
	{Rough: true, Edges: true},
	{Halves: true, Edges: true},
	{Rough: true, Positive: true},
	{Halves: true, Scaled: true, Edges: true},
	{Halves: true, Special: true, Edges: true},
	{Rough: true, Special: true, Edges: true},
}

// A comparison gathers what the runs of one subject show.
type comparison struct {
	subject   Subject
	options   Options
	name      string
	compared  int
	steps     int64
	reason    string          // why the last input was not compared
	found     *Counterexample // that counts
	uncounted *Counterexample
}

func (c *comparison) outcome() Outcome {
	o := Outcome{Name: c.name, Compared: c.compared}
	switch {
	case c.found != nil:
		o.Verdict, o.Counterexample = Differ, *c.found
	case c.compared == 0:
		o.Verdict, o.Reason = Unknown, c.reason
	}
	if c.uncounted != nil && c.found == nil {
		o.Uncounted = *c.uncounted
	}
	return o
}

// round compares the subject on arguments of one choice of sizes; false where there
// is nothing more to learn.
func (c *comparison) round(ctx context.Context, round int) bool {
	h, calls, err := c.build(round)
	if err != nil {
		c.reason = err.Error()
		return h != nil && h.open
	}
	before, err := h.ready(c.subject.Before, c.subject.BeforeItem, calls.before)
	if err != nil {
		c.note(err)
		return h.open
	}
	after, err := h.ready(c.subject.After, c.subject.AfterItem, calls.after)
	if err != nil {
		c.note(fmt.Errorf("after the change %w", err))
		return h.open
	}
	trials := h.trials()
	s := sample.New(sample.Seed(fmt.Sprint(round, h.text(calls.before))), sample.Domain{}, trials)
	for s.Trial = range trials {
		s.Domain = domains[s.Trial%len(domains)]
		if !c.run(ctx, h, s, before, after) {
			return false
		}
	}
	return h.open
}

// isVector reports whether a type is a tensor of one dimension. Among the parameters of networks the
// variances are such, weights with signs are not.
func isVector(t types.Type) bool {
	tensor, ok := t.(*types.Tensor)
	return ok && len(tensor.Shape) == 1
}

// variance reports whether a parameter is one by its name: networks take its root.
func (h *harness) variance(d drawn) bool {
	for _, a := range h.given {
		if a.code == d.name {
			return strings.Contains(strings.ToLower(a.name), "var")
		}
	}
	return false
}

// informative reports whether a value is not NaN alone.
func informative(ctx context.Context, v value.Value) bool {
	a := value.Dense(v)
	if a == nil || !a.Dtype.IsFloat() || a.Len() == 0 {
		return true
	}
	s, err := value.Measure(ctx, a, 1)
	return err != nil || s.Finite+s.Infinite > 0
}

// trials is how many inputs are tried: fewer large ones, and one where there is no
// other.
func (h *harness) trials() int {
	elements := 0
	for _, d := range h.drawn {
		elements += sample.Elements(d.typ)
	}
	switch {
	case len(h.drawn) == 0:
		return 1
	case elements > 1<<14:
		return len(domains) / 2
	case elements > 1<<8:
		return len(domains)
	case elements > 1<<4:
		return 4 * len(domains)
	}
	return 16 * len(domains)
}

// note keeps the first reason: that of the simplest arguments.
func (c *comparison) note(err error) {
	if c.compared == 0 && (c.reason == "" || c.reason == "nothing was tried") {
		c.reason = err.Error()
	}
}

// run compares the results on one input; false where nothing more is to be tried.
func (c *comparison) run(ctx context.Context, h *harness, s *sample.Sampler, before, after *runnable) bool {
	args := make([]value.Value, len(h.drawn))
	domain := s.Domain
	for i, d := range h.drawn {
		s.Positive = domain.Positive || h.variance(d) || domain.Small && isVector(d.typ)
		args[i] = s.Value(d.typ)
	}
	s.Domain = domain
	want, errBefore := c.evaluate(ctx, before, args)
	if errBefore != nil {
		c.note(fmt.Errorf("it fails: %s", message(errBefore)))
		return ctx.Err() == nil && !spent(errBefore) && c.steps < maxRuns*c.options.MaxSteps
	}
	got, errAfter := c.evaluate(ctx, after, args)
	switch {
	case errAfter != nil && (spent(errAfter) || ctx.Err() != nil):
		c.note(fmt.Errorf("it fails after the change: %s", message(errAfter)))
		return false
	case errAfter != nil:
		c.compared++
		c.found = c.example(h, args, want, nil, "it gives a value before the change, and fails after it")
		c.found.After = "fails: " + message(errAfter)
		return false
	}
	if !informative(ctx, want) && !informative(ctx, got) {
		c.note(errors.New("it gives NaN alone on what was tried"))
		return true
	}
	c.compared++
	c.judge(h, s, args, want, got)
	return c.found == nil && ctx.Err() == nil && c.steps < maxRuns*c.options.MaxSteps
}

func (c *comparison) evaluate(ctx context.Context, r *runnable, args []value.Value) (value.Value, error) {
	v, stats, err := r.program.Run(ctx, r.entry, args, c.options.limits())
	c.steps += stats.Steps
	return v, err
}

// spent reports whether a run was stopped by a limit.
func spent(err error) bool {
	var f *interp.Fault
	return errors.As(err, &f) && slices.Contains([]interp.FaultKind{interp.StepFault, interp.MemoryFault, interp.DepthFault, interp.StopFault}, f.Kind)
}

// message is what failed, without the calls on the way there.
func message(err error) string {
	var f *interp.Fault
	if errors.As(err, &f) {
		return f.Message
	}
	return err.Error()
}

// relative is what rounding may do to a number, by dtype, where many operations made
// it and some of their order changed.
var relative = map[value.Dtype]float64{value.Float16: 2e-2, value.Bfloat16: 5e-2, value.Float32: 1e-4, value.Float64: 1e-9}

// coarse is what is allowed where large floats were drawn: numbers between may have
// come near 0, where they have few digits.
var coarse = map[value.Dtype]float64{value.Float16: 0.1, value.Bfloat16: 0.1, value.Float32: 0.02, value.Float64: 0.02}

// judge compares two results. Where floats were drawn that no rule of arithmetic holds
// for, floats decide nothing; where large ones were, what leaves the range does not.
func (c *comparison) judge(h *harness, s *sample.Sampler, args []value.Value, want, got value.Value) {
	if c.options.Exact {
		if d := value.Difference(got, want, value.Tolerance{Bits: true}); d != "" {
			c.found = c.example(h, args, want, got, d)
		}
		return
	}
	scale := max(1, value.Magnitude(want), value.Magnitude(got))
	for _, arg := range args {
		scale = max(scale, value.Magnitude(arg))
	}
	t := value.Tolerance{Scale: scale, Relative: relative}
	d := value.Difference(got, want, t)
	if d == "" {
		return
	}
	example := c.example(h, args, want, got, d)
	t.Blind, t.Finite, t.Relative = s.Special, s.Scaled, coarse
	if (s.Special || s.Scaled) && value.Agree(got, want, t) {
		c.uncounted = example
		return
	}
	c.found = example
}

func (c *comparison) example(h *harness, args []value.Value, before, after value.Value, difference string) *Counterexample {
	e := &Counterexample{Inputs: h.inputs(args), Difference: difference}
	if before != nil {
		e.Before = value.Summary(before)
	}
	if after != nil {
		e.After = value.Summary(after)
	}
	return e
}
