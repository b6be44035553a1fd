package dfpattern

import (
	"fmt"
	"slices"
	"strings"

	"github.com/fraccheck/fraccheck/internal/excerpt"
	"github.com/fraccheck/fraccheck/internal/pattern"
	"github.com/fraccheck/fraccheck/internal/python"
)

// A Result is the rules of a file.
type Result struct {
	Text     string // of the rule file
	Patterns int    // how many the file has
	Imported int    // how many of them have a rule
	Checks   int    // how many of the rules have all that their check asks
	Problems []Problem
}

// A Problem is something of the file that the rules do not have.
type Problem struct {
	python.Span
	Message string
	Lost    bool // a whole pattern
}

// Import reads the patterns of a file of Python. The name is that of the file, for comments.
//
// The statements of the module are evaluated first, each with steps of its own, then its pattern
// tables, and then what the module defines and does not use itself (unused).
func Import(name, source string) *Result {
	statements, errors := python.Parse(source)
	ev := &evaluator{
		source: source, module: &env{vars: map[string]value{}}, choices: &choices{made: map[*pattern.Pattern]int{}},
		ids: map[*pattern.Pattern]string{}, marked: map[string]*pattern.Pattern{}, names: map[*pattern.Pattern]string{},
		places: map[*pattern.Pattern]python.Span{},
	}
	ev.rec = recorder{ev: ev, name: name, rules: map[string]int{}, found: map[*pattern.Pattern]bool{}, texts: map[string]bool{}, shown: map[string]bool{}}
	for _, e := range errors {
		ev.rec.problem(e.Span, true, e.Message)
	}
	for _, s := range statements {
		ev.begin()
		ev.block([]python.Stmt{s}, ev.module, then{next: func(*env) value { return nil }})
	}
	for _, table := range ev.pending { // the module defines what checks call, also after the table
		table()
	}
	ev.unused(statements)
	return ev.rec.result()
}

// unused evaluates what the file defines and does not use itself: functions that give a
// pattern table, tests, callbacks; where there is none of these, patterns by their names. These are the
// ways in which TVM's own files and those of its users hand patterns on: a backend registers its
// table, a pass calls rewrite, a test calls match.
func (ev *evaluator) unused(statements []python.Stmt) {
	for _, s := range statements {
		f, ok := ev.defined(s).(*closure)
		if !ok || !callable(f) {
			continue
		}
		switch {
		case strings.HasSuffix(f.name, "pattern_table") && !ev.rec.tables[f.name]:
			ev.table(ev.start(f), f.span)
		case strings.HasPrefix(f.name, "test"):
			ev.rec.function = f.name
			ev.start(f)
		}
	}
	ev.rec.function = ""
	for _, s := range statements {
		c, ok := ev.defined(s).(*class)
		ev.begin()
		if ok && c.isCallback(0) && !ev.rec.classes[c.name] && c.find("callback") != nil {
			at := s.(*python.Class).NameSpan
			o := ev.construct(&python.Name{Span: at, ID: c.name}, c, &call{at: &python.Name{Span: at, ID: c.name}, env: ev.module})
			ev.rec.rewrite(ev, o, at)
		}
	}
	if ev.rec.patterns > 0 {
		return
	}
	for _, s := range statements {
		ev.byName(s)
	}
}

// start calls a function without arguments, with steps of its own.
func (ev *evaluator) start(f *closure) value {
	ev.begin()
	at := &python.Name{Span: f.span, ID: f.name}
	return ev.invoke(at, f, &call{at: at, env: ev.module})
}

// defined is the value of a name that a statement defines.
func (ev *evaluator) defined(s python.Stmt) value {
	switch s := s.(type) {
	case *python.Func:
		return ev.module.vars[s.Name]
	case *python.Class:
		return ev.module.vars[s.Name]
	}
	return nil
}

// callable reports whether a function needs no argument.
func callable(f *closure) bool {
	return !slices.ContainsFunc(f.params, func(p python.Param) bool { return p.Default == nil && p.Star == 0 })
}

// byName records the patterns that a statement gives a name: variables of the module, and functions
// without parameters that return one.
func (ev *evaluator) byName(s python.Stmt) {
	record := func(name string, v value) {
		switch v := v.(type) {
		case *pattern.Pattern:
			ev.rec.function = name
			ev.rec.find(ev, v, s.Range())
			ev.rec.function = ""
		case *unknown:
			if v.pattern {
				ev.rec.patterns++
				ev.rec.problem(v.span, true, fmt.Sprintf("the pattern `%s` is not read: %s", name, v.why))
			}
		}
	}
	switch s := s.(type) {
	case *python.Assign:
		for _, t := range s.Targets {
			if n, ok := t.(*python.Name); ok {
				record(n.ID, ev.module.vars[n.ID])
			}
		}
	case *python.Func:
		if f, ok := ev.module.vars[s.Name].(*closure); ok && callable(f) {
			record(s.Name, ev.start(f))
		}
	}
}

// registerTable evaluates `@register_pattern_table("name")`. The table is evaluated after the module:
// its checks may call functions that are defined after it.
func (ev *evaluator) registerTable(c *call) value {
	register := func(f value) value {
		if g, ok := f.(*closure); ok {
			if ev.rec.tables == nil {
				ev.rec.tables = map[string]bool{}
			}
			ev.rec.tables[g.name] = true
			ev.pending = append(ev.pending, func() { ev.table(ev.start(g), g.span) })
		}
		return f
	}
	if f, ok := c.arg(1, "table"); ok && f != nil {
		return register(f)
	}
	return &builtin{"register_pattern_table", nil, func(_ *evaluator, c *call) value { return register(c.args[0]) }}
}

// table records the entries of a pattern table: tuples of a name, a pattern and perhaps a check.
func (ev *evaluator) table(v value, at python.Span) {
	entries, ok := itemsOf(v)
	if !ok {
		if u, isUnknown := v.(*unknown); isUnknown {
			at = u.span
		}
		ev.rec.problem(at, true, "the pattern table is not read: "+describe(v))
		return
	}
	for _, entry := range entries {
		fields, ok := itemsOf(entry)
		if !ok || len(fields) < 2 {
			ev.rec.patterns++
			ev.rec.problem(spanOf(entry, at), true, "an entry of the pattern table is not read: "+describe(entry))
			continue
		}
		name, _ := fields[0].(string)
		var check value
		if len(fields) > 2 {
			check = fields[2]
		}
		attrs := &dict{keys: []value{"Composite"}, values: []value{name}}
		p, ok := fields[1].(*pattern.Pattern)
		if !ok || name == "" {
			ev.rec.patterns++
			ev.rec.problem(spanOf(fields[1], at), true, fmt.Sprintf("the pattern of `%s` is not read: %s", name, describe(fields[1])))
			continue
		}
		ev.rec.function = name
		ev.rec.partition(ev, p, attrs, check, ev.places[p])
		ev.rec.function = ""
	}
}

func spanOf(v value, otherwise python.Span) python.Span {
	if u, ok := v.(*unknown); ok {
		return u.span
	}
	return otherwise
}

// rewriteCall evaluates `rewrite(callbacks, expr)`, which uses the callbacks in their order.
func (ev *evaluator) rewriteCall(c *call) value {
	v, _ := c.arg(0, "callbacks")
	all := []value{v}
	if l, ok := v.(*list); ok {
		all = l.items
	}
	for _, o := range all {
		ev.rec.rewrite(ev, o, c.at.Range())
	}
	return ev.unknown(c.at, "the result of a rewrite is not evaluated")
}

func lineOf(source string, at int) int { return strings.Count(source[:min(at, len(source))], "\n") + 1 }

func excerptOf(text string) string { return excerpt.Of(text, 60) }
