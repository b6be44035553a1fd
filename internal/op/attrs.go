package op

import "github.com/fraccheck/fraccheck/internal/types"

// Value gives an attribute's value; None where it was left out and has no
// default, and for names that the operator does not have.
func (a Attrs) Value(name string) Value {
	if i := a.index(name); i >= 0 {
		return a.Values[i]
	}
	return Value{}
}

// IsGiven reports whether the call writes the attribute.
func (a Attrs) IsGiven(name string) bool {
	i := a.index(name)
	return i >= 0 && a.Given[i]
}

func (a Attrs) index(name string) int {
	if a.Op == nil || len(a.Values) == 0 {
		return -1
	}
	return a.Op.Attr(name)
}

// Has reports whether the attribute has a value, written or by default.
func (a Attrs) Has(name string) bool { return a.Value(name).Kind != NoneValue }

// Int gives a number; false for None and for extents that are no literals.
func (a Attrs) Int(name string) (int64, bool) {
	v := a.Value(name)
	return v.Int, v.Kind == IntValue || v.Kind == BoolValue
}

// Bool gives a truth value, false for None.
func (a Attrs) Bool(name string) bool { return a.Value(name).Int != 0 }

// Float gives a number with a fraction; false for None.
func (a Attrs) Float(name string) (float64, bool) {
	v := a.Value(name)
	return v.Float, v.Kind == FloatValue
}

// Str gives a string, "" for None.
func (a Attrs) Str(name string) string { return a.Value(name).Str }

// Dtype gives a dtype; types.NoDtype for None, "" and "void".
func (a Attrs) Dtype(name string) types.Dtype {
	d, _ := parseDtype(a.Str(name))
	return d
}

// parseDtype reads a dtype attribute. TVM spells bool `uint1` too.
func parseDtype(name string) (types.Dtype, bool) {
	if name == "" || name == "void" {
		return types.NoDtype, true
	}
	d, ok := types.ParseDtype(name)
	if d == types.Uint1 {
		d = types.Bool
	}
	return d, ok
}

// Ints gives a list of numbers; false for None and where an entry is no
// literal.
func (a Attrs) Ints(name string) ([]int64, bool) {
	v := a.Value(name)
	if v.Kind != ListValue {
		return nil, false
	}
	ns := make([]int64, len(v.List))
	for i, e := range v.List {
		if e.Kind != IntValue && e.Kind != BoolValue {
			return nil, false
		}
		ns[i] = e.Int
	}
	return ns, true
}

// Dim gives an extent: a number, a shape variable or an expression; false for
// None.
func (a Attrs) Dim(name string) (types.Dim, bool) { return a.Value(name).AsDim() }

// Dims gives a list of extents; false for None and where an entry is none.
func (a Attrs) Dims(name string) ([]types.Dim, bool) {
	v := a.Value(name)
	if v.Kind != ListValue {
		return nil, false
	}
	dims := make([]types.Dim, len(v.List))
	for i, e := range v.List {
		d, ok := e.AsDim()
		if !ok {
			return nil, false
		}
		dims[i] = d
	}
	return dims, true
}

// AsDim reads a value as an extent.
func (v Value) AsDim() (types.Dim, bool) {
	switch v.Kind {
	case IntValue, BoolValue:
		return types.Const(v.Int), true
	case DimValue:
		return v.Dim, true
	}
	return types.Dim{}, false
}
