package pattern

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"github.com/fraccheck/fraccheck/internal/op"
	"github.com/fraccheck/fraccheck/internal/op/parallel"
	"github.com/fraccheck/fraccheck/internal/syntax"
)

// String is the pattern in the text form. What `let` named and is not recursive is
// written out; recursive patterns stand as their names, which Rule.String declares.
func (p *Pattern) String() string {
	w := newPrinter(p)
	w.pattern(p, loosest)
	return w.String()
}

// The levels of the text form, from loose to tight. Those between levelAnd and
// levelPrefix are the language's own.
const (
	loosest = iota // `name = p`
	levelOr
	levelAnd
	levelInfix
	levelPrefix = levelInfix + 7
	levelTail   = levelPrefix + 1
)

// A printer writes one rule or pattern.
type printer struct {
	strings.Builder
	names     map[string]bool // of expressions
	recursive []*Pattern
	called    map[*Pattern]string // what those are called
}

// newPrinter gathers what the names of a pattern are; those given are declared.
func newPrinter(p *Pattern, names ...string) *printer {
	w := &printer{names: map[string]bool{}, called: map[*Pattern]string{}}
	for _, name := range names {
		w.names[name] = true
	}
	if p == nil {
		return w
	}
	Walk(p, func(q *Pattern) {
		switch q.Kind {
		case Variable, Capture:
			w.names[q.Name] = true
		case Recursive:
			w.recursive = append(w.recursive, q)
		}
	})
	taken := map[string]bool{}
	for _, q := range w.recursive {
		w.called[q] = w.free(q.Name, taken)
	}
	return w
}

// free is a name that nothing else has.
func (w *printer) free(name string, taken map[string]bool) string {
	base := name
	for i := 2; taken[name] || w.names[name] || Ops()[name] != nil || name == ""; i++ {
		name = fmt.Sprintf("%s%d", base, i)
	}
	taken[name] = true
	return name
}

// printers write the kinds that are not calls of words; level is how tight the place is.
var printers map[Kind]func(w *printer, p *Pattern, level int)

func init() {
	printers = map[Kind]func(*printer, *Pattern, int){
		Wildcard:      func(w *printer, _ *Pattern, _ int) { w.WriteByte('_') },
		Variable:      func(w *printer, p *Pattern, _ int) { w.WriteString(p.Name) },
		Recursive:     func(w *printer, p *Pattern, _ int) { w.WriteString(w.called[p]) },
		Capture:       (*printer).capture,
		Constant:      (*printer).constant,
		Expression:    func(w *printer, p *Pattern, _ int) { w.form("is_expr", p.Text.Text) },
		Local:         func(w *printer, p *Pattern, _ int) { w.form("is_var", quoteUnless(p.Name, "")) },
		AnyConstant:   func(w *printer, _ *Pattern, _ int) { w.form("is_constant", "") },
		Operator:      (*printer).operator,
		Global:        func(w *printer, p *Pattern, _ int) { w.WriteString("@" + p.Name) },
		Constructor:   (*printer).constructor,
		Call:          (*printer).call,
		Tuple:         (*printer).tuple,
		List:          func(w *printer, p *Pattern, _ int) { w.bracket("[", p.Parts, "]") },
		Projection:    (*printer).projection,
		Function:      (*printer).function,
		If:            func(w *printer, p *Pattern, _ int) { w.bracket("is_if(", p.Parts, ")") },
		Let:           func(w *printer, p *Pattern, _ int) { w.bracket("is_let(", p.Parts, ")") },
		Match:         (*printer).match,
		HasType:       func(w *printer, p *Pattern, _ int) { w.form("has_type", p.Text.Text) },
		HasDtype:      func(w *printer, p *Pattern, _ int) { w.form("has_dtype", strconv.Quote(p.Name)) },
		HasShape:      func(w *printer, p *Pattern, _ int) { w.form("has_shape", p.Shape.String()) },
		HasAttributes: func(w *printer, p *Pattern, _ int) { w.form("has_attr", attributesText(p.Attributes, " = ")) },
		OfKind:        func(w *printer, p *Pattern, _ int) { w.form("kind", strconv.Quote(p.Operation.String())) },
		Or:            func(w *printer, p *Pattern, level int) { w.infix(p.Parts[0], "|", p.Parts[1], levelOr, level) },
		And:           (*printer).and,
		Dominates:     func(w *printer, p *Pattern, _ int) { w.bracket("dominates(", p.Parts, ")") },
		AnyDepth:      func(w *printer, p *Pattern, _ int) { w.bracket("any_depth(", p.Parts, ")") },
	}
}

func (w *printer) pattern(p *Pattern, level int) { printers[p.Kind](w, p, level) }

// form writes a call of a word with what stands in its parentheses.
func (w *printer) form(word, operands string) { w.WriteString(word + "(" + operands + ")") }

func quoteUnless(text, empty string) string {
	if text == "" {
		return empty
	}
	return strconv.Quote(text)
}

// within writes what binds as strongly as own in a place that asks for level, in
// parentheses where it must.
func (w *printer) within(own, level int, write func()) {
	if own >= level {
		write()
		return
	}
	w.WriteByte('(')
	write()
	w.WriteByte(')')
}

func (w *printer) capture(p *Pattern, level int) {
	w.within(loosest, level, func() {
		w.WriteString(p.Name + " = ")
		w.pattern(p.Parts[0], loosest)
	})
}

func (w *printer) infix(left *Pattern, sign string, right *Pattern, own, level int) {
	w.within(own, level, func() {
		w.pattern(left, own)
		w.WriteString(" " + sign + " ")
		w.pattern(right, own+1)
	})
}

// constant writes a number; one with a sign, and one before a `.`, is no operand
// of a tail.
func (w *printer) constant(p *Pattern, level int) {
	text := numberText(p.Value, p.Dtype)
	own := levelPrefix
	if p.Value.Kind == op.BoolValue {
		own = levelTail
	}
	w.within(own, level, func() { w.WriteString(text) })
}

var suffixes = map[string]string{"int": "i", "uint": "u", "float": "f"}

// numberText is a number in the language's syntax, with the suffix of a dtype.
func numberText(v op.Value, dtype string) string {
	suffix := ""
	if at := strings.IndexAny(dtype, "0123456789"); at > 0 {
		suffix = suffixes[dtype[:at]] + dtype[at:]
	}
	if v.Kind != op.FloatValue {
		return v.String() + suffix
	}
	switch {
	case math.IsNaN(v.Float):
		return "nan" + specialSuffix(suffix)
	case math.IsInf(v.Float, 1):
		return "inf" + specialSuffix(suffix)
	case math.IsInf(v.Float, -1):
		return "-inf" + specialSuffix(suffix)
	}
	text := strconv.FormatFloat(v.Float, 'g', -1, 64)
	if !strings.ContainsAny(text, ".e") {
		text += ".0"
	}
	return text + suffix
}

// specialSuffix is the one of infinities: the language has none without a dtype.
func specialSuffix(suffix string) string {
	if suffix == "" || suffix == "f32" {
		return "f"
	}
	return suffix
}

// operator writes the operator itself; by is_op where its name means something else in
// the rule.
func (w *printer) operator(p *Pattern, _ int) {
	if w.names[p.Name] {
		w.form("is_op", strconv.Quote(p.Name))
		return
	}
	w.WriteString(p.Name)
}

func (w *printer) constructor(p *Pattern, _ int) {
	if w.names[p.Name] {
		w.form("is_constructor", strconv.Quote(p.Name))
		return
	}
	w.WriteString(p.Name)
}

var (
	infixes  = signs(op.Infix)
	prefixes = signs(op.Prefix)
	kindWord = map[op.Kind]string{
		op.Elementwise: "is_elemwise", op.Broadcast: "is_broadcast", op.Injective: "is_injective", op.CommReduce: "is_reduction",
	}
	infixLevels = map[string]int{
		"||": syntax.Precedence(syntax.TokOr), "&&": syntax.Precedence(syntax.TokAnd),
		"==": syntax.Precedence(syntax.TokEq), "!=": syntax.Precedence(syntax.TokNotEq),
		"<": syntax.Precedence(syntax.TokLess), "<=": syntax.Precedence(syntax.TokLessEq),
		">": syntax.Precedence(syntax.TokGreater), ">=": syntax.Precedence(syntax.TokGreaterEq),
		"+": syntax.Precedence(syntax.TokPlus), "-": syntax.Precedence(syntax.TokMinus),
		"*": syntax.Precedence(syntax.TokStar), "/": syntax.Precedence(syntax.TokSlash),
	}
)

// signs turns a table of signs round.
func signs(names map[string]string) map[string]string {
	table := map[string]string{}
	for sign, name := range names {
		table[name] = sign
	}
	return table
}

func (w *printer) call(p *Pattern, level int) {
	f, args := p.Parts[0], p.Parts[1:]
	if f.Kind == OfKind && p.Open && kindWord[f.Operation] != "" {
		w.WriteString(kindWord[f.Operation])
		return
	}
	if f.Kind == Operator && !p.Open && w.sign(f.Name, args, level) {
		return
	}
	w.callee(f)
	w.arguments(p, nil)
}

// sign writes a call of an operator that has a sign; false where it has none.
func (w *printer) sign(name string, args []*Pattern, level int) bool {
	switch {
	case name == parallel.Element.Name && len(args) == 2:
		w.pattern(args[0], levelTail)
		w.bracket("[", args[1:], "]")
	case infixes[name] != "" && len(args) == 2:
		w.infix(args[0], infixes[name], args[1], levelAnd+infixLevels[infixes[name]], level)
	case prefixes[name] != "" && len(args) == 1:
		w.within(levelPrefix, level, func() {
			w.WriteString(prefixes[name])
			if args[0].Kind == Constant { // `-2` is a constant
				w.bracket("(", args, ")")
			} else {
				w.pattern(args[0], levelPrefix)
			}
		})
	default:
		return false
	}
	return true
}

// callee writes what is called. A name of the rule that an operator has too is in
// parentheses; a called operator is never hidden by one.
func (w *printer) callee(f *Pattern) {
	switch {
	case f.Kind == Operator:
		w.WriteString(f.Name)
	case f.Kind == Variable && Ops()[f.Name] != nil:
		w.WriteString("(" + f.Name + ")")
	default:
		w.pattern(f, levelTail)
	}
}

// arguments writes those of a call, with attributes after them.
func (w *printer) arguments(call *Pattern, attributes []Attribute) {
	w.WriteByte('(')
	if call.Open {
		w.WriteString("...")
	}
	for i, a := range call.Parts[1:] {
		if i > 0 {
			w.WriteString(", ")
		}
		w.argument(call.Parts[0], a)
	}
	if len(attributes) > 0 {
		if call.Open || len(call.Parts) > 1 {
			w.WriteString(", ")
		}
		w.WriteString(attributesText(attributes, "="))
	}
	w.WriteByte(')')
}

// argument writes one; a capture that could be read as an attribute or as a parameter
// is in parentheses.
func (w *printer) argument(f, a *Pattern) {
	level := loosest
	if a.Kind == Capture && (a.Parts[0].Kind == List || takes(f, a.Name)) {
		level = levelOr
	}
	w.pattern(a, level)
}

// takes reports whether an operator that a pattern matches has an attribute or parameter
// of a name.
func takes(f *Pattern, name string) bool {
	for _, o := range Operators(f) {
		if o.Attr(name) >= 0 || o.Param(name) >= 0 {
			return true
		}
	}
	return false
}

func (w *printer) bracket(open string, parts []*Pattern, end string) {
	w.WriteString(open)
	for i, p := range parts {
		if i > 0 {
			w.WriteString(", ")
		}
		w.pattern(p, loosest)
	}
	w.WriteString(end)
}

func (w *printer) tuple(p *Pattern, _ int) {
	switch {
	case p.Open:
		w.form("is_tuple", "...")
	case len(p.Parts) == 1:
		w.bracket("(", p.Parts, ",)")
	default:
		w.bracket("(", p.Parts, ")")
	}
}

func (w *printer) projection(p *Pattern, _ int) {
	if p.Index == AnyIndex {
		w.bracket("is_tuple_get_item(", p.Parts, ")")
		return
	}
	w.pattern(p.Parts[0], levelTail)
	w.WriteString("." + strconv.Itoa(p.Index))
}

func (w *printer) function(p *Pattern, _ int) {
	body := len(p.Parts) - 1
	w.WriteString("function(")
	if p.Open {
		w.WriteString("...")
	} else {
		w.bracket("[", p.Parts[:body], "]")
	}
	w.WriteString(", ")
	w.bracket("", p.Parts[body:], ")")
}

func (w *printer) match(p *Pattern, _ int) {
	w.bracket("is_match(", p.Parts[:1], ", ")
	if p.Open {
		w.WriteString("...)")
		return
	}
	w.WriteByte('[')
	for i, c := range p.Clauses {
		if i > 0 {
			w.WriteString(", ")
		}
		w.WriteString(c.Text + " => ")
		w.pattern(p.Parts[i+1], loosest)
	}
	w.WriteString("])")
}

// and writes `p & q`; what only asks something of p follows it.
func (w *printer) and(p *Pattern, level int) {
	left, right := p.Parts[0], p.Parts[1]
	switch right.Kind {
	case HasAttributes:
		if left.Kind == Call && len(right.Attributes) > 0 && allAttributes(left.Parts[0], right.Attributes) {
			w.callee(left.Parts[0])
			w.arguments(left, right.Attributes)
			return
		}
	case HasType, HasDtype, HasShape:
	default:
		w.infix(left, "&", right, levelAnd, level)
		return
	}
	w.pattern(left, levelTail)
	w.WriteByte('.')
	w.pattern(right, levelTail)
}

// allAttributes reports whether the operator that is called has all the attributes, so
// that they may stand among its arguments.
func allAttributes(f *Pattern, attributes []Attribute) bool {
	called := Operators(f)
	if len(called) == 0 {
		return false
	}
	for _, a := range attributes {
		if called[0].Attr(a.Name) < 0 {
			return false
		}
	}
	return true
}

// attributesText writes attributes with their values.
func attributesText(attributes []Attribute, equals string) string {
	texts := make([]string, len(attributes))
	for i, a := range attributes {
		texts[i] = a.Name + equals + a.Value.String()
	}
	return strings.Join(texts, ", ")
}

// String is the shape as has_shape has it: `(1, ?, ...)`.
func (s Shape) String() string {
	var texts []string
	for _, n := range s.Extents {
		if n == AnyExtent {
			texts = append(texts, "?")
		} else {
			texts = append(texts, strconv.FormatInt(n, 10))
		}
	}
	if s.Open {
		texts = append(texts, "...")
	}
	return "(" + strings.Join(texts, ", ") + ")"
}
