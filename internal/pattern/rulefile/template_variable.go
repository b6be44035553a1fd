package rulefile

import (
	"fmt"

	"github.com/fraccheck/fraccheck/internal/codes"
	"github.com/fraccheck/fraccheck/internal/pattern"
	"github.com/fraccheck/fraccheck/internal/syntax"
	"github.com/fraccheck/fraccheck/typecheck"
)

// A template is checked as the body of a definition, in which its variables have the
// scopes that they have in programs.
const bodyFront, bodyBack = "def @template() {\n", "\n}"

// checkVariables reports the variables of a template that it does not bind: in a
// program they would be whatever has the name there.
func (r *reader) checkVariables(f *pattern.Fragment) {
	if !hasLocals(f) {
		return
	}
	file := syntax.ParseFile(r.file.Name, bodyFront+f.Text+bodyBack)
	m := typecheck.NewModule(typecheck.Config{File: file, Prelude: preludeModule(), Ops: pattern.Ops()})
	for i := range file.Len() {
		for _, d := range m.Check(i).Diagnostics {
			span := d.Span.Shift(file.Start(i) - int32(len(bodyFront)))
			if d.Code == codes.UndefinedName && 0 <= span.Start && span.End <= int32(len(f.Text)) && f.Text[span.Start] == '%' {
				r.unboundVariable(f.Text[span.Start:span.End], span.Shift(f.Span.Start))
			}
		}
	}
}

// hasLocals reports whether a template names variables of the language.
func hasLocals(f *pattern.Fragment) bool {
	found := false
	f.Item.Walk(f.Node, func(n syntax.NodeID) bool {
		found = found || f.Item.Kind(n) == syntax.Local
		return !found
	})
	return found
}

func (r *reader) unboundVariable(written string, at syntax.Span) {
	d := r.report(at, fmt.Sprintf("the template does not bind `%s`, and a rule does not know the variables of the programs", short(written)),
		"a name without `%` is what it matched; the template's own variables are bound by `let %y = …` or `fn(%y)`")
	if name := written[1:]; r.isGiven(name) {
		suggest(d, written, []string{name})
	}
}
