package normalform_test

import (
	"context"
	"regexp"
	"slices"
	"strings"

	"github.com/fraccheck/fraccheck/analysis"
	"github.com/fraccheck/fraccheck/analysis/facts"
	"github.com/fraccheck/fraccheck/effect"
	"github.com/fraccheck/fraccheck/internal/checktest"
	"github.com/fraccheck/fraccheck/normalform"
	"github.com/fraccheck/fraccheck/syntax"
	"github.com/fraccheck/fraccheck/syntax/format"
	"github.com/fraccheck/fraccheck/typecheck"
)

// roundTrip takes a program in ANF through GNF and back: the lines are the same, but
// for names, their order, aliases, and what nothing uses.
func roundTrip(anf string) []string {
	gnf, _, _ := inForm(checktest.ModuleIn("", anf), normalform.GNF)
	back, _, _ := inForm(checktest.ModuleIn("", gnf), normalform.ANF)
	if needed := withoutUnused(anf); shape(back) != shape(needed) {
		return []string{"ANF of GNF is another: " + onlyIn(shape(needed), shape(back)) + "+++ " + onlyIn(shape(back), shape(needed)) + "\n" + needed + "\n--- gnf\n" + gnf + "\n--- back\n" + back}
	}
	return nil
}

// alikes are what a text in ANF may have in different ways, in the order in which they
// are replaced: names, atoms and where they are bound, annotations, empty lines.
var alikes = []struct {
	what *regexp.Regexp
	by   string
}{
	{regexp.MustCompile(`%[\w./]+(:\w+)*`), "%"},
	{regexp.MustCompile(`(?m)^([ \t]*let [^=]*?%): [^=]*=`), "$1 ="},
	{regexp.MustCompile(`Constant\([^()]*\)|\[[-\d, ]+\]|\bNi[lx]\(\)|-?\b\d+\b|\bTrue\b|\bFalse\b`), "%"},
	{regexp.MustCompile(`(?m)^[ \t]*let % = %;\n`), ""},
	{regexp.MustCompile(`(=>|\)) \{\s*%\s*\}`), "$1 %"},
	{regexp.MustCompile(`(?m)^[ \t]*|[ \t,]*$`), ""},
}

// shape is a text with variables and atoms alike, and its lines in order.
func shape(text string) string {
	for _, a := range alikes {
		text = a.what.ReplaceAllString(text, a.by)
	}
	lines := strings.Split(text, "\n")
	slices.Sort(lines)
	return strings.TrimSpace(strings.Join(lines, "\n"))
}

// withoutUnused is a text in ANF without values that nothing uses and that do nothing.
func withoutUnused(text string) string {
	for {
		before := text
		if text = dropped(text); text == before {
			return format.Text("", text)
		}
	}
}

// dropped is a text without the outermost values of withoutUnused.
func dropped(text string) string {
	m := checktest.ModuleIn("", text)
	var edits []syntax.Edit
	for i, item := range m.File().Items {
		if !normalform.Convertible(item) {
			continue
		}
		for _, e := range unused(m, i) {
			edits = append(edits, syntax.Edit{Span: e.Span.Shift(m.File().Starts[i]), NewText: e.NewText})
		}
	}
	return syntax.ApplyEdits(text, edits)
}

// unused are the outermost `let`s of an item that nothing outside of them uses.
func unused(m *typecheck.Module, i int) (found []syntax.Edit) {
	item, result := m.File().Items[i], m.Check(i)
	does := effect.Of(analysis.NewUnit(context.Background(), m, i, result, facts.Of(m)))
	item.Walk(item.Body(), func(n syntax.NodeID) bool {
		if item.Kind(n) != syntax.Let || !does.Of(n).Pure() || !does.Of(n).Total() || usedOutside(item, result.Info, n) {
			return true
		}
		span := item.Span(n)
		span.End += int32(len(item.Text[span.End:]) - len(strings.TrimPrefix(item.Text[span.End:], ";")))
		found = append(found, syntax.Edit{Span: span})
		return false
	})
	return found
}

// usedOutside tells whether something outside of a `let` uses one of its variables.
func usedOutside(item *syntax.Item, info *typecheck.Info, let syntax.NodeID) bool {
	found := false
	item.Walk(item.Let(let).Pattern, func(n syntax.NodeID) bool {
		if o := info.Object(n); o != nil && o.Kind == typecheck.LocalObject && o.Node == n {
			found = found || slices.ContainsFunc(info.Index().Uses(n), func(use syntax.NodeID) bool { return !info.Index().Within(use, let) })
		}
		return true
	})
	return found
}

// onlyIn are the lines of a text that another one has not, or not as often.
func onlyIn(text, other string) string {
	count := map[string]int{}
	for _, line := range strings.Split(other, "\n") {
		count[line]++
	}
	var found []string
	for _, line := range strings.Split(text, "\n") {
		if count[line]--; count[line] < 0 {
			found = append(found, line)
		}
	}
	return strings.Join(found, "\n") + "\n"
}
