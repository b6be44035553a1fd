package pattern

import (
	"github.com/fraccheck/fraccheck/internal/codes"
	"github.com/fraccheck/fraccheck/internal/syntax"
)

// A RuleKind says what is done with what a rule matches.
type RuleKind uint8

const (
	Find      RuleKind = iota // nothing
	Lint                      // it is reported
	Rewrite                   // it is replaced
	Partition                 // it becomes a function of its own
)

var ruleKindNames = [...]string{"find", "lint", "rewrite", "partition"}

// String is the word that begins a rule of the kind.
func (k RuleKind) String() string { return ruleKindNames[k] }

// A Rule is a pattern with what is done where it matches.
type Rule struct {
	Kind RuleKind
	Once bool // rewrite once: no place twice
	// Exact asks that a rewrite agrees in each bit, and not within the tolerance of
	// floats.
	Exact bool
	Name  string
	Doc   string // a sentence, "" for none

	Variables []string // the names that `var` declares, in their order
	Match     *Pattern
	Where     []*Condition

	With       *Fragment      // of Rewrite: what is there afterwards
	Attributes []Attribute    // of Partition: what the functions get
	Severity   codes.Severity // of Lint
	Message    string         // of Lint: `{x}` represents the text of what x matched

	Examples []Example

	File string // the rule file, "" where there is none
	// Span is the whole rule's, NameSpan that of its name, in the rule file.
	Span, NameSpan syntax.Span
}

// An Example is a program on which a rule is tried.
type Example struct {
	Before *Fragment
	After  *Fragment // nil where the rule is to leave it unchanged
	Span   syntax.Span
}

// Names are the names that a match of the rule may bind, in the order in which
// its pattern first mentions them.
func (r *Rule) Names() []string {
	var names []string
	known := map[string]bool{}
	Walk(r.Match, func(p *Pattern) {
		if (p.Kind == Variable || p.Kind == Capture) && !known[p.Name] {
			known[p.Name] = true
			names = append(names, p.Name)
		}
	})
	return names
}

// Walk calls visit for a pattern and all that it is made of, each once, a node
// before its parts and these in their order.
func Walk(root *Pattern, visit func(*Pattern)) {
	seen := map[*Pattern]bool{}
	rest := []*Pattern{root}
	for len(rest) > 0 {
		p := rest[len(rest)-1]
		rest = rest[:len(rest)-1]
		if p == nil || seen[p] {
			continue
		}
		seen[p] = true
		visit(p)
		for i := len(p.Parts) - 1; i >= 0; i-- {
			rest = append(rest, p.Parts[i])
		}
	}
}
