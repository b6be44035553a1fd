package rewriting

import (
	"context"

	"github.com/fraccheck/fraccheck/analysis"
	"github.com/fraccheck/fraccheck/internal/effect"
	"github.com/fraccheck/fraccheck/internal/pattern"
	"github.com/fraccheck/fraccheck/internal/pattern/matcher"
	"github.com/fraccheck/fraccheck/internal/rewrite"
	"github.com/fraccheck/fraccheck/internal/syntax"
	"github.com/fraccheck/fraccheck/typecheck"
)

// A Rewriter applies rules. It never changes, and is safe for concurrent use.
type Rewriter struct {
	first, later *matcher.Rules // of the first round; of the others, without what is done once
	templates    templates
	global       bool // a rule may look through the names of definitions
}

// templates are by rule.
type templates map[*pattern.Rule]*template

// New is a rewriter by some rules, in their order; those that are no rewrite rules are
// left out.
func New(rules []*pattern.Rule) *Rewriter {
	r := &Rewriter{templates: templates{}}
	var all, later []*pattern.Rule
	for _, rule := range rules {
		if rule.Kind != pattern.Rewrite || rule.With == nil {
			continue
		}
		all = append(all, rule)
		if !rule.Once {
			later = append(later, rule)
		}
		r.templates[rule] = compile(rule)
		pattern.Walk(rule.Match, func(p *pattern.Pattern) { r.global = r.global || p.Kind == pattern.Function })
	}
	r.first, r.later = matcher.Compile(all), matcher.Compile(later)
	return r
}

// A Target is an item that was checked, in its module.
type Target struct {
	Context context.Context
	Module  *typecheck.Module
	Index   int
	Result  *typecheck.Result
	Facts   analysis.Reader // of what the module sees
}

func (t Target) unit() *analysis.Unit {
	return analysis.NewUnit(t.Context, t.Module, t.Index, t.Result, t.Facts)
}

// Rewritable reports whether t is an item that evaluates something and has no errors.
func (t Target) Rewritable() bool {
	item := t.Result.Item
	return item.Body() != syntax.NoNode && len(item.Kids(item.Body())) > 0 && !t.unit().Faulty()
}

// subject is the item for the matcher.
func (t Target) subject(known library) *matcher.Subject {
	return &matcher.Subject{Info: t.Result.Info, Effects: effect.Of(t.unit()), Constants: t.Module.Constants(), Definition: func(o *typecheck.Object) *matcher.Subject {
		if o.Item == t.Result.Item {
			return nil // calls itself
		}
		if _, made := known[o]; !made {
			known[o] = t.definition(o, known)
		}
		return known[o]
	}}
}

// A library has the definitions that names stand for, once they were asked for.
type library map[*typecheck.Object]*matcher.Subject

// definition is the one that a global stands for, if it has a body.
func (t Target) definition(o *typecheck.Object, known library) *matcher.Subject {
	m, i := t.Module.Owner(o)
	if m == nil || i < 0 {
		return nil
	}
	other := t
	other.Module, other.Index, other.Result = m, i, m.Check(i)
	if !other.Rewritable() {
		return nil
	}
	return other.subject(known)
}

// Matches are the places of an item at which rules match.
func (r *Rewriter) Matches(t Target) []*matcher.Match {
	if !t.Rewritable() {
		return nil
	}
	return r.first.Match(t.Context, t.subject(library{}))
}

// Edits are those of the item by which one of its Matches is replaced. The error is a
// rewrite.Refusal.
func (r *Rewriter) Edits(t Target, m *matcher.Match) ([]syntax.Edit, error) {
	s := newSubject(t, m.At.In)
	chosen := s.choose([]*matcher.Match{m}, r.templates)
	if len(chosen) == 0 {
		return nil, rewrite.Refusal("an effect would move, a variable would leave its scope, or it is no value")
	}
	done := s.settle(chosen)
	if len(done.changes) == 0 {
		for _, why := range done.refused {
			return nil, rewrite.Refusal(why)
		}
		return nil, rewrite.NewError
	}
	return trimmed(t.Result.Item.Text, done.new), nil
}

// trimmed is the one edit between two texts, without what both begin and end with.
func trimmed(was, is string) []syntax.Edit {
	front := 0
	for front < len(was) && front < len(is) && was[front] == is[front] {
		front++
	}
	back := 0
	for back < len(was)-front && back < len(is)-front && was[len(was)-1-back] == is[len(is)-1-back] {
		back++
	}
	if front+back == len(was) && len(was) == len(is) {
		return nil
	}
	return []syntax.Edit{{
		Span:    syntax.Span{Start: int32(front), End: int32(len(was) - back)},
		NewText: is[front : len(is)-back],
	}}
}
