package typecheck

import (
	"fmt"

	"github.com/fraccheck/fraccheck/syntax"
	"github.com/fraccheck/fraccheck/types"
)

// advice is one way to mend a clash, where one is likely to be meant.
func (c *checker) advice(n syntax.NodeID, clash *clash, why reason) []string {
	if name, size := c.chosen(clash); name != "" {
		if size {
			return []string{fmt.Sprintf("`%s` is any size that a caller may choose: the code must be right for all of them.", name)}
		}
		return []string{fmt.Sprintf("`%s` is any type that a caller may choose: the code must be right for all of them.", name)}
	}
	want, got := types.Head(clash.want), types.Head(clash.got)
	for _, look := range []func(n syntax.NodeID, want, got types.Type, why reason) string{
		c.uncalled, c.otherSequences, c.otherDepth, c.converted,
	} {
		if note := look(n, want, got, why); note != "" {
			return []string{note}
		}
	}
	return nil
}

// uncalled advises on a function that stands where its result is needed.
func (c *checker) uncalled(n syntax.NodeID, want, got types.Type, _ reason) string {
	f, ok := got.(*types.Func)
	if _, function := want.(*types.Func); !ok || function || !resembles(want, f.Out) {
		return ""
	}
	switch c.item.Kind(n) {
	case syntax.Local, syntax.Global, syntax.Name:
		return fmt.Sprintf("`%s` is a function; call it with %s to get its result.", c.item.SourceText(n), count(len(f.In), "argument"))
	}
	return "This is a function; call it to get its result."
}

// otherSequences tells lists from FractalTensors, which have functions of the
// same names.
func (c *checker) otherSequences(_ syntax.NodeID, want, got types.Type, why reason) string {
	if why.kind != argumentReason || why.name == "" {
		return ""
	}
	_, fractal := want.(*types.Fractal)
	list, data := got.(*types.ADT)
	if fractal && data && list.Decl.Name == "List" && c.m.value("@"+why.name, c.unit.block) != nil {
		return fmt.Sprintf("`%s` works on FractalTensors; on lists, `@%s` does the same.", why.name, why.name)
	}
	_, wantsData := want.(*types.ADT)
	if _, fractal := got.(*types.Fractal); fractal && wantsData && why.name[0] == '@' && c.m.config.Ops[why.name[1:]] != nil {
		return fmt.Sprintf("`%s` works on lists; on FractalTensors, `%s` without `@` does the same.", why.name, why.name[1:])
	}
	return ""
}

// otherDepth advises on a FractalTensor that is too deep, and on a tensor where
// a FractalTensor is needed.
func (c *checker) otherDepth(_ syntax.NodeID, want, got types.Type, why reason) string {
	w, leaf := types.Depth(want)
	g, _ := types.Depth(got)
	tensor, ok := got.(*types.Tensor)
	switch {
	case w > 0 && g == 0 && ok && len(tensor.Shape) > 0:
		return "`slices` makes a FractalTensor of the slices of a tensor."
	case g == w+1 && why.kind == argumentReason && len(why.name) > 0 && why.name[0] == '@':
		return fmt.Sprintf("`map(fn(%%e) { %s(%%e) }, …)` applies `%s` to every element.", why.name, why.name)
	case g > w && isLeaf(leaf) && why.kind == resultReason:
		return "`first`, `last` or `[i]` give an element; `reduce` and `foldl` make one value of all."
	}
	return ""
}

func isLeaf(t types.Type) bool {
	_, ok := t.(*types.Tensor)
	return ok
}

// converted advises on a value of another dtype.
func (c *checker) converted(n syntax.NodeID, want, got types.Type, why reason) string {
	w, ok := want.(*types.Tensor)
	g, also := got.(*types.Tensor)
	if !ok || !also || w.Dtype == g.Dtype {
		return ""
	}
	text := "…"
	switch c.item.Kind(n) {
	case syntax.Local, syntax.Name:
		text = c.item.SourceText(n)
	}
	switch {
	case why.kind == patternReason || why.kind == parameterReason:
		return ""
	case w.Dtype == types.Bool && len(g.Shape) == 0 && len(w.Shape) == 0:
		return fmt.Sprintf("Numbers are no truth values: compare, as in `%s != %s`.", text, zeroOf(g.Dtype))
	case len(w.Shape) == len(g.Shape):
		return fmt.Sprintf("`cast(%s, dtype=\"%s\")` converts it.", text, w.Dtype)
	}
	return ""
}

// zeroOf is zero as a literal of a dtype.
func zeroOf(d types.Dtype) string { return "0" + suffixes[d] }

// parameterClash words a function literal that takes another number of
// parameters than it is given arguments.
func (c *checker) parameterClash(n syntax.NodeID, clash *clash, d *syntax.Diagnostic) bool {
	w, ok := clash.want.(*types.Func)
	g, also := clash.got.(*types.Func)
	if !ok || !also || len(w.In) == len(g.In) {
		return false
	}
	d.Code = syntax.ArityMismatch
	d.Message = fmt.Sprintf("this function takes %s, and is called with %d here", count(len(g.In), "argument"), len(w.In))
	if c.item.Kind(n) == syntax.Fn && c.item.Kid(n, 1) != syntax.NoNode {
		d.Span = c.item.Span(c.item.Kid(n, 1))
	}
	d.Notes = c.compared([2]string{}, clash.want, clash.got)
	return true
}
