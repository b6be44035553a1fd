// Package prove gives rewrite rules a verdict: proved, refuted by a program that was run,
// or unknown.
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
	fine := true
	for _, side := range []*term.Term{r.Left, r.Right} {
		term.Walk(side, func(t *term.Term) {
			switch t.Kind {
			case term.Call:
				fine = fine && t.Op.Relation != nil
			case term.Variable, term.Constant, term.Number, term.Tuple, term.Project, term.Answer:
			default:
				fine = false
			}
		})
	}
	return fine
}

// dropped tells which operands the right side leaves out: what they fail on is not kept.
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
