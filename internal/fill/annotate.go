package fill

import (
	"slices"
	"strings"

	"github.com/fraccheck/fraccheck/internal/types"
)

// The parameters of a function that fills a hole may have types that only another hole decides:
// in `foldl(?combine, map(?each, %xs), 0)`, ?combine gets what ?each gives. What has no type is no operand.
// So types are assumed for such parameters, and each assumption is a search of its own.

// mostOpen bounds the type variables that types are assumed for, mostAssumed the types for each.
const (
	mostOpen    = 2
	mostAssumed = 3
)

// combines reports whether a hole is the body of a function of two values of a type to one of it, as
// folds and reductions take.
func (s *site) combines() bool {
	if s.function == nil || len(s.function.In) != 2 {
		return false
	}
	out := types.Key(s.wanted)
	return len(s.ins) > 1 && types.Key(s.ins[0]) == out && types.Key(s.ins[1]) == out
}

// annotated are the probes in which types are assumed for the parameters of function literals that
// have none; nil where all have one.
func (p *probe) annotated() (found []*probe) {
	open := p.openParameters()
	if len(open) == 0 || len(open) > mostOpen {
		return nil
	}
	var choose func(assumed map[*types.Var]string)
	choose = func(assumed map[*types.Var]string) {
		if len(assumed) == len(open) {
			if q, err := p.annotate(assumed); err == nil {
				found = append(found, q)
			}
			return
		}
		v := open[len(assumed)]
		for _, text := range p.likelyTypes() {
			assumed[v] = text
			choose(assumed)
		}
		delete(assumed, v)
	}
	choose(map[*types.Var]string{})
	return found
}

// annotate is the probe whose function literals have parameters of assumed types.
func (p *probe) annotate(assumed map[*types.Var]string) (*probe, error) {
	q := &probe{base: p.base, path: p.path, text: p.text, holes: p.holes, texts: p.texts, annotations: map[int][]string{}}
	for _, s := range p.sites {
		if s.function == nil {
			continue
		}
		for _, in := range s.function.In {
			text, _ := annotation(in, assumed)
			q.annotations[s.index] = append(q.annotations[s.index], text)
		}
	}
	return q, q.ready()
}

// annotation is the text of a type with assumed types for its variables; false, and "", where one of them
// has none.
func annotation(t types.Type, assumed map[*types.Var]string) (string, bool) {
	switch t := types.Head(t).(type) {
	case *types.Var:
		if t.Rigid {
			return types.String(t), true
		}
		text, ok := assumed[t]
		return text, ok
	case *types.Tuple:
		parts := make([]string, len(t.Elems))
		for i, e := range t.Elems {
			part, ok := annotation(e, assumed)
			if !ok {
				return "", false
			}
			parts[i] = part
		}
		if len(parts) == 1 {
			return "(" + parts[0] + ",)", true
		}
		return "(" + strings.Join(parts, ", ") + ")", true
	}
	if len(variablesIn(t)) > 0 {
		return "", false
	}
	return types.String(t), true
}

// variablesIn are the type variables in a type that may still become any type.
func variablesIn(t types.Type) (found []*types.Var) {
	types.Walk(t, func(t types.Type) bool {
		if v, ok := types.Head(t).(*types.Var); ok && !v.Rigid {
			found = append(found, v)
		}
		return true
	})
	return found
}

// openParameters are the type variables of parameters of function literals, each once.
func (p *probe) openParameters() (open []*types.Var) {
	for _, s := range p.sites {
		if s.function == nil {
			continue
		}
		for _, in := range s.function.In {
			for _, v := range variablesIn(in) {
				if !slices.Contains(open, v) {
					open = append(open, v)
				}
			}
		}
	}
	return open
}

// likelyTypes are texts of types that the program has at its holes: numbers before tensors with
// dimensions.
func (p *probe) likelyTypes() []string {
	var numbers, tensors []string
	add := func(list *[]string, text string) {
		if !slices.Contains(*list, text) {
			*list = append(*list, text)
		}
	}
	for _, s := range p.sites {
		for _, t := range append(slices.Clone(s.ins), s.wanted) {
			types.Walk(t, func(t types.Type) bool {
				if tensor, ok := types.Head(t).(*types.Tensor); ok && len(tensor.Shape) == 0 {
					add(&numbers, types.String(tensor))
				} else if ok && !slices.ContainsFunc(tensor.Shape, types.Dim.Loose) {
					add(&tensors, types.String(tensor))
				}
				return true
			})
		}
	}
	all := append(numbers, tensors...)
	return all[:min(len(all), mostAssumed)]
}
