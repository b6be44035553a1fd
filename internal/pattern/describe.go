package pattern

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/fraccheck/fraccheck/internal/op/parallel"
)

// Describe says in English what a pattern matches, without an article's sentence around
// it: "a call of `nn.relu` with anything". What lies deep is said in the text form.
func Describe(p *Pattern) string {
	d := describer{texts: newPrinter(p)}
	return d.said(p, describedDepth)
}

// describedDepth is how deep a description goes; after it stands the text form.
const describedDepth = 4

// A describer says what patterns match.
type describer struct{ texts *printer }

// sayings say the kinds that have parts or a name; depth is how much further parts are
// said in words.
var sayings map[Kind]func(d *describer, p *Pattern, depth int) string

func init() {
	sayings = map[Kind]func(*describer, *Pattern, int) string{
		Wildcard:  func(*describer, *Pattern, int) string { return "anything" },
		Variable:  func(_ *describer, p *Pattern, _ int) string { return "what `" + p.Name + "` matches" },
		Recursive: (*describer).recursive,
		Capture:   (*describer).capture,
		Constant:  (*describer).constant,
		Expression: func(_ *describer, p *Pattern, _ int) string {
			return "an expression that is equal to `" + p.Text.Text + "`"
		},
		Local:       func(_ *describer, p *Pattern, _ int) string { return "a variable" + ofName("%"+p.Name, p.Name) },
		AnyConstant: func(*describer, *Pattern, int) string { return "a constant" },
		Operator:    func(_ *describer, p *Pattern, _ int) string { return "the operator `" + p.Name + "`" },
		Global:      func(_ *describer, p *Pattern, _ int) string { return "`@" + p.Name + "`" },
		Constructor: func(_ *describer, p *Pattern, _ int) string { return "the constructor `" + p.Name + "`" },
		Call:        (*describer).call,
		Tuple:       func(d *describer, p *Pattern, depth int) string { return d.row("tuple", p, depth) },
		List:        func(d *describer, p *Pattern, depth int) string { return d.row("list", p, depth) },
		Projection:  (*describer).projection,
		Function:    (*describer).function,
		If: func(d *describer, p *Pattern, depth int) string {
			return d.fill("an `if` whose condition is %s, whose first branch is %s and whose second is %s", p.Parts, depth)
		},
		Let: func(d *describer, p *Pattern, depth int) string {
			return d.fill("a `let` of %s that is %s, with the body %s", p.Parts, depth)
		},
		Match:    (*describer).match,
		HasType:  func(_ *describer, p *Pattern, _ int) string { return "an expression of the type `" + p.Text.Text + "`" },
		HasDtype: func(_ *describer, p *Pattern, _ int) string { return "a tensor of `" + p.Name + "`" },
		HasShape: func(_ *describer, p *Pattern, _ int) string {
			return "a tensor of the shape `" + p.Shape.String() + "`"
		},
		HasAttributes: func(_ *describer, p *Pattern, _ int) string { return "something" + withAttributes(p.Attributes) },
		OfKind: func(_ *describer, p *Pattern, _ int) string {
			return "an operator of the kind `" + p.Operation.String() + "`"
		},
		Or:  (*describer).either,
		And: (*describer).both,
		Dominates: func(d *describer, p *Pattern, depth int) string {
			return d.fill("%[3]s, from which every way back to %[1]s goes through %[2]s, where nothing else uses what lies between", p.Parts, depth)
		},
		AnyDepth: func(d *describer, p *Pattern, depth int) string {
			return d.fill("an expression that is or contains %s", p.Parts, depth)
		},
	}
}

// said says what a pattern matches; one that lies too deep is given in the text form.
func (d *describer) said(p *Pattern, depth int) string {
	if depth == 0 && len(p.Parts) > 0 && p.Kind != Recursive {
		return "`" + d.texts.text(p) + "`"
	}
	return sayings[p.Kind](d, p, depth)
}

// fill puts what parts match into a sentence.
func (d *describer) fill(format string, parts []*Pattern, depth int) string {
	said := make([]any, len(parts))
	for i, p := range parts {
		said[i] = d.said(p, depth-1)
	}
	return fmt.Sprintf(format, said...)
}

// list joins what parts match: "a, b and c".
func (d *describer) list(parts []*Pattern, depth int) string {
	said := make([]string, len(parts))
	for i, p := range parts {
		said[i] = d.said(p, depth-1)
	}
	if len(said) < 2 {
		return strings.Join(said, "")
	}
	return strings.Join(said[:len(said)-1], ", ") + " and " + said[len(said)-1]
}

func ofName(shown, name string) string {
	if name == "" {
		return ""
	}
	return " of the name `" + shown + "`"
}

// recursive says a recursive pattern where it is declared, and names it where it leads
// back.
func (d *describer) recursive(p *Pattern, depth int) string {
	name := "`" + d.texts.called[p] + "`"
	if depth < describedDepth {
		return name
	}
	return name + ", which is " + d.said(p.Parts[0], depth-1)
}

func (d *describer) capture(p *Pattern, depth int) string {
	return d.said(p.Parts[0], depth) + ", named `" + p.Name + "`"
}

func (d *describer) constant(p *Pattern, _ int) string {
	text := "the constant `" + numberText(p.Value, "") + "`"
	if p.Dtype != "" {
		text += " of `" + p.Dtype + "`"
	}
	return text
}

func (d *describer) call(p *Pattern, depth int) string {
	f, args := p.Parts[0], p.Parts[1:]
	callee := d.callee(f, depth)
	switch {
	case f.Kind == Operator && f.Name == parallel.Element.Name && len(args) == 2:
		return d.fill("an element of %s, at %s", args, depth)
	case f.Kind == Constructor && !p.Open && len(args) > 0:
		return callee + " applied to " + d.list(args, depth)
	case p.Open:
		return "a call of " + callee
	case len(args) == 0:
		return "a call of " + callee + " without arguments"
	}
	return "a call of " + callee + " with " + d.list(args, depth)
}

// callee says what is called: operators by their names alone.
func (d *describer) callee(f *Pattern, depth int) string {
	var names []string
	for _, o := range plainOperators(f) {
		names = append(names, "`"+o+"`")
	}
	if len(names) > 0 {
		return strings.Join(names, " or ")
	}
	return d.said(f, depth-1)
}

// plainOperators are the names of alternatives that are operators and nothing else.
func plainOperators(f *Pattern) []string {
	switch f.Kind {
	case Operator:
		return []string{f.Name}
	case Or:
		left, right := plainOperators(f.Parts[0]), plainOperators(f.Parts[1])
		if left != nil && right != nil {
			return append(left, right...)
		}
	}
	return nil
}

func (d *describer) row(what string, p *Pattern, depth int) string {
	switch {
	case p.Open:
		return "a " + what
	case len(p.Parts) == 0:
		return "an empty " + what
	}
	return "a " + what + " of " + d.list(p.Parts, depth)
}

func (d *describer) projection(p *Pattern, depth int) string {
	if p.Index == AnyIndex {
		return d.fill("a component of %s", p.Parts, depth)
	}
	return "component " + strconv.Itoa(p.Index) + " of " + d.said(p.Parts[0], depth-1)
}

func (d *describer) function(p *Pattern, depth int) string {
	last := len(p.Parts) - 1
	body := " whose body is " + d.said(p.Parts[last], depth-1)
	switch {
	case p.Open:
		return "a function" + body
	case last == 0:
		return "a function without parameters" + body
	}
	return "a function of " + d.list(p.Parts[:last], depth) + body
}

func (d *describer) match(p *Pattern, depth int) string {
	text := "a match on " + d.said(p.Parts[0], depth-1)
	for i, c := range p.Clauses {
		joint := ", with the clauses `"
		if i > 0 {
			joint = ", `"
		}
		text += joint + c.Text + "` for " + d.said(p.Parts[i+1], depth-1)
	}
	return text
}

func (d *describer) either(p *Pattern, depth int) string {
	return d.fill("%s, or else %s", p.Parts, depth)
}

// both says `p & q`; of what only asks something of p, what it asks.
func (d *describer) both(p *Pattern, depth int) string {
	left, right := d.said(p.Parts[0], depth), p.Parts[1]
	switch right.Kind {
	case HasType:
		return left + ", of the type `" + right.Text.Text + "`"
	case HasDtype:
		return left + ", of the dtype `" + right.Name + "`"
	case HasShape:
		return left + ", of the shape `" + right.Shape.String() + "`"
	case HasAttributes:
		return left + withAttributes(right.Attributes)
	}
	return left + " that is also " + d.said(right, depth-1)
}

func withAttributes(attributes []Attribute) string {
	if len(attributes) == 0 {
		return " that can have attributes"
	}
	return ", where `" + attributesText(attributes, " = ") + "`"
}
