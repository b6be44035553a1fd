package dfpattern

import (
	"fmt"
	"slices"
	"strings"
	"unicode"

	"github.com/fraccheck/fraccheck/internal/codes"
	"github.com/fraccheck/fraccheck/internal/op"
	"github.com/fraccheck/fraccheck/internal/pattern"
	"github.com/fraccheck/fraccheck/internal/pattern/rulefile"
	"github.com/fraccheck/fraccheck/internal/python"
)

// A recorder writes the rules, in the order in which the program uses the patterns.
type recorder struct {
	ev                         *evaluator
	name                       string // of the file
	function                   string // what the next pattern is called
	out                        strings.Builder
	rules                      map[string]int // how often a name was wanted
	found                      map[*pattern.Pattern]bool
	texts                      map[string]bool // of rules, without their names
	shown                      map[string]bool // the checks whose text was written
	tables                     map[string]bool
	classes                    map[string]bool
	patterns, imported, checks int
	problems                   []Problem
}

func (r *recorder) problem(at python.Span, lost bool, message string) {
	for _, p := range r.problems {
		if p.Span == at && p.Message == message {
			return
		}
	}
	r.problems = append(r.problems, Problem{at, message, lost})
}

func (r *recorder) result() *Result {
	text := fmt.Sprintf("# The patterns of %s, by `fraccheck rules import`.\n", r.name) + r.out.String()
	slices.SortStableFunc(r.problems, func(a, b Problem) int { return a.Start - b.Start })
	return &Result{Text: text, Patterns: r.patterns, Imported: r.imported, Checks: r.checks, Problems: r.problems}
}

// find writes a rule that finds the matches of a pattern, once for each pattern.
func (r *recorder) find(ev *evaluator, p *pattern.Pattern, at python.Span) {
	if r.found[p] {
		return
	}
	r.found[p] = true
	n := newNaming(ev, p, nil, nil)
	r.write(&pattern.Rule{Kind: pattern.Find, Match: n.pattern(p), Variables: n.variables}, at, "")
}

// partition writes a rule that makes functions of the matches that a check accepts. Conditions that the
// reader of rules refuses are left out one by one: those about nodes of an alternative, which a match
// may not have. attrs become attributes of the functions.
func (r *recorder) partition(ev *evaluator, p *pattern.Pattern, attrs, check value, at python.Span) {
	rule := &pattern.Rule{Kind: pattern.Partition}
	if d, ok := attrs.(*dict); ok {
		for i, key := range d.keys {
			name, isName := key.(string)
			if v, known := constantOf(d.values[i]); isName && known && v.Kind != op.NoneValue {
				rule.Attributes = append(rule.Attributes, pattern.Attribute{Name: name, Value: v})
			}
		}
	}
	asked := ev.check(check, p)
	where := asked.where
	for {
		rule.Where, rule.Variables = nil, nil
		n := newNaming(ev, p, marksOf(where), asked)
		rule.Match = n.pattern(p)
		rule.Variables = n.variables
		names := n.byMark()
		for _, c := range where {
			rule.Where = append(rule.Where, withNames(c, names))
		}
		bad := r.refused(rule)
		if bad < 0 {
			break
		}
		where = slices.Delete(slices.Clone(where), bad, bad+1)
		asked.leaveOut("a condition asks about something that only some ways in which the pattern matches have")
	}
	comment := ""
	if !asked.whole {
		comment = r.checkComment(ev, check, asked, at)
	} else {
		r.checks++
	}
	r.write(rule, at, comment)
}

// refused is the index of a condition without which the rule is accepted, or of the last one; -1
// if the rule is accepted, or is not for another reason.
func (r *recorder) refused(rule *pattern.Rule) int {
	accepted := func(where []*pattern.Condition) bool {
		try := *rule
		try.Name, try.Where = "rule", where
		return accepts(try.String()) == ""
	}
	if len(rule.Where) == 0 || accepted(rule.Where) {
		return -1
	}
	for i := range rule.Where {
		if !accepted(rule.Where[i : i+1]) {
			return i
		}
	}
	return len(rule.Where) - 1
}

// checkComment is the text of a check that a rule has not all of.
func (r *recorder) checkComment(ev *evaluator, check value, asked *checked, at python.Span) string {
	name, text := ev.checkText(check)
	why := ""
	if asked.why != "" {
		why = ": " + asked.why
	}
	r.problem(at, false, fmt.Sprintf("%s accepts fewer matches than the rule of `%s`, which has what could be read of it%s", name, r.function, why))
	comment := fmt.Sprintf("# %s accepts fewer matches than this rule.", name)
	if text == "" {
		return comment + "\n"
	}
	if r.shown[text] {
		return comment + " Its text is above.\n"
	}
	r.shown[text] = true
	comment += " Its text:\n"
	for line := range strings.SplitSeq(text, "\n") {
		comment += strings.TrimRight("#   "+printable(line), " ") + "\n"
	}
	return comment
}

// printable is a line of the program as it may stand in a comment.
func printable(line string) string {
	return strings.Map(func(r rune) rune {
		if r == '\t' {
			return ' '
		}
		if !unicode.IsPrint(r) {
			return -1
		}
		return r
	}, line)
}

// rewrite writes the rules of a callback: one for each way in which it replaces a match. A callback
// that is not read wholly has no rule (everyWay).
func (r *recorder) rewrite(ev *evaluator, v value, at python.Span) {
	o, ok := v.(*instance)
	if !ok {
		r.patterns++
		r.problem(spanOf(v, at), true, "the callback is not read: "+describe(v))
		return
	}
	if r.classes == nil {
		r.classes = map[string]bool{}
	}
	r.classes[o.class.name] = true
	found, assigned := o.fields["pattern"]
	p, ok := found.(*pattern.Pattern)
	if !assigned { // a class that others are derived from
		return
	}
	if !ok {
		r.patterns++
		r.problem(spanOf(o.fields["pattern"], at), true, fmt.Sprintf("the pattern of `%s` is not read: %s", o.class.name, describe(o.fields["pattern"])))
		return
	}
	ways, u := ev.everyWay(o, p)
	if u != nil {
		r.patterns++
		r.problem(u.span, true, fmt.Sprintf("the callback of `%s` is not read: %s", o.class.name, u.why))
		return
	}
	if len(ways) == 0 { // the match stays as it is
		r.function = snake(o.class.name)
		r.find(ev, p, at)
		return
	}
	for _, w := range ways {
		marks := marksOf(w.where)
		for _, m := range markForm.FindAllString(w.with, -1) {
			if !slices.Contains(marks, m) {
				marks = append(marks, m)
			}
		}
		n := newNaming(ev, p, marks, nil)
		rule := &pattern.Rule{Kind: pattern.Rewrite, Once: o.once, Match: n.pattern(p), Variables: n.variables}
		names := n.byMark()
		for _, c := range w.where {
			rule.Where = append(rule.Where, withNames(c, names))
		}
		rule.With = &pattern.Fragment{Text: renamed(w.with, names)}
		outer := r.function
		r.function = snake(o.class.name)
		r.write(rule, at, "")
		r.function = outer
	}
}

// everyWay evaluates a callback for each alternative that it asks about, which must agree: a template
// of the rule language is the same for each way in which the pattern matches.
func (ev *evaluator) everyWay(o *instance, p *pattern.Pattern) ([]way, *unknown) {
	ev.choices = &choices{made: map[*pattern.Pattern]int{}}
	var first []way
	for n := 0; ; n++ {
		ways, u := ev.callbackWays(o, p)
		if u != nil {
			return nil, u
		}
		if n == 0 {
			first = ways
		} else if !slices.EqualFunc(first, ways, func(a, b way) bool {
			return a.with == b.with && slices.EqualFunc(a.where, b.where, func(c, d *pattern.Condition) bool { return c.String() == d.String() })
		}) || n > maxWays {
			return nil, &unknown{span: o.span, why: "the result depends on the alternative that matches"}
		}
		if !ev.choices.next() {
			return first, nil
		}
	}
}

// byMark are the names of marks.
func (n *naming) byMark() map[string]string {
	names := map[string]string{}
	for p, name := range n.names {
		if m := n.ev.ids[p]; m != "" {
			names[m] = name
		}
	}
	return names
}

// marksOf are the marks of conditions, each once.
func marksOf(where []*pattern.Condition) []string {
	var marks []string
	for _, c := range where {
		for _, m := range markForm.FindAllString(c.String(), -1) {
			if !slices.Contains(marks, m) {
				marks = append(marks, m)
			}
		}
	}
	return marks
}

// withNames copies a condition with names in place of marks.
func withNames(c *pattern.Condition, names map[string]string) *pattern.Condition {
	q := *c
	if c.Kind == pattern.Named {
		q.Name = renamed(c.Name, names)
	}
	q.Operands = make([]*pattern.Condition, len(c.Operands))
	for i, o := range c.Operands {
		q.Operands[i] = withNames(o, names)
	}
	return &q
}

// write writes a rule. One that the reader of rules refuses becomes a comment, with the reader's message.
// So the text of a Result always reads without an error.
func (r *recorder) write(rule *pattern.Rule, at python.Span, comment string) {
	if !r.unique(rule) {
		return
	}
	r.patterns++
	rule.Name = r.ruleName()
	text := rule.String()
	message := accepts(text)
	fmt.Fprintf(&r.out, "\n# %s:%d\n%s", r.name, lineOf(r.ev.source, at.Start), comment)
	if message == "" {
		r.imported++
		r.out.WriteString(text)
		return
	}
	r.problem(at, true, fmt.Sprintf("the rule `%s` is left out: %s", rule.Name, message))
	fmt.Fprintf(&r.out, "# Left out: %s.\n", message)
	for line := range strings.SplitSeq(strings.TrimRight(text, "\n"), "\n") {
		r.out.WriteString("# " + line + "\n")
	}
}

// unique reports whether no other rule is the same. A rule of a table is always another.
func (r *recorder) unique(rule *pattern.Rule) bool {
	if rule.Kind == pattern.Partition {
		return true
	}
	key := r.function + rule.String()
	if r.texts[key] {
		return false
	}
	r.texts[key] = true
	return true
}

// ruleName is a name for the next rule.
func (r *recorder) ruleName() string {
	base := identifier(r.function)
	if base == "" || reserved[base] {
		base += "rule"
	}
	r.rules[base]++
	if n := r.rules[base]; n > 1 {
		r.rules[fmt.Sprintf("%s_%d", base, n)]++
		return fmt.Sprintf("%s_%d", base, n)
	}
	return base
}

// snake writes a name of a class as one of a rule: `FuseBatchNorm` is `fuse_batch_norm`.
func snake(name string) string {
	var b strings.Builder
	before := ' '
	for _, r := range name {
		if unicode.IsUpper(r) && unicode.IsLower(before) {
			b.WriteByte('_')
		}
		b.WriteRune(unicode.ToLower(r))
		before = r
	}
	return b.String()
}

// accepts reads a rule, and returns the first error.
func accepts(text string) string {
	for _, d := range rulefile.Parse("", text).Diagnostics {
		if d.Severity == codes.Error {
			return d.Message
		}
	}
	return ""
}
