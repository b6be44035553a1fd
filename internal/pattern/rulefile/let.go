package rulefile

import (
	"fmt"

	"github.com/fraccheck/fraccheck/internal/pattern"
	"github.com/fraccheck/fraccheck/internal/syntax"
)

// A let is a named pattern. It is resolved when it is first mentioned; a mention while
// that happens leads back to it. All that mention each other are recursive patterns,
// wherever a rule enters them: those that are resolved on the way back to the outermost
// one (R. Tarjan, Depth-first search and linear graph algorithms, 1972).
type let struct {
	name  string
	span  syntax.Span // of the name
	body  *expression
	state letState
	self  *pattern.Pattern // represents it where it is mentioned, if it leads back to itself
	depth int              // how many were being resolved when it began
	back  *let             // the outermost one being resolved that it leads back to; nil for none
	p     *pattern.Pattern
	used  bool
	bad   bool
}

type letState uint8

const (
	unread letState = iota
	reading
	read
)

// readLet parses `let NAME = PATTERN`; nil where it has no name.
func (r *reader) readLet(at, end int) *let {
	name := at + 1
	if name+1 < end && r.kind(name) == syntax.TokName && r.kind(name+1) == syntax.TokColon {
		d := r.report(r.tokens[name+1].Span, "a `let` is written with `=`, and this is `:`")
		d.Fixes = append(d.Fixes, syntax.Replace("write `=`", r.tokens[name+1].Span, "="))
	} else if name >= end || r.kind(name) != syntax.TokName || name+1 >= end || r.kind(name+1) != syntax.TokAssign {
		i := min(name, end-1)
		if i == name && r.kind(name) == syntax.TokName {
			i = min(name+1, end-1)
		}
		r.report(r.tokens[i].Span, "a `let` is written `let p = PATTERN`, found `"+short(r.lexeme(i))+"`")
		if i > name {
			r.knowName(r.lexeme(name))
		}
		return nil
	}
	l := &let{name: r.lexeme(name), span: r.tokens[name].Span}
	r.word(l.span, LetWord, &l.span)
	l.body = r.parse(name+2, end, false)
	l.bad = l.body == nil
	return l
}

// add puts a `let` among others; false where its name is taken.
func (r *reader) add(l *let, to map[string]*let) bool {
	if first := to[l.name]; first != nil {
		d := r.report(l.span, fmt.Sprintf("there is a `let %s` already", l.name), "choose another name, or join the two by `|`")
		d.Related = append(d.Related, syntax.Related{Place: syntax.Place{Span: first.span}, Message: "the first one"})
		return false
	}
	if at, declared := r.declared[l.name]; declared {
		r.nameTaken(l.name, l.span, at)
		return false
	}
	to[l.name] = l
	return true
}

// nameTaken reports a name that a `let` pattern and an expression are both to have.
func (r *reader) nameTaken(name string, at, other syntax.Span) {
	d := r.report(at, fmt.Sprintf("`%s` is the name of something else already", name), "a `let` pattern and an expression have different names: choose another one")
	d.Related = append(d.Related, syntax.Related{Place: syntax.Place{Span: other}, Message: "the other one"})
}

func (r *reader) letClause(c clause) {
	if l := r.readLet(c.at, c.end); l != nil && r.add(l, r.inner) {
		r.order = append(r.order, l)
		r.collect(c.from+1, c.end)
	}
}

// mentionLet is the pattern that a `let` names.
func (r *reader) mentionLet(l *let) *pattern.Pattern {
	l.used = true
	if l.state == unread {
		r.resolve(l)
	}
	r.failed = r.failed || l.bad
	back := l.back
	if l.state == reading {
		back = l
	}
	if n := len(r.resolving); n > 0 && back != nil && back.state == reading {
		if from := r.resolving[n-1]; from.back == nil || back.depth < from.back.depth {
			from.back = back
		}
	}
	if l.state == reading {
		return l.self
	}
	return l.p
}

// resolve reads a `let`'s pattern.
func (r *reader) resolve(l *let) {
	l.state, l.self = reading, &pattern.Pattern{Kind: pattern.Recursive, Name: l.name, Span: l.span}
	l.depth, r.resolving = len(r.resolving), append(r.resolving, l)
	failed, it := r.failed, r.it
	r.failed, r.it = l.bad, nil
	l.p = pattern.Any()
	if l.body != nil {
		l.p = r.pattern(l.body)
	}
	r.resolving = r.resolving[:l.depth]
	l.bad = r.failed
	r.failed, r.it = failed, it
	l.state = read
	if !l.bad {
		r.file.Lets = append(r.file.Lets, Let{l.name, l.span, l.p})
	}
	if l.back != nil {
		l.self.Parts = []*pattern.Pattern{l.p}
		l.p = l.self
		r.faulty[l.self] = l.bad
	}
	if !l.bad {
		r.file.lets[l.span] = l.p
	}
}

// fileLets reads the `let` of the file's top level, which see each other and nothing of
// the rules.
func (r *reader) fileLets(chunks []chunk) {
	r.beginRule()
	var order []*let
	for _, c := range chunks {
		if c.kind != letChunk {
			continue
		}
		if l := r.readLet(c.from, c.end); l != nil {
			r.add(l, r.lets)
			order = append(order, l)
			r.collect(c.from+2, c.end)
		}
	}
	r.given = map[string]syntax.Span{}
	for _, l := range order {
		r.mentionLet(l)
	}
	for _, l := range order {
		givenBy(l.p, r.given)
	}
	r.settle(r.given)
	r.declareWords(r.given)
	r.checkProgress(order)
}

// ruleLets reads those of a rule that no other part of it mentions.
func (r *reader) ruleLets() {
	for _, l := range r.order {
		if !l.used {
			r.warn(l.span, fmt.Sprintf("nothing mentions `%s`", l.name), "delete it, or mention it in the pattern")
			r.mentionLet(l)
		}
	}
	r.checkProgress(r.order)
}

// givenBy adds the names that a pattern gives, each with its first place.
func givenBy(p *pattern.Pattern, names map[string]syntax.Span) {
	pattern.Walk(p, func(q *pattern.Pattern) {
		if q.Kind != pattern.Capture {
			return
		}
		at := syntax.Span{Start: q.Span.Start, End: q.Span.Start + int32(len(q.Name))}
		if first, known := names[q.Name]; !known || at.Start < first.Start {
			names[q.Name] = at
		}
	})
}
