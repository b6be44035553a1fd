// Package prove gives rewrite rules a verdict: proved, refuted by a program that was run, or unknown.
//
// A rule is right if, wherever its left side has a value and both sides have one type, the right side
// has the same value up to rounding, or to the bit if it is marked exact. Infinities, NaN and floats at
// the ends of their range are set aside.
//
// Rule reads the rule as terms (package term) and first tries to refute it, with half of the time: on
// small instances that kernels compute (package instance, refute.go) or, of sequences and functions, on
// small programs (sequences.go). Only a program that the rule rewrites and whose runs differ refutes.
// What is not refuted is proved by the meaning of operators on tensors (package meaning, on the terms
// of package scalar), or by induction over lists (package lists). No instance proves anything, and a
// proof whose account of an operator contradicts an instance is discarded.
package prove

import (
	"context"
	"fmt"
	"time"

	"github.com/fraccheck/fraccheck/internal/pattern"
	"github.com/fraccheck/fraccheck/internal/prove/lists"
	"github.com/fraccheck/fraccheck/internal/prove/meaning"
	"github.com/fraccheck/fraccheck/internal/prove/term"
	"github.com/fraccheck/fraccheck/internal/workspace"
)

// A Verdict is what is known of a rule.
type Verdict string

const (
	Proved  Verdict = "proved"
	Refuted Verdict = "refuted"
	Unknown Verdict = "unknown"
)

// An Outcome is the verdict on a rule with its reasons.
type Outcome struct {
	Rule           *pattern.Rule
	Verdict        Verdict
	Reason         string // of Unknown: what is missing; of Proved: by what
	Counterexample *Counterexample
	Instances      int      // how many instances were computed
	Notes          []string // what becomes of faults
}

// Options bound the search for a verdict.
type Options struct {
	Timeout   time.Duration
	Instances int // that are computed at most; 0 for mostInstances
}

const mostInstances = 1000

// Rule judges a rewrite rule.
func Rule(ctx context.Context, s *workspace.Snapshot, r *pattern.Rule, o Options) Outcome {
	if o.Instances == 0 {
		o.Instances = mostInstances
	}
	out := Outcome{Rule: r, Verdict: Unknown}
	rules, err := term.Read(r)
	if err != nil {
		out.Reason = err.Error()
		return out
	}
	out.Notes = dropped(rules[0])
	ref := &refuter{ctx: ctx, snapshot: s, rule: r, until: time.Now().Add(o.Timeout / 2)}
	for _, t := range rules {
		var found *Counterexample
		if overTensors(t) {
			found = ref.tensors(t, o.Instances)
		} else {
			found = ref.sequences(t, o.Instances)
		}
		if found != nil {
			out.Verdict, out.Counterexample = Refuted, found
			break
		}
	}
	out.Instances = ref.instances
	switch {
	case out.Verdict == Refuted:
		return out
	case ref.zeros && r.Exact:
		out.Reason = "the sides differ in the signs of zeros"
		return out
	case ref.disagreed:
		out.Reason = "an instance differs by the operators' kernels, and not as a program"
		return out
	}
	for _, t := range rules {
		if !overTensors(t) {
			if err := lists.Prove(t, ref.kinds(t)); err != nil {
				out.Reason = err.Error()
				return out
			}
			continue
		}
		proof := meaning.Prove(ctx, t, time.Now().Add(o.Timeout/2))
		if !proof.Proved {
			out.Reason = proof.Why
			return out
		}
		if why := ref.contradicted(t); why != "" {
			out.Reason = "the meaning of the rule's operators in proofs is not what they compute: " + why
			return out
		}
	}
	out.Verdict = Proved
	return out
}

// overTensors reports whether all of a rule is operators on tensors.
func overTensors(r *term.Rule) bool {
	tensors := true
	for _, side := range []*term.Term{r.Left, r.Right} {
		term.Walk(side, func(t *term.Term) {
			switch t.Kind {
			case term.Call:
				tensors = tensors && t.Op.Relation != nil
			case term.Variable, term.Constant, term.Number, term.Tuple, term.Project, term.Answer:
			default:
				tensors = false
			}
		})
	}
	return tensors
}

// dropped has a note for each operand that the right side leaves out: its faults are not kept.
func dropped(r *term.Rule) (notes []string) {
	kept := map[*term.Term]bool{}
	term.Walk(r.Right, func(t *term.Term) { kept[t] = true })
	for _, v := range r.Variables {
		if v.Kind == term.Variable && !kept[v] {
			notes = append(notes, fmt.Sprintf("the right side leaves `%s` out: where it fails, the program fails no more", v.Name))
		}
	}
	return notes
}
