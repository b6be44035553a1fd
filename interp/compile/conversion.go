package compile

import (
	"github.com/fraccheck/fraccheck/internal/syntax"
	"github.com/fraccheck/fraccheck/internal/types"
	"github.com/fraccheck/fraccheck/interp/code"
	"github.com/fraccheck/fraccheck/typecheck"
)

// A value of a type with `?` that is used as one of a type with extents is converted
// (typecheck.Conversion): its tensors are held to the extents, and functions in it are
// replaced by wrappers, which hold arguments and results to them. Where an annotation is
// checked anyway, and tells all, there is no conversion.

// converts reports whether the value of an expression has to be converted.
func (b *builder) converts(n syntax.NodeID) bool {
	for _, c := range b.info.Conversions(n) {
		if !b.checkedAnyway(n, c) {
			return true
		}
	}
	return false
}

// convert emits the conversions of a value in a register.
func (b *builder) convert(n syntax.NodeID, reg int) {
	for _, c := range b.info.Conversions(n) {
		if !b.checkedAnyway(n, c) {
			b.emitConversion(n, reg, c)
		}
	}
}

// converted is a register with what a pattern with a type matches, in that type.
func (b *builder) converted(pattern syntax.NodeID, reg int) int {
	if !b.converts(pattern) {
		return reg
	}
	r := b.temp()
	b.move(r, reg)
	b.convert(pattern, r)
	return r
}

func (b *builder) emitConversion(n syntax.NodeID, reg int, c typecheck.Conversion) {
	was := b.setNode(n)
	defer b.setNode(was)
	mark := b.next
	ext := b.loadExtents()
	conv := &code.Conversion{From: c.From, To: c.To, Sizes: b.sizes()}
	if types.Convert(c.From, c.To)&types.Wrap != 0 {
		conv.Wrappers = b.wrappers(c)
	}
	b.fn.Conversions = append(b.fn.Conversions, conv)
	b.emit(code.OpConvert, reg, ext, 0)
	b.put(uint32(len(b.fn.Conversions) - 1))
	b.next = mark
}

// checkedAnyway reports whether the check of an annotation makes a conversion, too: of what stands
// after an annotated `let`, of an annotated result or parameter; and of functions that
// check their own parameters.
func (b *builder) checkedAnyway(n syntax.NodeID, c typecheck.Conversion) bool {
	if f, ok := types.Head(c.From).(*types.Func); ok {
		return b.checksItself(n, f, types.Head(c.To).(*types.Func))
	}
	return b.annotated[n] && types.Flat(c.To) && !hasVariables(c.To)
}

// annotate notes that the value of an expression is held to an annotation.
func (b *builder) annotate(n syntax.NodeID) {
	if len(b.info.Conversions(n)) == 0 {
		return
	}
	if b.annotated == nil {
		b.annotated = map[syntax.NodeID]bool{}
	}
	b.annotated[n] = true
}

// annotateArguments does so for the arguments of parameters that a definition annotates.
func (b *builder) annotateArguments(o *typecheck.Object, args []syntax.NodeID) {
	for i, p := range params(o.Item, o.Item.Def(o.Item.Root).Params) {
		if o.Item.Param(p).Type != syntax.NoNode {
			b.annotate(args[i])
		}
	}
}

// checksItself reports whether a function is named or written where it is converted, and
// whose annotated parameters make all the checks.
func (b *builder) checksItself(n syntax.NodeID, from, to *types.Func) bool {
	n = b.item.Unparen(n)
	item, list := b.item, syntax.NoNode
	switch o := b.info.Objects[n]; {
	case b.item.Kind(n) == syntax.Fn:
		list = item.Fn(n).Params
	case b.item.Kind(n) == syntax.Global && o != nil && o.Kind == typecheck.DefObject:
		item = o.Item
		list = item.Def(item.Root).Params
	default:
		return false
	}
	ps := params(item, list)
	if len(ps) != len(from.In) || types.Convert(from.Out, to.Out) != 0 {
		return false
	}
	for i, p := range ps {
		if types.Convert(to.In[i], from.In[i]) != 0 && (item.Param(p).Type == syntax.NoNode || !types.Flat(from.In[i])) {
			return false
		}
	}
	return true
}

// wrappers compiles the wrappers of the functions in a conversion, by their parameters.
func (b *builder) wrappers(c typecheck.Conversion) map[int]int {
	s := aritySearch{arities: map[int]bool{}, seen: map[*types.Decl]bool{}}
	s.search(c.From)
	s.search(c.To)
	found := map[int]int{}
	for n := range s.arities {
		found[n] = b.wrapper(n)
	}
	return found
}

// An aritySearch finds how many parameters the functions in types have, those in the
// declarations of data types included.
type aritySearch struct {
	arities map[int]bool
	seen    map[*types.Decl]bool
}

func (s *aritySearch) search(t types.Type) {
	todo := []types.Type{t}
	for len(todo) > 0 {
		next := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		types.Walk(next, func(t types.Type) bool {
			switch t := t.(type) {
			case *types.Func:
				s.arities[len(t.In)] = true
			case *types.ADT:
				if !s.seen[t.Decl] {
					s.seen[t.Decl] = true
					for _, k := range t.Decl.Constructors {
						todo = append(todo, k.Fields...)
					}
				}
			}
			return true
		})
	}
}

// wrapper compiles a function that represents one of n parameters.
func (b *builder) wrapper(n int) int {
	fn := &code.Function{Place: b.fn.Place, Item: b.item, Outer: b.fn, CallsUnknown: true}
	b.compiler.code.Add(fn)
	b.fn.Calls = append(b.fn.Calls, fn.Index)
	w := b.compiler.newBuilder(fn, b.info, b)
	w.setNode(b.node)
	fn.SetArity(n)
	if n > code.MaxParams {
		w.fault(b.node, "a function of so many parameters cannot be used at another type")
		w.finish()
		return fn.Index
	}
	for i := range n {
		w.emit(code.OpConvPart, w.temp(), 0, i)
	}
	result := w.temp()
	w.emitX(code.OpFree, result, 0)
	for i := range n {
		w.move(w.temp(), i+1)
	}
	w.emit(code.OpCall, result, n, 0)
	w.emit(code.OpConvPart, result, 0, n)
	w.emit(code.OpReturn, result, 0, 0)
	w.captured = make([]capture, 3)
	w.finish()
	return fn.Index
}
