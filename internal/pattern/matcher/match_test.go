package matcher_test

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/fraccheck/fraccheck/analysis/facts"
	"github.com/fraccheck/fraccheck/internal/checktest"
	"github.com/fraccheck/fraccheck/internal/effect"
	"github.com/fraccheck/fraccheck/internal/pattern"
	"github.com/fraccheck/fraccheck/internal/pattern/matcher"
	"github.com/fraccheck/fraccheck/typecheck"
)

// subjectsOf are the items of a module.
func subjectsOf(m *typecheck.Module) []*matcher.Subject {
	known := facts.Of(m)
	var all []*matcher.Subject
	definitions := map[*typecheck.Object]*matcher.Subject{}
	for i := range m.File().Len() {
		r := m.Check(i)
		s := &matcher.Subject{
			Info: r.Info, Effects: effect.Of(known.Unit(context.Background(), i, r)), Constants: m.Constants(),
			Definition: func(o *typecheck.Object) *matcher.Subject { return definitions[o] },
		}
		if o := m.Object(i); o != nil && o.Kind == typecheck.DefObject {
			definitions[o] = s
		}
		all = append(all, s)
	}
	return all
}

// found writes the matches of rules in a text: where, which rule, names.
func found(text string, rules ...*pattern.Rule) string {
	var out strings.Builder
	set := matcher.Compile(rules)
	for _, s := range subjectsOf(checktest.Module("test.frac", text)) {
		for _, m := range set.Match(context.Background(), s) {
			fmt.Fprintf(&out, "%s %s", m.Rule.Name, textOf(m.At))
			for _, b := range m.Bindings {
				for _, site := range b.Sites {
					fmt.Fprintf(&out, "; %s = %s", b.Name, textOf(site))
				}
			}
			out.WriteString("\n")
		}
	}
	return out.String()
}

func textOf(s matcher.Site) string {
	span := s.Span()
	return s.In.Info.Item.Text[span.Start:span.End]
}

func rule(p *pattern.Pattern) *pattern.Rule { return &pattern.Rule{Name: "p", Match: p} }

func TestMatches(t *testing.T) {
	any, conv := pattern.Any(), pattern.IsOp("nn.conv2d").Call(pattern.Any(), pattern.Any())
	const head = "def @main(%x: Tensor[(1, 3, 8, 8), float32], %w: Tensor[(3, 3, 1, 1), float32]) { "
	for _, c := range []struct {
		text string
		p    *pattern.Pattern
		want string
	}{
		{"nn.relu(nn.conv2d(%x, %w)) }", pattern.IsOp("nn.relu").Call(conv.As("c")), "p nn.relu(nn.conv2d(%x, %w)); c = nn.conv2d(%x, %w)\n"},
		{"let %c = nn.conv2d(%x, %w); nn.relu(%c) }", pattern.IsOp("nn.relu").Call(conv.As("c")), "p nn.relu(%c); c = nn.conv2d(%x, %w)\n"},
		{"let %c = nn.conv2d(%x, %w); nn.relu(%c) }", pattern.IsOp("nn.relu").Call(pattern.IsVar("c").As("c")), "p nn.relu(%c); c = %c\n"},
		{"%x + tanh(%x) }", pattern.IsOp("add").Call(pattern.IsOp("tanh").Call(pattern.Var("a")), pattern.Var("a")), "p %x + tanh(%x); a = %x\n"},
		{"%x + tanh(%w) }", pattern.IsOp("add").Call(pattern.IsOp("tanh").Call(pattern.Var("a")), pattern.Var("a")), ""},
		{"nn.relu(%x) }", pattern.IsOp("nn.relu"), "p nn.relu\n"},
		{"%0 = nn.conv2d(%x, %w); nn.relu(%0) + tanh(%0) }", pattern.Dominate(conv, pattern.IsOfKind(2).CallAny().Or(pattern.IsOfKind(1).CallAny()), pattern.IsOp("add").Call(any, any)), "p nn.relu(%0) + tanh(%0)\n"},
		{"%0 = nn.conv2d(%x, %w); (nn.relu(%0) + tanh(%0), %0) }", pattern.Dominate(conv, any, pattern.IsOp("add").Call(any, any)), ""},
	} {
		if got := found(head+c.text, rule(c.p)); got != c.want {
			t.Errorf("%s\ngot  %q\nwant %q", c.text, got, c.want)
		}
	}
}
