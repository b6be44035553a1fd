package worker

import (
	"context"
	"time"

	"github.com/fraccheck/fraccheck/internal/evaluate"
	"github.com/fraccheck/fraccheck/internal/pattern"
	"github.com/fraccheck/fraccheck/internal/prove"
	"github.com/fraccheck/fraccheck/internal/workspace/suppress"
)

// A Proof is the verdict on a rewrite rule.
type Proof struct {
	Verdict string   `json:"verdict"`          // proved, refuted or unknown
	Reason  string   `json:"reason,omitempty"` // of unknown: what is missing
	Notes   []string `json:"notes,omitempty"`
}

// proveRule searches for a proof of a rule, or for a program that refutes it, until the request's time
// is over. A rule that is refuted is answered as an example that fails.
func proveRule(ctx context.Context, m *state, r *Run) (Response, error) {
	source, rule, err := chosenRule(m, r, "rewrite rule", func(rule *pattern.Rule) bool { return rule.Kind == pattern.Rewrite })
	if err != nil {
		return Response{}, err
	}
	began := time.Now()
	o := prove.Rule(ctx, m.snapshot, rule, prove.Options{Timeout: time.Duration(r.Limits.Timeout) * time.Millisecond})
	response := Response{
		Ms:    float64(time.Since(began).Microseconds()) / 1000,
		Proof: &Proof{Verdict: string(o.Verdict), Reason: o.Reason, Notes: o.Notes},
	}
	switch o.Verdict {
	case prove.Proved:
		response.Verdict = evaluate.Passed.String()
	case prove.Refuted:
		response.Verdict = evaluate.Failed.String()
		problem, detail := o.Counterexample.Problem(rule)
		place := Call{rule.Name, source.Path, rule.NameSpan.Start, rule.NameSpan.End}
		response.Error = &Error{Code: string(suppress.ExpectationFailed), Message: problem + "\n" + detail, Calls: []Call{place}}
	}
	return response, nil
}
