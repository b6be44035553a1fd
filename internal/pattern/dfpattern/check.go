package dfpattern

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/fraccheck/fraccheck/internal/pattern"
	"github.com/fraccheck/fraccheck/internal/python"
)

// A checked is what a check function asks of a match, in all ways in which the pattern matches.
type checked struct {
	where     []*pattern.Condition     // with marks for names
	constants []*pattern.Pattern       // wildcards that represent constants
	roles     map[string]string        // marks that share a name, each to the first of them
	pruned    map[*pattern.Pattern]int // of a `|` of which one alternative is never accepted, the other
	whole     bool                     // nothing was left out
	why       string                   // what was left out first
}

// A choice is an alternative of a `|`.
type choice struct {
	p *pattern.Pattern
	i int
}

// A run is a check on one way in which a pattern matches.
type run struct {
	where  []*pattern.Condition
	inside map[*pattern.Pattern]bool // the nodes of that way
}

// check evaluates a check function on each way in which a pattern matches. What holds in all is a
// condition of the rule:
//
//  1. Each way gives a condition, whose conjuncts are the conditions of a run (conjuncts). A way on which
//     the check is False, or raises an exception, is refused.
//  2. An alternative that no way with a result takes is left out of the pattern (pruned). Other
//     refused ways remain in it, so that the rule is not whole.
//  3. The conditions of the runs are joined (join).
//
// Where every way is refused, the rule has the condition False.
func (ev *evaluator) check(f value, p *pattern.Pattern) *checked {
	result := &checked{whole: true, roles: map[string]string{}}
	if f == nil {
		return result
	}
	ev.choices = &choices{made: map[*pattern.Pattern]int{}}
	at := &python.Name{Span: ev.places[p], ID: "check"}
	if c, ok := f.(*closure); ok {
		at = &python.Name{Span: c.span, ID: c.name}
	}
	var runs []run
	refused := 0
	taken, asked := map[choice]bool{}, map[*pattern.Pattern]bool{}
	for n := 0; ; n++ {
		limit := ev.limit
		ev.limit = ev.steps + maxCheck
		ev.raised = false
		v := ev.apply(at, f, &call{at: at, args: []value{matched{p}}, env: ev.module})
		ev.limit = limit
		accepted := ev.truth(at, v)
		where, whole := conjuncts(accepted)
		if never := slices.ContainsFunc(where, isFalse); never || ev.raised { // no match of this way is accepted
			refused++
		} else {
			if !whole {
				result.leaveOut(reason(accepted))
			}
			inside := map[*pattern.Pattern]bool{}
			ev.nodes(p, inside)
			runs = append(runs, run{where, inside})
			for q, i := range ev.choices.made {
				taken[choice{q, i}] = true
			}
		}
		for q := range ev.choices.made {
			asked[q] = true
		}
		if !ev.choices.next() {
			break
		}
		if n >= maxWays {
			return &checked{why: "the pattern matches in too many ways", roles: map[string]string{}}
		}
	}
	if len(runs) == 0 {
		result.where = []*pattern.Condition{truthConstant(false)}
		return result
	}
	result.pruned = map[*pattern.Pattern]int{}
	for q := range asked {
		if first, second := taken[choice{q, 0}], taken[choice{q, 1}]; first != second {
			if result.pruned[q] = 0; second {
				result.pruned[q] = 1
			}
		}
	}
	if refused > 0 {
		result.leaveOut("some ways in which the pattern matches are never accepted")
	}
	result.join(ev, runs)
	return result
}

func isFalse(c *pattern.Condition) bool {
	known, yes := decided(c)
	return known && !yes
}

// nodes collects the nodes of the pattern that take part in the way of the choices made.
func (ev *evaluator) nodes(p *pattern.Pattern, inside map[*pattern.Pattern]bool) {
	if inside[p] {
		return
	}
	inside[p] = true
	i, chosen := ev.choices.made[p]
	for j, q := range p.Parts {
		if !chosen || i == j {
			ev.nodes(q, inside)
		}
	}
}

// markForm is a mark in the text of a condition (evaluator.mark).
var markForm = regexp.MustCompile(`§\d+§`)

// join keeps the conditions that hold in all ways. Each way may ask about nodes of its own: the
// first mark that each way asks about is one role, the second another, and nodes of one role get
// one name. Where a node would have two roles, only conditions on the same nodes are equal.
//
// So the check `groups == 1` of the convolution in `relu(conv) | conv` is one condition, although the
// convolution is another node of the pattern in each way. A condition that only some ways have is left
// out. `is_constant` is no condition of the rule language but part of the pattern (constantsOf).
func (r *checked) join(ev *evaluator, runs []run) {
	r.constants = constantsOf(ev, runs, r)
	role := rolesOf(ev, runs)
	counts := map[string]int{}
	for _, way := range runs {
		seen := map[string]bool{}
		for _, c := range way.where {
			if key := renamed(c.String(), role); !seen[key] {
				seen[key] = true
				counts[key]++
			}
		}
	}
	kept := map[string]bool{}
	for _, way := range runs {
		for _, c := range way.where {
			key := renamed(c.String(), role)
			if c.Kind == pattern.Ask {
				continue // decided by constantsOf
			}
			if counts[key] < len(runs) {
				r.leaveOut("the ways in which the pattern matches are checked by different conditions")
				continue
			}
			if !kept[key] {
				kept[key] = true
				r.where = append(r.where, c)
			}
		}
	}
	r.roles = role
}

func (r *checked) leaveOut(why string) {
	r.whole = false
	if r.why == "" {
		r.why = why
	}
}

// constantsOf are the wildcards that every way with them wants to be constants: a way in which the
// wildcard takes no part has no say. They become `is_constant()` in the pattern of the rule.
func constantsOf(ev *evaluator, runs []run, r *checked) []*pattern.Pattern {
	wanted := make([]map[*pattern.Pattern]bool, len(runs))
	all := map[*pattern.Pattern]bool{}
	var order []*pattern.Pattern
	for i, way := range runs {
		wanted[i] = map[*pattern.Pattern]bool{}
		for _, c := range way.where {
			if c.Kind == pattern.Ask {
				p := ev.marked[c.Operands[0].Name]
				if wanted[i][p] = true; !all[p] {
					all[p] = true
					order = append(order, p)
				}
			}
		}
	}
	var constants []*pattern.Pattern
	for _, p := range order {
		every := true
		for i, way := range runs {
			every = every && (wanted[i][p] || !way.inside[p])
		}
		if every {
			constants = append(constants, p)
		} else {
			r.leaveOut("an operand is a constant in one way in which the pattern matches, and not in another")
		}
	}
	return constants
}

// rolesOf gives marks of different ways one name, the first mark of the role; the map is empty where that
// is not possible. It is not where a node has two roles in different ways, or one way has two nodes of a
// role: one name for two expressions of a match would ask that they are the same.
func rolesOf(ev *evaluator, runs []run) map[string]string {
	first, roleOf := map[int]string{}, map[string]int{}
	for _, way := range runs {
		var marks []string
		for _, c := range way.where {
			if c.Kind == pattern.Ask {
				continue
			}
			for _, m := range markForm.FindAllString(c.String(), -1) {
				if !slices.Contains(marks, m) {
					marks = append(marks, m)
				}
			}
		}
		for i, m := range marks {
			if known, ok := roleOf[m]; ok && known != i {
				return map[string]string{}
			}
			roleOf[m] = i
			if first[i] == "" {
				first[i] = m
			}
		}
	}
	roles := map[string]string{}
	for _, way := range runs {
		seen := map[int]bool{}
		for m, i := range roleOf {
			if way.inside[ev.marked[m]] {
				if seen[i] {
					return map[string]string{}
				}
				seen[i] = true
			}
		}
	}
	for m, i := range roleOf {
		roles[m] = first[i]
	}
	return roles
}

// renamed replaces marks in a text.
func renamed(text string, names map[string]string) string {
	return markForm.ReplaceAllStringFunc(text, func(m string) string {
		if name, ok := names[m]; ok {
			return name
		}
		return m
	})
}

// checkText is the name of a check function, and its lines, for a comment.
func (ev *evaluator) checkText(f value) (name, text string) {
	if b, ok := f.(*builtin); ok && b.of != nil {
		f = b.of
	}
	c, ok := f.(*closure)
	if !ok {
		return "the check", ""
	}
	start := c.span.Start
	for start > 0 && (ev.source[start-1] == ' ' || ev.source[start-1] == '\t') {
		start--
	}
	return fmt.Sprintf("`%s`", c.name), strings.TrimRight(ev.source[start:c.span.End], " \t\r\n")
}
