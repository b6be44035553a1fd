package agreement

import (
	"context"
	"fmt"

	"github.com/fraccheck/fraccheck/internal/syntax"
	"github.com/fraccheck/fraccheck/interp"
	"github.com/fraccheck/fraccheck/typecheck"
)

// A Subject is a definition or a top-level expression before and after a change, each
// by its item.
type Subject struct {
	Before, After         *typecheck.Module
	BeforeItem, AfterItem int
}

// Options say how programs are compared.
type Options struct {
	Exact bool // floats to the bit
	// Bounds of each run; zero values represent defaultSteps and defaultMemory.
	MaxSteps, MaxMemory int64
}

const (
	defaultSteps  = 1_000_000_000
	defaultMemory = 1 << 30
	maxDepth      = 10_000
	// maxRuns is how many times its bound on steps may be spent on one subject.
	maxRuns = 3
)

// A Verdict is what running two programs showed.
type Verdict uint8

const (
	Agree   Verdict = iota // on all that was tried
	Differ                 // there is a Counterexample
	Unknown                // nothing could be compared
)

// An Outcome is what became of a comparison.
type Outcome struct {
	Verdict
	Name     string // what was compared: `@f`, or the text of an expression
	Compared int    // how many inputs both programs gave a value for
	Reason   string // why nothing could be compared
	Counterexample
	// Uncounted is a difference that does not count: infinities, NaN or floats that are
	// or become too great show it alone. Its Difference is "" where there is none.
	Uncounted Counterexample
}

// A Counterexample is an input on which programs differ.
type Counterexample struct {
	Inputs        []Input
	Before, After string // the results, or how they fail
	Difference    string // where they first differ, in words
}

// An Input is an argument of a counterexample.
type Input struct{ Name, Text string }

// Compare runs a subject before and after.
func Compare(ctx context.Context, s Subject, o Options) Outcome {
	c := &comparison{subject: s, options: o.withDefaults()}
	c.name, c.reason = subjectName(s.Before, s.BeforeItem), "nothing was tried"
	for round := range rounds {
		if !c.round(ctx, round) {
			break
		}
	}
	return c.outcome()
}

func (o Options) withDefaults() Options {
	if o.MaxSteps == 0 {
		o.MaxSteps = defaultSteps
	}
	if o.MaxMemory == 0 {
		o.MaxMemory = defaultMemory
	}
	return o
}

func (o Options) limits() interp.Options {
	return interp.Options{MaxSteps: o.MaxSteps, MaxMemory: o.MaxMemory, MaxDepth: maxDepth}
}

// subjectName is what messages call an item.
func subjectName(m *typecheck.Module, i int) string {
	if name, _, ok := m.Signature(i); ok {
		return name
	}
	item := m.File().Item(i)
	return item.SourceText(item.TopLevel(item.Root))
}

// Comparable reports whether an item is something that Compare can run.
func Comparable(item *syntax.Item) bool {
	kind := item.Kind(item.Root)
	return kind == syntax.ItemDef || kind == syntax.ItemExpr
}

// Pairs are the definitions and top-level expressions of two modules that belong
// together: definitions by name, expressions by their order. What one of them alone
// has belongs to nothing.
func Pairs(before, after *typecheck.Module) []Subject {
	numbered := map[string]int{}
	for i, key := range keys(after) {
		if key != "" {
			numbered[key] = i
		}
	}
	var all []Subject
	for i, key := range keys(before) {
		if j, ok := numbered[key]; ok && key != "" {
			all = append(all, Subject{Before: before, After: after, BeforeItem: i, AfterItem: j})
		}
	}
	return all
}

// keys are what items are distinguished by, "" for those that cannot be run.
func keys(m *typecheck.Module) []string {
	seen := map[string]int{}
	all := make([]string, m.Items())
	for i, item := range m.File().All() {
		if !Comparable(item) {
			continue
		}
		name, _, _ := m.Signature(i)
		all[i] = fmt.Sprintf("%s#%d", name, seen[name])
		seen[name]++
	}
	return all
}
