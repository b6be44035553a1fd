package typecheck

import (
	"fmt"
	"strings"

	"github.com/fraccheck/fraccheck/internal/codes"
	"github.com/fraccheck/fraccheck/internal/op/parallel"
	"github.com/fraccheck/fraccheck/internal/steps"
	"github.com/fraccheck/fraccheck/internal/symbolic"
	"github.com/fraccheck/fraccheck/internal/syntax"
	"github.com/fraccheck/fraccheck/internal/syntax/habits/library"
	"github.com/fraccheck/fraccheck/internal/types"
)

// Types as they are written. A name is looked up among the type parameters, the
// declared types, the dtypes and the type formers, in this order. Whether a type
// parameter stands for types or for extents is decided by its first use.

// A resolver turns the type nodes of one item into types.
type resolver struct {
	m      *Module
	meter  *steps.Meter
	item   *syntax.Item
	block  int
	params *paramScope
	hooks

	sharer     *types.Sharer   // once an alias was expanded
	undeclared map[string]bool // parameters that are not declared, and were reported
}

// hooks are what a resolver asks for and reports.
type hooks struct {
	hole   func() types.Type            // what `_` and an omitted type stand for; nil: not allowed
	note   func(syntax.NodeID, *Object) // takes what a name stands for
	report func(syntax.Diagnostic)
	sized  func(s *symbolic.Symbol, level int32) // takes the shape variables of inner functions; may be nil
}

func (r *resolver) setObject(n syntax.NodeID, o *Object) { r.note(n, o) }

// resolve gives the type of a type node; Bad where there is an error.
func (r *resolver) resolve(n syntax.NodeID) types.Type {
	r.meter.Spend(1)
	switch r.item.Kind(n) {
	case syntax.TypeName:
		return r.named(n, n, nil)
	case syntax.TypeCall:
		return r.call(n)
	case syntax.TypeTuple:
		return r.tuple(n)
	case syntax.TypeParen:
		return r.resolve(r.item.Inner(n))
	case syntax.TypeFn:
		return r.function(n)
	case syntax.TypeHole:
		return r.fill(n)
	case syntax.TypeMeta:
		return types.ErrorType
	case syntax.BadNode:
		return types.ErrorType
	}
	d := syntax.Diagnostic{Code: codes.KindMismatch, Span: r.item.Span(n), Message: fmt.Sprintf("`%s` is not a type", r.item.SourceText(n))}
	if r.item.Kind(n) == syntax.TypeList && len(r.item.Kids(n)) == 1 && r.item.Kind(r.item.Kids(n)[0]) == syntax.TypeName {
		element := r.item.SourceText(r.item.Kids(n)[0])
		d.Notes = []string{fmt.Sprintf("Lists have the type `List[%s]`, sequences `FractalTensor[%s]`.", element, element)}
	}
	r.report(d)
	return types.ErrorType
}

func (r *resolver) fill(n syntax.NodeID) types.Type {
	if r.hole == nil {
		r.errorf(n, codes.KindMismatch, "a type must be written out here: `_` has nothing to be inferred from")
		return types.ErrorType
	}
	return r.hole()
}

func (r *resolver) tuple(n syntax.NodeID) types.Type {
	kids := r.item.Kids(n)
	if len(kids) == 0 {
		return types.Unit
	}
	t := types.NewTuple(len(kids))
	for i, kid := range kids {
		t.Elems[i] = r.resolve(kid)
	}
	return t
}

func (r *resolver) function(n syntax.NodeID) types.Type {
	parts := r.item.TypeFn(n)
	outer := r.params
	defer func() { r.params = outer }()
	level := int32(1)
	if outer != nil {
		level = outer.level + 1
	}
	r.declareParams(parts.TypeParams, level)
	var in []syntax.NodeID
	if parts.In != syntax.NoNode {
		in = r.item.Kids(parts.In)
	}
	f := types.NewFunc(len(in))
	for i, kid := range in {
		f.In[i] = r.resolve(kid)
	}
	f.Out = r.resolve(parts.Out)
	f.Where = r.where(parts.Where)
	f.Params = r.params.quantified()
	return f
}

// named resolves a type name with its arguments (nil: none were written).
func (r *resolver) named(n, name syntax.NodeID, args []syntax.NodeID) types.Type {
	text := r.item.SourceText(name)
	if p := r.params.find(text); p != nil {
		return r.parameter(n, name, p, args)
	}
	if o := r.m.typeName(text, r.block); o != nil {
		return r.declared(n, name, o, args)
	}
	if d, ok := r.m.ambiguity(text, r.block, true, r.item.Span(name)); ok {
		r.report(d)
		for _, arg := range args {
			r.resolveSilently(arg)
		}
		return types.ErrorType
	}
	if d, ok := types.ParseDtype(text); ok && args == nil {
		return types.Scalar(d)
	}
	if former, ok := typeFormers[text]; ok {
		if args == nil {
			r.errorf(n, codes.ArityMismatch, "`%s` needs its parameters: %s", text, former.usage)
			return types.ErrorType
		}
		return former.make(r, n, args)
	}
	if t, ok := r.dtypeCall(n, name, args); ok {
		return t
	}
	if text == types.Storage.Decl.Name && len(args) == 0 && (r.m.lenient || len(r.item.TypeComments) > 0) {
		return types.Storage
	}
	r.undefinedType(name, text)
	for _, arg := range args {
		r.resolveSilently(arg)
	}
	return types.ErrorType
}

// resolveSilently resolves an argument of something that is in error, for the names
// in it alone.
func (r *resolver) resolveSilently(n syntax.NodeID) {
	report := r.report
	r.report = func(syntax.Diagnostic) {}
	switch r.item.Kind(n) {
	case syntax.TypeName, syntax.TypeCall, syntax.TypeFn, syntax.TypeTuple:
		r.resolve(n)
	}
	r.report = report
}

func (r *resolver) parameter(n, name syntax.NodeID, p *typeParam, args []syntax.NodeID) types.Type {
	r.setObject(name, &p.object)
	if args != nil {
		r.errorf(n, codes.KindMismatch, "the type parameter `%s` takes no arguments", p.name)
		return types.ErrorType
	}
	v, ok := p.asType()
	if !ok {
		r.errorf(n, codes.KindMismatch, "`%s` is used as a dimension before, and cannot be a type too", p.name)
		return types.ErrorType
	}
	return v
}

// declared applies an ADT, an opaque type or an alias to arguments.
func (r *resolver) declared(n, name syntax.NodeID, o *Object, args []syntax.NodeID) types.Type {
	r.setObject(name, o)
	if o.Decl == nil {
		return r.alias(n, o, args)
	}
	if len(args) != len(o.Decl.Params) {
		r.typeArity(n, o, len(args))
		for _, arg := range args {
			r.resolveSilently(arg)
		}
		return types.ErrorType
	}
	t := types.NewADT(o.Decl, len(args))
	for i, arg := range args {
		t.Args[i] = r.argument(arg, o.Decl.Params[i])
	}
	return t
}

// argument resolves the argument for one parameter of an ADT.
func (r *resolver) argument(n syntax.NodeID, p types.Param) types.Type {
	if p.Sym != nil {
		return &types.Extent{Dim: r.dim(n)}
	}
	t := r.resolve(n)
	if p.Var != nil && p.Var.Leaf {
		return r.element(n, t)
	}
	return t
}

func (r *resolver) typeArity(n syntax.NodeID, o *Object, given int) {
	want := make([]string, len(o.Decl.Params))
	for i, p := range o.Decl.Params {
		want[i] = p.Name
	}
	switch {
	case given == 0:
		r.errorf(n, codes.ArityMismatch, "the type `%s` needs %s, as in `%s[%s]`", o.Name, count(len(want), "argument"), o.Name, strings.Join(examples[:min(len(want), len(examples))], ", "))
	case len(want) == 0:
		d := syntax.Diagnostic{Code: codes.ArityMismatch, Span: r.item.Span(n), Message: fmt.Sprintf("the type `%s` takes no arguments, and %s given", o.Name, countGiven(given))}
		d.Fixes = []syntax.Fix{writeFix(d.Span, o.Name)}
		r.report(d)
	default:
		r.errorf(n, codes.ArityMismatch, "the type `%s` takes %s (`%s`), and %s given", o.Name, count(len(want), "argument"), strings.Join(want, "`, `"), countGiven(given))
	}
}

// examples are arguments of a type, to show how it is written.
var examples = []string{"int32", "bool", "float32"}

// element holds what is written as an element against what a FractalTensor holds. One
// that it does not is reported here, and not where the type is used.
func (r *resolver) element(n syntax.NodeID, t types.Type) types.Type {
	if _, why, ok := parallel.CheckElement(t); !ok {
		d := syntax.Diagnostic{
			Code: codes.FractalElement, Span: r.item.Span(n),
			Message: fmt.Sprintf("a FractalTensor cannot hold `%s`", types.Text(t)),
			Notes:   []string{sentence(why)},
		}
		if scalar, ok := types.Head(t).(*types.Tensor); ok && len(scalar.Shape) == 0 {
			text := "Tensor[(1), " + scalar.Dtype.String() + "]"
			d.Fixes = []syntax.Fix{syntax.Replace("hold `"+text+"` instead", r.item.Span(n), text)}
		}
		r.report(d)
		return types.ErrorType
	}
	return t
}

// errorf reports an error at a node.
func (r *resolver) errorf(n syntax.NodeID, code codes.Code, format string, args ...any) {
	r.report(syntax.Diagnostic{Code: code, Span: r.item.Span(n), Message: fmt.Sprintf(format, args...)})
}

func (r *resolver) undefinedType(n syntax.NodeID, text string) {
	if r.m.config.Partial {
		return
	}
	if !r.m.terse && r.m.brokenData(func(item *syntax.Item) bool {
		return item.Declared() != syntax.NoNode && strings.EqualFold(item.SourceText(item.Declared()), text)
	}) {
		return
	}
	d := syntax.Diagnostic{
		Code: codes.UndefinedName, Span: r.item.Span(n),
		Message: fmt.Sprintf("there is no type `%s`", text),
	}
	if dtype := library.Dtype(text); dtype != "" {
		suggest(&d, dtype, []string{dtype})
		if strings.HasPrefix(r.item.Text[d.Span.End:], "[") { // `Float[Array, "3 4"]`
			d.Notes, d.Fixes = []string{sentence(library.TensorType)}, nil
		}
	} else if say := library.TypeAdvice(text); say != "" {
		d.Notes = []string{sentence(say)}
		if strings.EqualFold(text, "tensor") && strings.HasPrefix(r.item.Text[d.Span.End:], "[") {
			d.Fixes = []syntax.Fix{writeFix(d.Span, "Tensor")}
		}
		if here := library.TypeName(text); here != "" && strings.HasPrefix(r.item.Text[d.Span.End:], "[") {
			d.Fixes = []syntax.Fix{writeFix(d.Span, here)}
		}
	} else if near := r.m.nearTypes(text, r.params); len(near) > 0 {
		suggest(&d, text, near)
	} else if len(text) == 1 || strings.ToLower(text) == text {
		if !r.firstUndeclared(text) {
			return
		}
		d.Notes = append(d.Notes, fmt.Sprintf("If `%s` is meant as a type parameter, declare it: `def @f<%s>(…)`.", text, text))
		d.Fixes = r.declareFix(text)
	}
	r.report(d)
}

// declareFix declares a type parameter of the item.
func (r *resolver) declareFix(name string) []syntax.Fix {
	var params syntax.NodeID
	switch r.item.Kind(r.item.Root) {
	case syntax.ItemDef, syntax.ItemData:
		params = r.item.TypeParams()
	default:
		return nil
	}
	if declared := r.item.Declared(); params == syntax.NoNode && declared != syntax.NoNode {
		at := r.item.Span(declared).End
		return []syntax.Fix{syntax.Replace("declare `"+name+"`", syntax.Span{Start: at, End: at}, "<"+name+">")}
	}
	if params == syntax.NoNode || !strings.HasSuffix(r.item.SourceText(params), ">") {
		return nil
	}
	at := r.item.Span(params).End - 1
	return []syntax.Fix{syntax.Replace("declare `"+name+"`", syntax.Span{Start: at, End: at}, ", "+name)}
}

// firstUndeclared reports whether a name that may be a parameter left undeclared
// is met for the first time: one declaration mends all of its uses. Where what else is
// meant is not looked for, each use counts.
func (r *resolver) firstUndeclared(name string) bool {
	if r.m.terse {
		return true
	}
	if r.undeclared[name] {
		return false
	}
	if r.undeclared == nil {
		r.undeclared = map[string]bool{}
	}
	r.undeclared[name] = true
	return true
}
