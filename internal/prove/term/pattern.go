package term

import (
	"errors"
	"fmt"

	"github.com/fraccheck/fraccheck/internal/pattern"
	"github.com/fraccheck/fraccheck/internal/types"
)

// mostVariants bounds the choices among the alternatives of a pattern.
const mostVariants = 32

// ErrMany is the error for a pattern of too many alternatives.
var ErrMany = errors.New("the pattern has too many alternatives")

// Read gives a rule as terms, one Rule for each choice among the alternatives of its
// pattern. The error says what has no term.
func Read(r *pattern.Rule) ([]*Rule, error) {
	choices := [][]bool{nil}
	var all []*Rule
	for len(choices) > 0 {
		if len(all)+len(choices) > mostVariants {
			return nil, ErrMany
		}
		chosen := choices[len(choices)-1]
		choices = choices[:len(choices)-1]
		p := &patternReader{rule: &Rule{Source: r, Names: map[string]*Term{}, Where: r.Where}, chosen: chosen, locals: map[string]*Term{}}
		left, err := p.read(r.Match)
		if err != nil {
			return nil, err
		}
		if p.open {
			choices = append(choices, append(append([]bool{}, chosen...), true), append(append([]bool{}, chosen...), false))
			continue
		}
		p.rule.Left = left
		if p.rule.Right, err = readTemplate(p.rule); err != nil {
			return nil, err
		}
		all = append(all, p.rule)
	}
	return all, nil
}

// A patternReader reads a pattern with the choices in chosen, in the order in which its `|` are met.
type patternReader struct {
	rule   *Rule
	chosen []bool // true for the second alternative
	made   int    // how many choices were used
	open   bool   // there are more `|` than choices: the first alternative was read, and Read tries both
	wild   int    // how many wildcards have a name
	locals map[string]*Term
}

func (p *patternReader) read(q *pattern.Pattern) (*Term, error) {
	switch q.Kind {
	case pattern.Wildcard:
		p.wild++
		return p.variable(Variable, fmt.Sprintf("wild%d", p.wild)), nil
	case pattern.Variable:
		return p.named(q.Name), nil
	case pattern.Capture:
		return p.capture(q)
	case pattern.Constant:
		return p.number(q)
	case pattern.AnyConstant:
		p.wild++
		return p.variable(Constant, fmt.Sprintf("constant%d", p.wild)), nil
	case pattern.Or:
		return p.alternative(q)
	case pattern.And:
		return p.both(q)
	case pattern.Function:
		return p.lambda(q)
	case pattern.Call:
		return p.call(q)
	}
	return p.plain(q)
}

// plain reads the kinds whose parts are all patterns of operands.
func (p *patternReader) plain(q *pattern.Pattern) (*Term, error) {
	t := &Term{Name: q.Name, Index: q.Index}
	switch {
	case q.Kind == pattern.Tuple && !q.Open:
		t.Kind = Tuple
	case q.Kind == pattern.List:
		t.Kind = List
	case q.Kind == pattern.Projection && q.Index != pattern.AnyIndex:
		t.Kind = Project
	case q.Kind == pattern.If:
		t.Kind = If
	case q.Kind == pattern.Global:
		t.Kind, t.Name = Global, "@"+q.Name
	case q.Kind == pattern.Constructor:
		t.Kind = Constructor
	case q.Kind == pattern.Operator && pattern.Ops()[q.Name] != nil:
		t.Kind, t.Op = Operator, pattern.Ops()[q.Name]
	default:
		return nil, fmt.Errorf("the pattern `%s` matches programs that have no common form", q)
	}
	return t, p.parts(t, q.Parts)
}

func (p *patternReader) parts(t *Term, parts []*pattern.Pattern) error {
	for _, part := range parts {
		a, err := p.read(part)
		if err != nil {
			return err
		}
		t.Args = append(t.Args, a)
	}
	return nil
}

func (p *patternReader) variable(k Kind, name string) *Term {
	t := &Term{Kind: k, Name: name}
	p.rule.Variables = append(p.rule.Variables, t)
	return t
}

func (p *patternReader) named(name string) *Term {
	if t := p.locals[name]; t != nil {
		return t
	}
	if t := p.rule.Names[name]; t != nil {
		return t
	}
	t := p.variable(Variable, name)
	p.rule.Names[name] = t
	return t
}

func (p *patternReader) capture(q *pattern.Pattern) (*Term, error) {
	t, err := p.read(q.Parts[0])
	if err != nil {
		return nil, err
	}
	if other := p.rule.Names[q.Name]; other != nil && other != t {
		return nil, fmt.Errorf("`%s` names an expression that is mentioned before it", q.Name)
	}
	p.rule.Names[q.Name] = t
	if t.Kind == Variable || t.Kind == Constant {
		t.Name = q.Name
	}
	return t, nil
}

func (p *patternReader) number(q *pattern.Pattern) (*Term, error) {
	t := p.variable(Number, "")
	t.Value, t.Pattern = q.Value, true
	if q.Dtype != "" {
		d, ok := types.ParseDtype(q.Dtype)
		if !ok {
			return nil, fmt.Errorf("`%s` is of no known dtype", q)
		}
		t.Dtype = d
	}
	return t, nil
}

func (p *patternReader) alternative(q *pattern.Pattern) (*Term, error) {
	if p.made == len(p.chosen) {
		p.open = true
		p.chosen = append(append([]bool{}, p.chosen...), false)
	}
	second := p.chosen[p.made]
	p.made++
	if second {
		return p.read(q.Parts[1])
	}
	return p.read(q.Parts[0])
}

// both reads `p & q` where q only asks something of p.
func (p *patternReader) both(q *pattern.Pattern) (*Term, error) {
	t, err := p.read(q.Parts[0])
	if err != nil {
		return nil, err
	}
	right := q.Parts[1]
	switch {
	case right.Kind == pattern.HasDtype:
		p.rule.Checks = append(p.rule.Checks, Check{Of: t, Dtype: right.Name})
	case right.Kind == pattern.HasShape:
		shape := right.Shape
		p.rule.Checks = append(p.rule.Checks, Check{Of: t, Shape: &shape})
	case right.Kind == pattern.HasAttributes && t.Kind == Call:
		for _, a := range right.Attributes {
			if t.Op.Attr(a.Name) < 0 {
				return nil, fmt.Errorf("`%s` has no attribute `%s`", t.Op.Name, a.Name)
			}
			t.Given = append(t.Given, Attribute{Name: a.Name, Value: a.Value})
		}
	default:
		return nil, fmt.Errorf("the pattern `%s` asks for something that no term has", right)
	}
	return t, nil
}

func (p *patternReader) lambda(q *pattern.Pattern) (*Term, error) {
	if q.Open {
		return nil, errors.New("a function of any parameters has no term")
	}
	t := &Term{Kind: Lambda}
	outer := map[string]*Term{}
	for _, param := range q.Parts[:len(q.Parts)-1] {
		name := param.Name
		switch {
		case param.Kind == pattern.Wildcard:
			p.wild++
			name = fmt.Sprintf("wild%d", p.wild)
		case param.Kind == pattern.Capture && param.Parts[0].Kind == pattern.Wildcard, param.Kind == pattern.Variable:
		default:
			return nil, fmt.Errorf("the parameter `%s` of a function has no term", param)
		}
		if p.rule.Names[name] != nil {
			return nil, fmt.Errorf("`%s` is a parameter of two functions", name)
		}
		outer[name] = p.locals[name]
		p.locals[name] = &Term{Kind: Local, Name: name}
		t.Params = append(t.Params, name)
	}
	body, err := p.read(q.Parts[len(q.Parts)-1])
	for name, was := range outer {
		if p.locals[name] = was; was == nil {
			delete(p.locals, name)
		}
	}
	t.Args = []*Term{body}
	return t, err
}

func (p *patternReader) call(q *pattern.Pattern) (*Term, error) {
	if q.Open {
		return nil, fmt.Errorf("the pattern `%s` matches calls of any arguments", q)
	}
	f, err := p.read(q.Parts[0])
	if err != nil {
		return nil, err
	}
	t := &Term{Kind: Apply, Args: []*Term{f}}
	if f.Kind == Operator {
		t = &Term{Kind: Call, Op: f.Op, Pattern: true}
	}
	return t, p.parts(t, q.Parts[1:])
}
