package matcher

import (
	"math"
	"strconv"
	"strings"

	"github.com/fraccheck/fraccheck/internal/graph"
	"github.com/fraccheck/fraccheck/internal/op"
	"github.com/fraccheck/fraccheck/internal/syntax"
	"github.com/fraccheck/fraccheck/internal/types"
	"github.com/fraccheck/fraccheck/internal/value"
)

// A literal is the value of a constant as far as the text determines it.
type literal struct {
	dtype types.Dtype
	shape []types.Dim
	list  []scalar // its elements, or one that represents all
}

// A scalar is a number or a truth value.
type scalar struct {
	truth   bool
	integer bool
	whole   int64
	float   float64
}

// isConstant reports whether p is a literal, a `Constant(…)` or an entry of the metadata section.
func (p place) isConstant() bool {
	k, ok := p.kind()
	if !ok || k != graph.Literal {
		return false
	}
	switch p.in.item.Kind(p.in.graph.Node(p.value)) {
	case syntax.Tuple, syntax.Block:
		return false // `()`
	}
	return true
}

// literal reads the elements of a constant; false where the text does not tell
// them.
func (p place) literal() (literal, bool) {
	if !p.isConstant() {
		return literal{}, false
	}
	t, ok := p.typ().(*types.Tensor)
	if !ok {
		return literal{}, false
	}
	l := literal{dtype: t.Dtype, shape: t.Shape}
	n := p.in.graph.Node(p.value)
	switch p.in.item.Kind(n) {
	case syntax.Call:
		n = p.in.item.Call(n).Args[0]
	case syntax.Meta:
		return l, p.in.Constants != nil && l.entry(p.in.Constants.Value(p.in.item.SourceText(n)))
	}
	ok = l.elements(p.in.item, n)
	return l, ok
}

// mostElements bounds how many elements of an entry are looked at.
const mostElements = 1 << 20

// entry reads the elements of an entry of the metadata section: one, where all are
// the same.
func (l *literal) entry(a *value.Array) bool {
	if a == nil || a.Len() > mostElements {
		return false
	}
	flat := a.Reshape([]int{a.Len()})
	same := true
	for i := range a.Len() {
		s := scalarOf(flat.ScalarAt(i), a.Dtype)
		same = same && (i == 0 || s.equal(l.list[0]))
		l.list = append(l.list, s)
	}
	if same && len(l.list) > 1 {
		l.list = l.list[:1]
	}
	return true
}

// scalarOf is an element of an array.
func scalarOf(s value.Scalar, d value.Dtype) scalar {
	switch {
	case d == value.Bool:
		return scalar{truth: true, whole: s.Int()}
	case d.IsFloat():
		return scalar{float: s.Float()}
	}
	return scalar{integer: true, whole: s.Int()}
}

// elements reads numbers and lists of them.
func (l *literal) elements(item *syntax.Item, root syntax.NodeID) bool {
	ok := true
	item.Walk(root, func(n syntax.NodeID) bool {
		switch item.Kind(n) {
		case syntax.Int, syntax.Float, syntax.Bool, syntax.Segment:
			s, read := readScalar(strings.TrimPrefix(item.NumberText(n), "/"), l.dtype)
			ok = ok && read
			l.list = append(l.list, s)
		case syntax.List, syntax.Paren:
		default:
			ok = false
		}
		return ok
	})
	return ok
}

// readConstant reads what is between the parentheses of `Constant(…)`.
func readConstant(item *syntax.Item, args []syntax.NodeID) (literal, bool) {
	var l literal
	var shape, dtype syntax.NodeID
	if len(args) == 0 {
		return l, false
	}
	for _, n := range args[1:] {
		name := ""
		if item.Kind(n) == syntax.NamedArg {
			named := item.NamedArg(n)
			name, n = item.SourceText(named.Name), named.Value
		}
		if k := item.Kind(n); name == "dtype" || name == "" && (k == syntax.Name || k == syntax.String) {
			dtype = n
		} else {
			shape = n
		}
	}
	first := args[0]
	for item.Kind(first) == syntax.List && len(item.Kids(first)) > 0 {
		l.shape = append(l.shape, types.Const(int64(len(item.Kids(first)))))
		first = item.Kids(first)[0]
	}
	if shape != syntax.NoNode {
		l.shape = extentsOf(item, shape)
	}
	if dtype != syntax.NoNode {
		d, ok := types.ParseDtype(strings.Trim(item.SourceText(dtype), `"`))
		l.dtype = d
		return l, ok && l.elements(item, args[0])
	}
	if t, ok := numberType(item.NumberText(first)).(*types.Tensor); ok {
		l.dtype = t.Dtype
	}
	return l, l.elements(item, args[0])
}

func extentsOf(item *syntax.Item, n syntax.NodeID) []types.Dim {
	var shape []types.Dim
	v := attributeValue(item, n)
	if v.Kind == op.IntValue {
		v.List = []op.Value{v}
	}
	for _, e := range v.List {
		if e.Kind != op.IntValue {
			return nil
		}
		shape = append(shape, types.Const(e.Int))
	}
	return shape
}

// readScalar reads a number as an element of a dtype.
func readScalar(text string, d types.Dtype) (scalar, bool) {
	switch strings.ToLower(text) {
	case "true":
		return scalar{truth: true, whole: 1}, true
	case "false":
		return scalar{truth: true}, true
	}
	if d.IsInteger() {
		if at := strings.IndexAny(text, "iu"); at > 0 {
			text = text[:at]
		}
		x, err := strconv.ParseInt(text, 10, 64)
		if u, e := strconv.ParseUint(text, 10, 64); err != nil && e == nil {
			x, err = int64(u), nil
		}
		return scalar{integer: true, whole: x}, err == nil
	}
	v, ok := value.ParseDtype(d.String())
	if !ok || !v.IsFloat() {
		v = value.Float64
	}
	x, err := value.ParseFloat(v, withoutSuffix(text))
	return scalar{float: x.Float()}, err == nil
}

// withoutSuffix is the text of a number without its dtype.
func withoutSuffix(text string) string {
	sign := ""
	if strings.HasPrefix(text, "-") {
		sign, text = "-", text[1:]
	}
	switch at := strings.LastIndexAny(text, "fiu"); {
	case strings.HasPrefix(text, "inf"):
		text = "inf"
	case strings.HasPrefix(text, "nan"):
		return "nan"
	case at > 0:
		text = text[:at]
	}
	return sign + text
}

// rounded is a number as a dtype of floats keeps it.
func rounded(x float64, d types.Dtype) float64 {
	v, ok := value.ParseDtype(d.String())
	if !ok || !v.IsFloat() {
		return x
	}
	return value.FromFloat(v, x).Float()
}

// isValue reports whether all elements of a constant have a value.
func (l literal) isValue(v op.Value) bool {
	for _, s := range l.list {
		if !s.is(v, l.dtype) {
			return false
		}
	}
	return len(l.list) > 0
}

// is compares an element with a number that was written without a dtype. A large uint64
// equals no number that a rule holds as an int64, not even the one with its bits.
func (s scalar) is(v op.Value, d types.Dtype) bool {
	switch {
	case s.truth || v.Kind == op.BoolValue:
		return s.truth && v.Kind == op.BoolValue && s.whole == v.Int
	case s.integer && v.Kind == op.IntValue:
		return s.whole == v.Int && !s.large(d)
	case s.integer:
		return v.Kind == op.FloatValue && s.asFloat(d) == v.Float
	case v.Kind == op.IntValue:
		return s.float == rounded(float64(v.Int), d)
	}
	return v.Kind == op.FloatValue && (s.float == rounded(v.Float, d) || math.IsNaN(s.float) && math.IsNaN(v.Float))
}

// large reports whether an element of a dtype is a uint64 beyond int64, of which whole
// has the bits.
func (s scalar) large(d types.Dtype) bool { return s.integer && s.whole < 0 && d == types.Uint64 }

// asFloat is a whole number of a dtype, rounded.
func (s scalar) asFloat(d types.Dtype) float64 {
	if s.large(d) {
		return float64(uint64(s.whole))
	}
	return float64(s.whole)
}

// sameLiteral reports whether two constants are equal in value, dtype and shape.
func sameLiteral(p, q place) bool {
	if p.isUnit() && q.isUnit() {
		return true
	}
	a, ok := p.literal()
	b, both := q.literal()
	if !ok || !both {
		return p.isConstant() && q.isConstant() && p.in == q.in &&
			p.in.item.SourceText(p.in.graph.Node(p.value)) == q.in.item.SourceText(q.in.graph.Node(q.value))
	}
	if a.dtype != b.dtype || types.ShapeString(a.shape) != types.ShapeString(b.shape) {
		return false
	}
	for i := range max(len(a.list), len(b.list)) {
		if !a.element(i).equal(b.element(i)) {
			return false
		}
	}
	return true
}

// element is one of the elements, where one may represent all.
func (l literal) element(i int) scalar {
	if len(l.list) == 1 {
		return l.list[0]
	}
	if i < len(l.list) {
		return l.list[i]
	}
	return scalar{}
}

// equal reports whether two elements of one dtype have the same bits, but for those of
// NaN: 1/0 and 1/-0 differ.
func (s scalar) equal(t scalar) bool {
	return s == t && math.Signbit(s.float) == math.Signbit(t.float) || math.IsNaN(s.float) && math.IsNaN(t.float)
}

// isUnit reports whether p is `()`.
func (p place) isUnit() bool {
	k, ok := p.kind()
	if !ok || k != graph.Literal {
		return false
	}
	kind := p.in.item.Kind(p.in.graph.Node(p.value))
	return kind == syntax.Tuple || kind == syntax.Block
}
