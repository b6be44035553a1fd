package typeexpr

import (
	"fmt"
	"github.com/fraccheck/fraccheck/internal/codes"
	"github.com/fraccheck/fraccheck/internal/syntax"
	"github.com/fraccheck/fraccheck/internal/types"
	"github.com/fraccheck/fraccheck/typecheck/message"
	"github.com/fraccheck/fraccheck/typecheck/typed"
	"strings"
)

// A Signature is what a definition writes of its type.
type Signature struct {
	Scope     *ParamScope
	In        []types.Type // nil where a parameter has no annotation
	Out       types.Type   // nil where none is written
	Where     []types.Constraint
	Annotated bool // all of it is written
	Holes     bool // `_` stands in it
}

func (r *Resolver) ParamTypes(list syntax.NodeID, s *Signature) []types.Type {
	if list == syntax.NoNode || len(r.Item.Kids(list)) == 0 {
		return nil
	}
	in := make([]types.Type, 0, len(r.Item.Kids(list)))
	for _, p := range r.Item.Kids(list) {
		if r.Item.Kind(p) != syntax.Param {
			continue
		}
		annotation := r.Item.Param(p).Type
		if annotation == syntax.NoNode {
			s.Annotated = false
			in = append(in, nil)
			continue
		}
		in = append(in, r.Resolve(annotation))
	}
	return in
}

// RepeatedParams reports type parameters of one name.
func (r *Resolver) RepeatedParams() {
	if len(r.Params.Params) < 2 {
		return
	}
	seen := map[string]*TypeParam{}
	for _, p := range r.Params.Params {
		if first := seen[p.Name]; first != nil {
			r.Report(syntax.Diagnostic{
				Code: codes.ShadowedBinding, Span: r.Item.Span(p.node),
				Message: fmt.Sprintf("the type parameter `%s` is declared twice; the first counts", p.Name),
				Related: []syntax.Related{{Place: syntax.Place{Span: r.Item.Span(first.node)}, Message: "it is declared here first"}},
			})
			continue
		}
		seen[p.Name] = p
	}
}

// ResultOf checks the result that a constructor spells: it may leave the type
// call out (`-> List`), but must name the type.
func (r *Resolver) ResultOf(n syntax.NodeID, o *typed.Object) {
	result := r.Item.Constructor(n).Result
	if result == syntax.NoNode || r.Item.Kind(result) == syntax.BadNode {
		return
	}
	head := result
	if r.Item.Kind(head) == syntax.TypeCall {
		head = r.Item.TypeCall(head).Name
	}
	if r.Item.SourceText(head) != o.Name && r.Env.Misnamed(o) {
		if given := r.Item.SourceText(head); r.firstUndeclared(given) {
			r.Report(syntax.Diagnostic{
				Code: codes.TypeMismatch, Span: r.Item.Span(o.Node),
				Message: fmt.Sprintf("the constructors of `%s` give `%s`, and there is no type of that name; did you mean `%s` here?", o.Name, given, given),
				Fixes:   []syntax.Fix{message.WriteFix(r.Item.Span(o.Node), given)},
			})
		}
		return
	}
	if r.Item.SourceText(head) != o.Name {
		r.Report(syntax.Diagnostic{
			Code: codes.TypeMismatch, Span: r.Item.Span(result),
			Message: fmt.Sprintf("the result of a constructor of `%s` is `%s`, not `%s`", o.Name, o.Name, r.Item.SourceText(result)),
			Fixes:   []syntax.Fix{message.WriteFix(r.Item.Span(head), o.Name)},
		})
		return
	}
	r.setObject(head, o)
	if head != result {
		r.plainResult(n, result, o)
	}
}

// plainResult checks that a constructor gives its type with the parameters in their
// order. A result with other arguments would be one of a generalized data type, whose
// matches tell more of the parameters than those here do.
func (r *Resolver) plainResult(n, result syntax.NodeID, o *typed.Object) {
	args, params := r.Item.TypeCall(result).Args, r.Params.Params
	plain := len(args) == len(params)
	for i := 0; plain && i < len(args); i++ {
		plain = r.Item.SourceText(args[i]) == params[i].Name
	}
	if plain {
		return
	}
	names := make([]string, len(params))
	for i, p := range params {
		names[i] = p.Name
	}
	whole := o.Name
	if len(names) > 0 {
		whole += "[" + strings.Join(names, ", ") + "]"
	}
	d := syntax.Diagnostic{
		Code: codes.TypeMismatch, Span: r.Item.Span(result),
		Message: fmt.Sprintf("a constructor of `%s` gives `%s`, with the parameters as they are declared, and not `%s`", o.Name, whole, r.Item.SourceText(result)),
		Fixes:   []syntax.Fix{message.WriteFix(r.Item.Span(result), whole)},
	}
	r.Report(d)
}
