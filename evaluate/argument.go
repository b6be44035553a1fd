package evaluate

import (
	"context"
	"fmt"
	"strings"

	"github.com/fraccheck/fraccheck/interp"
	"github.com/fraccheck/fraccheck/syntax"
	"github.com/fraccheck/fraccheck/types"
	"github.com/fraccheck/fraccheck/value"
	"github.com/fraccheck/fraccheck/workspace"
)

// An Argument is what a definition is called with: an expression, or an array.
type Argument struct {
	Text  string
	Array *value.Array // in place of Text
}

// An Application is a definition of the file with its arguments, ready to be checked
// and run. Arrays become the parameters of a definition around it, with their
// own types, so that the checker sees them as it sees everything.
type Application struct {
	code     code
	item     int
	name     string // of the definition around it, "" where there is none
	args     []value.Value
	Mistakes []Mistake
}

// Apply reads the call of a definition.
func (p *Program) Apply(name string, args []Argument) (*Application, error) {
	for i := range p.module.Items() {
		if n, _, ok := p.module.Signature(i); ok && n == name {
			return p.ApplyItem(i, args)
		}
	}
	return nil, fmt.Errorf("%s defines no `%s`", p.Source.Name, name)
}

// ApplyItem reads the call of the definition in an item: in a document, several
// may have one name.
func (p *Program) ApplyItem(i int, args []Argument) (*Application, error) {
	name, t, ok := p.module.Signature(i)
	if !ok {
		return nil, fmt.Errorf("item %d of %s is no definition", i, p.Source.Name)
	}
	a := &Application{item: len(p.Source.File.Items)}
	text, params, err := a.call(name, t, args)
	if err != nil {
		return nil, err
	}
	if len(params) > 0 {
		a.name = p.fresh("@apply")
		text = fmt.Sprintf("def %s(%s) { %s }", a.name, strings.Join(params, ", "), text)
	}
	source := workspace.NewSource("<arguments>", "<arguments>", text)
	a.code, err = p.code([]snippet{{text, p.blockOf(i), workspace.Place{Source: source}}})
	if err != nil {
		return nil, err
	}
	for _, d := range mistakes(a.code.module, a.item) {
		a.Mistakes = append(a.Mistakes, Mistake{a.code.own(a.item, d.Span), d})
	}
	return a, nil
}

// Run evaluates the call.
func (a *Application) Run(ctx context.Context, o interp.Options) Result {
	e := interp.Entry{Item: a.item}
	if a.name != "" {
		e.Name = a.name
	}
	return run(ctx, a.code, e, a.args, o)
}

// call writes the call, and the parameters that stand for arrays.
func (a *Application) call(name string, t types.Type, args []Argument) (text string, params []string, err error) {
	var spelled []string
	for i, arg := range args {
		if arg.Array == nil {
			if item := syntax.ParseItem(arg.Text); item.Kind(item.Root) != syntax.ItemExpr {
				return "", nil, fmt.Errorf("argument %d, `%s`, is no expression", i+1, arg.Text)
			}
			spelled = append(spelled, dense(arg.Text, parameter(t, i)))
			continue
		}
		local := fmt.Sprintf("%%array%d", i+1)
		v, written, err := fit(arg.Array, parameter(t, i))
		if err != nil {
			return "", nil, fmt.Errorf("argument %d: %w", i+1, err)
		}
		a.args = append(a.args, v)
		params = append(params, local+" : "+written)
		spelled = append(spelled, local)
	}
	return name + "(" + strings.Join(spelled, ", ") + ")", params, nil
}

// Definitions are the names that the file defines.
func (p *Program) Definitions() []string {
	var names []string
	for i := range p.module.Items() {
		if n, _, ok := p.module.Signature(i); ok {
			names = append(names, n)
		}
	}
	return names
}

// blockOf is the block of a document that an item stands in.
func (p *Program) blockOf(i int) int {
	if p.Source.Program() {
		return 0
	}
	return p.Source.BlockOf[i]
}

// fresh is a name that nothing in the file has.
func (p *Program) fresh(name string) string {
	for strings.Contains(p.Source.Text, name) {
		name += "_"
	}
	return name
}

func parameter(t types.Type, i int) types.Type {
	if f, ok := types.Head(t).(*types.Func); ok && i < len(f.In) {
		return f.In[i]
	}
	return nil
}

// fit makes an array what a parameter asks for, and writes its type: a tensor,
// or a FractalTensor of as many depths as the parameter has.
func fit(a *value.Array, t types.Type) (value.Value, string, error) {
	depth, _ := types.Depth(t)
	if depth > a.Rank() {
		return nil, "", fmt.Errorf("an array of %d dimensions does not make a FractalTensor of depth %d", a.Rank(), depth)
	}
	written := a.Dtype.String()
	if leaf := a.Shape[depth:]; len(leaf) > 0 {
		written = fmt.Sprintf("Tensor[%s, %s]", value.ShapeText(leaf), a.Dtype)
	}
	v, err := rows(a, depth)
	return v, strings.Repeat("FractalTensor[", depth) + written + strings.Repeat("]", depth), err
}

// rows is an array as a FractalTensor of some depth.
func rows(a *value.Array, depth int) (value.Value, error) {
	switch depth {
	case 0:
		return value.Simplest(a), nil
	case 1:
		return &value.Fractal{Elems: value.NewLeaves(a)}, nil
	}
	elems := make([]value.Value, a.Shape[0])
	for i := range elems {
		row, err := rows(a.Index(i), depth-1)
		if err != nil {
			return nil, err
		}
		elems[i] = row
	}
	return value.NewFractal(elems)
}

// Place is the text of the call.
func (a *Application) Place() workspace.Place {
	source := a.code.snippets[0].place.Source
	return workspace.Place{Source: source, Span: syntax.Span{End: int32(len(source.Text))}}
}

// Report are the mistakes as findings.
func (a *Application) Report() *workspace.Report {
	report := &workspace.Report{Files: 1}
	for _, m := range a.Mistakes {
		report.Findings = append(report.Findings, m.Finding())
	}
	return report
}
