package pattern

import (
	"strings"
	"unicode/utf8"

	"github.com/fraccheck/fraccheck/codes"
)

// longestQuote is how much of a pattern's or template's text a sentence quotes.
const longestQuote = 80

// mostWays is how many alternatives a sentence tells.
const mostWays = 4

// Describe says in a sentence what a rule does with which expressions.
func (r *Rule) Describe() string {
	if r.Match == nil {
		return ""
	}
	var b strings.Builder
	b.WriteString(ruleVerbs[r.Kind] + r.Match.Describe())
	switch {
	case r.Kind == Rewrite && r.With != nil:
		b.WriteString(" by " + quote(r.With.Text))
	case r.Kind == Lint:
		b.WriteString(", with " + messageNouns[r.Severity])
	case r.Kind == Partition:
		b.WriteString(" a function of its own")
	}
	for i, c := range r.Where {
		word := ", where "
		if i > 0 {
			word = " and "
		}
		b.WriteString(word + quote(c.String()))
	}
	return b.String() + "."
}

var ruleVerbs = map[RuleKind]string{Find: "Finds ", Lint: "Reports ", Rewrite: "Replaces ", Partition: "Makes of "}

var messageNouns = map[codes.Severity]string{
	codes.Error: "an error", codes.Warning: "a warning", codes.Info: "an information", codes.Hint: "a hint",
}

// quote is a text on one line, cut where it is long.
func quote(text string) string {
	text = strings.Join(strings.Fields(text), " ")
	if utf8.RuneCountInString(text) > longestQuote {
		text = string([]rune(text)[:longestQuote-1]) + "…"
	}
	return "`" + text + "`"
}

// Describe says in words which expressions a pattern matches. What its parts match is
// quoted in the text form, so that it is plain what belongs to what.
func (p *Pattern) Describe() string {
	if words := describers[p.Kind]; words != nil {
		return words(p)
	}
	return quote(p.String())
}

var describers map[Kind]func(p *Pattern) string

func init() {
	said := func(text string) func(*Pattern) string { return func(*Pattern) string { return text } }
	describers = map[Kind]func(p *Pattern) string{
		Wildcard:      said("anything"),
		Variable:      func(p *Pattern) string { return quote(p.Name) },
		Capture:       func(p *Pattern) string { return p.Parts[0].Describe() + " (" + quote(p.Name) + ")" },
		Constant:      func(p *Pattern) string { return "the constant " + quote(p.String()) },
		Expression:    func(p *Pattern) string { return "an expression equal to " + quote(p.Text.Text) },
		Local:         func(p *Pattern) string { return localWords(p.Name) },
		AnyConstant:   said("a constant"),
		Operator:      func(p *Pattern) string { return "the operator " + quote(p.Name) },
		Global:        func(p *Pattern) string { return "the global " + quote("@"+p.Name) },
		Constructor:   func(p *Pattern) string { return "the constructor " + quote(p.Name) },
		Call:          describeCall,
		Tuple:         func(p *Pattern) string { return "a tuple" + partsOf(p, " of ", p.Parts) },
		List:          func(p *Pattern) string { return "a list" + partsOf(p, " of ", p.Parts) },
		Projection:    func(p *Pattern) string { return "a component of a tuple, " + quote(p.String()) },
		Function:      describeFunction,
		If:            func(p *Pattern) string { return "an `if`" + partsOf(p, " of ", p.Parts) },
		Let:           func(p *Pattern) string { return "a `let`" + partsOf(p, " of ", p.Parts) },
		Match:         func(p *Pattern) string { return "a `match` of " + quote(p.Parts[0].String()) },
		HasType:       func(p *Pattern) string { return "an expression of the type " + quote(p.Text.Text) },
		HasDtype:      func(p *Pattern) string { return "a tensor of " + quote(p.Name) },
		HasShape:      func(p *Pattern) string { return "a tensor of the shape " + quote(p.Shape.String()) },
		HasAttributes: func(p *Pattern) string { return "a call with " + quote(attributesText(p.Attributes, " = ")) },
		OfKind:        func(p *Pattern) string { return "an operator of the kind " + quote(p.Operation.String()) },
		Or:            describeWays,
		And:           describeBoth,
		Dominates: func(p *Pattern) string {
			return quote(p.Parts[2].String()) + ", whose ways back to " + quote(p.Parts[0].String()) + " go through " + quote(p.Parts[1].String())
		},
		AnyDepth:  func(p *Pattern) string { return "an expression that contains " + quote(p.Parts[0].String()) },
		Recursive: func(p *Pattern) string { return quote(p.Name) + ", which may go on in itself" },
	}
}

func localWords(name string) string {
	if name == "" {
		return "a variable"
	}
	return "the variable " + quote("%"+name)
}

func describeCall(p *Pattern) string {
	callee := p.Parts[0].Describe()
	if p.Parts[0].Kind == Operator {
		callee = quote(p.Parts[0].Name)
	}
	return "a call of " + callee + partsOf(p, " with ", p.Parts[1:])
}

func describeFunction(p *Pattern) string {
	last := len(p.Parts) - 1
	return "a function" + partsOf(p, " of ", p.Parts[:last]) + " that gives " + quote(p.Parts[last].String())
}

// partsOf tells the parts of a pattern, unless it may have any.
func partsOf(p *Pattern, word string, parts []*Pattern) string {
	if p.Open {
		return ""
	}
	if len(parts) == 0 {
		return word + "nothing"
	}
	var texts []string
	for i, q := range parts {
		if i == 2*mostWays {
			texts = append(texts, "…")
			break
		}
		texts = append(texts, partWords(q))
	}
	if last := len(texts) - 1; last > 0 {
		return word + strings.Join(texts[:last], ", ") + " and " + texts[last]
	}
	return word + texts[0]
}

func partWords(p *Pattern) string {
	if p.Kind == Wildcard {
		return "anything"
	}
	return quote(p.String())
}

// describeWays tells alternatives, which nest to the left.
func describeWays(p *Pattern) string {
	var ways []*Pattern
	for p.Kind == Or {
		ways = append(ways, p.Parts[1])
		p = p.Parts[0]
	}
	texts := []string{p.Describe()}
	for i := len(ways) - 1; i >= 0; i-- {
		if len(texts) == mostWays {
			texts = append(texts, "others")
			break
		}
		texts = append(texts, ways[i].Describe())
	}
	return strings.Join(texts, ", or ")
}

// describeBoth tells a pattern and what else holds of what it matches.
func describeBoth(p *Pattern) string {
	var more []string
	for p.Kind == And {
		more = append(more, quote(p.Parts[1].String()))
		p = p.Parts[0]
	}
	text := p.Describe() + " that is "
	for i := len(more) - 1; i >= 0; i-- {
		text += more[i]
		if i > 0 {
			text += " and "
		}
	}
	return text
}
