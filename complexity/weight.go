package complexity

import "github.com/fraccheck/fraccheck/internal/types"

// maxWeight is how many parts a value or a type may have. Parts may be shared, so
// that a short text makes more of them than there is time to go through.
const maxWeight = 500

// light is a value with few parts, or else one of which nothing is known.
func light(v value) value {
	left := maxWeight
	if weigh(v, &left); left < 0 {
		return &opaque{}
	}
	return v
}

func weigh(v value, left *int) {
	if *left--; *left < 0 {
		return
	}
	switch v := v.(type) {
	case *tuple:
		for _, part := range v.parts {
			weigh(part, left)
		}
	case *closure:
		for _, seen := range v.seen {
			weigh(seen, left)
		}
	case *data:
		for _, f := range v.holds {
			weigh(f, left)
		}
	}
}

// wide tells of types with many parts.
func wide(t types.Type) bool {
	left := maxWeight
	weighType(t, &left)
	return left < 0
}

func weighType(t types.Type, left *int) {
	if *left--; *left < 0 || t == nil {
		return
	}
	var parts []types.Type
	switch t := types.Head(t).(type) {
	case *types.ADT:
		parts = t.Args
	case *types.Tuple:
		parts = t.Elems
	case *types.Func:
		parts = append(t.In[:len(t.In):len(t.In)], t.Out)
	case *types.Fractal:
		parts = []types.Type{t.Elem}
	case *types.Ref:
		parts = []types.Type{t.Elem}
	}
	for _, part := range parts {
		weighType(part, left)
	}
}

// narrow is a type with few parts, or else Bad.
func narrow(t types.Type) types.Type {
	if wide(t) {
		return types.ErrorType
	}
	return t
}
