package trial

import (
	"errors"
	"math/rand/v2"

	"github.com/fraccheck/fraccheck/complexity"
	"github.com/fraccheck/fraccheck/internal/symbolic"
	"github.com/fraccheck/fraccheck/internal/treewalk"
	"github.com/fraccheck/fraccheck/internal/types"
)

// An input is the arguments of one run.
type input struct {
	args []treewalk.Value
	*measurer
}

var errOpen = errors.New("its type is open: the operators in it decide at each call what they are for")

// variables stand for type variables, which FractalTensors may hold.
var variables = []types.Dtype{types.Int32, types.Int64, types.Int16, types.Int8}

// newInput makes the arguments of a definition in a style, about as large as n says.
func newInput(s *Subject, f *types.Func, st style, n int, seed uint64) (*input, error) {
	made := &forms{
		analysis: s.Analysis, known: map[string]*form{}, reached: map[[2]*form]bool{},
		variables: map[*types.Var]types.Dtype{}, dims: map[*symbolic.Symbol]int64{}, open: extent(n),
	}
	r := &measurer{analysis: s.Analysis, dims: map[string]int64{}}
	things := thingsOf(s, f)
	before := len(things) - len(f.In) // those that are size variables
	size := func(thing int) int { return st.sizes.of(thing, len(things), n) }
	instantiate(f, made, r, size)
	for i, t := range f.In {
		form, err := made.of(t)
		if err != nil {
			return nil, err
		}
		r.params = append(r.params, parameter{name: s.Names[i], typ: types.Head(t), form: form})
	}
	made.settle()
	m := &maker{forms: made, style: st, numbers: s.Analysis.Written(s.Object), Rand: rand.New(rand.NewPCG(seed, uint64(n)))}
	in := &input{measurer: r}
	for i := range r.params {
		p := &r.params[i]
		if p.form.least >= unmade {
			return nil, errNoValue
		}
		p.value = m.argument(p.form, size(before+i))
		in.args = append(in.args, p.value)
	}
	return in, nil
}

// extent is what size variables stand for: products of some of them are the elements of
// tensors.
func extent(n int) int64 { return int64(min(n, 24)) }

// instantiate chooses what the variables of a type stand for; size gives how large a size
// variable is, by their number.
func instantiate(f *types.Func, made *forms, r *measurer, size func(int) int) {
	count := 0
	for _, p := range f.Params {
		if p.Sym != nil {
			made.dims[p.Sym] = extent(size(count))
			r.dims[p.Sym.Name] = made.dims[p.Sym]
			count++
			continue
		}
		made.variables[p.Var] = variables[len(made.variables)%len(variables)]
	}
}

// sizes are the values of a bound's sizes, in its order.
func (in *input) sizes(b *complexity.Bound) ([]int64, error) {
	all := make([]int64, len(b.Sizes))
	for i, name := range b.Sizes {
		n, err := in.size(name)
		if err != nil {
			return nil, err
		}
		all[i] = n
	}
	return all, nil
}
