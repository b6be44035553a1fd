package trial

import (
	"errors"
	"fmt"
	"math"

	"github.com/fraccheck/fraccheck/complexity"
	"github.com/fraccheck/fraccheck/internal/symbolic"
	"github.com/fraccheck/fraccheck/internal/types"
)

// A form is a type as far as making and measuring values asks for it. One of a data type
// leads to itself where the type is recursive.
type form struct {
	text  string // the type
	key   string // what it is counted as
	kind  formKind
	dtype types.Dtype
	shape []int // of a tensor
	// parts are those of a tuple; of a sequence or a reference its element; of a
	// function its result, then its arguments, nil where there are no values of one.
	parts []*form
	ways  []way // of data
	// least is how many constructors deep its smallest value is; unmade where it has none.
	least int
}

type formKind uint8

const (
	scalarForm formKind = iota
	tensorForm
	tupleForm
	sequenceForm
	dataForm
	referenceForm
	functionForm
)

// A way is a constructor.
type way struct {
	name   string
	fields []*form
}

const unmade = math.MaxInt32

// Limits of what is made: types that grow in their own fields have no end, and a tensor
// of constant extents may be as large as somebody writes.
const (
	maxForms    = 200
	maxElements = 1 << 16
)

var (
	errEndless = errors.New("its types have no end")
	errLarge   = errors.New("its tensors are too large to be made")
	errBelow   = errors.New("an extent in its types is negative for the sizes that are tried")
	errNoValue = errors.New("there are no values of its types that are not built from others")
)

// forms makes each form once.
type forms struct {
	analysis *complexity.Analysis
	known    map[string]*form
	// variables are what stands for type variables.
	variables map[*types.Var]types.Dtype
	all       []*form
	// dims are what size variables stand for, open what `?` does.
	dims map[*symbolic.Symbol]int64
	open int64
	// reached are the answers of reaches.
	reached map[[2]*form]bool
}

// of gives the form of a type.
func (f *forms) of(t types.Type) (*form, error) {
	t = types.Head(t)
	made := &form{text: types.Key(t), key: f.analysis.Key(t), least: unmade}
	if known := f.known[made.text+made.key]; known != nil {
		return known, nil
	}
	if len(f.all) >= maxForms {
		return nil, errEndless
	}
	f.known[made.text+made.key] = made
	f.all = append(f.all, made)
	return made, f.fill(made, t)
}

func (f *forms) fill(made *form, t types.Type) (err error) {
	switch t := t.(type) {
	case *types.Tensor:
		made.kind, made.dtype = scalarForm, t.Dtype
		if len(t.Shape) > 0 {
			made.kind = tensorForm
			made.shape, err = f.shapeOf(t.Shape)
		}
	case *types.Var:
		stands, known := f.variables[t]
		if made.dtype = stands; !known {
			err = fmt.Errorf("there are no values to try for the type `%s`", made.text)
		}
	case *types.Tuple:
		made.kind = tupleForm
		made.parts, err = f.list(t.Elems)
	case *types.Fractal:
		made.kind = sequenceForm
		made.parts, err = f.list([]types.Type{t.Elem})
	case *types.Ref:
		made.kind = referenceForm
		made.parts, err = f.list([]types.Type{t.Elem})
	case *types.Func:
		made.kind = functionForm
		made.parts, err = f.list([]types.Type{t.Out})
		for _, in := range t.In {
			part, _ := f.of(in)
			made.parts = append(made.parts, part)
		}
	case *types.ADT:
		made.kind = dataForm
		err = f.data(made, t)
	default:
		err = fmt.Errorf("there are no values to try for the type `%s`", made.text)
	}
	return err
}

func (f *forms) list(ts []types.Type) ([]*form, error) {
	all := make([]*form, len(ts))
	for i, t := range ts {
		part, err := f.of(t)
		if err != nil {
			return nil, err
		}
		all[i] = part
	}
	return all, nil
}

func (f *forms) shapeOf(dims []types.Dim) ([]int, error) {
	size, shape := int64(1), make([]int, len(dims))
	for i, d := range dims {
		n, err := f.extent(d)
		if err != nil {
			return nil, err
		}
		if n < 0 {
			return nil, errBelow
		}
		if size *= max(n, 1); n > maxElements || size > maxElements {
			return nil, errLarge
		}
		shape[i] = int(n)
	}
	return shape, nil
}

func (f *forms) extent(d types.Dim) (int64, error) {
	if n, ok := d.Const(); ok {
		return n, nil
	}
	if e, ok := d.Symbolic(); ok {
		return e.Eval(func(s *symbolic.Symbol) (int64, bool) { n, known := f.dims[s]; return n, known })
	}
	return f.open, nil
}

func (f *forms) data(made *form, t *types.ADT) error {
	s := substitutionOf(t)
	for _, k := range t.Decl.Constructors {
		w := way{name: k.Name}
		for _, field := range k.Fields {
			part, err := f.of(s.Apply(field))
			if err != nil {
				return err
			}
			w.fields = append(w.fields, part)
		}
		made.ways = append(made.ways, w)
	}
	if len(made.ways) == 0 {
		return fmt.Errorf("there are no values to try for the type `%s`", t.Decl.Name)
	}
	return nil
}

// substitutionOf puts the arguments of a data type in the place of its parameters.
func substitutionOf(t *types.ADT) *types.Substitution {
	s := &types.Substitution{Params: t.Decl.Params, Types: make([]types.Type, len(t.Decl.Params)), Dims: make([]types.Dim, len(t.Decl.Params))}
	for i, arg := range t.Args {
		if extent, ok := types.Head(arg).(*types.Extent); ok {
			s.Dims[i] = extent.Dim
		} else {
			s.Types[i] = arg
		}
	}
	return s
}

// settle works out how deep the smallest values are.
func (f *forms) settle() {
	for changed := true; changed; {
		changed = false
		for _, x := range f.all {
			if n := x.smallest(); n < x.least {
				x.least, changed = n, true
			}
		}
	}
}

func (x *form) smallest() int {
	switch x.kind {
	case tupleForm, referenceForm:
		return deepest(x.parts)
	case functionForm: // the result is made before any call
		return x.parts[0].least
	case dataForm:
		n := unmade
		for _, w := range x.ways {
			if d := deepest(w.fields); d < unmade {
				n = min(n, d+1)
			}
		}
		return n
	}
	return 0
}

func deepest(parts []*form) (n int) {
	for _, p := range parts {
		n = max(n, p.least)
	}
	return n
}

// reaches reports whether values of one form occur in those of another.
func (f *forms) reaches(from, to *form) bool {
	key := [2]*form{from, to}
	known, ok := f.reached[key]
	if !ok {
		known = found(from, to, false)
		f.reached[key] = known
	}
	return known
}

// found reports whether one form is a part of another; where through is set, also as the result
// of a function in it.
func found(from, to *form, through bool) (is bool) {
	met, queue := map[*form]bool{}, []*form{from}
	for len(queue) > 0 && !is {
		x := queue[0]
		queue = queue[1:]
		if is = x == to; met[x] || x.kind == functionForm && !through {
			continue
		}
		met[x] = true
		if queue = append(queue, x.parts...); x.kind == functionForm {
			queue = queue[:len(queue)-len(x.parts)+1]
		}
		for _, w := range x.ways {
			queue = append(queue, w.fields...)
		}
	}
	return is
}
