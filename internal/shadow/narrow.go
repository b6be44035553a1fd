package shadow

import "github.com/fraccheck/fraccheck/internal/value"

// narrowDtype is the dtype that a dtype of the program has in an evaluation.
func (p *Program) narrowDtype(d value.Dtype) (value.Dtype, bool) {
	if p.narrow == nil || d != value.Float32 {
		return d, false
	}
	return *p.narrow, true
}

// narrowed is a value of the program in the dtypes of an evaluation. Its shadow keeps the numbers that it
// had. A number beyond the dtype is an event, where one is given.
func (p *Program) narrowed(v Value, e *Event) Value {
	if p.narrow == nil {
		return v
	}
	each := func(vs []Value) []Value {
		out := make([]Value, len(vs))
		for i, e := range vs {
			out[i] = p.narrowed(e, nil)
		}
		return out
	}
	switch v := v.(type) {
	case *Tensor:
		d, ok := p.narrowDtype(v.Program.Dtype)
		if !ok {
			return v
		}
		out := exact(v.Program.Convert(d))
		out.variable = v.variable
		if out.spoilt && !v.spoilt {
			out.Shadow, out.Exact, out.Origin = v.Shadow, false, e
		}
		return out
	case *Tuple:
		return &Tuple{each(v.Elems)}
	case *Sequence:
		return &Sequence{each(v.Elems)}
	case *Data:
		return &Data{v.Of, each(v.Fields)}
	}
	return v
}

func (p *Program) narrowedAll(vs []Value) []Value {
	if p.narrow == nil {
		return vs
	}
	out := make([]Value, len(vs))
	for i, v := range vs {
		out[i] = p.narrowed(v, nil)
	}
	return out
}
