package bounds

import (
	"fmt"
	"math"
	"strings"

	"github.com/fraccheck/fraccheck/complexity/trial"
	"github.com/fraccheck/fraccheck/internal/console"
	"github.com/fraccheck/fraccheck/internal/output"
	"github.com/fraccheck/fraccheck/internal/workspace/cost"
)

// A jsonWorst is the most expensive call that a search has found.
type jsonWorst struct {
	File       string       `json:"file"`
	Name       string       `json:"name"`
	Range      output.Range `json:"range"`
	Arguments  []string     `json:"arguments"`
	Work       int64        `json:"work"`
	Bound      *float64     `json:"bound"`
	Runs       int          `json:"runs"`
	Exhaustive bool         `json:"exhaustive"`
}

// WriteWorst writes the most expensive call of a definition that a search has found.
func WriteWorst(con *console.Console, format string, c cost.Cost, w *trial.Worst, m Metric) error {
	most := w.Bound
	if most != nil && (math.IsInf(*most, 0) || math.IsNaN(*most)) {
		most = nil
	}
	if format == "json" {
		place := output.PlaceOf(c.Place)
		return output.EncodeJSON(con.Stdout, jsonWorst{place.File, c.Name, place.Range, append([]string{}, w.Arguments...), w.Cost, most, w.Runs, w.Exhaustive})
	}
	fmt.Fprintf(con.Stdout, "%s(%s)\n    %s %d%s", c.Name, strings.Join(w.Arguments, ", "), m.Name, w.Cost, m.Unit)
	if most != nil {
		fmt.Fprintf(con.Stdout, ", bound %s", amount(*most))
	}
	fmt.Fprintf(con.Stdout, "\n    the most of %d runs", w.Runs)
	if w.Cut > 0 {
		fmt.Fprintf(con.Stdout, ", %d of them broken off", w.Cut)
	}
	if w.Exhaustive {
		con.Stdout.WriteString(", of all arguments of these sizes whose numbers are among those tried")
	}
	con.Stdout.WriteString("\n")
	return nil
}
