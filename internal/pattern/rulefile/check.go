package rulefile

import (
	"fmt"
	"strings"

	"github.com/fraccheck/fraccheck/internal/pattern"
	"github.com/fraccheck/fraccheck/internal/spelling"
	"github.com/fraccheck/fraccheck/internal/syntax"
)

const (
	maxNames = 1000      // of a rule
	maxSize  = 20_000    // nodes of a pattern, every `let` written out
	maxWork  = 2_000_000 // nodes of all rules of a file
)

// checkRule looks at a whole rule, once all of its clauses are read.
func (r *reader) checkRule() {
	r.ruleLets()
	given := map[string]syntax.Span{}
	if r.rule.Match != nil {
		givenBy(r.rule.Match, given)
	}
	r.settle(given)
	r.checkMessage()
	r.declareWords(given)
	if r.rule.Match == nil || !r.checkSize() {
		return
	}
	order := postorder(r.rule.Match)
	for _, p := range order {
		if r.faulty[p] {
			r.failed = true
		}
		r.checkFree(p, given)
	}
	if r.failed {
		return
	}
	b := bindingsOf(order)
	for _, a := range r.asked {
		r.checkAsked(a, b)
		r.checkAttribute(a, order)
	}
	r.checkUnused()
}

// checkSize reports patterns that would be too large with every `let` written out.
func (r *reader) checkSize() bool {
	sizes := map[*pattern.Pattern]int{}
	names := map[string]bool{}
	order := postorder(r.rule.Match)
	for _, p := range order {
		size := 1
		for _, q := range p.Parts {
			size = min(maxSize+1, size+max(1, sizes[q]))
		}
		sizes[p] = size
		if p.Kind == pattern.Variable || p.Kind == pattern.Capture {
			names[p.Name] = true
		}
	}
	r.work += len(order)
	switch {
	case sizes[r.rule.Match] > maxSize:
		r.report(r.rule.Match.Span, "this pattern has more than 20,000 parts, with every `let` and `it` written out", "cut it into several rules")
	case len(names) > maxNames:
		r.report(r.rule.Match.Span, "this pattern has more than 1,000 names", "cut it into several rules")
	case r.work > maxWork:
		r.report(r.rule.Match.Span, "the patterns of this file have more than 2,000,000 parts", "cut it into several files")
	default:
		return true
	}
	return false
}

// checkFree reports a name in a `let` of the file that no part of the rule gives.
func (r *reader) checkFree(p *pattern.Pattern, given map[string]syntax.Span) {
	if p.Kind != pattern.Variable {
		return
	}
	_, ok := given[p.Name]
	if _, declared := r.declared[p.Name]; !ok && !declared {
		r.report(p.Span, fmt.Sprintf("the rule `%s` uses this pattern and gives no `%s`", r.rule.Name, p.Name), "name a part of the pattern by `"+p.Name+" = p`")
	}
}

// declareWords says of each mention of a name where it is declared.
func (r *reader) declareWords(given map[string]syntax.Span) {
	for i := r.words; i < len(r.file.Words); i++ {
		w := &r.file.Words[i]
		if w.Kind != NameWord {
			continue
		}
		if at, ok := r.declared[w.Name]; ok {
			w.Declared, w.Declaration = true, at
		} else if at, ok := given[w.Name]; ok {
			w.Declared, w.Declaration = true, at
		}
	}
	for _, a := range r.asked {
		if at, ok := r.declared[a.name]; ok {
			r.word(a.span, NameWord, &at)
		} else if at, ok := given[a.name]; ok {
			r.word(a.span, NameWord, &at)
		}
	}
}

// checkAsked reports a name outside of the pattern that no match, or not every one,
// binds.
func (r *reader) checkAsked(a asked, b *bindings) {
	i, known := b.number[a.name]
	switch {
	case !known:
		r.neverBound(a, b)
	case a.placed && b.many.has(i):
		r.report(a.span, fmt.Sprintf("`%s` may be bound several times, by recursion or along the path of a dominator", a.name),
			"a template needs one expression: name a part outside of the recursion")
	case !b.always.has(i):
		r.report(a.span, fmt.Sprintf("`%s` is bound in one alternative of the pattern only, so it may be unbound", a.name),
			"give the name in every alternative, or make a rule of each")
	}
}

func (r *reader) neverBound(a asked, b *bindings) {
	if _, declared := r.declared[a.name]; declared {
		r.report(a.span, fmt.Sprintf("the pattern of this rule does not mention `%s`, so it is unbound", a.name), "bind it in the pattern, where `_` is now")
		return
	}
	var names []string
	for name := range b.number {
		names = append(names, name)
	}
	d := r.report(a.span, fmt.Sprintf("no part of the pattern has the name `%s`", short(a.name)), "name a part by `"+a.name+" = p`")
	suggest(d, a.name, spelling.Near(a.name, names))
}

// checkMessage reads the names in braces of a lint's message.
func (r *reader) checkMessage() {
	if r.rule.Message == "" || r.message == 0 {
		return
	}
	start, text := r.tokens[r.message].Start, r.lexeme(r.message)
	for at := 0; ; {
		open := strings.IndexByte(text[at:], '{')
		if open < 0 {
			return
		}
		at += open + 1
		end := strings.IndexByte(text[at:], '}')
		if end < 0 {
			if name := strings.TrimSuffix(text[at:], `"`); isName(name) {
				r.report(syntax.Span{Start: start + int32(at) - 1, End: start + int32(at+len(name))}, fmt.Sprintf("the text that `%s` matched is written `{%s}`", name, name))
			}
			return
		}
		if name := text[at : at+end]; isName(name) {
			r.asked = append(r.asked, asked{name: name, span: syntax.Span{Start: start + int32(at), End: start + int32(at+end)}})
		}
	}
}

// isName reports whether a text is a name and nothing else.
func isName(text string) bool {
	tokens := syntax.Lex(text)
	return len(tokens) == 2 && tokens[0].Kind == syntax.TokName && tokens[0].Start == 0 && int(tokens[0].End) == len(text)
}

// checkUnused warns of wildcards that are declared and not used.
func (r *reader) checkUnused() {
	for _, name := range r.rule.Variables {
		if !r.used[name] {
			r.warn(r.declared[name], fmt.Sprintf("the pattern does not mention `%s`", name), "delete it from the `var` clause, or put it into the pattern")
		}
	}
}

// checkClauses reports what a rule of its kind lacks.
func (r *reader) checkClauses(present map[string]int) {
	if r.failed {
		return // what is lacking may be in what could not be read
	}
	lacks := func(message, note string) { r.report(r.rule.NameSpan, message, note) }
	kind, name := r.rule.Kind, r.rule.Name
	if _, ok := present["match"]; !ok {
		lacks(fmt.Sprintf("the rule `%s` has no `match`", name), "say what is looked for: `match nn.relu(_)`")
	}
	if _, ok := present["with"]; !ok && kind == pattern.Rewrite {
		lacks(fmt.Sprintf("the rewrite `%s` has no `with`", name), "write the replacement: `with nn.relu(x)`")
	}
	if kind != pattern.Lint {
		return
	}
	for word := range severities {
		if _, ok := present[word]; ok {
			return
		}
	}
	lacks(fmt.Sprintf("the lint `%s` has no message", name), "say what is wrong by `error`, `warn`, `info` or `hint`: `warn \"{x} is not needed\"`")
}

// checkProgress reports `let` patterns that come back to themselves without a part of
// the expression being matched on the way: they would be looked at forever.
func (r *reader) checkProgress(lets []*let) {
	const open, done = 1, 2
	state := map[*pattern.Pattern]int{}
	for _, l := range lets {
		if l.p == nil || state[l.p] != 0 {
			continue
		}
		type frame struct {
			p    *pattern.Pattern
			next int
		}
		stack := []frame{{l.p, 0}}
		state[l.p] = open
		for len(stack) > 0 {
			f := &stack[len(stack)-1]
			parts := sameExpression(f.p)
			if f.next == len(parts) {
				state[f.p] = done
				stack = stack[:len(stack)-1]
				continue
			}
			q := parts[f.next]
			f.next++
			switch state[q] {
			case open:
				r.noProgress(q)
			case 0:
				state[q] = open
				stack = append(stack, frame{q, 0})
			}
		}
	}
}

// noProgress reports a recursive pattern that consumes nothing.
func (r *reader) noProgress(p *pattern.Pattern) {
	if r.faulty[p] {
		return
	}
	r.faulty[p] = true
	r.report(p.Span, fmt.Sprintf("`%s` mentions itself without matching a part of the expression first", p.Name),
		"a recursive pattern mentions itself inside of a call, tuple or the like: `let chain = nn.relu(chain) | is_var()`")
}

// sameExpression are the parts of a pattern that look at the expression that it looks
// at itself.
func sameExpression(p *pattern.Pattern) []*pattern.Pattern {
	switch p.Kind {
	case pattern.Or, pattern.And, pattern.Capture, pattern.AnyDepth, pattern.Recursive:
		return p.Parts
	case pattern.Dominates:
		return p.Parts[2:]
	}
	return nil
}
