package compare

import (
	"context"
	"fmt"
	"maps"
	"slices"

	"github.com/fraccheck/fraccheck/internal/codes"
	"github.com/fraccheck/fraccheck/internal/contract"
	"github.com/fraccheck/fraccheck/internal/output"
	"github.com/fraccheck/fraccheck/internal/output/bounds"
	"github.com/fraccheck/fraccheck/internal/symbolic"
	"github.com/fraccheck/fraccheck/internal/workspace"
)

// A remark is a finding as reports have it; finding is nil where it comes from one.
type remark struct {
	output.Diagnostic
	key     string // what both versions call its file
	finding *workspace.Finding
}

// remarkOf is a diagnostic of a snapshot as a remark.
func remarkOf(f workspace.Finding) remark {
	return remark{Diagnostic: output.DiagnosticOf(f), finding: &f}
}

// severity is that of a remark; a name that none has represents a hint.
func (r remark) severity() codes.Severity {
	s := codes.Error
	for s < codes.Hint && s.String() != r.Severity {
		s++
	}
	return s
}

// A costChange is a bound that differs, or is known on one side alone.
type costChange struct {
	File   string    `json:"file"`
	Name   string    `json:"name"`
	Metric string    `json:"metric"`
	Old    string    `json:"old"` // how it grows; empty where it is not known
	New    string    `json:"new"`
	Exact  [2]string `json:"exact"` // the bounds with their constants
	Sizes  []string  `json:"sizes"` // in which it grows more
	Reason string    `json:"reason"`

	at     output.Place
	order  symbolic.Order
	metric bounds.Metric
}

// A Comparison is what differs between two sides.
type Comparison struct {
	fresh, fixed []remark
	regressions  []remark // of dearer
	dearer       []costChange
	cheaper      []costChange
	unknown      []costChange     // that cannot be compared, on one side at least
	compared     int              // definitions
	gone, added  int              // definitions on one side alone
	renamed      []renaming       // files, by the names that the sides have for them
	models       *modelComparison // nil where neither side is a model
	links        string           // what stands before the path of a file in an address
}

// worse is what got worse.
func (c *Comparison) worse() []remark { return slices.Concat(c.regressions, c.fresh) }

// Worst is the severity of the worst that is new.
func (c *Comparison) Worst() codes.Severity {
	worst := codes.Hint + 1
	for _, r := range c.worse() {
		worst = min(worst, r.severity())
	}
	return worst
}

// Differs reports whether the sides differ, in what is known of both.
func (c *Comparison) Differs() bool {
	return len(c.fresh)+len(c.fixed)+len(c.dearer)+len(c.cheaper) > 0 || c.gone+c.added > 0 || c.models != nil && len(c.models.Changed) > 0
}

// NotCompared reports whether the values of two models are asked for and cannot be compared.
func (c *Comparison) NotCompared() bool {
	return c.models != nil && c.models.Values != nil && c.models.Values.Reason != nil
}

// Compare reads two versions and compares them; two models by what their nodes compute, and with
// values by what they give.
func (r *Reader) Compare(ctx context.Context, oldName, nowName string, values *Values) (*Comparison, error) {
	old, now, err := r.sides(ctx, oldName, nowName)
	if err != nil {
		return nil, err
	}
	leaveOutAbsent(r.Stderr, old, now)
	renamed := findRenamed(old, now)
	old.rename(renamed)
	found := compareSides(old, now)
	found.renamed = renamed
	found.models, err = r.compareModels(ctx, old, now, values)
	return found, err
}

// compareSides compares what both sides know; what one of them does not is left out.
func compareSides(old, now *diffSide) *Comparison {
	c := &Comparison{}
	if old.checked && now.checked {
		c.fixed, c.fresh = unmatched(old.remarks, now.remarks), unmatched(now.remarks, old.remarks)
	}
	if !old.costed || !now.costed {
		return c
	}
	for _, key := range slices.SortedFunc(maps.Keys(now.costs), now.order) {
		if was := old.costs[key]; was != nil {
			c.compared++
			c.definition(was, now.costs[key], now)
		} else {
			c.added++
		}
	}
	for key := range old.costs {
		if now.costs[key] == nil {
			c.gone++
		}
	}
	return c
}

// unmatched are the remarks of one side that the other has not, as often: the difference of multisets
// of file, code and message. Where a remark stands in its file does not matter, since lines move;
// of equal ones the last are the new ones.
func unmatched(of, in []remark) []remark {
	type key struct {
		file, message string
		code          codes.Code
	}
	there := map[key]int{}
	for _, r := range in {
		there[key{r.key, r.Message, r.Code}]++
	}
	var left []remark
	for _, r := range of {
		k := key{r.key, r.Message, r.Code}
		if there[k]--; there[k] < 0 {
			left = append(left, r)
		}
	}
	return left
}

// definition compares the bounds of one definition.
func (c *Comparison) definition(was, is *sideCost, now *diffSide) {
	var dearer []costChange
	for _, m := range bounds.Metrics["ops"] {
		change := changeOf(was, is, m)
		switch change.order {
		case symbolic.Greater, symbolic.Incomparable:
			dearer = append(dearer, change)
		case symbolic.Less:
			c.cheaper = append(c.cheaper, change)
		case symbolic.Undecided:
			if change.Reason != "" {
				c.unknown = append(c.unknown, change)
			}
		}
	}
	if len(dearer) == 0 {
		return
	}
	if r, wanted := now.regression(dearer, was, is); wanted {
		c.dearer, c.regressions = append(c.dearer, dearer...), append(c.regressions, r)
	}
}

// changeOf compares the bounds of one metric.
func changeOf(was, is *sideCost, m bounds.Metric) costChange {
	change := costChange{
		File: is.file, Name: is.name, Metric: m.Name, Sizes: []string{}, metric: m, at: is.at,
		Exact: [2]string{was.Bounds[m.Name], is.Bounds[m.Name]},
	}
	if change.Exact[0] == "" || change.Exact[1] == "" {
		change.Old, change.New = was.theta[m.Name], is.theta[m.Name]
		change.Reason = reasonOf(was, is, change)
		return change
	}
	found, err := contract.Compare(was.Version, is.Version, m.Name)
	change.order, change.Old, change.New = found.Order, found.Old, found.New
	change.Sizes = append(change.Sizes, found.Sizes...)
	switch {
	case err != nil:
		change.Reason = err.Error()
	case found.Order == symbolic.Undecided && change.Exact[0] != change.Exact[1]:
		change.Reason = "it is unknown which of the two grows faster"
	}
	return change
}

// reasonOf says why a bound is not known.
func reasonOf(was, is *sideCost, change costChange) string {
	switch {
	case change.Exact[0] == "" && change.Exact[1] == "":
		return "it is not known in either version: " + is.reason
	case change.Exact[1] == "":
		return "it is not known any more: " + is.reason
	}
	return "it was not known: " + was.reason
}

// message says what a definition costs more.
func (c costChange) message() string {
	if c.order == symbolic.Incomparable {
		return fmt.Sprintf("the %s of `%s` was %s and is %s, which is more in some sizes and less in others", c.Metric, c.Name, c.Old, c.New)
	}
	return fmt.Sprintf("the %s of `%s` was %s and is %s", c.Metric, c.Name, c.Old, c.New)
}

// note gives the bounds with their constants.
func (c costChange) note() string {
	return fmt.Sprintf("the bound of %s was %s%s, and is %s%s", c.Metric, c.Exact[0], c.metric.Unit, c.Exact[1], c.metric.Unit)
}
