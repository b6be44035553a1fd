package contract

import (
	"errors"
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/fraccheck/fraccheck/complexity"
	"github.com/fraccheck/fraccheck/internal/codes"
	"github.com/fraccheck/fraccheck/internal/spelling"
	"github.com/fraccheck/fraccheck/internal/symbolic"
	"github.com/fraccheck/fraccheck/internal/syntax"
)

// exactly begins the value of a clause that must hold for all sizes.
const exactly = "at most "

// boundOf is the expression of a clause's value, where it begins in it, and whether it must hold for all
// sizes.
func boundOf(c Clause) (text string, at int, exact bool) {
	if rest, ok := strings.CutPrefix(c.Value, exactly); ok {
		return rest, len(exactly), true
	}
	return c.Value, 0, false
}

// maxValue is how many bytes an expression may have: products of many sums take long to multiply out.
const maxValue = 500

// parse reads an expression over named sizes.
func parse(text string, names func(string) *symbolic.Symbol) (*symbolic.Expr, error) {
	if len(text) > maxValue {
		return nil, &symbolic.ParseError{Message: fmt.Sprintf("a bound has up to %d bytes", maxValue)}
	}
	return symbolic.Parse(text, names)
}

// Check reports whether a clause can be one of a definition whose sizes are not known (of a configuration):
// whether its key is one, and its value an expression. The error is for readers.
func Check(c Clause) error {
	if _, ok := key(c.Key); !ok {
		return fmt.Errorf("a contract has no `%s`; it has `%s`", c.Key, strings.Join(KeyNames(), "`, `"))
	}
	text, _, _ := boundOf(c)
	symbols := map[string]*symbolic.Symbol{}
	_, err := parse(text, func(name string) *symbolic.Symbol {
		if symbols[name] == nil {
			symbols[name] = symbolic.NewSymbol(name, uint32(len(symbols)))
		}
		return symbols[name]
	})
	return err
}

// A judge compares the clauses of a definition with its bound.
type judge struct {
	name  string       // of the definition
	item  *syntax.Item // that it is in
	bound *complexity.Bound
}

// Judge returns the diagnostics of a clause: none where the bound satisfies it. The spans are the item's; a
// clause of a configuration is reported at the definition's name.
func Judge(c Clause, name string, item *syntax.Item, b *complexity.Bound) []syntax.Diagnostic {
	j := judge{name, item, b}
	if c.KeySpan == (syntax.Span{}) {
		c.KeySpan = item.Span(item.Declared())
		c.ValueSpan = c.KeySpan
		found := j.clause(c)
		for i := range found {
			found[i].Notes = append(found[i].Notes, "the contract is in fraccheck.toml")
			found[i].Fixes = nil
			found[i].Span = c.KeySpan
		}
		return found
	}
	return j.clause(c)
}

// clause reads a clause over the sizes of the bound, and compares the two.
func (j judge) clause(c Clause) []syntax.Diagnostic {
	text, at, exact := boundOf(c)
	promised, err := parse(text, j.bound.Symbol)
	if mistake := (*symbolic.ParseError)(nil); errors.As(err, &mistake) {
		return j.unreadable(c, text, at, mistake)
	}
	growth, err := allowed(promised).Growth()
	if err != nil && !exact {
		return []syntax.Diagnostic{{Code: codes.AttributeValue, Span: c.ValueSpan, Message: fmt.Sprintf("the growth of `%s` is unknown: %v", text, err)}}
	}
	k, _ := key(c.Key)
	switch {
	case !j.bound.Bounded(k.Metric):
		return []syntax.Diagnostic{j.unknown(c, k)}
	case exact:
		return j.forAllSizes(c, k, promised)
	}
	return j.growth(c, k, growth)
}

// allowed is a clause with room for a constant, P + 1: what a call costs by itself is beside the cost of the
// functions that are passed to it. A clause of 0 has none: work = "0" is no work.
func allowed(promised *symbolic.Expr) *symbolic.Expr {
	if n, ok := promised.Const(); ok && n == 0 {
		return promised
	}
	return promised.Add(symbolic.Int(1))
}

// unreadable is the diagnostic of a value that is no expression over the sizes of the definition. Where the
// bound is lost, its sizes are not all known, so that a name that is none of them may be right.
func (j judge) unreadable(c Clause, text string, at int, mistake *symbolic.ParseError) []syntax.Diagnostic {
	d := syntax.Diagnostic{Code: codes.AttributeValue, Message: mistake.Message}
	start := min(mistake.Offset, len(text))
	word := wordAt(text[start:])
	d.Span = syntax.Span{Start: c.ValueSpan.Start + int32(at+start), End: c.ValueSpan.Start + int32(at+start+len(word))}
	if strings.HasPrefix(mistake.Message, "there is no") {
		if len(j.bound.Sizes) == 0 {
			if j.bound.Loss != nil {
				return nil // what it depends on is not known
			}
			d.Notes = []string{fmt.Sprintf("what `%s` costs depends on no size", j.name)}
			return []syntax.Diagnostic{d}
		}
		d.Notes = []string{fmt.Sprintf("sizes of `%s` are `%s`", j.name, strings.Join(j.bound.Sizes, "`, `"))}
		if near, ok := nearest(word, j.bound.Sizes); ok {
			d.Fixes = []syntax.Fix{syntax.Replace("write `"+near+"`", d.Span, near)}
		}
	}
	return []syntax.Diagnostic{d}
}

// wordAt is the name, the size in bars or the character with which a text begins.
func wordAt(text string) string {
	if rest, ok := strings.CutPrefix(text, "|"); ok {
		if end := strings.IndexByte(rest, '|'); end >= 0 {
			tail := strings.TrimLeft(rest[end+1:], "_0123456789")
			return text[:len(text)-len(tail)]
		}
	}
	end := strings.IndexAny(text, " +-*/^(),·|")
	switch {
	case end < 0:
		return text
	case end > 0:
		return text[:end]
	}
	_, width := utf8.DecodeRuneInString(text)
	return text[:width]
}

// nearest is the size that a name may mean; that of a parameter is meant by its name without bars, too.
func nearest(written string, sizes []string) (string, bool) {
	name := strings.Trim(written, "|%")
	for _, s := range sizes {
		if strings.Trim(s, "|") == name {
			return s, true
		}
	}
	return spelling.Nearest(written, sizes)
}

// unknown is the diagnostic of a clause where no bound was found, with the place at which it was lost.
func (j judge) unknown(c Clause, k Key) syntax.Diagnostic {
	d := syntax.Diagnostic{
		Code: codes.UnprovedContract, Span: c.ValueSpan,
		Message: fmt.Sprintf("that the %s of `%s` is O(%s) cannot be shown: no bound of it is found", k.Noun, j.name, c.Value),
		Data:    map[string]any{"metric": k.Name, "contract": c.Value},
	}
	if _, _, exact := boundOf(c); exact {
		d.Message = fmt.Sprintf("that the %s of `%s` is %s cannot be shown: no bound of it is found", k.Noun, j.name, c.Value)
	}
	if l := j.bound.Lost(k.Metric); l != nil && l.Item != nil && l.Node != syntax.NoNode {
		d.Related = append(d.Related, syntax.Related{Place: j.place(l.Item, l.Node), Message: l.String()})
		if c := l.Cause; c != nil && l.Origin() != "" && c.Item != nil && c.Node != syntax.NoNode {
			d.Related = append(d.Related, syntax.Related{Place: j.place(c.Item, c.Node), Message: l.Origin()})
		}
	} else {
		d.Notes = append(d.Notes, l.String())
	}
	return d
}

// place is a node as the place of a note; in the definition's own item it has no item.
func (j judge) place(item *syntax.Item, n syntax.NodeID) syntax.Place {
	p := syntax.Place{Item: item, Span: item.Span(n)}
	if item == j.item {
		p.Item = nil
	}
	return p
}

// growth compares how the bound grows with how it may.
func (j judge) growth(c Clause, k Key, promised *symbolic.Growth) []syntax.Diagnostic {
	found, err := j.bound.Expr(k.Metric).Growth()
	if err != nil {
		return []syntax.Diagnostic{j.unproved(c, k, "its growth is unknown")}
	}
	if found.AtMost(promised) {
		return nil
	}
	beyond := found.Beyond(promised)
	switch order := found.Compare(promised); order {
	case symbolic.Greater:
		return []syntax.Diagnostic{j.exceeded(c, k, fmt.Sprintf("%s is more than that", beyond))}
	case symbolic.Incomparable:
		return []syntax.Diagnostic{j.exceeded(c, k, fmt.Sprintf("the two do not compare: %s is in no term of the contract", beyond))}
	}
	return []syntax.Diagnostic{j.unproved(c, k, "it is unknown which of the two grows faster")}
}

// exceeded is the diagnostic of a clause that the bound does not satisfy, with the steps that lead to the
// bound.
func (j judge) exceeded(c Clause, k Key, why string) syntax.Diagnostic {
	d := syntax.Diagnostic{
		Code: codes.CostContract, Span: c.ValueSpan,
		Message: fmt.Sprintf("the %s of `%s` is bounded by %s, and its contract is %s", k.Noun, j.name, j.bound.Order(k.Metric), shown(c)),
		Notes:   []string{why, fmt.Sprintf("the bound is %s%s", j.bound.Text(k.Metric), k.Unit)},
		Data:    map[string]any{"metric": k.Name, "contract": c.Value, "bound": j.bound.Theta(k.Metric), "exact": j.bound.Text(k.Metric)},
	}
	for _, s := range j.bound.Why(k.Metric) {
		d.Related = append(d.Related, syntax.Related{Place: j.place(s.Item, s.Node), Message: s.String()})
	}
	return d
}

// shown is a clause as messages have it.
func shown(c Clause) string {
	if text, _, exact := boundOf(c); exact {
		return exactly + text
	}
	return "O(" + c.Value + ")"
}

// unproved is the diagnostic of a clause of which it is not known whether the bound satisfies it.
func (j judge) unproved(c Clause, k Key, why string) syntax.Diagnostic {
	d := j.exceeded(c, k, why)
	d.Code = codes.UnprovedContract
	return d
}

// forAllSizes compares the bound with a clause for all sizes. It is satisfied where P - B is proved not to be
// negative, and exceeded where some sizes show it.
func (j judge) forAllSizes(c Clause, k Key, promised *symbolic.Expr) []syntax.Diagnostic {
	if promised.Sub(j.bound.Expr(k.Metric)).Nonnegative() {
		return nil
	}
	if at := j.counterexample(k, promised); at != "" {
		return []syntax.Diagnostic{j.exceeded(c, k, "it is more than that "+at)}
	}
	return []syntax.Diagnostic{j.unproved(c, k, "it is not proved that the bound is never more")}
}

// tried are the values of all sizes at which the bound is compared with a clause that must hold everywhere.
var tried = []int64{0, 1, 2, 3, 5, 10, 100, 1000, 1_000_000}

// counterexample finds sizes for which the bound is more than the clause, as a text. Both are enclosed in
// intervals, since logarithms and roots are not whole; they must be disjoint.
func (j judge) counterexample(k Key, promised *symbolic.Expr) string {
	for _, n := range tried {
		sizes := make([]int64, len(j.bound.Sizes))
		for i := range sizes {
			sizes[i] = n
		}
		at := func(s *symbolic.Symbol) (int64, bool) { return n, true }
		most, err := promised.Enclose(at)
		if err != nil {
			continue
		}
		found, err := j.bound.Expr(k.Metric).Enclose(at)
		if err == nil && found.Low > most.High {
			return each(j.bound.Sizes, n)
		}
	}
	return ""
}

// each writes where the sizes have one value.
func each(sizes []string, n int64) string {
	switch len(sizes) {
	case 0:
		return "in every call"
	case 1:
		return fmt.Sprintf("where %s is %d", sizes[0], n)
	}
	return fmt.Sprintf("where all sizes are %d", n)
}
