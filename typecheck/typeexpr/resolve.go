package typeexpr

import (
	"fmt"
	"strings"

	"github.com/fraccheck/fraccheck/internal/codes"
	"github.com/fraccheck/fraccheck/internal/op/parallel"
	"github.com/fraccheck/fraccheck/internal/steps"
	"github.com/fraccheck/fraccheck/internal/symbolic"
	"github.com/fraccheck/fraccheck/internal/syntax"
	"github.com/fraccheck/fraccheck/internal/syntax/habits"
	"github.com/fraccheck/fraccheck/internal/syntax/habits/library"
	"github.com/fraccheck/fraccheck/internal/types"
	"github.com/fraccheck/fraccheck/typecheck/message"
	"github.com/fraccheck/fraccheck/typecheck/typed"
)

// Types as they are written. A name is looked up among the type parameters, the
// declared types, the dtypes and the type formers, in this order. Whether a type
// parameter stands for types or for extents is decided by its first use.

// A Resolver turns the type nodes of one item into types.
type Resolver struct {
	Env    Environment
	Meter  *steps.Meter
	Item   *syntax.Item
	Block  int
	Params *ParamScope
	Hooks

	sharer     *types.Sharer   // once an alias was expanded
	undeclared map[string]bool // parameters that are not declared, and were reported
}

// Hooks are what a resolver asks for and reports.
type Hooks struct {
	Hole   func() types.Type                  // what `_` and an omitted type stand for; nil: not allowed
	Note   func(syntax.NodeID, *typed.Object) // takes what a name stands for
	Report func(syntax.Diagnostic)
	Sized  func(s *symbolic.Symbol, level int32) // takes the shape variables of inner functions; may be nil
}

func (r *Resolver) setObject(n syntax.NodeID, o *typed.Object) { r.Note(n, o) }

// Resolve gives the type of a type node; Bad where there is an error.
func (r *Resolver) Resolve(n syntax.NodeID) types.Type {
	r.Meter.Spend(1)
	switch r.Item.Kind(n) {
	case syntax.TypeName:
		return r.named(n, n, nil)
	case syntax.TypeCall:
		return r.call(n)
	case syntax.TypeTuple:
		return r.tuple(n)
	case syntax.TypeParen:
		return r.Resolve(r.Item.Inner(n))
	case syntax.TypeFn:
		return r.function(n)
	case syntax.TypeHole:
		return r.fill(n)
	case syntax.TypeMeta:
		return types.ErrorType
	case syntax.BadNode:
		return types.ErrorType
	}
	if r.Item.Kind(n) == syntax.TypeList && len(r.Item.Kids(n)) == 1 && r.Item.Kind(r.Item.Kids(n)[0]) == syntax.TypeName {
		r.sequenceMeant(n, r.Item.SourceText(r.Item.Kids(n)[0]))
	} else {
		r.Errorf(n, codes.KindMismatch, "`%s` is not a type", r.Item.SourceText(n))
	}
	return types.ErrorType
}

func (r *Resolver) fill(n syntax.NodeID) types.Type {
	if r.Hole == nil {
		r.Errorf(n, codes.KindMismatch, "a type must be written out here: `_` has nothing to be inferred from")
		return types.ErrorType
	}
	return r.Hole()
}

func (r *Resolver) tuple(n syntax.NodeID) types.Type {
	kids := r.Item.Kids(n)
	if len(kids) == 0 {
		return types.Unit
	}
	t := types.NewTuple(len(kids))
	for i, kid := range kids {
		t.Elems[i] = r.Resolve(kid)
	}
	return t
}

func (r *Resolver) function(n syntax.NodeID) types.Type {
	parts := r.Item.TypeFn(n)
	outer := r.Params
	defer func() { r.Params = outer }()
	level := int32(1)
	if outer != nil {
		level = outer.level + 1
	}
	r.DeclareParams(parts.TypeParams, level)
	var in []syntax.NodeID
	if parts.In != syntax.NoNode {
		in = r.Item.Kids(parts.In)
	}
	f := types.NewFunc(len(in))
	for i, kid := range in {
		f.In[i] = r.Resolve(kid)
	}
	f.Out = r.Resolve(parts.Out)
	f.Where = r.Where(parts.Where)
	f.Params = r.Params.Quantified()
	return f
}

// named resolves a type name with its arguments (nil: none were written).
func (r *Resolver) named(n, name syntax.NodeID, args []syntax.NodeID) types.Type {
	text := r.Item.SourceText(name)
	if p := r.Params.Find(text); p != nil {
		return r.parameter(n, name, p, args)
	}
	if o := r.Env.TypeName(text, r.Block); o != nil {
		return r.declared(n, name, o, args)
	}
	if d, ok := r.Env.Ambiguity(text, r.Block, r.Item.Span(name)); ok {
		r.Report(d)
		for _, arg := range args {
			r.noteNames(arg)
		}
		return types.ErrorType
	}
	if d, ok := types.ParseDtype(text); ok && args == nil {
		return types.Scalar(d)
	}
	if former, ok := typeFormers[text]; ok {
		if args == nil {
			r.Errorf(n, codes.ArityMismatch, "`%s` needs its parameters: %s", text, former.usage)
			return types.ErrorType
		}
		return former.make(r, n, args)
	}
	if t, ok := r.dtypeCall(n, name, args); ok {
		return t
	}
	if text == types.Storage.Decl.Name && len(args) == 0 && (r.Env.Lenient() || len(r.Item.TypeComments) > 0) {
		return types.Storage
	}
	r.undefinedType(name, text)
	for _, arg := range args {
		r.noteNames(arg)
	}
	return types.ErrorType
}

// noteNames notes the names in an argument of something that is in error. Nothing is known of
// what the argument is for: it does not decide whether a parameter is a type or an extent.
func (r *Resolver) noteNames(n syntax.NodeID) {
	r.Item.Walk(n, func(kid syntax.NodeID) bool {
		if r.Item.Kind(kid) != syntax.TypeName {
			return true
		}
		text := r.Item.SourceText(kid)
		if p := r.Params.Find(text); p != nil {
			r.setObject(kid, &p.object)
		} else if o := r.Env.TypeName(text, r.Block); o != nil {
			r.setObject(kid, o)
		}
		return true
	})
}

func (r *Resolver) parameter(n, name syntax.NodeID, p *TypeParam, args []syntax.NodeID) types.Type {
	r.setObject(name, &p.object)
	if args != nil {
		r.Errorf(n, codes.KindMismatch, "the type parameter `%s` takes no arguments", p.Name)
		return types.ErrorType
	}
	v, ok := p.asType()
	if !ok {
		r.Errorf(n, codes.KindMismatch, "`%s` is used as a dimension before, and cannot be a type too", p.Name)
		return types.ErrorType
	}
	return v
}

// declared applies an ADT, an opaque type or an alias to arguments.
func (r *Resolver) declared(n, name syntax.NodeID, o *typed.Object, args []syntax.NodeID) types.Type {
	r.setObject(name, o)
	if o.Decl == nil {
		return r.alias(n, o, args)
	}
	if len(args) != len(o.Decl.Params) {
		r.typeArity(n, o, args)
		return types.ErrorType
	}
	t := types.NewADT(o.Decl, len(args))
	for i, arg := range args {
		t.Args[i] = r.argument(arg, o.Decl.Params[i])
	}
	return t
}

// argument resolves the argument for one parameter of an ADT.
func (r *Resolver) argument(n syntax.NodeID, p types.Param) types.Type {
	if p.Sym != nil {
		return &types.Extent{Dim: r.dim(n)}
	}
	t := r.Resolve(n)
	if p.Var != nil && p.Var.Leaf {
		return r.element(n, t)
	}
	return t
}

// typeArity reports a number of arguments that an ADT or an alias does not take. Where its
// declaration uses parameters that it does not declare, the error there is the cause.
func (r *Resolver) typeArity(n syntax.NodeID, o *typed.Object, args []syntax.NodeID) {
	for _, arg := range args {
		r.noteNames(arg)
	}
	given := len(args)
	if body, ok := o.Type.(*types.Func); ok && o.Decl == nil {
		if !r.Env.LacksParams(o) {
			r.Errorf(n, codes.ArityMismatch, "the alias `%s` takes %s, and %s given", o.Name, message.Count(len(body.Params), "argument"), message.CountGiven(given))
		}
		return
	}
	want := make([]string, len(o.Decl.Params))
	for i, p := range o.Decl.Params {
		want[i] = p.Name
	}
	switch {
	case r.Env.LacksParams(o):
	case given == 0 && !r.firstUndeclared(o.Name): // one without its arguments was reported
	case given == 0:
		r.Errorf(n, codes.ArityMismatch, "the type `%s` needs %s, as in `%s[%s]`", o.Name, message.Count(len(want), "argument"), o.Name, strings.Join(examples[:min(len(want), len(examples))], ", "))
	case len(want) == 0:
		d := syntax.Diagnostic{Code: codes.ArityMismatch, Span: r.Item.Span(n), Message: fmt.Sprintf("the type `%s` takes no arguments, and %s given", o.Name, message.CountGiven(given))}
		d.Fixes = []syntax.Fix{message.WriteFix(d.Span, o.Name)}
		r.Report(d)
	default:
		r.Errorf(n, codes.ArityMismatch, "the type `%s` takes %s (`%s`), and %s given", o.Name, message.Count(len(want), "argument"), strings.Join(want, "`, `"), message.CountGiven(given))
	}
}

// examples are arguments of a type, to show how it is written.
var examples = []string{"int32", "bool", "float32"}

// element holds what is written as an element against what a FractalTensor holds. One
// that it does not is reported here, and not where the type is used.
func (r *Resolver) element(n syntax.NodeID, t types.Type) types.Type {
	if _, why, ok := parallel.CheckElement(t); !ok {
		d := syntax.Diagnostic{
			Code: codes.FractalElement, Span: r.Item.Span(n),
			Message: fmt.Sprintf("a FractalTensor cannot hold `%s`", types.Text(t)),
			Notes:   []string{message.Sentence(why)},
		}
		if scalar, ok := types.Head(t).(*types.Tensor); ok && len(scalar.Shape) == 0 {
			text := "Tensor[(1), " + scalar.Dtype.String() + "]"
			d.Fixes = []syntax.Fix{syntax.Replace("hold `"+text+"` instead", r.Item.Span(n), text)}
		}
		r.Report(d)
		return types.ErrorType
	}
	return t
}

// Errorf reports an error at a node.
func (r *Resolver) Errorf(n syntax.NodeID, code codes.Code, format string, args ...any) {
	r.Report(syntax.Diagnostic{Code: code, Span: r.Item.Span(n), Message: fmt.Sprintf(format, args...)})
}

func (r *Resolver) undefinedType(n syntax.NodeID, text string) {
	if r.Env.Partial() {
		return
	}
	if !r.Env.Terse() && r.Env.Broken(func(item *syntax.Item) bool {
		return item.Declared() != syntax.NoNode && strings.EqualFold(item.SourceText(item.Declared()), text)
	}) {
		return
	}
	d := syntax.Diagnostic{
		Code: codes.UndefinedName, Span: r.Item.Span(n),
		Message: fmt.Sprintf("there is no type `%s`", text),
	}
	if dtype := library.Dtype(text); dtype != "" {
		message.Suggest(&d, dtype, []string{dtype})
		if strings.HasPrefix(r.Item.Text[d.Span.End:], "[") { // `Float[Array, "3 4"]`
			d.Notes, d.Fixes = []string{message.Sentence(library.TensorType)}, nil
		}
	} else if say := library.TypeAdvice(text); say != "" {
		d.Notes = []string{message.Sentence(say)}
		if strings.EqualFold(text, "tensor") && strings.HasPrefix(r.Item.Text[d.Span.End:], "[") {
			d.Fixes = []syntax.Fix{message.WriteFix(d.Span, "Tensor")}
		}
		if here := library.TypeName(text); here != "" && strings.HasPrefix(r.Item.Text[d.Span.End:], "[") {
			d.Fixes = []syntax.Fix{message.WriteFix(d.Span, here)}
		} else if habits.IsSequence(text) {
			d.Fixes = r.sequenceFix(n)
		}
	} else if near := r.Env.NearTypes(text, r.Params.visible()); len(near) > 0 {
		message.Suggest(&d, text, near)
	} else if len(text) == 1 || strings.ToLower(text) == text {
		names := r.undeclaredWith(text)
		switch {
		case len(names) == 0:
			return
		case len(names) == 1:
			d.Notes = append(d.Notes, fmt.Sprintf("If `%s` is meant as a type parameter, declare it: `%s`.", text, r.declaring(text)))
		default:
			d.Message = "nothing declares " + quotedList(names)
			d.Notes = append(d.Notes, fmt.Sprintf("If they are meant as type parameters, declare them: `%s`.", r.declaring(strings.Join(names, ", "))))
		}
		d.Fixes = r.declareFix(names)
	}
	r.Report(d)
}

// sequenceFix writes what is meant by the application of a sequence type of another language.
func (r *Resolver) sequenceFix(name syntax.NodeID) []syntax.Fix {
	for n := syntax.NodeID(1); int(n) < r.Item.Len(); n++ {
		if kids := r.Item.Kids(n); r.Item.Kind(n) == syntax.TypeCall && len(kids) == 2 && kids[0] == name {
			element := r.Item.SourceText(kids[1])
			here := habits.SequenceOf(element, r.Item.Text)
			return []syntax.Fix{message.WriteFix(r.Item.Span(n), here.Open+element+here.Close)}
		}
	}
	return nil
}

// declaring is the head of the item with one more type parameter.
func (r *Resolver) declaring(name string) string {
	declared := "@f"
	if n := r.Item.Declared(); n != syntax.NoNode {
		declared = r.Item.SourceText(n)
	}
	var params []string
	if list := r.Item.TypeParams(); list != syntax.NoNode {
		for _, p := range r.Item.Kids(list) {
			params = append(params, typed.TypeParamName(r.Item, p))
		}
	}
	name = strings.Join(append(params, name), ", ")
	switch r.Item.Kind(r.Item.Root) {
	case syntax.ItemData:
		return fmt.Sprintf("data %s<%s> { … }", declared, name)
	case syntax.ItemAlias:
		return fmt.Sprintf("type %s<%s> = …", declared, name)
	}
	return fmt.Sprintf("def %s<%s>(…)", declared, name)
}

// declareFix declares a type parameter of the item.
func (r *Resolver) declareFix(names []string) []syntax.Fix {
	title, name := "declare "+quotedList(names), strings.Join(names, ", ")
	var params syntax.NodeID
	switch r.Item.Kind(r.Item.Root) {
	case syntax.ItemDef, syntax.ItemData, syntax.ItemAlias:
		params = r.Item.TypeParams()
	default:
		return nil
	}
	if declared := r.Item.Declared(); params == syntax.NoNode && declared != syntax.NoNode {
		at := r.Item.Span(declared).End
		return []syntax.Fix{syntax.Replace(title, syntax.Span{Start: at, End: at}, "<"+name+">")}
	}
	if params == syntax.NoNode || !strings.HasSuffix(r.Item.SourceText(params), ">") {
		return nil
	}
	at := r.Item.Span(params).End - 1
	return []syntax.Fix{syntax.Replace(title, syntax.Span{Start: at, End: at}, ", "+name)}
}

// undeclaredWith is a name that may be a parameter left undeclared, with the others of the item that
// nothing declares: one list declares them all. It is nil where the name was reported before.
func (r *Resolver) undeclaredWith(name string) []string {
	if !r.firstUndeclared(name) {
		return nil
	}
	names, declared := []string{name}, map[string]bool{}
	if r.Env.Terse() {
		return names
	}
	for n := syntax.NodeID(1); int(n) < r.Item.Len(); n++ {
		if r.Item.Kind(n) == syntax.TypeParam {
			declared[typed.TypeParamName(r.Item, n)] = true
		}
	}
	for n := syntax.NodeID(1); int(n) < r.Item.Len(); n++ {
		text := r.Item.SourceText(n)
		if r.Item.Kind(n) != syntax.TypeName || len(text) != 1 || text == "_" || declared[text] || r.Env.TypeName(text, r.Block) != nil {
			continue
		}
		if _, ambiguous := r.Env.Ambiguity(text, r.Block, r.Item.Span(n)); !ambiguous && r.firstUndeclared(text) {
			names = append(names, text)
		}
	}
	return names
}

// quotedList is names in an enumeration.
func quotedList(names []string) string {
	last := len(names) - 1
	if last == 0 {
		return "`" + names[0] + "`"
	}
	return "`" + strings.Join(names[:last], "`, `") + "` and `" + names[last] + "`"
}

// firstUndeclared reports whether a name that may be a parameter left undeclared
// is met for the first time: one declaration mends all of its uses. Where what else is
// meant is not looked for, each use counts.
func (r *Resolver) firstUndeclared(name string) bool {
	if r.Env.Terse() {
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
