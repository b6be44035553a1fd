package term

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/fraccheck/fraccheck/internal/op"
	"github.com/fraccheck/fraccheck/internal/op/parallel"
	"github.com/fraccheck/fraccheck/internal/pattern"
	"github.com/fraccheck/fraccheck/internal/syntax"
	"github.com/fraccheck/fraccheck/internal/types"
	"github.com/fraccheck/fraccheck/internal/value"
	"github.com/fraccheck/fraccheck/typecheck"
)

// A templateReader reads the expression of a `with`.
type templateReader struct {
	rule  *Rule
	item  *syntax.Item
	scope map[string]*Term // by the name without its sigil
}

func readTemplate(r *Rule) (*Term, error) {
	if r.Source.With == nil {
		return nil, errors.New("the rule has no replacement")
	}
	t := &templateReader{rule: r, item: r.Source.With.Item, scope: map[string]*Term{}}
	return t.read(r.Source.With.Node)
}

func (t *templateReader) read(n syntax.NodeID) (*Term, error) {
	item := t.item
	switch item.Kind(n) {
	case syntax.Paren:
		return t.read(item.Inner(n))
	case syntax.Block:
		return t.block(n)
	case syntax.Name:
		return t.name(n)
	case syntax.Local:
		return t.local(n)
	case syntax.Int, syntax.Float, syntax.Bool:
		return number(item.NumberText(n))
	case syntax.Global:
		return &Term{Kind: Global, Name: item.SourceText(n)}, nil
	case syntax.Binary:
		return t.binary(n)
	case syntax.Unary:
		return t.unary(n)
	case syntax.Call:
		return t.call(n)
	case syntax.Fn:
		return t.lambda(n)
	case syntax.Project:
		return t.all(&Term{Kind: Project, Index: int(item.Node(n).Data)}, item.Kids(n)[:1])
	case syntax.Tuple:
		return t.all(&Term{Kind: Tuple}, item.Kids(n))
	case syntax.List:
		return t.all(&Term{Kind: List}, item.Kids(n))
	case syntax.If:
		x := item.If(n)
		return t.all(&Term{Kind: If}, []syntax.NodeID{x.Cond, x.Then, x.Else})
	case syntax.Index:
		x := item.Index(n)
		return t.all(&Term{Kind: Call, Op: pattern.Ops()[parallel.Element.Name]}, []syntax.NodeID{x.Sequence, x.At})
	}
	return nil, fmt.Errorf("`%s` has no term", item.SourceText(n))
}

func (t *templateReader) all(of *Term, nodes []syntax.NodeID) (*Term, error) {
	for _, n := range nodes {
		a, err := t.read(n)
		if err != nil {
			return nil, err
		}
		of.Args = append(of.Args, a)
	}
	return of, nil
}

// block reads statements that bind variables. A variable is read as its value, so that a value which
// is not evaluated in all branches of the result is refused: where it fails, the block fails, and the
// term would not.
func (t *templateReader) block(n syntax.NodeID) (*Term, error) {
	b := t.item.Block(n)
	if b.Result == syntax.NoNode {
		return nil, errors.New("a block without a result has no term")
	}
	defer t.leave(t.scope)
	t.enter()
	var bound []*Term
	for _, s := range b.Statements {
		name, value := syntax.NoNode, syntax.NoNode
		switch t.item.Kind(s) {
		case syntax.Let:
			name, value = t.item.Let(s).Pattern, t.item.Let(s).Value
		case syntax.Graph:
			name, value = t.item.Graph(s).Name, t.item.Graph(s).Value
		}
		if name == syntax.NoNode || t.item.Kind(name) != syntax.PatVar && t.item.Kind(name) != syntax.Local {
			return nil, fmt.Errorf("the statement `%s` has no term", t.item.SourceText(s))
		}
		v, err := t.read(value)
		if err != nil {
			return nil, err
		}
		t.scope[bare(t.item.SourceText(name))] = v
		bound = append(bound, v)
	}
	result, err := t.read(b.Result)
	if err != nil {
		return nil, err
	}
	for _, v := range bound {
		if !evaluates(result, v) {
			return nil, errors.New("a `let` has a value that is not used wherever the block is evaluated: that it may fail is not followed")
		}
	}
	return result, nil
}

// evaluates reports whether a term is evaluated whenever another one is, or cannot fail.
func evaluates(t, v *Term) bool {
	if t == v {
		return true
	}
	switch v.Kind {
	case Variable, Constant, Number, Local, Lambda, Global, Constructor, Operator:
		return true
	}
	args := t.Args
	switch t.Kind {
	case Lambda:
		return false
	case If:
		if len(args) == 3 && evaluates(args[1], v) && evaluates(args[2], v) {
			return true
		}
		args = args[:min(len(args), 1)]
	case Call:
		if t.Op.Name == op.LogicalAnd || t.Op.Name == op.LogicalOr {
			args = args[:min(len(args), 1)]
		}
	}
	return slices.ContainsFunc(args, func(a *Term) bool { return evaluates(a, v) })
}

func (t *templateReader) enter() {
	inner := map[string]*Term{}
	for k, v := range t.scope {
		inner[k] = v
	}
	t.scope = inner
}

func (t *templateReader) leave(outer map[string]*Term) { t.scope = outer }

func bare(name string) string { return strings.TrimPrefix(name, "%") }

func (t *templateReader) local(n syntax.NodeID) (*Term, error) {
	name, rest, projected := strings.Cut(bare(t.item.SourceText(n)), ".")
	v := t.scope[name]
	if v == nil {
		return nil, fmt.Errorf("`%s` is not bound", t.item.SourceText(n))
	}
	for projected {
		var index string
		index, rest, projected = strings.Cut(rest, ".")
		i, err := strconv.Atoi(index)
		if err != nil {
			return nil, fmt.Errorf("`%s` has no term", t.item.SourceText(n))
		}
		v = &Term{Kind: Project, Index: i, Args: []*Term{v}}
	}
	return v, nil
}

func (t *templateReader) name(n syntax.NodeID) (*Term, error) {
	name := t.item.SourceText(n)
	if v := t.rule.Names[name]; v != nil {
		return v, nil
	}
	if v := t.scope[name]; v != nil {
		return v, nil
	}
	if o := pattern.Ops()[name]; o != nil {
		return &Term{Kind: Operator, Op: o}, nil
	}
	if name != "" && name[0] >= 'A' && name[0] <= 'Z' {
		return &Term{Kind: Constructor, Name: name}, nil
	}
	return nil, fmt.Errorf("`%s` has no term", name)
}

// number reads a literal of a template, a scalar of the dtype that its text says.
func number(text string) (*Term, error) {
	if lower := strings.ToLower(text); lower == "true" || lower == "false" {
		return &Term{Kind: Number, Value: op.Boolean(lower == "true"), Dtype: types.Bool}, nil
	}
	tensor, ok := typecheck.NumberType(text).(*types.Tensor)
	if !ok {
		return nil, fmt.Errorf("`%s` is no number", text)
	}
	digits := text
	if at := strings.LastIndexAny(text, "fiu"); at > 0 && !strings.Contains(text, "inf") {
		digits = text[:at]
	}
	if tensor.Dtype.IsInteger() {
		n, err := strconv.ParseInt(digits, 10, 64)
		if err != nil {
			return nil, fmt.Errorf("`%s` is no number", text)
		}
		return &Term{Kind: Number, Value: op.Int(n), Dtype: tensor.Dtype}, nil
	}
	x, err := value.ParseFloat(value.Float64, digits)
	if err != nil {
		return nil, fmt.Errorf("`%s` is no number", text)
	}
	return &Term{Kind: Number, Value: op.Float(x.Float()), Dtype: tensor.Dtype}, nil
}

func (t *templateReader) binary(n syntax.NodeID) (*Term, error) {
	kids := t.item.Kids(n)
	left, err := t.read(kids[0])
	for i := 1; err == nil && i+1 < len(kids); i += 2 {
		var right *Term
		if right, err = t.read(kids[i+1]); err != nil {
			return nil, err
		}
		o := pattern.Ops()[op.Infix[t.item.SourceText(kids[i])]]
		if o == nil {
			return nil, fmt.Errorf("`%s` has no term", t.item.SourceText(n))
		}
		left = &Term{Kind: Call, Op: o, Args: []*Term{left, right}}
	}
	return left, err
}

func (t *templateReader) unary(n syntax.NodeID) (*Term, error) {
	u := t.item.Unary(n)
	operand, err := t.read(u.Operand)
	for i := len(u.Operators) - 1; err == nil && i >= 0; i-- {
		o := pattern.Ops()[op.Prefix[t.item.SourceText(u.Operators[i])]]
		if o == nil {
			return nil, fmt.Errorf("`%s` has no term", t.item.SourceText(n))
		}
		operand = &Term{Kind: Call, Op: o, Args: []*Term{operand}}
	}
	return operand, err
}

func (t *templateReader) lambda(n syntax.NodeID) (*Term, error) {
	f := t.item.Fn(n)
	defer t.leave(t.scope)
	t.enter()
	l := &Term{Kind: Lambda}
	for _, p := range t.item.Kids(f.Params) {
		if t.item.Kind(p) != syntax.Param || t.item.Kind(t.item.Param(p).Pattern) != syntax.PatVar {
			return nil, fmt.Errorf("the function `%s` has no term", t.item.SourceText(n))
		}
		name := bare(t.item.SourceText(t.item.Param(p).Pattern))
		l.Params = append(l.Params, name)
		t.scope[name] = &Term{Kind: Local, Name: name}
	}
	return t.all(l, []syntax.NodeID{f.Body})
}

// questions are the words that ask of a name of the rule.
var questions = map[string]bool{"value": true, "attr": true, "shape": true, "dtype": true, "rank": true, "size": true}

// question reads `attr(c, "axis")`, `shape(x)[0]`; nil where n is another expression.
func (t *templateReader) question(n syntax.NodeID) *Question {
	index := -1
	for t.item.Kind(n) == syntax.Paren {
		n = t.item.Inner(n)
	}
	if t.item.Kind(n) == syntax.Index {
		x := t.item.Index(n)
		i, err := strconv.Atoi(t.item.SourceText(x.At))
		if err != nil {
			return nil
		}
		n, index = x.Sequence, i
	}
	if t.item.Kind(n) != syntax.Call {
		return nil
	}
	call := t.item.Call(n)
	word := t.item.SourceText(call.Callee)
	if !questions[word] || t.rule.Names[word] != nil || len(call.Args) == 0 {
		return nil
	}
	of := t.rule.Names[t.item.SourceText(call.Args[0])]
	if of == nil {
		return nil
	}
	q := &Question{Word: word, Of: of, Index: index}
	if len(call.Args) == 2 {
		q.Attr = strings.Trim(t.item.SourceText(call.Args[1]), `"`)
	}
	return q
}

func (t *templateReader) call(n syntax.NodeID) (*Term, error) {
	call := t.item.Call(n)
	if q := t.question(n); q != nil {
		return asked(q)
	}
	if t.item.SourceText(call.Callee) == "Constant" {
		return nil, errors.New("a constant in the replacement has no term")
	}
	var f *Term
	if o := pattern.Ops()[t.item.SourceText(call.Callee)]; o != nil {
		f = &Term{Kind: Operator, Op: o}
	} else {
		var err error
		if f, err = t.read(call.Callee); err != nil {
			return nil, err
		}
	}
	if f.Kind != Operator {
		return t.all(&Term{Kind: Apply, Args: []*Term{f}}, call.Args)
	}
	return t.operator(&Term{Kind: Call, Op: f.Op}, call.Args)
}

// operator reads the arguments and the attributes of an operator's call.
func (t *templateReader) operator(c *Term, args []syntax.NodeID) (*Term, error) {
	for _, a := range args {
		if t.item.Kind(a) == syntax.NamedArg {
			named := t.item.NamedArg(a)
			name := t.item.SourceText(named.Name)
			if c.Op.Param(name) >= 0 {
				return nil, fmt.Errorf("the named argument `%s` has no term", name)
			}
			attribute := Attribute{Name: name, Asked: t.question(named.Value)}
			if attribute.Asked == nil {
				v, err := t.literal(named.Value)
				if err != nil {
					return nil, err
				}
				attribute.Value = v
			}
			c.Given = append(c.Given, attribute)
			continue
		}
		if of := t.passedOn(a); of != nil {
			c.PassedOn = append(c.PassedOn, of)
			continue
		}
		x, err := t.read(a)
		if err != nil {
			return nil, err
		}
		c.Args = append(c.Args, x)
	}
	return c, nil
}

// passedOn is the call whose attributes `attrs(c)` passes on; nil for other expressions.
func (t *templateReader) passedOn(n syntax.NodeID) *Term {
	if t.item.Kind(n) != syntax.Call || t.item.SourceText(t.item.Call(n).Callee) != "attrs" {
		return nil
	}
	if args := t.item.Call(n).Args; len(args) == 1 {
		return t.rule.Names[t.item.SourceText(args[0])]
	}
	return nil
}

// literal reads the value of an attribute.
func (t *templateReader) literal(n syntax.NodeID) (op.Value, error) {
	item := t.item
	switch text := item.NumberText(n); item.Kind(n) {
	case syntax.Paren:
		return t.literal(item.Inner(n))
	case syntax.Int, syntax.Float, syntax.Bool:
		x, err := number(text)
		if err != nil {
			return op.Value{}, err
		}
		return x.Value, nil
	case syntax.String:
		s, err := strconv.Unquote(item.SourceText(n))
		return op.Text(s), err
	case syntax.Name:
		if item.SourceText(n) == "None" {
			return op.Value{}, nil
		}
	case syntax.List, syntax.Tuple:
		v := op.Value{Kind: op.ListValue}
		for _, kid := range item.Kids(n) {
			e, err := t.literal(kid)
			if err != nil {
				return v, err
			}
			v.List = append(v.List, e)
		}
		return v, nil
	}
	return op.Value{}, fmt.Errorf("the attribute `%s` is no literal", item.SourceText(n))
}

// asked is a question that is an operand: its answer is a number.
func asked(q *Question) (*Term, error) {
	if q.Word == "value" && q.Of.Kind == Number {
		return q.Of, nil
	}
	return &Term{Kind: Answer, Asked: q}, nil
}
