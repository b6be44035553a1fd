package ranking

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/fraccheck/fraccheck/complexity/linear"
	"github.com/fraccheck/fraccheck/internal/digraph"
)

// A finding is what is known of the calls that lead from a function back to it.
type finding struct {
	reason  Reason
	blame   *step // the call at fault
	assumes bool
	words   string // what gets smaller
	rows    *ranked
	next    []function
}

// find gives the findings of all functions of a group, worked out once.
func (g *group) find() map[function]finding {
	g.judge.Do(func() { g.judged = judge(g.order) })
	return g.judged
}

func judge(order []*step) map[function]finding {
	found := map[function]finding{}
	numbers := map[function]int32{}
	var functions []function
	number := func(f function) int32 {
		if _, known := numbers[f]; !known {
			numbers[f] = int32(len(functions))
			functions = append(functions, f)
		}
		return numbers[f]
	}
	outlines := map[function]*outline{}
	var edges []digraph.Edge
	for _, s := range order {
		outlines[s.from] = s.at
		from := number(s.from)
		if s.kind != given && s.kind != wild {
			edges = append(edges, digraph.Edge{From: from, To: number(s.to)})
		}
	}
	component := make([]int, len(functions))
	var members [][]int32
	digraph.New(len(functions), edges).Components(func(nodes []int32) {
		for _, f := range nodes {
			component[f] = len(members)
		}
		members = append(members, nodes)
	})
	inner := make([][]*step, len(members))
	for _, s := range order {
		in := component[numbers[s.from]]
		switch {
		case s.kind == given || s.kind == wild:
			inner[in] = append(inner[in], s)
		case component[numbers[s.to]] == in:
			local := *s
			local.toward = outlines[s.to]
			inner[in] = append(inner[in], &local)
		}
	}
	for i, nodes := range members {
		result := judgeComponent(inner[i])
		for _, f := range nodes {
			own := result
			if own.rows != nil {
				own.words = own.rows.words(functions[f])
			}
			found[functions[f]] = own
		}
	}
	for _, s := range order {
		if s.kind != given && s.kind != wild {
			f := found[s.from]
			f.next = append(f.next, s.to)
			found[s.from] = f
		}
	}
	return found
}

// judgeComponent looks at the steps within a component, and at the calls of
// functions that are not known in it.
func judgeComponent(steps []*step) finding {
	var inside []*step
	var wildly, away *step
	lends := false
	for _, s := range steps {
		switch s.kind {
		case wild, given:
			wildly = s
			continue
		case leaves:
			away = s
		case passed:
			lends = true
		}
		inside = append(inside, s)
	}
	switch {
	case len(inside) == 0:
		return finding{}
	case away != nil:
		return finding{reason: Escapes, blame: away}
	case lends && wildly != nil:
		return finding{reason: Unfollowed, blame: wildly}
	}
	all := measuresOf(inside)
	f := rank(inside, all, false)
	if f.reason == NothingSmaller {
		if assumed := rank(inside, all, true); assumed.reason == Ends {
			assumed.assumes = true
			return assumed
		}
	}
	return f
}

// rank looks for a ranking of the steps of a component.
func rank(steps []*step, all measures, assume bool) finding {
	numbers := map[function]int32{}
	var order []function
	number := func(f function) int32 {
		if _, known := numbers[f]; !known {
			numbers[f] = int32(len(order))
			order = append(order, f)
		}
		return numbers[f]
	}
	changes := make([]change, len(steps))
	for i, s := range steps {
		changes[i] = newRuler(s, assume).change(all)
		changes[i].from, changes[i].to = number(s.from), number(s.to)
	}
	prune(changes, all, order)
	if found, ok := rows(len(order), changes); ok {
		return finding{rows: &ranked{found, order, all, steps}}
	}
	switch result, way := closeChanges(changes); result {
	case ending:
		return finding{words: "of the arguments that are passed on, one gets smaller in every way of going round"}
	case tooComplex:
		return finding{reason: TooComplex, blame: steps[0]}
	default:
		return finding{reason: NothingSmaller, blame: steps[way[len(way)-1]]}
	}
}

// ranked are rows of measures of some functions.
type ranked struct {
	rows  []row
	order []function
	all   measures
	steps []*step
}

// words says what gets smaller, for the readers of a function: by its own
// parameters, where it has a part in a row.
func (r *ranked) words(of function) string {
	var names []string
	for _, row := range r.rows {
		f := int32(slices.Index(r.order, of))
		if _, has := row[f]; !has {
			f = slices.Min(slices.Collect(maps.Keys(row)))
		}
		name := r.all[r.order[f]][row[f]].words(outlineOf(r.steps, r.order[f]))
		if !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	if len(names) == 1 {
		return names[0] + " gets smaller"
	}
	return fmt.Sprintf("(%s) gets smaller, compared from the left", strings.Join(names, ", "))
}

func outlineOf(steps []*step, f function) *outline {
	return steps[slices.IndexFunc(steps, func(s *step) bool { return s.from == f })].at
}

func (m measure) words(o *outline) string {
	switch m.kind {
	case size:
		return quoted(o.places[m.place].name)
	case absolute:
		return "the absolute value of " + quoted(o.places[m.place].name)
	}
	return quoted(sumWords(m.sum, o))
}

func quoted(text string) string {
	if strings.HasPrefix(text, "argument ") {
		return text
	}
	return "`" + text + "`"
}

// words writes a sum, what is added first.
func sumWords(e linear.Form, o *outline) string {
	var text strings.Builder
	write := func(sign string, factor int64, name string) {
		switch {
		case text.Len() > 0:
			text.WriteString(" " + sign + " ")
		case sign == "-":
			text.WriteString("-")
		}
		if factor > 1 {
			fmt.Fprintf(&text, "%d * ", factor)
		}
		text.WriteString(name)
	}
	for _, t := range e.Terms {
		if t.Coef > 0 {
			write("+", t.Coef, o.atomName(t.Of))
		}
	}
	if text.Len() == 0 && e.Const != 0 {
		fmt.Fprint(&text, e.Const)
	}
	for _, t := range e.Terms {
		if t.Coef < 0 {
			write("-", -t.Coef, o.atomName(t.Of))
		}
	}
	return text.String()
}

func (o *outline) atomName(a atom) string {
	if int(a) < maxPlaces {
		return o.places[a].name
	}
	name := o.item.SourceText(o.nodes[int(a)-maxPlaces])
	if len(name) > 30 {
		return "a value"
	}
	return name
}
