package exhaustive_test

import (
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/fraccheck/fraccheck/internal/codes"
	"github.com/fraccheck/fraccheck/internal/syntax"
)

// A datum is a value of a generated program, cut off where no pattern looks.
type datum struct {
	con  string // "" for tuples, the place where it is cut off
	args []datum
}

func (d datum) String() string {
	texts := make([]string, len(d.args))
	for i, arg := range d.args {
		texts[i] = arg.String()
	}
	return d.con + "(" + strings.Join(texts, ", ") + ")"
}

const maxData = 1000

// data lists the values of a shape that are at a place, to a depth; more than
// maxData if there are too many.
func (s *shape) data(depth int, place string) []datum {
	switch {
	case len(s.elems) > 0:
		return combine("", s.elems, depth, place)
	case depth == 0 || len(s.literals)+len(s.cons) == 0:
		return []datum{{con: place}}
	}
	var all []datum
	for _, text := range s.literals {
		all = append(all, datum{con: text})
	}
	if s.text == "int32" {
		all = append(all, datum{con: "99"})
	}
	for _, c := range s.cons {
		if c.name != "Never" {
			all = append(all, combine(c.name, c.fields, depth-1, place)...)
		}
	}
	return all
}

func combine(con string, fields []*shape, depth int, place string) []datum {
	all := []datum{{con: con}}
	for i, f := range fields {
		var next []datum
		for _, arg := range f.data(depth, place+con+strconv.Itoa(i)) {
			for _, d := range all {
				next = append(next, datum{con, append(slices.Clone(d.args), arg)})
			}
			if len(next) > maxData {
				return next
			}
		}
		all = next
	}
	return all
}

// A matcher runs the one match of a generated program.
type matcher struct {
	item    *syntax.Item
	clauses []syntax.NodeID
}

func newMatcher(p *program) *matcher {
	for _, item := range p.file.All() {
		for n := item.Len() - 1; n > 0; n-- {
			if id := syntax.NodeID(n); item.Kind(id) == syntax.Match && len(item.Kids(id)) > 1 {
				return &matcher{item, item.Kids(id)[1:]}
			}
		}
	}
	return nil
}

// run gives the body of the clause that takes a value, with what its variables
// stand for, but without one clause, -1 for with all.
func (m *matcher) run(d datum, without int) string {
	for i, clause := range m.clauses {
		bound := map[string]string{}
		if i != without && m.match(m.item.Pattern(clause), d, bound) {
			body := m.item.SourceText(m.item.Clause(clause).Body)
			body = strings.Join(strings.FieldsFunc(body, func(r rune) bool { return strings.ContainsRune(" {}", r) }), " ")
			return body + ": " + variableNames.ReplaceAllStringFunc(body, func(name string) string { return bound[name] })
		}
	}
	return "none"
}

func (m *matcher) match(p syntax.NodeID, d datum, bound map[string]string) bool {
	text := m.item.SourceText(p)
	args := m.item.Kids(p)
	switch m.item.Kind(p) {
	case syntax.PatWild:
		return true
	case syntax.PatVar, syntax.PatName:
		if name := "%" + strings.TrimPrefix(text, "%"); variableNames.MatchString(name) {
			bound[name] = d.String()
			return true
		}
	case syntax.PatParen:
		return m.match(args[0], d, bound)
	case syntax.PatCons:
		text, args = m.item.SourceText(args[0]), args[1:]
	case syntax.PatTuple:
		text = ""
	case syntax.PatLit:
		args = nil
	}
	if d.con != text {
		return false
	}
	for i, arg := range args {
		if !m.match(arg, d.args[i], bound) {
			return false
		}
	}
	return true
}

// same reports whether two matches give the same for all values, if the first
// does without one of its clauses.
func (m *matcher) same(other *matcher, data []datum, without int) bool {
	return !slices.ContainsFunc(data, func(d datum) bool { return m.run(d, without) != other.run(d, -1) })
}

// TestRedundantChangesNothing applies the fixes of redundant-match to random
// matches, one, and all at once: no value gets another result. Where some
// clause could be left out, the check says so.
func TestRedundantChangesNothing(t *testing.T) {
	counts := map[string]int{}
	for seed := range uint64(600) {
		g := &generator{Rand: rand.New(rand.NewPCG(seed, 6)), bodies: 1 + int(seed%3)}
		p := withoutOthers(g.program())
		data := g.scrutinee.data(g.depth, "?")
		before := newMatcher(p)
		if len(data) > maxData || before == nil {
			continue
		}
		counts["matches"]++
		checkRedundant(t, p, before, data, counts)
		if t.Failed() {
			t.Fatalf("seed %d:\n%s\n%s", seed, p.file.Text(), p.Report())
		}
	}
	t.Log(counts)
}

func checkRedundant(t *testing.T, p *program, before *matcher, data []datum, counts map[string]int) {
	text := p.file.Text()
	for i, d := range slices.Backward(p.found) {
		if strings.Contains(d.Fixes[0].Title, "instead") {
			d.Fixes = d.Fixes[1:] // another constructor has another meaning
		}
		counts[d.Fixes[0].Title[:4]]++
		one := check(apply(p.file.Text(), d.Fixes[0].Edits, p.starts[i]))
		if after := newMatcher(one); len(one.types) > 0 || !before.same(after, data, -1) {
			t.Errorf("another meaning:\n%s", one.file.Text())
		}
		text = apply(text, d.Fixes[0].Edits, p.starts[i])
	}
	if all := newMatcher(check(text)); !before.same(all, data, -1) {
		t.Errorf("all at once have another meaning:\n%s", text)
	}
	for i, clause := range before.clauses {
		hole := strings.Contains(before.item.SourceText(clause), "match?")
		if len(p.found) == 0 && !hole && before.same(before, data, i) {
			t.Errorf("clause %d could be left out", i)
		}
	}
}

// withoutOthers applies first fixes until redundant-match is all that is found.
func withoutOthers(text string) *program {
	for {
		p := check(text)
		i := slices.IndexFunc(p.found, func(d syntax.Diagnostic) bool { return d.Code != codes.RedundantMatch })
		if i < 0 {
			return p
		}
		text = apply(text, p.found[i].Fixes[0].Edits, p.starts[i])
	}
}
