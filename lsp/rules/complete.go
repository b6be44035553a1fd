package rules

import (
	"slices"
	"strings"

	"github.com/fraccheck/fraccheck/internal/op"
	"github.com/fraccheck/fraccheck/internal/pattern"
	"github.com/fraccheck/fraccheck/internal/pattern/rulefile"
	"github.com/fraccheck/fraccheck/internal/syntax"
	"github.com/fraccheck/fraccheck/lsp/complete"
)

// Complete lists what can be written at an offset of a file, nearest things first.
//
// Candidates go with what is typed if its letters occur in them in order; they are ranked by where
// (quality), and stably, so that what fill lists first (names of the rule, forms, operators) comes
// first among equals.
func Complete(f *rulefile.File, at int32) []complete.Candidate {
	s, ok := sceneAt(f, at)
	if !ok {
		return nil
	}
	l := &list{scene: s, typed: f.Text[s.word.Start:at], seen: map[string]bool{}}
	l.fill()
	slices.SortStableFunc(l.found, func(a, b complete.Candidate) int { return l.quality(a) - l.quality(b) })
	return l.found
}

// quality is how well a candidate goes with what is typed: 0 for best.
func (l *list) quality(c complete.Candidate) int {
	name, typed := strings.ToLower(c.Filter), strings.ToLower(l.typed)
	switch {
	case strings.HasPrefix(name, typed):
		return 0
	case strings.HasPrefix(name[strings.LastIndexByte(name, '.')+1:], typed):
		return 1
	case strings.Contains(name, typed):
		return 2
	}
	return 3
}

// A list gathers candidates that go with what is typed.
type list struct {
	*scene
	typed string
	seen  map[string]bool
	found []complete.Candidate
}

// fill chooses by the place: in a string, between rules, where a clause can begin, in a clause.
func (l *list) fill() {
	switch {
	case l.text >= 0:
		l.strings()
	case l.part == nil:
		l.entries(rulefile.RuleKinds, complete.Keyword, ruleSnippet)
		l.add(complete.Candidate{Label: "let", Kind: complete.Keyword, Detail: "let p = PATTERN", Snippet: clauseSnippets["let"]})
	case l.outermost() && (l.clause == "" || !l.operand()):
		l.clauses()
	default:
		if fill := fillers[l.clause]; fill != nil && !l.inProgram() {
			fill(l)
		}
	}
}

// inProgram reports whether the cursor is in the braces of an example or of attributes.
func (l *list) inProgram() bool {
	return l.clause != "with" && slices.ContainsFunc(l.open[min(1, len(l.open)):], func(i int) bool { return l.tokens[i].Kind == syntax.TokLBrace })
}

var fillers map[string]func(*list)

func init() {
	fillers = map[string]func(*list){
		"match": (*list).patterns, "let": (*list).patterns, "where": (*list).conditions, "with": (*list).templates,
	}
}

// add takes a candidate that goes with what is typed, once.
func (l *list) add(c complete.Candidate) {
	if c.Filter == "" {
		c.Filter = c.Label
	}
	if l.seen[c.Label] || !goesWith(c.Filter, l.typed) {
		return
	}
	l.seen[c.Label] = true
	if c.Text == "" {
		c.Text = c.Label
	}
	c.Span = l.word
	l.found = append(l.found, c)
}

// goesWith reports whether the letters of what is typed are in a name in their order,
// in whichever case.
func goesWith(name, typed string) bool {
	name, typed = strings.ToLower(name), strings.ToLower(typed)
	for len(typed) > 0 {
		i := strings.IndexByte(name, typed[0])
		if i < 0 {
			return false
		}
		name, typed = name[i+1:], typed[1:]
	}
	return true
}

func (l *list) entries(all []rulefile.Entry, kind complete.Kind, snippet func(rulefile.Entry) string) {
	for _, e := range all {
		l.add(complete.Candidate{Label: e.Name, Kind: kind, Detail: e.Usage, Snippet: snippet(e)})
	}
}

// ruleSnippet is a whole rule of a kind.
func ruleSnippet(e rulefile.Entry) string {
	return e.Name + " ${1:name} {\n" + ruleBodies[e.Name] + "}\n"
}

var ruleBodies = map[string]string{
	"find":      "  match $0\n",
	"lint":      "  match $0\n  warn \"${2:message}\"\n",
	"rewrite":   "  var ${2:x}\n  match $0\n  with ${2:x}\n",
	"partition": "  match $0\n  attrs { Composite = \"${2:name}\" }\n",
}

// clauses are those that the rule may have here.
//
// A clause can begin wherever the last one may have ended; which ones are allowed depends on the kind of
// the rule.
func (l *list) clauses() {
	if l.clause == "example" && l.last() == "}" {
		l.add(complete.Candidate{Label: "gives", Kind: complete.Keyword, Snippet: "gives { $0 }"})
		l.add(complete.Candidate{Label: "unchanged", Kind: complete.Keyword})
	}
	if l.clause == "where" {
		for _, word := range []string{"and", "or", "in"} {
			l.add(complete.Candidate{Label: word, Kind: complete.Keyword})
		}
	}
	for kind := pattern.Find; kind <= pattern.Partition; kind++ {
		if kind.String() == l.part.Kind {
			l.entries(rulefile.Clauses(kind), complete.Keyword, func(e rulefile.Entry) string { return clauseSnippets[e.Name] })
		}
	}
}

var clauseSnippets = map[string]string{
	"doc": "doc \"$0\"", "let": "let ${1:p} = $0", "attrs": "attrs { ${1:Composite} = \"$0\" }", "example": "example { $1 } gives { $0 }",
	"error": "error \"$0\"", "warn": "warn \"$0\"", "info": "info \"$0\"", "hint": "hint \"$0\"",
}

// patterns are what may be in a pattern.
func (l *list) patterns() {
	if o, a := l.attributeHere(); o != nil {
		l.values(o, *a)
		return
	}
	if l.behindPoint() {
		return
	}
	l.attributesOf(l.operatorAround())
	l.names()
	for _, name := range l.letNames() {
		l.add(complete.Candidate{Label: name, Kind: complete.Local, Detail: "a `let` pattern"})
	}
	l.entries(rulefile.Forms(), complete.Type, formSnippet)
	l.operators()
}

// formSnippet is a form with its parentheses.
func formSnippet(e rulefile.Entry) string {
	if strings.Contains(e.Usage, "(") {
		return e.Name + "($0)"
	}
	return e.Name
}

// behindPoint offers the forms that are after a pattern, where a point follows one.
//
// After a pattern and a point come predicates (`x.has_attr(…)`); after an operator's name the point is
// a part of the name (`nn.conv2d`), so what is in front must be a name that the rule gives, or nothing.
func (l *list) behindPoint() bool {
	dot := strings.LastIndexByte(l.typed, '.')
	front := ""
	if dot >= 0 {
		front = l.typed[:dot]
	}
	if dot < 0 || front != "" && !l.isPattern(front) {
		return false
	}
	l.word.Start += int32(dot) + 1
	l.typed = l.typed[dot+1:]
	for _, name := range rulefile.BehindNames() {
		l.add(complete.Candidate{Label: name, Kind: complete.Type, Snippet: name + "($0)"})
	}
	return true
}

// isPattern reports whether the rule gives a name.
func (l *list) isPattern(name string) bool {
	return slices.Contains(append(l.given(), l.letNames()...), name)
}

// given are the names that the rule binds, as far as its text shows.
//
// Two sources are joined: the words that the parser resolved, and the tokens `name =` of the rule's
// text, since a rule that is being written may not parse. Names of attributes look the same and are
// left out.
func (l *list) given() []string {
	var found []string
	add := func(name string) {
		if !slices.Contains(found, name) {
			found = append(found, name)
		}
	}
	for _, w := range l.f.Words {
		if w.Kind == rulefile.NameWord && w.Declared && w.Span.Start >= l.part.Span.Start && w.Span.End <= l.part.Span.End && w.Span != l.word {
			add(w.Name)
		}
	}
	tokens := syntax.Lex(l.f.Text[l.part.Span.Start:l.part.Span.End])
	text := func(t syntax.Token) string { return l.f.Text[l.part.Span.Start:][t.Start:t.End] }
	attribute := map[string]bool{}
	for _, w := range l.f.Words {
		if w.Kind == rulefile.AttributeWord {
			attribute[w.Name] = true
		}
	}
	for i := 0; i+1 < len(tokens); i++ {
		if tokens[i].Kind == syntax.TokName && tokens[i+1].Kind == syntax.TokAssign && !attribute[text(tokens[i])] && (i == 0 || text(tokens[i-1]) != "let") {
			add(text(tokens[i]))
		}
	}
	return found
}

func (l *list) names() {
	for _, name := range l.given() {
		l.add(complete.Candidate{Label: name, Kind: complete.Local, Detail: "a name of this rule"})
	}
	if slices.ContainsFunc(l.open, func(i int) bool { return strings.HasSuffix(l.lexeme(i-1), "optional") }) {
		l.add(complete.Candidate{Label: "it", Kind: complete.Local, Detail: "the first pattern of `optional`"})
	}
}

// letNames are the `let` patterns that can be mentioned here.
//
// A `let` at the top of the file is visible in all rules, one in a rule in that rule.
func (l *list) letNames() []string {
	var found []string
	for _, w := range l.f.Words {
		inside := w.Span.Start >= l.part.Span.Start && w.Span.End <= l.part.Span.End
		top := slices.ContainsFunc(l.f.Parts, func(p rulefile.Part) bool { return p.Kind == "let" && p.NameSpan == w.Span })
		if w.Kind == rulefile.LetWord && w.Declared && w.Declaration == w.Span && (inside || top) {
			found = append(found, w.Name)
		}
	}
	return found
}

// operators are those of the language.
func (l *list) operators() {
	var names []string
	for name, o := range pattern.Ops() {
		if !o.Internal {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	for _, name := range names {
		l.add(complete.Candidate{
			Label: name, Kind: complete.Operator, Detail: parameters(pattern.Ops()[name]),
			Lookup: complete.Reference{Kind: complete.Operator, Name: name},
		})
	}
}

// parameters are how an operator is called.
func parameters(o *op.Op) string {
	var texts []string
	for _, p := range o.Params {
		texts = append(texts, complete.ParameterForm(p))
	}
	return o.Name + "(" + strings.Join(texts, ", ") + ")"
}

// operatorAround is the operator that is called around the place; nil where there is
// none.
func (l *list) operatorAround() *op.Op {
	if o := pattern.Ops()[l.caller()]; o != nil && !o.Internal {
		return o
	}
	return l.attributesAsked()
}

// attributesAsked is the operator of `nn.conv2d(…).has_attr(`.
//
// The parentheses are matched backwards over the tokens from the open one, O(tokens of the rule).
func (l *list) attributesAsked() *op.Op {
	if !strings.HasSuffix(l.caller(), "has_attr") || len(l.open) == 0 {
		return nil
	}
	i, depth := l.open[len(l.open)-1]-2, 0
	for ; i >= 0; i-- {
		switch l.tokens[i].Kind {
		case syntax.TokRParen, syntax.TokRBracket:
			depth++
		case syntax.TokLParen, syntax.TokLBracket:
			if depth--; depth == 0 {
				return pattern.Ops()[l.lexeme(i-1)]
			}
		}
	}
	return nil
}

func (l *list) attributesOf(o *op.Op) {
	for form := o; form != nil; form = form.Fractal {
		for _, a := range form.Attrs {
			l.add(complete.Candidate{
				Label: a.Name + "=", Kind: complete.Attribute, Filter: a.Name, Detail: complete.AttributeDoc(a),
				Lookup: complete.Reference{Kind: complete.Attribute, Name: a.Name, Of: o.Name},
			})
		}
	}
}

// attributeHere is the attribute whose value is written.
//
// The value is being written if the tokens in front are a name and `=`, or those and an open string.
func (l *list) attributeHere() (*op.Op, *op.Attr) {
	if l.last() != "=" && l.text < 0 {
		return nil, nil
	}
	i := len(l.tokens) - 2
	if l.text >= 0 {
		i--
	}
	o := l.operatorAround()
	for form := o; form != nil; form = form.Fractal {
		if k := form.Attr(l.lexeme(i)); k >= 0 && l.lexeme(i+1) == "=" {
			return o, &form.Attrs[k]
		}
	}
	return nil, nil
}

func (l *list) values(o *op.Op, a op.Attr) {
	for _, c := range complete.Values(o, a) {
		l.add(c)
	}
}

// conditions are what may be in a condition.
func (l *list) conditions() {
	if slices.ContainsFunc(pattern.Questions, func(q pattern.Question) bool { return q.Name == l.caller() }) {
		if l.last() == "(" {
			l.names()
		}
		return
	}
	for _, e := range rulefile.Questions() {
		l.question(e)
	}
	l.add(complete.Candidate{Label: "not", Kind: complete.Keyword})
}

func (l *list) question(e rulefile.Entry) {
	l.add(complete.Candidate{Label: e.Name, Kind: complete.Operator, Detail: e.Usage + ": " + e.Doc, Snippet: e.Name + "($0)"})
}

// templates are what may be in a template.
func (l *list) templates() {
	if o, a := l.attributeHere(); o != nil {
		l.values(o, *a)
	}
	l.attributesOf(l.operatorAround())
	l.names()
	for _, e := range append(rulefile.Questions(), rulefile.PassOn) {
		l.question(e)
	}
	l.operators()
}

// strings completes inside of a string.
func (l *list) strings() {
	o, a := l.attributeHere()
	head := l.lexeme(l.text - 2)
	switch {
	case l.lexeme(l.text-1) == "(" && head == "is_op":
		l.operators()
	case l.lexeme(l.text-1) == "(" && strings.HasSuffix(head, "has_dtype"), o != nil && a.Type == op.DtypeAttr, l.asksDtype():
		l.texts(complete.Dtypes())
	case l.lexeme(l.text-1) == "(" && head == "kind", o == nil && l.lexeme(l.text-2) == "TOpPattern":
		l.texts(rulefile.KindNames())
	case o != nil:
		for _, c := range complete.Values(o, *a) {
			if c.Filter != c.Label {
				l.texts([]string{c.Filter})
			}
		}
	case l.clause == "where" && l.lexeme(l.text-1) == "," && l.lexeme(l.text-4) == "attr":
		l.attributeNames(l.lexeme(l.text - 2))
	case isMessage[l.clause] && strings.LastIndexByte(l.f.Text[l.tokens[l.text].Start:l.word.Start], '{') == int(l.word.Start-l.tokens[l.text].Start)-1:
		l.names()
	}
}

var isMessage = map[string]bool{"error": true, "warn": true, "info": true, "hint": true}

// asksDtype reports whether the text before the cursor ends in `dtype(x) == "`.
func (l *list) asksDtype() bool {
	return l.clause == "where" && (l.lexeme(l.text-1) == "==" || l.lexeme(l.text-1) == "!=") && l.lexeme(l.text-5) == "dtype"
}

func (l *list) texts(all []string) {
	for _, text := range all {
		l.add(complete.Candidate{Label: text, Kind: complete.Value})
	}
}

// attributeNames are those of the operators whose calls a name stands for.
func (l *list) attributeNames(name string) {
	for _, o := range l.calledAs(name) {
		for form := o; form != nil; form = form.Fractal {
			for _, a := range form.Attrs {
				l.add(complete.Candidate{Label: a.Name, Kind: complete.Attribute, Detail: complete.AttributeDoc(a)})
			}
		}
	}
}

// calledAs are the operators of `name = op(…)` in the part: of the pattern where it is
// right, else of its text.
//
// The parsed pattern is asked first, since it knows `name = op(…) and …`; the tokens are for rules with
// errors.
func (l *list) calledAs(name string) []*op.Op {
	if r := Rule(l.f, l.word.Start); r != nil {
		if p := Bound(r, name); p != nil && p.Kind == pattern.Capture {
			for p.Kind == pattern.Capture || p.Kind == pattern.And {
				p = p.Parts[0]
			}
			if p.Kind == pattern.Call {
				return pattern.Operators(p.Parts[0])
			}
		}
	}
	for i := 0; i+2 < len(l.tokens); i++ {
		if l.lexeme(i) == name && l.lexeme(i+1) == "=" && pattern.Ops()[l.lexeme(i+2)] != nil {
			return []*op.Op{pattern.Ops()[l.lexeme(i+2)]}
		}
	}
	return nil
}
