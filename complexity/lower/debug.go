package lower

import (
	"fmt"
	"os"
)

func (a *analysis) dump() {
	for k, q := range a.problems {
		fmt.Fprintln(os.Stderr, "  problem", q.number, k, "goal", q.goal, "known", q.known, "bound", q.bounds[work].text([]string{"p1", "p2", "p3", "p4", "p5", "p6"}), "results", len(q.results))
		for _, r := range q.results {
			fmt.Fprintln(os.Stderr, "     result", r.where, keyOf(r.value))
		}
		for i := range q.paths {
			p := &q.paths[i]
			fmt.Fprint(os.Stderr, "     path cost ", p.cost[work], " least ", p.set.All(p.set.Least()), " own ")
			for s := 1; s <= q.count; s++ {
				if f, ok := p.set.Solved(s); ok {
					fmt.Fprint(os.Stderr, " p", s, "=", keyOf(num{f}))
				}
			}
			for _, u := range p.uses {
				fmt.Fprint(os.Stderr, " use ", u.number, "(")
				for _, f := range u.args {
					fmt.Fprint(os.Stderr, keyOf(num{p.set.Now(f)}), ", ")
				}
				fmt.Fprint(os.Stderr, ")")
			}
			fmt.Fprintln(os.Stderr)
		}
	}
}
