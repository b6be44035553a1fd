package value

import (
	"context"
	"math"
)

// Magnitude is the greatest magnitude of the finite floats of a value; 0 where it has
// none. It goes through data however deep it is.
func Magnitude(v Value) float64 {
	most := 0.0
	todo, cells := []Value{v}, map[*Cell]bool{}
	for len(todo) > 0 {
		v := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		switch v := v.(type) {
		case *Tuple:
			todo = append(todo, v.Elems...)
		case *Data:
			todo = append(todo, v.Fields...)
		case *Fractal:
			for i := range v.Len() {
				todo = append(todo, v.At(i))
			}
		case *Cell:
			if !cells[v] {
				cells[v] = true
				todo = append(todo, v.Elem)
			}
		default:
			most = max(most, greatest(v))
		}
	}
	return most
}

// greatest is the Magnitude of a scalar or an array.
func greatest(v Value) float64 {
	a := Dense(v)
	if a == nil || !a.Dtype.IsFloat() {
		return 0
	}
	s, _ := Measure(context.Background(), a, 1)
	if s.Finite == 0 {
		return 0
	}
	return max(math.Abs(s.Least.Float()), math.Abs(s.Most.Float()))
}
