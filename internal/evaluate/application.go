package evaluate

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/fraccheck/fraccheck/internal/syntax"
	"github.com/fraccheck/fraccheck/internal/types"
	"github.com/fraccheck/fraccheck/internal/value"
	"github.com/fraccheck/fraccheck/internal/workspace"
	"github.com/fraccheck/fraccheck/internal/workspace/sourcefile"
	"github.com/fraccheck/fraccheck/interp"
)

// An Argument is what a definition is called with: an expression, or an array.
type Argument struct {
	Text  string // the expression; of an array, what it is called in messages
	Array *value.Array
}

// An Application is something to evaluate in the scope of a file, ready to be
// checked and run: a definition with its arguments, or an expression. Arrays
// become the parameters of a definition around it, with their own types, so that
// the checker sees them as it sees everything.
type Application struct {
	code     extendedModule
	item     int
	name     string // of the definition around it, "" where there is none
	args     []value.Value
	locals   []string // represent the arrays, and for what is shown after each
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
	a := &Application{}
	text, err := a.call(p, name, t, args)
	if err != nil {
		return nil, err
	}
	return a, a.check(p, "<arguments>", text, p.blockOf(i))
}

// Expression reads an expression in the scope of the file. Messages call its text
// by a name. Before it stand bindings, `let %x = 1;` and the like, which they
// do not show.
func (p *Program) Expression(name, bindings, text string) (*Application, error) {
	if item := syntax.ParseItem(text); item.Kind(item.Root) != syntax.ItemExpr {
		return nil, fmt.Errorf("`%s` is no expression", text)
	}
	var both pairedText
	both.writeAs(bindings, "")
	both.write(text)
	a := &Application{}
	return a, a.check(p, name, &both, p.lastBlock())
}

// check reads the text in the scope of a block of the file. A name that nothing binds is an error
// here, where in a file it makes the expression one that is only checked.
func (a *Application) check(p *Program, name string, text *pairedText, block int) (err error) {
	a.item = p.Source.File.Len()
	place := workspace.Place{Source: sourcefile.New(name, name, text.shown.String())}
	a.code, err = p.code([]snippet{{text.code.String(), block, place, text.segments}})
	if err != nil {
		return err
	}
	for _, d := range mistakes(a.code.module, a.item) {
		a.Mistakes = append(a.Mistakes, Mistake{a.code.own(a.item, d.Span), a.shown(d)})
	}
	if free := Free(a.code.module.Check(a.item).Info); free != "" && len(a.Mistakes) == 0 {
		return fmt.Errorf("`%s` is bound nowhere", free)
	}
	return nil
}

// shown is a finding in the words of the one who asked: without the parameters
// that represent arrays.
func (a *Application) shown(d syntax.Diagnostic) syntax.Diagnostic {
	if len(a.locals) == 0 {
		return d
	}
	words := strings.NewReplacer(a.locals...)
	d.Message = words.Replace(d.Message)
	d.Notes = slices.Clone(d.Notes)
	for i, note := range d.Notes {
		d.Notes[i] = words.Replace(note)
	}
	return d
}

// Type is the type of what is evaluated; nil where a mistake leaves it open.
func (a *Application) Type() types.Type {
	item := a.code.module.File().Item(a.item)
	if a.name != "" || item.Kind(item.Root) != syntax.ItemExpr {
		return nil
	}
	return typeOf(a.code.module, a.item)
}

// Run evaluates the call.
func (a *Application) Run(ctx context.Context, o interp.Options) Result {
	e := interp.Entry{Item: a.item}
	if a.name != "" {
		e.Name = a.name
	}
	return run(ctx, a.code, e, a.args, o)
}

// call writes the call, after the parameters that represent arrays.
func (a *Application) call(p *Program, name string, t types.Type, args []Argument) (*pairedText, error) {
	var params []string
	stem := p.fresh("%array")
	for slices.ContainsFunc(args, func(arg Argument) bool { return strings.Contains(arg.Text, stem) }) {
		stem += "_" // no argument is to mention another
	}
	var call pairedText
	call.write(name + "(")
	for i, arg := range args {
		if i > 0 {
			call.write(", ")
		}
		code, err := a.argument(stem, i, arg, parameter(t, i), &params)
		if err != nil {
			return nil, err
		}
		call.writeAs(code, arg.Text)
	}
	call.write(")")
	if len(params) == 0 {
		return &call, nil
	}
	a.name = p.fresh("@apply")
	return call.inside(fmt.Sprintf("def %s(%s) { ", a.name, strings.Join(params, ", ")), " }"), nil
}

// argument is an argument as code; an array adds a parameter.
func (a *Application) argument(stem string, i int, arg Argument, want types.Type, params *[]string) (string, error) {
	if arg.Array == nil {
		if item := syntax.ParseItem(arg.Text); item.Kind(item.Root) != syntax.ItemExpr {
			return "", fmt.Errorf("argument %d, `%s`, is no expression", i+1, arg.Text)
		}
		return withConstants(arg.Text, want), nil
	}
	v, written, err := matchParameter(arg.Array, want)
	if err != nil {
		return "", fmt.Errorf("argument %d, %s: %w", i+1, arg.Text, err)
	}
	local := fmt.Sprintf("%s%d_", stem, i+1)
	a.args = append(a.args, v)
	a.locals = append(a.locals, local, arg.Text)
	*params = append(*params, local+" : "+written)
	return local, nil
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

// blockOf is the block of a document that an item is in.
func (p *Program) blockOf(i int) int {
	if p.Source.Program() {
		return 0
	}
	return p.Source.BlockOf[i]
}

// lastBlock is the last block of a document, which sees what the others define.
func (p *Program) lastBlock() int {
	if p.Source.Program() {
		return 0
	}
	return max(0, len(p.Source.Blocks)-1)
}

// fresh is a name that nothing in the file has.
func (p *Program) fresh(name string) string {
	for strings.Contains(p.Source.Text(), name) {
		name += "_"
	}
	return name
}

// parameter is the type of a parameter; nil where it is not known.
func parameter(t types.Type, i int) types.Type {
	if f, ok := types.Head(t).(*types.Func); ok && i < len(f.In) {
		return f.In[i]
	}
	return nil
}

// matchParameter makes an array what a parameter asks for, and writes its type: a tensor,
// or a FractalTensor of as many depths as the parameter has.
func matchParameter(a *value.Array, t types.Type) (value.Value, string, error) {
	depth, _ := types.Depth(t)
	if depth > a.Rank() {
		return nil, "", fmt.Errorf("an array of %d dimensions does not make a FractalTensor of depth %d", a.Rank(), depth)
	}
	written := a.Dtype.String()
	if leaf := a.Shape[depth:]; len(leaf) > 0 {
		written = fmt.Sprintf("Tensor[%s, %s]", value.ShapeText(leaf), a.Dtype)
	}
	v, err := fractalOf(a, depth)
	return v, strings.Repeat("FractalTensor[", depth) + written + strings.Repeat("]", depth), err
}

// fractalOf is an array as a FractalTensor of some depth.
func fractalOf(a *value.Array, depth int) (value.Value, error) {
	switch depth {
	case 0:
		return value.Simplest(a), nil
	case 1:
		return &value.Fractal{Elems: value.NewLeaves(a)}, nil
	}
	elems := make([]value.Value, a.Shape[0])
	for i := range elems {
		row, err := fractalOf(a.Index(i), depth-1)
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
	return workspace.Place{Source: source, Span: syntax.Span{End: int32(len(source.Text()))}}
}

// Report are the mistakes as findings.
func (a *Application) Report() *workspace.Report {
	report := &workspace.Report{Files: 1}
	for _, m := range a.Mistakes {
		report.Findings = append(report.Findings, m.Finding())
	}
	return report
}
