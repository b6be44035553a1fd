package rulefile

import (
	"fmt"
	"strings"

	"github.com/fraccheck/fraccheck/internal/codes"
	"github.com/fraccheck/fraccheck/internal/pattern"
	"github.com/fraccheck/fraccheck/internal/spelling"
	"github.com/fraccheck/fraccheck/internal/syntax"
)

// A clauseForm is what is known of the clauses of one word.
type clauseForm struct {
	word  string
	kinds []pattern.RuleKind // that may have it; nil for all
	many  bool               // more than one may be in a rule
	usage string             // how it is written
	doc   string             // what it says
	read  func(r *reader, c clause)
}

// A clause is a clause by the indices of its tokens.
type clause struct {
	form      *clauseForm
	at        int // its word
	from, end int // what follows the word
}

var clauseForms []*clauseForm

var clausesByWord = map[string]*clauseForm{}

func init() {
	lint := []pattern.RuleKind{pattern.Lint}
	rewrite := []pattern.RuleKind{pattern.Rewrite}
	clauseForms = []*clauseForm{
		{word: "doc", usage: "doc \"one sentence\"", doc: "one sentence on the rule", read: (*reader).docClause},
		{word: "var", many: true, usage: "var x, y", doc: "wildcards; the same name in several places is the same expression", read: (*reader).varClause},
		{word: "let", many: true, usage: "let p = PATTERN", doc: "a named pattern, which may mention itself", read: (*reader).letClause},
		{word: "match", usage: "match PATTERN", doc: "what is looked for", read: (*reader).matchClause},
		{word: "where", many: true, usage: "where CONDITION", doc: "must hold too", read: (*reader).whereClause},
		{word: "with", kinds: rewrite, usage: "with EXPRESSION", doc: "the replacement", read: (*reader).withClause},
		{word: "exact", kinds: rewrite, usage: "exact", doc: "both sides are equal bit for bit", read: (*reader).exactClause},
		{word: "attrs", kinds: []pattern.RuleKind{pattern.Partition}, usage: "attrs { Composite = \"x\" }", doc: "attributes of the made functions", read: (*reader).attrsClause},
		{word: "error", kinds: lint, usage: "error \"message\"", doc: "the message; `{x}` in it is the text of what x matched", read: (*reader).messageClause},
		{word: "warn", kinds: lint, usage: "warn \"message\"", doc: "the message; `{x}` in it is the text of what x matched", read: (*reader).messageClause},
		{word: "info", kinds: lint, usage: "info \"message\"", doc: "the message; `{x}` in it is the text of what x matched", read: (*reader).messageClause},
		{word: "hint", kinds: lint, usage: "hint \"message\"", doc: "the message; `{x}` in it is the text of what x matched", read: (*reader).messageClause},
		{word: "example", many: true, usage: "example { … } gives { … }", doc: "a program to try the rule on", read: (*reader).exampleClause},
	}
	for _, f := range clauseForms {
		clausesByWord[f.word] = f
	}
}

// severities are those of the words of lints.
var severities = map[string]codes.Severity{
	"error": codes.Error, "warn": codes.Warning, "info": codes.Info, "hint": codes.Hint,
}

// clauseWords are the words that begin the clauses of a kind of rule.
func clauseWords(kind pattern.RuleKind) []string {
	var words []string
	for _, f := range clauseForms {
		if f.allowed(kind) {
			words = append(words, f.word)
		}
	}
	return words
}

func (f *clauseForm) allowed(kind pattern.RuleKind) bool {
	if f.kinds == nil {
		return true
	}
	for _, k := range f.kinds {
		if k == kind {
			return true
		}
	}
	return false
}

// cutClauses cuts the tokens of a rule's body into clauses. A clause begins with its
// word, where an operand has just ended; or with any word at the start of a line.
func (r *reader) cutClauses(from, end int) []clause {
	var clauses []clause
	complete := true // whether an operand has just ended
	for i := from; i < end; i = r.skip(i) {
		t := r.tokens[i]
		form := clausesByWord[r.lexeme(i)]
		first := t.Flags&syntax.AfterNewline != 0
		switch {
		case complete && t.Kind == syntax.TokName && (form != nil || first && !r.goesOn(i)):
			clauses = append(clauses, clause{form: form, at: i, from: i + 1, end: i + 1})
			complete = r.endsClause(form)
			continue
		case len(clauses) == 0:
			clauses = append(clauses, clause{at: i, from: i, end: i + 1})
			continue
		}
		c := &clauses[len(clauses)-1]
		c.end = min(r.skip(i), end)
		complete = r.completes(i, complete, c.form)
	}
	return clauses
}

// goesOn reports whether the word at the start of a line goes on a clause.
func (r *reader) goesOn(i int) bool {
	text := r.lexeme(i)
	_, ok := conditionWords[text]
	return ok || text == "gives" || text == "unchanged" || r.tokens[i].Word == syntax.WordElse
}

// endsClause reports whether the clause that begins with a word needs nothing more.
func (r *reader) endsClause(form *clauseForm) bool {
	return form != nil && form.word == "exact"
}

// completes reports whether an operand has ended with a token; complete reports it for
// the token in front, so that `*` is not taken for the wildcard.
func (r *reader) completes(i int, complete bool, form *clauseForm) bool {
	switch k := r.kind(i); {
	case k == syntax.TokStar:
		return !complete
	case closers[k] != 0:
		return r.partner[i] > i
	case k == syntax.TokName:
		_, joins := conditionWords[r.lexeme(i)]
		return !(joins && form != nil && form.word == "where")
	case k == syntax.TokBad:
		return r.lexeme(i) != "|" && r.lexeme(i) != "&" && r.lexeme(i) != "%"
	}
	return r.ends(i)
}

// readRule reads a rule.
func (r *reader) readRule(c chunk) {
	r.beginRule()
	kind, known := ruleKinds[r.lexeme(c.from)]
	r.rule.Kind, r.rule.Once = kind, c.name > c.from+1
	r.rule.Name, r.rule.NameSpan = r.lexeme(c.name), r.tokens[c.name].Span
	r.rule.Span = r.span(c.from, c.end)
	r.word(r.tokens[c.from].Span, KindWord, nil)
	r.word(r.rule.NameSpan, RuleWord, &r.rule.NameSpan)
	if !known {
		r.unknownKind(c)
		return
	}
	if r.rule.Once {
		r.onceWord(c)
	}
	if r.partner[c.body] < 0 && r.unterminated(c) {
		return
	}
	if r.partner[c.body] < 0 {
		r.report(r.tokens[c.body].Span, fmt.Sprintf("the `{` of the rule `%s` is never closed", r.rule.Name), "write the closing `}` after its last clause")
		return
	}
	r.checkName()
	r.bodyAt = r.tokens[c.body].End
	r.clauses(r.cutClauses(c.body+1, r.partner[c.body]))
	r.behindRule(c)
	r.checkRule()
	if !r.failed {
		r.file.Rules = append(r.file.Rules, r.rule)
	}
}

func (r *reader) unknownKind(c chunk) {
	word := r.lexeme(c.from)
	d := r.report(r.tokens[c.from].Span, fmt.Sprintf("`%s` is no kind of rule", word), "a rule begins with `find`, `lint`, `rewrite`, `rewrite once` or `partition`, and its name")
	suggest(d, word, spelling.Near(word, []string{"find", "lint", "rewrite", "partition"}))
}

func (r *reader) onceWord(c chunk) {
	r.word(r.tokens[c.from+1].Span, KindWord, nil)
	if r.rule.Kind != pattern.Rewrite {
		r.report(r.tokens[c.from+1].Span, fmt.Sprintf("`once` is for `rewrite`, and this is a `%s`", r.lexeme(c.from)), "delete `once`")
	}
}

// checkName reports a second rule of a kind with one name.
func (r *reader) checkName() {
	key := ruleName{r.rule.Kind, r.rule.Name}
	if first, twice := r.seen[key]; twice {
		d := r.report(r.rule.NameSpan, fmt.Sprintf("there is a %s `%s` already", r.rule.Kind, r.rule.Name), "names of rules are unique within a kind: choose another one")
		d.Related = append(d.Related, syntax.Related{Place: syntax.Place{Span: first}, Message: "the first one"})
		return
	}
	r.seen[key] = r.rule.NameSpan
}

// clauses reads the clauses of a rule: names first, so that they may be used in front
// of their declaration.
func (r *reader) clauses(clauses []clause) {
	first := map[string]int{}
	r.unknown = false
	for _, c := range clauses {
		if !r.fits(c) {
			continue
		}
		if at, twice := first[c.form.word]; twice && !c.form.many {
			d := r.report(r.tokens[c.at].Span, fmt.Sprintf("this rule has a `%s` already", c.form.word), "a rule has one `"+c.form.word+"`")
			d.Related = append(d.Related, syntax.Related{Place: syntax.Place{Span: r.tokens[at].Span}, Message: "the first one"})
			continue
		}
		first[c.form.word] = c.at
	}
	for _, pass := range [][]string{{"var"}, {"let"}, {"match"}, nil} {
		for _, c := range clauses {
			if c.form != nil && c.form.allowed(r.rule.Kind) && inPass(c.form.word, pass) && (c.form.many || first[c.form.word] == c.at) {
				c.form.read(r, c)
			}
		}
	}
	if !r.unknown { // one that is misspelt may be the one that is missing
		r.checkClauses(first)
	}
}

func inPass(word string, pass []string) bool {
	if pass == nil {
		return word != "var" && word != "let" && word != "match"
	}
	return word == pass[0]
}

// fits reports a clause that begins with no word, or is in another kind of rule.
func (r *reader) fits(c clause) bool {
	switch {
	case c.form == nil:
		r.unknownClause(c)
	case !c.form.allowed(r.rule.Kind):
		r.word(r.tokens[c.at].Span, ClauseWord, nil)
		r.report(r.tokens[c.at].Span, fmt.Sprintf("`%s` is a clause of a %s, and this is a %s", c.form.word, c.form.kinds[0], r.rule.Kind), "a "+r.rule.Kind.String()+" has "+quoted(clauseWords(r.rule.Kind)))
	default:
		r.word(r.tokens[c.at].Span, ClauseWord, nil)
		return true
	}
	return false
}

func (r *reader) unknownClause(c clause) {
	r.unknown = true
	if r.kind(c.at) == syntax.TokBad {
		r.badToken(c.at)
		return
	}
	text := r.lexeme(c.at)
	words := clauseWords(r.rule.Kind)
	d := r.report(r.tokens[c.at].Span, fmt.Sprintf("`%s` begins no clause", short(text)), "a "+r.rule.Kind.String()+" has "+quoted(words))
	near := spelling.Near(text, words)
	for _, word := range words {
		if len(near) == 0 && (otherWords[text] == word || len(word) > 3 && strings.HasPrefix(text, word)) {
			near = []string{word}
		}
	}
	suggest(d, text, near)
}

// otherWords are the words of clauses by those that other tools use.
var otherWords = map[string]string{"replace": "with", "by": "with", "to": "with", "give": "with", "gives": "with", "then": "with", "return": "with", "when": "where", "if": "where", "message": "warn"}

// quoted joins words as `a`, `b`, `c`.
func quoted(words []string) string { return "`" + strings.Join(words, "`, `") + "`" }

// suggest adds the names that may be meant to a finding.
func suggest(d *syntax.Diagnostic, written string, names []string) {
	if len(names) == 0 {
		return
	}
	for _, name := range names {
		fix := syntax.Replace("write `"+name+"`", d.Span, name)
		if !spelling.Slip(written, name) {
			fix.Confidence = codes.Sketch
		}
		d.Fixes = append(d.Fixes, fix)
	}
	d.Message += "; did you mean `" + strings.Join(names, "` or `") + "`?"
}

// unterminated reports a string or comment that swallows the end of a rule.
func (r *reader) unterminated(c chunk) bool {
	for i := c.body; i < c.end; i++ {
		if text := r.lexeme(i); r.kind(i) == syntax.TokBad && (text[0] == '"' || strings.HasPrefix(text, "/*")) {
			r.badToken(i)
			return true
		}
	}
	return false
}

// behindRule reports what follows a rule's closing brace in its chunk.
func (r *reader) behindRule(c chunk) {
	if end := r.partner[c.body] + 1; end < c.end {
		r.junk(chunk{from: end, end: c.end})
	}
}

// junk reports tokens that belong to no rule.
func (r *reader) junk(c chunk) {
	switch r.kind(c.from) {
	case syntax.TokBad:
		r.badToken(c.from)
	case syntax.TokMetadata:
		r.report(r.tokens[c.from].Span, "metadata has no place in a file of rules", "delete it, and what follows it")
	case syntax.TokName:
		if _, known := ruleKinds[r.lexeme(c.from)]; known {
			r.headless(c)
			return
		}
		fallthrough
	default:
		text := r.lexeme(c.from)
		d := r.report(r.tokens[c.from].Span, fmt.Sprintf("expected a rule, found `%s`", short(text)), "a rule is written `find NAME { match PATTERN }`")
		suggest(d, text, spelling.Near(text, []string{"find", "lint", "rewrite", "partition", "let"}))
	}
}

// headless reports a rule without a name or without braces.
func (r *reader) headless(c chunk) {
	i := c.from + 1
	if i < c.end && r.lexeme(i) == "once" {
		i++
	}
	switch {
	case i >= c.end || r.kind(i) != syntax.TokName:
		r.report(r.tokens[c.from].Span, fmt.Sprintf("this `%s` has no name", r.lexeme(c.from)), "a rule is written `find NAME { match PATTERN }`")
	default:
		r.report(r.tokens[i].Span, fmt.Sprintf("expected `{` after the name `%s`", r.lexeme(i)), "a rule is written `find NAME { match PATTERN }`")
	}
}
