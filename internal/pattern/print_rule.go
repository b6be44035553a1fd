package pattern

import (
	"strconv"
	"strings"

	"github.com/fraccheck/fraccheck/internal/codes"
	"github.com/fraccheck/fraccheck/internal/op"
)

// messageWords begin the messages of lints.
var messageWords = map[codes.Severity]string{
	codes.Error: "error", codes.Warning: "warn", codes.Info: "info", codes.Hint: "hint",
}

// String is the rule in the text form.
func (r *Rule) String() string {
	w := newPrinter(r.Match, r.Variables...)
	w.WriteString(r.Kind.String() + " ")
	if r.Once {
		w.WriteString("once ")
	}
	w.WriteString(r.Name + " {\n")
	w.clause("doc", quoteUnless(r.Doc, ""))
	w.clause("var", strings.Join(r.Variables, ", "))
	for _, p := range w.recursive {
		w.clause("let", w.called[p]+" = "+w.text(p.Parts[0]))
	}
	if r.Match != nil {
		w.clause("match", w.text(r.Match))
	}
	for _, c := range r.Where {
		w.clause("where", c.String())
	}
	w.rest(r)
	w.WriteString("}\n")
	return w.String()
}

// rest writes the clauses that belong to one kind of rule, and the examples.
func (w *printer) rest(r *Rule) {
	if r.With != nil {
		w.clause("with", strings.TrimSpace(r.With.Text))
	}
	if r.Exact {
		w.WriteString("  exact\n")
	}
	if len(r.Attributes) > 0 {
		w.clause("attrs", "{ "+attributesText(r.Attributes, " = ")+" }")
	}
	if r.Kind == Lint {
		w.clause(messageWords[r.Severity], strconv.Quote(r.Message))
	}
	for _, e := range r.Examples {
		text := "{" + e.Before.Text + "} unchanged"
		if e.After != nil {
			text = "{" + e.Before.Text + "} gives {" + e.After.Text + "}"
		}
		w.clause("example", text)
	}
}

// clause writes a clause that has something to say.
func (w *printer) clause(word, text string) {
	if text != "" {
		w.WriteString("  " + word + " " + text + "\n")
	}
}

// text is a pattern in the names of the rule.
func (w *printer) text(p *Pattern) string {
	inner := printer{names: w.names, called: w.called}
	inner.pattern(p, loosest)
	return inner.String()
}

// conditionLevels say how strongly the operators of conditions bind.
var conditionLevels = map[string]int{
	"==": 4, "!=": 4, "<": 4, "<=": 4, ">": 4, ">=": 4, "in": 4, "+": 5, "-": 5, "*": 6, "/": 6, "%": 6,
}

const (
	levelEither     = 1
	levelBoth       = 2
	levelNot        = 3
	levelUnaryMinus = 7
	levelElement    = 8
)

// String is the condition in the text form.
func (c *Condition) String() string {
	var w printer
	w.condition(c, loosest)
	return w.String()
}

func (w *printer) condition(c *Condition, level int) {
	switch c.Kind {
	case Given:
		w.given(c.Value, level)
	case Named:
		w.WriteString(c.Name)
	case Ask:
		w.conditions(c.Name+"(", c.Operands, ")")
	case Element:
		w.condition(c.Operands[0], levelElement)
		w.conditions("[", c.Operands[1:], "]")
	case Array:
		w.conditions("[", c.Operands, "]")
	case Both:
		w.joined(c, "and", levelBoth, level)
	case Either:
		w.joined(c, "or", levelEither, level)
	case Not:
		w.within(levelNot, level, func() {
			w.WriteString("not ")
			w.condition(c.Operands[0], levelNot)
		})
	default:
		w.computed(c, level)
	}
}

// given writes a value.
func (w *printer) given(v op.Value, level int) {
	text := v.String()
	if v.Kind == op.FloatValue {
		text = numberText(v, "")
	}
	own := levelElement
	if strings.HasPrefix(text, "-") {
		own = levelUnaryMinus
	}
	w.within(own, level, func() { w.WriteString(text) })
}

func (w *printer) computed(c *Condition, level int) {
	if len(c.Operands) == 2 {
		w.joined(c, c.Name, conditionLevels[c.Name], level)
		return
	}
	w.within(levelUnaryMinus, level, func() {
		w.WriteString(c.Name)
		if c.Operands[0].Kind == Given { // `-2` is a number
			w.conditions("(", c.Operands, ")")
		} else {
			w.condition(c.Operands[0], levelUnaryMinus)
		}
	})
}

func (w *printer) joined(c *Condition, sign string, own, level int) {
	w.within(own, level, func() {
		left := own
		if c.Kind == Compare {
			left++ // comparisons do not chain
		}
		w.condition(c.Operands[0], left)
		w.WriteString(" " + sign + " ")
		w.condition(c.Operands[1], own+1)
	})
}

func (w *printer) conditions(open string, operands []*Condition, end string) {
	w.WriteString(open)
	for i, c := range operands {
		if i > 0 {
			w.WriteString(", ")
		}
		w.condition(c, loosest)
	}
	w.WriteString(end)
}
