package complete

import (
	"slices"
	"strings"

	"github.com/fraccheck/fraccheck/internal/op"
	"github.com/fraccheck/fraccheck/internal/syntax"
	"github.com/fraccheck/fraccheck/internal/types"
)

// operatorSignatures are the forms of an operator's call: on tensors, and where
// there is one, on a FractalTensor.
func (s *scene) operatorSignatures(o *op.Op, call syntax.NodeID, arg argument) (forms []Signature, active int) {
	if args := s.item.Call(call).Args; len(args) > 0 && o.Fractal != nil {
		if _, ok := types.Head(s.typeOf(args[0])).(*types.Fractal); ok {
			active = 1
		}
	}
	written := s.namedIn(call)
	for ; o != nil; o = o.Fractal {
		g := operatorSignature(o)
		g.activateIn(o, arg, written)
		forms = append(forms, g)
	}
	return forms, active
}

// operatorSignature lists the parameters and then the attributes with their defaults. An attribute
// that may be given by position is among the parameters.
func operatorSignature(o *op.Op) Signature {
	var w labelWriter
	w.WriteString(o.Name + "(")
	for _, p := range o.Params {
		doc := ""
		if i := o.Attr(p.Name); i >= 0 {
			doc = AttributeDoc(o.Attrs[i])
		}
		w.param(p.Name, ParameterForm(p), doc)
	}
	for _, a := range o.Attrs {
		if o.Param(a.Name) < 0 {
			w.param(a.Name, attributeForm(a), AttributeDoc(a))
		}
	}
	w.WriteString(")")
	doc := o.Doc
	if o.Rule != "" {
		doc += "\n\nTyping: " + o.Rule
	}
	return Signature{Label: w.String(), Params: w.params, Doc: strings.TrimSpace(doc)}
}

// ParameterForm is how a parameter is shown in an operator's call.
func ParameterForm(p op.Param) string {
	switch {
	case p.Variadic:
		return p.Name + ", …"
	case p.Optional:
		return "[" + p.Name + "]"
	}
	return p.Name
}

func attributeForm(a op.Attr) string {
	if a.Required {
		return a.Name + "=…"
	}
	return a.Name + "=" + a.Default.String()
}

// mostShown is how many of the strings that mean something an attribute's description has.
const mostShown = 6

// AttributeDoc describes an attribute and its values, in Markdown.
func AttributeDoc(a op.Attr) string {
	switch listed := func(words []string) string { return "`" + strings.Join(words, "`, `") + "`" }; {
	case len(a.Allowed) > 0:
		return a.Doc + " (" + listed(a.Allowed) + ")"
	case len(a.Known) > 0 && !a.Open:
		return a.Doc + " (" + listed(a.Known) + ")"
	case len(a.Known) > 0:
		return a.Doc + " (such as " + listed(a.Known[:min(len(a.Known), mostShown)]) + ")"
	}
	return a.Doc
}

// activateIn marks the parameter or the attribute that an argument is for: by
// its name, else by its place. The last parameter takes any number if it is
// variadic. A bare name after all parameters is the beginning of an attribute's: of the first that
// begins so and is not written yet.
func (g *Signature) activateIn(o *op.Op, arg argument, written map[string]bool) {
	g.Active = -1
	if arg.name != "" {
		for i, p := range g.Params {
			if p.Name == arg.name {
				g.Active = i
			}
		}
		return
	}
	begun := func(p Parameter) bool {
		return arg.begun != "" && strings.HasPrefix(p.Name, arg.begun) && !written[p.Name]
	}
	switch last := len(o.Params) - 1; {
	case arg.index <= last:
		g.Active = arg.index
	case slices.ContainsFunc(g.Params[last+1:], begun):
		g.Active = last + 1 + slices.IndexFunc(g.Params[last+1:], begun)
	case last >= 0 && o.Params[last].Variadic:
		g.Active = last
	}
}
